// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// Duplicated, swapped, delayed and lost packets on a connection of TcpLinux24Socket.

#include "tcp-linux24-test-bed.h"

#include "ns3/boolean.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <map>
#include <net/ethernet.h>
#include <optional>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

/// What happens to a packet on its way.
enum class Fate
{
    PASS,         ///< nothing
    LOSE,         ///< never comes
    DUPLICATE,    ///< comes twice
    SWAP,         ///< comes behind its successor
    DELAY_50_MS,  ///< comes later, and packets after it overtake it
    DELAY_400_MS, ///< likewise
};

/// A channel that disturbs packets, and measures how long it is silent.
class DisorderChannel : public SimpleChannel
{
  public:
    /// @param sender node of it
    /// @return the fate of a packet
    using Choice = std::function<Fate(Ptr<Node> sender)>;

    /// @param choice asked for each IPv4 packet
    explicit DisorderChannel(Choice choice)
        : m_choice(std::move(choice))
    {
    }

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override
    {
        const auto pass = [this, packet, protocol, to, from, sender] {
            SimpleChannel::Send(packet, protocol, to, from, sender);
        };
        if (protocol != ETHERTYPE_IP)
        {
            pass();
            return;
        }
        longestSilence = Max(longestSilence, m_lastSent ? Simulator::Now() - *m_lastSent : Time());
        m_lastSent = Simulator::Now();
        Dispatch(m_choice(sender->GetNode()), pass, m_held[sender->GetNode()->GetId()]);
    }

    Time longestSilence;   ///< between packets sent, arrived or not
    uint32_t disturbed{0}; ///< packets whose fate was not to pass

  private:
    /// A swapped packet whose successor does not come goes on after this time.
    static constexpr int64_t SWAP_MILLISECONDS = 20;

    /// @param fate of the packet
    /// @param pass sends it on
    /// @param held the packet to be overtaken
    void Dispatch(Fate fate, const std::function<void()>& pass, EventId& held)
    {
        const EventId overtaken = std::exchange(held, EventId());
        disturbed += fate == Fate::PASS ? 0 : 1;
        switch (fate)
        {
        case Fate::LOSE:
            break;
        case Fate::DUPLICATE:
            pass();
            [[fallthrough]];
        case Fate::PASS:
            pass();
            break;
        case Fate::SWAP:
            held = Simulator::Schedule(MilliSeconds(SWAP_MILLISECONDS), pass);
            break;
        case Fate::DELAY_50_MS:
            Simulator::Schedule(MilliSeconds(50), pass);
            break;
        case Fate::DELAY_400_MS:
            Simulator::Schedule(MilliSeconds(400), pass);
            break;
        }
        if (overtaken.IsPending())
        {
            overtaken.PeekEventImpl()->Invoke();
            Simulator::Cancel(overtaken);
        }
    }

    Choice m_choice;                    ///< see the constructor
    std::optional<Time> m_lastSent;     ///< when the last packet came here
    std::map<uint32_t, EventId> m_held; ///< swapped packets, by the node that sent them
};

/// A transfer over a channel that disturbs packets.
class DisorderTestCase : public TcpTestPairCase
{
  protected:
    /// @param name of the test
    /// @param client, server of it
    DisorderTestCase(const std::string& name, TcpTestHost client, TcpTestHost server)
        : TcpTestPairCase(name, client, server)
    {
    }

