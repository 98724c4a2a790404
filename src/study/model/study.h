// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_H
#define STUDY_H

#include "study-claim.h"
#include "study-definition.h"
#include "study-results.h"
#include "study-runner.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @defgroup study Studies
 * Programs that run a simulation many times and compare what they find with published claims.
 */

/**
 * @ingroup study
 * An experiment: points, functions that make one run of a point, and claims to be judged. Main()
 * handles the command line that all studies share.
 */
class Study
{
  public:
    /// Prints a table of the study's own.
    using TablePrinter = std::function<void(std::ostream& os, const StudyResults& results)>;

    /// Computes metrics of the study as a whole from its runs.
    using MetricsFunction = std::function<std::vector<Metric>(const StudyResults& results)>;

    /**
     * @param name name of the program
     * @param title what it shows, one line
     * @param function makes one run of each point that is added without a function of its own;
     * none: each point has its own
     */
    Study(const std::string& name, const std::string& title, StudyRunFunction function = {});

    /**
     * Add a point whose runs the study's function makes.
     * @param point a point; its name has only letters, digits, '.', '-' and '_', is not "." or
     * "..", and is not that of another point
     * @throws std::invalid_argument if the name is not of this kind, or if the study has no
     * function
     */
    void AddPoint(const StudyPoint& point);

    /**
     * Add a point with a function of its own, which knows what the point is without its name.
     * @param point as above
     * @param function makes one run of this point
     * @throws std::invalid_argument if the name is not of this kind, or if there is no function
     */
    void AddPoint(const StudyPoint& point, StudyPointFunction function);

    /**
     * @param claim a claim, to be judged from the runs of the points; ledgers, databases and pages
     * know it by its id and cell
     * @throws std::invalid_argument if another claim has the same id and cell
     */
    void AddClaim(const StudyClaim& claim);

    /// @param panel panel of the plot of curves, which leaves out points that were not run
    void AddPanel(const StudyPanel& panel);

    /**
     * Set the runs that the study makes without options: enough to see the result in about a
     * minute. The default is 3 runs of 10 s.
     * @param runs runs of each point
     * @param duration simulated duration of each
     */
    void SetDefaultRuns(uint32_t runs, Time duration);

    /**
     * Set the runs that the study makes with --full: as many and as long as in the paper. The
     * default is 10 runs of 60 s.
     * @param runs runs of each point
     * @param duration simulated duration of each
     */
    void SetFullRuns(uint32_t runs, Time duration);

    /// Make the runs one after another, because they measure wall time.
    void SetTimed();

    /// @param printer prints above the claims, instead of the study's metrics; none unless set
    void SetTablePrinter(TablePrinter printer);

    /// @param function computes the "metrics" of the JSON file; none unless set
    void SetStudyMetrics(MetricsFunction function);

    /**
     * Execute the command line.
     * @param argc as given to main()
     * @param argv as given to main()
     * @return exit status: 0 if the work was done, 1 if it could not be or if --check finds a
     * claim that is not reproduced, 2 if the command line is wrong
     */
    int Main(int argc, char* argv[]) const;

    /**
     * Main() with the streams it writes to, for tests.
     * @param args the arguments, without the program's name
     * @param out takes what is printed
     * @param err takes error lines
     * @return exit status as Main()
     */
    int Main(const std::vector<std::string>& args, std::ostream& out, std::ostream& err) const;

  private:
    StudyDefinition m_definition; ///< all that was set
};

} // namespace ns3

#endif /* STUDY_H */
