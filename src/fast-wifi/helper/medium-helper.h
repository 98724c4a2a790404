// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_HELPER_H
#define MEDIUM_HELPER_H

#include "ns3/medium-channel.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/trace-helper.h"

#include <functional>
#include <string>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The common part of the helpers for devices on a MediumChannel: the channel of the devices, and
 * trace files of the packets that the devices send and receive.
 *
 * EnablePcap() writes data frames with their MAC headers: those that a device begins to send, at
 * that instant, and those that it has received and that are addressed to it; with promiscuous =
 * true also frames for other stations. Frames have no FCS; 802.11 frames have no sequence number
 * and no duration. RTS, CTS, ACK and lost frames are not in the file.
 *
 * EnableAscii() writes packets with their IP headers: "t" if the device begins to send the packet,
 * "r" if it has received the packet, "d" if the packet is dropped, with the reason at the end of
 * the line. The first device creates the channel, so set the attributes of the channel before.
 * Simulator::Destroy() disposes of the channel, and the next device creates another one. A channel
 * that was passed to SetMediumChannel() cannot be replaced in this way: using it then ends the
 * program with an error line.
 */
class MediumHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /**
     * Fatal if the channel already exists, or if it has no such attribute.
     * @param name attribute of the channel, which must not have been used yet
     * @param value for it
     */
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

  protected:
    /// @param name of the helper, for error lines
    /// @param device, channel types
    /// @param dataLinkType of the frames in a pcap file
    MediumHelper(const std::string& name,
                 TypeId device,
                 TypeId channel,
                 PcapHelper::DataLinkType dataLinkType);

    /**
     * Fatal if the channel was passed to SetMediumChannel() and Simulator::Destroy() has disposed
     * of it.
     * @return the channel of the next device; created if there is none
     */
    Ptr<MediumChannel> GetMediumChannel();
    /// @param channel of the next devices; null for a new one
    void SetMediumChannel(Ptr<MediumChannel> channel);
    /**
     * Assign streams to the channels of devices, each channel once, in the order of the devices.
     * @param devices any; one without a MediumChannel is left alone
     * @param stream first stream
     * @return number of streams that were assigned
     */
    static int64_t AssignChannelStreams(const NetDeviceContainer& devices, int64_t stream);

    /// Takes a packet that was dropped: the trace source that reports it, and the reason, which
    /// may be empty.
    using DropWriter =
        std::function<void(const std::string&, Ptr<const Packet>, const std::string&)>;
    /// Connect the trace sources of drops.
    /// @param device of the helper
    /// @param write takes packets
    virtual void ConnectDrops(Ptr<NetDevice> device, const DropWriter& write) const = 0;

  private:
    /**
     * @param prefix of the file, or its name
     * @param device any; one of another type is skipped, because EnablePcapAll() passes all devices
     * @param promiscuous whether to write frames for other stations, too
     * @param explicitFilename prefix is the name
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    /**
     * @param stream shared by several devices, whose lines then contain the path of the device;
     * null for a file of its own
     * @param prefix of the file, or its name
     * @param device any; one of another type is skipped
     * @param explicitFilename prefix is the name
     */
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
    /**
     * @param device any
     * @return whether it is of the helper's type, or of one derived from it
     */
    bool IsOurs(Ptr<NetDevice> device) const;
    /// @return whether the helper has a channel that Simulator::Destroy() has not disposed of
    bool IsChannelThere() const;

    std::string m_name;                      ///< of the helper, for error lines
    TypeId m_deviceType;                     ///< of the devices
    PcapHelper::DataLinkType m_dataLinkType; ///< of the frames in a pcap file
    ObjectFactory m_channelFactory;          ///< of the channel
    Ptr<MediumChannel> m_channel;            ///< of the next device; null before the first one
    bool m_isGiven{false};                   ///< by SetMediumChannel()
};

} // namespace ns3

#endif // MEDIUM_HELPER_H
