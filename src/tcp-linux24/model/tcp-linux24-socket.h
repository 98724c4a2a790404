// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SOCKET_H
#define TCP_LINUX24_SOCKET_H

#include "tcp-linux20-sender.h"
#include "tcp-linux24-clock.h"
#include "tcp-linux24-compatibility.h"
#include "tcp-linux24-link-queue.h"
#include "tcp-linux24-minisocks.h"
#include "tcp-linux24-path-mtu.h"
#include "tcp-linux24-payload-queue.h"
#include "tcp-linux24-receiver.h"
#include "tcp-linux24-sender.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/tcp-header.h"

#include <memory>
#include <optional>
#include <string>

namespace ns3
{

class Ipv4Interface;
class Ipv6Interface;
class NetDevice;

/**
 * @ingroup tcp-linux24
 * A TCP socket that behaves on the wire as Linux 2.4 does, with switches for 2.4.19, 2.6.8 and
 * 2.0.32.
 *
 * The base class gives it addresses, ports, attributes and traces. What segments are sent, when and
 * with what content is decided by a TcpLinuxSender and TcpLinux24Receiver; this class translates
 * between packets and positions in the byte stream, and keeps the states of RFC 793.
 *
 * Traces of the base class stay valid: CongestionWindow and SlowStartThreshold in bytes, RTT, RTO,
 * CongState, BytesInFlight, Tx, Rx, Retransmission.
 */
class TcpLinux24Socket : public TcpSocketBaseOf<TcpLinux24Socket>, public TcpLinuxSenderHost
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

    int Bind() override;
    int Bind6() override;
    int Bind(const Address& address) override;
    int Close() override;
    int ShutdownSend() override;
    int Send(Ptr<Packet> packet, uint32_t flags) override;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;
    uint32_t GetTxAvailable() const override;

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
     * A segment that came was not taken, wholly or in its data.
     * @param [in] fate why
     * @param [in] packet its data
     */
    typedef void (*SegmentDroppedTracedCallback)(TcpLinux24Fate fate, Ptr<const Packet> packet);

  protected:
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;
    Ptr<TcpSocketBase> Fork() override;
    void DoForwardUp(Ptr<Packet> packet, const Address& from, const Address& to) override;
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

  private:
    /// Type of a member of an option structure. @tparam Options the structure
    /// @tparam Value the type
    template <typename Options, typename Value>
    static Value GetOptionType(Value Options::*);
    /// Type of a member of an option structure. @tparam field the member
    template <auto field>
    using OptionOf = decltype(GetOptionType(field));

    /// @name What the type offers
    /// @{
    static TypeId AddFaultAttributes(TypeId tid);      ///< @param tid to extend @return tid
    static TypeId AddMechanismAttributes(TypeId tid);  ///< @param tid to extend @return tid
    static TypeId AddReceiverAttributes(TypeId tid);   ///< @param tid to extend @return tid
    static TypeId AddHostAttributes(TypeId tid);       ///< @param tid to extend @return tid
    static TypeId AddConnectionAttributes(TypeId tid); ///< @param tid to extend @return tid
    static TypeId AddTraces(TypeId tid);               ///< @param tid to extend @return tid
    /// @}

    /// @name Attributes
    /// @{
    /// @tparam field of TcpLinux24Options @param value for it
    template <auto field>
    void SetSenderOption(OptionOf<field> value);
    /// @tparam field of TcpLinux24Options @return its value
    template <auto field>
    OptionOf<field> GetSenderOption() const;
    /// @tparam field of TcpLinux24ReceiverOptions @param value for it
    template <auto field>
    void SetReceiverOption(OptionOf<field> value);
    /// @tparam field of TcpLinux24ReceiverOptions @return its value
    template <auto field>
    OptionOf<field> GetReceiverOption() const;
    /// @param isSet whether the user wants what the kernel does not do @param name, value of the
    /// attribute @param reason why, and what to set instead
    void Ignore(bool isSet,
                const std::string& name,
                const std::string& value,
                const std::string& reason) const;
    void SetTickInterval(Time interval); ///< @param interval see TickInterval
    Time GetTickInterval() const;        ///< @return see TickInterval
    void SetTickOffset(Time offset);     ///< @param offset see TickOffset
    Time GetTickOffset() const;          ///< @return see TickOffset
    /// @}

