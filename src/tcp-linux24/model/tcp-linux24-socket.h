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
 * A TCP socket that behaves on the wire like Linux 2.4, with switches for 2.4.19, 2.6.8 and 2.0.32.
 *
 * A TcpLinuxSender and a TcpLinux24Receiver decide which segments are sent, when, and with which
 * content. CheckListen() and similar functions decide what happens to a segment in each state of
 * RFC 793. This class carries out their decisions: it handles a connection from the application's
 * calls to the packets that leave.
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

    /**
     * Same as in the base class, but a socket that listens, or that has or had a connection,
     * refuses (inet_stream_connect).
     * @param address and port of the peer
     * @return 0, or -1 with errno: ERROR_AFNOSUPPORT if the socket is bound in the other version of
     * IP, ERROR_AGAIN while a connection is being set up (EALREADY of Linux, which ns-3 does not
     * have), ERROR_ISCONN if the socket listens, or has or had a connection
     */
    int Connect(const Address& address) override;
    /**
     * Same as in the base class, but a socket that is not bound gets a free port of IPv4
     * (tcp_listen_start), and one that has or had a connection refuses (inet_listen).
     * @return 0, or -1 with errno ERROR_INVAL if the socket listens already, or has or had a
     * connection
     */
    int Listen() override;
    /**
     * Close the connection like close() of Linux (tcp_close). If data is unread, a RST is sent (RFC
     * 2525, 2.17), and the connection ends at once with NotifyErrorClose(). Otherwise the written
     * data is still sent, followed by a FIN; SO_LINGER is not modelled. The connection is then an
     * orphan: it makes fewer retries, and FIN_WAIT_2 ends after FinTimeout. In SYN_SENT, a
     * connection without written data ends without a packet.
     * @return 0, even if the socket is already closed
     */
    int Close() override;
    /**
     * Stop writing, but continue to read (shutdown(SHUT_WR), tcp_shutdown). The FIN leaves after
     * the written data; in SYN_SENT, it leaves after the handshake. Later calls of Send() fail with
     * ERROR_SHUTDOWN. On a listening socket the call has the meaning of ns-3, on which PacketSink
     * relies: from then on, a socket that is accepted closes after the peer's FIN, as soon as all
     * data is read.
     * @return 0, or -1 with ERROR_NOTCONN if the socket is closed, where the call has no effect
     */
    int ShutdownSend() override;
    /**
     * Accept as much data as fits into the send buffer, and send what the windows, Nagle's
     * algorithm and the cork allow (tcp_sendmsg). In SYN_SENT the data waits until the handshake is
     * over (wait_for_tcp_connect). If there is too little space, the send callback fires when
     * enough space is free again. Any flag other than SEND_MORE ends the program with one line.
     * @param packet data, copied
     * @param flags SEND_MORE or 0
     * @return number of bytes accepted: without PartialWrites all of them, with it as many as fit,
     * at least one. Otherwise -1: with ERROR_MSGSIZE if there is no space, with ERROR_SHUTDOWN
     * after ShutdownSend(), with ERROR_NOTCONN without a connection or after Close(). A write that
     * is larger than the empty buffer causes a warning, once per program
     */
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    /**
     * Read in-order data (tcp_recvmsg). An ACK leaves if the window has opened enough, or if the
     * data that was read requested one (cleanup_rbuf).
     * @param maxSize most bytes to read
     * @param flags 0
     * @return data, as from TcpSocketBase::Recv(). Bytes behind a hole that the receiver has
     * discarded are not returned, although the base class still holds them
     */
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    /**
     * The kernel counts memory, and a segment occupies more memory than its data; the result is
     * converted to data bytes.
     * @return number of data bytes that Send() would accept now
     */
    uint32_t GetTxAvailable() const override;
    /// @return number of bytes that Recv() would return now; bytes behind a hole do not count
    uint32_t GetRxAvailable() const override;

    /// End the program with one line if an attribute has a value that the kernel cannot have. If
    /// the value is a changed default, which stock sockets may need, print a warning instead.
    void CheckSettings() const;

    /**
     * An attribute of this class got another value. In a connection this ends the program with one
     * line, unless the kernel reads the attribute each time it needs it.
     * @param accessor of the attribute
     */
    void AttributeChanged(const AttributeAccessor& accessor) const;

    /// Flag of Send(): data that does not fill a segment waits for more, as with Linux's MSG_MORE.
    static constexpr uint32_t SEND_MORE = 0x8000;

    /**
     * TCP_CORK: data that does not fill a segment waits for more, or for the timer that probes
     * windows. If it is turned off, the data is sent.
     * @param cork whether it is on
     * @return false if there is no connection, or it is of Linux 2.0, which has no such option
     */
    bool SetCork(bool cork);
    /// @return whether TCP_CORK is on
    bool IsCorked() const;
    /**
     * TCP_MAXSEG: the largest MSS to send with, where options count as data. It takes effect when a
     * connection starts, including one that a listening socket accepts. As in these kernels, the
     * MSS offered to the peer still follows from the MTU; SegmentSize reduces both. A value below
     * 48 counts as 48, the kernel's smallest MSS (tcp_sync_mss).
     * @param mss bytes, 8 to 32767
     * @return false if it is out of range
     */
    bool SetUserMss(uint32_t mss);
    /**
     * SO_SNDBUF, also in a connection: the size of the send buffer, which does not grow any more
     * (SOCK_SNDBUF_LOCK). It replaces SndBufSize and InitialSndBufSize.
     * @param size bytes of memory
     */
    void FixSndBufSize(uint32_t size);
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
     * A reduction of the congestion window was undone.
     * @param [in] undo by which rule
     * @param [in] cwnd congestion window now, segments
     * @param [in] ssthresh slow start threshold now, segments
     */
    typedef void (*UndoTracedCallback)(TcpLinux24Undo undo, uint32_t cwnd, uint32_t ssthresh);
    /**
     * A segment was retransmitted.
     * @param [in] range its place in the byte stream
     * @param [in] reason why
     * @param [in] packet its data, with the uid that the packet has below
     */
    typedef void (*SegmentRetransmissionTracedCallback)(TcpRange range,
                                                        TcpLinux24Retransmission reason,
                                                        Ptr<const Packet> packet);

    /**
     * The sender has measured a round trip. Unlike LastRTT of the base class, which is a traced
     * value, this trace also fires for a sample that equals the previous one, for the SYN, and
     * without timestamps. Without timestamps, 2.4 forgets the round trip of the SYN afterwards;
     * 2.0.32 measures one for each segment that an ACK removes, but none for the SYN.
     * @param [in] rtt measured, in whole ticks of the kernel; 0 on short paths
     * @param [in] rto retransmission timeout after it, not backed off
     */
    typedef void (*RttSampleTracedCallback)(Time rtt, Time rto);

    /**
     * A received segment was dropped: the whole segment, or its data.
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
    /**
     * A listening socket has made this one for a SYN; the SYN-ACK leaves (tcp_v4_conn_request). The
     * kernel would keep a smaller request; ns-3 has only sockets. Without a route back nothing
     * refers to this one afterwards, so that it goes (trace SegmentDropped with NO_ROUTE).
     * @param packet data of the SYN, not taken
     * @param header of the SYN; over IPv4 a timestamp of 0 counts as none
     * @param from, to addresses and ports of peer and host
     */
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    /**
     * @return a copy for a connection request: settings and trace sinks, but no state of a
     * connection
     */
    Ptr<TcpSocketBase> Fork() override;
    /**
     * What TcpSocketBase would send by itself becomes an action of the kernel: SYN opens the
     * connection, or repeats the SYN-ACK of a request; FIN queues the FIN; RST and ACK leave at
     * once. Without an end point nothing happens.
     * @param flags of TCP. The first of RST, SYN and FIN that is set decides; any other value is an
     * ACK
     */
    void SendEmptyPacket(uint8_t flags) override;
    /**
     * For headers that the base writes itself, and for its trace AdvWND.
     * @param scale whether to divide by the window scale in use
     * @return the window that the receiver offers, at most 65535; 0 before the peer's SYN came
     */
    uint16_t AdvertisedWindowSize(bool scale = true) const override;
    /// @return 0, so that the base sends nothing by itself
    uint32_t AvailableWindow() const override;
    /**
     * The event for the sender's timer (tcp_write_timer) or for the repetition of a SYN-ACK
     * (tcp_synack_timer). It may be early, because a timer that moves to later leaves its event
     * alone; then only the event is set anew. Looks for a new route, like the kernel, before a
     * timeout is processed.
     */
    void ReTxTimeout() override;
    /**
     * The event for the receiver's timer of a delayed ACK (tcp_delack_timer). It may be early, too.
     */
    void DelAckTimeout() override;
    /**
     * TCP_NODELAY, attribute TcpNoDelay. Switched on in a connection, it sends what Nagle's
     * algorithm held (tcp_setsockopt).
     * @param noDelay whether Nagle's algorithm is off
     */
    void SetTcpNoDelay(bool noDelay) override;
    /**
     * SO_RCVBUF, attribute RcvBufSize. The window of the SYN follows from it. The program ends with
     * one line if it changes after the peer's SYN has come.
     * @param size bytes of memory
     */
    void SetRcvBufSize(uint32_t size) override;
    /**
     * @return bytes of memory; in a connection what the receiver has now, which it may have raised
     * itself
     */
    uint32_t GetRcvBufSize() const override;
    /**
     * Attribute SegmentSize.
     * @param size data bytes of the largest segment. 0: as the MTU of the path and the peer's MSS
     * allow, known when a connection starts; until then 1448
     */
    void SetSegSize(uint32_t size) override;
    /// Cancels all timers and forgets the path. The peer is not notified.
    void DoDispose() override;

    /**
     * Sorts segments by the state of RFC 793 (tcp_v4_do_rcv). Data in CLOSED, LISTEN and SYN_SENT
     * is not kept; the peer sends it again.
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports of peer and host
     */
    void OnSegment(Ptr<Packet> packet,
                   const TcpHeader& header,
                   const Address& from,
                   const Address& to) override;
    /**
     * Lowers the MSS and sends again what is too long now (do_pmtu_discovery,
     * tcp_simple_retransmit). Without attribute PathMtuDiscovery, without a connection, in
     * TIME_WAIT, or if the path gets no smaller, nothing changes.
     * @param mtu that the router reports, bytes
     */
    void OnPacketTooBig(uint32_t mtu) override;
    /**
     * In SYN_SENT and SYN_RCVD the connection fails (tcp_v4_err). A connection that is set up goes
     * on (RFC 1122, 4.2.3.9), and the application sees the error only if it later dies of a timeout
     * before an ACK shows that the path works again.
     * @param error for the application
     */
    void OnUnreachable(SocketErrno error) override;

  private:
    /// @name TcpLinuxSenderHost
    /// @{
    /**
     * The header says what is true at this moment: ACK number, window, timestamp and SACK blocks
     * (tcp_transmit_skb). A segment without any position becomes a window probe; with attribute
     * ProbeWithGarbageByte it carries one byte, which stock sockets of ns-3 answer (RFC 1122,
     * 4.2.3.6). Fires Tx, and for a retransmission SegmentRetransmission and Retransmission.
     * @param segment what to send
     * @param retransmission why, if it was sent before
     * @return LOCAL_DROP if the queue disc below refused it and LocalDropFeedback is set. Without
     * an end point SENT
     */
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override;
    /**
     * @return memory of this socket's packets in the queue discs of the node, bytes: data and
     * SegmentOverhead for each (wmem_alloc)
     */
    uint32_t GetMemoryBelow() const override;
    /**
     * @param segment sent before
     * @return whether a packet that begins at its position waits in the link queue
     */
    bool IsInLinkQueue(const TcpLinux24Segment& segment) const override;
    /**
     * @return whether Send() had to refuse data, and the application was not notified of new room
     * since
     */
    bool IsWriterSleeping() const override;
    /**
     * Fires CaState, and CongState of the base, whose states have the same numbers.
     * @param from, to states
     * @param reason why
     */
    void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) override;
    /**
     * Fires Undo.
     * @param undo by which rule
     */
    void Undone(TcpLinux24Undo undo) override;
    /**
     * Logs only; CongestionWindow shows the new value after the call of the sender.
     * @param decay the reason
     */
    void WindowDecayed(TcpLinux24Decay decay) override;
    /// @return option bytes of the SACK blocks that the receiver has to report; 0 without SACK
    uint32_t GetSackBytes() const override;
    /**
     * Fires RttSample.
     * @param ticks measured; below 0 it counts as 0
     */
    void RttSampled(int32_t ticks) override;
    /**
     * Only takes note: the sender is still on the stack. AfterSender() then ends the connection
     * (tcp_write_err).
     */
    void GaveUp() override;
    /// @}

    /// @name Segments, by the state of RFC 793
    /// @{
    /**
     * Tell trace SegmentDropped, if there was data.
     * @param packet data of a segment not taken
     * @param fate why
     */
    void NoteDropped(Ptr<const Packet> packet, TcpLinux24Fate fate);
    /**
     * A SYN makes a socket for the connection, unless the backlog is full (trace SegmentDropped
     * with BACKLOG_FULL) or the application refuses, which is silent (tcp_v4_conn_request). See
     * CheckListen().
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports
     * @param sequenceNumber of the SYN-ACK; without it InitialSequenceNumber
     */
    void OnSegmentInListen(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to,
                           std::optional<uint32_t> sequenceNumber = {});
    /**
     * See CheckSynSent() (tcp_rcv_synsent_state_process). An echoed timestamp must lie between the
     * first SYN and now. A refusal by RST gives the application ERROR_NOTCONN, as ns-3 has no
     * ECONNREFUSED.
     * @param header TCP header
     * @param from, to addresses and ports
     */
    void OnSegmentInSynSent(const TcpHeader& header, const Address& from, const Address& to);
    /**
     * Our SYN-ACK waits for its ACK; see CheckRequest() (tcp_check_req). The segment with the right
     * ACK is the first one of the connection: the application is notified, and may write or close,
     * before its data is looked at.
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports
     */
    void OnSegmentInRequest(Ptr<Packet> packet,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to);
    /**
     * In the order of tcp_rcv_established: PAWS and window, RST, SYN, ACK; see CheckConnection(). A
     * segment outside the window is answered by an ACK (tcp_send_dupack), unless it is an RST.
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports
     */
    void OnSegmentInConnection(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to);
    /**
     * See CheckTimeWait() (tcp_timewait_state_process). A SYN that may open a new connection goes
     * to the socket that listens at the port; the number of its SYN-ACK lies above all that this
     * connection could have sent.
     * @param packet data
     * @param header TCP header
     * @param from, to addresses and ports
     */
    void OnSegmentInTimeWait(Ptr<Packet> packet,
                             const TcpHeader& header,
                             const Address& from,
                             const Address& to);
    /**
     * Data, ACK and FIN of a segment that the connection takes. The data comes first, so that what
     * the ACK releases acknowledges it; the ACK for it is decided before the application reads
     * (tcp_ack_snd_check); the ACK of our FIN comes before the peer's FIN, so that crossing FINs
     * lead to TIME_WAIT. Callbacks of the application come last: received data, then the end, then
     * room to write.
     * @param packet data
     * @param header TCP header
     * @param arrival both, for the receiver
     * @param hasText there are data or FIN, and they are to be looked at
     */
    void Process(Ptr<Packet> packet,
                 const TcpHeader& header,
                 const TcpLinux24Arrival& arrival,
                 bool hasText);
    /// Header prediction (tcp_rcv_established).
    /// @param header of an acceptable segment
    /// @param arrival the same
    /// @return whether it is data in order or an ACK, and leaves the window as it is
    bool IsPredicted(const TcpHeader& header, const TcpLinux24Arrival& arrival) const;
    /// @param header of an acceptable segment
    /// @return whether it acknowledges exactly what is acknowledged already
    bool RepeatsAck(const TcpHeader& header) const;
    /// Fires AckSkipDecision if an ACK was due and AckSkip is not 0.
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
    /**
     * Sends the SYN-ACK of a passive opener and sets the timer for its repetition: ConnTimeout,
     * doubled each time, at most 120 s (TCP_RTO_MAX; tcp_synack_timer). After ConnCount of them the
     * request ends, without a word to the application.
     */
    void RepeatSynAck();
    TcpLinux24StockSettings GetStockSettings() const; ///< @return attributes of the base
    /// Attributes of the base, which tells nobody when they are set, must be what the connection
    /// has taken: otherwise the program ends with one line.
    void CheckUnchanged() const;
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
    /**
     * @param state the next one
     * @param reason why, for the log
     */
    void EnterState(TcpStates_t state, const char* reason);
    /**
     * The application writes no more. The state changes at once, even if data and FIN have to wait
     * for the window (tcp_close_state, tcp_send_fin). Later calls have no effect.
     */
    void QueueFin();
    /**
     * The peer's FIN and all data before it are here (tcp_fin). NotifyNormalClose() fires, once in
     * the life of the socket.
     */
    void OnFinReceived();
    /**
     * Close a socket whose listener was shut down for writing, as a reader does that has come to
     * the end: once the peer's FIN is here and all data is read.
     */
    void CloseAtEnd();
    /**
     * The peer has all our data and the FIN: FIN_WAIT_1 becomes FIN_WAIT_2, CLOSING becomes
     * TIME_WAIT, and LAST_ACK ends (tcp_rcv_state_process).
     */
    void OnFinAcknowledged();
    void Orphan(); ///< The application closed
    /// Limits FIN_WAIT_2 of an orphan (tcp_keepalive_timer).
    void StartFinTimer();
    /// @return FinTimeout, and in 2.4 and 2.6 at least 3.5 retransmission timeouts
    Time GetFinTimeout() const;
    /**
     * Ends the connection, with NotifyErrorClose(), if FIN_WAIT_2 has lasted GetFinTimeout() since
     * the last data came; otherwise waits for the rest.
     */
    void OnFinTimeout();
    /**
     * End without a FIN (tcp_reset, tcp_write_err). The end point is given back. The application is
     * notified by NotifyConnectionFailed() in SYN_SENT, by NotifyErrorClose() in a connection that
     * it knows, and not at all in TIME_WAIT or for a request that was not accepted yet.
     * @param reason why, for the log
     */
    void AbortConnection(const char* reason);
    /// @}

    /// @name Following sender and receiver
    /// @{
    /**
     * All that follows in ns-3 from a call of the sender, once for each call: the end of a
     * connection that the sender gave up, packets that are no longer needed, timer, traces, and
     * NotifyDataSent() with the bytes that were sent for the first time. The connection may be over
     * afterwards.
     */
    void AfterSender();
    void FollowSender(); ///< The same without NotifyDataSent()
    void TellDataSent(); ///< NotifyDataSent(), if bytes were sent for the first time
    /**
     * The simulator's event for the sender's timer. An event that is earlier than the timer is left
     * alone and looked at again when it fires, which is cheaper than to cancel one on every ACK.
     */
    void ArmRetransmissionTimer();
    void ArmDelayedAckTimer(); ///< The simulator's event for the receiver's timer
    /**
     * Traced values of the base follow the sender. It counts bytes, so that the windows are
     * multiplied by GetFullSegment(). An infinite slow start threshold is 4294967295 there.
     */
    void UpdateTraces();
    /// The windows alone, which those who trace them must know before what they allow.
    void UpdateWindowTraces();
    void UpdateMss(); ///< To the MTU of the path as it is now
    /**
     * Tells the application of room in the send buffer, by NotifySend(), if at least half as much
     * memory is free as is in use. If Send() had to refuse data and InitialSndBufSize is not 0, the
     * buffer may grow before (tcp_new_space). Does nothing unless the application may write.
     */
    void WakeWriter();
    uint32_t GetFullSegment() const; ///< @return data bytes, SegmentSize at most
    TcpLinux24SendBufferLimits GetSendBufferLimits() const; ///< @return by attributes
    /// @}

    /// @name Packets out
    /// @{
    /**
     * @param segment to be sent
     * @return its data
     */
    Ptr<Packet> MakePayload(const TcpLinux24Segment& segment) const;
    /// @param flags of TCP
    /// @param sequence number
    /// @return header with ports and options
    TcpHeader MakeHeader(uint8_t flags, SequenceNumber32 sequence);
    /**
     * Hands a packet to IP and asks the link queue afterwards, because ns-3 does not return whether
     * the queue disc took it (ip_queue_xmit). A header with ACK tells the receiver that an ACK has
     * left; of 2.4 a SYN-ACK does not, as no window is selected for it. Fires Tx and, with an ACK,
     * AdvWND.
     * @param packet data
     * @param header TCP header
     * @return LOCAL_DROP if the queue disc refused it and LocalDropFeedback is set
     */
    TcpLinux24Transmit SendToPeer(Ptr<Packet> packet, const TcpHeader& header);
    /// @return where a segment without data must lie for the peer to take it (tcp_acceptable_seq)
    TcpOffset GetAcceptableOffset() const;
    /**
     * A pure ACK, at once. One that the queue disc refuses is a sign of congestion for the sender
     * (tcp_send_ack, tcp_transmit_skb). Without an end point nothing happens.
     */
    void SendAck();
    void SendSynAck(); ///< SYN and ACK, beside the sender

    /// @}

    /// Shared by a listening socket and its handshakes, so that the owners are their number.
    struct SynBacklog
    {
        bool isClosed{false}; ///< the listening socket is: its requests are gone (tcp_listen_stop)
    };

    /**
     * @return whether no further handshake can begin: MaxSynBacklog, at least 64 and rounded up to
     * a power of two, of them are under way (tcp_synq_is_full, tcp_listen_start), or in 2.4 and 2.6
     * more than three quarters of MaxSynBacklog (tcp_v4_conn_request without SYN cookies)
     */
    bool IsBacklogFull() const;

    TcpLinux24SocketSettings m_settings; ///< what a user can set
    TcpLinux24StockSettings m_taken;     ///< what the connection has of the base's attributes

    std::unique_ptr<TcpLinuxSender> m_sender;       ///< null before the connection starts
    std::unique_ptr<TcpLinux24Receiver> m_receiver; ///< null before the peer's SYN came
    TcpLinux24Translator m_translator;              ///< between both and headers
    TcpLinux24Path m_path;                          ///< to the peer
    TcpLinux24SendBuffer m_sendBuffer;              ///< room for the application's data
    TcpLinux24PayloadQueue m_payload;               ///< written and not acknowledged
    Ptr<TcpLinux24LinkQueue> m_linkQueue;           ///< below, of the node
    Ptr<TcpLinux24QueueAccount> m_memoryBelow;      ///< what waits in it

    bool m_segmentSizeFromPath{false};       ///< SegmentSize is 0
    bool m_closesAtEnd{false};               ///< see CloseAtEnd; of a listener: its connections
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