    /// @param choice of fates, given whether the packet is the client's
    /// @param bytes of the client
    /// @param disturbed least number of packets that must be
    /// @param silence longest permitted
    /// @param label of this run
    void Transfer(const std::function<Fate(bool ofClient)>& choice,
                  uint32_t bytes,
                  uint32_t disturbed,
                  Time silence,
                  const std::string& label)
    {
        TcpTestBed bed(m_client, m_server);
        const auto channel = CreateObject<DisorderChannel>(
            [&bed, &choice](Ptr<Node> sender) { return choice(sender == bed.nodes.Get(0)); });
        bed.SetChannel(channel);
        bed.Connect();
        Simulator::Schedule(Seconds(10.5), [&bed, bytes] { bed.client.Send(bytes, true); });
        bed.Run(Hours(3));
        if (m_client == TcpTestHost::LINUX24 && m_server == TcpTestHost::LINUX24)
        {
            // Linux repeats a segment as it was: each is new as a whole or not at all.
            NS_TEST_EXPECT_MSG_EQ(bed.server.bytesArrived,
                                  bed.server.bytesReceived + bed.server.bytesDropped,
                                  "each byte read or traced as dropped, " << label);
        }
        NS_TEST_EXPECT_MSG_EQ(bed.server.bytesReceived, bytes, "bytes, " << label);
        NS_TEST_EXPECT_MSG_EQ(bed.server.damaged, false, "right bytes, " << label);
        NS_TEST_EXPECT_MSG_EQ(bed.client.bytesReceived, 0, "no bytes back, " << label);
        NS_TEST_EXPECT_MSG_EQ((bed.client.closed && bed.server.closed), true, "ends, " << label);
        NS_TEST_EXPECT_MSG_EQ((bed.client.reset || bed.server.reset), false, "resets, " << label);
        for (const TcpTestEnd* end : {&bed.client, &bed.server})
        {
            NS_TEST_EXPECT_MSG_EQ(TcpSocket::TcpStateName[end->state],
                                  std::string("CLOSED"),
                                  "last state, " << label);
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(channel->disturbed, disturbed, "disturbed, " << label);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(channel->longestSilence, silence, "silence, " << label);
    }
};

/// Every k-th packet of one direction meets the same fate.
class PeriodicDisorderTestCase : public DisorderTestCase
{
  public:
    /// @param name of the fate
    /// @param fate of packets
    /// @param ofData of the client, else the server
    /// @param first, last of the range of k
    /// @param client, server of the test
    PeriodicDisorderTestCase(const std::string& name,
                             Fate fate,
                             bool ofData,
                             uint32_t first,
                             uint32_t last,
                             TcpTestHost client,
                             TcpTestHost server)
        : DisorderTestCase("every k-th " + std::string(ofData ? "segment " : "ACK ") + name +
                               ", k from " + std::to_string(first) + " to " + std::to_string(last),
                           client,
                           server),
          m_fate(fate),
          m_ofData(ofData),
          m_first(first),
          m_last(last)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 120000;
        for (uint32_t k = m_first; k <= m_last; ++k)
        {
            uint32_t count = 0;
            const auto choice = [this, k, &count](bool ofClient) {
                return ofClient == m_ofData && ++count % k == 0 ? m_fate : Fate::PASS;
            };
            const uint32_t disturbed = BYTES / GetBytesOfAnAck() / k;
            Transfer(choice, BYTES, disturbed, Seconds(3), "k = " + std::to_string(k));
        }
    }

    /// @return bytes that an ACK acknowledges at most: two segments, but 2.0.32 sends one ACK for
    /// all that a tick brought, a window at most
    uint32_t GetBytesOfAnAck() const
    {
        return !m_ofData && m_server == TcpTestHost::LINUX20 ? 32120 : 2 * 1460;
    }

    Fate m_fate;      ///< see the constructor
    bool m_ofData;    ///< see the constructor
    uint32_t m_first; ///< see the constructor
    uint32_t m_last;  ///< see the constructor
};

