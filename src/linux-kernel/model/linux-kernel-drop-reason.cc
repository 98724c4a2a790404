// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#include "linux-kernel-drop-reason.h"

namespace ns3
{

const char*
GetLinuxKernelDropReasonName(LinuxKernelDropReason reason)
{
    switch (reason)
    {
    case LinuxKernelDropReason::DEVICE:
        return "DEVICE";
    case LinuxKernelDropReason::MALFORMED:
        return "MALFORMED";
    case LinuxKernelDropReason::OFFLOAD:
        return "OFFLOAD";
    case LinuxKernelDropReason::NO_BUFFER:
        return "NO_BUFFER";
    case LinuxKernelDropReason::TOO_LONG:
        return "TOO_LONG";
    }
    return "";
}

} // namespace ns3
