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
 * samples change it is each kernel's own.
 */
class TcpLinuxRttEstimator
{
  public:
    /// Double the timeout after an expiry (tcp_retransmit_timer).
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

    /// @return rto, ticks
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

    ~TcpLinuxRttEstimator() = default;

    uint32_t m_initialRto; ///< TCP_TIMEOUT_INIT, ticks
    uint32_t m_maxRto;     ///< TCP_RTO_MAX, ticks
    int32_t m_srtt{0};     ///< see GetSrtt
    int32_t m_mdev{0};     ///< see GetDeviation
    uint32_t m_rto;        ///< see GetRto
};

} // namespace ns3

#endif // TCP_LINUX_RTT_ESTIMATOR_H
