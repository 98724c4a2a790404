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
 * Channel access by CSMA/CA, computed one busy period at a time, and an 802.11b device that uses
 * it.
 */

/**
 * @ingroup fast-wifi
 * A fast 802.11b radio with DCF, or EDCA with TXOP limits of 0, for studies that need no other
 * feature of WifiNetDevice.
 *
 * Frames have the same sizes and durations as in WifiNetDevice: LLC/SNAP, a MAC header of 24 bytes
 * (QoS: 26), FCS, PLCP. There are no beacons and no association: a station belongs to the access
 * point of its channel. An access point relays frames between stations, and a bridge may send
 * through it on behalf of other stations.
 *
 * Each packet offered to the device is acknowledged, sent to a group, queued, or dropped with a
 * DcfDropReason (DcfCounters). Trace sources fire at the instant of the event that they report;
 * PhyTxBegin, PhyTxEnd and AckedMpdu cost simulator events while they are connected.
 * medium-access.rst lists the differences from WifiNetDevice.
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

    /// @param channel of this device, a DcfChannel; it cannot be replaced later. Another type or
    /// null is fatal, and so is a second access point on the channel
    void SetChannel(Ptr<MediumChannel> channel) override;
    /**
     * Change the contention parameters of an access category, from its next backoff on.
     * @param category BE, BK, VI or VO, of a device with QosSupported; fatal otherwise
     * @param parameters within their ranges; fatal otherwise
     */
    void SetAccessParameters(AcIndex category, const DcfAccessParameters& parameters);
    /// @param model decides from now on which frames are lost; null: none. An ns-3 attribute cannot
    /// be set to null
    void SetReceiveErrorModel(Ptr<ErrorModel> model);
    /// @return error model that decides which frames are lost; null if there is none
    Ptr<ErrorModel> GetReceiveErrorModel() const;
    /// @return counters up to now. The channel is first advanced to the present; an exchange that
    /// has begun counts as a whole
    DcfCounters GetCounters() const;
    /// @return number of packets whose outcome is not known yet
    std::size_t GetNQueued() const;
    /// @return number of packets in the queues now, including those that are being sent
    std::size_t GetNPackets() const;
    /// @param stream of the first access category's backoffs; each category has the next one
    /// @return number of streams that were assigned: 1, or 4 with QosSupported
    int64_t AssignStreams(int64_t stream);

    /// @return whether the device is an access point; only access points may send on behalf of
    /// others
    bool SupportsSendFrom() const override;

    /// Signature of the trace source Drop.
    /// @param packet that was dropped
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, DcfDropReason reason);

  protected:
    /// Creates the access categories, now that all attributes are set.
    void NotifyConstructionCompleted() override;
    /// Begins to contend. Packets that were offered before have waited.
    void DoInitialize() override;
    /// Leaves the channel and drops all waiting packets.
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

    // Attributes

    /// Set a rate, also for frames that wait.
    /// @tparam RATE member of DsssMode that holds it
    /// @param rate 1, 2, 5.5 or 11 Mb/s; another one is fatal
    template <uint64_t DsssMode::* RATE>
    void SetRate(DataRate rate);
    /// @tparam RATE member of DsssMode that holds it
    /// @return the rate
    template <uint64_t DsssMode::* RATE>
    DataRate GetRate() const;
    /// Set when frames have the short preamble, also for frames that wait.
    /// @tparam PREAMBLE member of DsssMode that holds it
    /// @param isShort whether they have it
    template <bool DsssMode::* PREAMBLE>
    void SetPreamble(bool isShort);
    /// @tparam PREAMBLE member of DsssMode that holds it
    /// @return whether frames have the short preamble
    template <bool DsssMode::* PREAMBLE>
    bool HasPreamble() const;
    /// @param bytes RtsCtsThreshold, also for frames that wait
    void SetRtsThreshold(uint32_t bytes);
    /// @return RtsCtsThreshold, bytes
    uint32_t GetRtsThreshold() const;
    /// @param packets MaxPackets. A larger number wakes the queue disc; with a smaller number, the
    /// packets above it stay.
    void SetMaxPackets(uint32_t packets);
    /// @return MaxPackets
    uint32_t GetMaxPackets() const;

    /// Fatal if ad hoc devices and an access point are on one channel.
    /// @param channel that the device joins
    void RequireOneKindOfBss(const DcfChannel& channel) const;
    /// @return the channel; null before SetChannel()
    Ptr<DcfChannel> GetDcfChannel() const;
    /// @param parameters of an access category
    /// @return its rules for the engine, with the interframe gap in ns
    MediumRules GetRules(const DcfAccessParameters& parameters) const;

    // The frame of a packet

    /// @return the fields of the MAC header that depend on QoS and on the role
    DcfFrameFormat GetFrameFormat() const;
    /// @param packet that the frame carries, without LLC
    /// @return bytes of the frame, with its FCS
    uint32_t GetFrameSize(Ptr<const Packet> packet) const;
    /// @param payload of the frame
    /// @param receiver station that takes the frame off the air, or all
    /// @return address 1: that of the receiver if it is one station of the channel, otherwise the
    /// payload's destination
    Mac48Address GetReceiverAddress(const MediumPayload& payload, MediumStation receiver) const;
    /// @param packet that the frame carries
    /// @param receiver of the frame, or all
    /// @return its exchange at the present rates, with RTS and CTS if the frame is long enough
    MediumFrame MakeFrame(Ptr<const Packet> packet, MediumStation receiver);
    /// Compute the exchange of each frame that waits again, after a change of what it depends on.
    void RemakeFrames();
    /// @param payload of the frame
    /// @param receiver of the frame, or all
    /// @return the frame with LLC, MAC header and FCS, as traces and captures show it
    Ptr<Packet> MakeMacFrame(const MediumPayload& payload, MediumStation receiver) const;
    /// @param item a packet and its exchange
    /// @return its MPDU, as the trace sources of WifiMac have it
    Ptr<const WifiMpdu> MakeMpdu(const DcfQueueItem& item) const;

    // From the offer of a packet to its end

    bool Accept(const MediumPayload& payload) override;
    /// @param payload that the device may send
    /// @param receiver of its frame, or all
    /// @return whether the packet waits now; it is dropped if its queue is full
    bool Enqueue(const MediumPayload& payload, MediumStation receiver);
    /// @param category of this device
    /// @return the queue that a queue disc of the category watches; null without a queue disc
    Ptr<NetDeviceQueue> GetTxQueue(const DcfAccessCategory& category) const;
    /// Stop the queue disc if the queue is full.
    /// @param category of the queue
    void StopIfFull(const DcfAccessCategory& category);
    /// Wake the queue disc if it was stopped and the queue has room again.
    /// @param category of the queue
    void WakeIfFree(const DcfAccessCategory& category);
    /// Call Release() when the sender knows the result of a packet's last attempt.
    /// @param departure the packet and the result
    void ScheduleRelease(const DcfDeparture& departure);
    /// The sender knows the result of a packet's last attempt: tell the traces and the queue disc.
    /// @param number of the departure; nothing happens if DoDispose() has taken it
    void Release(uint64_t number);
    /// Count a drop and tell the traces.
    /// @param packet without LLC
    /// @param reason why
    void Drop(Ptr<const Packet> packet, DcfDropReason reason);

    // What traces and captures see of the air

    /// A frame of data has been sent, or its RTS if no CTS came.
    /// @param frame with its MAC header
    void NotifyEnd(Ptr<const Packet> frame);
    /// Show sniffers a frame as its sender made it.
    /// @param arrival that this device has received intact
    void SniffArrival(const MediumArrival& arrival);

    Role m_role{AD_HOC};              ///< Role
    bool m_qos{false};                ///< QosSupported
    DsssMode m_mode;                  ///< rates, preamble, and times of the channel
    uint32_t m_rtsThreshold{0};       ///< RtsCtsThreshold
    uint32_t m_maxPackets{0};         ///< MaxPackets
    uint32_t m_maxAttempts;           ///< FrameRetryLimit
    uint32_t m_shortRetryLimit;       ///< ShortRetryLimit
    uint32_t m_minCw;                 ///< MinCw, without QoS
    uint32_t m_maxCw;                 ///< MaxCw, without QoS
    bool m_postBackoff;               ///< PostBackoff
    bool m_eifs;                      ///< Eifs
    Ptr<ErrorModel> m_errorModel;     ///< ReceiveErrorModel
    bool m_isInitialized{false};      ///< its functions contend
    DcfAccessCategories m_categories; ///< one for the DCF, four for EDCA
    DcfDepartures m_departures;       ///< of which Release() will tell
    EventId m_end;                    ///< of a frame on the air, of which NotifyEnd() will tell
    DcfCounters m_counters;           ///< as far as the engine has computed

    TracedCallback<Ptr<const Packet>> m_macTxDrop;                        ///< MacTxDrop
    TracedCallback<Ptr<const Packet>, DcfDropReason> m_drop;              ///< Drop
    TracedCallback<Ptr<const WifiMpdu>> m_ackedMpdu;                      ///< AckedMpdu
    TracedCallback<WifiMacDropReason, Ptr<const WifiMpdu>> m_droppedMpdu; ///< DroppedMpdu
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;                       ///< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;                         ///< PhyTxEnd
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;                        ///< PhyRxDrop
};

} // namespace ns3

#endif // DCF_NET_DEVICE_H
