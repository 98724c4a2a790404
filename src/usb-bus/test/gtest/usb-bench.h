// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_BENCH_H
#define USB_BENCH_H

#include "../../model/usb-engine.h"
#include "../../model/usb-hcd.h"
#include "scripted-function.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <type_traits>
#include <vector>

namespace ns3
{

/// How Run() finds the instants at which it lets the controller go on.
enum class UsbBenchPace
{
    LOOK_AHEAD, ///< from interrupt to interrupt, as FindNextAction says, and at each action
    PLAN,       ///< likewise, but not for transfers that would wait behind others
    HORIZON,    ///< as LOOK_AHEAD, but never further than a random number of bits
    FRAMES,     ///< every frame
    RANDOM,     ///< every frame and at random instants, looking ahead in vain each time
};

/// What happened to one transfer, and when.
struct UsbBenchTransfer
{
    UsbTransferRequest request;
    UsbBitTime lastEnd{-1};    ///< last bit of its last transaction but NAKs
    UsbBitTime lastNakEnd{-1}; ///< last bit of its last NAK (where NAKs were not skipped)
    UsbBitTime interrupt{-1};  ///< what the handler that collected it was called by
    UsbTransferStatus status{UsbTransferStatus::IN_PROGRESS};
    uint32_t length{0};       ///< bytes moved
    uint32_t transactions{0}; ///< without NAKs
};

/// A transaction that was not a NAK.
struct UsbBenchTransaction
{
    UsbBitTime start;
    UsbBitTime end;
    uint32_t transfer;
    UsbPid pid;
    UsbHandshake handshake;
    bool toggle;
    uint32_t bytes;
    bool operator==(const UsbBenchTransaction&) const = default;
};

inline std::ostream&
operator<<(std::ostream& os, const UsbBenchTransaction& t)
{
    return os << "transfer " << t.transfer << " PID " << +static_cast<uint8_t>(t.pid) << " bits "
              << t.start << " to " << t.end << " handshake " << +static_cast<uint8_t>(t.handshake)
              << " toggle " << t.toggle << " bytes " << t.bytes;
}

/**
 * Controller, driver and one scripted device (address 1) with a software that handles an
 * interrupt a fixed number of bits after it was raised. Engine is the controller: one of the
 * module, or the naive one it is compared with. Kit says what goes with it: the driver Hcd, the
 * Setup, and how they are put together.
 */
template <typename Engine, typename Kit>
class UsbBench : public UsbBusObserver
{
  public:
    using Setup = typename Kit::Setup;
    using Hcd = typename Kit::Hcd;
    using Pace = UsbBenchPace;
    using Transfer = UsbBenchTransfer;
    using Transaction = UsbBenchTransaction;
    using Action = std::function<void()>;

    explicit UsbBench(const Setup& setup = {})
        : m_setup(setup),
          hcd(setup.hcd),
          engine(setup.timing, Kit::GetMemory(hcd), setup.engine)
    {
        engine.SetObserver(this);
        engine.SetFunction(1, &function);
        Kit::Complete(engine, hcd);
    }

    /// Let @p action happen at @p time.
    void At(UsbBitTime time, Action action)
    {
        m_actions.emplace(time, std::move(action));
    }

    /// @return number of the transfer; empty if the driver refused it
    std::optional<uint32_t> Submit(const UsbTransferRequest& request)
    {
        if (!hcd.WouldWait(request))
        {
            Synchronize();
        }
        uint16_t slot = 0;
        // Before anything ran the frame "in progress" is the one before frame 0.
        const int64_t frame = m_started ? engine.GetFrame() : -1;
        lastStatus = hcd.Submit(request, m_now, frame, slot);
        if (lastStatus != UsbTransferStatus::IN_PROGRESS)
        {
            return std::nullopt;
        }
        if (m_planned)
        {
            ++plansKept;
        }
        else
        {
            engine.Touch();
        }
        m_bySlot[slot] = static_cast<uint32_t>(transfers.size());
        transfers.push_back({.request = request});
        return m_bySlot[slot];
    }

