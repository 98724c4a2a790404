// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// DcfHelper and WavelanHelper as users of ns-3 know helpers: by name, more than once, with files.

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/dcf-helper.h"
#include "ns3/double.h"
#include "ns3/ethernet-header.h"
#include "ns3/llc-snap-header.h"
#include "ns3/names.h"
#include "ns3/pcap-file.h"
#include "ns3/pointer.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"
#include "ns3/wavelan-helper.h"

#include <fstream>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

/// Link types of pcap files, by the tcpdump registry.
constexpr uint32_t ETHERNET = 1;
constexpr uint32_t IEEE802_11 = 105;

constexpr uint16_t PROTOCOL = 0x88b5; ///< Ethertype for local experiments
constexpr uint32_t SIZE = 1000;       ///< of packets, bytes

/// Send a packet.
/// @param device that sends
/// @param to receiver
/// @param at when
void
SendAt(Ptr<NetDevice> device, const Address& to, Time at)
{
    Simulator::ScheduleWithContext(device->GetNode()->GetId(), at, [device, to] {
        device->Send(Create<Packet>(SIZE), to, PROTOCOL);
    });
}

/// A case that ends its simulation.
class HelperTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// @return devices of both helpers on new nodes, which are 100 m apart
    std::vector<NetDeviceContainer> InstallBoth()
    {
        std::vector<NetDeviceContainer> both;
        for (uint32_t kind = 0; kind < 2; ++kind)
        {
            const NodeContainer nodes(2);
            for (uint32_t i = 0; i < 2; ++i)
            {
                const auto mobility = CreateObject<ConstantPositionMobilityModel>();
                mobility->SetPosition(Vector(100.0 * i, 0, 0));
                nodes.Get(i)->AggregateObject(mobility);
            }
            both.push_back(kind == 0 ? dcf.Install(nodes)
                                     : wavelan.Install(nodes, WavelanCard::ISA));
        }
        return both;
    }

    /// @return packets that the second devices received of two that the first ones sent
    uint32_t CountArrivals(const std::vector<NetDeviceContainer>& both)
    {
        uint32_t arrivals = 0;
        for (const NetDeviceContainer& devices : both)
        {
            devices.Get(1)->TraceConnectWithoutContext(
                "MacRx",
                Callback<void, Ptr<const Packet>>([&arrivals](Ptr<const Packet>) { ++arrivals; }));
            SendAt(devices.Get(0), devices.Get(1)->GetAddress(), Seconds(1));
        }
        Simulator::Run();
        return arrivals;
    }

    void DoTeardown() override
    {
        Names::Clear();
        Simulator::Destroy();
    }

    DcfHelper dcf;
    WavelanHelper wavelan;
};

/// The second simulation of a helper has a channel, with the same settings.
class TwiceTestCase : public HelperTestCase
{
  public:
    TwiceTestCase()
        : HelperTestCase("A helper serves two simulations")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t simulation = 0; simulation < 2; ++simulation)
        {
            NS_TEST_EXPECT_MSG_EQ(CountArrivals(InstallBoth()), 2, "simulation " << simulation);
            NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetNDevices(), 2, "its own devices only");
            Simulator::Destroy();
        }
        const auto loss = CreateObject<RangePropagationLossModel>();
        loss->SetAttribute("MaxRange", DoubleValue(50));
        // Attributes can be set again, as there is no channel.
        dcf.SetChannelAttribute("PropagationLossModel", PointerValue(loss));
        wavelan.SetChannelAttribute("PropagationLossModel", PointerValue(loss));
        dcf.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
        wavelan.SetChannelAttribute("AllowHiddenStations", BooleanValue(true));
        for (uint32_t simulation = 0; simulation < 2; ++simulation)
        {
            NS_TEST_EXPECT_MSG_EQ(CountArrivals(InstallBoth()), 0, "out of range");
            Simulator::Destroy();
        }
    }
};

/// Each channel has one stream, in whatever order its devices come.
class StreamsTestCase : public HelperTestCase
{
  public:
    StreamsTestCase()
        : HelperTestCase("Each channel gets one stream")
    {
    }

  private:
    void DoRun() override
    {
        DcfHelper other;
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < 4; ++i)
        {
            devices.Add((i % 2 == 0 ? dcf : other).Install(CreateObject<Node>()));
        }
        NS_TEST_EXPECT_MSG_EQ(DcfHelper::AssignStreams(devices, 1), 4 + 2, "devices, channels");
        const auto cards = wavelan.Install(NodeContainer(2), WavelanCard::ISA);
        NS_TEST_EXPECT_MSG_EQ(WavelanHelper::AssignStreams(cards, 1),
                              2 * 6 + 1,
                              "six variables of a card, and the channel");
    }
};

