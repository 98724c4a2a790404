// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Segments out of the ordinary, in each state of a connection of TcpLinux24Socket.

#include "tcp-linux24-test-bed.h"

#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t ACK = TcpHeader::ACK;
constexpr uint8_t SYN = TcpHeader::SYN;
constexpr uint8_t FIN = TcpHeader::FIN;
constexpr uint8_t RST = TcpHeader::RST;
constexpr uint8_t SYN_ACK = SYN | ACK;

/// A connection between two hosts of Linux, and segments that neither has sent.
class ForgedSegmentTestCase : public TestCase
{
  protected:
    /// @param name of the test
    explicit ForgedSegmentTestCase(const std::string& name)
        : TestCase(name)
    {
    }

    /// What the server knows of the connection: both ends send, and the client sent last.
    struct View
    {
        SequenceNumber32 rcvNxt;        ///< next number the server expects
        SequenceNumber32 sndNxt;        ///< next number it sends
        uint32_t timestamp{0};          ///< TSval of the client's last segment
        std::vector<TcpHeader> answers; ///< of the server since Listen()
    };

    /// Watch what passes.
    /// @param bed before the start
    void Watch(TcpTestBed& bed)
    {
        bed.LoseToServer([this](const TcpHeader& header, uint32_t size) {
            const uint8_t flags = header.GetFlags();
            if (m_forging)
            {
                return false;
            }
            m_view.rcvNxt = header.GetSequenceNumber() + size + ((flags & (SYN | FIN)) ? 1 : 0);
            m_view.sndNxt = header.GetAckNumber();
            if (header.HasOption(TcpOption::TS))
            {
                m_view.timestamp =
                    DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS))->GetTimestamp();
            }
            return false;
        });
        bed.LoseToClient([this](const TcpHeader& header, uint32_t) {
            if (m_forging)
            {
                m_view.answers.push_back(header);
            }
            return m_forging; // the client shall not meddle
        });
        bed.onAccept = [this, &bed] { bed.server.socket->GetPeerName(m_client); };
    }

    /// Send a segment to the server in the client's name.
    /// @param bed with the hosts
    /// @param flags of TCP
    /// @param offset from what the server expects next
    /// @param size of the data
    /// @param ack acknowledged, from what the server sends next
    /// @param age of the timestamp, ticks below the client's last one; none: no option
    void Forge(TcpTestBed& bed,
               uint8_t flags,
               int32_t offset,
               uint32_t size = 0,
               int32_t ack = 0,
               std::optional<int32_t> age = {})
    {
        m_forging = true;
        TcpHeader header;
        header.SetFlags(flags);
        header.SetSourcePort(InetSocketAddress::ConvertFrom(m_client).GetPort());
        header.SetDestinationPort(TcpTestBed::PORT);
        header.SetSequenceNumber(m_view.rcvNxt + offset);
        header.SetAckNumber(m_view.sndNxt + ack);
        header.SetWindowSize(60000);
        if (age)
        {
            const auto option = CreateObject<TcpOptionTS>();
            option->SetTimestamp(m_view.timestamp - *age);
            option->SetEcho(0);
            header.AppendOption(option);
        }
        m_view.answers.clear();
        bed.nodes.Get(0)->GetObject<TcpL4Protocol>()->SendPacket(
            Create<Packet>(size),
            header,
            m_client,
            bed.GetAddress(1, TcpTestBed::PORT));
    }

    /// @param what was sent
    /// @param flags, sequence, ack of the one answer
    /// @param dsack whether it reports what came as a duplicate
    void CheckAnswer(const std::string& what,
                     uint8_t flags,
                     SequenceNumber32 sequence,
                     std::optional<SequenceNumber32> ack,
                     bool dsack = false)
    {
        NS_TEST_EXPECT_MSG_EQ(m_view.answers.size(), 1, what << ": answers");
        if (m_view.answers.empty())
        {
            return;
        }
        const TcpHeader& answer = m_view.answers.front();
        NS_TEST_EXPECT_MSG_EQ(+answer.GetFlags(), +flags, what << ": flags");
        NS_TEST_EXPECT_MSG_EQ(answer.GetSequenceNumber(), sequence, what << ": sequence");
        if (ack)
        {
            NS_TEST_EXPECT_MSG_EQ(answer.GetAckNumber(), *ack, what << ": ack");
        }
        NS_TEST_EXPECT_MSG_EQ(answer.HasOption(TcpOption::SACK), dsack, what << ": D-SACK");
    }

    /// @param what was sent
    void CheckSilence(const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ(m_view.answers.size(), 0, what << ": no answer");
    }

    View m_view;           ///< of the server
    bool m_forging{false}; ///< from the first forged segment on the client is cut off
    Address m_client;      ///< of the connection
};

