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
/// What became of the packets of a WavelanNetDevice. The sender sees neither collisions nor losses.
struct WavelanCounters
{
    uint64_t offered{0};   ///< packets given to Send()
    uint64_t sent{0};      ///< packets that were transmitted
    uint64_t unclaimed{0}; ///< of these, packets traced by PhyTxDrop
    uint64_t txDropped{0}; ///< packets traced by MacTxDrop
    uint64_t received{0};  ///< packets for this device that arrived
    uint64_t rxDropped{0}; ///< packets for this device traced by PhyRxDrop
    uint64_t resets{0};    ///< of the controller
};

/**
 * @ingroup wavelan
 * A WaveLAN card: CSMA/CA without acknowledgment (xylomenos1999, III.A).
 *
 * A station that wants to transmit waits until the medium is silent, then an interframe gap, and
 * draws a slot of its contention window. If nobody has seized the medium until that slot, it sends.
 * The window has its smallest size after the station has seized the medium, and doubles each time
 * that another one does. Frames that overlap are lost, and their senders do not notice.
 *
 * A packet is copied to a transmit buffer of the card and leaves it when it has been sent. ISA
 * cards have several buffers, so that the next packet is copied meanwhile; PCMCIA cards have one. A
 * queue disc above is stopped while no buffer is free.
 *
 * A card with OverrunAfter has a controller that is overrun if its host refills the one buffer that
 * often at the very instant at which it becomes free, with nothing received in between. It loses
 * packets and pauses until the driver has reset it (xylomenos1999, V.C). The paper tells that it
 * happens with UDP and does not with TCP; the condition is an assumption.
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

    /// @return what happened so far, frames that have begun and not ended not counted as sent
    WavelanCounters GetCounters() const;
    /// @return packets in transmit buffers
    std::size_t GetNQueued() const;
    /// @param bytes of an IP packet
    /// @return time of its frame on the air: Preamble, and 14 bytes of Ethernet header, the packet
    /// and 4 bytes of CRC at DataRate (xylomenos1999, III.A)
    Time GetFrameTime(uint32_t bytes) const;
    /// What the processor of the host does beside: when work that begins at an instant, and takes
    /// some time on an idle processor, is finished.
    using Processor = std::function<Time(Time start, Time work)>;
    /// Let the copies to transmit buffers take longer on a busy processor.
    /// @param processor of the host; empty: it is idle
    void SetProcessor(Processor processor);
    /// @param stream of the backoffs; overrun, losses, signal, noise and quality have the next ones
    /// @return number of streams that were assigned, 6, whether or not the card can be overrun
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source Drop.
    /// @param packet that was dropped
    /// @param reason why
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, WavelanDropReason reason);
    /// Signature of the trace source Signal.
    /// @param packet that was received
    /// @param signal of it
    typedef void (*SignalTracedCallback)(Ptr<const Packet> packet, const WavelanSignal& signal);

  protected:
    void NotifyConstructionCompleted() override;
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// A packet in a transmit buffer.
    struct Buffer
    {
        MediumPayload payload; ///< the packet
        MediumFrame frame;     ///< its time on the air
        EventId copied;        ///< end of the copy to the buffer
        bool isClaimed{true};  ///< whether a station has its address, once it is sent
    };

    MediumFrame GetFrame(MediumFunction function) override;
    uint32_t DrawSlots(MediumFunction function, uint32_t window) override;
    bool WantsBegin(MediumFunction function) const override;
    void NotifyBegin(const MediumPayload& payload, MediumStation receiver, MediumTime end) override;
    const MediumPayload& GetPayload(MediumFunction function) override;
    bool IsDelivered(MediumFunction function) override;
    bool Note(const MediumAttempt& attempt) override;
    bool IsCorrupt(Ptr<const Packet> packet, MediumTransmission::Kind kind) override;
    void ReceiveFrame(const MediumArrival& arrival) override;

    bool Accept(const MediumPayload& payload) override;
    void RequireDetectable(MediumTime frame) const;
    bool IsLostInOverrun();
    void EndReset();
    void FinishCopy();
    void Release();
    void Finish();
    Ptr<Packet> MakeEthernetFrame(const MediumPayload& payload) const;
    void SetDataRate(DataRate rate);
    DataRate GetDataRate() const;
    void SetTxBuffers(uint32_t buffers);
    uint32_t GetTxBuffers() const;
    void StopIfFull();
    void WakeIfFree();
    void Drop(Ptr<const Packet> packet, WavelanDropReason reason);
    void ReportSignal(const MediumArrival& arrival);

    DataRate m_rate;                           ///< DataRate
    Time m_preamble;                           ///< Preamble
    Time m_gap;                                ///< InterframeGap
    uint32_t m_minCw;                          ///< MinCw
    uint32_t m_maxCw;                          ///< MaxCw
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
    std::deque<Buffer> m_onAir;   ///< packet that is being sent; or none
    Time m_copiedAt;              ///< the last packet will have been copied
    Time m_freedAt{-1};           ///< instant at which a buffer last became free
    EventId m_endOfReset;         ///< end of that pause
    WavelanOverrun m_overrun;     ///< of the controller; never, without OverrunAfter
    WavelanCounters m_counters;

    TracedCallback<Ptr<const Packet>> m_macTxDrop;
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;
    TracedCallback<Ptr<const Packet>> m_phyTxEnd;
    TracedCallback<Ptr<const Packet>> m_phyTxDrop;
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;
    TracedCallback<Ptr<const Packet>, WavelanDropReason> m_drop;
    TracedCallback<Ptr<const Packet>, const WavelanSignal&> m_signal;
};

} // namespace ns3

#endif // WAVELAN_NET_DEVICE_H