/// Nodes by their names, channels of others, and paths through the attribute Channel.
class NamesTestCase : public HelperTestCase
{
  public:
    NamesTestCase()
        : HelperTestCase("Nodes by name, given channels, and paths of Config")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(4);
        Names::Add("ap", nodes.Get(0));
        Names::Add("sta", nodes.Get(1));
        NetDeviceContainer cell = dcf.InstallAccessPoint("ap");
        cell.Add(dcf.InstallStations("sta"));
        cell.Add(dcf.InstallStations(nodes.Get(2)));
        NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetNDevices(), 3, "one cell");
        NS_TEST_EXPECT_MSG_EQ(wavelan.Install("sta", WavelanCard::ISA).GetN(), 1, "by name");
        NS_TEST_EXPECT_MSG_EQ(wavelan.Install(nodes.Get(0), WavelanCard::PCMCIA).GetN(),
                              1,
                              "by pointer");
        // A second helper may join the cell, and this one may begin another.
        DcfHelper second;
        second.SetChannel(dcf.GetChannel());
        cell.Add(second.InstallStations("ap"));
        NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetNDevices(), 4, "joined");
        second.SetChannel(nullptr);
        second.Install(nodes.Get(3));
        NS_TEST_EXPECT_MSG_EQ(second.GetChannel()->GetNDevices(), 1, "a new cell");
        const auto given = CreateObject<MediumChannel>();
        wavelan.SetChannel(given);
        wavelan.Install(nodes.Get(3), WavelanCard::ISA);
        NS_TEST_EXPECT_MSG_EQ(given->GetNDevices(), 1, "on the given channel");
        PointerValue channel;
        cell.Get(1)->GetAttribute("Channel", channel);
        NS_TEST_EXPECT_MSG_EQ((channel.Get<DcfChannel>() == dcf.GetChannel()), true, "Channel");
        Config::Set("/NodeList/*/DeviceList/0/$ns3::DcfNetDevice/Channel/$ns3::DcfChannel/TxPower",
                    DoubleValue(3));
        NS_TEST_EXPECT_MSG_EQ(dcf.GetChannel()->GetTxPower(), 3, "by a path");
    }
};

/// Files of what devices send and receive.
class FilesTestCase : public HelperTestCase
{
  public:
    FilesTestCase()
        : HelperTestCase("Files of pcap and text")
    {
    }

  private:
    /// A record of a pcap file.
    struct Record
    {
        Time time;
        Ptr<Packet> frame;
    };

    /// @param name of a file
    /// @param type of its frames
    /// @return its records
    std::vector<Record> Read(const std::string& name, uint32_t type)
    {
        PcapFile file;
        file.Open(name, std::ios::in);
        NS_TEST_EXPECT_MSG_EQ(file.Fail(), false, name);
        NS_TEST_EXPECT_MSG_EQ(file.GetDataLinkType(), type, "type of frames in " << name);
        std::vector<Record> records;
        while (true)
        {
            uint8_t data[4096];
            uint32_t seconds;
            uint32_t micros;
            uint32_t included;
            uint32_t original;
            uint32_t read;
            file.Read(data, sizeof(data), seconds, micros, included, original, read);
            if (file.Fail())
            {
                return records;
            }
            records.push_back(
                {Seconds(seconds) + MicroSeconds(micros), Create<Packet>(data, read)});
        }
    }

    /// @param name of a file
    /// @return its first characters of lines
    static std::string ReadMarks(const std::string& name)
    {
        std::ifstream file(name);
        std::string marks;
        for (std::string line; std::getline(file, line);)
        {
            marks += line.front();
        }
        return marks;
    }

    /// Write the files, which are closed when the devices are gone.
    /// @param prefix of their names
    /// @return addresses of the access point and the stations
    std::vector<Address> Write(const std::string& prefix)
    {
        const NodeContainer nodes(3);
        NetDeviceContainer cell = dcf.InstallAccessPoint(nodes.Get(0));
        cell.Add(dcf.InstallStations(NodeContainer(nodes.Get(1), nodes.Get(2))));
        const NetDeviceContainer cards = wavelan.Install(nodes, WavelanCard::ISA);
        dcf.EnablePcap(prefix + "-ap.pcap", cell.Get(0), false, true);
        dcf.EnablePcap(prefix + "-sta.pcap", cell.Get(2), true, true);
        wavelan.EnablePcap(prefix + "-card.pcap", cards.Get(1), false, true);
        wavelan.EnablePcap(prefix + "-sniffer.pcap", cards.Get(2), true, true);
        AsciiTraceHelper ascii;
        dcf.EnableAscii(ascii.CreateFileStream(prefix + "-dcf.tr"), cell);
        wavelan.EnableAscii(ascii.CreateFileStream(prefix + "-card.tr"), cards);
        dcf.EnablePcapAll(prefix + "-all");
        SendAt(cell.Get(1), cell.Get(2)->GetAddress(), Seconds(1));
        SendAt(cell.Get(0), Mac48Address("00:00:00:00:00:99"), Seconds(2)); // nobody's
        SendAt(cards.Get(0), cards.Get(1)->GetAddress(), Seconds(3));
        Simulator::Run();
        Simulator::Destroy();
        return {cell.Get(0)->GetAddress(), cell.Get(1)->GetAddress(), cell.Get(2)->GetAddress()};
    }

