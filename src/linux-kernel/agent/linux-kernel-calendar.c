/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * User-mode Linux exchanges messages with the calendar of the simulation, and waits for an answer to
 * each one. Preloaded, this library answers most of them within the kernel's process, because what
 * the calendar would answer follows from what it has put into a page of shared memory
 * (linux-kernel-page.h). For each turn of the kernel, two messages are left: RUN and WAIT.
 *
 * It stands between the kernel and the host at four system calls:
 *
 *   connect    says which files are the calendar and the cards
 *   write      of a message to the calendar
 *   sendmsg    of a card's notification that there are frames (VHOST_USER_VRING_KICK)
 *   poll, read of an answer
 *
 * Some compilers replace poll() and read() with functions that check the size of a buffer.
 *
 * The kernel has one message without an answer at a time. While it waits for RUN, a signal handler
 * may send another, and reads the answer before it returns.
 */

#define _GNU_SOURCE
#include "linux-kernel-page.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* enum um_timetravel_ops in include/uapi/linux/um_timetravel.h */
enum { ACK, START, REQUEST, WAIT, GET, UPDATE, RUN, FREE_UNTIL, GET_TOD };

/* struct um_timetravel_msg */
struct message {
	uint32_t operation;
	uint32_t sequence;
	uint64_t time;
};

/* A message of vhost-user whose payload is a queue or a status. */
struct card_message {
	uint32_t request;
	uint32_t flags;
	uint32_t size;
	uint32_t payload[2];
};

#define VRING_KICK 35
#define IS_REPLY 5    /* VHOST_USER_VERSION, VHOST_USER_FLAG_REPLY */
#define NEEDS_REPLY 8 /* VHOST_USER_FLAG_NEED_REPLY */
#define TRANSMIT 1    /* number of a network card's queue */
#define MOST_FILES 4096

static struct kernel_page *page;
static int calendar = -1;
static uint16_t cards[MOST_FILES]; /* by file: number of the card, from 1 on; 0: none */

static struct message answer; /* to the kernel's last message */
static int has_answer;
static int has_revocation; /* a FREE_UNTIL comes before it */
static struct message run; /* to be read behind a FREE_UNTIL */
static int has_run;

static struct card_message reply;
static size_t reply_left; /* bytes */
static int reply_fd = -1;

/* The console has the reason. */
static void fail(const char *reason)
{
	fprintf(stderr, "the library of the calendar: %s\n", reason);
	_exit(1);
}

