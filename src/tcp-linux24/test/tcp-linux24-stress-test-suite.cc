// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What connections of TcpLinux24Socket must live through for long: closed windows, segments that
// strangers send, more data than there are sequence numbers.

#include "tcp-linux24-test-bed.h"

#include "ns3/data-rate.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <optional>

using namespace ns3;

namespace
{

/// The server reads nothing for an hour; the client goes on asking.
class HourOfZeroWindowTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    HourOfZeroWindowTestCase(TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase("an hour of zero window", client, server)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 400000;
        TcpTestBed bed(m_client, m_server);
        bed.SetLinuxAttribute("RcvBufSize", UintegerValue(30000));
        bed.onAccept = [&bed] {
            bed.server.SetReading(false);
            bed.server.socket->SetAttribute("RcvBufSize", UintegerValue(30000));
        };
        uint32_t probes = 0;
        bed.LoseToServer([&probes](const TcpHeader&, uint32_t) {
            probes += Simulator::Now() > Minutes(10) && Simulator::Now() < Minutes(60);
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&] { bed.client.Send(BYTES, true); });
        Simulator::Schedule(Minutes(61), [&] { bed.server.SetReading(true); });
        bed.Run(Minutes(90));
        // In these 3000 s one each 120 s, the largest timeout (TCP_RTO_MAX), which 2.0.32 has, too.
        NS_TEST_EXPECT_MSG_EQ((probes >= 24 && probes <= 26), true, "probes: " << probes);
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ((bed.client.reset || bed.server.reset), false, "no reset");
    }
};

/// Strangers who know ports and addresses, but not the sequence numbers, send segments of any kind.
class BlindSegmentsTestCase : public TcpTestPairCase
{
  public:
    /// @param client, server of the test
    BlindSegmentsTestCase(TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase("20,000 blind segments", client, server)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 3000000;
        constexpr uint32_t SEGMENTS = 20000;
        TcpTestBed bed(m_client, m_server);
        std::optional<uint16_t> clientPort;
        bed.LoseToServer([&](const TcpHeader& header, uint32_t) {
            clientPort = clientPort.value_or(header.GetSourcePort());
            return false;
        });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&bed] { bed.client.Send(BYTES, true); });
        m_random->SetStream(1);
        for (uint32_t i = 0; i < SEGMENTS; ++i)
        {
            Simulator::Schedule(Seconds(11) + MicroSeconds(500 * i),
                                [&] { Inject(bed, *clientPort, m_random->GetInteger(0, 1) == 1); });
        }
        bed.Run(Hours(1));
        // A quarter of the segments goes to the server and has data, 700 bytes on average.
        NS_TEST_EXPECT_MSG_GT(bed.server.bytesDropped, 1000000, "the segments came");
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ((bed.client.reset || bed.server.reset), false, "no reset");
        NS_TEST_EXPECT_MSG_EQ((bed.client.closed && bed.server.closed), true, "ends");
    }

    /// @param bed of the connection
    /// @param clientPort of it
    /// @param toServer whom it is sent to
    void Inject(TcpTestBed& bed, uint16_t clientPort, bool toServer)
    {
        const uint32_t from = toServer ? 0 : 1;
        const uint16_t ports[] = {clientPort, TcpTestBed::PORT};
        TcpHeader header;
        header.SetSourcePort(ports[from]);
        header.SetDestinationPort(ports[1 - from]);
        header.SetFlags(static_cast<uint8_t>(m_random->GetInteger(0, 63)));
        // The transfer takes the first three million numbers. What lies beyond is blind.
        header.SetSequenceNumber(SequenceNumber32(m_random->GetInteger(0x10000000, 0xf0000000)));
        header.SetAckNumber(SequenceNumber32(m_random->GetInteger(0x10000000, 0xf0000000)));
        header.SetWindowSize(static_cast<uint16_t>(m_random->GetInteger(0, 65535)));
        bed.nodes.Get(from)->GetObject<TcpL4Protocol>()->SendPacket(
            Create<Packet>(m_random->GetInteger(0, 1) == 1 ? m_random->GetInteger(1, 1400) : 0),
            header,
            bed.GetAddress(from, ports[from]),
            bed.GetAddress(1 - from, ports[1 - from]));
    }

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; ///< of all fields
};

/// More data than there are sequence numbers, with losses.
class MoreThan4GibTestCase : public TestCase
{
  public:
    MoreThan4GibTestCase()
        : TestCase("4.4 GB on one connection")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t BYTES = 4'400'000'000;
        TcpTestBed bed(TcpTestHost::LINUX24, TcpTestHost::LINUX24);
        for (uint32_t node = 0; node < 2; ++node)
        {
            const auto device = bed.nodes.Get(node)->GetDevice(0);
            device->SetMtu(65535);
            device->SetAttribute("DataRate", DataRateValue(DataRate("1Gb/s")));
        }
        uint32_t count = 0;
        bed.LoseToServer([&count](const TcpHeader&, uint32_t) { return ++count % 997 == 0; });
        bed.Connect();
        Simulator::Schedule(Seconds(11), [&bed] { bed.client.Send(BYTES, true); });
        bed.Run(Hours(100));
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, BYTES, "bytes");
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes");
        NS_TEST_EXPECT_MSG_EQ((bed.client.closed && bed.server.closed), true, "ends");
    }
};

/// Suite of connections under stress.
class TcpLinux24StressTestSuite : public TestSuite
{
  public:
    TcpLinux24StressTestSuite()
        : TestSuite("tcp-linux24-stress", Type::SYSTEM)
    {
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            if (client != TcpTestHost::STOCK && server != TcpTestHost::STOCK)
            {
                AddTestCase(new HourOfZeroWindowTestCase(client, server), Duration::QUICK);
                AddTestCase(new BlindSegmentsTestCase(client, server), Duration::QUICK);
            }
        }
        AddTestCase(new MoreThan4GibTestCase, Duration::EXTENSIVE);
    }
};

TcpLinux24StressTestSuite g_suite; ///< registers itself

} // namespace
