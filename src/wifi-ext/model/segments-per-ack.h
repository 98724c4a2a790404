// SPDX-License-Identifier: GPL-2.0-only

#ifndef SEGMENTS_PER_ACK_H
#define SEGMENTS_PER_ACK_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * How many data packets an ACK is worth, measured where a full queue drops some of both: the bytes
 * that an ACK which is sent acknowledges anew, over the new bytes of a data packet which is sent.
 * ACKs are cumulative, so one that follows dropped ones acknowledges what they would have. Both
 * are moving averages over some 256 packets.
 */
class SegmentsPerAck
{
  public:
    /// Range of the result.
    static constexpr double LEAST = 1;
    static constexpr double MOST = 16;

    /// @param initial result until something has been measured, LEAST to MOST
    void Start(double initial);
    /// A pure ACK. @param progress bytes acknowledged anew @param isSent not dropped
    void ObserveAck(uint32_t progress, bool isSent);
    /// A data packet. @param progress bytes sent for the first time @param isSent not dropped
    void ObserveData(uint32_t progress, bool isSent);
    /// @return data packets per ACK
    double Get() const;

  private:
    /// Progress per packet that is sent.
    struct Average
    {
        double bytes;     ///< moving average
        uint32_t pending; ///< progress of dropped packets, made good by the next that is sent

        void Observe(uint32_t progress, bool isSent);
    };

    Average m_ack{1, 0};  ///< of pure ACKs
    Average m_data{1, 0}; ///< of data packets
};

} // namespace ns3

#endif // SEGMENTS_PER_ACK_H