/// Packets of both directions are lost, duplicated and reordered at random.
class RandomDisorderTestCase : public DisorderTestCase
{
  public:
    /// @param percent of packets lost, as many duplicated, swapped and delayed
    /// @param firstRun number of the first run, which is the offset of its stream, too
    /// @param runs how many
    /// @param client, server of the test
    RandomDisorderTestCase(uint32_t percent,
                           int64_t firstRun,
                           int64_t runs,
                           TcpTestHost client,
                           TcpTestHost server)
        : DisorderTestCase(std::to_string(percent) + " % each lost, duplicated, reordered, runs " +
                               std::to_string(firstRun) + " to " +
                               std::to_string(firstRun + runs - 1),
                           client,
                           server),
          m_percent(percent),
          m_firstRun(firstRun),
          m_runs(runs)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t BYTES = 2000000;
        constexpr int64_t STREAM = 100; // the bed has the first ones
        const auto random = CreateObject<UniformRandomVariable>();
        for (int64_t run = m_firstRun; run < m_firstRun + m_runs; ++run)
        {
            random->SetStream(STREAM + run);
            const auto choice = [this, random](bool) {
                switch (random->GetInteger(0, 99) / m_percent)
                {
                case 0:
                    return Fate::LOSE;
                case 1:
                    return Fate::DUPLICATE;
                case 2:
                    return random->GetInteger(0, 1) == 0 ? Fate::SWAP : Fate::DELAY_50_MS;
                default:
                    return Fate::PASS;
                }
            };
            // Three kinds, of at least as many packets as there are segments
            const uint32_t disturbed = BYTES / 1448 * 3 * m_percent / 100;
            Transfer(choice, BYTES, disturbed, Seconds(120), "run " + std::to_string(run));
        }
    }

    uint32_t m_percent; ///< see the constructor
    int64_t m_firstRun; ///< see the constructor
    int64_t m_runs;     ///< see the constructor
};

/// Suite of disorder that strikes every so many segments.
class TcpLinux24PeriodicDisorderTestSuite : public TestSuite
{
  public:
    TcpLinux24PeriodicDisorderTestSuite()
        : TestSuite("tcp-linux24-periodic-disorder", Type::UNIT)
    {
        const std::pair<const char*, Fate> fates[] = {{"duplicated", Fate::DUPLICATE},
                                                      {"swapped", Fate::SWAP},
                                                      {"50 ms late", Fate::DELAY_50_MS},
                                                      {"400 ms late", Fate::DELAY_400_MS}};
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            for (const auto& [name, fate] : fates)
            {
                Add(name, fate, true, client, server);
                Add(name, fate, false, client, server);
            }
        }
    }

  private:
    /// @param name, fate, ofData, client, server see PeriodicDisorderTestCase
    void Add(const std::string& name,
             Fate fate,
             bool ofData,
             TcpTestHost client,
             TcpTestHost server)
    {
        constexpr uint32_t LAST_QUICK = 12;
        constexpr uint32_t LAST = 90; // more than the transfer's segments with SYN and FIN
        const auto add = [&](uint32_t first, uint32_t last, Duration duration) {
            AddTestCase(
                new PeriodicDisorderTestCase(name, fate, ofData, first, last, client, server),
                duration);
        };
        add(2, LAST_QUICK, Duration::QUICK);
        add(LAST_QUICK + 1, LAST, Duration::EXTENSIVE);
    }
};

/// Suite of disorder and loss at random.
class TcpLinux24RandomDisorderTestSuite : public TestSuite
{
  public:
    TcpLinux24RandomDisorderTestSuite()
        : TestSuite("tcp-linux24-random-disorder", Type::UNIT)
    {
        for (const auto& [client, server] : TCP_TEST_PAIRS)
        {
            // A stock socket does not always end rightly when FIN or its ACK is lost, so that it
            // cannot be asked to in arbitrarily many runs: see the chapter of the module.
            const bool stock = client == TcpTestHost::STOCK || server == TcpTestHost::STOCK;
            const int64_t linuxRuns = client == server ? 10 : 5;
            const int64_t runs = stock ? 2 : linuxRuns;
            for (const uint32_t percent : {1, 3, 10})
            {
                const auto add = [&](int64_t first, int64_t count, Duration duration) {
                    AddTestCase(new RandomDisorderTestCase(percent, first, count, client, server),
                                duration);
                };
                add(0, 1, Duration::QUICK);
                add(1, runs - 1, Duration::EXTENSIVE);
            }
        }
    }
};

TcpLinux24PeriodicDisorderTestSuite g_periodicSuite; ///< registers itself
TcpLinux24RandomDisorderTestSuite g_randomSuite;     ///< registers itself

} // namespace
