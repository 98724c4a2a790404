// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UPLOAD_RUN_H
#define UPLOAD_RUN_H

#include "ns3/object-factory.h"
#include "ns3/study.h"

namespace ns3
{

/// What a traced run shows over time.
struct UploadFigures
{
    bool roundTrips{true};    ///< RTT and RTO (figures 3(a), 4, 5, 9 to 12)
    bool queue{false};        ///< at the access point (figures 3(b) and 5)
    bool serviceTimes{false}; ///< of the measuring station's data (figure 1)
    bool drains{false};    ///< of ACKs and data, with the lengths of the queues (figures 7 and 8)
    bool clearance{false}; ///< distribution of RTO - RTT (figure 6)
};

/**
 * Have the uploads of malone2008 run, and measure all that its figures show, of the measuring
 * station where the paper does. Metrics whose name begins with "later-" count from ten seconds
 * after the change on, those with "change-" from the change on, those with "close-up-" in the 22 s
 * after the change that figures 10 and 12 enlarge, and the others from ten seconds after the start
 * to the change.
 *
 * @param cell makes the Malone2008Testbed; the change moves to the middle of a shorter run
 * @param options of the study; the duration counts from the first uploads on
 * @param figures what a traced run shows
 * @return the metrics, and with a trace the series of the figures
 */
RunResult MeasureUploads(ObjectFactory cell,
                         const StudyOptions& options,
                         const UploadFigures& figures = {});

} // namespace ns3

#endif // UPLOAD_RUN_H
