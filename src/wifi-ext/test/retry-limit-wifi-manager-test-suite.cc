// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/mobility-helper.h"
#include "ns3/packet.h"
#include "ns3/qos-txop.h"
#include "ns3/simulator.h"
#include "ns3/sta-wifi-mac.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-header.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-helper.h"

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Stations are associated by then.
const Time ASSOCIATED = Seconds(1);

/// An 802.11b cell.
class RetryLimitCell
{
  public:
    /// @param stations how many
    /// @param dataAttempts limit of all radios
    /// @param qos 802.11e
    /// @param shortRetryLimit ShortRetryLimit of all radios
    RetryLimitCell(uint32_t stations, uint32_t dataAttempts, bool qos, uint32_t shortRetryLimit = 0)
        : m_nodes(stations + 1)
    {
        MobilityHelper().Install(m_nodes);
        YansWifiPhyHelper phy;
        phy.SetChannel(YansWifiChannelHelper::Default().Create());
        WifiHelper wifi;
        wifi.SetStandard(WIFI_STANDARD_80211b);
        wifi.SetRemoteStationManager("ns3::RetryLimitWifiManager",
                                     "DataMode",
                                     StringValue("DsssRate11Mbps"),
                                     "DataAttempts",
                                     UintegerValue(dataAttempts),
                                     "ShortRetryLimit",
                                     UintegerValue(shortRetryLimit));
        WifiMacHelper mac;
        mac.SetType("ns3::ApWifiMac", "QosSupported", BooleanValue(qos));
        radios = wifi.Install(phy, mac, m_nodes.Get(0));
        mac.SetType("ns3::StaWifiMac", "QosSupported", BooleanValue(qos));
        for (uint32_t i = 1; i <= stations; ++i)
        {
            radios.Add(wifi.Install(phy, mac, m_nodes.Get(i)));
        }
        WifiHelper::AssignStreams(radios, 1);
    }

    ~RetryLimitCell()
    {
        Simulator::Destroy();
    }

    /// @param i number of a radio, 0 for the access point
    /// @return it
    Ptr<WifiNetDevice> GetRadio(uint32_t i) const
    {
        return DynamicCast<WifiNetDevice>(radios.Get(i));
    }

    /// Have the access point receive nothing any more.
    void Deafen() const
    {
        const auto all =
            CreateObjectWithAttributes<RateErrorModel>("ErrorUnit",
                                                       EnumValue(RateErrorModel::ERROR_UNIT_PACKET),
                                                       "ErrorRate",
                                                       DoubleValue(1));
        GetRadio(0)->GetPhy()->SetPostReceptionErrorModel(all);
    }

    NetDeviceContainer radios; ///< of access point and stations

  private:
    NodeContainer m_nodes; ///< access point, stations
};

/// Frames that nobody acknowledges are sent M_t times; the window then begins again.
class RetryLimitTestCase : public TestCase
{
  public:
    /// @param attempts M_t
    /// @param windows contention windows that must be seen
    /// @param qos 802.11e
    RetryLimitTestCase(uint32_t attempts, std::set<uint32_t> windows, bool qos)
        : TestCase("M_t = " + std::to_string(attempts) + (qos ? ", 802.11e" : "")),
          m_attempts(attempts),
          m_windows(std::move(windows)),
          m_qos(qos)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FRAMES = 5; // before the first one is too old for its queue
        RetryLimitCell cell(1, m_attempts, m_qos);
        const auto station = cell.GetRadio(1);
        Simulator::Schedule(ASSOCIATED, [&] {
            cell.Deafen();
            station->GetPhy()->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeCallback(&RetryLimitTestCase::Note, this));
            const Ptr<Txop> txop = m_qos ? Ptr<Txop>(station->GetMac()->GetQosTxop(AC_BE))
                                         : station->GetMac()->GetTxop();
            txop->TraceConnectWithoutContext("CwTrace",
                                             MakeCallback(&RetryLimitTestCase::NoteWindow, this));
            for (uint32_t i = 0; i < FRAMES; ++i)
            {
                station->Send(Create<Packet>(500), cell.GetRadio(0)->GetAddress(), 0x88b5);
            }
        });
        Simulator::Stop(ASSOCIATED + Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_sent.size(), FRAMES, "every frame was tried");
        for (const auto& [sequence, transmissions] : m_sent)
        {
            NS_TEST_EXPECT_MSG_EQ(transmissions, m_attempts, "attempts of frame " << sequence);
        }
        const bool isAsExpected = m_seen == m_windows;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "windows");
        NS_TEST_EXPECT_MSG_EQ(m_last, 31, "CWmin after the last frame");
    }

    void Note(Ptr<const Packet> packet, double)
    {
        WifiMacHeader header;
        packet->PeekHeader(header);
        if (header.IsData())
        {
            ++m_sent[header.GetSequenceNumber()];
        }
    }

    void NoteWindow(uint32_t window, uint8_t)
    {
        m_seen.insert(window);
        m_last = window;
    }

    uint32_t m_attempts;                 ///< M_t
    std::set<uint32_t> m_windows;        ///< to be seen
    bool m_qos;                          ///< 802.11e
    std::map<uint16_t, uint32_t> m_sent; ///< transmissions by sequence number
    std::set<uint32_t> m_seen;           ///< contention windows
    uint32_t m_last{0};                  ///< the last of them
};

