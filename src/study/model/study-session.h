// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_SESSION_H
#define STUDY_SESSION_H

#include "study-command-line.h"
#include "study-definition.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup study
 * Execute a study: make the runs, keep them, and report what they show. Nothing is simulated before
 * every file that was asked for is known to be writable. A failed run does not stop the others.
 * @param definition the study
 * @param command what the user asked for
 * @param out takes what is printed
 * @return false if a claim is not reproduced
 * @throws StudyError if a run or a file fails, one of an explicit --plot included
 */
bool RunStudy(const StudyDefinition& definition, const StudyCommand& command, std::ostream& out);

} // namespace ns3

#endif /* STUDY_SESSION_H */
