// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LEVEL_PROBE_H
#define LEVEL_PROBE_H

#include "ns3/level-sequence.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup wlan-testbed
 * ns3::LevelProbe declaration.
 */

namespace ns3
{

/**
 * @ingroup wlan-testbed
 * Records a traced value over time, such as `PacketsInQueue` of a queue disc. The graphs of
 * kuang2003 show the interface queue and the frames in the adapter: the place where packets wait
 * shows which part is the bottleneck (table 2, 4.1.2), and the queue explains why the two views in
 * figure 4 differ.
 */
class LevelProbe : public SimpleRefCount<LevelProbe>
{
  public:
    /**
     * Record from now on. Fatal if there is no such trace source.
     * @param object owner of the value
     * @param trace name of a trace source of type TracedValue<uint32_t>
     * @return the probe, which lives as long as the object or longer
     */
    static Ptr<LevelProbe> Connect(Ptr<Object> object, const std::string& trace);
    /**
     * Like Connect(), for a trace source that fires later than the change and reports the time of
     * the change.
     * @param object owner of the value
     * @param trace name of a trace source with the arguments of TxInUse of UsbWifiAdapter: the
     *        instant, the value before it, and the value from then on
     * @return the probe, which lives as long as the object or longer
     */
    static Ptr<LevelProbe> ConnectTimed(Ptr<Object> object, const std::string& trace);

    /// @return what was recorded
    const LevelSequence& GetLevels() const;

  private:
    /// @return a probe that records from now on
    static Ptr<LevelProbe> Begin();
    /// The value changes now.
    /// @param before old
    /// @param after new
    void Change(uint32_t before, uint32_t after);
    /// The value has changed.
    /// @param at when
    /// @param before old
    /// @param after new
    void ChangeAt(Time at, uint32_t before, uint32_t after);

    double m_start{0};      ///< when recording began, s
    LevelSequence m_levels; ///< what was recorded
};

} // namespace ns3

#endif /* LEVEL_PROBE_H */
