// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef POOR_CHANNEL_HELPER_H
#define POOR_CHANNEL_HELPER_H

#include "ns3/gilbert-elliott-error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

#include <cstdint>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::PoorChannelHelper declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * A reproducible channel at the limit of decodable 802.11b signals: loss over distance, shadowing,
 * bursts of errors, and receivers that try to decode every frame.
 *
 * ns-3's default receivers detect no preamble below 4 dB or -82 dBm, where all four rates of
 * 802.11b still work, so that all rates have the same range. Here only the DSSS error-rate model
 * decides whether a frame is received (it is exact if ns-3 was built with GSL).
 *
 * \code
     PoorChannelHelper channel;
     channel.SetShadowing(3, Seconds(1));
     channel.SetBursts(MilliSeconds(500), MilliSeconds(50), 1e-3);
     NetDeviceContainer radios = wifi.Install(channel.CreatePhy(), mac, nodes);
     channel.InstallBursts(radios);
     stream += channel.AssignStreams(stream);
   \endcode
 */
class PoorChannelHelper
{
  public:
    /// Path-loss exponent in buildings with obstacles: 4 to 6 (T. S. Rappaport, "Wireless
    /// Communications", 2nd ed., table 4.2).
    static constexpr double DEFAULT_EXPONENT = 4;
    /// Loss of free space over 1 m at 2437 MHz (channel 6), dB.
    static constexpr double DEFAULT_REFERENCE_LOSS = 40.2;

    /**
     * Set the mean loss of the next CreatePhy(), L1 + 10 n lg(d / 1 m).
     * @param exponent n, 0 or more; less ends the program
     * @param referenceLoss L1, dB
     */
    void SetPathLoss(double exponent, double referenceLoss = DEFAULT_REFERENCE_LOSS);

    /**
     * Add log-normal shadowing to the next CreatePhy(); see ShadowingPropagationLossModel. Without
     * this call there is none.
     * @param sigma standard deviation, dB, 0 or more; less ends the program. 0: no shadowing
     * @param correlationTime time after which the autocorrelation is 1/e; 0: each frame of a link
     * is independent. Less ends the program in CreatePhy(), unless sigma is 0
     */
    void SetShadowing(double sigma, Time correlationTime);

    /**
     * Make the channel alternate between a good state, in which only the signal decides, and a bad
     * state; see GilbertElliottErrorModel. Without this call the channel is always good. The call
     * applies to the next InstallBursts(); radios that already have bursts keep the former ones. A
     * value outside its range ends the program.
     * @param good mean time in the good state, 1 us or more
     * @param bad mean time in the bad state, 1 us or more
     * @param bitErrorRate probability that a bit is wrong in the bad state, 0 to 1
     */
    void SetBursts(Time good, Time bad, double bitErrorRate);

    /**
     * @return a PHY helper with a new channel and low thresholds for preamble detection and CCA;
     * AssignStreams() refers to the last one
     */
    YansWifiPhyHelper CreatePhy();

    /**
     * Give radios the bursts of SetBursts(), if it was called; all radios share the same bursts.
     * @param radios WifiNetDevices, each of whose PHYs has the bursts; another device is fatal
     */
    void InstallBursts(const NetDeviceContainer& radios);

    /**
     * Fix the random streams of the shadowing of the last CreatePhy() and of the bursts of the last
     * SetBursts(). Objects that are created later have other streams.
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    double m_exponent{DEFAULT_EXPONENT};            ///< see SetPathLoss
    double m_referenceLoss{DEFAULT_REFERENCE_LOSS}; ///< see SetPathLoss, dB
    double m_sigma{0};                              ///< see SetShadowing, dB
    Time m_correlationTime;                         ///< see SetShadowing
    Ptr<GilbertElliottErrorModel> m_bursts;         ///< see SetBursts
    Ptr<YansWifiChannel> m_channel;                 ///< of the last CreatePhy
};

} // namespace ns3

#endif // POOR_CHANNEL_HELPER_H
