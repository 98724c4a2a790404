// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_SKELETON_H
#define UHCI_SKELETON_H

#include "uhci-descriptor.h"

#include <array>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The list layout of Linux 2.4's usb-uhci and the memory it lives in: frame entry, one slow
 * interrupt chain, the every-frame interrupt chain, low-speed control, full-speed control, bulk,
 * and the end QH whose head link closes the reclamation loop (FSBR) when it is on.
 *
 * A freed queue head is not used again before the next frame, because the controller may still hold
 * a latched pointer to it.
 * The order of a frame follows from the layout: isochronous, interrupt, control at low speed,
 * control, bulk. usb-uhci builds it in init_skel(). All functions change memory that the controller
 * may read at any time; UhciHcd counts the changes in UhciMemory::changes. Indices are not checked.
 */
class UhciSkeleton
{
  public:
    /// Sections of the horizontal list that requests are put into.
    enum class Section : uint8_t
    {
        LOW_SPEED_CONTROL, ///< before the reclamation loop, so that a slow device is asked once per
                           ///< frame
        CONTROL,           ///< first section of the loop
        BULK,              ///< last section of the loop
    };

    /// Build the empty lists (usb-uhci: init_skel()), with the loop open and the frame timer off.
    UhciSkeleton();

    /// @return lists as the controller reads them; they live as long as the skeleton
    UhciMemory& GetMemory();
    /// @return the QH whose head link is the reclamation switch
    uint16_t GetEndQh() const;

    /// Make queue heads that were freed in earlier frames usable.
    /// @param frame frame in progress
    void Reclaim(int64_t frame);
    /// @return how many more TDs there can be, at most 65536; a link has 16 bits for the index
    uint32_t GetRoomForTds() const;
    /// @return a blank TD; there is room
    uint16_t AllocateTd();
    /// @param td a TD that no list holds and the controller cannot have met in this frame
    void FreeTd(uint16_t td);
    /// @return a blank QH
    uint16_t AllocateQh();
    /// @param qh a QH no list holds
    /// @param frame frame in progress
    void FreeQh(uint16_t qh, int64_t frame);

    /// Put a QH at the tail of a section.
    /// @param qh the QH
    /// @param section where
    void Insert(uint16_t qh, Section section);
    /// Put a QH right behind another.
    /// @param qh the QH
    /// @param before its predecessor
    void InsertAfter(uint16_t qh, uint16_t before);
    /// Take a QH out; its own links stay.
    /// @param qh a QH in the horizontal list
    void Remove(uint16_t qh);
    /// Let a QH take the place of another.
    /// @param old in the list
    /// @param qh not in the list
    void Replace(uint16_t old, uint16_t qh);

    /**
     * Hang an interrupt TD into its chain.
     * @param td the TD
     * @param interval frames between polls; rounded down to a power of two of at most 128
     */
    void InsertInterrupt(uint16_t td, uint32_t interval);
    /// Take it out.
    /// @param td the TD
    /// @param interval as given to InsertInterrupt
    void RemoveInterrupt(uint16_t td, uint32_t interval);
    /// Put an isochronous TD at the head of a frame.
    /// @param td the TD
    /// @param frame which
    void InsertIsochronous(uint16_t td, int64_t frame);
    /// Take it out.
    /// @param td the TD
    /// @param frame as given to InsertIsochronous
    void RemoveIsochronous(uint16_t td, int64_t frame);

    /// Switch the reclamation loop.
    /// @param on closed
    void SetReclamation(bool on);
    /// Ask for an interrupt at the end of each frame that visits the whole list.
    /// @param on wanted
    void SetFrameTimer(bool on);

  private:
    /// A queue head that the controller may still hold a pointer to.
    struct Freed
    {
        uint16_t qh;   ///< queue head
        int64_t frame; ///< in which it was freed
    };

    /**
     * @param interval frames between polls
     * @return first TD of the chain whose period is the interval, rounded down to a power of
     * two, 1..128
     */
    uint16_t GetChain(uint32_t interval) const;
    /**
     * @param from link at which the search begins
     * @param td a descriptor further down that chain
     */
    void Unlink(UhciLink& from, uint16_t td);
    /**
     * Let the chain of period p be visited in every p-th frame, one slow chain in each frame, then
     * that of period 1.
     */
    void BuildInterruptChains();

    UhciMemory m_memory;                ///< lists, shared with the engine
    std::vector<uint16_t> m_freeTds;    ///< to be used again
    std::vector<uint16_t> m_freeQhs;    ///< to be used again
    std::vector<Freed> m_oldQhs;        ///< to be free from the next frame on
    std::vector<uint16_t> m_previous;   ///< predecessor of each QH in the horizontal list
    std::vector<uint16_t> m_next;       ///< successor
    std::array<uint16_t, 8> m_chains{}; ///< placeholder TDs, period 1, 2, 4, ... 128
    uint16_t m_lowSpeedControl;         ///< heads of the sections
    uint16_t m_control;                 ///< head of the full-speed control section
    uint16_t m_bulk;                    ///< head of the bulk section
    uint16_t m_end;                     ///< see GetEndQh
    uint16_t m_timerTd;                 ///< the inactive TD of the end QH
};

} // namespace ns3

#endif // UHCI_SKELETON_H
