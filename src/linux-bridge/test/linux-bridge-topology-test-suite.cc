// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Bridges wired at random: links that close a loop are refused, each frame arrives exactly once.

#include "linux-bridge-test-bed.h"

#include "ns3/csma-channel.h"
#include "ns3/csma-helper.h"
#include "ns3/linux-bridge-helper.h"
#include "ns3/node-container.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <numeric>

using namespace ns3;

namespace
{

/// Bridges with a host on a segment each, joined by segments at random.
class RandomTopology
{
  public:
    static constexpr uint32_t BRIDGES = 8;

    /// @param seed of the choices
    explicit RandomTopology(int64_t seed)
    {
        m_random->SetStream(seed);
        m_tree.resize(BRIDGES);
        std::iota(m_tree.begin(), m_tree.end(), 0);
        nodes.Create(BRIDGES);
        hosts.resize(BRIDGES);
        LinuxBridgeHelper helper;
        for (uint32_t i = 0; i < BRIDGES; ++i)
        {
            const auto segment = csma.Install(NodeContainer(nodes.Get(i), CreateObject<Node>()));
            bridges.push_back(DynamicCast<LinuxBridgeNetDevice>(
                helper.Install(nodes.Get(i), NetDeviceContainer(segment.Get(0))).Get(0)));
            hosts[i].Listen(segment.Get(1));
        }
    }

    ~RandomTopology()
    {
        Simulator::Destroy();
    }

    /// @param limit of the result, not reached
    /// @return a number
    uint32_t Pick(uint32_t limit)
    {
        return m_random->GetInteger(0, limit - 1);
    }

    /**
     * Join two to four bridges by a segment, as far as they let it.
     * @return whether each bridge refused exactly what closes a loop
     */
    bool AddSegment()
    {
        const uint32_t size = 2 + Pick(3);
        const auto channel = CreateObject<CsmaChannel>();
        bool isRight = true;
        std::vector<uint32_t> joined;
        for (uint32_t i = 0; i < size; ++i)
        {
            const uint32_t bridge = Pick(BRIDGES);
            const auto device = csma.Install(nodes.Get(bridge), channel).Get(0);
            const bool isLoop =
                std::any_of(joined.begin(), joined.end(), [this, bridge](uint32_t other) {
                    return m_tree[other] == m_tree[bridge];
                });
            const bool isRefused = !bridges[bridge]->GetPortRefusal(device).empty();
            isRight = isRight && isRefused == isLoop;
            refused += isRefused;
            if (!isRefused)
            {
                bridges[bridge]->AddBridgePort(device);
                devices.Add(device);
                Join(bridge, joined);
            }
        }
        return isRight;
    }

    /// @param a a host
    /// @param b another
    /// @return whether a way leads from one to the other
    bool IsConnected(uint32_t a, uint32_t b) const
    {
        return m_tree[a] == m_tree[b];
    }

    CsmaHelper csma;
    NodeContainer nodes; ///< of the bridges
    NetDeviceContainer devices;
    std::vector<Ptr<LinuxBridgeNetDevice>> bridges;
    std::vector<BridgeTestHost> hosts; ///< one behind each bridge
    uint32_t refused{0};

  private:
    void Join(uint32_t bridge, std::vector<uint32_t>& joined)
    {
        joined.push_back(bridge);
        std::replace(m_tree.begin(), m_tree.end(), int{m_tree[bridge]}, int{m_tree[joined[0]]});
    }

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    std::vector<int> m_tree; ///< bridges with the same number are connected
};

class LinuxBridgeTopologyTest : public TestCase
{
  public:
    LinuxBridgeTopologyTest()
        : TestCase("40 random topologies: loops refused, every frame once where it belongs")
    {
    }

  private:
    /// A frame that was sent.
    struct Sent
    {
        uint64_t uid;
        uint32_t from;
        uint32_t to; ///< the number of hosts: broadcast
    };

    void SendAtRandom(RandomTopology& topology, std::vector<Sent>& sent)
    {
        const auto broadcast = static_cast<uint32_t>(topology.hosts.size());
        for (uint32_t i = 0; i < 100; ++i)
        {
            const uint32_t from = topology.Pick(broadcast);
            const uint32_t to = topology.Pick(broadcast + 1);
            const auto& host = topology.hosts[from];
            const auto destination =
                to == broadcast ? Mac48Address::GetBroadcast() : topology.hosts[to].GetAddress();
            Simulator::ScheduleWithContext(
                host.device->GetNode()->GetId(),
                MilliSeconds(1 + topology.Pick(200)),
                [&host, &sent, from, to, destination] {
                    const auto uid = host.Send(Create<Packet>(200), destination, 0x88b5);
                    sent.push_back({uid, from, to});
                });
        }
    }

    void CheckArrivals(const RandomTopology& topology, const std::vector<Sent>& sent)
    {
        for (const auto& frame : sent)
        {
            for (uint32_t i = 0; i < topology.hosts.size(); ++i)
            {
                const auto count = topology.hosts[i].Count(frame.uid);
                const bool isReached = i != frame.from && topology.IsConnected(i, frame.from);
                const bool isMeant = i == frame.to || frame.to == topology.hosts.size();
                NS_TEST_EXPECT_MSG_LT(count, 2, "no duplicate");
                if (isReached && isMeant)
                {
                    NS_TEST_EXPECT_MSG_EQ(count, 1, "not lost");
                }
                if (!isReached)
                {
                    NS_TEST_EXPECT_MSG_EQ(count, 0, "not to other parts, nor back");
                }
            }
        }
    }

    void DoRun() override
    {
        uint32_t refused = 0;
        for (int64_t seed = 1; seed <= 40; ++seed)
        {
            RandomTopology topology(seed);
            for (uint32_t i = 0; i < 8; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(topology.AddSegment(), true, "refused if and only if a loop");
            }
            refused += topology.refused;
            // Every second run with queue discs on all ports.
            if (seed % 2 == 0)
            {
                TrafficControlHelper helper;
                helper.SetRootQueueDisc("ns3::FqCoDelQueueDisc");
                helper.Install(topology.devices);
            }
            std::vector<Sent> sent;
            SendAtRandom(topology, sent);
            Simulator::Stop(Seconds(2));
            Simulator::Run();
            CheckArrivals(topology, sent);
            for (const auto& bridge : topology.bridges)
            {
                NS_TEST_EXPECT_MSG_EQ(bridge->IsConserved(), true, "nothing lost silently");
            }
        }
        NS_TEST_EXPECT_MSG_GT(refused, 40, "loops were tried");
    }
};

} // namespace

/// @ingroup tests
class LinuxBridgeTopologyTestSuite : public TestSuite
{
  public:
    LinuxBridgeTopologyTestSuite()
        : TestSuite("linux-bridge-topology", Type::SYSTEM)
    {
        AddTestCase(new LinuxBridgeTopologyTest, Duration::QUICK);
    }
};

static LinuxBridgeTopologyTestSuite g_linuxBridgeTopologyTestSuite;
