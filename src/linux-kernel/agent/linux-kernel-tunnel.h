/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_TUNNEL_H
#define LINUX_KERNEL_AGENT_TUNNEL_H

/**
 * @file
 * @ingroup linux-kernel
 * Declaration of a TUN device in front of a card (linux-kernel-tunnel.c).
 */

/**
 * Make a TUN device, and carry packets of IPv4 between it and a card from now on.
 * @param name of the device
 * @param card name of the card's interface
 * @return 0, or -1 and errno
 */
int make_tunnel(const char* name, const char* card);

#endif
