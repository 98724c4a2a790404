// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LAPTOP_RADIO_H
#define LAPTOP_RADIO_H

#include "dsss-mode.h"

#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/poor-channel-helper.h"
#include "ns3/type-id.h"
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

/// @ingroup wlan-testbed
/// What the radios of laptop and access point are: attributes of Kuang2003Testbed, which has their
/// units and sources.
struct LaptopRadioValues
{
    double distance;                     ///< Distance
    DsssRate dataMode;                   ///< DataMode
    bool rateBug;                        ///< RateBug
    uint32_t retryLimit;                 ///< RetryLimit
    bool macRetransmission;              ///< MacRetransmission
    std::vector<std::string> basicRates; ///< BasicRates
    double frameLossRate;                ///< FrameLossRate
    bool automaticRate;                  ///< AutomaticRate
    TypeId automaticRateManager;         ///< AutomaticRateManager
    uint32_t successThreshold;           ///< SuccessThreshold
    uint32_t topTries;                   ///< TopTries
    uint32_t middleTries;                ///< MiddleTries
    TypeId accessPointRateManager;       ///< AccessPointRateManager
    bool poorChannel;                    ///< PoorChannel
    double poorDistance;                 ///< PoorDistance
    double pathLossExponent;             ///< PathLossExponent
    double referenceLoss;                ///< ReferenceLoss
    double shadowing;                    ///< Shadowing
    Time shadowingCorrelation;           ///< ShadowingCorrelation
    Time goodDuration;                   ///< GoodDuration
    Time badDuration;                    ///< BadDuration
    double badBitErrorRate;              ///< BadBitErrorRate
};

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
     * @param values of the testbed
     * @param laptop station
     * @param accessPoint its access point
     * @throws std::invalid_argument if a user has set what the values are for, or if the kind of
     * radios does not model them
     */
    LaptopRadio(const LaptopRadioValues& values, Ptr<Node> laptop, Ptr<Node> accessPoint);

    /// @return the radios of laptop and access point
    const NetDeviceContainer& GetDevices() const;

    /**
     * Fix the random streams of noise, shadowing and bursts; those of the radios are
     * AssignCellRadioStreams()'s.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignChannelStreams(int64_t stream);

  private:
    /// Put the access point at the origin, and the laptop at PoorDistance from it on the poor
    /// channel, else at Distance.
    /// @param laptop station
    /// @param accessPoint its access point
    void Place(Ptr<Node> laptop, Ptr<Node> accessPoint) const;
    /// Install DcfNetDevices.
    /// @param laptop station
    /// @param accessPoint its access point
    void InstallDcf(Ptr<Node> laptop, Ptr<Node> accessPoint);
    /// Install WifiNetDevices.
    /// @param laptop station
    /// @param accessPoint its access point
    void InstallWifi(Ptr<Node> laptop, Ptr<Node> accessPoint);
    /// @return transmissions of a frame of the laptop
    uint32_t GetLaptopAttempts() const;
    /// @return helper of PHYs on a new channel: the poor one, or one with ns-3's default path loss
    YansWifiPhyHelper CreatePhy();
    /// Give m_poorChannel its values.
    void SetPoorChannel();
    /// @param attempts per frame
    /// @return helper with the adapter's rate adaptation
    WifiHelper MakeAdapter(uint32_t attempts) const;
    /// @param attempts per frame
    /// @return helper with the access point's rate adaptation
    WifiHelper MakeAccessPoint(uint32_t attempts) const;
    /// @param attempts per frame
    /// @return helper with a fixed rate
    WifiHelper MakeFixed(uint32_t attempts) const;
    /// @param wifi with a rate adaptation
    /// @param phy of the channel
    /// @param macType station or access point
    /// @param node where
    /// @param attempts per frame
    void Install(const WifiHelper& wifi,
                 const YansWifiPhyHelper& phy,
                 const std::string& macType,
                 Ptr<Node> node,
                 uint32_t attempts);
    /// Give the access point, a WifiNetDevice, the basic rates. Its beacons tell the laptop of
    /// them.
    void SetBasicRates() const;
    /// Let the bursts of the poor channel, or noise with FrameLossRate, spoil frames at both
    /// radios, MAC acknowledgments included. Does nothing if the values have neither.
    void AddNoise();

    LaptopRadioValues m_values;               ///< of the testbed
    PoorChannelHelper m_poorChannel;          ///< if the values have one
    NetDeviceContainer m_devices;             ///< see GetDevices
    std::vector<Ptr<RateErrorModel>> m_noise; ///< at the radios
};

} // namespace ns3

#endif // LAPTOP_RADIO_H
