// SPDX-FileCopyrightText: 2026 The lasthop authors
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
 * Weighted round robin of two queues. A turn gives a queue a credit, and the queue sends while its
 * first packet needs no more than the remaining credit. In packets, every packet needs 1 and a turn
 * gives the weight: classic weighted round robin. In bytes, a packet needs its length and a turn
 * gives the weight times a quantum: deficit round robin (Shreedhar and Varghese, 1995).
 *
 * A packet may cost more than it needs. It then leaves a debt, which the queue pays out of its next
 * turns. If costs are unknown before a packet is sent, each packet needs 1 (surplus round robin;
 * Adiseshu, Parulkar and Varghese, "A Reliable and Scalable Striping Protocol", SIGCOMM 1996).
 *
 * An empty queue loses its credit but not its debt, and its turns pass at once, so that the link is
 * never idle while a packet waits.
 *
 * Beside its credit a turn can give a guest credit, which pays for packets of guests alone. What
 * guests leave of it is kept for later ones, up to MAX_GUEST_CREDIT, and never serves others; what
 * they need beyond it is paid from the credit.
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
    /// Largest guest credit that a queue can save, bytes: what waits in a queue of 87 full packets.
    static constexpr int64_t MAX_GUEST_CREDIT = 1 << 17;

    /**
     * Set the credit of a turn, from each queue's next turn on. Remaining credits stay.
     * @param credits for each queue, at least 1, in packets or bytes
     * @param guests guest credit of a turn for each queue; 0: guests are served like others
     */
    void SetTurnCredits(const Costs& credits, const Costs& guests = {});

    /**
     * Find the queue to be served. Until Serve() is called the answer stays the same as long as the
     * first packet of that queue does, even if packets enter the other queue or SetTurnCredits() is
     * called. A caller that peeks therefore sees the packet that will be sent.
     * @param first credit that the first packet of each queue needs
     * @return index of the queue, or NONE
     */
    std::size_t Select(const Costs& first);

    /// Subtract a packet's cost from the credit of the selected queue.
    /// @param cost of the packet; the part beyond the credit becomes a debt
    /// @param isGuest whether the guest credit pays, unless it is used up
    void Serve(uint32_t cost, bool isGuest = false);

  private:
    Costs m_turnCredits{1, 1};               ///< credit of a turn
    Costs m_turnGuests{};                    ///< guest credit of a turn
    std::array<int64_t, QUEUES> m_credits{}; ///< remaining credit; negative: a debt
    std::array<int64_t, QUEUES> m_guests{};  ///< remaining guest credit; negative: a debt
    std::size_t m_current{QUEUES - 1};       ///< queue whose turn it is; queue 0 has the first turn
};

} // namespace ns3

#endif // WEIGHTED_ROUND_ROBIN_H
