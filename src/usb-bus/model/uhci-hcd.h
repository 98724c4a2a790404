// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef UHCI_HCD_H
#define UHCI_HCD_H

#include "uhci-skeleton.h"
#include "usb-bandwidth.h"
#include "usb-hcd.h"
#include "usb-timing.h"
#include "usb-transfer.h"

#include <bitset>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The driver of a full-speed controller. It turns transfers into queue heads and transfer
 * descriptors, collects finished transfers, keeps data toggles and halted endpoints, and switches
 * bandwidth reclamation. Plain C++ that follows the rules of Linux 2.4's usb-uhci; time is bus
 * time, and a frame is 1 ms.
 *
 * The throughput on this bus depends on the way in which transfers queue. A bulk transfer with
 * UsbTransferRequest::queueBulk is chained to its predecessor on the same endpoint, so the
 * controller continues without software. Any other transfer needs an idle endpoint and is refused
 * as BUSY otherwise (usb-uhci: -ENXIO).
 *
 * The driver never waits. It changes the lists at once, and relies on UhciSkeleton to keep a
 * removed descriptor until the controller can no longer hold a pointer to it. Not modelled: the
 * timeout of a URB, and the automatic resubmission of interrupt URBs; here the device driver
 * submits them again.
 */
class UhciHcd : public UsbHcd
{
  public:
    /// Order in which the queues of bulk and control transfers are served.
    enum class Traversal : uint8_t
    {
        BREADTH_FIRST, ///< one transaction of each queue per pass (usb-uhci's default)
        DEPTH_FIRST,   ///< a queue until it is empty or refused
    };

    /// When the reclamation loop is closed.
    enum class Reclamation : uint8_t
    {
        OFF, ///< never
        ON,  ///< while a bulk or control transfer of recent date is pending (FSBR)
    };

    /// Options of the driver and properties of the bus.
    struct Options
    {
        Traversal traversal{Traversal::BREADTH_FIRST}; ///< see Traversal
        Reclamation reclamation{Reclamation::ON};      ///< see Reclamation
        UsbBitTime reclamationTimeout{600000};         ///< age at which a claim lapses (50 ms)
        UsbBitTime reclamationCheckGap{396000};        ///< least time between looks for it (33 ms)
        uint32_t maxPacket{64};                        ///< largest bulk and control packet, bytes
        uint32_t periodicLimitUs{900};                 ///< periodic bus time admitted per frame
    };

    /**
     * Make the driver with empty lists; the reclamation loop is open.
     * @param options see Options; they are valid for the life of the driver
     */
    explicit UhciHcd(const Options& options);

    /**
     * @return the lists, which belong to the driver and live as long as it does. The engine reads
     * UhciSkeleton::GetMemory() and closes the loop at UhciSkeleton::GetEndQh()
     */
    UhciSkeleton& GetSkeleton();

