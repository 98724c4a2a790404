// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUDY_SIMULATOR_IMPL_H
#define STUDY_SIMULATOR_IMPL_H

#include "study-error.h"

#include "ns3/default-simulator-impl.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup study
 * Events follow each other without end, and simulated time does not move.
 */
class StudyStandstillError : public StudyError
{
  public:
    using StudyError::StudyError;
};

/**
 * @ingroup study
 * ns-3's default simulator, which ends a simulation whose time stands still.
 *
 * A timer with an interval of 0 expires again at once, so that such a simulation would never end.
 * ns-3 accepts an interval of 0 for most timers. StudyRunner uses this simulator for each run,
 * unless the user or the study chooses another one than ns-3's default.
 */
class StudySimulatorImpl : public DefaultSimulatorImpl
{
  public:
    /// @return the type, with its attributes
    static TypeId GetTypeId();

  private:
    /**
     * Count events. After MaxEvents events, compare the time with that when the count began.
     * @param id the next event
     * @throws StudyStandstillError if the time has moved by less than 1 us
     */
    void PreEventHook(const EventId& id) override;

    uint32_t m_maxEvents{0}; ///< most events within 1 us
    uint32_t m_events{0};    ///< counted since m_begin
    Time m_begin;            ///< when the count began
};

} // namespace ns3

#endif /* STUDY_SIMULATOR_IMPL_H */