    void Unlink(uint32_t transfer)
    {
        Synchronize();
        for (const auto& [slot, number] : m_bySlot)
        {
            if (number == transfer)
            {
                hcd.Unlink(slot, engine.GetFrame());
                engine.Touch();
                return;
            }
        }
    }

    /// The halted controller runs again.
    void StartAgain()
    {
        const int64_t frame = engine.GetFrame();
        engine.Run(m_now);
        hcd.Postpone(frame, engine.GetFrame() - frame);
    }

    /// @return frames in which the transactions of a transfer began
    std::vector<int64_t> GetFrames(uint32_t transfer) const
    {
        std::vector<int64_t> result;
        for (const auto& transaction : transactions)
        {
            if (transaction.transfer == transfer)
            {
                result.push_back(transaction.start / m_setup.timing.frameBits);
            }
        }
        return result;
    }

    /// Run and stop at the instant @p until.
    void Run(UsbBitTime until, Pace pace = Pace::LOOK_AHEAD)
    {
        m_started = true;
        while (m_now < until)
        {
            if (!m_planned)
            {
                m_plan = std::min(FindNext(pace, until), GetHandlerTime());
                m_planned = true;
            }
            m_now = std::min(m_plan, GetNextActionTime());
            if (m_now == m_plan || pace != Pace::PLAN)
            {
                Synchronize();
                Handle();
            }
            Act();
        }
        Synchronize();
    }

    /// @return OUT bytes of frames @p first, first + 1, ... up to the last one that had any
    std::vector<uint32_t> GetOutBytes(int64_t first = 0) const
    {
        return GetBytes(&UsbFrameRecord::bytesOut, first);
    }

    /// @return IN bytes likewise
    std::vector<uint32_t> GetInBytes(int64_t first = 0) const
    {
        return GetBytes(&UsbFrameRecord::bytesIn, first);
    }

    /// @return record of a frame that was not skipped
    const UsbFrameRecord& GetFrame(int64_t frame) const
    {
        return *std::find_if(frames.begin(), frames.end(), [frame](const UsbFrameRecord& r) {
            return r.frame <= frame && frame < r.frame + r.frames;
        });
    }

    UsbBitTime GetNow() const
    {
        return m_now;
    }

    void TransactionDone(const UsbToken& token, const UsbAnswer& answer, UsbBitTime end) override
    {
        const uint32_t number = m_bySlot.at(static_cast<uint16_t>(token.urb));
        Transfer& transfer = transfers[number];
        if (answer.handshake == UsbHandshake::NAK)
        {
            transfer.lastNakEnd = end;
            return;
        }
        ++transfer.transactions;
        transfer.lastEnd = end;
        const uint32_t bytes = token.pid == UsbPid::IN ? answer.bytes : token.bytes;
        transactions.push_back(
            {token.start, end, number, token.pid, answer.handshake, token.toggle, bytes});
    }

    void FramesDone(const UsbFrameRecord& record) override
    {
        frames.push_back(record);
    }

    bool WatchesTransactions() const override
    {
        return watchesTransactions;
    }

    UsbErrorDraw DrawError() override
    {
        return drawError ? drawError() : UsbErrorDraw{};
    }

  private:
    Setup m_setup;
    bool m_started{false};
    UsbBitTime m_now{0};
    UsbBitTime m_plan{0};  ///< when the controller or its device must act next
    bool m_planned{false}; ///< m_plan stands, and the controller is where it was made
    std::multimap<UsbBitTime, Action> m_actions;
    std::map<uint16_t, uint32_t> m_bySlot; ///< transfer that has or had a slot last
    std::mt19937 m_paceRandom{1};

  public:
    ScriptedFunction function;
    Hcd hcd;
    Engine engine;
    std::vector<Transfer> transfers;
    std::vector<Transaction> transactions;
    std::vector<UsbFrameRecord> frames;
    std::vector<UsbBitTime> interrupts;                    ///< when they were raised
    std::vector<UsbBitTime> wakes;                         ///< when the function was woken
    UsbTransferStatus lastStatus{UsbTransferStatus::IDLE}; ///< answer to the last Submit()
    std::function<void(uint32_t)> onDone; ///< the device driver: its transfer is back
    bool watchesTransactions{true};       ///< else the engine may take packets in one step
    std::function<UsbErrorDraw()> drawError;
    uint32_t plansKept{0}; ///< transfers handed in without a word to the controller

