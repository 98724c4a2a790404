// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "wavelan-drop-reason.h"

namespace ns3
{

const char*
GetWavelanDropReasonName(WavelanDropReason reason)
{
    switch (reason)
    {
    case WavelanDropReason::BUFFERS_FULL:
        return "BUFFERS_FULL";
    case WavelanDropReason::OVERRUN:
        return "OVERRUN";
    case WavelanDropReason::RETRY_LIMIT:
        return "RETRY_LIMIT";
    case WavelanDropReason::COLLISION:
        return "COLLISION";
    case WavelanDropReason::SIGNAL:
        return "SIGNAL";
    case WavelanDropReason::TOO_LONG:
        return "TOO_LONG";
    case WavelanDropReason::NO_RECEIVER:
        return "NO_RECEIVER";
    case WavelanDropReason::DISPOSED:
        return "DISPOSED";
    }
    return "";
}

} // namespace ns3
