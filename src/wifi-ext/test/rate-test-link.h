// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef RATE_TEST_LINK_H
#define RATE_TEST_LINK_H

#include "ns3/error-model.h"
#include "ns3/node-container.h"
#include "ns3/rate-change-reason.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/wifi-standards.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/// @return standards with names that have non-HT rates up to 54 Mb/s
std::vector<std::pair<std::string, WifiStandard>> GetStandardsTo54Mbps();

/// Spoils frames that were sent at a high rate.
class RateLimitErrorModel : public ErrorModel
{
  public:
    double highest{0}; ///< rate that arrives, Mb/s
    double last{0};    ///< rate of the frame on the air, Mb/s

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;
};

/// A station that sends to its access point, which receives low rates only.
class RateTestLink
{
  public:
    /// A RateChange: from and to, Mb/s, and why.
    using Change = std::tuple<double, double, RateChangeReason>;

    /// @param wifi managers of both, and the standard
    /// @param highest rate that arrives, Mb/s
    RateTestLink(const WifiHelper& wifi, double highest);
    ~RateTestLink();

    /// Have another limit from now on.
    /// @param highest rate that arrives, Mb/s
    void SetHighest(double highest);
    /// Send frames one after the other, and run.
    /// @param count how many
    void Send(uint32_t count);
    /// @return of the station
    Ptr<WifiNetDevice> GetStation() const;

    std::vector<double> rates;   ///< of the data frames that the station sent, Mb/s
    std::vector<Change> changes; ///< that the station's manager told
    uint32_t received{0};        ///< data frames that arrived
    uint32_t rts{0};             ///< that the station sent
    bool isAllNonHt{true};       ///< no data frame was sent at an HT rate or above

  private:
    void SendOne();
    void NoteSent(Ptr<const Packet> packet,
                  uint16_t frequency,
                  WifiTxVector txVector,
                  MpduInfo info,
                  uint16_t station);
    void NoteChange(Mac48Address station, uint64_t from, uint64_t to, RateChangeReason reason);
    bool NoteReceived(Ptr<NetDevice> device,
                      Ptr<const Packet> packet,
                      uint16_t protocol,
                      const Address& from);

    NodeContainer m_nodes;             ///< station, access point
    Ptr<WifiNetDevice> m_station;      ///< of m_nodes
    Ptr<WifiNetDevice> m_accessPoint;  ///< of m_nodes
    Ptr<RateLimitErrorModel> m_errors; ///< of the access point
};

} // namespace ns3

#endif // RATE_TEST_LINK_H