  private:
    std::vector<uint32_t> GetBytes(uint32_t UsbFrameRecord::* field, int64_t first) const
    {
        std::vector<uint32_t> bytes;
        for (const auto& record : frames)
        {
            if (record.frame >= first && record.*field > 0)
            {
                bytes.resize(record.frame - first);
                bytes.push_back(record.*field);
            }
        }
        return bytes;
    }

    UsbBitTime FindNext(Pace pace, UsbBitTime until)
    {
        const UsbBitTime frame = m_setup.timing.frameBits;
        UsbBitTime next = (m_now / frame + 1) * frame;
        if constexpr (std::is_base_of_v<UsbEngine, Engine>)
        {
            const UsbBitTime horizon =
                pace == Pace::HORIZON ? m_now + 1 + m_paceRandom() % (2 * frame) : USB_NEVER;
            const UsbBitTime action =
                pace == Pace::FRAMES ? 0 : engine.FindNextAction(m_setup.reaction, 0, horizon);
            EXPECT_TRUE(action <= horizon || action == USB_NEVER);
            if (pace == Pace::RANDOM)
            {
                next = std::min<UsbBitTime>(next, m_now + 1 + m_paceRandom() % frame);
            }
            else if (pace != Pace::FRAMES)
            {
                next = std::max(std::min(action, horizon), m_now);
            }
        }
        return std::min(next, until);
    }

    UsbBitTime GetNextActionTime() const
    {
        return m_actions.empty() ? USB_NEVER : m_actions.begin()->first;
    }

    UsbBitTime GetHandlerTime() const
    {
        const UsbBitTime raised = engine.GetInterruptTime();
        return raised == USB_NEVER ? USB_NEVER : raised + m_setup.reaction;
    }

    /// Bring the controller up to the present.
    void Synchronize()
    {
        if (!m_planned)
        {
            return;
        }
        m_planned = false;
        engine.AdvanceTo(m_now);
        if (function.GetNextWake() <= m_now)
        {
            wakes.push_back(m_now);
            function.ClearWake();
            engine.Touch();
        }
    }

    void Handle()
    {
        const UsbBitTime raised = engine.GetInterruptTime();
        if (m_now < GetHandlerTime())
        {
            return;
        }
        interrupts.push_back(raised);
        engine.AcknowledgeInterrupt();
        UsbHcd::Completion completion{};
        while (hcd.ReapOldest(m_now, engine.GetFrame(), completion))
        {
            const uint32_t number = m_bySlot.at(completion.slot);
            transfers[number].interrupt = raised;
            transfers[number].status = completion.status;
            transfers[number].length = completion.actualLength;
            if (onDone)
            {
                onDone(number);
            }
        }
        engine.Touch();
    }

    void Act()
    {
        while (GetNextActionTime() <= m_now)
        {
            const Action action = std::move(m_actions.begin()->second);
            m_actions.erase(m_actions.begin());
            action();
        }
    }
};

/// @return sum of one field over all frames of a bench
template <typename Bench, typename Field>
uint64_t
Sum(const Bench& bench, Field UsbFrameRecord::* field)
{
    return std::accumulate(bench.frames.begin(),
                           bench.frames.end(),
                           uint64_t{0},
                           [field](uint64_t sum, const UsbFrameRecord& record) {
                               return sum + static_cast<uint64_t>(record.*field);
                           });
}

/// @return a bulk request to device 1
inline UsbTransferRequest
MakeBulk(uint8_t endpoint, bool in, uint32_t length, bool queueBulk = false)
{
    return {.type = UsbTransferType::BULK,
            .endpoint = {.address = 1, .number = endpoint, .in = in},
            .length = length,
            .queueBulk = queueBulk};
}

} // namespace ns3

#endif // USB_BENCH_H