/// The server waits in TIME_WAIT from 12 s on (tcp_timewait_state_process).
class TimeWaitTestCase : public ForgedSegmentTestCase
{
  public:
    TimeWaitTestCase()
        : ForgedSegmentTestCase("TIME_WAIT")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        Watch(bed);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(3000, false); });
        Simulator::Schedule(Seconds(12), [&] { bed.server.Close(); });
        // A segment, and a second later what came of it.
        auto at = [&](double time, auto send, auto check) {
            Simulator::Schedule(Seconds(time), send);
            Simulator::Schedule(Seconds(time + 1), [&bed, this, check] {
                NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::TIME_WAIT, "waits on");
                check();
            });
        };
        auto isAcknowledged = [this](const std::string& what) {
            return [this, what] { CheckAnswer(what, ACK, m_view.sndNxt, m_view.rcvNxt); };
        };
        at(20, [&] { Forge(bed, SYN, -500); }, isAcknowledged("old SYN"));
        at(22, [&] { Forge(bed, SYN_ACK, 5000); }, isAcknowledged("SYN-ACK"));
        at(24, [&] { Forge(bed, ACK, 0, 100); }, isAcknowledged("data"));
        at(26, [&] { Forge(bed, ACK, 0, 0, 0, 9); }, isAcknowledged("old timestamp"));
        at(28, [&] { Forge(bed, RST, 1); }, [this] { CheckSilence("RST out of order"); });
        at(60, [&] { Forge(bed, FIN | ACK, -1); }, isAcknowledged("FIN again"));
        at(110, [&] { Forge(bed, ACK, 0); }, [this] { CheckSilence("ACK in order"); });
        Simulator::Schedule(Seconds(169), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::TIME_WAIT, "59 s after the last");
        });
        Simulator::Schedule(Seconds(171), [&] {
            NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::CLOSED, "61 s after the last");
        });
        bed.Run(Seconds(172));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesArrived,
                              bed.server.bytesReceived + bed.server.bytesDropped,
                              "every byte is read or traced");
    }
};

/// RST in order ends TIME_WAIT.
class TimeWaitResetTestCase : public ForgedSegmentTestCase
{
  public:
    TimeWaitResetTestCase()
        : ForgedSegmentTestCase("TIME_WAIT, RST")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        Watch(bed);
        bed.Connect();
        Simulator::Schedule(Seconds(12), [&] { bed.server.Close(); });
        Simulator::Schedule(Seconds(20), [&] { Forge(bed, RST, 0); });
        bed.Run(Seconds(21));
        NS_TEST_EXPECT_MSG_EQ(bed.server.state, TcpSocket::CLOSED, "no longer waits");
        CheckSilence("RST in order");
    }
};

/// A client that comes back from the same port is let in before TIME_WAIT is over.
class ReopenTestCase : public ForgedSegmentTestCase
{
  public:
    /// @param higher sequence number, or newer timestamp alone
    explicit ReopenTestCase(bool higher)
        : ForgedSegmentTestCase(std::string("TIME_WAIT, new SYN with ") +
                                (higher ? "a higher sequence number" : "a newer timestamp")),
          m_higher(higher)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 5000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        bed.SetLinuxAttribute("InitialSequenceNumber", UintegerValue(1000000));
        Watch(bed);
        SequenceNumber32 synAck;
        Ptr<Socket> first;
        bed.Connect();
        TcpTestEnd again;
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, false); });
        Simulator::Schedule(Seconds(12), [&] {
            first = bed.server.socket;
            bed.server.Close();
        });
        Simulator::Schedule(Seconds(20), [&] {
            m_before = m_view;
            bed.LoseToClient([&](const TcpHeader& header, uint32_t) {
                synAck = header.GetFlags() == SYN_ACK ? header.GetSequenceNumber() : synAck;
                return false;
            });
            again.Attach(bed.MakeSocket(TcpTestHost::LINUX24, 0));
            again.socket->SetAttribute("InitialSequenceNumber",
                                       UintegerValue(m_higher ? 2000000 : 1000));
            again.socket->Bind(m_client);
            again.socket->Connect(bed.GetAddress(1, TcpTestBed::PORT));
            again.Send(BYTES, false);
        });
        bed.Run(Seconds(25));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 2, "both connections");
        NS_TEST_EXPECT_MSG_EQ(again.connected, true, "the client is in");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, 2 * BYTES, "bytes of both");
        NS_TEST_EXPECT_MSG_EQ(synAck, m_before.sndNxt + 65537, "above all of the old connection");
    }

    bool m_higher; ///< see the constructor
    View m_before; ///< of the old connection
};

