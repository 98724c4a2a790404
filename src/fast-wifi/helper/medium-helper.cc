// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "medium-helper.h"

#include "ns3/channel-list.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MediumHelper");

namespace
{

/// Writes the lines of a device to a stream.
class AsciiWriter
{
  public:
    /// @param stream of lines
    /// @param path of the device; empty if its file has no other
    AsciiWriter(Ptr<OutputStreamWrapper> stream, const std::string& path)
        : m_stream(stream),
          m_path(path)
    {
    }

    /// @param what happened
    /// @param source of the trace
    /// @param packet of it
    /// @param reason of a drop
    void Write(char what,
               const std::string& source,
               Ptr<const Packet> packet,
               const std::string& reason = "") const
    {
        std::ostream& os = *m_stream->GetStream();
        os << what << " " << Simulator::Now().GetSeconds() << " "
           << (m_path.empty() ? "" : m_path + source + " ") << *packet
           << (reason.empty() ? "" : " " + reason) << std::endl;
    }

    /// Write what a device sends and receives.
    /// @param device with a MediumChannel
    void ConnectFrames(Ptr<NetDevice> device) const
    {
        device->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [*this](Ptr<const Packet> packet) { Write('t', "PhyTxBegin", packet); }));
        device->TraceConnectWithoutContext(
            "MacRx",
            Callback<void, Ptr<const Packet>>(
                [*this](Ptr<const Packet> packet) { Write('r', "MacRx", packet); }));
    }

  private:
    Ptr<OutputStreamWrapper> m_stream;
    std::string m_path;
};

} // namespace

MediumHelper::MediumHelper(const std::string& name,
                           TypeId device,
                           TypeId channel,
                           PcapHelper::DataLinkType dataLinkType)
    : m_name(name),
      m_deviceType(device),
      m_dataLinkType(dataLinkType)
{
    m_channelFactory.SetTypeId(channel);
}

/// Simulator::Destroy() disposes of all channels, and the next simulation numbers its own from 0.
bool
MediumHelper::IsChannelThere() const
{
    return m_channel && m_channel->GetId() < ChannelList::GetNChannels() &&
           ChannelList::GetChannel(m_channel->GetId()) == m_channel;
}

void
MediumHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    if (IsChannelThere())
    {
        NS_FATAL_ERROR(m_name << ": attribute " << name << " of the channel must be set before the "
                              << "first device is installed");
    }
    m_channelFactory.Set(name, value);
}

Ptr<MediumChannel>
MediumHelper::GetMediumChannel()
{
    if (IsChannelThere())
    {
        return m_channel;
    }
    if (m_isGiven)
    {
        NS_FATAL_ERROR(m_name << ": the channel of SetChannel() was disposed of by "
                              << "Simulator::Destroy(); set another one");
    }
    // Not in the constructor: attributes of the channel may be set until now.
    NS_LOG_INFO(m_name << " makes a channel");
    m_channel = m_channelFactory.Create<MediumChannel>();
    return m_channel;
}

void
MediumHelper::SetMediumChannel(Ptr<MediumChannel> channel)
{
    m_channel = channel;
    m_isGiven = channel != nullptr;
}

int64_t
MediumHelper::AssignChannelStreams(const NetDeviceContainer& devices, int64_t stream)
{
    std::vector<Ptr<MediumChannel>> channels;
    for (auto device = devices.Begin(); device != devices.End(); ++device)
    {
        const auto channel = DynamicCast<MediumChannel>((*device)->GetChannel());
        // Devices of several cells may alternate.
        if (channel && std::ranges::find(channels, channel) == channels.end())
        {
            channels.push_back(channel);
        }
    }
    const int64_t first = stream;
    for (const Ptr<MediumChannel>& channel : channels)
    {
        stream += channel->AssignStreams(stream);
    }
    return stream - first;
}

/// As the helpers of ns-3 do: EnablePcapAll() asks for devices of all kinds.
bool
MediumHelper::IsOurs(Ptr<NetDevice> device) const
{
    const bool isOurs = device->GetInstanceTypeId() == m_deviceType ||
                        device->GetInstanceTypeId().IsChildOf(m_deviceType);
    if (!isOurs)
    {
        NS_LOG_INFO("device " << device << " is no " << m_deviceType.GetName());
    }
    return isOurs;
}

void
MediumHelper::EnablePcapInternal(std::string prefix,
                                 Ptr<NetDevice> device,
                                 bool promiscuous,
                                 bool explicitFilename)
{
    if (!IsOurs(device))
    {
        return;
    }
    PcapHelper pcap;
    const std::string name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    const Ptr<PcapFileWrapper> file = pcap.CreateFile(name, std::ios::out, m_dataLinkType);
    pcap.HookDefaultSink<NetDevice>(device, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

void
MediumHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                  std::string prefix,
                                  Ptr<NetDevice> device,
                                  bool explicitFilename)
{
    if (!IsOurs(device))
    {
        return;
    }
    Packet::EnablePrinting();
    std::string path;
    if (stream)
    {
        // The lines of many devices tell where they come from.
        path = "/NodeList/" + std::to_string(device->GetNode()->GetId()) + "/DeviceList/" +
               std::to_string(device->GetIfIndex()) + "/$" + m_deviceType.GetName() + "/";
    }
    else
    {
        AsciiTraceHelper ascii;
        stream = ascii.CreateFileStream(
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device));
    }
    const AsciiWriter writer(stream, path);
    writer.ConnectFrames(device);
    ConnectDrops(
        device,
        [writer](const std::string& source, Ptr<const Packet> packet, const std::string& reason) {
            writer.Write('d', source, packet, reason);
        });
}

} // namespace ns3
