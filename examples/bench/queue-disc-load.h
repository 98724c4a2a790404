// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef QUEUE_DISC_LOAD_H
#define QUEUE_DISC_LOAD_H

#include "ns3/nstime.h"
#include "ns3/queue-disc.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// @ingroup lasthop-bench
/// Queue discs under the same load: TCP data and pure ACKs of several connections in turn, each
/// packet enqueued and another dequeued, with a standing backlog. The discs take turns of some
/// packets, so that whatever else the machine does hits all alike.
class QueueDiscLoad
{
  public:
    /// What became of one disc.
    struct Cost
    {
        double nanoseconds; ///< wall time of an enqueue and a dequeue, median of the turns
        uint64_t dropped;   ///< packets
    };

    ~QueueDiscLoad();

    /// @param disc to be measured, not started
    void Add(Ptr<QueueDisc> disc);
    /// @param duration simulated; 100000 packets a second to each disc
    /// @return cost of each disc in the order of Add()
    std::vector<Cost> Run(Time duration);

  private:
    /// A disc and its wall time.
    struct Candidate
    {
        Ptr<QueueDisc> disc;                   ///< measured
        std::vector<Ptr<QueueDiscItem>> items; ///< its own, offered again and again
        std::size_t next;                      ///< index of the item that is offered next
        std::vector<double> nanoseconds;       ///< of each turn, per packet
    };

    /// Give each disc a turn, and schedule the next ones. They end with the simulation.
    void TakeTurns();
    /// Enqueue 1000 packets, and dequeue one after each.
    /// @param candidate a disc with its backlog
    /// @return wall time of an enqueue and a dequeue, ns
    static double TakeTurn(Candidate& candidate);

    std::vector<Candidate> m_candidates; ///< in the order of Add()
};

} // namespace ns3

#endif // QUEUE_DISC_LOAD_H
