// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_QUEUES_H
#define UPLOAD_QUEUES_H

#include "upload-flows.h"

#include "ns3/level-sequence.h"
#include "ns3/malone2008-testbed.h"

#include <vector>

namespace ns3
{

/// Looks again and again at the packets that wait at the access point and at the measuring station,
/// in the interface's and the driver's queues.
class UploadQueues
{
  public:
    /// Look from the testbed's start on.
    /// @param testbed whose queues
    explicit UploadQueues(const Malone2008Testbed& testbed);
    UploadQueues(const UploadQueues&) = delete;
    UploadQueues& operator=(const UploadQueues&) = delete;

    /// @return the access point's queue over time, packets
    const LevelSequence& GetAccessPoint() const;
    /// @return the measuring station's queue over time, packets
    const LevelSequence& GetStation() const;
    /// @param phase in which
    /// @return lengths of the access point's queue at all looks
    std::vector<double> GetLengths(const UploadPhase& phase) const;

  private:
    /// Record both queues, and look again in 20 ms. The looks end with the simulation.
    void Look();

    const Malone2008Testbed& m_testbed; ///< whose queues
    LevelSequence m_accessPoint;        ///< see GetAccessPoint
    LevelSequence m_station;            ///< see GetStation
    std::vector<double> m_looks;        ///< at which instants, s
    std::vector<double> m_lengths;      ///< of the access point's queue then
};

} // namespace ns3

#endif // UPLOAD_QUEUES_H
