// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_ADDRESSES_H
#define MEDIUM_ADDRESSES_H

#include "medium-frame.h"

#include "ns3/mac48-address.h"

#include <map>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumAddresses declaration.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The addresses of the stations of a channel, and those that they had before. A station has one
 * address or none.
 */
class MediumAddresses
{
  public:
    /**
     * A former address stays remembered until another station gets it, so that frames for it find
     * no receiver.
     * @param station gets an address in place of the one that it has
     * @param address that no other station has; 00:00:00:00:00:00 for none
     */
    void Set(MediumStation station, Mac48Address address);
    /// @param station that leaves. Its address is nobody's then, and is not remembered
    void Remove(MediumStation station);
    /// Forget all addresses.
    void Clear();
    /// @param address any
    /// @return station that has it; MEDIUM_NOBODY if there is none
    MediumStation Find(Mac48Address address) const;
    /// @param address any
    /// @param station any
    /// @return whether the station had the address, and nobody has it now
    bool IsFormer(Mac48Address address, MediumStation station) const;

    /// @return whether IsFormer() can be true
    bool HasFormer() const
    {
        return !m_former.empty();
    }

  private:
    std::map<Mac48Address, MediumStation> m_stations; ///< who has an address
    std::map<Mac48Address, MediumStation> m_former;   ///< who had one that nobody has now
};

} // namespace ns3

#endif // MEDIUM_ADDRESSES_H
