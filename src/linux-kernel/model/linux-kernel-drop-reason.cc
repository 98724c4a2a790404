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
        return "device";
    case LinuxKernelDropReason::MALFORMED:
        return "malformed";
    case LinuxKernelDropReason::OFFLOAD:
        return "offload";
    case LinuxKernelDropReason::NO_BUFFER:
        return "no-buffer";
    case LinuxKernelDropReason::TOO_LONG:
        return "too-long";
    }
    return "unknown";
}

} // namespace ns3
