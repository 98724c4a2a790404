/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_MESSAGES_H
#define LINUX_KERNEL_AGENT_MESSAGES_H

#include <stdint.h>

/**
 * @file
 * @ingroup linux-kernel
 * Messages between ns3::LinuxKernelSockets, in the simulation, and the agent, in the kernel, which
 * makes the system calls for sockets of the simulation. Each is the payload of a frame of a network
 * card that carries nothing else, or lies in the agent's mailbox. Both ends are processes of one
 * host, so that the order of bytes is the host's.
 */

#define SOCKET_MESSAGE_ETHERTYPE 0x88b5 /**< for local experiments (IEEE Std 802-2014, 9.2.3) */
#define SOCKET_MESSAGE_FRAME 1514       /**< bytes of the longest frame */
#define SOCKET_MESSAGE_WINDOW 64        /**< most messages to the agent that it has not handled */
#define SOCKET_MESSAGE_READ 65536       /**< most bytes of a socket that wait in the simulation */
#define SOCKET_MESSAGE_ACCEPTED 0x8000  /**< the first number that the agent gives; 0 is none */
#define SOCKET_MESSAGE_SOCKETS 0x10000  /**< numbers of sockets are below */
#define SOCKET_MESSAGE_PAGE 4096        /**< bytes of the agent's mailbox */
#define SOCKET_MESSAGE_MAILS 64         /**< most messages in it */

/** What a message says. The comments name the fields of struct socket_message that it uses. */
enum socket_message_kind
{
    /* To the agent. */
    SOCKET_MESSAGE_OPEN,     /**< make the socket */
    SOCKET_MESSAGE_OPTION,   /**< value: enum socket_message_option, size: its value */
    SOCKET_MESSAGE_BIND,     /**< local */
    SOCKET_MESSAGE_CONNECT,  /**< remote */
    SOCKET_MESSAGE_LISTEN,   /**< value: connections that wait to be accepted, at most */
    SOCKET_MESSAGE_WRITE,    /**< size bytes */
    SOCKET_MESSAGE_SHUTDOWN, /**< value: SHUT_RD, or SHUT_WR after what has been written */
    SOCKET_MESSAGE_CLOSE,    /**< after what has been written */
    SOCKET_MESSAGE_READ_ON,  /**< size more bytes may be read */
    /* To the simulation. */
    SOCKET_MESSAGE_READY,     /**< the agent serves sockets; value: number of its mailbox's page in
                                 the kernel's memory, or 0 */
    SOCKET_MESSAGE_HANDLED,   /**< handled alone, when half of the window is used up */
    SOCKET_MESSAGE_CONNECTED, /**< local, remote */
    SOCKET_MESSAGE_LISTENS,   /**< local */
    SOCKET_MESSAGE_NEW,       /**< socket: accepted, value: the one that listens; local, remote */
    SOCKET_MESSAGE_WRITTEN,   /**< the kernel has taken size bytes */
    SOCKET_MESSAGE_DATA,      /**< size bytes have been read */
    SOCKET_MESSAGE_END,       /**< the peer sends no more */
    SOCKET_MESSAGE_FAILED,    /**< value: errno; the socket is closed */
    SOCKET_MESSAGE_REFUSED,   /**< value: errno, size: kind of the message that asks too much */
};

/** Options of a socket, set by setsockopt() of the kernel. */
enum socket_message_option
{
    SOCKET_MESSAGE_SEND_BUFFER,    /**< SO_SNDBUF, bytes */
    SOCKET_MESSAGE_RECEIVE_BUFFER, /**< SO_RCVBUF, bytes */
    SOCKET_MESSAGE_NO_DELAY,       /**< TCP_NODELAY, 0 or 1 */
    SOCKET_MESSAGE_TOS,            /**< IP_TOS */
    SOCKET_MESSAGE_TTL,            /**< IP_TTL */
    SOCKET_MESSAGE_CONGESTION,     /**< TCP_CONGESTION; a name of size bytes follows */
};

/** Address and port of one end of a connection. */
struct socket_message_end
{
    uint32_t address; /**< of IPv4, in the host's order of bytes; 0: any */
    uint32_t port;    /**< in the host's order of bytes, below 65536; 0: any */
};

/** A message. Its data, if it has any, follows in the same frame. */
struct socket_message
{
    uint32_t kind;    /**< enum socket_message_kind */
    uint32_t socket;  /**< number of the socket, below SOCKET_MESSAGE_SOCKETS; 0: of none */
    uint32_t handled; /**< messages that the agent has handled so far, modulo 2^32; this opens
                         SOCKET_MESSAGE_WINDOW. 0 in messages to the agent */
    uint32_t size;    /**< bytes of data, or another number: see the kinds */
    uint32_t value;   /**< see the kinds */
    uint32_t is_zero; /**< 1: the bytes of data are all 0, and do not follow */
    struct socket_message_end local;  /**< of the kernel; 0 in kinds that do not name it */
    struct socket_message_end remote; /**< of the peer; meaningless in kinds that do not name it */
};

/**
 * A page of the agent that the simulation reads after each turn of the kernel. Messages in it cost
 * the kernel nothing; they have no data. The agent sends a frame instead while the simulation has
 * not taken all of its frames, so that the order of messages is kept.
 */
struct socket_mailbox
{
    uint32_t count; /**< messages in it, from the first one on; the simulation sets it back to 0 */
    uint32_t frames_taken; /**< frames with messages of the agent that the simulation has taken from
                              the card so far, modulo 2^32 */
    struct socket_message messages[SOCKET_MESSAGE_MAILS]; /**< the oldest first */
};

#endif