/// Stations that send their requests in the same slot associate even with M_t = 1.
class RetryLimitAssociationTestCase : public TestCase
{
  public:
    RetryLimitAssociationTestCase()
        : TestCase("eight stations associate with M_t = 1")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t STATIONS = 8;
        RetryLimitCell cell(STATIONS, 1, false);
        Simulator::Stop(ASSOCIATED);
        Simulator::Run();
        for (uint32_t i = 1; i <= STATIONS; ++i)
        {
            const auto mac = DynamicCast<StaWifiMac>(cell.GetRadio(i)->GetMac());
            NS_TEST_EXPECT_MSG_EQ(mac->IsAssociated(), true, "station " << i);
        }
    }
};

/// A management frame may be given up at another count than data frames: the window begins again
/// all the same.
class RetryLimitManagementTestCase : public TestCase
{
  public:
    RetryLimitManagementTestCase()
        : TestCase("each association request begins with CWmin")
    {
    }

  private:
    void DoRun() override
    {
        RetryLimitCell cell(1, 8, false);
        cell.Deafen();
        const auto station = cell.GetRadio(1);
        station->GetRemoteStationManager()->SetAttribute("ManagementAttempts", UintegerValue(3));
        station->GetPhy()->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&RetryLimitManagementTestCase::Note, this));
        station->GetMac()->GetTxop()->TraceConnectWithoutContext(
            "CwTrace",
            MakeCallback(&RetryLimitManagementTestCase::NoteWindow, this));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_requests, 4, "no answer, and so the next request");
    }

    void Note(Ptr<const Packet> packet, double)
    {
        WifiMacHeader header;
        packet->PeekHeader(header);
        if (!header.IsAssocReq())
        {
            return;
        }
        m_attempt = header.IsRetry() ? m_attempt + 1 : 0;
        m_requests += m_attempt == 0;
        NS_TEST_EXPECT_MSG_LT(m_attempt, 3, "as ManagementAttempts says");
        NS_TEST_EXPECT_MSG_EQ(m_window,
                              (32U << m_attempt) - 1,
                              "attempt " << m_attempt << " of request " << m_requests);
    }

    void NoteWindow(uint32_t window, uint8_t)
    {
        m_window = window;
    }

    uint32_t m_requests{0}; ///< association requests
    uint32_t m_attempt{0};  ///< of the last one, from 0 on
    uint32_t m_window{31};  ///< the present one; CWmin at first
};

/// A card whose driver gives frames up earlier than the card would: the window counts the failures
/// of all frames.
class RetryLimitOfCardTestCase : public TestCase
{
  public:
    /// @param attempts M_t
    explicit RetryLimitOfCardTestCase(uint32_t attempts)
        : TestCase("M_t = " + std::to_string(attempts) + ", the card's limit is 4"),
          m_attempts(attempts)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t FAILURES = 6;
        RetryLimitCell cell(1, m_attempts, false, 4);
        const auto station = cell.GetRadio(1);
        Simulator::Schedule(ASSOCIATED, [&] {
            cell.Deafen();
            station->GetMac()->GetTxop()->TraceConnectWithoutContext(
                "CwTrace",
                MakeCallback(&RetryLimitOfCardTestCase::NoteWindow, this));
            for (uint32_t i = 0; i < FAILURES / m_attempts; ++i)
            {
                station->Send(Create<Packet>(500), cell.GetRadio(0)->GetAddress(), 0x88b5);
            }
        });
        Simulator::Stop(ASSOCIATED + Seconds(2));
        Simulator::Run();
        const std::vector<uint32_t> expected{63, 127, 255, 31, 63, 127};
        const bool isAsExpected = m_windows == expected;
        NS_TEST_EXPECT_MSG_EQ(isAsExpected, true, "windows after each failure");
    }

    void NoteWindow(uint32_t window, uint8_t)
    {
        m_windows.push_back(window);
    }

    uint32_t m_attempts;             ///< M_t
    std::vector<uint32_t> m_windows; ///< contention windows
};

/// Suite of RetryLimitWifiManager.
class RetryLimitWifiManagerTestSuite : public TestSuite
{
  public:
    RetryLimitWifiManagerTestSuite()
        : TestSuite("retry-limit-wifi-manager", Type::UNIT)
    {
        for (const bool qos : {false, true})
        {
            AddTestCase(new RetryLimitTestCase(1, {31}, qos));
            AddTestCase(new RetryLimitTestCase(2, {31, 63}, qos));
            AddTestCase(new RetryLimitTestCase(4, {31, 63, 127, 255}, qos));
            AddTestCase(new RetryLimitTestCase(8, {31, 63, 127, 255, 511, 1023}, qos));
        }
        AddTestCase(new RetryLimitOfCardTestCase(1));
        AddTestCase(new RetryLimitOfCardTestCase(3));
        AddTestCase(new RetryLimitAssociationTestCase);
        AddTestCase(new RetryLimitManagementTestCase);
    }
};

RetryLimitWifiManagerTestSuite g_suite; ///< registers itself

} // namespace
