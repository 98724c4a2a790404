/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * All buffers that are written are places in one pattern, a file of 251 pages that is mapped again and
 * again: it takes 1 MB however long a write is, and no kernel that sends from it, without a copy, ever finds
 * it changed. There are two such files, which buffers use in turn: a kernel would join buffers that lie one
 * behind the other in a page.
 */

#define _GNU_SOURCE
#include "linux-kernel-transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define PERIOD 251
#define PAGE 4096
#define UNIT ((size_t)PERIOD * PAGE)
#define LONGEST ((size_t)1 << 32) /* of a buffer that is written */
#define LARGEST ((size_t)8 << 20) /* what a socket may hold, and more */
#define PATTERNS 2
#define MOST_FILES 1024

struct stream {
	long long read; /* bytes so far */
	long long written;
};

struct pattern {
	int file; /* 0: none yet */
	unsigned char *begin;
	size_t units; /* that are mapped already */
};

static struct stream streams[MOST_FILES];
static struct pattern patterns[PATTERNS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct stream *find(int fd)
{
	return fd >= 0 && fd < MOST_FILES ? &streams[fd] : NULL;
}

long long begin_streams(int fd)
{
	if (find(fd))
		memset(find(fd), 0, sizeof(struct stream));
	return fd;
}

void advance_streams(int fd, long long read, long long written)
{
	if (!find(fd))
		return;
	find(fd)->read += read > 0 ? read : 0;
	find(fd)->written += written > 0 ? written : 0;
}

/* Gives a file, or -1. */
static int make_file(void)
{
	FILE *stream = tmpfile();
	int file = -1;
	size_t i;

	if (!stream)
		return -1;
	for (i = 0; i < UNIT; ++i)
		putc(i % PERIOD, stream);
	/* Calls have the lower numbers for themselves. */
	if (fflush(stream) == 0)
		file = fcntl(fileno(stream), F_DUPFD_CLOEXEC, MOST_FILES - PATTERNS);
	fclose(stream);
	return file;
}

/* Maps so much of the pattern; the mutex is held. Gives 0, or -1. */
static int extend(struct pattern *pattern, size_t size)
{
	void *at;

	if (!pattern->file) {
		at = mmap(NULL, LONGEST + 2 * UNIT, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		pattern->begin = at;
		pattern->file = at == MAP_FAILED ? -1 : make_file();
	}
	for (; pattern->file > 0 && pattern->units * UNIT < size; ++pattern->units) {
		at = pattern->begin + pattern->units * UNIT;
		if (mmap(at, UNIT, PROT_READ, MAP_SHARED | MAP_FIXED, pattern->file, 0) == MAP_FAILED)
			return -1;
	}
	return pattern->file > 0 ? 0 : -1;
}

static unsigned char *get_pattern(int which, long long offset, size_t size)
{
	struct pattern *pattern = &patterns[which % PATTERNS];
	int is_there;

	pthread_mutex_lock(&mutex);
	is_there = extend(pattern, offset % PERIOD + size) == 0;
	pthread_mutex_unlock(&mutex);
	return is_there ? pattern->begin + offset % PERIOD : NULL;
}

static int is_right(const unsigned char *data, long long size, long long offset)
{
	long long i;

	for (i = 0; i < size; ++i)
		if (data[i] != (offset + i) % PERIOD)
			return 0;
	return 1;
}

/* What was read must be the next bytes of the stream, unless it comes from the queue of errors. A buffer that
 * is smaller than the call says must not have been too small. */
static long long check(int fd, const unsigned char *data, size_t size, long long value, int flags)
{
	if (data && size > LARGEST && value == (long long)LARGEST) {
		errno = EOVERFLOW;
		return -1;
	}
	if (value <= 0 || !find(fd) || !data || (flags != ANY_FILE && (flags & MSG_ERRQUEUE)))
		return value;
	if (!is_right(data, value, find(fd)->read)) {
		errno = EBADMSG;
		return -1;
	}
	advance_streams(fd, flags != ANY_FILE && (flags & MSG_PEEK) ? 0 : value, 0);
	return value;
}

long long read_stream(int fd, size_t size, int flags, int has_buffer)
{
	size_t room = size < LARGEST ? size : LARGEST;
	unsigned char *data = has_buffer ? malloc(room + 1) : NULL;
	long long value;
	int error;

	if (has_buffer && !data)
		return -1;
	value = flags == ANY_FILE ? read(fd, data, has_buffer ? room : size) :
				    recv(fd, data, has_buffer ? room : size, flags);
	value = check(fd, data, size, value, flags);
	error = errno;
	free(data);
	errno = error;
	return value;
}

long long receive_message(int fd, size_t size, int flags, struct msghdr *message)
{
	size_t room = size < LARGEST ? size : LARGEST;
	unsigned char *data = malloc(room + 1);
	struct iovec buffer = { .iov_base = data, .iov_len = room };
	long long value;
	int error;

	if (!data)
		return -1;
	message->msg_iov = &buffer;
	message->msg_iovlen = 1;
	value = check(fd, data, size, recvmsg(fd, message, flags), flags);
	error = errno;
	free(data);
	errno = error;
	return value;
}

/* Gives the number of buffers, or -1. */
static int make_buffers(const char *text, int has_buffer, long long offset, struct iovec *buffers)
{
	unsigned long size;
	int count = 0;
	int used;

	for (; sscanf(text, "%lu %n", &size, &used) == 1; text += used, ++count) {
		buffers[count].iov_base = has_buffer ? get_pattern(count, offset, size) : NULL;
		buffers[count].iov_len = size;
		if (has_buffer && !buffers[count].iov_base) {
			errno = ENOMEM;
			return -1;
		}
		offset += size;
	}
	return count;
}

long long write_stream(int fd, const char *sizes, int flags, int has_buffer, struct sockaddr_in *to)
{
	/* A size takes two characters at least. */
	struct iovec *buffers = calloc(strlen(sizes) / 2 + 1, sizeof(*buffers));
	struct msghdr message = { .msg_name = to, .msg_namelen = to ? sizeof(*to) : 0, .msg_iov = buffers };
	long long value = -1;
	int error;
	int count;

	if (!buffers)
		return -1;
	count = make_buffers(sizes, has_buffer, find(fd) ? find(fd)->written : 0, buffers);
	message.msg_iovlen = count;
	if (count >= 0)
		value = flags != ANY_FILE ? sendmsg(fd, &message, flags) :
			count == 1	  ? write(fd, buffers[0].iov_base, buffers[0].iov_len) :
					    writev(fd, buffers, count);
	error = errno;
	free(buffers);
	advance_streams(fd, 0, value);
	errno = error;
	return value;
}
