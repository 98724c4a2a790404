// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_NET_DEVICE_H
#define DCF_NET_DEVICE_H

#include "dcf-channel.h"
#include "dsss-airtime.h"
#include "medium-net-device.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/qos-utils.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfNetDevice declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// Why a DcfNetDevice dropped a packet.
enum class DcfDropReason : uint8_t
{
    QUEUE_FULL,       ///< its queue held MaxPackets
    RETRY_LIMIT,      ///< FrameRetryLimit attempts failed
    NO_ACCESS_POINT,  ///< a station's channel has no access point
    TOO_LONG,         ///< it has more than Mtu bytes
    UNKNOWN_RECEIVER, ///< an access point has no station of that address
    DISPOSED,         ///< the device was removed while the packet waited
};

/// @param reason a reason
/// @return its name, for traces and tables
const char* GetDcfDropReasonName(DcfDropReason reason);

/// @ingroup fast-wifi
/// What became of the packets that a DcfNetDevice was given, and of its attempts to send them.
struct DcfCounters
{
    uint64_t offered{0};      ///< packets by Send(), SendFrom(), and to be relayed
    uint64_t acknowledged{0}; ///< packets whose receiver acknowledged them
    uint64_t group{0};        ///< packets sent to a group
    uint64_t dropped{0};      ///< packets traced by MacTxDrop
    uint64_t attempts{0};     ///< exchanges begun, RTS without CTS among them
    uint64_t failures{0};     ///< of these, exchanges whose ACK or CTS did not come
    uint64_t collisions{0};   ///< exchanges that began with one of another station
    uint64_t received{0};     ///< packets that reached this device
};

/// @ingroup fast-wifi
/// How an access category contends (IEEE 802.11-2007, 9.9.1.3).
struct DcfAccessParameters
{
    uint32_t aifsn{2};    ///< slots of AIFS after SIFS; 2 for DIFS
    uint32_t cwMin{31};   ///< slots
    uint32_t cwMax{1023}; ///< slots
};

/**
 * @ingroup fast-wifi
 * An 802.11b radio that does what the DCF does, and EDCA with TXOP limits of 0: WifiNetDevice where
 * a study needs no more.
 *
 * Frames have the sizes and times that they have there: LLC/SNAP, a MAC header of 24 bytes (QoS:
 * 26), FCS, PLCP. Beacons and association are left out: a station belongs to the access point of
 * its channel. An access point relays frames between stations, and lets a bridge send for others.
 */
class DcfNetDevice : public MediumNetDevice
{
  public:
    /// What a device is in its BSS.
    enum Role
    {
        AD_HOC,       ///< sends to the receiver itself
        STATION,      ///< sends to the access point of its channel
        ACCESS_POINT, ///< relays for stations
    };

    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    DcfNetDevice();
    ~DcfNetDevice() override;

    /// @param channel of this device, a DcfChannel, for good
    void SetChannel(Ptr<MediumChannel> channel) override;
    /// @param category of a device with QosSupported
    /// @param parameters from now on
    void SetAccessParameters(AcIndex category, const DcfAccessParameters& parameters);
    /// @param model that decides from now on which frames are lost; null if none is, which ns-3
    /// cannot say by the attribute
    void SetReceiveErrorModel(Ptr<ErrorModel> model);
    /// @return what decides which frames are lost; null if none is
    Ptr<ErrorModel> GetReceiveErrorModel() const;
    /// @return what happened so far
    DcfCounters GetCounters() const;
    /// @return packets of which it is not known yet what becomes of them
    std::size_t GetNQueued() const;
    /// @return packets that occupy the queues now, those that are being sent included
    std::size_t GetNPackets() const;
    /// @param stream first stream of random numbers
    /// @return number of streams that were assigned
    int64_t AssignStreams(int64_t stream);

    bool SupportsSendFrom() const override;

