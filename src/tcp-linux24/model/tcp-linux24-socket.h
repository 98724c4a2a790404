// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_H
#define TCP_LINUX24_SOCKET_H

#include "tcp-linux20-sender.h"
#include "tcp-linux24-end-point-socket.h"
#include "tcp-linux24-link-queue.h"
#include "tcp-linux24-path.h"
#include "tcp-linux24-payload-queue.h"
#include "tcp-linux24-receiver.h"
#include "tcp-linux24-send-buffer.h"
#include "tcp-linux24-sender.h"
#include "tcp-linux24-socket-settings.h"
#include "tcp-linux24-stock-settings.h"
#include "tcp-linux24-translator.h"

#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <memory>
#include <optional>

namespace ns3
{

/**
 * @defgroup tcp-linux24 Linux 2.4 TCP
 * TCP as Linux 2.0, 2.4 and 2.6 implemented it.
 */

/**
 * @ingroup tcp-linux24
 * A TCP socket that behaves on the wire as Linux 2.4 does, with switches for 2.4.19, 2.6.8 and
 * 2.0.32.
 *
 * What segments are sent, when and with what content is decided by a TcpLinuxSender and a
 * TcpLinux24Receiver; what a state of RFC 793 makes of a segment by CheckListen() and its
 * companions. This class does what they have decided: it is the life of a connection, from the
 * application's calls to the packets that leave.
 *
 * Traces of the base class stay valid: CongestionWindow and SlowStartThreshold in bytes, RTT, RTO,
 * CongState, BytesInFlight, Tx, Rx, Retransmission.
 */
class TcpLinux24Socket : public TcpLinux24EndPointSocket, public TcpLinuxSenderHost
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    TcpLinux24Socket();
    /// @param socket listening socket whose settings a new connection takes over
    TcpLinux24Socket(const TcpLinux24Socket& socket);
    ~TcpLinux24Socket() override;

    int Close() override;
    int ShutdownSend() override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;
    uint32_t GetRxAvailable() const override;

    /// Stops the program with one line if an attribute has a value that the kernel cannot have. If
    /// it is a default, which stock sockets may have use for, the line is a warning.
    void CheckSettings() const;

    /// Flag of Send(): what does not fill a segment waits for more, as after MSG_MORE of Linux.
    static constexpr uint32_t SEND_MORE = 0x8000;

    /**
     * TCP_CORK: what does not fill a segment waits for more, or for the timer that probes windows.
     * Off: it is sent.
     * @param cork whether it is on
     * @return false if there is no connection, or it is of Linux 2.0, which has no such option
     */
    bool SetCork(bool cork);
    /// @return whether TCP_CORK is on
    bool IsCorked() const;
    /**
     * TCP_MAXSEG: the largest MSS to send with, options counted as data. It is looked at when a
     * connection starts, also one that a listening socket accepts. As in these kernels the MSS
     * offered to the peer stays that of the MTU; SegmentSize lowers both.
     * @param mss bytes, 8 to 32767
     * @return false if it is out of range
     */
    bool SetUserMss(uint32_t mss);
    /// @return data bytes of a full segment; 0 before the handshake
    uint32_t GetSendMss() const;

    /// @return sending half; null before the connection starts
    const TcpLinuxSender* GetSender() const;
    /// @return receiving half; null before the peer's SYN came
    const TcpLinux24Receiver* GetReceiver() const;

    /// @name Signatures of trace sources
    /// @{
    /**
     * The state of congestion control changed.
     * @param [in] from the old state
     * @param [in] to the new state
     * @param [in] reason why
     */
    typedef void (*CaStateTracedCallback)(TcpLinux24State from,
                                          TcpLinux24State to,
                                          TcpLinux24Reason reason);
    /**
     * A reduction of the congestion window was taken back.
     * @param [in] undo by which rule
     * @param [in] cwnd congestion window now, segments
     * @param [in] ssthresh slow start threshold now, segments
     */
    typedef void (*UndoTracedCallback)(TcpLinux24Undo undo, uint32_t cwnd, uint32_t ssthresh);
    /**
     * A segment was sent again.
     * @param [in] range its place in the byte stream
     * @param [in] reason why
     * @param [in] packet its data, with the uid that the packet has below
     */
    typedef void (*SegmentRetransmissionTracedCallback)(TcpRange range,
                                                        TcpLinux24Retransmission reason,
                                                        Ptr<const Packet> packet);