/// A request is completed by the ACK of its SYN-ACK and by no other (tcp_check_req).
class RequestTestCase : public ForgedSegmentTestCase
{
  public:
    RequestTestCase()
        : ForgedSegmentTestCase("SYN_RCVD")
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        Watch(bed);
        bed.Connect();
        bed.server.closeOnEof = false;
        Simulator::Schedule(Seconds(11), [&] {
            m_client = bed.GetAddress(0, 6000);
            m_view.rcvNxt = SequenceNumber32(5000);
            Forge(bed, SYN, 0);
        });
        Simulator::Schedule(Seconds(11.5), [&] {
            NS_TEST_EXPECT_MSG_EQ(m_view.answers.size(), 1, "SYN-ACK");
            if (m_view.answers.empty())
            {
                return;
            }
            NS_TEST_EXPECT_MSG_EQ(+m_view.answers.front().GetFlags(), +SYN_ACK, "SYN-ACK");
            m_view.sndNxt = m_view.answers.front().GetSequenceNumber() + 1;
            m_view.rcvNxt += 1;
            Forge(bed, ACK, 0, 0, 1);
        });
        Simulator::Schedule(Seconds(12), [&] {
            CheckAnswer("ACK of what was never sent", RST, m_view.sndNxt + 1, {});
            Forge(bed, ACK, 0, 0, -1);
        });
        Simulator::Schedule(Seconds(12.5), [&] {
            CheckAnswer("ACK of old data", RST, m_view.sndNxt - 1, {});
            Forge(bed, ACK, -100, 50);
        });
        Simulator::Schedule(Seconds(13), [&] {
            CheckAnswer("data left of the window", ACK, m_view.sndNxt, m_view.rcvNxt);
            Forge(bed, 0, 0, 100);
        });
        Simulator::Schedule(Seconds(13.5), [&] {
            CheckSilence("data without ACK");
            NS_TEST_EXPECT_MSG_EQ(bed.accepted, 1, "the first connection only");
            Forge(bed, ACK, 0);
        });
        bed.Run(Seconds(13.9));
        NS_TEST_EXPECT_MSG_EQ(bed.accepted, 2, "by the right ACK");
        CheckSilence("the right ACK");
    }
};

/// Segments for an open connection.
class OpenTestCase : public ForgedSegmentTestCase
{
  public:
    /// A segment and what comes of it.
    struct Forgery
    {
        std::string name;           ///< of the test
        uint8_t flags;              ///< of the segment
        int32_t offset;             ///< from what is expected next
        uint32_t size;              ///< of its data
        std::optional<int32_t> age; ///< of its timestamp, ticks
        bool reset;                 ///< the connection ends
        uint8_t answer;             ///< flags of the answer, 0: none
        uint32_t received;          ///< bytes that the application gets of it
    };

    /// @param forgery what is sent
    explicit OpenTestCase(const Forgery& forgery)
        : ForgedSegmentTestCase("ESTABLISHED, " + forgery.name),
          m_forgery(forgery)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 3000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        Watch(bed);
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, false); });
        Simulator::Schedule(Seconds(12), [&] {
            Forge(bed, m_forgery.flags, m_forgery.offset, m_forgery.size, 0, m_forgery.age);
        });
        bed.Run(Seconds(13));
        NS_TEST_EXPECT_MSG_EQ(bed.server.reset, m_forgery.reset, "reset");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES + m_forgery.received, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesArrived,
                              bed.server.bytesReceived + bed.server.bytesDropped,
                              "every byte is read or traced");
        if (m_forgery.answer == 0)
        {
            CheckSilence("segment");
        }
        else if (m_forgery.answer == RST) // in the form of tcp_v4_send_reset()
        {
            CheckAnswer("segment", RST, m_view.sndNxt, {});
        }
        else if (m_forgery.answer == (RST | ACK))
        {
            const uint32_t end = m_forgery.offset + 1 + m_forgery.size;
            CheckAnswer("segment", RST | ACK, SequenceNumber32(0), m_view.rcvNxt + end);
        }
        else
        {
            // A SYN takes a position: left of the window it is a duplicate (tcp_send_dupack).
            const bool dsack = (m_forgery.flags & SYN) && m_forgery.offset < 0;
            CheckAnswer("segment", ACK, m_view.sndNxt, m_view.rcvNxt + m_forgery.received, dsack);
        }
    }

    Forgery m_forgery; ///< see the constructor
};