    /**
     * The checks of usb-uhci's uhci_submit_urb() and of the functions that it calls. Descriptors of
     * an earlier transfer are used again if a free slot holds an equal request; only their status
     * and toggles are then written anew.
     * @param request what to do. A packet has at most Options::maxPacket bytes, at low speed at
     * most 8
     * @param now bus time; the age of the transfer's claim to reclamation counts from here
     * @param frame frame in progress. An isochronous transfer begins in the next one
     * @param slot set to the transfer's number if it was accepted, and possibly changed if it was
     * refused
     * @return IN_PROGRESS; INVALID for an address above 127, an endpoint above 15, more than 65535
     * bytes (interrupt: one packet; isochronous: 1023), no interval, no packet or more than 1000,
     * and for bulk or isochronous at low speed; STALLED for a halted endpoint; BUSY if another
     * transfer holds it; NO_BANDWIDTH if the periodic limit would be exceeded; NO_MEMORY if fewer
     * descriptors are left than the transfer may need
     */
    UsbTransferStatus Submit(const UsbTransferRequest& request,
                             UsbBitTime now,
                             int64_t frame,
                             uint16_t& slot) override;
    /**
     * @param request what to do
     * @return true only for a queued bulk transfer behind another one whose last descriptor is
     * still active. The first claim to reclamation never waits, because it closes the loop
     */
    bool WouldWait(const UsbTransferRequest& request) override;
    /**
     * Drops claims to reclamation that are older than Options::reclamationTimeout, at most once in
     * Options::reclamationCheckGap (usb-uhci: uhci_check_timeouts()). Then takes the oldest
     * transfer that is over.
     * @param now bus time
     * @param frame frame in progress
     * @param completion set to the transfer's end; a STALLED result halts the endpoint
     * @return false if no transfer is over
     */
    bool ReapOldest(UsbBitTime now, int64_t frame, Completion& completion) override;
    /**
     * @param frame frame in progress; an unlinked transfer is over in a later frame than the one of
     * Unlink()
     * @return true if ReapOldest() would find a transfer
     */
    bool HasFinished(int64_t frame) override;
    /**
     * usb-uhci's uhci_unlink_urb_async(): the transfer leaves the lists at once, and the driver
     * requests an interrupt at the end of each frame until the transfer has come back.
     * @param slot which; nothing happens unless it is in progress
     * @param frame frame in progress
     */
    void Unlink(uint16_t slot, int64_t frame) override;
    /**
     * Gives back one transfer of a device that was unplugged, oldest first, with status NO_DEVICE
     * and the bytes that it had moved. When none is left, the pipes of the address start with DATA0
     * and not halted (USB 1.1, 9.1.1.5).
     * @param address the device
     * @param frame frame in progress
     * @param completion set to the transfer's end
     * @return false if there is none any more
     */
    bool Abort(uint8_t address, int64_t frame, Completion& completion) override;
    /**
     * Moves all transactions of isochronous transfers, because FRNUM counts only while the
     * controller runs (UHCI Design Guide 1.1, 2.1.4).
     * @param frame not used
     * @param frames number of frames that the controller missed
     */
    void Postpone(int64_t frame, int64_t frames) override;
    /**
     * usb_clear_halt(): the next toggle is DATA0 (USB 1.1, 9.4.5), even in descriptors that are
     * already waiting.
     * @param endpoint which
     */
    void ClearHalt(const UsbEndpoint& endpoint) override;
    /// @return true if the reclamation loop is closed: the option is on and a transfer claims it
    bool IsReclaiming() const;

  private:
    /**
     * A transfer and its place in the lists. The object stays in its slot when the transfer is
     * over, so that its descriptors can be used again.
     */
    struct Transfer
    {
        UsbTransferRequest request; ///< what was asked; kept for the comparison with the slot's
                                    ///< next request
        UsbTransferStatus status{UsbTransferStatus::IDLE}; ///< IN_PROGRESS, UNLINKED or IDLE
        UsbBitTime submitted{0};   ///< bus time of Submit(), from which the age of the claim counts
        int64_t frame{0};          ///< isochronous: first frame; unlinked: when
        bool claim{false};         ///< counts in m_claims
        bool queued{false};        ///< has a bottom QH and a helper
        uint16_t qh{0};            ///< own QH, or the bottom QH of the predecessor
        uint16_t bottomQh{0};      ///< becomes the QH of the successor
        uint16_t helperQh{0};      ///< the empty QH behind the queue
        bool first{false};         ///< qh is in the horizontal list
        std::vector<uint16_t> tds; ///< in order; kept for the next transfer of the slot
        uint32_t reaped{0};        ///< TDs known to be done
        uint32_t moved{0};         ///< data bytes of these
        uint32_t written{0};       ///< over: the first TDs, beyond which none has been executed
    };

    /// A slot whose last transfer is over.
    struct FreeSlot
    {
        uint16_t slot; ///< which
        int64_t frame; ///< when; the controller may hold a pointer into it until the frame is over
    };

