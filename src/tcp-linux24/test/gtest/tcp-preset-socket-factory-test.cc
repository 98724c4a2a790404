// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

// What the factories of sockets refuse, each with one error, and what they make the default.

#include "tcp-preset-test-host.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-linux24-socket.h"
#include "ns3/tcp-socket-factory-helper.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-stock-socket-factory.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlOfAnotherKind)
{
    for (const TypeId& type : {UniformRandomVariable::GetTypeId(), TcpCongestionOps::GetTypeId()})
    {
        EXPECT_DEATH(TcpSocketFactoryHelper::InstallStock(MakeHost(), type),
                     Only("CongestionControl=" + type.GetName() +
                          ": expected a congestion control, that is a class derived from "
                          "ns3::TcpCongestionOps"));
    }
}

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlThatDoesNotExist)
{
    const auto factory = MakeHost()->GetObject<TcpStockSocketFactory>();
    const StringValue unknown("ns3::TcpCubical");
    EXPECT_FALSE(factory->SetAttributeFailSafe("CongestionControl", unknown));
    EXPECT_DEATH(factory->SetAttribute("CongestionControl", unknown),
                 Only("Attribute name=CongestionControl could not be set for this object: "
                      "tid=ns3::TcpStockSocketFactory"));
    TypeIdValue still;
    factory->GetAttribute("CongestionControl", still);
    EXPECT_EQ(still.Get().GetName(), "ns3::TcpCubic");
}

TEST(TcpPresetSocketFactoryDeathTest, AttributeThatTheSocketsDoNotHave)
{
    const auto factory = MakeHost()->GetObject<TcpStockSocketFactory>();
    EXPECT_DEATH(factory->SetSocketAttribute("RetransStampFromSyn", StringValue("true")),
                 Only("no attribute \"RetransStampFromSyn\" in ns3::TcpSocketBase"));
    EXPECT_DEATH(factory->SetSocketAttribute("Sack", StringValue("perhaps")),
                 Only("ns3::TcpSocketBase::Sack cannot be perhaps: bool"));
}

/// Make a socket of Linux.
/// @param name, value of an attribute, set for it alone
void
MakeSocketWith(const std::string& name, const std::string& value)
{
    const auto factory = MakeHost()->GetObject<TcpLinux24SocketFactory>();
    factory->SetSocketAttribute(name, StringValue(value));
    factory->CreateSocket();
}

TEST(TcpPresetSocketFactoryDeathTest, AckSkippingOutOfRange)
{
    const auto expect = [](const std::string& name, const std::string& value, const char* range) {
        EXPECT_DEATH(MakeSocketWith(name, value),
                     Only("ns3::TcpLinux24Socket::" + name + " cannot be " + value + ": " + range));
    };
    expect("AckSkip", "1001", "uint32_t 0:1000");
    expect("AckSkipLeastAcks", "1", "uint32_t 2:1000");
    expect("AckSkipLeastAcks", "1001", "uint32_t 2:1000");
    expect("AdaptiveAckSkip", "4", "bool");
}

/// Make two sockets of Linux, and end.
/// @param name, value of an attribute, set as a default
[[noreturn]] void
MakeSocketsWithDefault(const std::string& name, const std::string& value)
{
    Config::SetDefault(name, StringValue(value));
    const auto factory = MakeHost()->GetObject<TcpLinux24SocketFactory>();
    factory->CreateSocket();
    factory->CreateSocket();
    std::exit(0);
}

/// An attribute that Linux has no use for.
struct Unused
{
    std::string name;  ///< of the attribute, without its class
    std::string where; ///< its class
    std::string value; ///< that the user sets
    std::string error; ///< what follows the name
};

/// @return attributes of stock sockets that a socket of Linux does not honour
std::vector<Unused>
GetUnused()
{
    return {{"DelAckTimeout",
             "ns3::TcpSocket::",
             "100ms",
             "0.1 s: Linux fits the delay to the peer, between 40 and 500 ms; set DelayedAcks, "
             "DelAckCount or AckSkip"},
            {"PersistTimeout",
             "ns3::TcpSocket::",
             "1s",
             "1 s: Linux probes a closed window after the retransmission timeout; set MinRto"},
            {"LimitedTransmit",
             "ns3::TcpSocketBase::",
             "false",
             "false: Linux counts a segment less in flight with each duplicate ACK, so that a new "
             "one leaves; leave it true"},
            {"UseEcn",
             "ns3::TcpSocketBase::",
             "On",
             "On: these kernels have ECN off, and it is not modelled; set it for stock sockets "
             "alone, by TcpStockSocketFactory::SetSocketAttribute"},
            {"ClockGranularity",
             "ns3::TcpSocketBase::",
             "10ms",
             "0.01 s: Linux counts time in ticks; set TickInterval"},
            {"ReTxThreshold",
             "ns3::TcpSocketBase::",
             "5",
             "5: Linux fits the threshold to the reordering that it sees; set Reordering"}};
}

