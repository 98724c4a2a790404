/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_SOCKETS_H
#define LINUX_KERNEL_SOCKETS_H

/* Make system calls for sockets of the simulation, whose messages come over a network card.
 * Returns only if the card fails, with errno. */
void serve_sockets(const char* interface);

#endif
