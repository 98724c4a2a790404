// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef SCRIPTED_FUNCTION_H
#define SCRIPTED_FUNCTION_H

#include "../../model/usb-function.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace ns3
{

/**
 * A USB device whose answers are written down before the run: when each endpoint refuses, what it
 * has to send, how long it pauses after the first and the last packet of a message, and which
 * OUT tokens meet with something special. Keeps the device's rules for data toggles.
 */
class ScriptedFunction : public UsbFunction
{
  public:
    /// One endpoint in one direction.
    struct Pipe
    {
        bool toggle{false};                  ///< OUT: expected; IN: of the next new packet
        uint32_t position{0};                ///< IN: packets sent; OUT: packets taken
        uint32_t lastBytes{0};               ///< IN: size of the packet sent last
        uint64_t bytes{0};                   ///< new data bytes that went over
        uint32_t duplicates{0};              ///< repeats: discarded (OUT) or sent again (IN)
        UsbBitTime pausedUntil{0};           ///< refuses before
        std::vector<UsbBitTime> messageEnds; ///< OUT: when messages were complete
    };

    /// All that an answer depends on and changes.
    struct State
    {
        std::array<Pipe, 32> pipes; ///< by endpoint number and direction
        uint64_t outTokens{0};      ///< OUT and SETUP tokens heard
        UsbBitTime wake{USB_NEVER}; ///< see GetNextWake
    };

    /// Sizes of the packets that an IN endpoint sends; less than zero: nothing there.
    using PacketSource = std::function<int32_t(uint32_t)>;

    static uint32_t GetIndex(uint8_t endpoint, bool in)
    {
        return endpoint * 2 + (in ? 1 : 0);
    }

    /// An endpoint accepts at first and changes its mind at each of @p times.
    void SetFlips(uint8_t endpoint, bool in, std::vector<UsbBitTime> times)
    {
        m_flips[GetIndex(endpoint, in)] = std::move(times);
    }

    void SetPackets(uint8_t endpoint, PacketSource source)
    {
        m_sources[endpoint] = std::move(source);
    }

    void SetPackets(uint8_t endpoint, std::vector<int32_t> sizes)
    {
        SetPackets(endpoint, [sizes = std::move(sizes)](uint32_t i) {
            return i < sizes.size() ? sizes[i] : -1;
        });
    }

    /// Pause for @p header bits after the first packet of a message, @p commit after the last.
    void SetGaps(UsbBitTime header, UsbBitTime commit)
    {
        m_headerGap = header;
        m_commitGap = commit;
    }

    /// Meet the OUT or SETUP token number @p n (from 0, refused ones too) with @p handshake.
    void SetOutHandshake(uint64_t n, UsbHandshake handshake)
    {
        m_special[n] = handshake;
    }

    void SetIsochronous(uint8_t endpoint)
    {
        m_isochronous.insert(endpoint);
    }

    void SetWakeAfterMessage(bool wanted)
    {
        m_wakeAfterMessage = wanted;
    }

    void ClearWake()
    {
        m_state.wake = USB_NEVER;
    }

    Pipe& GetPipe(uint8_t endpoint, bool in)
    {
        return m_state.pipes[GetIndex(endpoint, in)];
    }

    UsbAnswer Answer(const UsbToken& token) override
    {
        ++calls;
        const bool in = token.pid == UsbPid::IN;
        if (!in)
        {
            const auto special = m_special.find(m_state.outTokens++);
            if (special != m_special.end())
            {
                return {special->second};
            }
        }
        if (token.pid == UsbPid::SETUP)
        {
            GetPipe(token.endpoint, true).toggle = true;
            GetPipe(token.endpoint, false).toggle = true;
            return {UsbHandshake::ACK};
        }
        if (token.start < GetPipe(token.endpoint, in).pausedUntil || !IsOpen(token, in))
        {
            return {UsbHandshake::NAK};
        }
        return in ? Send(token) : Take(token);
    }

    uint32_t Repeat(const UsbToken& first, UsbBitTime interval, uint32_t count) override
    {
        UsbToken token = first;
        for (uint32_t i = 0; i < count; ++i)
        {
            const Pipe& pipe = GetPipe(token.endpoint, false);
            if (!m_special.empty() || token.start < pipe.pausedUntil || !IsOpen(token, false))
            {
                return i;
            }
            ++m_state.outTokens;
            Take(token);
            token.start += interval;
            token.end += interval;
            token.offset += token.bytes;
            token.toggle = !token.toggle;
        }
        ++repeats;
        return count;
    }

    UsbBitTime GetNextChange(UsbBitTime now) const override
    {
        ++calls;
        if (!m_special.empty() && m_state.outTokens <= m_special.rbegin()->first)
        {
            return now + 1; // special answers change with the number of tokens, not with time
        }
        UsbBitTime change = USB_NEVER;
        for (const auto& pipe : m_state.pipes)
        {
            change = std::min(change, pipe.pausedUntil > now ? pipe.pausedUntil : USB_NEVER);
        }
        for (const auto& [index, times] : m_flips)
        {
            const auto next = std::upper_bound(times.begin(), times.end(), now);
            change = std::min(change, next == times.end() ? USB_NEVER : *next);
        }
        return change;
    }

    UsbBitTime GetNextWake() const override
    {
        return m_state.wake;
    }

    void Save() override
    {
        m_saved = m_state;
    }

    void Restore() override
    {
        m_state = m_saved;
    }

    mutable uint64_t calls{0}; ///< how often the controller asked
    uint64_t repeats{0};       ///< how often it had all packets of a Repeat() taken

  private:
    bool IsOpen(const UsbToken& token, bool in) const
    {
        const auto flips = m_flips.find(GetIndex(token.endpoint, in));
        if (flips == m_flips.end())
        {
            return true;
        }
        const auto& times = flips->second;
        return (std::upper_bound(times.begin(), times.end(), token.start) - times.begin()) % 2 == 0;
    }

    UsbAnswer Send(const UsbToken& token)
    {
        Pipe& pipe = GetPipe(token.endpoint, true);
        const bool isochronous = m_isochronous.contains(token.endpoint);
        if (!isochronous && token.toggle != pipe.toggle)
        {
            ++pipe.duplicates; // the host did not hear the last one
            return {UsbHandshake::ACK, pipe.lastBytes, token.toggle};
        }
        const auto source = m_sources.find(token.endpoint);
        const int32_t size = source == m_sources.end() ? (token.endpoint == 0 ? 0 : -1)
                                                       : source->second(pipe.position);
        if (size < 0)
        {
            return {UsbHandshake::NAK};
        }
        const auto bytes = static_cast<uint32_t>(size);
        if (bytes > token.bytes)
        {
            return {UsbHandshake::BABBLE, bytes};
        }
        ++pipe.position;
        pipe.bytes += bytes;
        pipe.lastBytes = bytes;
        pipe.toggle = !pipe.toggle;
        return {UsbHandshake::ACK, bytes, token.toggle, bytes < token.bytes};
    }

    UsbAnswer Take(const UsbToken& token)
    {
        Pipe& pipe = GetPipe(token.endpoint, false);
        if (token.ping)
        {
            return {UsbHandshake::ACK};
        }
        if (!m_isochronous.contains(token.endpoint) && token.toggle != pipe.toggle)
        {
            ++pipe.duplicates; // a repeat whose ACK was lost
            return {UsbHandshake::ACK};
        }
        pipe.toggle = !pipe.toggle;
        ++pipe.position;
        pipe.bytes += token.bytes;
        const bool last = token.offset + token.bytes == token.messageSize;
        if (last)
        {
            pipe.pausedUntil = token.end + m_commitGap;
            pipe.messageEnds.push_back(token.end);
            m_state.wake = m_wakeAfterMessage ? token.end : USB_NEVER;
        }
        else if (token.offset == 0)
        {
            pipe.pausedUntil = token.end + m_headerGap;
        }
        return {UsbHandshake::ACK, 0, false, last};
    }

    State m_state;
    State m_saved;
    std::map<uint32_t, std::vector<UsbBitTime>> m_flips; ///< by pipe index
    std::map<uint8_t, PacketSource> m_sources;           ///< by IN endpoint
    std::map<uint64_t, UsbHandshake> m_special;          ///< by number of OUT token
    std::set<uint8_t> m_isochronous;
    UsbBitTime m_headerGap{0};
    UsbBitTime m_commitGap{0};
    bool m_wakeAfterMessage{false};
};

} // namespace ns3

#endif // SCRIPTED_FUNCTION_H
