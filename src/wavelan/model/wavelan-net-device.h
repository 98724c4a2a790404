// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_NET_DEVICE_H
#define WAVELAN_NET_DEVICE_H

#include "wavelan-drop-reason.h"
#include "wavelan-overrun.h"
#include "wavelan-signal.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/medium-net-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <deque>
#include <functional>

/**
 * @file
 * @ingroup wavelan
 * ns3::WavelanNetDevice declaration.
 */

namespace ns3
{

/**
 * @defgroup wavelan WaveLAN
 * WaveLAN cards of 1997, and the tool ettcp.
 */

/// @ingroup wavelan
/// Counters of the packets of a WavelanNetDevice. The sender detects neither collisions nor losses.
/// offered = sent + txDropped + WavelanNetDevice::GetNQueued().
struct WavelanCounters
{
    uint64_t offered{0};   ///< packets given to Send()
    uint64_t sent{0};      ///< packets that were transmitted, whether or not somebody received them
    uint64_t unclaimed{0}; ///< of these, packets traced by PhyTxDrop
    uint64_t txDropped{0}; ///< packets traced by MacTxDrop
    uint64_t received{0};  ///< packets for this device, or to a group, that arrived intact
    uint64_t rxDropped{0}; ///< packets for this device, or to a group, traced by PhyRxDrop
    uint64_t resets{0};    ///< of the controller, each by an overrun
};

/**
 * @ingroup wavelan
 * A WaveLAN card: CSMA/CA without acknowledgment (xylomenos1999, III.A).
 *
 * A station with a frame waits until the medium is idle, waits for an interframe gap, and draws a
 * slot from its contention window. If no other station seizes the medium before this slot, it
 * sends. After the station has seized the medium, its window has the smallest size; each time
 * another station seizes the medium, the window doubles. Overlapping frames are lost, and their
 * senders do not notice.
 *
 * A packet is copied to a transmit buffer of the card and leaves it when it has been sent. ISA
 * cards have several buffers, so the next packet is copied during a transmission; PCMCIA cards have
 * one. The queue disc above is stopped while no buffer is free.
 *
 * The controller of a card with OverrunAfter is overrun if the host refills the single buffer that
 * many times in succession at the instant at which it becomes free, without receiving a packet in
 * between. The controller then loses packets and pauses until the driver has reset it
 * (xylomenos1999, V.C). According to the paper this happens with UDP but not with TCP; the
 * condition is an assumption.
 */
class WavelanNetDevice : public MediumNetDevice
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();
    WavelanNetDevice();
    ~WavelanNetDevice() override;

