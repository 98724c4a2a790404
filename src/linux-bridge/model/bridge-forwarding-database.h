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

namespace ns3
{

/**
 * @ingroup linux-bridge
 * The forwarding database of a learning bridge (Linux net/bridge/br_fdb.c): which address was last
 * seen on which port. Entries age; they are removed when a newer one comes or when they are asked
 * for, so no timer is needed.
 */
class BridgeForwardingDatabase
{
  public:
    using Address = uint64_t;                  ///< 48 bits, the first octet the most significant
    using Port = uint32_t;                     ///< number of a port
    using Duration = std::chrono::nanoseconds; ///< an age, or an instant since the start

    /// What Learn() did.
    enum class LearnResult : uint8_t
    {
        ADDED,     ///< a new entry
        REFRESHED, ///< an entry that says the same
        MOVED,     ///< an entry that said another port: the station roamed
        LOCAL,     ///< nothing: the address is one of the bridge's own
        FULL,      ///< nothing: MaxLearned entries, none of them aged
    };

    /// Linux: 300 s. @param age after which an entry no longer holds; 0: at once
    void SetAgeingTime(Duration age);
    /// Linux: fdb_max_learned. @param entries learned at most; 0: no limit
    void SetMaxLearned(std::size_t entries);

    /// @param address of the bridge or of one of its ports; is never learned
    void AddLocal(Address address);
    /// @param address any @return whether AddLocal() was told of it
    bool IsLocal(Address address) const;

    /**
     * Note where a frame came from.
     * @param source its source address, not a group address
     * @param port where it came in
     * @param now present instant, never before that of an earlier call
     * @return what was done
     */
    LearnResult Learn(Address source, Port port, Duration now);
    /**
     * @param destination an address
     * @param now present instant
     * @return its port; none if it is unknown or its entry has aged
     */
    std::optional<Port> Find(Address destination, Duration now) const;
    /// Forget what was learned from a port. @param port of the entries
    void Flush(Port port);
    /// @param now present instant @return entries that hold
    std::size_t GetNLearned(Duration now);

  private:
    /// What was learned of an address.
    struct Entry
    {
        Address address;          ///< the key
        mutable Port port;        ///< where it was seen last
        mutable Duration updated; ///< when it was seen last
    };

    /// Found by address; in the order of `updated`, the oldest first.
    using Entries = boost::multi_index_container<
        Entry,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<
                boost::multi_index::member<Entry, Address, &Entry::address>>,
            boost::multi_index::sequenced<>>>;

    bool HasAged(const Entry& entry, Duration now) const;
    void RemoveAged(Duration now);
    LearnResult Refresh(Entries::const_iterator entry, Port port, Duration now);

    boost::container::flat_set<Address> m_local;
    Entries m_entries;
    Duration m_ageingTime{std::chrono::seconds(300)};
    std::size_t m_maxLearned{0};
};

} // namespace ns3

#endif // BRIDGE_FORWARDING_DATABASE_H
