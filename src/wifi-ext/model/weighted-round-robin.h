// SPDX-License-Identifier: GPL-2.0-only

#ifndef WEIGHTED_ROUND_ROBIN_H
#define WEIGHTED_ROUND_ROBIN_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup wifi-ext
 * Weighted round robin of two queues. A turn gives a queue a credit; it sends while its first
 * packet needs no more than the credit left. Counted in packets, every packet needs 1 and a turn
 * gives the weight: classic weighted round robin. Counted in bytes, a packet needs its length and a
 * turn gives the weight times a quantum: deficit round robin (Shreedhar and Varghese, 1995). A
 * packet may cost more than it needs, and leaves a debt that is paid out of the next turns: where
 * costs are not known before, each packet needs 1 (surplus round robin; Adiseshu, Parulkar and
 * Varghese, "A Reliable and Scalable Striping Protocol", SIGCOMM 1996). An empty queue loses its
 * credit but not its debt, and its turns pass at once, so the link is never idle while a packet
 * waits.
 */
class WeightedRoundRobin
{
  public:
    /// Number of queues.
    static constexpr std::size_t QUEUES = 2;
    /// No queue: all are empty.
    static constexpr std::size_t NONE = QUEUES;
    /// For each queue the credit that its first packet needs, at least 1; 0: it is empty.
    using Costs = std::array<uint32_t, QUEUES>;

    /**
     * Set what a turn gives, from each queue's next turn on. Credits that are left stay.
     * @param credits for each queue, at least 1, in packets or bytes
     */
    void SetTurnCredits(const Costs& credits);

    /**
     * Find the queue to be served. Without Serve() between, the answer stays the same as long as
     * the first packet of that queue does, whatever comes into the other and whatever
     * SetTurnCredits() says: what was looked at is what will be sent.
     * @param first what the first packets need
     * @return index of the queue, or NONE
     */
    std::size_t Select(const Costs& first);

    /// Take a packet's cost from the credit of the selected queue. @param cost what is beyond the
    /// credit becomes a debt
    void Serve(uint32_t cost);

  private:
    Costs m_turnCredits{1, 1};               ///< what a turn gives
    std::array<int64_t, QUEUES> m_credits{}; ///< left; negative: a debt
    std::size_t m_current{QUEUES - 1};       ///< whose turn it is; the first turn goes to queue 0
};

} // namespace ns3

#endif // WEIGHTED_ROUND_ROBIN_H
