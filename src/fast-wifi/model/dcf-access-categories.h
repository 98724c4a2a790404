// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef DCF_ACCESS_CATEGORIES_H
#define DCF_ACCESS_CATEGORIES_H

#include "dcf-queue.h"

#include "ns3/qos-utils.h"
#include "ns3/random-variable-stream.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::DcfAccessCategories declaration.
 */

namespace ns3
{

/// @ingroup fast-wifi
/// How an access category contends (IEEE 802.11-2007, 9.9.1.3). The defaults are those of the DCF
/// with DSSS.
struct DcfAccessParameters
{
    uint32_t aifsn{2};    ///< slots of AIFS after SIFS, 1 to 255; 2 for DIFS
    uint32_t cwMin{31};   ///< smallest contention window, slots; at most cwMax
    uint32_t cwMax{1023}; ///< largest contention window, slots; at most 32767

    /// @return whether all values are within their ranges
    bool IsValid() const;
};

/// @ingroup fast-wifi
/// An access category of a station; without QoS there is one.
struct DcfAccessCategory
{
    AcIndex index{AC_BE_NQOS};        ///< its name
    DcfAccessParameters parameters;   ///< how it contends
    MediumFunction function;          ///< that contends for it on the channel
    DcfQueue queue;                   ///< its packets
    Ptr<UniformRandomVariable> slots; ///< of its backoffs; null once the station is disposed of
};

/**
 * @ingroup fast-wifi
 * The access categories of a station: that of the DCF alone, or the four of EDCA.
 */
class DcfAccessCategories
{
  public:
    /// The station has the DCF.
    /// @param parameters of its only category
    void SetDcf(const DcfAccessParameters& parameters);
    /**
     * The station has EDCA, with the default parameters for DSSS (IEEE 802.11-2007, table 7-37) and
     * TXOP limits of 0. Voice comes first, because of two categories that end their backoffs
     * together the first one sends.
     */
    void SetEdca();

    /// @param index of a category
    /// @return the category; null if the station does not have it
    DcfAccessCategory* Find(AcIndex index);
    /**
     * @param function of the station, whose functions have numbers in a row; not checked
     * @return its category
     */
    DcfAccessCategory& Get(MediumFunction function);
    /// @param packet to be sent
    /// @return the category of its user priority (IEEE 802.11-2007, table 9-1)
    DcfAccessCategory& Classify(Ptr<const Packet> packet);

    /// @return packets whose last attempt is not computed
    std::size_t GetNWaiting() const;
    /// @param now the time
    /// @return packets that occupy the queues
    std::size_t GetLength(MediumTime now) const;
    /// @param stream of the first category; each has the next one, since the draws of one must not
    /// depend on those of another
    /// @return number of streams that were assigned
    int64_t AssignStreams(int64_t stream);

    /// @return the first category, which sends first if two end their backoffs together
    auto begin()
    {
        return m_categories.begin();
    }

    /// @return past the last category
    auto end()
    {
        return m_categories.end();
    }

  private:
    /**
     * @param index of a category
     * @param parameters of it
     */
    void Add(AcIndex index, const DcfAccessParameters& parameters);

    std::vector<DcfAccessCategory> m_categories; ///< in the order of their functions
};

} // namespace ns3

#endif // DCF_ACCESS_CATEGORIES_H
