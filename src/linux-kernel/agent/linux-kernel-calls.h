/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_CALLS_H
#define LINUX_KERNEL_AGENT_CALLS_H

/**
 * @file
 * @ingroup linux-kernel
 * Declaration of the program that makes system calls one by one (linux-kernel-calls.c).
 */

#define CALL_ETHERTYPE 0x88b6 /**< for local experiments (IEEE Std 802-2014, 9.2.3) */
#define LONGEST_PART 1300     /**< of a line in one frame, bytes behind the number */

/**
 * Make system calls as the simulation tells, over a network card, for ever.
 * @param interface name of the card
 * @return an exit status; only if the card fails
 */
int serve_calls(const char* interface);

#endif
