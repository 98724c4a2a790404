/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * User-mode Linux exchanges messages with the calendar of the simulation and with the cards, and waits
 * for an answer to most of them. Preloaded, this library answers within the kernel's process, because
 * the answers follow from what the simulation has put into a page of shared memory
 * (linux-kernel-page.h). What is left of a turn of the kernel is that it begins and ends.
 *
 * It stands between the kernel and the host at these system calls:
 *
 *   connect           says which files are the calendar and the cards
 *   socketpair        of the socket over which a card calls the kernel
 *   write             of a message to the calendar
 *   sendmsg           of a card's notification that there are frames (VHOST_USER_VRING_KICK)
 *   poll, read, recvmsg
 *                     of an answer, of the beginning of a turn, and of a card's call
 *   pwrite            to files of the host
 *   epoll_ctl, _wait  in which the kernel learns that a card calls
 *
 * Some compilers replace poll() and read() with functions that check the size of a buffer.
 *
 * The kernel has one message without an answer at a time. While it waits for its turn, a signal handler
 * may send another, and reads the answer before it returns.
 */

#define _GNU_SOURCE
#include "linux-kernel-messages.h"
#include "linux-kernel-page.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
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

#define MEMORY_FILES 5 /* VHOST_USER_SET_MEM_TABLE */
#define CALL_FILE 21   /* VHOST_USER_SET_BACKEND_REQ_FD */
#define VRING_KICK 35
#define VRING_CALL 4 /* VHOST_USER_BACKEND_VRING_CALL */
#define IS_CALL 1    /* VHOST_USER_VERSION */
#define IS_REPLY 5    /* VHOST_USER_VERSION, VHOST_USER_FLAG_REPLY */
#define NEEDS_REPLY 8 /* VHOST_USER_FLAG_NEED_REPLY */
#define TRANSMIT 1    /* number of a network card's queue */
#define MOST_FILES 4096

static struct kernel_page *page;
static int calendar = -1;
static uint16_t cards[MOST_FILES]; /* by file: number of the card, from 1 on; 0: none */
static int memory_file = -1;	   /* of the kernel */

static struct message answer; /* to the kernel's last message */
static int has_answer;
static int awaited_runs; /* one for each WAIT */
static int has_left;	 /* the simulation is not there any more */

/* What is to be read from a card's file, in parts. */
struct reading {
	struct card_message message;
	size_t left; /* bytes */
	int fd;
};

static struct reading reply = { .fd = -1 };
static struct reading call = { .fd = -1 };

static uint32_t calls_seen;		   /* of those in the page */
static int call_files[KERNEL_PAGE_CARDS];  /* over which a card calls the kernel; 0: none */
static uint8_t is_call_file[MOST_FILES];   /* whether it is one of them */
static int pair_files[MOST_FILES];	   /* the other end of a file */
static epoll_data_t poll_data[MOST_FILES]; /* what the kernel's poller knows a file by */

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