TEST(TcpPresetSocketFactoryDeathTest, SettingsThatLinuxDoesNotHave)
{
    for (const Unused& unused : GetUnused())
    {
        const std::string error = "TcpLinux24Socket::" + unused.name + " cannot be " + unused.error;
        EXPECT_DEATH(MakeSocketWith(unused.name, unused.value), Only(error));
        EXPECT_EXIT(MakeSocketsWithDefault(unused.where + unused.name, unused.value),
                    testing::ExitedWithCode(0),
                    "^warning: " + error + "\n$")
            << "once, since stock sockets may have use for it";
    }
}

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlOfOneSocket)
{
    EXPECT_DEATH(MakeSocketWith("CongestionOps", "ns3::TcpCubic"),
                 Only("TcpLinux24Socket::CongestionOps cannot be ns3::TcpCubic: its kernel has "
                      "Reno or BIC; set Bic"));
    EXPECT_DEATH(MakeSocketWith("RecoveryOps", "ns3::TcpClassicRecovery"),
                 Only("TcpLinux24Socket::RecoveryOps cannot be ns3::TcpClassicRecovery: its "
                      "kernel recovers by its own rules; leave it unset"));
    EXPECT_EXIT((MakeSocketWith("CongestionOps", "ns3::TcpNewReno"), std::exit(0)),
                testing::ExitedWithCode(0),
                "^$");
}

TEST(TcpPresetSocketFactoryDeathTest, Pacing)
{
    const std::string error = "TcpSocketState::EnablePacing cannot be true: these kernels do not "
                              "pace";
    EXPECT_EXIT(MakeSocketsWithDefault("ns3::TcpSocketState::EnablePacing", "true"),
                testing::ExitedWithCode(0),
                "^warning: " + error + "\n$");
    EXPECT_EXIT(MakeSocketsWithDefault("ns3::TcpSocketState::MaxPacingRate", "1Mb/s"),
                testing::ExitedWithCode(0),
                "^warning: TcpSocketState::MaxPacingRate cannot be 1000000 bit/s: these kernels do "
                "not pace\n$");
    const auto socket = DynamicCast<TcpLinux24Socket>(
        MakeHost()->GetObject<TcpLinux24SocketFactory>()->CreateSocket());
    socket->SetPacingStatus(true);
    EXPECT_DEATH(socket->CheckSettings(), Only(error));
}

TEST(TcpPresetSocketFactoryDeathTest, SettingsOutOfRange)
{
    const std::string range = "expected 0.01 s, a tick, to 120 s";
    EXPECT_DEATH(MakeSocketWith("MinRto", "1ms"),
                 Only("TcpLinux24Socket::MinRto cannot be 0.001 s: " + range));
    EXPECT_DEATH(MakeSocketWith("ConnTimeout", "200s"),
                 Only("TcpLinux24Socket::ConnTimeout cannot be 200 s: " + range));
    EXPECT_DEATH(MakeSocketWith("DelAckCount", "0"),
                 Only("TcpLinux24Socket::DelAckCount cannot be 0: expected 1 segment or more"));
    EXPECT_DEATH(MakeSocketWith("MaxWindowSize", "0"),
                 Only("TcpLinux24Socket::MaxWindowSize cannot be 0: expected 1 to 65535 bytes"));
    EXPECT_DEATH(MakeSocketWith("ConnCount", "0"),
                 Only("TcpLinux24Socket::ConnCount cannot be 0: expected 1 SYN or more"));
    EXPECT_DEATH(MakeSocketWith("InitialCwnd", "0"),
                 Only("TcpLinux24Socket::InitialCwnd cannot be 0: expected 1 segment or more"));
}

TEST(TcpPresetSocketFactoryDeathTest, ReceiveBufferWithoutWindow)
{
    const auto getError = [](const char* size, const char* least) {
        return std::string("TcpLinux24Socket::RcvBufSize cannot be ") + size + ": expected " +
               least + " or more bytes";
    };
    EXPECT_DEATH(MakeSocketWith("RcvBufSize", "0"), getError("0", "1"));
    MakeSocketWith("RcvBufSize", "1"); // a window of 1
    const auto makeOld = [](const char* size) {
        Config::SetDefault("ns3::TcpLinux24SocketFactory::Kernel", StringValue("Linux20_32"));
        MakeSocketWith("RcvBufSize", size);
        std::exit(0);
    };
    EXPECT_DEATH(makeOld("1"), getError("1", "2")); // half of the buffer is the window
    EXPECT_EXIT(makeOld("2"), testing::ExitedWithCode(0), "^$");
}

