// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_NUMBER_H
#define MEDIUM_NUMBER_H

#include <compare>
#include <cstdint>
#include <ostream>
#include <vector>

/**
 * @file
 * @ingroup fast-wifi
 * ns3::MediumNumber and ns3::MediumTable declarations.
 */

namespace ns3
{

/**
 * @ingroup fast-wifi
 * The number of one of many things of one kind, counted from 0.
 *
 * Numbers of different kinds do not convert to each other, nor to integers, so that the compiler
 * refuses the number of a station where that of a function, or a place in a list, is asked for.
 * An integer does convert to a number, so that loops and literals need no cast. An arithmetic
 * operation needs MediumNumber::value.
 * @tparam KIND of the things
 */
template <typename KIND>
struct MediumNumber
{
    /// @param number the number
    constexpr MediumNumber(uint32_t number = 0)
        : value(number)
    {
    }

    /// @return this number, which is that of the next thing then
    MediumNumber& operator++()
    {
        ++value;
        return *this;
    }

    /// @return order of two numbers of one kind
    auto operator<=>(const MediumNumber&) const = default;

    /// @param os gets the number
    /// @param number any
    /// @return os
    friend std::ostream& operator<<(std::ostream& os, MediumNumber number)
    {
        return os << number.value;
    }

    uint32_t value; ///< the number
};

/// @ingroup fast-wifi
/// Number of a station on a medium.
using MediumStation = MediumNumber<struct MediumStationKind>;
/// @ingroup fast-wifi
/// Number, over all stations, of one of the functions that contend for a medium.
using MediumFunction = MediumNumber<struct MediumFunctionKind>;

/**
 * @ingroup fast-wifi
 * Things by their number.
 * An index that is out of range is not checked.
 * @tparam NUMBER their MediumNumber
 * @tparam T what they are
 */
template <typename NUMBER, typename T>
class MediumTable : public std::vector<T>
{
  public:
    using std::vector<T>::vector;

    /**
     * @param number of an existing thing; not checked
     * @return the thing, valid until the table grows
     */
    typename std::vector<T>::reference operator[](NUMBER number)
    {
        return std::vector<T>::operator[](number.value);
    }

    /// @param number of an existing thing
    /// @return the thing
    typename std::vector<T>::const_reference operator[](NUMBER number) const
    {
        return std::vector<T>::operator[](number.value);
    }

    /// @return number of the last thing; the table must not be empty
    NUMBER GetLast() const
    {
        return NUMBER(static_cast<uint32_t>(this->size() - 1));
    }
};

} // namespace ns3

#endif // MEDIUM_NUMBER_H
