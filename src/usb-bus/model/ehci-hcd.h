// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef EHCI_HCD_H
#define EHCI_HCD_H

#include "ehci-descriptor.h"
#include "usb-bandwidth.h"
#include "usb-hcd.h"

#include <bitset>
#include <vector>

namespace ns3
{

/**
 * @ingroup usb-bus
 * The driver of a high-speed controller, after the rules of Linux's ehci-hcd (ehci-q.c): a queue
 * head for each endpoint, which stays linked; transfers of any number queued on it, whatever
 * UsbTransferRequest::queueBulk says; a qTD for each 20 KiB; an inactive qTD at the end of each
 * queue, into which the next transfer is written, so that no pointer that the controller may hold
 * ever changes. Plain C++; time is bus time, frames are microframes.
 *
 * After a short packet the controller goes on with the next transfer of the queue by itself. It
 * stops, until the interrupt handler has taken the transfer out, where the short packet comes
 * before the last qTD of its transfer, or the request says shortNotOk.
 */
class EhciHcd : public UsbHcd
{
  public:
    /// What the bus is.
    struct Options
    {
        uint32_t maxPacket{512};       ///< largest bulk packet, bytes
        uint32_t periodicLimitUs{100}; ///< periodic bus time admitted per microframe
        uint8_t nakReload{4};          ///< RL of bulk and control queue heads (EHCI_TUNE_RL_HS)
    };

    /**
     * Make the driver with one queue head, the list head, which is halted for good (Linux:
     * ehci_init()).
     * @param options see Options; they are valid for the life of the driver
     */
    explicit EhciHcd(const Options& options);

    /**
     * @return the lists, which belong to the driver and live as long as it does; the engine reads
     * and writes them
     */
    EhciMemory& GetMemory();

    /**
     * Most of the checks are those of Linux's usb_submit_urb(). An endpoint takes any number of
     * transfers of one type.
     * @param request what to do; a control packet has 64 bytes, a periodic one up to 1024
     * @param now not used
     * @param frame microframe in progress. An isochronous transfer begins in the next one
     * @param slot set to the transfer's number if it was accepted
     * @return IN_PROGRESS; INVALID for an address above 127, an endpoint above 15, more than 65535
     * bytes (periodic: 1024), no interval, no packet or more than 1000, and for low speed, which
     * needs split transactions; STALLED for a halted endpoint; BUSY if the endpoint has transfers
     * of another type; NO_MEMORY if its 65536 descriptors are used up; NO_BANDWIDTH if the periodic
     * limit would be exceeded
     */
    UsbTransferStatus Submit(const UsbTransferRequest& request,
                             UsbBitTime now,
                             int64_t frame,
                             uint16_t& slot) override;
    /**
     * @param request what to do
     * @return true if the last qTD of the endpoint's newest transfer is still active; never for
     * isochronous
     */
    bool WouldWait(const UsbTransferRequest& request) override;
    /**
     * @param now not used; there is no reclamation loop whose claims expire
     * @param frame microframe in progress
     * @param completion set to the transfer's end; a STALLED result halts the endpoint
     * @return false if no transfer is over
     */
    bool ReapOldest(UsbBitTime now, int64_t frame, Completion& completion) override;
    /**
     * @param frame microframe in progress; an unlinked transfer is over in a later one than that of
     * Unlink()
     * @return true if ReapOldest() would find a transfer
     */
    bool HasFinished(int64_t frame) override;
    /**
     * Take a transfer out and ring the doorbell (Interrupt on Async Advance, EHCI 1.0, 4.8.2). The
     * other transfers of the queue go on at once, whereas Linux first removes the queue head for
     * one or two microframes.
     * @param slot which; nothing happens unless it is in progress
     * @param frame microframe in progress
     */
    void Unlink(uint16_t slot, int64_t frame) override;
    /**
     * Give back one transfer of a device that was unplugged, oldest first, with status NO_DEVICE.
     * When none is left, the toggles, Ping States and halts of the address are reset.
     * @param address the device
     * @param frame microframe in progress
     * @param completion set to the transfer's end
     * @return false if there is none any more
     */
    bool Abort(uint8_t address, int64_t frame, Completion& completion) override;
    /**
     * Moves isochronous transactions, because FRINDEX counts only while the controller runs (EHCI
     * 1.0, 2.3.4).
     * @param frame microframe in progress when the controller halted; its own entries move as well
     * @param frames number of microframes that it missed
     */
    void Postpone(int64_t frame, int64_t frames) override;
    /// @param endpoint whose halt is forgotten and whose next toggle is DATA0
    void ClearHalt(const UsbEndpoint& endpoint) override;