    void DoRun() override
    {
        const std::string prefix = CreateTempDirFilename("medium");
        ExpectRadioFiles(prefix, Write(prefix));
        ExpectCardFiles(prefix);
        NS_TEST_EXPECT_MSG_EQ(Read(prefix + "-all-1-0.pcap", IEEE802_11).size(), 1, "the sender's");
        NS_TEST_EXPECT_MSG_EQ(ReadMarks(prefix + "-dcf.tr"), "ttrd", "station, relay, nobody's");
        NS_TEST_EXPECT_MSG_EQ(ReadMarks(prefix + "-card.tr"), "tr", "one card to another");
    }

    /// What the access point and the station have seen of a packet that is relayed.
    void ExpectRadioFiles(const std::string& prefix, const std::vector<Address>& cell)
    {
        const auto relayed = Read(prefix + "-ap.pcap", IEEE802_11);
        NS_TEST_ASSERT_MSG_EQ(relayed.size(), 2, "received and sent on");
        // DIFS, PLCP, and 1036 bytes at 11 Mb/s.
        NS_TEST_EXPECT_MSG_EQ(relayed[0].time,
                              Seconds(1) + MicroSeconds(50 + 192 + 754),
                              "when it has been received");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(relayed[i].frame->GetSize(), 24 + 8 + SIZE, "without FCS");
            WifiMacHeader header;
            relayed[i].frame->RemoveHeader(header);
            LlcSnapHeader llc;
            relayed[i].frame->RemoveHeader(llc);
            NS_TEST_EXPECT_MSG_EQ(header.IsToDs(), (i == 0), "to the access point");
            NS_TEST_EXPECT_MSG_EQ(header.IsFromDs(), (i == 1), "from the access point");
            NS_TEST_EXPECT_MSG_EQ((header.GetAddr1() == cell[i == 0 ? 0 : 2]), true, "receiver");
            NS_TEST_EXPECT_MSG_EQ((header.GetAddr2() == cell[i == 0 ? 1 : 0]), true, "transmitter");
            NS_TEST_EXPECT_MSG_EQ((header.GetAddr3() == cell[i == 0 ? 2 : 1]),
                                  true,
                                  "destination, source");
            NS_TEST_EXPECT_MSG_EQ(llc.GetType(), PROTOCOL, "Ethertype");
        }
        NS_TEST_EXPECT_MSG_EQ(Read(prefix + "-sta.pcap", IEEE802_11).size(),
                              2,
                              "a promiscuous station sees both");
    }

    /// What a card and a sniffer have seen of a frame.
    void ExpectCardFiles(const std::string& prefix)
    {
        for (const std::string name : {"-card.pcap", "-sniffer.pcap"})
        {
            const auto frames = Read(prefix + name, ETHERNET);
            NS_TEST_ASSERT_MSG_EQ(frames.size(), 1, name);
            // The preamble, and 1018 bytes at 2 Mb/s.
            NS_TEST_EXPECT_MSG_EQ(frames[0].time, Seconds(3) + MicroSeconds(192 + 4072), name);
            NS_TEST_EXPECT_MSG_EQ(frames[0].frame->GetSize(), 14 + SIZE, "without CRC");
            EthernetHeader header(false);
            frames[0].frame->RemoveHeader(header);
            NS_TEST_EXPECT_MSG_EQ(header.GetLengthType(), PROTOCOL, "Ethertype");
        }
    }
};

class MediumHelperTestSuite : public TestSuite
{
  public:
    MediumHelperTestSuite()
        : TestSuite("medium-helper", Type::UNIT)
    {
        // First, as text needs the history of all packets.
        AddTestCase(new FilesTestCase);
        AddTestCase(new TwiceTestCase);
        AddTestCase(new StreamsTestCase);
        AddTestCase(new NamesTestCase);
    }
};

/// Registers the suite.
MediumHelperTestSuite g_mediumHelperTestSuite;

} // namespace
