// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "dcf-drop-reason.h"

namespace ns3
{

const char*
GetDcfDropReasonName(DcfDropReason reason)
{
    switch (reason)
    {
    case DcfDropReason::QUEUE_FULL:
        return "QUEUE_FULL";
    case DcfDropReason::RETRY_LIMIT:
        return "RETRY_LIMIT";
    case DcfDropReason::NO_ACCESS_POINT:
        return "NO_ACCESS_POINT";
    case DcfDropReason::TOO_LONG:
        return "TOO_LONG";
    case DcfDropReason::UNKNOWN_RECEIVER:
        return "UNKNOWN_RECEIVER";
    case DcfDropReason::DISPOSED:
        return "DISPOSED";
    }
    return "";
}

} // namespace ns3
