/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_SOCKETS_H
#define LINUX_KERNEL_AGENT_SOCKETS_H

/**
 * @file
 * @ingroup linux-kernel
 * Declaration of the kernel's end of sockets of the simulation (linux-kernel-sockets.c).
 */

/**
 * Make system calls for sockets of the simulation, whose messages come over a network card. Returns
 * only if the card fails, with errno.
 * @param interface name of the card
 */
void serve_sockets(const char* interface);

#endif
