// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_CHANNEL_H
#define MEDIUM_CHANNEL_H

#include "medium-access.h"
#include "medium-client.h"

#include "ns3/channel.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumChannel declaration.
 */

namespace ns3
{

class MobilityModel;

/**
 * @ingroup fast-wifi
 * A radio channel of MediumAccess, whose stations all hear each other.
 *
 * The channel keeps one event of the simulator, at the instant at which the engine must go on.
 *
 * Without a PropagationLossModel all signals are equally strong, and far above noise and
 * Sensitivity. A station locks on the strongest of the frames that began within the time of carrier
 * sense, if it is stronger than noise and the others together by PreambleThreshold, as WifiPhy does
 * with ThresholdPreambleDetectionModel. Whether it decodes that frame depends on all that overlap
 * it, by MediumClient::GetSuccessRate().
 *
 * A received signal is computed once for each frame and station. Where all stations have a
 * ConstantPositionMobilityModel, and with models of loss that draw nothing, it is stored until one
 * of them is put elsewhere. Whoever changes a value of a loss model that is in use calls
 * SetPropagationLossModel() again.
 *
 * A signal that a station cannot detect means that this station does not hear the sender, as the
 * engine has it. The simulation then ends with a line that names both, unless AllowHiddenStations
 * is set.
 */
class MediumChannel : public Channel, private MediumEnvironment
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    MediumChannel();
    ~MediumChannel() override;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;
    /// @param station any
    /// @return its device; null if it has left
    Ptr<NetDevice> GetStationDevice(MediumStation station) const;

    /// @param client device that joins; it must leave before it is destroyed
    /// @return its station
    MediumStation Attach(MediumClient* client);
    /// @param station that leaves. It gets the frames that are on their way to it now, as lost
    /// ones; later ones reach nobody
    void Detach(MediumStation station);
    /// @param station any
    /// @return whether it is one of this channel's, and has not left
    bool IsAttached(MediumStation station) const;
    /// @param station any
    /// @param address of it, which no other station has, and which is no group's; 00:00:00:00:00:00
    /// if it has none
    void SetAddress(MediumStation station, Mac48Address address);
    /// @param address any
    /// @return station that has it; MEDIUM_NOBODY if there is none
    MediumStation Find(Mac48Address address) const;
    /// @param station any
    /// @param rules of a new function of it
    /// @return the function
    MediumFunction AddFunction(MediumStation station, const MediumRules& rules);
    /// @param function new one, which begins with a backoff
    void Start(MediumFunction function);
    /// @param function changes
    /// @param rules of it from its next backoff on
    void SetRules(MediumFunction function, const MediumRules& rules);
    /// @param function has one frame more that waits
    void Request(MediumFunction function);
    /// Execute what has happened until now. To be called before a frame joins a queue.
    void Advance();
    /// A client's answer to IsLossy() has changed. To be called after Advance() and the change.
    void UpdateLossy();

    /// @param station any
    /// @param time any
    /// @return whether it finds the medium busy
    bool IsBusy(MediumStation station, MediumTime time) const;
    /// @param function any
    /// @return its contention window, slots
    uint32_t GetWindow(MediumFunction function) const;
    /// @param from, to stations
    /// @return power of a signal that would be received now, dBm. Of a model that draws, this is a
    /// draw of its own
    double GetRxPower(MediumStation from, MediumStation to);
    /// @param loss between the stations from now on; null if all signals are equally strong, which
    /// ns-3 cannot say by the attribute
    void SetPropagationLossModel(Ptr<PropagationLossModel> loss);
    /// @return loss between the stations; null if there is none
    Ptr<PropagationLossModel> GetPropagationLossModel() const;
    /// @return power at which all stations send, dBm
    double GetTxPower() const;
    /// @param stream of random numbers
    /// @return number of streams that were assigned
    int64_t AssignStreams(int64_t stream);
    /// @return the times of this medium
    const MediumTiming& GetTiming() const;
    /// @return now
    static MediumTime GetTime();

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /// What the frames of a station are received with.
    struct Powers
    {
        MediumTable<MediumStation, double> milliwatts; ///< by receiver; NaN if unknown
        bool isComplete{false};                        ///< all are known
    };

    MediumFrame GetFrame(MediumFunction function) override;
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    std::optional<std::size_t> Detect(MediumStation listener,
                                      std::span<const MediumTransmission> frames,
                                      std::size_t first) override;
    bool Decode(MediumStation listener, std::span<const MediumTransmission> frames) override;
    bool WantsBegin(MediumFunction function) const override;
    void Observe(const MediumAttempt& attempt) override;
    bool Note(const MediumAttempt& attempt) override;

