/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_MESSAGES_H
#define LINUX_KERNEL_MESSAGES_H

#include <stdint.h>

/*
 * Messages between ns3::LinuxKernelSockets, in the simulation, and the agent, in the kernel, which
 * makes the system calls for sockets of the simulation. Each is the payload of a frame of a network
 * card that carries nothing else, or lies in the agent's mailbox. Both ends are processes of one
 * host, so that the order of bytes is the host's.
 */

#define SOCKET_MESSAGE_ETHERTYPE 0x88b5 /* for local experiments (IEEE Std 802-2014, 9.2.3) */
#define SOCKET_MESSAGE_FRAME 1514       /* bytes of the longest frame */
#define SOCKET_MESSAGE_WINDOW 64        /* messages to the agent that it has not handled yet */
#define SOCKET_MESSAGE_READ 65536       /* bytes of a socket that wait in the simulation, at most */
#define SOCKET_MESSAGE_ACCEPTED 0x8000  /* the first number that the agent gives; 0 is none */
#define SOCKET_MESSAGE_SOCKETS 0x10000  /* numbers of sockets are below */
#define SOCKET_MESSAGE_PAGE 4096        /* bytes of the agent's mailbox */
#define SOCKET_MESSAGE_MAILS 64         /* messages in it, at most */

enum socket_message_kind
{
    /* to the agent */
    SOCKET_MESSAGE_OPEN,     /* make the socket */
    SOCKET_MESSAGE_OPTION,   /* value: enum socket_message_option, size: its value */
    SOCKET_MESSAGE_BIND,     /* local */
    SOCKET_MESSAGE_CONNECT,  /* remote */
    SOCKET_MESSAGE_LISTEN,   /* value: connections that wait to be accepted, at most */
    SOCKET_MESSAGE_WRITE,    /* size bytes */
    SOCKET_MESSAGE_SHUTDOWN, /* value: SHUT_RD or SHUT_WR, after what has been written */
    SOCKET_MESSAGE_CLOSE,    /* after what has been written */
    SOCKET_MESSAGE_READ_ON,  /* size more bytes may be read */
    /* to the simulation */
    SOCKET_MESSAGE_READY,     /* the agent serves sockets; value: page of its mailbox, or 0 */
    SOCKET_MESSAGE_HANDLED,   /* nothing but the number in handled */
    SOCKET_MESSAGE_CONNECTED, /* local, remote */
    SOCKET_MESSAGE_LISTENS,   /* local */
    SOCKET_MESSAGE_NEW,       /* socket: accepted, value: the one that listens; local, remote */
    SOCKET_MESSAGE_WRITTEN,   /* the kernel has taken size bytes */
    SOCKET_MESSAGE_DATA,      /* size bytes have been read */
    SOCKET_MESSAGE_END,       /* the peer sends no more */
    SOCKET_MESSAGE_FAILED,    /* value: errno; the socket is closed */
    SOCKET_MESSAGE_REFUSED,   /* value: errno, size: kind of the message that asks too much */
};

enum socket_message_option
{
    SOCKET_MESSAGE_SEND_BUFFER,
    SOCKET_MESSAGE_RECEIVE_BUFFER,
    SOCKET_MESSAGE_NO_DELAY,
    SOCKET_MESSAGE_TOS,
    SOCKET_MESSAGE_TTL,
    SOCKET_MESSAGE_CONGESTION, /* a name of size bytes follows */
};

struct socket_message_end
{
    uint32_t address;
    uint32_t port;
};

struct socket_message
{
    uint32_t kind;    /* enum socket_message_kind */
    uint32_t socket;  /* number of the socket */
    uint32_t handled; /* messages that the agent has handled so far */
    uint32_t size;    /* see the kinds */
    uint32_t value;   /* see the kinds */
    uint32_t is_zero; /* the bytes are all 0, and do not follow */
    struct socket_message_end local;
    struct socket_message_end remote;
};

/*
 * A page of the agent that the simulation reads after each turn of the kernel. Messages in it cost
 * the kernel nothing; they have no data. The agent sends a frame instead while the simulation has
 * not taken all of its frames, so that the order of messages is kept.
 */
struct socket_mailbox
{
    uint32_t count;        /* of messages, which the simulation takes out */
    uint32_t frames_taken; /* by the simulation, of those with messages of the agent */
    struct socket_message messages[SOCKET_MESSAGE_MAILS];
};

#endif
