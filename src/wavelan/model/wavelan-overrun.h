// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef WAVELAN_OVERRUN_H
#define WAVELAN_OVERRUN_H

#include <cstdint>
#include <functional>

/**
 * @file
 * @ingroup wavelan
 * ns3::WavelanOverrun declaration.
 */

namespace ns3
{

/**
 * @ingroup wavelan
 * When the controller of a card is overrun, and which packets that loses (xylomenos1999, V.C).
 *
 * The controller is overrun when the host has filled the transmit buffer a number of times in
 * succession at the instant at which it became free, with nothing received in between. It loses the
 * packet that is written then and some that follow, and pauses until the driver has reset it. The
 * paper reports the losses and the pause; the condition is an assumption.
 */
class WavelanOverrun
{
  public:
    /// The outcome of a packet that the host writes to the buffer.
    enum class Outcome : uint8_t
    {
        KEPT,    ///< it is in the buffer, if there is one that is free
        LOST,    ///< an overrun loses it
        OVERRUN, ///< it overruns the controller, which loses it and pauses
    };

    /// A number of packets, at least 1, which is drawn when it is asked for.
    using Draw = std::function<uint32_t()>;

    /**
     * The host writes a packet.
     * @param isAtOnce whether a buffer has become free at this very instant
     * @param limit draws the number of such packets in a row that overrun the controller; called
     *        once before each overrun
     * @param losses draws the number of packets that an overrun loses; called for each overrun
     * @return the outcome of the packet
     */
    Outcome Write(bool isAtOnce, const Draw& limit, const Draw& losses);
    /// The card has received a frame: the driver, which serves it first, does not write at once.
    void NoteReception();
    /// The driver has reset the controller. What the overrun has not lost until then is sent.
    void EndReset();

    /// @return whether the controller pauses
    bool IsResetting() const
    {
        return m_isResetting;
    }

    /// @return whether the next packet that is written is lost
    bool LosesNext() const
    {
        return m_left > 0;
    }

  private:
    uint32_t m_refills{0};     ///< packets in a row that were written at once
    uint32_t m_limit{0};       ///< of m_refills, at which the controller is overrun; 0: not drawn
    uint32_t m_left{0};        ///< packets that the overrun will still lose
    bool m_isResetting{false}; ///< see IsResetting()
};

} // namespace ns3

#endif // WAVELAN_OVERRUN_H
