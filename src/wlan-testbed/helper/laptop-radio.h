// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_RADIO_H
#define LAPTOP_RADIO_H

#include "kuang2003-parameters.h"

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LaptopRadio declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The 802.11b part of a Kuang2003Testbed: the radios of laptop and access point and the channel
 * between them, which is either the poor one of 4.3.2 or the good one of all other sections of the
 * paper.
 */
class LaptopRadio
{
  public:
    /**
     * Place the nodes and install the radios.
     * @param parameters values of the testbed
     * @param laptop station
     * @param accessPoint its access point
     * @throws std::invalid_argument if a user has set what the parameters vary, or if the kind of
     * radios does not model them
     */
    LaptopRadio(const Kuang2003Parameters& parameters, Ptr<Node> laptop, Ptr<Node> accessPoint);

    /// @return the radios of laptop and access point
    const NetDeviceContainer& GetDevices() const;

    /**
     * Fix the random streams of noise, shadowing and bursts; those of the radios are
     * AssignCellRadioStreams()'s.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignChannelStreams(int64_t stream);

    /// A user's value for what PoorChannelHelper lowers in receivers is an error; see
    /// RefuseUserValues().
    static void RefuseReceiverThresholds();

  private:
    void Place(Ptr<Node> laptop, Ptr<Node> accessPoint) const;
    /// Install DcfNetDevices.
    /// @param laptop station
    /// @param accessPoint its access point
    /// @param attempts per frame of the access point, and of the adapter if it retransmits
    void InstallDcf(Ptr<Node> laptop, Ptr<Node> accessPoint, const AttributeValue& attempts);
    /// Install WifiNetDevices.
    /// @param laptop station
    /// @param accessPoint its access point
    /// @param attempts as for InstallDcf
    void InstallWifi(Ptr<Node> laptop, Ptr<Node> accessPoint, const AttributeValue& attempts);
    YansWifiPhyHelper CreatePhy();
    /// Give m_poorChannel its values, unless a user has set others.
    /// @param channel the values
    void SetPoorChannel(const Kuang2003PoorChannel& channel);
    /// @param attempts per frame
    /// @return helper with the adapter's rate adaptation
    WifiHelper MakeAdapter(const AttributeValue& attempts) const;
    /// @param attempts per frame
    /// @return helper with the access point's rate adaptation
    WifiHelper MakeAccessPoint(const AttributeValue& attempts) const;
    /// @param attempts per frame
    /// @return helper with a fixed rate
    WifiHelper MakeFixed(const AttributeValue& attempts) const;
    /// @param wifi with a rate adaptation
    /// @param phy of the channel
    /// @param macType station or access point
    /// @param node where
    /// @param attempts per frame
    void Install(const WifiHelper& wifi,
                 const YansWifiPhyHelper& phy,
                 const std::string& macType,
                 Ptr<Node> node,
                 const AttributeValue& attempts);
    void SetBasicRates() const;
    void AddNoise();

    Kuang2003Parameters m_parameters;         ///< values of the testbed
    PoorChannelHelper m_poorChannel;          ///< if the parameters have one
    NetDeviceContainer m_devices;             ///< see GetDevices
    std::vector<Ptr<RateErrorModel>> m_noise; ///< at the radios
};

} // namespace ns3

#endif // LAPTOP_RADIO_H
