// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_NET_DEVICE_H
#define DCF_NET_DEVICE_H

#include "dcf-access-categories.h"
#include "dcf-channel.h"
#include "dcf-counters.h"
#include "dcf-departures.h"
#include "dcf-drop-reason.h"
#include "dcf-frame-format.h"
#include "dsss-airtime.h"
#include "medium-net-device.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/traced-callback.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfNetDevice declaration.
 */

namespace ns3
{

/**
 * @defgroup fast-wifi Fast Wi-Fi
 * Channel access by CSMA/CA, computed one busy period at a time, and an 802.11b device on it.
 */

/**
 * @ingroup fast-wifi
 * An 802.11b radio that does what the DCF does, and EDCA with TXOP limits of 0: WifiNetDevice where
 * a study needs no more.
 *
 * Frames have the sizes and times that they have there: LLC/SNAP, a MAC header of 24 bytes (QoS:
 * 26), FCS, PLCP. Beacons and association are left out: a station belongs to the access point of
 * its channel. An access point relays frames between stations, and lets a bridge send for others.
 *
 * Each packet that is offered is acknowledged, sent to a group, queued, or dropped with a
 * DcfDropReason (DcfCounters). Trace sources fire at the instant of what they tell; those of a
 * begin or an end, and AckedMpdu, cost an event each while they are connected. medium-access.rst
 * says what differs from WifiNetDevice.
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

    /// @param channel of this device, a DcfChannel, for good; another type or null is fatal, and so
    /// is a second access point on it
    void SetChannel(Ptr<MediumChannel> channel) override;
    /**
     * Change how an access category contends, from its next backoff on.
     * @param category BE, BK, VI or VO, of a device with QosSupported; fatal otherwise
     * @param parameters within their ranges; fatal otherwise
     */
    void SetAccessParameters(AcIndex category, const DcfAccessParameters& parameters);
    /// @param model that decides from now on which frames are lost; null if none is, which ns-3
    /// cannot say by the attribute
    void SetReceiveErrorModel(Ptr<ErrorModel> model);
    /// @return what decides which frames are lost; null if none is
    Ptr<ErrorModel> GetReceiveErrorModel() const;
    /// @return what happened so far. The channel is advanced to the present first; an exchange that
    /// has begun counts as a whole
    DcfCounters GetCounters() const;
    /// @return packets of which it is not known yet what becomes of them
    std::size_t GetNQueued() const;
    /// @return packets that occupy the queues now, those that are being sent included
    std::size_t GetNPackets() const;
    /// @param stream of the first access category's backoffs; each category has the next one
    /// @return number of streams that were assigned: 1, or 4 with QosSupported
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
    template <bool DsssMode::* PREAMBLE>
    void SetPreamble(bool isShort);
    template <bool DsssMode::* PREAMBLE>
    bool HasPreamble() const;
    Ptr<DcfChannel> GetDcfChannel() const;
    void NotifyEnd(Ptr<const Packet> frame);
    Ptr<Packet> MakeMacFrame(const MediumPayload& payload, MediumStation receiver) const;
    void SniffArrival(const MediumArrival& arrival);
    DcfFrameFormat GetFrameFormat() const;
    Mac48Address GetReceiverAddress(const MediumPayload& payload, MediumStation receiver) const;
    MediumFrame MakeFrame(Ptr<const Packet> packet, MediumStation receiver);
    void RemakeFrames();
    void SetRtsThreshold(uint32_t bytes);
    uint32_t GetRtsThreshold() const;
    void SetMaxPackets(uint32_t packets);
    uint32_t GetMaxPackets() const;
    Ptr<const WifiMpdu> MakeMpdu(const DcfQueueItem& item) const;
    MediumRules GetRules(const DcfAccessParameters& parameters) const;
    bool Accept(const MediumPayload& payload) override;
    bool Enqueue(const MediumPayload& payload, MediumStation receiver);
    uint32_t GetFrameSize(Ptr<const Packet> packet) const;
    Ptr<NetDeviceQueue> GetTxQueue(const DcfAccessCategory& category) const;
    void StopIfFull(const DcfAccessCategory& category);
    void WakeIfFree(const DcfAccessCategory& category);
    void Release(uint64_t number);
    void ScheduleRelease(const DcfDeparture& departure);
    void Drop(Ptr<const Packet> packet, DcfDropReason reason);

    Role m_role{AD_HOC};          ///< Role
    bool m_qos{false};            ///< QosSupported
    DsssMode m_mode;              ///< rates, preamble, and times of the channel
    uint32_t m_rtsThreshold{0};   ///< RtsCtsThreshold
    uint32_t m_maxPackets{0};     ///< MaxPackets
    uint32_t m_maxAttempts;       ///< FrameRetryLimit
    bool m_resetAtDrop;           ///< ResetCwAtDrop
    uint32_t m_minCw;             ///< MinCw, without QoS
    uint32_t m_maxCw;             ///< MaxCw, without QoS
    bool m_postBackoff;           ///< PostBackoff
    bool m_eifs;                  ///< Eifs
    Ptr<ErrorModel> m_errorModel; ///< ReceiveErrorModel
    bool m_isInitialized{false};  ///< its functions contend
    DcfAccessCategories m_categories;
    DcfDepartures m_departures; ///< of which Release() will tell
    EventId m_end;              ///< of a frame on the air, of which NotifyEnd() will tell
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
