// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef BRIDGE_FORWARDING_DATABASE_H
#define BRIDGE_FORWARDING_DATABASE_H

#include <boost/container/flat_set.hpp>
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup linux-bridge
 * The forwarding database of a learning bridge (Linux net/bridge/br_fdb.c): it maps each address to
 * the port on which it was last seen. Entries age. Aged entries are removed when a new address is
 * learned or the entries are counted, so no timer is needed.
 * Plain C++ without a clock: each call gets the present instant. All calls take constant time on
 * average, but for Flush(), which is linear, and those that remove aged entries, which pay for each
 * entry once.
 */
class BridgeForwardingDatabase
{
  public:
    using Address = uint64_t;                  ///< 48 bits, the first byte the most significant
    using Port = uint32_t;                     ///< number of a port
    using Duration = std::chrono::nanoseconds; ///< an age, or an instant since the start

    /// Result of Learn().
    enum class LearnResult : uint8_t
    {
        ADDED,     ///< the address was unknown and has an entry now
        REFRESHED, ///< the entry of the address names the same port
        MOVED,     ///< the entry named another port: the station roamed
        LOCAL,     ///< not learned: the address is one of the bridge's own
        FULL,      ///< not learned: there are MaxLearned entries, none of them aged
    };

    /**
     * Linux: 300 s, which is the default here, too.
     * @param age at which an entry expires; 0: at once
     */
    void SetAgeingTime(Duration age);
    /// Linux: fdb_max_learned.
    /// @param entries maximum number of learned entries; 0: no limit
    void SetMaxLearned(std::size_t entries);

    /**
     * fdb_add_local(), br_fdb_changeaddr(): a local address replaces what was learned about it.
     * @param addresses all those of the bridge and of its ports, which are never learned
     */
    void SetLocal(const std::vector<Address>& addresses);
    /// @param address any
    /// @return whether it is local now
    bool IsLocal(Address address) const;

    /**
     * Learn the port of a frame's source. An entry that has aged but is still there counts as gone
     * (ADDED).
     * @param source source address of the frame, not a group address
     * @param port ingress port of the frame
     * @param now present instant, never before that of an earlier call
     * @return the result
     */
    LearnResult Learn(Address source, Port port, Duration now);
    /**
     * @param destination an address
     * @param now present instant
     * @return its port; none if it is unknown or its entry has aged
     */
    std::optional<Port> Find(Address destination, Duration now) const;
    /// Forget the addresses that were learned from a port.
    /// @param port of the entries
    void Flush(Port port);
    /// @param now present instant
    /// @return number of entries that have not aged
    std::size_t GetNLearned(Duration now);

  private:
    /// Knowledge about an address.
    struct Entry
    {
        Address address;          ///< the key
        mutable Port port;        ///< port of the last frame
        mutable Duration updated; ///< instant of the last frame
    };

    /// Indexed by address, and in the order of `updated`, the oldest first.
    using Entries = boost::multi_index_container<
        Entry,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<
                boost::multi_index::member<Entry, Address, &Entry::address>>,
            boost::multi_index::sequenced<>>>;

    /**
     * has_expired() of br_fdb.c.
     * @param entry of the database
     * @param now present instant
     * @return whether its last frame came the ageing time ago, or earlier
     */
    bool HasAged(const Entry& entry, Duration now) const;
    /// @param now present instant; the oldest entries are removed while they have aged
    void RemoveAged(Duration now);
    /**
     * @param entry of an address
     * @param port of its latest frame
     * @param now present instant
     * @return ADDED, REFRESHED or MOVED
     */
    LearnResult Refresh(Entries::const_iterator entry, Port port, Duration now);

    boost::container::flat_set<Address> m_local;      ///< see SetLocal
    Entries m_entries;                                ///< learned
    Duration m_ageingTime{std::chrono::seconds(300)}; ///< see SetAgeingTime
    std::size_t m_maxLearned{0};                      ///< see SetMaxLearned
};

} // namespace ns3

#endif // BRIDGE_FORWARDING_DATABASE_H
