// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MALONE2008_RTO_H
#define MALONE2008_RTO_H

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::Malone2008Rto declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * The retransmission timeout that malone2008 computes from measured round-trip times (IV): srtt is
 * 7/8 srtt + 1/8 rtt, rttvar is 3/4 rttvar + 1/4 of the deviation, and the timeout is
 * srtt + max(200 ms, 4 rttvar). "This estimator is close to the those used in both FreeBSD and
 * Linux" (sic). The first sample gives srtt and, as in RFC 6298, half of it as rttvar; the paper
 * does not say how it begins.
 */
class Malone2008Rto
{
  public:
    /// @param rtt the next round-trip time, s
    void Add(double rtt);
    /// @return whether there was a sample
    bool IsKnown() const;
    /// @return the timeout, s; 0 before the first sample
    double Get() const;

  private:
    bool m_isKnown{false}; ///< see IsKnown
    double m_srtt{0};      ///< smoothed round-trip time, s
    double m_rttvar{0};    ///< variability, s
};

} // namespace ns3

#endif // MALONE2008_RTO_H