    /// @param channel of this device; it cannot be replaced later. Null is fatal, and so is a
    /// DcfChannel, whose stations acknowledge 802.11 frames
    void SetChannel(Ptr<MediumChannel> channel) override;
    /// @return counters up to now; a frame that has not ended does not count as sent
    WavelanCounters GetCounters() const;
    /// @return number of packets in transmit buffers, including those being copied or sent
    std::size_t GetNQueued() const;
    /// @param bytes of an IP packet
    /// @return time of its frame on the air: Preamble, and 14 bytes of Ethernet header, the packet
    /// and 4 bytes of CRC at DataRate (xylomenos1999, III.A)
    Time GetFrameTime(uint32_t bytes) const;
    /// Models the host's processor, which may be busy with other work: returns when work is
    /// finished that begins at a given instant and takes a given time on an idle processor.
    using Processor = std::function<Time(Time start, Time work)>;
    /**
     * Make the copy to a transmit buffer take longer on a busy processor.
     * @param processor of the host, called for each packet when it comes, with the instant at which
     * its copy can begin, and kept until the device is disposed of; it must not return an earlier
     * instant. Empty: the processor is idle
     */
    void SetProcessor(Processor processor);
    /// @param stream of the backoffs; overrun, losses, signal, noise and quality use the following
    /// streams
    /// @return number of streams that were assigned, 6, whether or not the card can be overrun
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source Drop, which fires after MacTxDrop, PhyTxDrop or PhyRxDrop.
    /// @param packet without Ethernet header
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, WavelanDropReason reason);
    /// Signature of the trace source Signal, which fires before the packet goes up. It also fires
    /// for frames to other stations that a promiscuous handler or PromiscSniffer asks for.
    /// @param packet that was received intact, without Ethernet header
    /// @param signal of it
    typedef void (*SignalTracedCallback)(Ptr<const Packet> packet, const WavelanSignal& signal);

  protected:
    /// Fatal if OverrunLosses, SignalSpread, Noise or Quality is null.
    void NotifyConstructionCompleted() override;
    /**
     * Begins to contend for the medium, also for packets that came before. Fatal without a channel,
     * and if MinCw exceeds MaxCw.
     */
    void DoInitialize() override;
    /// Leaves the channel. A packet on the air counts as sent; the others are dropped as DISPOSED.
    void DoDispose() override;

  private:
    /// A packet in a transmit buffer.
    struct Buffer
    {
        MediumPayload payload; ///< the packet
        MediumFrame frame;     ///< its time on the air
        EventId copied;        ///< end of the copy to the buffer
        bool isClaimed{true};  ///< whether a station has its address, once it is sent
        bool isGivenUp{false}; ///< it has lost the medium too often
    };

    /// @name MediumClient, for the only function of the card
    /// @{
    /**
     * @param function not used
     * @return frame of the first packet in m_ready
     */
    MediumFrame GetFrame(MediumFunction function) override;
    /// @param function not used
    /// @param window slots, MinCw to MaxCw
    /// @return slots, uniform in [0, window]
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    /// @param function not used
    /// @return whether somebody listens to PhyTxBegin or to a sniffer
    bool WantsBegin(MediumFunction function) const override;
    /// Shows the frame to sniffers, and fires PhyTxBegin.
    /// @param payload of the frame
    /// @param receiver not used
    /// @param end not used
    void NotifyBegin(const MediumPayload& payload, MediumStation receiver, MediumTime end) override;
    /// @param function not used
    /// @return the first packet in m_ready
    const MediumPayload& GetPayload(MediumFunction function) override;
    /// @param function not used
    /// @return false: no frame is sent twice
    bool IsDelivered(MediumFunction function) override;
    /**
     * The only attempt of a frame has begun, or the frame is given up. Its buffer becomes free at
     * the completion; this may be called before or after.
     * @param attempt SENT, as the card hears nothing of collisions (III.A), or RETRY_LIMIT
     * @return whether another packet waits in m_ready
     */
    bool Note(const MediumAttempt& attempt) override;
    /// @param packet not used
    /// @param kind not used
    /// @return false: collisions and weak signals alone lose frames
    bool IsCorrupt(Ptr<const Packet> packet, MediumTransmission::Kind kind) override;
    /**
     * Passes an intact frame to sniffers, fires Signal, and hands the packet up. A lost one for
     * this device is dropped as COLLISION or SIGNAL; as DISPOSED if it comes while the device
     * leaves its channel.
     * @param arrival of a frame for this device, or for another one if this is promiscuous
     */
    void ReceiveFrame(const MediumArrival& arrival) override;
    /// @}

    /**
     * The driver gets a packet (hard_start_xmit of Linux 2.0), and begins to copy it to a buffer
     * when earlier copies are finished. Fatal if its frame is too short, see RequireDetectable().
     * @param payload the packet
     * @return false if it was dropped as DISPOSED, TOO_LONG, OVERRUN or BUFFERS_FULL
     */
    bool Accept(const MediumPayload& payload) override;
    /**
     * Fatal unless a frame lasts longer than the channel's CarrierSenseTime: the channel executes
     * an exchange that much after its start, when the frame must not be over yet.
     * @param frame time on the air, ns
     */
    void RequireDetectable(MediumTime frame) const;
    /**
     * The host writes a packet, which m_overrun judges. If this overruns the controller, EndReset()
     * comes after ResetTime.
     * @return whether the packet is lost; false without OverrunAfter
     */
    bool IsLostInOverrun();
    /// The driver has reset the controller: the card takes packets again.
    void EndReset();
    /// The first packet in m_copying is in its buffer. It contends for the medium at once if no
    /// other one waits.
    void FinishCopy();
    /// The instant at which a frame has been sent or is given up: its buffer is free. Nothing
    /// happens if the device has left its channel, as DoDispose() has counted the packet.
    void Release();
    /// Count the first packet in m_onAir as sent, or drop it as RETRY_LIMIT; trace it as dropped if
    /// no station has its address.
    void Finish();
    /// @param payload a packet
    /// @return a copy with an Ethernet header, without CRC, for sniffers
    Ptr<Packet> MakeEthernetFrame(const MediumPayload& payload) const;
    /// @param rate of packets that come from now on; fatal unless it is 1 kb/s to 1 Gb/s
    void SetDataRate(DataRate rate);
    DataRate GetDataRate() const; ///< @return attribute DataRate
    /// @param buffers number of them; packets in more than these stay, and are sent
    void SetTxBuffers(uint32_t buffers);
    uint32_t GetTxBuffers() const; ///< @return attribute TxBuffers
    /// Stop the queue disc above, if there is one, if no buffer is free or the controller is being
    /// reset. As long as an overrun loses packets it is not stopped, so that they come and are
    /// lost.
    void StopIfFull();
    /// Wake the queue disc above, if it is stopped and a buffer is free (mark_bh(NET_BH) of Linux
    /// 2.0).
    void WakeIfFree();
    /// Fire MacTxDrop and Drop.
    /// @param packet that will not be sent
    /// @param reason why
    void Drop(Ptr<const Packet> packet, WavelanDropReason reason);
    /// Fire Signal, with level, noise and quality from the received power and the attributes.
    /// Without a listener no random number is drawn.
    /// @param arrival of an intact frame
    void ReportSignal(const MediumArrival& arrival);

    DataRate m_rate;                           ///< DataRate
    Time m_preamble;                           ///< Preamble
    Time m_gap;                                ///< InterframeGap
    uint32_t m_minCw;                          ///< MinCw
    uint32_t m_maxCw;                          ///< MaxCw
    uint32_t m_maxAttempts;                    ///< FrameRetryLimit
    bool m_backoffWhileBusy;                   ///< BackoffWhileBusy
    uint32_t m_txBuffers{0};                   ///< TxBuffers
    Time m_copyTime;                           ///< CopyTime
    Time m_copyByteTime;                       ///< CopyByteTime
    Processor m_processor;                     ///< see SetProcessor
    Ptr<RandomVariableStream> m_overrunAfter;  ///< OverrunAfter
    Ptr<RandomVariableStream> m_overrunLosses; ///< OverrunLosses
    Time m_resetTime;                          ///< ResetTime
    double m_signalReference;                  ///< SignalReference
    double m_signalStep;                       ///< SignalStep
    Ptr<RandomVariableStream> m_signalSpread;  ///< SignalSpread
    Ptr<RandomVariableStream> m_noise;         ///< Noise
    Ptr<RandomVariableStream> m_quality;       ///< Quality
    Ptr<UniformRandomVariable> m_slots;        ///< of the contention window

    MediumFunction m_function;    ///< that contends for the card
    bool m_isInitialized{false};  ///< it contends for the medium
    std::deque<Buffer> m_copying; ///< packets that are being copied to buffers, in their order
    std::deque<Buffer> m_ready;   ///< packets in buffers that wait to be sent
    std::deque<Buffer> m_onAir;   ///< packets of which Release() will tell, in their order
    Time m_copiedAt;              ///< the last packet will have been copied
    Time m_freedAt{-1};           ///< instant at which a buffer last became free
    EventId m_endOfReset;         ///< end of that pause
    WavelanOverrun m_overrun;     ///< of the controller; never, without OverrunAfter
    WavelanCounters m_counters;   ///< see GetCounters()

    TracedCallback<Ptr<const Packet>> m_macTxDrop;                    ///< MacTxDrop
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;                   ///< PhyTxBegin
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;                     ///< PhyTxEnd
    TracedCallback<Ptr<const Packet>> m_phyTxDrop;                    ///< PhyTxDrop
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;                    ///< PhyRxDrop
    TracedCallback<Ptr<const Packet>, WavelanDropReason> m_drop;      ///< Drop
    TracedCallback<Ptr<const Packet>, const WavelanSignal&> m_signal; ///< Signal
};

} // namespace ns3

#endif // WAVELAN_NET_DEVICE_H
