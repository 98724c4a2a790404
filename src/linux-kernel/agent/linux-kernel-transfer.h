/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINUX_KERNEL_AGENT_TRANSFER_H
#define LINUX_KERNEL_AGENT_TRANSFER_H

#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

/**
 * @file
 * @ingroup linux-kernel
 * Transfers of data whose bytes are known: byte k of each stream is k modulo 251. A read that finds
 * other bytes ends with EBADMSG. One of more than 8 MB that finds as much ends with EOVERFLOW.
 * Flags are those of recv() and send(), or ANY_FILE for read() and write(), which take any file.
 */

#define ANY_FILE -1 /**< flags that stand for read() and write() */

/**
 * Begin both streams of a file at byte 0.
 * @param fd the file; less than 0 for none
 * @return fd
 */
long long begin_streams(int fd);

/**
 * Data was moved from or to a file by other means.
 * @param fd the file
 * @param read, written bytes; less than 0 counts as nothing
 */
void advance_streams(int fd, long long read, long long written);

/**
 * Read, and check what was read.
 * @param fd the file
 * @param size bytes to be read at most
 * @param flags of recv(), or ANY_FILE
 * @param has_buffer 0: read into the null pointer
 * @return bytes, or -1 and errno
 */
long long read_stream(int fd, size_t size, int flags, int has_buffer);

/**
 * recvmsg(), with a check of the data.
 * @param fd the file
 * @param size bytes of data to be received at most
 * @param flags of recvmsg()
 * @param message with room for control messages; they and the flags are in it afterwards, but its
 * buffer is no longer there
 * @return bytes of data, or -1 and errno
 */
long long receive_message(int fd, size_t size, int flags, struct msghdr* message);

/**
 * Write buffers one after another, with the next bytes of the stream.
 * @param fd the file
 * @param sizes of the buffers, bytes, as decimal numbers with blanks between them
 * @param flags of sendmsg(), or ANY_FILE
 * @param has_buffer 0: write from null pointers
 * @param to receiver; null for that of the connection
 * @return bytes, or -1 and errno
 */
long long write_stream(int fd,
                       const char* sizes,
                       int flags,
                       int has_buffer,
                       struct sockaddr_in* to);

#endif
