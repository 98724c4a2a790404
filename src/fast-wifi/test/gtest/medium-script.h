// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef MEDIUM_SCRIPT_H
#define MEDIUM_SCRIPT_H

#include "../../model/medium-access.h"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <vector>

/**
 * @file
 * A MediumEnvironment that does what a test wrote down.
 */

namespace ns3
{

/// One microsecond of the medium.
constexpr MediumTime US = 1000;

/// @param receiver station, or MEDIUM_EVERYBODY
/// @return 1500 bytes of IP at 11 Mb/s with the long preamble, and its ACK at 1 Mb/s: 192 us and
///         ceil(1536 * 8 / 11) us; 192 us and 112 us; SIFS, slot and 192 us
inline MediumFrame
GetFrame1500(MediumStation receiver)
{
    MediumFrame frame;
    frame.receiver = receiver;
    frame.data = 1310 * US;
    if (receiver != MEDIUM_EVERYBODY)
    {
        frame.acknowledgment = 304 * US;
        frame.ackTimeout = 222 * US;
    }
    return frame;
}

/// @param receiver station
/// @return GetFrame1500() with RTS (160 bits) and CTS (112 bits) at 1 Mb/s
inline MediumFrame
GetProtected1500(MediumStation receiver)
{
    MediumFrame frame = GetFrame1500(receiver);
    frame.rts = 352 * US;
    frame.cts = 304 * US;
    frame.ctsTimeout = 222 * US;
    return frame;
}

/// What a station makes of frames that overlap, or that can be lost.
struct MediumReception
{
    std::optional<std::size_t> locked; ///< frame whose preamble it detects, if any
    bool intact{false};                ///< whether it decodes that frame
};

/// A frame that a station was asked about.
struct MediumQuestion
{
    MediumStation listener;        ///< station
    MediumTransmission::Kind kind; ///< of the frame
    MediumTime begin;              ///< of the frame
};

/// What a test wrote down, by function and listener.
class MediumScript : public MediumEnvironment
{
  public:
    std::map<MediumFunction, std::deque<MediumFrame>> frames;
    std::map<MediumFunction, std::deque<uint32_t>> slots;
    std::map<MediumStation, MediumReception> receptions;               ///< of overlapping frames
    std::set<std::pair<MediumStation, MediumTransmission::Kind>> lost; ///< by listener and kind
    std::vector<MediumQuestion> asked;                                 ///< in Decode()
    /// called by Decode()
    std::function<void(MediumStation, std::span<const MediumTransmission>)> onDecode;
    bool wantsBegin{false};              ///< of all functions
    std::function<void()> onReceive;     ///< called by Detect()
    std::vector<MediumAttempt> attempts; ///< that were noted
    std::vector<uint32_t> windows;       ///< that slots were drawn from
    uint32_t observed{0};                ///< transmissions that Observe() was told
    uint32_t waiting{0};                 ///< of these, those whose frame still waited

    MediumFrame GetFrame(MediumFunction function) override
    {
        return frames[function].front();
    }

    uint32_t DrawSlots(MediumFunction function, uint32_t window) override
    {
        windows.push_back(window);
        std::deque<uint32_t>& script = slots[function];
        if (script.empty())
        {
            return 0;
        }
        const uint32_t drawn = script.front();
        script.pop_front();
        return drawn;
    }

    std::optional<std::size_t> Detect(MediumStation listener,
                                      std::span<const MediumTransmission>,
                                      std::size_t) override
    {
        if (onReceive)
        {
            onReceive();
        }
        return receptions[listener].locked;
    }

    bool Decode(MediumStation listener, std::span<const MediumTransmission> heard) override
    {
        const MediumTransmission& frame = heard.front();
        asked.push_back({listener, frame.kind, frame.begin});
        if (onDecode)
        {
            onDecode(listener, heard);
        }
        return lost.count({listener, frame.kind}) == 0 && receptions[listener].intact;
    }

    bool WantsBegin(MediumFunction) const override
    {
        return wantsBegin;
    }

    void Observe(const MediumAttempt& attempt) override
    {
        for (const MediumTransmission& transmission : attempt.overlapping)
        {
            ++observed;
            waiting += !frames[transmission.function].empty();
        }
    }

    bool Note(const MediumAttempt& attempt) override
    {
        attempts.push_back(attempt);
        attempts.back().overlapping = {};
        if (attempt.IsFinal())
        {
            frames[attempt.function].pop_front();
        }
        return !frames[attempt.function].empty();
    }
};

} // namespace ns3

#endif // MEDIUM_SCRIPT_H