    template <double MediumChannel::* VALUE>
    void SetLevel(double value);
    template <double MediumChannel::* VALUE>
    double GetLevel() const;
    MediumClient* GetClient(MediumFunction function) const;
    Ptr<MobilityModel> GetMobility(MediumStation station);
    double GetPairMilliwatts(MediumStation from, MediumStation to);
    void RequireHearing(MediumStation from, MediumStation to, double milliwatts);
    std::string Describe(MediumStation station) const;
    double GetRxMilliwatts(const MediumTransmission& frame, MediumStation to);
    void NoteCourse(Ptr<const MobilityModel> mobility);
    void ForgetPowers();
    bool IsSteady() const;
    void UpdateSteady();
    bool KnowsPowers(MediumStation from) const;
    bool LearnPowers(MediumStation from);
    bool IsForFormer(const MediumPayload& payload, MediumStation station) const;
    double GetSuccessRate(MediumStation listener, std::span<const MediumTransmission> frames);
    void Announce(MediumFunction function,
                  MediumTime begin,
                  MediumStation receiver,
                  MediumTime end);
    void NotifyBegin(MediumStation station,
                     const MediumPayload& payload,
                     MediumStation receiver,
                     MediumTime end);
    void AddArrivals(const MediumAttempt& attempt, const MediumPayload& payload);
    void AddGroupArrivals(const MediumAttempt& attempt, MediumArrival arrival);
    void AddArrival(const MediumTransmission& frame, const MediumArrival& arrival);
    static bool HasDecoded(const MediumAttempt& attempt, MediumStation station);
    void RequireLife() const;
    void RequireStation(MediumStation station) const;
    void RequireIdleEngine(const char* what) const;
    void PlanEvent();
    void OnInstant(uint64_t serial);
    void DeliverEnded(MediumTime now);
    void DeliverDue(uint64_t number);
    void Deliver(MediumArrival arrival);
    uint32_t GetContext(MediumStation station) const;

    Time m_slot;
    Time m_sifs;
    Time m_senseTime;
    double m_txPower;            ///< dBm
    double m_noise;              ///< dBm
    double m_sensitivity;        ///< dBm
    double m_preambleThreshold;  ///< dB
    bool m_allowsHidden;         ///< AllowHiddenStations
    double m_leastMilliwatts{0}; ///< of a signal that a station detects if there is no other
    MediumTiming m_timing;
    Ptr<PropagationLossModel> m_loss;
    std::unique_ptr<MediumAccess> m_medium;
    MediumTable<MediumStation, MediumClient*> m_clients; ///< by station
    std::map<Mac48Address, MediumStation> m_stations;
    std::map<Mac48Address, MediumStation> m_former; ///< who had an address that nobody has now
    MediumTable<MediumStation, Ptr<MobilityModel>>
        m_mobility;                             ///< by station, as far as somebody asked
    MediumTable<MediumStation, bool> m_isStill; ///< by station: its mobility is a constant position
    MediumTable<MediumStation, Powers> m_powers; ///< by sender, as far as it has sent
    /// mW, by serial number of a frame of this busy period, and receiver
    std::map<std::pair<uint64_t, MediumStation>, double> m_framePowers;
    std::vector<MediumTime> m_cuts;          ///< see GetSuccessRate()
    double m_txMilliwatts{0};                ///< TxPower
    bool m_isSteady{false};                  ///< see IsSteady()
    bool m_isMoving{false};                  ///< a station does not stand still
    Ptr<UniformRandomVariable> m_random;     ///< whether frames are decoded
    std::vector<MediumArrival> m_arrivals;   ///< whose frames have not ended
    std::map<uint64_t, MediumArrival> m_due; ///< whose frames have ended, by number
    uint64_t m_lastDue{0};                   ///< number
    MediumFunction m_functions;              ///< of all stations
    bool m_isDisposed{false};                ///< see RequireLife()
    TracedCallback<Ptr<const Packet>> m_addressDrop;
    MediumTime m_eventAt{MEDIUM_NEVER}; ///< when the event comes
    uint64_t m_serial{0};               ///< of the event that counts
    bool m_delivers{false};             ///< OnInstant() will plan the next event
    bool m_plansLater{false};           ///< Advance() will plan the next event
};

} // namespace ns3

#endif // MEDIUM_CHANNEL_H