TEST(TcpPresetSocketFactoryDeathTest, CongestionControlThatLinuxDoesNotHave)
{
    const std::string socketType = "ns3::TcpL4Protocol::SocketType";
    EXPECT_EXIT(MakeSocketsWithDefault(socketType, "ns3::TcpVegas"),
                testing::ExitedWithCode(0),
                "^warning: TcpL4Protocol::SocketType ns3::TcpVegas does not hold for "
                "TcpLinux24Socket: its kernel has Reno, see its attribute Bic\n$");
    EXPECT_EXIT(MakeSocketsWithDefault(socketType, "ns3::TcpLinuxReno"),
                testing::ExitedWithCode(0),
                "^$");
    const auto makeBic = [&socketType] {
        Config::SetDefault("ns3::TcpLinux24Socket::Bic", BooleanValue(true));
        MakeSocketsWithDefault(socketType, "ns3::TcpBic");
    };
    EXPECT_EXIT(makeBic(), testing::ExitedWithCode(0), "^$");
}

TEST(TcpPresetSocketFactoryDeathTest, RulesOfStockSockets)
{
    const auto getWarning = [](const std::string& setting) {
        return "^warning: TcpL4Protocol::" + setting +
               " does not hold for TcpLinux24Socket: its kernel has its own rules\n$";
    };
    EXPECT_EXIT(
        MakeSocketsWithDefault("ns3::TcpL4Protocol::RecoveryType", "ns3::TcpClassicRecovery"),
        testing::ExitedWithCode(0),
        getWarning("RecoveryType ns3::TcpClassicRecovery"));
    EXPECT_EXIT(MakeSocketsWithDefault("ns3::TcpL4Protocol::RttEstimatorType", "ns3::RttEstimator"),
                testing::ExitedWithCode(0),
                getWarning("RttEstimatorType ns3::RttEstimator"));
}

TEST(TcpPresetSocketFactoryDeathTest, EstimatorOfStockSockets)
{
    const std::vector<std::pair<std::string, std::string>> settings = {
        {"RttMeanDeviation::Alpha", "0.5"},
        {"RttMeanDeviation::Beta", "0.5"},
        {"RttEstimator::InitialEstimation", "\\+3e\\+09ns"},
    };
    for (const auto& [name, value] : settings)
    {
        const std::string set = value == "0.5" ? value : "3s";
        EXPECT_EXIT(MakeSocketsWithDefault("ns3::" + name, set),
                    testing::ExitedWithCode(0),
                    "^warning: " + name + " " + value +
                        " does not hold for TcpLinux24Socket: its kernel has its own rules\n$");
    }
}

/// Set an attribute in a connection with itself, let it go on and end.
/// @param name, value of the attribute
/// @param isAccepted whether it is set on the end that was accepted
[[noreturn]] void
SetInConnection(const std::string& name, const std::string& value, bool isAccepted)
{
    const auto factory = MakeHost()->GetObject<TcpLinux24SocketFactory>();
    const InetSocketAddress address(Ipv4Address::GetLoopback(), 9);
    const auto server = factory->CreateSocket();
    const auto client = factory->CreateSocket();
    Ptr<Socket> accepted;
    server->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [&accepted](Ptr<Socket> socket, const Address&) { accepted = socket; }));
    server->Bind(address);
    server->Listen();
    client->Bind();
    client->Connect(address);
    Simulator::Schedule(Seconds(1), [&] {
        (isAccepted ? accepted : client)->SetAttribute(name, StringValue(value));
    });
    Simulator::Schedule(Seconds(2), [&] { client->Send(Create<Packet>(100)); });
    Simulator::Schedule(Seconds(3), [] { std::exit(0); });
    Simulator::Run();
    std::exit(1);
}

TEST(TcpPresetSocketFactoryDeathTest, AttributesInAConnection)
{
    const std::pair<const char*, const char*> fixed[] = {
        {"TickInterval", "1ms"},
        {"AckSkip", "2"},
        {"DelayedAcks", "false"},
        {"Reordering", "5"},
        {"SegmentOverhead", "0"},
        {"LeastWindowScale", "3"},
        {"InitialSndBufSize", "100"},
        {"MinRto", "1s"},
        {"ConnTimeout", "1s"},
        {"DelAckCount", "4"},
        {"DelAckTimeout", "1s"},
        {"MaxWindowSize", "1000"},
        {"Sack", "false"},
        {"Timestamp", "false"},
        {"ConnCount", "2"},
        {"DataRetries", "2"},
        {"UseEcn", "On"},
        {"LimitedTransmit", "false"},
        {"PersistTimeout", "1s"},
        {"ReTxThreshold", "9"},
        {"WindowScaling", "false"},
    };
    for (const auto& [name, value] : fixed)
    {
        for (const bool isAccepted : {false, true})
        {
            EXPECT_DEATH(SetInConnection(name, value, isAccepted),
                         Only(std::string("TcpLinux24Socket::") + name +
                              " cannot change in a connection: set it before Connect\\(\\), or on "
                              "the socket that listens"));
        }
    }
    const std::pair<const char*, const char*> free[] = {
        {"TcpNoDelay", "true"},
        {"SndBufSize", "10000"},
        {"PartialWrites", "true"},
        {"FinTimeout", "1s"},
        {"PathMtuDiscovery", "false"},
        {"MinRto", "200ms"}, // as it is
    };
    for (const auto& [name, value] : free)
    {
        EXPECT_EXIT(SetInConnection(name, value, false), testing::ExitedWithCode(0), "^$");
    }
}