    /**
     * The sender has measured a round trip. Unlike LastRTT of the base, which is a traced value,
     * the trace fires even if it is equal to the one before, and also for the SYN and without
     * timestamps. Without them 2.4 forgets the round trip of the SYN afterwards, and 2.0.32
     * measures one for each segment that an ACK removes, but none for the SYN.
     * @param [in] rtt measured, in whole ticks of the kernel; 0 on short paths
     * @param [in] rto retransmission timeout after it, not backed off
     */
    typedef void (*RttSampleTracedCallback)(Time rtt, Time rto);

    /**
     * A segment that came was not taken, wholly or in its data.
     * @param [in] fate why
     * @param [in] packet its data
     */
    typedef void (*SegmentDroppedTracedCallback)(TcpLinux24Fate fate, Ptr<const Packet> packet);

    /**
     * An ACK was due, and AckSkip decided about it.
     * @param [in] decision whether it was skipped, and why
     */
    typedef void (*AckSkipTracedCallback)(const TcpLinux24AckSkipDecision& decision);
    /// @}

  protected:
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    Ptr<TcpSocketBase> Fork() override;
    void SendEmptyPacket(uint8_t flags) override;
    uint16_t AdvertisedWindowSize(bool scale = true) const override;
    uint32_t AvailableWindow() const override;
    void ReTxTimeout() override;
    void DelAckTimeout() override;
    void SetTcpNoDelay(bool noDelay) override;
    void SetRcvBufSize(uint32_t size) override;
    uint32_t GetRcvBufSize() const override;
    void SetSegSize(uint32_t size) override;
    void DoDispose() override;

    void OnSegment(Ptr<Packet> packet,
                   const TcpHeader& header,
                   const Address& from,
                   const Address& to) override;
    void OnPacketTooBig(uint32_t mtu) override;
    void OnUnreachable(SocketErrno error) override;

