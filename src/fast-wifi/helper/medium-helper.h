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
 */
class MediumHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /// @param name attribute of the channel, which must not have been used yet
    /// @param value for it
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

  protected:
    /// @param name of the helper, for error lines
    /// @param device, channel types
    /// @param dataLinkType of the frames in a pcap file
    MediumHelper(const std::string& name,
                 TypeId device,
                 TypeId channel,
                 PcapHelper::DataLinkType dataLinkType);

    /// @return the channel of the next device, which is made if there is none
    Ptr<MediumChannel> GetMediumChannel();
    /// @param channel of the next devices; null for a new one
    void SetMediumChannel(Ptr<MediumChannel> channel);
    /// Assign streams to the channels of devices.
    /// @param devices any
    /// @param stream first stream
    /// @return number of streams that were assigned
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
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
    bool IsOurs(Ptr<NetDevice> device) const;
    bool IsChannelThere() const;

    std::string m_name;
    TypeId m_deviceType;
    PcapHelper::DataLinkType m_dataLinkType;
    ObjectFactory m_channelFactory;
    Ptr<MediumChannel> m_channel;
    bool m_isGiven{false}; ///< by SetMediumChannel()
};

} // namespace ns3

#endif // MEDIUM_HELPER_H
