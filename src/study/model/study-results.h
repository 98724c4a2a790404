// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_RESULTS_H
#define STUDY_RESULTS_H

#include "sample-statistics.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup study
 * One named parameter set of a study.
 */
struct StudyPoint
{
    std::string name;     ///< key for command line and files: letters, digits, '.', '-' and '_'
    std::string label;    ///< the name a reader sees
    bool onlyFull{false}; ///< run with --full, or by its name, only
};

/**
 * @ingroup study
 * One number a run measured.
 */
struct Metric
{
    std::string name; ///< key, for example "throughput"; one line of UTF-8, once in a run
    std::string unit; ///< unit as printed, one line of UTF-8; empty for a pure number
    double value;     ///< finite value in that unit
};

/**
 * @ingroup study
 * A table of numbers recorded during one run, written as a CSV file.
 */
struct Series
{
    std::string name;                      ///< name, part of the file's name
    std::string label;                     ///< the name a reader sees
    std::string unit;                      ///< unit of its quantity, such as "packets"
    std::vector<std::string> columns;      ///< column names
    std::vector<std::vector<double>> rows; ///< one number per column in each row
    /// How tools/lasthop-plot.py draws it: "time-sequence", with the columns time, seq, len and
    /// kind; "level", "dots", "line" or "crosses", with time and value; "spans", with time and end;
    /// or "distribution", with value. A series without a kind is written, but not drawn.
    std::string kind{};
    /// Title of the axes in which the series is drawn with others of this title. All series of a
    /// run have one, or none has.
    std::string panel{};
};

/**
 * @ingroup study
 * All that one run returns.
 */
struct RunResult
{
    std::vector<Metric> metrics;         ///< the same names and units in every run of a point
    std::vector<Series> series{};        ///< filled only when the run was asked to trace
    std::vector<std::string> captures{}; ///< packet captures the run has written
    /// Intervals of time to be enlarged in the graph, s; none: one around the first retransmission.
    std::vector<Interval> parts{};
    std::vector<std::string> partTitles{}; ///< what each of them shows; none: they have no titles
};

/**
 * @ingroup study
 * The metrics of all runs of all points of a study.
 */
class StudyResults
{
  public:
    /**
     * Add one run.
     * @param point name of the point
     * @param run run number; a run that is already there is replaced
     * @param metrics what it measured
     * @throws std::invalid_argument unless they have the names and units, in the same order, of
     * those of another run of the point
     */
    void Add(const std::string& point, uint32_t run, std::vector<Metric> metrics);

    /// @return the names of the points that have runs, in the order they were added
    const std::vector<std::string>& GetPoints() const;

    /**
     * @param point name of a point
     * @return the metrics of each run of the point, by run number
     * @throws std::out_of_range if the point has no run
     */
    const std::map<uint32_t, std::vector<Metric>>& GetRuns(const std::string& point) const;

    /**
     * @param point name of a point
     * @param run run number
     * @param metric name of a metric
     * @return the metric in that run
     * @throws std::out_of_range if the point has no such run or the run no such metric
     */
    double GetValue(const std::string& point, uint32_t run, const std::string& metric) const;

    /**
     * @param point name of a point
     * @param metric name of a metric
     * @return the metric in each run of the point, by run number
     * @throws std::out_of_range if the point has no run or a run has no such metric
     */
    std::vector<double> GetSamples(const std::string& point, const std::string& metric) const;

    /**
     * @param point name of a point
     * @param metric name of a metric
     * @return the metric's statistics over the point's runs
     * @throws std::out_of_range as GetSamples()
     */
    SampleStatistics GetStatistics(const std::string& point, const std::string& metric) const;

    /**
     * @param point name of a point
     * @param metric name of a metric
     * @return the metric's mean over the point's runs
     * @throws std::out_of_range as GetSamples()
     */
    double GetMean(const std::string& point, const std::string& metric) const;

  private:
    std::vector<std::string> m_points;                                     ///< order of addition
    std::map<std::string, std::map<uint32_t, std::vector<Metric>>> m_runs; ///< point, run
};

} // namespace ns3

#endif /* STUDY_RESULTS_H */
