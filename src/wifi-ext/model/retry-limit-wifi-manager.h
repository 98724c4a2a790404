// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RETRY_LIMIT_WIFI_MANAGER_H
#define RETRY_LIMIT_WIFI_MANAGER_H

#include "ns3/constant-rate-wifi-manager.h"

#include <list>
#include <string>

/**
 * @file
 * @ingroup wifi-ext
 * ns3::RetryLimitWifiManager declaration.
 */

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Fixed rates, and retransmission as in IEEE 802.11-1999, 9.2.4 and 9.2.5.3, which the Prism cards
 * of the papers follow: a frame is given up after a number of transmissions, M_t in vacirca2005,
 * and the contention window of the next frame is CWmin. In ns-3 (802.11-2020) the window keeps
 * growing after a frame that was given up, which matters if M_t is small.
 *
 * The standard resets the window at dot11ShortRetryLimit failures in a row, of one frame or
 * several. A driver may give frames up earlier, by an alternate retry count of the card. The
 * attribute ShortRetryLimit is the limit of such a card.
 *
 * Management frames have a limit of their own. At M_t = 1 two stations that send their requests in
 * the same slot would otherwise never associate.
 *
 * The manager sets WifiMac's FrameRetryLimit, which then only determines when the contention window
 * returns to CWmin. Another value of a user ends the program, and so does a device of 802.11n or
 * later: ns-3 does not ask the manager about all failures of frames that a block ACK acknowledges.
 */
class RetryLimitWifiManager : public ConstantRateWifiManager
{
  public:
    /**
     * Register this type.
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Sets the MAC's FrameRetryLimit by ShortRetryLimit, or by DataAttempts if that is 0. They are
     * usually set before the manager has a MAC. A later change of either takes effect at once.
     * @param mac of the device
     */
    void SetupMac(const Ptr<WifiMac> mac) override;

  private:
    /**
     * ns-3 calls this after each failure. The base class would use FrameRetryLimit, which serves
     * another purpose here.
     * @param station receiver
     * @param psdu that was not acknowledged; its retry counts include this failure
     * @return its frames that have reached their limit
     */
    std::list<Ptr<WifiMpdu>> DoGetMpdusToDropOnTxFailure(WifiRemoteStation* station,
                                                         Ptr<WifiPsdu> psdu) override;
    /**
     * End the program with one line if the MAC has a limit of the user's that is not DataAttempts.
     * @param mac of the device, whose limit the manager has not set yet
     */
    void RefuseFrameRetryLimit(const WifiMac& mac) const;
    /// End the program with one line if the limit of the MAC is no longer the one that is set here.
    void RequireFrameRetryLimit() const;
    /**
     * @param mac of the device
     * @return error that names its limit, DataAttempts and ShortRetryLimit
     */
    std::string DescribeConflict(const WifiMac& mac) const;
    /// @param attempts see attribute DataAttempts
    void SetDataAttempts(uint32_t attempts);
    /// @return see attribute DataAttempts
    uint32_t GetDataAttempts() const;
    /// @param limit see attribute ShortRetryLimit
    void SetShortRetryLimit(uint32_t limit);
    /// @return see attribute ShortRetryLimit
    uint32_t GetShortRetryLimit() const;
    /// Tell the MAC at which failure in a row it resets the contention window.
    void UpdateMac() const;
    /// @return FrameRetryLimit of the MAC with which it does
    uint32_t GetMacLimit() const;
    /// Make the MAC reset the contention window when it counts the last failure of a frame.
    /// @param mpdu the frame, which is given up
    void ResetContentionWindow(Ptr<const WifiMpdu> mpdu) const;

    uint32_t m_dataAttempts{0};       ///< see attribute DataAttempts
    uint32_t m_managementAttempts{0}; ///< see attribute ManagementAttempts
    uint32_t m_shortRetryLimit{0};    ///< see attribute ShortRetryLimit
};

} // namespace ns3

#endif // RETRY_LIMIT_WIFI_MANAGER_H
