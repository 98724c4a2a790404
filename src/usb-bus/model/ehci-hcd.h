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

    /// @param options see Options
    explicit EhciHcd(const Options& options);

    /// @return the lists
    EhciMemory& GetMemory();

    UsbTransferStatus Submit(const UsbTransferRequest& request,
                             UsbBitTime now,
                             int64_t frame,
                             uint16_t& slot) override;
    bool WouldWait(const UsbTransferRequest& request) override;
    bool ReapOldest(UsbBitTime now, int64_t frame, Completion& completion) override;
    bool HasFinished(int64_t frame) override;
    void Unlink(uint16_t slot, int64_t frame) override;
    bool Abort(uint8_t address, int64_t frame, Completion& completion) override;
    void Postpone(int64_t frame, int64_t frames) override;
    void ClearHalt(const UsbEndpoint& endpoint) override;

  private:
    struct Transfer
    {
        UsbTransferRequest request;
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

    static uint32_t GetIndex(const UsbEndpoint& endpoint);
    static UsbEndpoint GetQueueEndpoint(const UsbTransferRequest& request);
    UsbTransferStatus Check(const UsbTransferRequest& request) const;
    bool HasRoom(const UsbTransferRequest& request) const;
    uint16_t TakeSlot(int64_t frame);
    uint16_t TakeQtd();
    uint16_t FindOrMakeQh(const UsbTransferRequest& request);
    uint16_t MakeQh(const UsbTransferRequest& request);
    void LinkQh(uint16_t index, uint16_t interval);
    bool Reserve(const UsbTransferRequest& request);
    void SubmitToQueue(Transfer& transfer, uint16_t slot);
    void SubmitIsochronous(Transfer& transfer, uint16_t slot, int64_t frame);
    void AddQtd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length);
    void AddDataQtds(Transfer& transfer, uint16_t slot, UsbPid pid);
    void AddControlQtds(Transfer& transfer, uint16_t slot);
    void SetAlternates(const Transfer& transfer);
    bool IsOver(const Transfer& transfer) const;
    UsbTransferStatus GetResult(const Transfer& transfer) const;
    uint32_t GetActualLength(const Transfer& transfer) const;
    std::vector<uint16_t>::iterator FindFinished(int64_t frame);
    void TakeOut(uint16_t slot, int64_t frame);
    bool HasStoppedQueue(const Transfer& transfer) const;
    void Bypass(Transfer& transfer);
    EhciQtdLink GetFirstToExecute(const Queue& queue) const;
    Completion Finish(std::vector<uint16_t>::iterator pending, int64_t frame);
    void ResetPipes(uint8_t address);

    Options m_options;
    EhciMemory m_memory;
    UsbBandwidth m_bandwidth;
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
