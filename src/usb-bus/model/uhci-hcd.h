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
 * The host controller driver: turns transfers into queue heads and transfer descriptors, collects
 * what the controller has finished, keeps data toggles and halted endpoints, and switches
 * bandwidth reclamation. Plain C++ after the rules of Linux 2.4's usb-uhci; time is bus time.
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

    /// How the driver was built and what the bus is.
    struct Options
    {
        Traversal traversal{Traversal::BREADTH_FIRST}; ///< see Traversal
        Reclamation reclamation{Reclamation::ON};      ///< see Reclamation
        UsbBitTime reclamationTimeout{600000};         ///< age at which a claim lapses (50 ms)
        UsbBitTime reclamationCheckGap{396000};        ///< least time between looks for it (33 ms)
        uint32_t maxPacket{64};                        ///< largest bulk and control packet, bytes
        uint32_t periodicLimitUs{900};                 ///< periodic bus time admitted per frame
    };

    /// @param options see Options
    explicit UhciHcd(const Options& options);

    /// @return the lists
    UhciSkeleton& GetSkeleton();

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
    /// @return true if the reclamation loop is closed
    bool IsReclaiming() const;

  private:
    struct Transfer
    {
        UsbTransferRequest request;
        UsbTransferStatus status{UsbTransferStatus::IDLE}; ///< IN_PROGRESS, UNLINKED or IDLE
        UsbBitTime submitted{0};
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

    static bool IsQueued(const UsbTransferRequest& request);
    bool IsBusy(const UsbTransferRequest& request);
    UsbTransferStatus Check(const UsbTransferRequest& request);
    bool HasRoom(const UsbTransferRequest& request, const Transfer& transfer) const;
    uint32_t GetMaxPacket(const UsbTransferRequest& request) const;
    void BuildDataTds(Transfer& transfer, uint16_t slot, UsbPid pid);
    void BuildControlTds(Transfer& transfer, uint16_t slot);
    void BuildTds(Transfer& transfer, uint16_t slot);
    void RearmTds(const Transfer& transfer);
    void FlipToggles(const Transfer& transfer);
    bool RestampToggles(const Transfer& transfer, bool toggle);
    uint16_t TakeSlot(const UsbTransferRequest& request, int64_t frame);
    uint16_t AddTd(Transfer& transfer, uint16_t slot, UsbPid pid, uint32_t offset, uint32_t length);
    void Schedule(Transfer& transfer, int64_t frame);
    void ScheduleQueue(Transfer& transfer);
    void ScheduleQueuedBulk(Transfer& transfer);
    Transfer* FindLastOnEndpoint(const UsbEndpoint& endpoint);
    Transfer* FindSuccessor(const Transfer& transfer);
    bool IsOver(Transfer& transfer);
    bool SkipToStatusStage(Transfer& transfer);
    uint32_t CountWritten(Transfer& transfer);
    uint32_t CountMoved(const Transfer& transfer);
    std::vector<uint16_t>::const_iterator FindFinished(int64_t frame);
    Completion Finish(uint16_t slot, int64_t frame);
    UsbTransferStatus GetResult(const Transfer& transfer);
    void Unschedule(Transfer& transfer, int64_t frame);
    void UnscheduleQueue(Transfer& transfer, int64_t frame);
    void Release(uint16_t slot, int64_t frame);
    void ContinueToggle(const Transfer& transfer);
    void DropClaim(Transfer& transfer);
    void ExpireClaims(UsbBitTime now);
    void ResetPipes(uint8_t address);
    void UpdateReclamation();
    static uint32_t GetIndex(const UsbEndpoint& endpoint);

    Options m_options;
    UhciSkeleton m_skeleton;
    UsbBandwidth m_bandwidth;
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
