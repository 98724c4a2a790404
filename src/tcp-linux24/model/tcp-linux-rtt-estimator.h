// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TCP_LINUX_RTT_ESTIMATOR_H
#define TCP_LINUX_RTT_ESTIMATOR_H

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * What the round-trip estimators of all kernels keep (struct sock: rtt or srtt, mdev, rto). How
 * samples change it is each kernel's own: TcpLinux24RttEstimator::AddSample() and
 * TcpLinux20RttEstimator::AddSample().
 *
 * The scaled integers are the kernel's, so that rounding is as well: srtt times 8 and mdev times 4
 * make the gains 1/8 and 1/4 of Jacobson (1988) shifts. The length of a tick is that of the host's
 * clock (TcpLinux24Clock).
 */
class TcpLinuxRttEstimator
{
  public:
    /**
     * Double the timeout after an expiry (tcp_retransmit_timer), up to TCP_RTO_MAX, which is 120 s.
     * The next sample sets it anew.
     */
    void Backoff()
    {
        m_rto = std::min(2 * m_rto, m_maxRto);
    }

    /// @return srtt, ticks times 8; 0: no sample
    uint32_t GetSrtt() const
    {
        return static_cast<uint32_t>(m_srtt);
    }

    /// @return mdev, ticks times 4
    uint32_t GetDeviation() const
    {
        return static_cast<uint32_t>(m_mdev);
    }

    /// @return rto, ticks, TCP_RTO_MAX at most
    uint32_t GetRto() const
    {
        return m_rto;
    }

  protected:
    /// @param initialRto until the first sample, ticks
    /// @param maxRto limit, ticks
    TcpLinuxRttEstimator(uint32_t initialRto, uint32_t maxRto)
        : m_initialRto(initialRto),
          m_maxRto(maxRto),
          m_rto(initialRto)
    {
    }

    /// Not virtual: nobody deletes an estimator by this type.
    ~TcpLinuxRttEstimator() = default;

    uint32_t m_initialRto; ///< TCP_TIMEOUT_INIT, ticks
    uint32_t m_maxRto;     ///< TCP_RTO_MAX, ticks
    int32_t m_srtt{0};     ///< see GetSrtt
    int32_t m_mdev{0};     ///< see GetDeviation
    uint32_t m_rto;        ///< see GetRto
};

} // namespace ns3

#endif // TCP_LINUX_RTT_ESTIMATOR_H
