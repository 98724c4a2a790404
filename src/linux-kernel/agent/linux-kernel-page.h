/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_PAGE_H
#define LINUX_KERNEL_PAGE_H

#include <stdint.h>

/*
 * A page that the calendar, in the simulation, shares with linux-kernel-calendar.c, in the kernel's
 * process. Only one of the two runs at a time: the simulation until it writes RUN to the socket of
 * the calendar, and the kernel until it writes WAIT. The socket orders their accesses.
 */

#define KERNEL_PAGE_FILE "page"         /* in the kernel's folder */
#define KERNEL_PAGE_LAYOUT 3            /* counts up with each change of this file */
#define KERNEL_PAGE_CARDS 64            /* cards of a kernel, at most */
#define KERNEL_PAGE_CALENDAR "calendar" /* socket in the kernel's folder */
#define KERNEL_PAGE_CARD "card"         /* and a number: a card's socket in the kernel's folder */

struct kernel_page
{
    /* of the simulation */
    uint32_t layout; /* KERNEL_PAGE_LAYOUT */
    /* of the kernel's process */
    uint32_t is_attached; /* whether the library has found the page */
    /* of the simulation */
    uint64_t now; /* what UM_TIMETRAVEL_GET gives, ns */
    uint64_t
        time_of_day; /* of the start of the simulation, ns since 1970 (UM_TIMETRAVEL_GET_TOD) */
    /* of both */
    uint64_t free_until; /* the kernel may run so far without asking, ns; 0: it has to ask */
    /* of the kernel's process */
    uint64_t request; /* when the kernel wants to run, ns (UM_TIMETRAVEL_REQUEST) */
    uint64_t reached; /* when it has reached out last, ns (UM_TIMETRAVEL_UPDATE) */
    /* of both */
    uint8_t has_frames[KERNEL_PAGE_CARDS]; /* the kernel has notified the card of frames to send */
};

#endif
