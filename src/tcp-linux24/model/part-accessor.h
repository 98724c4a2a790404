// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef PART_ACCESSOR_H
#define PART_ACCESSOR_H

#include "ns3/attribute-accessor-helper.h"
#include "ns3/attribute.h"
#include "ns3/ptr.h"

#include <tuple>

namespace ns3
{

/**
 * @ingroup tcp-linux24
 * Accessor of an attribute that lies in a part of an object. ns-3's own accessors reach no deeper
 * than the members of the object.
 *
 * TcpLinux24Socket uses it for its settings, which are structs of plain values that the parts of
 * the connection share. A struct of settings then needs no setter of its own. The value is stored
 * as it is: what must be checked or must have an effect at once needs an accessor with functions.
 * AttributeChanged() notifies the object if a value changes.
 * @tparam Value of the attribute
 * @tparam T class of the object
 * @tparam Members pointers to members, from the object inwards
 */
template <typename Value, typename T, typename... Members>
class PartAccessor : public AccessorHelper<T, Value>
{
  public:
    /// @param path from the object inwards: a member of T, a member of that, and so on
    explicit PartAccessor(Members... path)
        : m_path(path...)
    {
    }

    /// @return true
    bool HasGetter() const override
    {
        return true;
    }

    /// @return true
    bool HasSetter() const override
    {
        return true;
    }

  private:
    /**
     * @param object whose part gets the value
     * @param value an attribute value, whose checker has accepted it
     * @return whether the type of the part takes it
     */
    bool DoSet(T* object, const Value* value) const override
    {
        return std::apply([&](auto... path) { return Store(object, *value, (*object.*....*path)); },
                          m_path);
    }

    /**
     * @param object is notified if the value changes
     * @param value for the part
     * @param part where it is stored
     * @return whether the type of the part takes it
     */
    template <typename Part>
    bool Store(T* object, const Value& value, Part& part) const
    {
        const Part before = part;
        const bool isTaken = value.GetAccessor(part);
        if (part != before)
        {
            object->AttributeChanged(*this);
        }
        return isTaken;
    }

    /**
     * @param object whose part is read
     * @param value set to that of the part
     * @return true
     */
    bool DoGet(const T* object, Value* value) const override
    {
        std::apply([&](auto... path) { value->Set((*object.*....*path)); }, m_path);
        return true;
    }

    std::tuple<Members...> m_path; ///< from the object inwards
};

/// @ingroup tcp-linux24
/// @tparam Value of the attribute
/// @param part of an object
/// @param path pointers to members, from the part inwards
/// @return accessor of the last of them
template <typename Value, typename T, typename Part, typename... Members>
Ptr<const AttributeAccessor>
MakePartAccessor(Part T::* part, Members... path)
{
    return Create<PartAccessor<Value, T, Part T::*, Members...>>(part, path...);
}

} // namespace ns3

#endif // PART_ACCESSOR_H
