/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_TRANSFER_H
#define LINUX_KERNEL_TRANSFER_H

#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

/*
 * Transfers of data whose bytes are known: byte k of each stream is k modulo 251. A read that finds
 * other bytes ends with EBADMSG. One of more than 8 MB that finds as much ends with EOVERFLOW.
 * Flags are those of recv() and send(), or ANY_FILE for read() and write(), which take any file.
 */

#define ANY_FILE -1

/* The streams of this file begin. Gives the file. */
long long begin_streams(int fd);

/* Data was moved from or to the file by other means; less than 0 counts as nothing. */
void advance_streams(int fd, long long read, long long written);

/* Read into a buffer of this size, or into the null pointer. */
long long read_stream(int fd, size_t size, int flags, int has_buffer);

/* recvmsg() with room for control messages; they and the flags are in the message afterwards. */
long long receive_message(int fd, size_t size, int flags, struct msghdr* message);

/* Write buffers of the sizes in the text, one after another, or null pointers of these sizes. */
long long write_stream(int fd,
                       const char* sizes,
                       int flags,
                       int has_buffer,
                       struct sockaddr_in* to);

#endif
