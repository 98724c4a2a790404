// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef STUB_HOST_CONTROLLER_H
#define STUB_HOST_CONTROLLER_H

#include "ns3/event-id.h"
#include "ns3/usb-host-controller.h"

#include <map>
#include <set>
#include <vector>

namespace ns3
{

/**
 * A bus without frames: moves the packets of the oldest URB of each endpoint back to back as soon
 * as the device takes or gives them, and returns the URB COMPLETION_DELAY later. The k-th URB of a
 * direction can be made to fail, with any status, at any point of its data.
 */
class StubHostController : public UsbHostController
{
  public:
    static TypeId GetTypeId();

    /// From the last packet of a URB to its completion callback.
    static const Time COMPLETION_DELAY;

    /// From a packet whose ACK is lost to its repeat.
    static const Time REPEAT_DELAY;

    /// How much of its data a failing URB moves.
    enum class FailurePoint
    {
        BEFORE, ///< nothing
        MIDWAY, ///< half of the packets
        AFTER,  ///< everything, as when the last handshake is lost for good
    };

    /// URB number @p k of a direction, from 1, ends with @p status at @p point.
    void Fail(bool in, uint32_t k, UsbTransferStatus status, FailurePoint point);
    /// The host misses the ACK of the last packet of OUT URB number @p k, and repeats the packet.
    void LoseAck(uint32_t k);
    /// The data of the last packet of IN URB number @p k is damaged, and the host asks again.
    void LoseData(uint32_t k);
    /// @return URBs accepted in a direction
    uint32_t GetSubmitted(bool in) const;
    /// @return halts cleared in a direction
    uint32_t GetHaltsCleared(bool in) const;
    /// @return how long interrupts were blocked in total
    Time GetBlocked() const;

    bool SubmitUrb(Ptr<Urb> urb) override;
    void UnlinkUrb(Ptr<Urb> urb) override;
    void ClearHalt(const UsbEndpoint& endpoint) override;
    void Suspend() override;
    void Resume() override;
    uint32_t GetMaxBulkPacket() const override;
    UsbBitTime GetBitTime() const override;
    UsbBitTime ToBits(Time duration) const override;
    UsbBusStatistics GetStatistics() override;
    void BlockInterrupts(Time duration) override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    void Synchronize() override;
    void Replan() override;
    void PlugFunction(uint8_t address, UsbFunction* function) override;
    void AbortUrbs(uint8_t address) override;

  private:
    struct Failure
    {
        UsbTransferStatus status;
        FailurePoint point;
    };

    /// A direction of the one device.
    struct Pipe
    {
        std::vector<Ptr<Urb>> urbs; ///< oldest first
        uint32_t submitted{0};
        uint32_t haltsCleared{0};
        bool toggle{false};
        bool completing{false}; ///< the oldest waits for its callback
        std::map<uint32_t, Failure> failures;
        std::set<uint32_t> lostEnds;   ///< numbers of URBs whose last packet the host misses
        Time repeatAt;                 ///< nothing moves before
        std::vector<uint32_t> numbers; ///< of urbs
    };

    bool AcceptUrb(const Ptr<Urb>& urb);
    void Act();
    void Move(Pipe& pipe);
    bool MovePacket(Pipe& pipe, Urb& urb);
    void Complete(bool in, UsbTransferStatus status);
    void Finish(Pipe& pipe, UsbTransferStatus status);

    Pipe m_pipes[2]; ///< OUT, IN
    UsbBitTime m_wireFree{0};
    EventId m_event;
    Time m_blocked;
};

} // namespace ns3

#endif // STUB_HOST_CONTROLLER_H
