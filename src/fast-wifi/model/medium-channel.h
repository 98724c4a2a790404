// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_CHANNEL_H
#define MEDIUM_CHANNEL_H

#include "medium-addresses.h"
#include "medium-channel-environment.h"
#include "medium-client.h"
#include "medium-delivery.h"
#include "medium-links.h"
#include "medium-receiver.h"
#include "medium-rules.h"
#include "medium-stations.h"

#include "ns3/channel.h"
#include "ns3/mac48-address.h"
#include "ns3/nstime.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/traced-callback.h"

#include <memory>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumChannel declaration.
 */

namespace ns3
{

class MediumAccess;

/**
 * @ingroup fast-wifi
 * A radio channel for MediumAccess, on which all stations hear each other.
 *
 * The channel has one pending simulator event, for the instant at which the engine must continue.
 *
 * Without a PropagationLossModel all signals are equally strong, and far above noise and
 * Sensitivity. A station locks on the strongest of the frames that began within CarrierSenseTime,
 * if this frame exceeds the noise and the other frames together by PreambleThreshold, as WifiPhy
 * does with ThresholdPreambleDetectionModel. Whether it decodes that frame depends on all frames
 * that overlap it (MediumClient::GetSuccessRate()).
 *
 * The received power is computed once for each frame and station. If all stations have a
 * ConstantPositionMobilityModel and the loss models draw no random numbers, the power is stored
 * until a station moves. After a change of an attribute of a loss model in use, call
 * SetPropagationLossModel() again.
 *
 * The engine assumes that each station hears all others. If a station cannot detect a signal, the
 * simulation ends with an error line that names both stations, unless AllowHiddenStations is set.
 */
class MediumChannel : public Channel
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    MediumChannel();
    ~MediumChannel() override;

    /// @return number of devices on the channel; those that have left do not count
    std::size_t GetNDevices() const override;
    /**
     * @param i below GetNDevices(), in the order of their stations
     * @return the device
     */
    Ptr<NetDevice> GetDevice(std::size_t i) const override;
    /// @param station any
    /// @return its device; null if it has left
    Ptr<NetDevice> GetStationDevice(MediumStation station) const;

    /**
     * Add a device. Fatal while the channel asks a model whether a frame is received, and after the
     * disposal of the channel.
     * @param client the device, which must leave before it is destroyed
     * @return its station, which has the next number
     */
    MediumStation Attach(MediumClient* client);
    /**
     * Remove a device. It gets the frames that are on their way to it, as lost frames; later frames
     * reach no station. Fatal in the same cases as Attach().
     * @param station of the device; a station that has already left is ignored
     */
    void Detach(MediumStation station);
    /// @param station any
    /// @return whether it belongs to this channel and has not left
    bool IsAttached(MediumStation station) const;
    /**
     * Change the address of a station, for frames that begin from now on. Fatal for a group
     * address, for the address of another station, and for a station that was never on the channel.
     * @param station any
     * @param address of it; 00:00:00:00:00:00 for none
     */
    void SetAddress(MediumStation station, Mac48Address address);
    /// @param address any
    /// @return station that has it; MEDIUM_NOBODY if there is none
    MediumStation Find(Mac48Address address) const;
    /// @param station of the channel; fatal otherwise
    /// @param rules of its new function
    /// @return the function; functions of all stations have numbers in the order of these calls
    MediumFunction AddFunction(MediumStation station, const MediumRules& rules);
    /// @param function a new function, which begins with a backoff
    void Start(MediumFunction function);
    /// @param function a function of a station
    /// @param rules that apply from its next backoff on
    void SetRules(MediumFunction function, const MediumRules& rules);
    /// @param station of the channel; fatal otherwise
    /// @param waits whether, from now on, it waits for EIFS instead of DIFS after frames that it
    /// cannot decode
    void SetEifs(MediumStation station, bool waits);
    /// @param function that has one more waiting frame
    void Request(MediumFunction function);
    /// Execute everything that has happened until now. Call it before a frame joins a queue.
    void Advance();
    /// A client's answer to IsLossy() has changed. Call it after Advance() and the change.
    void UpdateLossy();