__attribute__((constructor)) static void attach(void)
{
	const int fd = open(KERNEL_PAGE_FILE, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return; /* a helper program of the kernel, in another folder */
	page = mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (page == MAP_FAILED)
		fail("its page cannot be mapped");
	if (page->layout != KERNEL_PAGE_LAYOUT)
		fail("it is of another version than the simulation: run ./ns3 kernel");
	page->is_attached = 1;
}

int connect(int fd, const struct sockaddr *address, socklen_t size)
{
	const struct sockaddr_un *local = (const struct sockaddr_un *)address;
	const long status = syscall(SYS_connect, fd, address, size);
	const size_t prefix = strlen(KERNEL_PAGE_CARD);

	if (status != 0 || !page || address->sa_family != AF_UNIX || fd >= MOST_FILES)
		return (int)status;
	if (strcmp(local->sun_path, KERNEL_PAGE_CALENDAR) == 0)
		calendar = fd;
	else if (strncmp(local->sun_path, KERNEL_PAGE_CARD, prefix) == 0)
		cards[fd] = (uint16_t)(1 + atoi(local->sun_path + prefix));
	return 0;
}

/* Answer a message to the calendar. */
static void give(const struct message *question, uint64_t time)
{
	answer = (struct message){ ACK, question->sequence, time };
	has_answer = 1;
}

/* Another party is reached, whose answer may come at any later time: the kernel has to ask again. */
static void reach_out(void)
{
	has_revocation = has_revocation || page->free_until != 0;
	page->free_until = 0;
}

static void wait_for_run(void)
{
	const struct message wait = { WAIT, 0, 0 };

	if (syscall(SYS_write, calendar, &wait, sizeof(wait)) != sizeof(wait))
		fail("the simulation has ended");
}

static ssize_t tell_calendar(const struct message *message)
{
	switch (message->operation) {
	case ACK: /* of RUN and FREE_UNTIL, which the simulation does not wait for */
		return sizeof(*message);
	case REQUEST:
		page->request = message->time;
		break;
	case UPDATE:
		page->reached = message->time;
		reach_out();
		break;
	case GET:
		give(message, page->now);
		return sizeof(*message);
	case GET_TOD:
		give(message, page->time_of_day + page->now);
		return sizeof(*message);
	case WAIT:
		wait_for_run();
		break;
	default:
		return syscall(SYS_write, calendar, message, sizeof(*message));
	}
	give(message, 0);
	return sizeof(*message);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
	if (fd >= 0 && fd == calendar && size == sizeof(struct message))
		return tell_calendar(bytes);
	return syscall(SYS_write, fd, bytes, size);
}

/*
 * Read what the simulation has sent: RUN, with a FREE_UNTIL before it if the page names a time. The
 * simulation gives a turn to each call of a card. The kernel has none to take, and would panic, if the
 * interrupt of an earlier call is still pending: it did not ask for another one.
 */
static ssize_t hear_calendar(struct message *message)
{
	ssize_t count;

	if (has_run) {
		has_run = 0;
		*message = run;
		return sizeof(*message);
	}
	for (;;) {
		count = syscall(SYS_read, calendar, message, sizeof(*message));
		if (count < 0 && errno == EINTR)
			continue;
		if (count != sizeof(*message) || message->operation != RUN || message->time >= page->request)
			break;
		page->free_until = 0;
		wait_for_run();
	}
	if (count == sizeof(*message) && message->operation == RUN && page->free_until != 0) {
		run = *message;
		has_run = 1;
		*message = (struct message){ FREE_UNTIL, 0, page->free_until };
	}
	return count;
}

static ssize_t read_file(int fd, void *bytes, size_t size)
{
	if (fd >= 0 && fd == calendar && size == sizeof(struct message)) {
		struct message *message = bytes;

		if (has_revocation) {
			has_revocation = 0;
			*message = (struct message){ FREE_UNTIL, 0, page->reached };
			return sizeof(*message);
		}
		if (has_answer) {
			has_answer = 0;
			*message = answer;
			return sizeof(*message);
		}
		return hear_calendar(message);
	}
	if (fd >= 0 && fd == reply_fd) {
		const size_t count = size < reply_left ? size : reply_left;

		memcpy(bytes, (char *)&reply + sizeof(reply) - reply_left, count);
		reply_left -= count;
		if (reply_left == 0)
			reply_fd = -1;
		return (ssize_t)count;
	}
	return syscall(SYS_read, fd, bytes, size);
}

ssize_t read(int fd, void *bytes, size_t size)
{
	return read_file(fd, bytes, size);
}

ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room);

ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room)
{
	if (size > room)
		fail("a buffer is too short");
	return read_file(fd, bytes, size);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	const struct card_message *kick = message->msg_iovlen ? message->msg_iov[0].iov_base : NULL;

	if (fd < 0 || fd >= MOST_FILES || cards[fd] == 0 || message->msg_iovlen != 1 ||
	    message->msg_iov[0].iov_len != sizeof(*kick) || kick->request != VRING_KICK)
		return syscall(SYS_sendmsg, fd, message, flags);
	/* That there are receive buffers is no news for the simulation. */
	if (kick->payload[0] == TRANSMIT) {
		page->has_frames[cards[fd] - 1] = 1;
		/* There is no UPDATE before a second notification of the same time. */
		reach_out();
	}
	if (kick->flags & NEEDS_REPLY) {
		reply = (struct card_message){ VRING_KICK, IS_REPLY, sizeof(reply.payload), { 0, 0 } };
		reply_left = sizeof(reply);
		reply_fd = fd;
	}
	return sizeof(*kick);
}

static int poll_files(struct pollfd *files, nfds_t count, int timeout)
{
	int ready = 0;
	nfds_t i;

	for (i = 0; i < count; ++i) {
		const int fd = files[i].fd;
		const int is_calendar = fd == calendar && (has_revocation || has_answer || has_run);

		files[i].revents = fd >= 0 && (is_calendar || fd == reply_fd) ? POLLIN : 0;
		ready += files[i].revents != 0;
	}
	/* Before it runs on, the kernel reads that it may not run free any more. */
	for (i = 0; has_revocation && ready > 1 && i < count; ++i)
		files[i].revents = files[i].fd == calendar ? POLLIN : 0;
	return ready ? ready : (int)syscall(SYS_poll, files, count, timeout);
}

/* In the C library's header, poll() only writes to the files. */
int host_poll(struct pollfd *files, nfds_t count, int timeout) __asm__("poll");

int host_poll(struct pollfd *files, nfds_t count, int timeout)
{
	return poll_files(files, count, timeout);
}

int __poll_chk(struct pollfd *files, nfds_t count, int timeout, size_t room);

int __poll_chk(struct pollfd *files, nfds_t count, int timeout, size_t room)
{
	if (count * sizeof(*files) > room)
		fail("a list of files is too short");
	return poll_files(files, count, timeout);
}