  private:
    /**
     * A transfer and its descriptors. The slot keeps them until it is used again, because the
     * controller may hold a pointer to them until then.
     */
    struct Transfer
    {
        UsbTransferRequest request;                        ///< what was asked
        UsbTransferStatus status{UsbTransferStatus::IDLE}; ///< IN_PROGRESS, UNLINKED or IDLE
        int64_t frame{0};            ///< isochronous: the first one; unlinked: when
        uint16_t qh{0};              ///< its queue; isochronous: none
        std::vector<uint16_t> parts; ///< qTDs, or isochronous transactions, in order
    };

    /// A slot whose last transfer is over.
    struct FreeSlot
    {
        uint16_t slot; ///< which
        int64_t frame; ///< the controller may hold a pointer into it until this one is over
    };

    /// What the driver knows of an endpoint's queue.
    struct Queue
    {
        uint16_t endQtd{0};                          ///< the inactive qTD at its end
        UsbTransferType type{UsbTransferType::BULK}; ///< of all its transfers
        std::vector<uint16_t> slots{};               ///< its transfers, oldest first
        bool admitted{false};                        ///< periodic: bus time is reserved
        UsbTransferRequest reservation{};            ///< for this one
    };

    /**
     * @param endpoint an endpoint
     * @return its place in m_qhs and m_halted, 0..4095
     */
    static uint32_t GetIndex(const UsbEndpoint& endpoint);
    /**
     * @param request a request
     * @return its endpoint; for control always the OUT side, because both directions share a queue
     */
    static UsbEndpoint GetQueueEndpoint(const UsbTransferRequest& request);
    /**
     * @param request a new request
     * @return IN_PROGRESS, or the reason of the refusal; bandwidth is not looked at
     */
    UsbTransferStatus Check(const UsbTransferRequest& request) const;
    /**
     * @param endpoint an endpoint
     * @return whether an isochronous transfer to it is in the schedule
     */
    bool HasIsochronous(const UsbEndpoint& endpoint) const;
    /**
     * @param request a new request
     * @return true if qTDs, isochronous descriptors and slots suffice; an index has 16 bits
     */
    bool HasRoom(const UsbTransferRequest& request) const;
    /**
     * @param frame microframe in progress
     * @return a free slot whose descriptors have gone back to their pool, or a new slot
     */
    uint16_t TakeSlot(int64_t frame);
    /// @return a blank, inactive qTD
    uint16_t TakeQtd();
    /**
     * @param request whose endpoint and interval matter
     * @return the endpoint's queue head. A new one is made if there was none or it had another type
     * of transfer; an empty interrupt queue moves to the interval of the request
     */
    uint16_t FindOrMakeQh(const UsbTransferRequest& request);
    /**
     * Linux's qh_make(): RL = 4 for bulk and control, no count of NAKs for interrupt endpoints, DTC
     * for control.
     * @param request whose endpoint it serves
     * @return its index; it is in no list yet
     */
    uint16_t MakeQh(const UsbTransferRequest& request);
    /**
     * An asynchronous queue head goes right behind the list head (Linux: qh_link_async()), a
     * periodic one is sorted in, with the longest interval first.
     * @param index queue head
     * @param interval microframes between polls, a power of two up to 128; 0 for the asynchronous
     * list
     */
    void LinkQh(uint16_t index, uint16_t interval);
    /**
     * @param request for which periodic bus time is reserved, once for all transfers of an
     * interrupt queue
     * @return false if the limit would be exceeded
     */
    bool Reserve(const UsbTransferRequest& request);
    /**
     * Linux's qh_append_tds(): write the first part into the inactive qTD at the end of the queue,
     * and set the Active bits when everything else is in place.
     * @param transfer with its request
     * @param slot its number
     */
    void SubmitToQueue(Transfer& transfer, uint16_t slot);
    /**
     * @param transfer with its request, one packet in each microframe from the next one on
     * @param slot its number
     * @param frame microframe in progress; older entries of the list are removed
     */
    void SubmitIsochronous(Transfer& transfer, uint16_t slot, int64_t frame);
    /**
     * @param transfer gets the qTD, which is inactive; the first one is the end of the queue
     * @param slot its number
     * @param pid token
     * @param offset bytes of the transfer before it
     * @param length its bytes, at most 20480
     */
    void AddQtd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length);
    /**
     * One qTD for each 20 KiB (five pages of 4 KiB, EHCI 1.0, 3.5.3), and an empty one for
     * USB_ZERO_PACKET.
     * @param transfer gets them
     * @param slot its number
     * @param pid direction
     */
    void AddDataQtds(Transfer& transfer, uint16_t slot, UsbPid pid);
    /**
     * SETUP with DATA0, the data stage from DATA1 on, an empty DATA1 the other way (USB 2.0,
     * 8.5.3).
     * @param transfer gets them
     * @param slot its number
     */
    void AddControlQtds(Transfer& transfer, uint16_t slot);
    /**
     * Where the controller goes after a short packet (EHCI 1.0, 4.10.2): the status stage of a
     * control transfer, the stop qTD before the last part of a transfer or with shortNotOk,
     * otherwise on with the next transfer.
     * @param transfer with its qTDs
     */
    void SetAlternates(const Transfer& transfer);
    /**
     * @param transfer in progress
     * @return true if all parts are retired, one is halted, or a short packet ended it
     */
    bool IsOver(const Transfer& transfer) const;
    /**
     * Linux's qtd_copy_status(). Its -EPROTO after three errors differs by direction, as in
     * UhciHcd.
     * @param transfer that is over
     * @return COMPLETE, also after a short packet and for isochronous; UNLINKED, OVERFLOW_ERROR,
     * STALLED, CRC_ERROR (IN) or TIMED_OUT (OUT)
     */
    UsbTransferStatus GetResult(const Transfer& transfer) const;
    /**
     * @param transfer that is over
     * @return data bytes moved; SETUP does not count
     */
    uint32_t GetActualLength(const Transfer& transfer) const;
    /**
     * @param frame microframe in progress
     * @return place in m_pending of the oldest transfer that is over, or its end
     */
    std::vector<uint16_t>::iterator FindFinished(int64_t frame);
    /**
     * Remove a transfer from its queue or from the isochronous list, and release the bandwidth that
     * it alone had.
     * @param slot which
     * @param frame microframe in progress, whose isochronous entries stay, inactive
     */
    void TakeOut(uint16_t slot, int64_t frame);
    /**
     * @param transfer that leaves its queue
     * @return true if the controller would not get past it by itself
     */
    bool HasStoppedQueue(const Transfer& transfer) const;
    /**
     * Relink the queue around a transfer and let the queue head go on with the first transfer that
     * is not over.
     * @param transfer that left its queue early
     */
    void Bypass(Transfer& transfer);
    /**
     * @param queue a queue
     * @return link to its first active qTD, or to its inactive end
     */
    EhciQtdLink GetFirstToExecute(const Queue& queue) const;
    /**
     * @param pending place of the transfer in m_pending, from which it is erased
     * @param frame microframe in progress
     * @return the transfer's end
     */
    Completion Finish(std::vector<uint16_t>::iterator pending, int64_t frame);
    /// @param address whose pipes start with DATA0, without a PING and not halted
    void ResetPipes(uint8_t address);

    Options m_options;                 ///< see Options
    EhciMemory m_memory;               ///< the lists, shared with the engine
    UsbBandwidth m_bandwidth;          ///< bus time reserved for periodic transfers
    std::vector<Queue> m_queues;       ///< by queue head
    std::vector<uint16_t> m_qhs;       ///< queue head by endpoint; 0: none
    std::vector<Transfer> m_transfers; ///< by slot
    std::vector<FreeSlot> m_freeSlots; ///< not in use
    std::vector<uint16_t> m_freeQtds;  ///< not in use
    std::vector<uint16_t> m_freeItds;  ///< not in use
    std::vector<uint16_t> m_pending;   ///< slots in use, oldest first
    std::bitset<128 * 32> m_halted;    ///< by endpoint
    uint16_t m_stopQtd;                ///< never active: where queues stop for the driver
};

} // namespace ns3

#endif // EHCI_HCD_H