/// Write twice to a connection of 2.0.32 whose send buffer is empty, and end with the result.
/// @param bytes of each write
/// @param isPartial PartialWrites
[[noreturn]] void
WriteToLinux20(uint32_t bytes, bool isPartial)
{
    const auto node = MakeHost();
    TcpSocketFactoryHelper helper;
    helper.SetKernel(TcpLinux24Kernel::LINUX20_32);
    helper.SetSocketAttribute("PartialWrites", BooleanValue(isPartial));
    helper.InstallLinux(node);
    const auto factory = node->GetObject<TcpLinux24SocketFactory>();
    const InetSocketAddress address(Ipv4Address::GetLoopback(), 9);
    const auto server = factory->CreateSocket();
    server->Bind(address);
    server->Listen();
    const auto client = factory->CreateSocket();
    client->Bind();
    client->Connect(address);
    Simulator::Schedule(Seconds(1), [client, bytes] {
        const int first = client->Send(Create<Packet>(bytes));
        client->Send(Create<Packet>(bytes));
        std::exit(first == static_cast<int>(bytes) ? 1 : first < 0 ? 2 : 3);
    });
    Simulator::Run();
    std::exit(4);
}

TEST(TcpPresetSocketFactoryDeathTest, WriteThatNeverFitsTheSendBuffer)
{
    EXPECT_EXIT(WriteToLinux20(65536, false),
                testing::ExitedWithCode(2),
                "^warning: TcpLinux24Socket takes no write of 65536 bytes: the empty send buffer "
                "has room for [0-9]+; write at most as much, or set a larger SndBufSize or "
                "PartialWrites\n$");
    EXPECT_EXIT(WriteToLinux20(65536, true), testing::ExitedWithCode(3), "^$");
    EXPECT_EXIT(WriteToLinux20(40000, false), testing::ExitedWithCode(1), "^$");
}

// An application without a Protocol attribute asks for TcpSocketFactory, as ThreeGppHttpClient
// does.
TEST(TcpPresetSocketFactory, LinuxCanBeTheDefault)
{
    const TypeId stock = TcpSocketFactory::GetTypeId();
    const auto getSocketType = [&stock](Ptr<Node> node) {
        return Socket::CreateSocket(node, stock)->GetInstanceTypeId().GetName();
    };
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    for (int i = 0; i < 100; ++i) // a node gives what it has been asked for most often
    {
        EXPECT_EQ(getSocketType(node), "ns3::TcpSocketBase");
    }
    TcpSocketFactoryHelper helper;
    helper.SetSocketAttribute("Reordering", UintegerValue(5));
    helper.InstallLinuxAsDefault(node);
    helper.InstallLinuxAsDefault(node);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(getSocketType(node), "ns3::TcpLinux24Socket");
    }
    UintegerValue reordering;
    Socket::CreateSocket(node, stock)->GetAttribute("Reordering", reordering);
    EXPECT_EQ(reordering.Get(), 5u);
    EXPECT_EQ(getSocketType(MakeHost()), "ns3::TcpSocketBase") << "other nodes";
}

TEST(TcpPresetSocketFactoryDeathTest, DefaultOfANodeWithoutInternetStack)
{
    EXPECT_DEATH(TcpSocketFactoryHelper().InstallLinuxAsDefault(CreateObject<Node>()),
                 Only("node [0-9]+ has no TCP to replace: install the internet stack first"));
}

TEST(TcpPresetSocketFactory, ReceiveBufferOf26GrowsUnlessItIsSet)
{
    TcpSocketFactoryHelper helper;
    helper.SetKernel(TcpLinux24Kernel::LINUX26_8);
    const auto getMost = [&helper] {
        const auto node = MakeHost();
        helper.InstallLinux(node);
        UintegerValue most;
        node->GetObject<TcpLinux24SocketFactory>()->CreateSocket()->GetAttribute("MaxRcvBufSize",
                                                                                 most);
        return most.Get();
    };
    EXPECT_EQ(getMost(), 174760u);
    helper.SetSocketAttribute("RcvBufSize", UintegerValue(87380));
    EXPECT_EQ(getMost(), 0u) << "SO_RCVBUF locks it";
}

} // namespace

} // namespace ns3
