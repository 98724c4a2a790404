/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_PAGE_H
#define LINUX_KERNEL_PAGE_H

#include <stdint.h>

/*
 * A page that the calendar, in the simulation, shares with linux-kernel-calendar.c, in the kernel's
 * process. Only one of the two runs at a time. "turn" says which one, and orders their accesses;
 * the other waits on it (futex(2)).
 */

#define KERNEL_PAGE_FILE "page"         /* in the kernel's folder */
#define KERNEL_PAGE_LAYOUT 4            /* counts up with each change of this file */
#define KERNEL_PAGE_CARDS 64            /* cards of a kernel, at most */
#define KERNEL_PAGE_CALENDAR "calendar" /* socket in the kernel's folder */
#define KERNEL_PAGE_CARD "card"         /* and a number: a card's socket in the kernel's folder */

/* Who has the turn. */
enum kernel_page_turn
{
    KERNEL_PAGE_SIMULATION, /* the kernel waits (UM_TIMETRAVEL_WAIT) */
    KERNEL_PAGE_KERNEL,     /* the simulation waits */
    KERNEL_PAGE_MESSAGE,    /* it waits, and is woken to read a message in one of its sockets */
};

struct kernel_page
{
    /* of the simulation */
    uint32_t layout; /* KERNEL_PAGE_LAYOUT */
    /* of the kernel's process */
    uint32_t is_attached; /* whether the library has found the page */
    /* of both */
    uint32_t turn;       /* enum kernel_page_turn */
    uint32_t call_count; /* calls of cards that the kernel has not seen yet */
    uint64_t now;        /* the kernel's time, ns */
    uint64_t free_until; /* the kernel may set "now" to earlier times by itself, ns; 0: to none */
    /* of the simulation */
    uint64_t time_of_day; /* of its start, ns since 1970 (UM_TIMETRAVEL_GET_TOD) */
    uint64_t mailbox;     /* of the agent: its place in the file of the kernel's memory; 0: none */
    uint8_t calls[2 * KERNEL_PAGE_CARDS]; /* in their order: twice the card, plus its queue */
    /* of the kernel's process */
    uint64_t request;    /* when the kernel wants to run, ns (UM_TIMETRAVEL_REQUEST) */
    uint64_t reached;    /* when it has reached out last, ns (UM_TIMETRAVEL_UPDATE) */
    uint8_t has_message; /* for the simulation, in one of its sockets */
    uint8_t has_written; /* to files of the host */
    uint8_t has_frames[KERNEL_PAGE_CARDS]; /* for cards, which it has notified */
};

#endif