    /// @param station of the channel; fatal otherwise
    /// @param time an instant, ns, to which the channel has been advanced
    /// @return whether it finds the medium busy, by carrier sense or its NAV
    bool IsBusy(MediumStation station, MediumTime time) const;
    /// @param function of the channel; fatal otherwise
    /// @return its contention window: the largest backoff that it may draw, slots
    uint32_t GetWindow(MediumFunction function) const;
    /// @param from, to stations of the channel; fatal otherwise
    /// @return power of a signal that would be received now, dBm. A random loss model draws anew
    double GetRxPower(MediumStation from, MediumStation to);
    /// @param loss between the stations from now on; null if all signals are equally strong. An
    /// ns-3 attribute cannot be set to null
    void SetPropagationLossModel(Ptr<PropagationLossModel> loss);
    /// @return loss between the stations; null if there is none
    Ptr<PropagationLossModel> GetPropagationLossModel() const;
    /// @return power at which all stations send, dBm
    double GetTxPower() const;
    /// @param stream of the random numbers that decide whether frames are decoded. Devices and loss
    /// models have their own streams
    /// @return number of streams that were assigned, 1
    int64_t AssignStreams(int64_t stream);
    /// @return the times of this medium
    const MediumTiming& GetTiming() const;
    /// @return Simulator::Now(), ns
    static MediumTime GetTime();

  protected:
    /**
     * Makes the engine, which needs Slot, Sifs and CarrierSenseTime. Fatal if Slot is 0 in the
     * resolution of Time.
     */
    void NotifyConstructionCompleted() override;
    /// Removes all stations. Devices may be disposed of later. A call of Attach() afterwards is
    /// fatal.
    void DoDispose() override;

  private:
    /**
     * What has begun was received with the former value.
     * @tparam VALUE an attribute's member
     * @param value for it
     */
    template <double MediumChannel::* VALUE>
    void SetLevel(double value);
    /**
     * @tparam VALUE an attribute's member
     * @return its value
     */
    template <double MediumChannel::* VALUE>
    double GetLevel() const;
    /// Tell receivers and links of the levels.
    void ApplyLevels();
    /// @param allows see AllowHiddenStations
    void SetAllowHidden(bool allows);
    /// @return see AllowHiddenStations
    bool AllowsHidden() const;
    /// Compute what has begun, before a change that must not touch it.
    void FlushEngine();
    /// @param packet that reached a station which has another address now; fires AddressDrop
    void DropForAddress(Ptr<const Packet> packet);
    /**
     * Fatal once the channel was disposed of: its clock and random numbers are those of a
     * simulation that is over.
     */
    void RequireLife() const;
    /**
     * Fatal while the engine asks a model whether a frame is received: stations must stay
     * meanwhile.
     * @param what a device wants to do, for the error line
     */
    void RequireIdleEngine(const char* what) const;
    /**
     * Make sure that an event comes at the next instant that matters, in the context of the node
     * that it is for most often.
     */
    void PlanEvent();
    /**
     * The event: let the engine go on, tell of begins, and deliver what has ended.
     * @param serial of the event; an old one does nothing
     */
    void OnInstant(uint64_t serial);

    Time m_slot;                                     ///< Slot
    Time m_sifs;                                     ///< Sifs
    Time m_senseTime;                                ///< CarrierSenseTime
    double m_txPower{0};                             ///< TxPower, dBm
    double m_noise{0};                               ///< Noise, dBm
    double m_sensitivity{0};                         ///< Sensitivity, dBm
    double m_preambleThreshold{0};                   ///< PreambleThreshold, dB
    bool m_allowsHidden{false};                      ///< AllowHiddenStations
    MediumTiming m_timing;                           ///< see GetTiming()
    MediumStations m_stations;                       ///< devices, by number
    MediumAddresses m_addresses;                     ///< of the stations
    MediumLinks m_links;                             ///< received powers
    MediumReceiver m_receiver;                       ///< who locks on what
    MediumDelivery m_delivery;                       ///< tells the devices
    MediumChannelEnvironment m_environment;          ///< answers the engine
    std::unique_ptr<MediumAccess> m_medium;          ///< the engine; null during construction
    MediumFunction m_functions;                      ///< number of functions of all stations
    bool m_isDisposed{false};                        ///< see RequireLife()
    TracedCallback<Ptr<const Packet>> m_addressDrop; ///< AddressDrop
    MediumTime m_eventAt{MEDIUM_NEVER};              ///< when the event comes
    uint64_t m_serial{0};                            ///< of the event that counts
    bool m_delivers{false};                          ///< OnInstant() will plan the next event
    bool m_plansLater{false};                        ///< Advance() will plan the next event
};

} // namespace ns3

#endif // MEDIUM_CHANNEL_H
