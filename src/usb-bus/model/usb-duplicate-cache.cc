// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "usb-duplicate-cache.h"

namespace ns3
{

bool
UsbDuplicateCache::IsDuplicate(const Mac48Address& receiver,
                               const Mac48Address& sender,
                               uint16_t sequenceControl,
                               bool isRetry)
{
    const auto [last, isFirst] = m_last.try_emplace({receiver, sender}, sequenceControl);
    const bool repeats = !isFirst && isRetry && last->second == sequenceControl;
    last->second = sequenceControl;
    return repeats;
}

} // namespace ns3