/* The page changes hands. The other side wakes, and reads what this one has written. */
static void pass_turn(uint32_t turn)
{
	__atomic_store_n(&page->turn, turn, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, &page->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* The simulation reads its sockets while the kernel goes on, or waits for an answer. */
static void announce_message(void)
{
	__atomic_store_n(&page->has_message, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&page->turn, __ATOMIC_SEQ_CST) == KERNEL_PAGE_KERNEL)
		pass_turn(KERNEL_PAGE_MESSAGE);
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
	announce_message();
	return 0;
}

int socketpair(int domain, int type, int protocol, int files[2])
{
	const long status = syscall(SYS_socketpair, domain, type, protocol, files);

	if (status == 0 && files[0] < MOST_FILES && files[1] < MOST_FILES) {
		pair_files[files[0]] = files[1];
		pair_files[files[1]] = files[0];
	}
	return (int)status;
}

/* Answer a message to the calendar. */
static void give(const struct message *question, uint64_t time)
{
	answer = (struct message){ ACK, question->sequence, time };
	has_answer = 1;
}

/* Another party is reached, whose answer may come at any later time. */
static void reach_out(void)
{
	page->reached = page->now;
	page->free_until = 0;
}

/* Whether the agent has put messages for the simulation into its mailbox. */
static int has_mail(void)
{
	static const struct socket_mailbox *mailbox;

	if (!mailbox && page->mailbox != 0 && memory_file >= 0) {
		mailbox = mmap(NULL, SOCKET_MESSAGE_PAGE, PROT_READ, MAP_SHARED, memory_file, (off_t)page->mailbox);
		if (mailbox == MAP_FAILED)
			fail("the agent's mailbox cannot be mapped");
	}
	return mailbox && mailbox->count;
}

/* The kernel waits for the time of its request. */
static void end_turn(void)
{
	if (has_mail())
		reach_out();
	if (page->request < page->free_until)
		page->now = page->request;
	else
		pass_turn(KERNEL_PAGE_SIMULATION);
}

static ssize_t tell_calendar(const struct message *message)
{
	switch (message->operation) {
	case ACK: /* of RUN */
		return sizeof(*message);
	case START:
		break;
	case REQUEST:
		page->request = message->time;
		break;
	case UPDATE:
		reach_out();
		break;
	case GET:
		give(message, page->now);
		return sizeof(*message);
	case GET_TOD:
		give(message, page->time_of_day + page->now);
		return sizeof(*message);
	case WAIT:
		++awaited_runs;
		end_turn();
		break;
	default:
		fail("the kernel sends a message that is not known");
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

/* The file over which the next call comes that the kernel has not seen; -1: there is none. */
static int get_call_file(void)
{
	int fd;

	if (!page || calls_seen >= page->call_count)
		return -1;
	fd = call_files[page->calls[calls_seen] / 2];
	if (fd == 0)
		fail("the file of a card's calls is not known");
	return fd;
}

/* The kernel's handler asks which files are readable, reads the calls, and requests a turn at once. */
static void make_calls(void)
{
	if (get_call_file() >= 0)
		raise(SIGIO);
}

/* Returns the queue of the next call. */
static uint32_t take_call(void)
{
	const uint32_t queue = page->calls[calls_seen++] % 2;

	if (calls_seen == page->call_count) {
		calls_seen = 0;
		page->call_count = 0;
	}
	return queue;
}

/* The guard of a simulation that has been killed ends the kernel, unless it has been killed as well. */
static void look_for_simulation(void)
{
	struct pollfd file = { .fd = calendar };

	has_left = syscall(SYS_poll, &file, 1, 0) > 0 && (file.revents & POLLHUP);
}

/*
 * Wait until the simulation gives the kernel its turn or has left, or a signal has been handled. The
 * simulation gives a turn to each call of a card. The kernel has none to take, and would panic, if the
 * interrupt of an earlier call is still pending: it did not ask for another one.
 */
static int hear_calendar(void)
{
	const struct timespec patience = { .tv_sec = 1 };

	while (!has_left && __atomic_load_n(&page->turn, __ATOMIC_SEQ_CST) == KERNEL_PAGE_SIMULATION) {
		if (syscall(SYS_futex, &page->turn, FUTEX_WAIT, KERNEL_PAGE_SIMULATION, &patience, NULL, 0) == 0)
			continue;
		if (errno == EINTR)
			return 0;
		if (errno == ETIMEDOUT)
			look_for_simulation();
	}
	if (has_left)
		return 1;
	make_calls();
	if (page->now >= page->request)
		return 1;
	page->free_until = 0;
	end_turn();
	return 0;
}

static ssize_t read_calendar(struct message *message)
{
	if (has_answer) {
		has_answer = 0;
		*message = answer;
	} else if (awaited_runs > 0) {
		while (!hear_calendar())
			;
		if (has_left)
			return 0;
		--awaited_runs;
		*message = (struct message){ RUN, 0, page->now };
	} else {
		fail("the kernel reads a message that nobody sends");
	}
	return sizeof(*message);
}

/* A part of what a card sends. */
static ssize_t read_part(struct reading *reading, void *bytes, size_t size)
{
	const size_t count = size < reading->left ? size : reading->left;

	memcpy(bytes, (char *)&reading->message + sizeof(reading->message) - reading->left, count);
	reading->left -= count;
	if (reading->left == 0)
		reading->fd = -1;
	return (ssize_t)count;
}

static void begin_reading(struct reading *reading, int fd, uint32_t request, uint32_t flags, uint32_t queue)
{
	reading->message = (struct card_message){ request, flags, sizeof(reading->message.payload), { queue, 0 } };
	reading->left = sizeof(reading->message);
	reading->fd = fd;
}

static ssize_t read_file(int fd, void *bytes, size_t size)
{
	if (fd >= 0 && fd == calendar && size == sizeof(struct message))
		return read_calendar(bytes);
	if (fd >= 0 && fd == reply.fd)
		return read_part(&reply, bytes, size);
	if (fd >= 0 && call.fd < 0 && fd == get_call_file())
		begin_reading(&call, fd, VRING_CALL, IS_CALL, take_call());
	if (fd >= 0 && fd == call.fd)
		return read_part(&call, bytes, size);
	if (fd >= 0 && fd < MOST_FILES && is_call_file[fd]) {
		errno = EAGAIN;
		return -1;
	}
	return syscall(SYS_read, fd, bytes, size);
}

/* The kernel writes to files of the host with it, and the agent reports through one of them. */
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
	if (page)
		page->has_written = 1;
	return syscall(SYS_pwrite64, fd, bytes, size, offset);
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

/* Newer kernels expect that files come with the answer to START. */
ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	if (fd < 0 || fd != calendar || message->msg_iovlen != 1 ||
	    message->msg_iov[0].iov_len != sizeof(struct message))
		return syscall(SYS_recvmsg, fd, message, flags);
	message->msg_controllen = 0;
	message->msg_flags = 0;
	return read_calendar(message->msg_iov[0].iov_base);
}

/* The kernel gives a card its memory, and the other end of the file over which it is called. */
static void note_files(int card, uint32_t request, const struct msghdr *message)
{
	const struct cmsghdr *control = CMSG_FIRSTHDR(message);
	int fd;

	if (!control || control->cmsg_type != SCM_RIGHTS)
		return;
	memcpy(&fd, CMSG_DATA(control), sizeof(fd));
	if (request == MEMORY_FILES)
		memory_file = fd;
	if (request == CALL_FILE && fd >= 0 && fd < MOST_FILES) {
		call_files[card] = pair_files[fd];
		is_call_file[pair_files[fd]] = 1;
	}
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	const struct card_message *sent = message->msg_iovlen ? message->msg_iov[0].iov_base : NULL;
	const int card = fd >= 0 && fd < MOST_FILES ? cards[fd] - 1 : -1;
	ssize_t count;

	if (card < 0 || !sent || message->msg_iovlen != 1 || message->msg_iov[0].iov_len != sizeof(*sent) ||
	    sent->request != VRING_KICK) {
		if (card >= 0 && sent && message->msg_iov[0].iov_len >= sizeof(sent->request))
			note_files(card, sent->request, message);
		count = syscall(SYS_sendmsg, fd, message, flags);
		if (card >= 0)
			announce_message();
		return count;
	}
	/* That there are receive buffers is no news for the simulation. */
	if (sent->payload[0] == TRANSMIT) {
		page->has_frames[card] = 1;
		/* There is no UPDATE before a second notification of the same time. */
		reach_out();
	}
	if (sent->flags & NEEDS_REPLY)
		begin_reading(&reply, fd, VRING_KICK, IS_REPLY, 0);
	return sizeof(*sent);
}

static int poll_files(struct pollfd *files, nfds_t count, int timeout)
{
	int ready = 0;
	nfds_t i;

	/* The kernel waits for nothing but its turn. */
	if (count == 1 && files[0].fd == calendar && awaited_runs > 0 && !has_answer && timeout < 0) {
		if (!hear_calendar()) {
			errno = EINTR;
			return -1;
		}
		files[0].revents = POLLIN;
		return 1;
	}
	for (i = 0; i < count; ++i) {
		const int fd = files[i].fd;

		files[i].revents = fd >= 0 && ((fd == calendar && has_answer) || fd == reply.fd) ? POLLIN : 0;
		ready += files[i].revents != 0;
	}
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

int epoll_ctl(int poller, int operation, int fd, struct epoll_event *event)
{
	if (event && fd >= 0 && fd < MOST_FILES)
		poll_data[fd] = event->data;
	return (int)syscall(SYS_epoll_ctl, poller, operation, fd, event);
}

int epoll_wait(int poller, struct epoll_event *events, int most, int timeout)
{
	const int fd = get_call_file();

	if (fd >= 0 && call.fd < 0 && most > 0) {
		events[0].events = EPOLLIN;
		events[0].data = poll_data[fd];
		return 1;
	}
	return (int)syscall(SYS_epoll_wait, poller, events, most, timeout);
}