  private:
    /// @name TcpLinuxSenderHost
    /// @{
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override;
    uint32_t GetMemoryBelow() const override;
    bool IsInLinkQueue(const TcpLinux24Segment& segment) const override;
    bool IsWriterSleeping() const override;
    void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) override;
    void Undone(TcpLinux24Undo undo) override;
    void WindowDecayed(TcpLinux24Decay decay) override;
    uint32_t GetSackBytes() const override;
    void RttSampled(int32_t ticks) override;
    void GaveUp() override;
    /// @}

    /// @name Segments, by the state of RFC 793
    /// @{
    /// Tell trace SegmentDropped, if there was data.
    /// @param packet data of a segment not taken
    /// @param fate why
    void NoteDropped(Ptr<const Packet> packet, TcpLinux24Fate fate);
    /// @param packet data
    /// @param header TCP header
    /// @param from, to addresses and ports
    /// @param sequenceNumber of the SYN-ACK; without it InitialSequenceNumber
    void OnSegmentInListen(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to,
                           std::optional<uint32_t> sequenceNumber = {});
    /// @param header TCP header
    /// @param from, to addresses and ports
    void OnSegmentInSynSent(const TcpHeader& header, const Address& from, const Address& to);
    /// Our SYN-ACK waits for its ACK.
    /// @param packet data
    /// @param header TCP header
    /// @param from, to addresses and ports
    void OnSegmentInRequest(Ptr<Packet> packet,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to);
    /// @param packet data
    /// @param header TCP header
    /// @param from, to addresses and ports
    void OnSegmentInConnection(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to);
    /// @param packet data
    /// @param header TCP header
    /// @param from, to addresses and ports
    void OnSegmentInTimeWait(Ptr<Packet> packet,
                             const TcpHeader& header,
                             const Address& from,
                             const Address& to);
    /// Data, ACK, FIN of a segment that the connection takes.
    /// @param packet data
    /// @param header TCP header
    /// @param arrival both, for the receiver
    /// @param hasText there are data or FIN, and they are to be looked at
    void Process(Ptr<Packet> packet,
                 const TcpHeader& header,
                 const TcpLinux24Arrival& arrival,
                 bool hasText);
    /// Header prediction, which does not look at an ACK number that says nothing new
    /// (tcp_rcv_established).
    /// @param header of an acceptable segment
    /// @param arrival the same
    /// @return whether it is data in order, and nothing but data
    bool IsPredicted(const TcpHeader& header, const TcpLinux24Arrival& arrival) const;
    void TellAckSkip();
    /// @param ack of an acceptable segment
    void ApplyAck(const TcpLinux24Ack& ack);
    /// @param packet data
    /// @param header TCP header
    /// @param arrival both, to be taken in
    void TakeIn(Ptr<Packet> packet, const TcpHeader& header, const TcpLinux24Arrival& arrival);
    /// @}

    /// @name The handshake
    /// @{
    void StartPath(const Address& peer); ///< A connection starts. @param peer with port
    void StartSending();                 ///< The sending half begins to exist
    /// The receiving half begins to exist.
    /// @param header of a segment with SYN
    /// @param isZeroNone a timestamp of 0 counts as none
    void StartReceiving(const TcpHeader& header, bool isZeroNone = false);
    /// The handshake is over.
    /// @param header of its last segment
    void CompleteOpen(const TcpHeader& header);
    void FinishActiveOpen(); ///< Tell the application, send what it wrote before
    void RepeatSynAck();     ///< The timer of a passive opener fired
    TcpLinux24StockSettings GetStockSettings() const;     ///< @return attributes of the base
    TcpLinux24Options GetSenderOptions() const;           ///< @return of the kernel and the base
    TcpLinux24ReceiverOptions GetReceiverOptions() const; ///< @return after the handshake
    std::unique_ptr<TcpLinuxSender> MakeSender();         ///< @return of the kernel
    TcpLinux24WireOptions GetWireOptions() const;         ///< @return what the base holds of them
    uint32_t GetWantedMss() const;     ///< @return MSS by SegmentSize or else the MTU, bytes
    uint32_t GetSynMss() const;        ///< @return data of a segment as our SYN knows it, bytes
    uint32_t GetSynWindow() const;     ///< @return window of our SYN, bytes
    uint8_t GetOwnWindowScale() const; ///< @return shift of the windows we offer
    /// @}

    /// @name The end
    /// @{
    /// @param state the next one
    /// @param reason why, for the log
    void EnterState(TcpStates_t state, const char* reason);
    void QueueFin();          ///< The application writes no more
    void OnFinReceived();     ///< All data of the peer is here
    void OnFinAcknowledged(); ///< The peer has all our data
    void Orphan();            ///< The application closed
    void StartFinTimer();     ///< If FIN_WAIT_2 is limited
    void OnFinTimeout();      ///< FIN_WAIT_2 may have lasted long enough
    /// Without a FIN.
    /// @param reason why, for the log
    void AbortConnection(const char* reason);
    /// @}

    /// @name Following sender and receiver
    /// @{
    void AfterSender();              ///< Timer, traces and notices after a call of the sender
    void ArmRetransmissionTimer();   ///< The simulator's event for the sender's timer
    void ArmDelayedAckTimer();       ///< The simulator's event for the receiver's timer
    void UpdateTraces();             ///< Traced values follow the sender
    void UpdateMss();                ///< To the MTU of the path as it is now
    void WakeWriter();               ///< If enough of the send buffer is free again
    uint32_t GetFullSegment() const; ///< @return data bytes, SegmentSize at most
    TcpLinux24SendBufferLimits GetSendBufferLimits() const; ///< @return by attributes
    /// @}

    /// @name Packets out
    /// @{
    /// @param segment to be sent
    /// @return its data
    Ptr<Packet> MakePayload(const TcpLinux24Segment& segment) const;
    /// @param flags of TCP
    /// @param sequence number
    /// @return header with ports and options
    TcpHeader MakeHeader(uint8_t flags, SequenceNumber32 sequence);
    /// @param packet data
    /// @param header TCP header
    /// @return whether the link queue took it
    TcpLinux24Transmit SendToPeer(Ptr<Packet> packet, const TcpHeader& header);
    /// @return where a segment without data must lie for the peer to take it (tcp_acceptable_seq)
    TcpOffset GetAcceptableOffset() const;
    void SendAck();    ///< A pure ACK
    void SendSynAck(); ///< SYN and ACK, beside the sender

    /// @}

    /// Shared by a listening socket and its handshakes, so that the owners are their number.
    struct SynBacklog
    {
    };

    /// @return whether no further handshake can begin
    bool IsBacklogFull() const;

    TcpLinux24SocketSettings m_settings; ///< what a user can set

    std::unique_ptr<TcpLinuxSender> m_sender;       ///< null before the connection starts
    std::unique_ptr<TcpLinux24Receiver> m_receiver; ///< null before the peer's SYN came
    TcpLinux24Translator m_translator;              ///< between both and headers
    TcpLinux24Path m_path;                          ///< to the peer
    TcpLinux24SendBuffer m_sendBuffer;              ///< room for the application's data
    TcpLinux24PayloadQueue m_payload;               ///< written and not acknowledged
    Ptr<TcpLinux24LinkQueue> m_linkQueue;           ///< below, of the node
    Ptr<TcpLinux24QueueAccount> m_memoryBelow;      ///< what waits in it

    bool m_segmentSizeFromPath{false};       ///< SegmentSize is 0
    uint32_t m_advertisedMss{0};             ///< MSS of our SYN, bytes
    SocketErrno m_softError{ERROR_NOTERROR}; ///< see OnUnreachable
    Time m_finDeadline;                      ///< of FIN_WAIT_2
    TcpTick m_armedTick{0};                  ///< that m_retxEvent was last looked at for
    uint32_t m_bytesSentNew{0};              ///< sent for the first time, not yet reported
    std::optional<TcpOffset> m_finEnd;       ///< one past our FIN
    std::shared_ptr<SynBacklog> m_backlog;   ///< of a listening socket that has had a SYN
    std::shared_ptr<SynBacklog> m_request;   ///< that of the listening socket, until the last ACK
    bool m_passive{false};                   ///< opened by a listening socket
    bool m_finReceived{false};               ///< the peer's FIN is in order
    bool m_orphaned{false};                  ///< see Orphan
    bool m_gaveUp{false};                    ///< see GaveUp
    bool m_corked{false};                    ///< see SetCork

    /// @name Trace sources
    /// @{
    TracedCallback<TcpLinux24State, TcpLinux24State, TcpLinux24Reason> m_caStateTrace; ///< CaState
    TracedCallback<TcpLinux24Undo, uint32_t, uint32_t> m_undoTrace;                    ///< Undo
    TracedCallback<TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>
        m_segmentRetransmissionTrace;                                ///< SegmentRetransmission
    TracedCallback<Time, Time> m_rttSampleTrace;                     ///< RttSample
    TracedCallback<const TcpLinux24AckSkipDecision&> m_ackSkipTrace; ///< AckSkipDecision
    TracedCallback<TcpLinux24Fate, Ptr<const Packet>> m_segmentDroppedTrace; ///< SegmentDropped
    TracedValue<uint32_t> m_retransStamp{0};                                 ///< RetransStamp
    TracedValue<uint32_t> m_facketsOut{0};                                   ///< FacketsOut
    TracedValue<uint32_t> m_inFlightSegments{0};                             ///< InFlightSegments
    /// @}
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_H