/// A SYN-ACK that echoes a time at which no SYN was on its way is refused.
class ImpossibleEchoTestCase : public TestCase
{
  public:
    /// @param age of the echo, ticks before now; negative: to come
    /// @param possible accepted
    ImpossibleEchoTestCase(int32_t age, bool possible)
        : TestCase("SYN_SENT, echo of " + std::to_string(age) + " ticks ago"),
          m_age(age),
          m_possible(possible)
    {
    }

  private:
    void DoRun() override
    {
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        std::vector<TcpHeader> seen;
        bed.LoseToServer([&seen](const TcpHeader& header, uint32_t) {
            seen.push_back(header);
            return true;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] {
            NS_TEST_ASSERT_MSG_EQ(seen.size(), 1, "SYN at 10 s");
            const auto syn = DynamicCast<const TcpOptionTS>(seen.front().GetOption(TcpOption::TS));
            TcpHeader header;
            header.SetFlags(SYN_ACK);
            header.SetSourcePort(TcpTestBed::PORT);
            header.SetDestinationPort(seen.front().GetSourcePort());
            header.SetSequenceNumber(SequenceNumber32(7000));
            header.SetAckNumber(seen.front().GetSequenceNumber() + 1);
            header.SetWindowSize(5792);
            const auto option = CreateObject<TcpOptionTS>();
            option->SetTimestamp(1);
            option->SetEcho(syn->GetTimestamp() + 100 - m_age); // 100 ticks are 1 s
            header.AppendOption(option);
            bed.nodes.Get(1)->GetObject<TcpL4Protocol>()->SendPacket(
                Create<Packet>(),
                header,
                bed.GetAddress(1, TcpTestBed::PORT),
                bed.GetAddress(0, 0));
        });
        bed.Run(Seconds(12));
        NS_TEST_ASSERT_MSG_EQ(seen.size(), 2, "SYN and answer");
        NS_TEST_EXPECT_MSG_EQ(bed.client.connected, m_possible, "connected");
        NS_TEST_EXPECT_MSG_EQ(+seen.back().GetFlags(), +(m_possible ? ACK : RST), "answer");
        NS_TEST_EXPECT_MSG_EQ(seen.back().GetSequenceNumber(),
                              seen.front().GetSequenceNumber() + 1,
                              "sequence number of the answer");
    }

    int32_t m_age;   ///< see the constructor
    bool m_possible; ///< see the constructor
};

/// Suite of segments.
class TcpLinux24SegmentTestSuite : public TestSuite
{
  public:
    TcpLinux24SegmentTestSuite()
        : TestSuite("tcp-linux24-segment", Type::UNIT)
    {
        AddTestCase(new TimeWaitTestCase);
        AddTestCase(new TimeWaitResetTestCase);
        AddTestCase(new ReopenTestCase(true));
        AddTestCase(new ReopenTestCase(false));
        AddTestCase(new RequestTestCase);
        const uint8_t rstAck = RST | ACK;
        const OpenTestCase::Forgery forgeries[] = {
            {"RST", RST, 0, 0, {}, true, 0, 0},
            {"RST with an old timestamp", rstAck, 0, 0, 1000, true, 0, 0},
            {"RST out of window", RST, -1, 0, {}, false, 0, 0},
            {"data without ACK", 0, 0, 100, {}, false, ACK, 100},
            {"SYN-ACK in window", SYN_ACK, 10, 0, {}, true, RST, 0},
            {"SYN in window", SYN, 10, 0, {}, true, rstAck, 0},
            {"SYN left of the window", SYN, -100, 0, {}, false, ACK, 0},
        };
        for (const OpenTestCase::Forgery& forgery : forgeries)
        {
            AddTestCase(new OpenTestCase(forgery));
        }
        AddTestCase(new ImpossibleEchoTestCase(0, true));
        AddTestCase(new ImpossibleEchoTestCase(100, true));
        AddTestCase(new ImpossibleEchoTestCase(102, false));
        AddTestCase(new ImpossibleEchoTestCase(-2, false));
    }
};

TcpLinux24SegmentTestSuite g_suite; ///< registers itself

} // namespace