    /// Signature of the trace source Drop.
    /// @param packet that was dropped
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, DcfDropReason reason);

  protected:
    void NotifyConstructionCompleted() override;
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A packet that waits.
    struct Item
    {
        MediumPayload payload;
        MediumFrame frame;       ///< its exchange
        MediumTime since{0};     ///< when it came
        uint32_t retries{0};     ///< attempts without answer
        bool isDelivered{false}; ///< the receiver has it, but its ACK was lost
    };

    /// An access category; without QoS there is one.
    struct Category
    {
        AcIndex index{AC_BE_NQOS};
        DcfAccessParameters parameters;
        MediumFunction function;
        std::deque<Item> queue;
        MediumTime releaseAt{0}; ///< a packet that has left the queue counts until then
        Ptr<UniformRandomVariable> slots;
    };

    /// A packet that has left its queue, and whose fate the sender will know.
    struct Departure
    {
        std::size_t category;         ///< its number
        Item item;                    ///< none if only the queue is to be woken
        MediumAttempt::Result result; ///< of its last attempt
    };

    MediumFrame GetFrame(MediumFunction function) override;
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    bool WantsBegin(MediumFunction function) const override;
    void NotifyBegin(const MediumPayload& payload, MediumStation receiver, MediumTime end) override;
    const MediumPayload& GetPayload(MediumFunction function) override;
    bool IsDelivered(MediumFunction function) override;
    bool Note(const MediumAttempt& attempt) override;
    bool IsPromiscuous() const override;
    bool IsLossy() const override;
    double GetSuccessRate(const MediumTransmission& frame, double ratio) override;
    bool IsCorrupt(Ptr<const Packet> packet, MediumTransmission::Kind kind) override;
    void ReceiveFrame(const MediumArrival& arrival) override;

    template <uint64_t DsssMode::* RATE>
    void SetRate(DataRate rate);
    template <uint64_t DsssMode::* RATE>
    DataRate GetRate() const;
    Ptr<DcfChannel> GetDcfChannel() const;
    void NotifyEnd(Ptr<const Packet> frame);
    Ptr<Packet> MakeMacFrame(const MediumPayload& payload, MediumStation receiver) const;
    void SniffArrival(const MediumArrival& arrival);
    Category& GetCategory(MediumFunction function);
    Category& Classify(Ptr<const Packet> packet);
    MediumFrame MakeFrame(Ptr<const Packet> packet, MediumStation receiver);
    void RemakeFrames();
    void SetShortPreamble(bool isShort);
    bool HasShortPreamble() const;
    void SetShortPreambleAt2Mbps(bool isShort);
    bool HasShortPreambleAt2Mbps() const;
    void SetRtsThreshold(uint32_t bytes);
    uint32_t GetRtsThreshold() const;
    void SetMaxPackets(uint32_t packets);
    uint32_t GetMaxPackets() const;
    WifiMacHeader MakeHeader(const MediumPayload& payload, MediumStation receiver) const;
    Ptr<const WifiMpdu> MakeMpdu(const Item& item) const;
    MediumRules GetRules(const DcfAccessParameters& parameters) const;
    bool Accept(const MediumPayload& payload) override;
    bool Enqueue(const MediumPayload& payload, MediumStation receiver);
    std::size_t GetLength(const Category& category) const;
    uint32_t GetFrameSize(Ptr<const Packet> packet) const;
    Ptr<NetDeviceQueue> GetTxQueue(const Category& category) const;
    void StopIfFull(Category& category);
    void WakeIfFree(const Category& category);
    void Release(uint64_t number);
    void ScheduleRelease(const Category& category, const Item& item, MediumAttempt::Result result);
    void Drop(Ptr<const Packet> packet, DcfDropReason reason);

    Role m_role{AD_HOC};
    bool m_qos{false};
    DsssMode m_mode;
    uint32_t m_rtsThreshold{0};
    uint32_t m_maxPackets{0};
    uint32_t m_maxAttempts;
    bool m_resetAtDrop;
    uint32_t m_minCw; ///< without QoS
    uint32_t m_maxCw; ///< without QoS
    Ptr<ErrorModel> m_errorModel;
    bool m_isInitialized{false};                ///< its functions contend
    std::size_t m_toDrop{0};                    ///< packets that Release() will drop
    std::map<uint64_t, Departure> m_departures; ///< of which Release() will tell, by number
    uint64_t m_nDepartures{0};                  ///< so far
    EventId m_end; ///< of a frame on the air, of which NotifyEnd() will tell
    std::vector<Category> m_categories;
    DcfCounters m_counters;

    TracedCallback<Ptr<const Packet>> m_macTxDrop;
    TracedCallback<Ptr<const Packet>, DcfDropReason> m_drop;
    TracedCallback<Ptr<const WifiMpdu>> m_ackedMpdu;
    TracedCallback<WifiMacDropReason, Ptr<const WifiMpdu>> m_droppedMpdu;
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;
};

} // namespace ns3

#endif // DCF_NET_DEVICE_H
