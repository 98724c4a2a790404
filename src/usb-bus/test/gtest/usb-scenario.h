// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_SCENARIO_H
#define USB_SCENARIO_H

#include "usb-bench.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace ns3
{

/**
 * A random schedule on the bus, the same for the same seed: some bulk pipes in each direction,
 * queueless or queued, interrupt, isochronous and control transfers beside them, a device that
 * refuses in windows of time, transfers handed in and taken back at random instants, and errors on
 * the wire if wanted.
 */
template <typename Engine, typename Kit>
class UsbScenario
{
  public:
    using Bench = UsbBench<Engine, typename Kit::BenchKit>;

    static constexpr UsbBitTime FRAME = Kit::FRAME;
    static constexpr uint32_t PACKET = Kit::PACKET; ///< largest bulk packet
    static constexpr UsbBitTime LENGTH = Kit::FRAMES * FRAME;

    UsbScenario(uint32_t seed, bool errors)
        : m_random(seed),
          bench(Kit::MakeSetup(m_random))
    {
        MakePipes();
        MakePeriodic();
        for (auto& pipe : m_pipes)
        {
            MakeWindows(pipe.request.endpoint);
            for (uint32_t i = 0; i < pipe.outstanding; ++i)
            {
                bench.At(Draw(1, 3 * FRAME), [this, &pipe] { Submit(pipe); });
            }
        }
        MakeUnlinks();
        if (errors)
        {
            bench.drawError = [this] { return DrawError(); };
            bench.engine.SetErrorDraw(DrawError());
        }
        bench.onDone = [this](uint32_t transfer) { Continue(transfer); };
    }

    void Run(UsbBenchPace pace)
    {
        bench.function.SetWakeAfterMessage(true);
        bench.Run(LENGTH, pace);
        m_over = true;
        for (const auto& pipe : m_pipes)
        {
            for (const uint32_t transfer : pipe.pending)
            {
                bench.Unlink(transfer);
            }
        }
        bench.Run(LENGTH + Kit::REST * FRAME, pace);
    }

  private:
    /// A stream of like transfers.
    struct Pipe
    {
        UsbTransferRequest request;
        uint32_t outstanding;
        std::vector<uint32_t> pending;
    };

    int64_t Draw(int64_t low, int64_t high)
    {
        return low + static_cast<int64_t>(m_random() % static_cast<uint64_t>(high - low + 1));
    }

    bool Chance(uint32_t percent)
    {
        return m_random() % 100 < percent;
    }

    void AddPipe(UsbTransferType type, uint8_t number, bool in, uint32_t outstanding)
    {
        UsbTransferRequest request{.type = type,
                                   .endpoint = {.address = 1, .number = number, .in = in}};
        request.queueBulk = outstanding > 1 || Chance(30);
        m_pipes.push_back({request, outstanding, {}});
    }

    void MakePipes()
    {
        const int64_t out = Draw(0, 3);
        for (int64_t i = 0; i < out; ++i)
        {
            AddPipe(UsbTransferType::BULK, 1 + i, false, Draw(1, 3));
        }
        const int64_t in = Draw(out > 0 ? 0 : 1, 3);
        for (int64_t i = 0; i < in; ++i)
        {
            AddPipe(UsbTransferType::BULK, 4 + i, true, Draw(1, 3));
            SetSource(4 + i, PACKET);
        }
    }

    void MakePeriodic()
    {
        if (Chance(40))
        {
            AddPipe(UsbTransferType::CONTROL, 0, Chance(50), 1);
            m_pipes.back().request.lowSpeed = Kit::LOW_SPEED && Chance(30);
        }
        if (Chance(40))
        {
            AddPipe(UsbTransferType::INTERRUPT, 8, true, 1);
            m_pipes.back().request.interval = Draw(1, 20);
            SetSource(8, 64);
        }
        if (Chance(25))
        {
            AddPipe(UsbTransferType::ISOCHRONOUS, 9, true, 1);
            m_pipes.back().request.packets = Draw(1, 30);
            bench.function.SetIsochronous(9);
            SetSource(9, Draw(1, 300));
        }
    }

    /// Full packets with short ones among them.
    void SetSource(uint8_t endpoint, uint32_t full)
    {
        const uint32_t salt = m_random();
        bench.function.SetPackets(endpoint, [salt, full](uint32_t i) {
            const uint32_t hash = (salt ^ i) * 2654435761U >> 8;
            return static_cast<int32_t>(hash % 16 == 0 ? hash % full : full);
        });
    }

    /// A fifth of the time, on average, a pipe refuses; some do so for long, or for ever.
    void MakeWindows(const UsbEndpoint& endpoint)
    {
        if (endpoint.number == 9)
        {
            return;
        }
        std::vector<UsbBitTime> flips;
        const int64_t scale = Chance(30) ? 20 : 1;
        UsbBitTime time = 0;
        while (time < LENGTH && !Chance(3))
        {
            time += Draw(1, 2 * FRAME / 3 * scale);
            flips.push_back(time);
            time += Draw(1, FRAME / 6 * scale);
            flips.push_back(time);
        }
        if (Chance(20))
        {
            flips.push_back(time + Draw(1, 5 * FRAME));
        }
        bench.function.SetFlips(endpoint.number, endpoint.in, flips);
    }

    void MakeUnlinks()
    {
        for (int64_t i = Draw(0, 30); i > 0; --i)
        {
            const uint32_t choice = m_random();
            bench.At(Draw(1, LENGTH - 1), [this, choice] {
                Pipe& pipe = m_pipes[choice % m_pipes.size()];
                if (!pipe.pending.empty())
                {
                    bench.Unlink(pipe.pending[choice / 64 % pipe.pending.size()]);
                }
            });
        }
    }

    UsbErrorDraw DrawError()
    {
        // They are drawn from a generator of their own, because the instants of the draws depend on
        // the pace.
        const uint64_t distance = 1 + m_errorRandom() % 40;
        return {distance, m_errorRandom() % 100 < 20};
    }

    void Submit(Pipe& pipe)
    {
        if (m_over)
        {
            return;
        }
        UsbTransferRequest request = pipe.request;
        request.length = Draw(0, 3) == 0 ? Draw(0, PACKET) : Draw(0, Kit::LONGEST);
        if (request.endpoint.in && !Chance(3))
        {
            request.length -= request.length % PACKET; // otherwise a full packet may be too much
        }
        request.zeroPacket = Chance(20);
        request.noFsbr = Chance(20);
        if (request.type == UsbTransferType::INTERRUPT)
        {
            request.length = 64;
        }
        else if (request.type == UsbTransferType::ISOCHRONOUS)
        {
            request.length = 300;
        }
        const auto transfer = bench.Submit(request);
        if (transfer)
        {
            pipe.pending.push_back(*transfer);
        }
    }

    void Continue(uint32_t transfer)
    {
        for (auto& pipe : m_pipes)
        {
            if (std::erase(pipe.pending, transfer) == 0)
            {
                continue;
            }
            if (Chance(60))
            {
                Submit(pipe);
            }
            else
            {
                bench.At(bench.GetNow() + Draw(1, 4 * FRAME), [this, &pipe] { Submit(pipe); });
            }
        }
    }

    std::mt19937 m_random;
    std::mt19937 m_errorRandom{m_random()};
    std::vector<Pipe> m_pipes;
    bool m_over{false};

  public:
    Bench bench;
};

} // namespace ns3

#endif // USB_SCENARIO_H
