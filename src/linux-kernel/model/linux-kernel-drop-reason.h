// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef LINUX_KERNEL_DROP_REASON_H
#define LINUX_KERNEL_DROP_REASON_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-kernel
 * Why a packet between a kernel and a NetDevice was dropped; see the trace source Drop of
 * LinuxKernelInterface.
 */
enum class LinuxKernelDropReason : uint8_t
{
    DEVICE,    ///< from the kernel: the NetDevice refused it
    MALFORMED, ///< from the kernel: no Ethernet II frame that the NetDevice can carry
    OFFLOAD,   ///< from the kernel: its header requests what the card cannot do
    NO_BUFFER, ///< to the kernel: it has not given its card a receive buffer
    TOO_LONG,  ///< to the kernel: longer than the MTU
};

/// @ingroup linux-kernel
/// @param reason a reason
/// @return its name, for traces and tables
const char* GetLinuxKernelDropReasonName(LinuxKernelDropReason reason);

} // namespace ns3

#endif // LINUX_KERNEL_DROP_REASON_H