    /**
     * @param request a request
     * @return true for bulk with queueBulk
     */
    static bool IsQueued(const UsbTransferRequest& request);
    /**
     * usb-uhci's search_dev_ep(). A control endpoint is one message pipe for both directions (USB
     * 1.1, 5.3.2.2).
     * @param request a new request
     * @return true if the endpoint has a transfer that the new one may not be chained to
     */
    bool IsBusy(const UsbTransferRequest& request);
    /**
     * All checks of Submit() but that for memory. Periodic bandwidth is reserved if the answer is
     * IN_PROGRESS.
     * @param request a new request
     * @return IN_PROGRESS, or the reason of the refusal
     */
    UsbTransferStatus Check(const UsbTransferRequest& request);
    /**
     * @param request a new request
     * @param transfer the slot that it would use, whose own descriptors count as free
     * @return true if the memory has descriptors for the most that any kind of transfer takes
     */
    bool HasRoom(const UsbTransferRequest& request, const Transfer& transfer) const;
    /**
     * @param request a request
     * @return largest packet of its pipe, bytes: Options::maxPacket, at low speed at most 8 (USB
     * 1.1, 5.5.3 and 5.7.3)
     */
    uint32_t GetMaxPacket(const UsbTransferRequest& request) const;
    /**
     * One descriptor for each packet, with alternating toggles, and an empty packet at the end if
     * the driver asked for USB_ZERO_PACKET. A transfer of no bytes has one empty packet.
     * @param transfer gets the descriptors
     * @param slot its number
     * @param pid direction
     */
    void BuildDataTds(Transfer& transfer, uint16_t slot, UsbPid pid);
    /**
     * SETUP with DATA0, the data stage from DATA1 on, an empty DATA1 the other way (USB 1.1,
     * 8.5.2).
     * @param transfer gets the descriptors
     * @param slot its number
     */
    void BuildControlTds(Transfer& transfer, uint16_t slot);
    /**
     * Free the slot's old descriptors and make new ones, linked in order; the last one asks for an
     * interrupt.
     * @param transfer with its request
     * @param slot its number
     */
    void BuildTds(Transfer& transfer, uint16_t slot);
    /**
     * Make the slot's descriptors fit for an equal request. What the controller did not reach is as
     * the driver left it.
     * @param transfer with its old descriptors
     */
    void RearmTds(const Transfer& transfer);
    /// @param transfer whose toggles are all inverted, because its first one has to be the other
    void FlipToggles(const Transfer& transfer);
    /**
     * Let the first descriptor that is still active have a toggle, and the others alternate from
     * there.
     * @param transfer whose descriptors are written
     * @param toggle of the first active one
     * @return toggle for the packet after its last descriptor
     */
    bool RestampToggles(const Transfer& transfer, bool toggle);
    /**
     * @param request for which a free slot with the same request is preferred
     * @param frame frame in progress; slots freed in it are left alone (usb-uhci: clean_descs())
     * @return a free slot, or a new one if there is none
     */
    uint16_t TakeSlot(const UsbTransferRequest& request, int64_t frame);
    /**
     * One active descriptor at the end of a transfer: error counter 3, short packet detection
     * unless shortNotOk is set.
     * @param transfer gets it
     * @param slot its number
     * @param pid token
     * @param offset bytes of the transfer before it
     * @param length bytes to send, or room
     * @return its index
     */
    uint16_t AddTd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length);
    /**
     * Link a transfer into the frame list, the chain of its interval, or the horizontal list,
     * depending on its type.
     * @param transfer with its descriptors
     * @param frame frame in progress
     */
    void Schedule(Transfer& transfer, int64_t frame);
    /**
     * Give a control or bulk transfer a queue head of its own at the tail of its section.
     * @param transfer with its descriptors
     */
    void ScheduleQueue(Transfer& transfer);
    /**
     * uhci_submit_bulk_urb() with USB_QUEUE_BULK: the transfer's last descriptor leads to a bottom
     * queue head, which becomes the queue head of its successor.
     * @param transfer with its descriptors
     */
    void ScheduleQueuedBulk(Transfer& transfer);
    /**
     * @param endpoint an endpoint
     * @return the newest transfer in progress there, null if there is none; linear in the number of
     * pending transfers
     */
    Transfer* FindLastOnEndpoint(const UsbEndpoint& endpoint);
    /**
     * @param transfer a queued one
     * @return the transfer whose queue head is its bottom queue head, null if it is the last of its
     * queue
     */
    Transfer* FindSuccessor(const Transfer& transfer);
    /**
     * usb-uhci's process_transfer(). What was found done is remembered in Transfer::reaped, so that
     * each descriptor is looked at once.
     * @param transfer in progress
     * @return true if all descriptors are done, one was given up, or a short packet ended it
     */
    bool IsOver(Transfer& transfer);
    /**
     * @param transfer whose data stage was short; a control transfer goes on with its status stage
     * @return true if it was a control transfer, which is not over
     */
    bool SkipToStatusStage(Transfer& transfer);
    /**
     * @param transfer that ends
     * @return number of its first descriptors that the controller may have written
     */
    uint32_t CountWritten(Transfer& transfer);
    /**
     * @param transfer that ends
     * @return bytes moved, those of a partly done transfer included
     */
    uint32_t CountMoved(const Transfer& transfer);
    /**
     * @param frame frame in progress
     * @return place in m_pending of the oldest transfer that is over, or its end
     */
    std::vector<uint16_t>::const_iterator FindFinished(int64_t frame);
    /**
     * usb-uhci's process_urb(): take the transfer out, halt the endpoint if it stalled, and free
     * the slot.
     * @param slot of a transfer that is over, was unlinked, or is aborted
     * @param frame frame in progress
     * @return its end
     */
    Completion Finish(uint16_t slot, int64_t frame);
    /**
     * usb-uhci's uhci_map_status(): babble is -EOVERFLOW, an exhausted error counter -EILSEQ for IN
     * and -ETIMEDOUT for OUT, a stalled endpoint -EPIPE.
     * @param transfer that is over
     * @return COMPLETE, also after a short packet; UNLINKED, OVERFLOW_ERROR, CRC_ERROR, TIMED_OUT
     * or STALLED
     */
    UsbTransferStatus GetResult(const Transfer& transfer);
    /**
     * Take a transfer out of the lists, release its bandwidth and drop its claim.
     * @param transfer in the lists
     * @param frame frame in progress, in which its queue heads must not be used again
     */
    void Unschedule(Transfer& transfer, int64_t frame);
    /**
     * Take a control or bulk transfer out of the horizontal list without losing the turn of its
     * queue.
     * @param transfer in the lists
     * @param frame frame in progress
     */
    void UnscheduleQueue(Transfer& transfer, int64_t frame);
    /**
     * @param slot is free from the next frame on
     * @param frame frame in progress
     */
    void Release(uint16_t slot, int64_t frame);
    /**
     * usb-uhci's correct_data_toggles(): if an odd number of descriptors was not executed, the
     * endpoint's next toggle and all descriptors that wait behind are flipped.
     * @param transfer that ends
     */
    void ContinueToggle(const Transfer& transfer);
    /// @param transfer that no longer claims reclamation; nothing happens if it did not
    void DropClaim(Transfer& transfer);
    /// @param now bus time, with which the ages of all pending transfers are compared
    void ExpireClaims(UsbBitTime now);
    /// @param address whose 32 pipes start with DATA0 and not halted
    void ResetPipes(uint8_t address);
    /// Close or open the loop (usb-uhci: enable_desc_loop() and disable_desc_loop()).
    void UpdateReclamation();
    /**
     * @param endpoint an endpoint
     * @return its place in m_toggles and m_halted, 0..4095
     */
    static uint32_t GetIndex(const UsbEndpoint& endpoint);

    Options m_options;                 ///< see Options
    UhciSkeleton m_skeleton;           ///< the lists, which the engine reads
    UsbBandwidth m_bandwidth;          ///< bus time reserved for periodic transfers
    std::vector<Transfer> m_transfers; ///< by slot
    std::vector<FreeSlot> m_free;      ///< slots not in use
    std::vector<uint16_t> m_pending;   ///< slots in use, oldest first
    std::bitset<128 * 32> m_toggles;   ///< next data toggle by endpoint
    std::bitset<128 * 32> m_halted;    ///< by endpoint
    uint32_t m_claims{0};              ///< transfers that claim reclamation
    uint32_t m_unlinked{0};            ///< transfers that wait for the next frame
    UsbBitTime m_lastClaimCheck{0};    ///< when ages were last looked at
};

} // namespace ns3

#endif // UHCI_HCD_H
