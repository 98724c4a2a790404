// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX24_SENDER_BENCH_H
#define TCP_LINUX24_SENDER_BENCH_H

#include "tcp-linux24-test-host.h"

#include "ns3/tcp-linux24-sender.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/// @ingroup tcp-linux24
/// Sets what no short history of a connection leads to.
class TcpLinux24SenderPeer
{
  public:
    /// Move the retransmission timer.
    /// @param sender whose
    /// @param deadline tick at which it fires
    static void SetTimer(TcpLinux24Sender& sender, TcpTick deadline);
};

/// @ingroup tcp-linux24
/// A connection of the test vectors before anything happens to it.
struct TcpLinux24BenchSetup
{
    static constexpr uint32_t UNLIMITED = 300; ///< more than any vector uses up, segments

    TcpLinux24Options options{}; ///< the kernel
    uint32_t window{UNLIMITED};  ///< the peer's, constant, segments
    uint32_t data{UNLIMITED};    ///< what the application writes at once, segments
    uint32_t writeTime{20000};   ///< when it does, ms
    uint32_t handshakeTime{4};   ///< from SYN to SYN-ACK, ms
};

/// @ingroup tcp-linux24
/// An ACK in units of segments.
struct TcpLinux24BenchAck
{
    uint32_t ack{0};                                    ///< acknowledgment number
    std::vector<std::pair<uint32_t, uint32_t>> sacks{}; ///< SACK blocks, first one first
    std::optional<uint32_t> echo{};                     ///< echoed timestamp, ms
    std::optional<uint32_t> window{};                   ///< if not that of the setup, segments
};

/**
 * @ingroup tcp-linux24
 * A sender on a scripted host. Times are in ms of a clock without offset, positions in segments of
 * 1448 bytes. Each step forgets what the one before has sent, and fails if the sender's timer
 * should have fired before it.
 */
class TcpLinux24SenderBench : public TcpLinux24TestHost
{
  public:
    static constexpr uint32_t MSS = 1448; ///< data bytes of a full segment

    /// @param setup the connection
    explicit TcpLinux24SenderBench(const TcpLinux24BenchSetup& setup);
    TcpLinux24SenderBench(const TcpLinux24SenderBench&) = delete;
    TcpLinux24SenderBench& operator=(const TcpLinux24SenderBench&) = delete;

    /// @name Steps
    /// @{
    /// Active open.
    /// @param ms when
    void Connect(uint32_t ms);
    /// The peer acknowledges a SYN-ACK.
    /// @param ms when
    /// @param echo echoed timestamp, ms
    void Accept(uint32_t ms, std::optional<uint32_t> echo);
    /// The peer acknowledges the SYN.
    /// @param ms when
    /// @param echo echoed timestamp, ms
    void AcknowledgeSyn(uint32_t ms, std::optional<uint32_t> echo);
    /// The application writes.
    /// @param ms when
    /// @param bytes how much
    void Write(uint32_t ms, uint32_t bytes);
    /// ACKs arrive.
    /// @param ms when
    /// @param ack one of them
    /// @param copies how many alike
    void Acknowledge(uint32_t ms, const TcpLinux24BenchAck& ack, uint32_t copies = 1);
    /// The peer acknowledges up to a byte.
    /// @param ms when
    /// @param ack acknowledgment number
    void AcknowledgeBytes(uint32_t ms, TcpOffset ack);
    /// The timer fires; fails unless it is due.
    /// @param ms when
    void Expire(uint32_t ms);
    /// Handshake at 10000 ms.
    void Establish();
    /// Handshake at 10000 ms, then the write, which sends the first flight.
    void StartFlight();
    /// Forget what the last step did.
    void Forget();
    /// @}

    /// @name What the last step did
    /// @{
    std::vector<std::string> GetTransmissions()
        const;                              ///< @return like {"R2", "D10", "SYN", "probe"}
    std::vector<uint32_t> GetSizes() const; ///< @return data bytes of each segment sent
    std::string GetSent() const; ///< @return notes and transmissions, as the vectors print them
    /// @}

    /// @param ms time
    /// @return its tick
    TcpTick GetTick(uint32_t ms) const;
    /// @param ticks time
    /// @return in ms
    uint32_t GetMilliseconds(TcpTick ticks) const;

    // TcpLinuxSenderHost
    TcpLinux24Transmit Transmit(const TcpLinux24Segment& segment,
                                std::optional<TcpLinux24Retransmission> retransmission) override;
    uint32_t GetMemoryBelow() const override;
    bool IsWriterSleeping() const override;
    void StateChanged(TcpLinux24State from, TcpLinux24State to, TcpLinux24Reason reason) override;
    void Undone(TcpLinux24Undo undo) override;
    void GaveUp() override;

    uint32_t GetSackBytes() const override
    {
        return sackBytes;
    }

    uint32_t sackBytes{0};       ///< option bytes of SACK blocks in the next segment
    uint32_t memoryBelow{0};     ///< memory of packets that wait below TCP, bytes
    uint32_t memoryPerSent{0};   ///< what each transmission adds to it, bytes
    bool writerSleeping{true};   ///< as the writer of bulk data does
    bool gaveUp{false};          ///< the connection died
    std::set<uint32_t> refusals; ///< segments that the link queue refuses, once each

  private:
    void BeginStep(uint32_t ms);
    TcpLinux24Ack MakeAck(const TcpLinux24BenchAck& ack) const;

    TcpLinux24BenchSetup m_setup;
    std::vector<std::string> m_notes;
    std::vector<std::pair<TcpLinux24Segment, bool>> m_sent; ///< and whether it was sent again

  public:
    TcpLinux24Sender sender; ///< under test
};

} // namespace ns3

#endif // TCP_LINUX24_SENDER_BENCH_H
