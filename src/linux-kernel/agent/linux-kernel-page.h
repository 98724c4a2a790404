/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_PAGE_H
#define LINUX_KERNEL_AGENT_PAGE_H

#include <stdint.h>

/**
 * @file
 * @ingroup linux-kernel
 * A page that the calendar, in the simulation, shares with linux-kernel-calendar.c, in the kernel's
 * process. Only one of the two runs at a time. kernel_page::turn says which one, and orders their
 * accesses; the other waits on it (futex(2)).
 */

#define KERNEL_PAGE_FILE "page" /**< file of the page, in the kernel's folder */
/**
 * Counts up with each change of the page. The library ends the kernel if it was compiled with
 * another value than the simulation.
 */
#define KERNEL_PAGE_LAYOUT 4
#define KERNEL_PAGE_CARDS 64            /**< cards of a kernel, at most */
#define KERNEL_PAGE_CALENDAR "calendar" /**< socket in the kernel's folder */
#define KERNEL_PAGE_CARD "card"         /**< with a number: a card's socket in that folder */

/** Who has the turn. */
enum kernel_page_turn
{
    KERNEL_PAGE_SIMULATION, /**< the kernel waits (UM_TIMETRAVEL_WAIT) */
    KERNEL_PAGE_KERNEL,     /**< the simulation waits */
    KERNEL_PAGE_MESSAGE,    /**< the simulation is woken to read a message in one of its sockets,
                               and passes the turn back to the kernel at once */
};

/**
 * The content of the page. All of it is 0 when the file is made. Times count from the start of the
 * simulation, but for time_of_day.
 */
struct kernel_page
{
    /* Written by the simulation, once. */
    uint32_t layout; /**< KERNEL_PAGE_LAYOUT of the simulation */
    /* Written by the kernel's process. */
    uint32_t is_attached; /**< 1: the library has been loaded and has found the page */
    /* Written by both, whoever has the turn. */
    uint32_t turn;       /**< enum kernel_page_turn; accessed atomically, both sides wait on it */
    uint32_t call_count; /**< entries of calls in use; 0 again when the kernel has seen them all */
    uint64_t now;        /**< the kernel's time, ns; it may be ahead of the simulation's */
    uint64_t free_until; /**< the kernel may set now to earlier times by itself, ns; 0: to none.
                            The library sets it to 0 when the kernel reaches out */
    /* Written by the simulation. */
    uint64_t time_of_day; /**< of the start, ns since 1970 (UM_TIMETRAVEL_GET_TOD) */
    uint64_t mailbox;     /**< offset of struct socket_mailbox in the file of the kernel's memory,
                             bytes; 0: the agent has none */
    uint8_t calls[2 * KERNEL_PAGE_CARDS]; /**< by cards, in their order: twice the number of the
                                             card, plus 1 if it is about its transmit queue */
    /* Written by the kernel's process. */
    uint64_t request; /**< when the kernel wants to run, ns (UM_TIMETRAVEL_REQUEST); S64_MAX: not
                         before an interrupt */
    uint64_t reached; /**< when it has reached out last, ns (UM_TIMETRAVEL_UPDATE); frames that it
                         has given to cards since then are of this time */
    uint8_t has_message; /**< 1: one waits in a socket of the simulation, which sets it back to 0 */
    uint8_t has_written; /**< 1: to a file of the host; the simulation sets it back to 0 */
    uint8_t has_frames[KERNEL_PAGE_CARDS]; /**< 1: for this card, which it has notified; the
                                              simulation sets it back to 0 */
};

#endif
