/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_TUNNEL_H
#define LINUX_KERNEL_TUNNEL_H

/* Makes a TUN device, and carries packets of IPv4 between it and a card from now on. Gives 0, or -1
 * and errno. */
int make_tunnel(const char* name, const char* card);

#endif
