// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_RECEIVER_H
#define MEDIUM_RECEIVER_H

#include "medium-frame.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumReceiver declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * What a receiver makes of the frames that reach it: on which it locks, and with which probability
 * it decodes that, from the powers of their signals.
 *
 * It locks on the strongest of the frames that began while it looked for a preamble, as
 * PhyEntity::EndPreambleDetectionPeriod() of ns-3 with ThresholdPreambleDetectionModel. What begins
 * later disturbs the decoding only, each part of the frame by its own ratio of the signal to noise
 * and interference, as InterferenceHelper::CalculatePayloadPer().
 * Powers are in mW and ratios are numbers, but for those of SetLevels(), which are in dBm and dB as
 * in the attributes of MediumChannel. The object knows no stations and draws no random numbers; the
 * powers come from the caller. A header that was detected is always decoded.
 */
class MediumReceiver
{
  public:
    /**
     * @param noise power of the noise, dBm
     * @param sensitivity least power of a signal that is detected, dBm
     * @param preambleThreshold least ratio of the signal to noise and other frames, dB
     */
    void SetLevels(double noise, double sensitivity, double preambleThreshold);
    /**
     * @return least power of a signal that is detected if there is no other, mW: the sensitivity,
     * or the noise times the threshold if that is more
     */
    double GetLeastMilliwatts() const;

    /// What a receiver finds that looks for a preamble.
    struct Preamble
    {
        std::optional<std::size_t> frame; ///< on which it locks, if any
        double milliwatts{0};             ///< power of the strongest signal, mW
        double ratio{0};                  ///< of this power to the rest
    };

    /**
     * Linear in the number of frames.
     * @tparam Powers a callable that gives the power of a frame, mW
     * @param frames on the air
     * @param first of them that the receiver can lock on; the others had begun before
     * @param powers is called once for each frame, in their order
     * @return the preamble that the receiver finds; Preamble::milliwatts and Preamble::ratio are
     * also set if it locks on none
     */
    template <typename Powers>
    Preamble Detect(std::span<const MediumTransmission> frames,
                    std::size_t first,
                    Powers&& powers) const;
    /**
     * The part of the frame behind its header is cut where another frame begins or ends. A cut of
     * the length l out of L contributes its rate to the power of l / L.
     * @tparam Powers a callable that gives the power of a frame, mW
     * @tparam Rates a callable that gives the probability that a frame is decoded as a whole, by
     * the ratio of its signal to noise and interference
     * @param frames the frame that the receiver has locked on, and those that overlap it
     * @param powers is called for those that are on the air in a part of the frame behind its
     * header; more than once for some
     * @param rates is called for each part
     * @return probability that the frame is decoded, 0 to 1
     */
    template <typename Powers, typename Rates>
    double GetSuccessRate(std::span<const MediumTransmission> frames,
                          Powers&& powers,
                          Rates&& rates);

    /// @param db a power in dBm, or a ratio in dB
    /// @return it in mW, or as a number
    static double FromDb(double db);
    /// @param value a power in mW, or a ratio
    /// @return it in dBm or dB
    static double ToDb(double value);

  private:
    /**
     * @param frames whose first one is cut where the others begin and end; the instants go to
     * m_cuts, in order, those of begin and end included
     */
    void FindCuts(std::span<const MediumTransmission> frames);

    double m_noise{0};              ///< mW
    double m_sensitivity{0};        ///< mW
    double m_preambleThreshold{0};  ///< a ratio
    std::vector<MediumTime> m_cuts; ///< result of FindCuts()
};

template <typename Powers>
MediumReceiver::Preamble
MediumReceiver::Detect(std::span<const MediumTransmission> frames,
                       std::size_t first,
                       Powers&& powers) const
{
    std::optional<std::size_t> strongest;
    double total = 0;
    double most = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        const double power = powers(frames[i]);
        total += power;
        if (i >= first && power > most)
        {
            most = power;
            strongest = i;
        }
    }
    const double ratio = most / (m_noise + total - most);
    const bool isDetected = most >= m_sensitivity && ratio >= m_preambleThreshold;
    return {isDetected ? strongest : std::nullopt, most, ratio};
}

template <typename Powers, typename Rates>
double
MediumReceiver::GetSuccessRate(std::span<const MediumTransmission> frames,
                               Powers&& powers,
                               Rates&& rates)
{
    const MediumTransmission& frame = frames.front();
    const double signal = powers(frame);
    if (frames.size() == 1)
    {
        return rates(signal / m_noise);
    }
    FindCuts(frames);
    double success = 1;
    for (std::size_t i = 1; i < m_cuts.size(); ++i)
    {
        const auto length = static_cast<double>(m_cuts[i] - m_cuts[i - 1]);
        double others = m_noise;
        for (const MediumTransmission& other : frames.subspan(1))
        {
            const bool isOnAir = other.begin < m_cuts[i] && other.end > m_cuts[i - 1];
            others += isOnAir ? powers(other) : 0;
        }
        if (length > 0)
        {
            const double whole = static_cast<double>(frame.end - (frame.begin + frame.plcp));
            success *= std::pow(rates(signal / others), length / whole);
        }
    }
    return success;
}

} // namespace ns3

#endif // MEDIUM_RECEIVER_H