    /// @name TcpLinuxSenderHost
    /// @{
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override;
    uint32_t GetMemoryBelow() const override;
    bool IsInLinkQueue(const TcpLinux24Segment& segment) const override;
    bool IsWriterSleeping() const override;
    void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) override;
    void Undone(TcpLinux24Undo undo) override;
    uint32_t GetSackBytes() const override;
    void GaveUp() override;
    /// @}

    /// @name Packets in
    /// @{
    void ListenToEndPoint(); ///< Packets of the end point come here, not to the base
    /// A packet for an IPv4 end point. @param packet with TCP header @param header of IPv4
    /// @param port of the peer @param interface it came in by
    void OnIpv4Packet(Ptr<Packet> packet,
                      Ipv4Header header,
                      uint16_t port,
                      Ptr<Ipv4Interface> interface);
    /// A packet for an IPv6 end point. @param packet with TCP header @param header of IPv6
    /// @param port of the peer @param interface it came in by
    void OnIpv6Packet(Ptr<Packet> packet,
                      Ipv6Header header,
                      uint16_t port,
                      Ptr<Ipv6Interface> interface);
    /// @}

    /// @name Path
    /// @{
    Address GetPeer() const;               ///< @return of the end point, port 0
    void StartPath(const Address& peer);   ///< A connection starts. @param peer with port
    void FindRoute(const Address& peer);   ///< @param peer with port
    void UpdateMss();                      ///< To the MTU of the path as it is now
    uint32_t GetFullSegment() const;       ///< @return data bytes, SegmentSize at most
    void OnPacketTooBig(uint32_t mtu);     ///< @param mtu that a router reports, bytes
    void OnUnreachable(SocketErrno error); ///< @param error that a router or host reports
    /// An ICMP error. @param source who sent it @param ttl of the packet it is about
    /// @param type, code, information of ICMP
    void OnIcmp(Ipv4Address source, uint8_t ttl, uint8_t type, uint8_t code, uint32_t information);
    /// An ICMPv6 error. @param source who sent it @param hopLimit of the packet it is about
    /// @param type, code, information of ICMPv6
    void OnIcmp6(Ipv6Address source,
                 uint8_t hopLimit,
                 uint8_t type,
                 uint8_t code,
                 uint32_t information);
    /// @}

    /// @name States of RFC 793
    /// @{
    /// @param packet data @param header TCP header @param from, to addresses and ports
    void NoteRefused(Ptr<const Packet> packet); ///< @param packet data of a segment not taken
    /// @param sequenceNumber of the SYN-ACK; without it InitialSequenceNumber
    void OnSegmentInListen(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to,
                           std::optional<uint32_t> sequenceNumber = {});
    /// @param header TCP header @param from, to addresses and ports
    void OnSegmentInSynSent(const TcpHeader& header, const Address& from, const Address& to);
    /// Our SYN-ACK waits for its ACK. @param packet data @param header TCP header
    /// @param from, to addresses and ports
    void OnSegmentInRequest(Ptr<Packet> packet,
                            const TcpHeader& header,
                            const Address& from,
                            const Address& to);
    /// @param packet data @param header TCP header @param from, to addresses and ports
    void OnSegmentInConnection(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to);
    /// @param packet data @param header TCP header @param from, to addresses and ports
    void OnSegmentInTimeWait(Ptr<Packet> packet,
                             const TcpHeader& header,
                             const Address& from,
                             const Address& to);
    /// @param packet data @param header TCP header @return the segment, for CheckRequest() and
    /// CheckTimeWait()
    TcpLinux24MiniSegment MakeMiniSegment(Ptr<const Packet> packet, const TcpHeader& header) const;
    /// @param to address and port @return socket of this host that listens there, or null
    Ptr<TcpLinux24Socket> FindListener(const Address& to) const;
    /// @param header of a segment in SYN_SENT @return whether it echoes a time at which no SYN was
    /// on its way
    bool HasImpossibleEcho(const TcpHeader& header) const;
    /// An acceptable segment. @param packet data @param header TCP header
    /// @param arrival both, for the receiver
    void ProcessAcceptable(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const TcpLinux24Arrival& arrival);
    /// Answer a segment that no connection wants. @param header of it @param size of its data
    /// @param from, to addresses
    void RefuseSegment(const TcpHeader& header,
                       uint32_t size,
                       const Address& from,
                       const Address& to);
    /// @param header of a segment with SYN: its options and initial sequence number
    void StartReceiving(const TcpHeader& header);
    /// The handshake is over. @param header of its last segment
    void CompleteOpen(const TcpHeader& header);
    void FinishActiveOpen();  ///< Tell the application, send what it wrote before
    void StartSending();      ///< The sending half begins to exist
    void QueueFin();          ///< The application writes no more
    void OnFinReceived();     ///< All data of the peer is here
    void OnFinAcknowledged(); ///< The peer has all our data
    void AbortConnection();   ///< RST came, or too many retransmissions
    void RepeatSynAck();      ///< The timer of a passive opener fired
    void Orphan();            ///< The application closed
    void StartFinTimer();     ///< If FIN_WAIT_2 is limited
    void OnFinTimeout();      ///< FIN_WAIT_2 may have lasted long enough
    bool HasEndPoint() const; ///< @return true until the port is given back
    /// @}

    /// @name Sending half
    /// @{
    /// @param header of the segment @param hasData whether it carries data or FIN
    /// @return what the sender is to know
    TcpLinux24Ack MakeAck(const TcpHeader& header, bool hasData) const;
    void AfterSender();                   ///< Timer, traces and notices after a call of the sender
    void ArmRetransmissionTimer();        ///< The simulator's event for the sender's timer
    void UpdateTraces();                  ///< Traced values follow the sender
    void WakeWriter();                    ///< If enough of the send buffer is free again
    uint32_t GetFirstSendBuffer() const;  ///< @return bytes of memory it may take at first
    uint32_t GetSendBuffer() const;       ///< @return bytes of memory it may take now
    TcpLinux24Options GetOptions() const; ///< @return of the kernel, and what the base holds
    std::unique_ptr<TcpLinuxSender> MakeSender(); ///< @return of the kernel
    /// @}

    /// @name Receiving half
    /// @{
    /// @param packet data @param header TCP header @return the segment as the receiver sees it
    TcpLinux24Arrival MakeArrival(Ptr<const Packet> packet, const TcpHeader& header) const;
    /// Header prediction, which does not look at an ACK number that says nothing new
    /// (tcp_rcv_established). @param header of an acceptable segment @param arrival the same
    /// @return whether it is data in order, and nothing but data
    bool IsPredicted(const TcpHeader& header, const TcpLinux24Arrival& arrival) const;
    void ProcessAck(const TcpLinux24Ack& ack); ///< @param ack of an acceptable segment
    /// @param packet data @param header TCP header @param arrival both, to be taken in
    void TakeIn(Ptr<Packet> packet, const TcpHeader& header, const TcpLinux24Arrival& arrival);
    void AcknowledgeIfDue();   ///< ACK now or later, as the receiver says
    void ArmDelayedAckTimer(); ///< The simulator's event for the receiver's timer
    TcpLinux24ReceiverOptions GetReceiverOptions() const; ///< @return after the handshake
    uint32_t GetAdvertisedMss() const;                    ///< @return MSS of our SYN, bytes
    uint32_t GetWantedMss() const; ///< @return data bytes of a segment and timestamps, by
                                   ///< SegmentSize or else the MTU
    uint32_t GetSynWindow(uint32_t mss) const; ///< @param mss advertised
                                               ///< @return window of our SYN, bytes
    uint8_t GetOwnWindowScale() const;         ///< @return shift of the windows we offer
    /// @}

    /// @name Packets out
    /// @{
    /// @param segment to be sent @return its data
    Ptr<Packet> MakePayload(const TcpLinux24Segment& segment) const;
    /// Tell the traces. @param range sent again @param reason why @param packet its data
    /// @param header its TCP header
    void ReportRetransmission(const TcpRange& range,
                              TcpLinux24Retransmission reason,
                              Ptr<const Packet> packet,
                              const TcpHeader& header);
    /// @param flags of TCP @param sequence number @return header with ports and options
    TcpHeader MakeHeader(uint8_t flags, SequenceNumber32 sequence);
    void AddSynOptions(TcpHeader& header); ///< @param header of a SYN
    void AddTimestamp(TcpHeader& header);  ///< @param header to extend
    void AddSackBlocks(TcpHeader& header); ///< @param header to extend
    /// @param packet data @param header TCP header @return whether the link queue took it
    TcpLinux24Transmit SendToPeer(Ptr<Packet> packet, const TcpHeader& header);
    /// @return where a segment without data must lie for the peer to take it (tcp_acceptable_seq)
    TcpOffset GetAcceptableOffset() const;
    void SendAck();    ///< A pure ACK
    void SendSynAck(); ///< SYN and ACK, beside the sender
    /// @}

    /// @name Positions in the byte streams
    /// @{
    SequenceNumber32 ToSequence(TcpOffset offset) const;     ///< @param offset own @return number
    TcpOffset ToSentOffset(SequenceNumber32 sequence) const; ///< @param sequence own @return place
    SequenceNumber32 ToPeerSequence(
        TcpOffset offset) const; ///< @param offset peer's @return number
    TcpOffset ToReceivedOffset(SequenceNumber32 sequence) const; ///< @param sequence peer's
    /// @return place
    /// @}

    TcpLinuxGeneration m_generation;                ///< Generation
    TcpLinux24Options m_options;                    ///< kernel and host
    TcpLinux24Clock m_clock;                        ///< ticks of the host
    Ptr<NetDevice> m_device;                        ///< of the route to the peer
    TcpLinux24PathMtu m_pathMtu;                    ///< of the route to the peer
    bool m_segmentSizeFromPath{false};              ///< SegmentSize is 0
    uint32_t m_advertisedMss{0};                    ///< see GetAdvertisedMss
    uint32_t m_pathMss{0};                          ///< MSS option, as far as the MTU limits it
    uint32_t m_mssClamp{0};                         ///< smaller MSS option; 0: not known yet
    uint32_t m_userMss{0};                          ///< see SetUserMss; 0: none
    uint32_t m_sendMss{0};                          ///< data bytes of a full segment sent
    SocketErrno m_softError{ERROR_NOTERROR};        ///< see OnUnreachable
    TcpLinux24ReceiverOptions m_receiverOptions;    ///< of the host
    bool m_localDropFeedback{true};                 ///< whether a refusing link queue is noticed
    bool m_partialWrites{false};                    ///< PartialWrites
    bool m_pathMtuDiscovery{true};                  ///< PathMtuDiscovery
    Time m_finTimeout{Seconds(60)};                 ///< FinTimeout
    Time m_finDeadline;                             ///< of FIN_WAIT_2
    uint32_t m_initialSndBufSize{0};                ///< InitialSndBufSize
    uint8_t m_leastWindowScale{0};                  ///< LeastWindowScale
    bool m_probeWithGarbageOctet{false};            ///< whether a window probe has a byte
    uint32_t m_initialSequenceNumber{0};            ///< of the SYN
    SequenceNumber32 m_peerSequenceNumber;          ///< of the peer's SYN
    std::unique_ptr<TcpLinuxSender> m_sender;       ///< null before the connection starts
    std::unique_ptr<TcpLinux24Receiver> m_receiver; ///< null before the peer's SYN came
    Ptr<TcpLinux24LinkQueue> m_linkQueue;           ///< below, of the node
    TcpLinux24PayloadQueue m_payload;               ///< written and not acknowledged
    TcpTick m_armedTick{0};                         ///< that m_retxEvent was last looked at for
    uint32_t m_memoryBelow{0};                      ///< see GetMemoryBelow
    uint32_t m_bytesWrittenEarly{0};                ///< written before the connection was there
    uint32_t m_bytesSentNew{0};                     ///< sent for the first time, not yet reported
    std::optional<TcpOffset> m_finEnd;              ///< one past our FIN
    bool m_passive{false};                          ///< opened by a listening socket
    bool m_finReceived{false};                      ///< the peer's FIN is in order
    bool m_orphaned{false};                         ///< see Orphan
    bool m_writerSleeping{false};                   ///< a write was refused for want of space
    bool m_gaveUp{false};                           ///< see GaveUp
    bool m_corked{false};                           ///< see SetCork

    TracedValue<uint32_t> m_retransStamp{0};     ///< RetransStamp
    TracedValue<uint32_t> m_facketsOut{0};       ///< FacketsOut
    TracedValue<uint32_t> m_inFlightSegments{0}; ///< InFlightSegments
    TracedCallback<TcpLinux24State, TcpLinux24State, TcpLinux24Reason> m_caStateTrace; ///< CaState
    TracedCallback<TcpLinux24Undo, uint32_t, uint32_t> m_undoTrace;                    ///< Undo
    TracedCallback<TcpRange, TcpLinux24Retransmission, Ptr<const Packet>>
        m_segmentRetransmissionTrace; ///< SegmentRetransmission
    TracedCallback<TcpLinux24Fate, Ptr<const Packet>> m_segmentDroppedTrace; ///< SegmentDropped
};

} // namespace ns3

#endif // TCP_LINUX24_SOCKET_H
