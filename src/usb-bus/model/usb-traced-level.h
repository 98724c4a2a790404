// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_TRACED_LEVEL_H
#define USB_TRACED_LEVEL_H

#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup usb-bus
 * A number of frames whose changes are traced with the instants at which they took place. A
 * TracedValue tells no instant, so that its listeners take Simulator::Now() for it; the bus is
 * computed lazily, and what it reports is in the past.
 *
 * The callback has three arguments: the instant of the change, the number before and the number
 * after. It fires in Set(), which may be later than the instant, or up to one transaction before
 * it. Instants never go back.
 */
class UsbTracedLevel : public TracedCallback<Time, uint32_t, uint32_t>
{
  public:
    /**
     * The number changes; nothing happens if it stays the same.
     * The callbacks run before the function returns.
     * @param level the new number
     * @param at when. An instant before that of the last change counts as that one: the bus
     *        reports a transaction as soon as it has begun, so that its end may still be to come
     *        when another change follows.
     */
    void Set(uint32_t level, Time at)
    {
        if (level == m_level)
        {
            return;
        }
        m_at = std::max(m_at, at);
        const uint32_t before = m_level;
        m_level = level;
        (*this)(m_at, before, level);
    }

    /// @return the number now
    uint32_t Get() const
    {
        return m_level;
    }

  private:
    uint32_t m_level{0}; ///< frames
    Time m_at;           ///< of the last change
};

} // namespace ns3

#endif // USB_TRACED_LEVEL_H
