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
 * What helpers of devices on a MediumChannel have in common: the channel of their devices, and
 * files of what the devices send and receive.
 *
 * EnablePcap() writes frames of data with their MAC header: those that a device begins to send, at
 * that instant, and those for it that it has received; with promiscuous = true also those that it
 * receives for others. Frames have no FCS, those of 802.11 no sequence number and no duration. RTS,
 * CTS, ACK and frames that are lost are not in the file.
 *
 * EnableAscii() writes packets with their headers of IP: "t" begins to be sent, "r" is received for
 * this device, "d" is dropped, with the reason at the end of the line.
 * The first device makes the channel, so that its attributes can be set before.
 * Simulator::Destroy() disposes of it, and the next device makes another one. A channel that was
 * given with SetMediumChannel() cannot be replaced in this way: using it then ends the program with
 * an error line.
 */
class MediumHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /**
     * Fatal once there is a channel, or if the channel has no such attribute.
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
     * Fatal if the channel was given and went with Simulator::Destroy().
     * @return the channel of the next device, which is made if there is none
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
     * @param device left alone if it is of another type, because EnablePcapAll() asks for all
     * devices
     * @param promiscuous write what the device receives for others, too
     * @param explicitFilename prefix is the name
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    /**
     * @param stream of many devices, whose lines then have the path of the device; null for a file
     * of its own
     * @param prefix of the file, or its name
     * @param device left alone if it is of another type
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
