// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_FLOWS_H
#define UPLOAD_FLOWS_H

#include "ns3/bulk-transfer.h"
#include "ns3/malone2008-testbed.h"
#include "ns3/rtt-probe.h"
#include "ns3/study.h"
#include "ns3/timeout-classifier.h"
#include "ns3/timeout-probe.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * The connections of malone2008, from each station to the host.
 */

namespace ns3
{

/// A stretch of a run in which things count.
struct UploadPhase
{
    double begin; ///< s
    double end;   ///< s

    /// @param time an instant, s
    /// @return whether it counts
    bool Contains(double time) const;
};

/// The uploads of a run, with the round-trip times and timeouts of each.
class UploadFlows
{
  public:
    /**
     * Schedule the uploads.
     * @param testbed whose stations upload
     * @param change when the later ones begin
     * @param end of all
     * @param stream first random stream; one is used
     */
    UploadFlows(const Malone2008Testbed& testbed, Time change, Time end, int64_t stream);

    /// Goodput, fairness and timeouts of the first uploads.
    /// @param result takes the metrics
    void AddMetrics(RunResult& result) const;

    /// Station whose flow figures show: "the PC acting as a client records measurements" (III).
    static constexpr uint32_t MEASURING = 0;

    /// A round-trip time of the measuring station and how far below the paper's timeout it is.
    struct Clearance
    {
        double rtt;    ///< s
        double before; ///< RTO - RTT with the timeout by the samples before this one, s
        double after;  ///< RTO - RTT with the timeout by the samples up to this one, s
    };

    /// @param phase in which
    /// @return the round-trip times at the measuring station; none if it has none
    std::vector<Clearance> GetClearances(const UploadPhase& phase) const;
    /// @param flow number
    /// @return all round-trip times of it
    const std::vector<RttProbe::Sample>& GetSamples(uint32_t flow) const;
    /// @param flow number
    /// @return its timeouts
    std::vector<TimeoutClassifier::Timeout> GetTimeouts(uint32_t flow) const;
    /// @return number of the first upload that got least in its second half
    uint32_t GetLeast() const;

  private:
    /// A connection.
    struct Flow
    {
        BulkTransfer transfer;   ///< of data
        Ptr<RttProbe> rtts;      ///< at its sender
        uint64_t bytesBefore{0}; ///< received when its second half began

        /// @return bytes received in its second half
        double GetHalf() const;
        /// @return whether the host has received data
        bool HasBegun() const;
    };

    /// @param i number
    /// @param begin of it
    /// @param end of it
    void Begin(uint32_t i, Time begin, Time end);
    /// Add goodput and fairness of the first uploads, and what the slowest of them got.
    /// @param result takes the metrics
    void AddShares(RunResult& result) const;
    /// Add timeouts by cause, of all uploads, of the measuring station and of the slowest upload,
    /// and the number of uploads that never began.
    /// @param result takes the metrics
    void AddTimeouts(RunResult& result) const;
    /// Add how many of the first uploads have begun, and how many of these have no timeout.
    /// @param result takes the metrics
    void AddFlowsWithoutTimeouts(RunResult& result) const;

    const Malone2008Testbed& m_testbed;         ///< whose stations upload
    Time m_change;                              ///< when the later ones begin
    TimeoutProbe m_timeouts;                    ///< of all
    std::vector<std::unique_ptr<Flow>> m_flows; ///< of the stations
};

} // namespace ns3

#endif // UPLOAD_FLOWS_H
