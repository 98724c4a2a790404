/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The kernel's end of sockets that applications of the simulation use. It acts as a program would
 * that waits in epoll_wait(), and reads no clock.
 */

#define _GNU_SOURCE
#include "linux-kernel-sockets.h"

#include "linux-kernel-messages.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEADER (sizeof(struct ether_header) + sizeof(struct socket_message))
#define MOST_BYTES (SOCKET_MESSAGE_FRAME - HEADER)
#define PACKET 0 /* the number that stands for the card in epoll */

enum state { NEW, CONNECTING, LISTENING, OPEN };

struct entry {
	int fd;
	uint32_t number;
	enum state state;
	char *pending;	       /* written by the application, not yet taken by the kernel */
	size_t pending_size;
	size_t pending_room;
	size_t may_read;       /* bytes that the application has room for */
	int has_ended;	       /* the peer sends no more */
	int shuts_down;	       /* after pending */
	int is_shut;	       /* for writing */
	int stops_reading;     /* once the connection is there */
	int is_watched;	       /* by epoll */
	int closes;	       /* after pending */
	uint32_t events;       /* that epoll waits for */
};

static struct entry *entries[SOCKET_MESSAGE_SOCKETS];
static uint32_t last_accepted;
static uint32_t handled;
static uint32_t told; /* the last value of handled that has been sent */
static int card;
static int poller;
static struct socket_mailbox *mailbox;
static uint32_t frames; /* that have been sent */

static void send_frame(const struct socket_message *message, const char *data, size_t size)
{
	char frame[SOCKET_MESSAGE_FRAME];
	struct ether_header *header = (struct ether_header *)frame;

	++frames;
	memset(header, 0, sizeof(*header));
	header->ether_type = htons(SOCKET_MESSAGE_ETHERTYPE);
	memcpy(frame + sizeof(*header), message, sizeof(*message));
	if (size)
		memcpy(frame + HEADER, data, size);
	/* A card that cannot send has been taken away, and the simulation with it. */
	if (write(card, frame, HEADER + size) < 0)
		_exit(1);
}

static void send_message(struct socket_message *message, const char *data, size_t size)
{
	message->handled = handled;
	told = handled;
	/* A mail must not overtake a frame. */
	if (!size && mailbox->frames_taken == frames && mailbox->count < SOCKET_MESSAGE_MAILS)
		mailbox->messages[mailbox->count++] = *message;
	else
		send_frame(message, data, size);
}

static void tell(const struct entry *entry, uint32_t kind, uint32_t size, uint32_t value)
{
	struct socket_message message = {
		.kind = kind, .socket = entry ? entry->number : 0, .size = size, .value = value,
	};

	send_message(&message, NULL, 0);
}

static struct socket_message_end get_end(const struct sockaddr_in *address)
{
	struct socket_message_end end = { ntohl(address->sin_addr.s_addr), ntohs(address->sin_port) };

	return end;
}

static void tell_ends(const struct entry *entry, uint32_t kind, uint32_t value)
{
	struct socket_message message = { .kind = kind, .socket = entry->number, .value = value };
	struct sockaddr_in address = { 0 };
	socklen_t size = sizeof(address);

	getsockname(entry->fd, (struct sockaddr *)&address, &size);
	message.local = get_end(&address);
	size = sizeof(address);
	getpeername(entry->fd, (struct sockaddr *)&address, &size);
	message.remote = get_end(&address);
	send_message(&message, NULL, 0);
}

static void drop(struct entry *entry)
{
	close(entry->fd);
	entries[entry->number] = NULL;
	free(entry->pending);
	free(entry);
}

static void fail(struct entry *entry, int reason)
{
	tell(entry, SOCKET_MESSAGE_FAILED, 0, reason);
	drop(entry);
}

static struct entry *add(uint32_t number, int fd, enum state state)
{
	struct entry *entry = calloc(1, sizeof(*entry));

	if (!entry)
		_exit(1);
	entry->fd = fd;
	entry->number = number;
	entry->state = state;
	entry->may_read = SOCKET_MESSAGE_READ;
	entries[number] = entry;
	return entry;
}

/* epoll always reports EPOLLHUP, which a socket has for ever before it connects or listens, and when
 * it is shut both ways. */
static void watch(struct entry *entry)
{
	struct epoll_event event = { .data.u32 = entry->number };
	int is_quiet = entry->state == NEW || (entry->has_ended && entry->is_shut);

	if (is_quiet && entry->is_watched)
		epoll_ctl(poller, EPOLL_CTL_DEL, entry->fd, NULL);
	if (is_quiet) {
		entry->is_watched = 0;
		return;
	}
	if (entry->state == LISTENING)
		event.events = EPOLLIN;
	if (entry->state == CONNECTING || entry->pending_size)
		event.events |= EPOLLOUT;
	if (entry->state == OPEN && entry->may_read && !entry->has_ended && !entry->closes)
		event.events |= EPOLLIN;
	if (entry->is_watched && event.events == entry->events)
		return;
	if (epoll_ctl(poller, entry->is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, entry->fd, &event) != 0)
		_exit(1);
	entry->is_watched = 1;
	entry->events = event.events;
}

/* Returns 0 if the entry is gone. */
static int write_pending(struct entry *entry)
{
	size_t taken = 0;
	ssize_t part;

	while (taken < entry->pending_size) {
		part = write(entry->fd, entry->pending + taken, entry->pending_size - taken);
		if (part < 0 && errno == EAGAIN)
			break;
		if (part < 0) {
			fail(entry, errno);
			return 0;
		}
		taken += part;
	}
	if (taken) {
		entry->pending_size -= taken;
		memmove(entry->pending, entry->pending + taken, entry->pending_size);
		tell(entry, SOCKET_MESSAGE_WRITTEN, taken, 0);
	}
	if (entry->pending_size)
		return 1;
	if (entry->shuts_down) {
		shutdown(entry->fd, SHUT_WR);
		entry->shuts_down = 0;
		entry->is_shut = 1;
	}
	if (entry->closes) {
		drop(entry);
		return 0;
	}
	return 1;
}

static int is_zero(const char *data, size_t size)
{
	return size == 0 || (data[0] == 0 && memcmp(data, data + 1, size - 1) == 0);
}

/* Returns 0 if the entry is gone. */
static int read_data(struct entry *entry)
{
	static char data[SOCKET_MESSAGE_READ];
	struct socket_message message = { .kind = SOCKET_MESSAGE_DATA, .socket = entry->number };
	ssize_t size;
	size_t begin;
	int is_drained = 0;

	while (entry->may_read && !entry->has_ended && !is_drained) {
		size = read(entry->fd, data, entry->may_read);
		if (size < 0 && errno == EAGAIN)
			break;
		/* A system call costs more than a segment. The poller tells of what comes later. */
		is_drained = size < (ssize_t)entry->may_read;
		if (size < 0) {
			fail(entry, errno);
			return 0;
		}
		if (size == 0) {
			entry->has_ended = 1;
			tell(entry, SOCKET_MESSAGE_END, 0, 0);
			break;
		}
		entry->may_read -= size;
		message.is_zero = is_zero(data, size);
		message.size = size;
		if (message.is_zero) {
			send_message(&message, NULL, 0);
			continue;
		}
		for (begin = 0; begin < (size_t)size; begin += message.size) {
			message.size = (size_t)size - begin < MOST_BYTES ? (size_t)size - begin : MOST_BYTES;
			send_message(&message, data + begin, message.size);
		}
	}
	return 1;
}

static uint32_t find_number(void)
{
	int tried;

	for (tried = 0; tried < SOCKET_MESSAGE_SOCKETS - SOCKET_MESSAGE_ACCEPTED; ++tried) {
		if (++last_accepted < SOCKET_MESSAGE_ACCEPTED || last_accepted == SOCKET_MESSAGE_SOCKETS)
			last_accepted = SOCKET_MESSAGE_ACCEPTED;
		if (!entries[last_accepted])
			return last_accepted;
	}
	_exit(1);
}

static void accept_all(struct entry *listener)
{
	struct entry *entry;
	int fd;

	for (;;) {
		fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (fd < 0 && errno == EAGAIN)
			return;
		/* The peer may have reset the connection before. */
		if (fd < 0 && errno == ECONNABORTED)
			continue;
		if (fd < 0)
			_exit(1);
		entry = add(find_number(), fd, OPEN);
		tell_ends(entry, SOCKET_MESSAGE_NEW, listener->number);
		watch(entry);
	}
}

static void handle_event(struct entry *entry, uint32_t events)
{
	int reason = 0;
	socklen_t size = sizeof(reason);

	if (entry->state == LISTENING) {
		accept_all(entry);
		return;
	}
	if (entry->state == CONNECTING) {
		getsockopt(entry->fd, SOL_SOCKET, SO_ERROR, &reason, &size);
		if (reason) {
			fail(entry, reason);
			return;
		}
		entry->state = OPEN;
		if (entry->stops_reading)
			shutdown(entry->fd, SHUT_RD);
		tell_ends(entry, SOCKET_MESSAGE_CONNECTED, 0);
	}
	/* What has arrived is read before an error that follows it. */
	if (!entry->closes && !read_data(entry))
		return;
	if (!write_pending(entry))
		return;
	/* A reset of a socket that neither reads nor writes. */
	if ((events & (EPOLLERR | EPOLLHUP)) && getsockopt(entry->fd, SOL_SOCKET, SO_ERROR, &reason, &size) == 0 &&
	    reason) {
		fail(entry, reason);
		return;
	}
	watch(entry);
}

/* The kernel changes a size that is beyond its limits without a word, and doubles the others. */
static int require_buffer(int fd, int name, int value)
{
	int given = 0;
	socklen_t size = sizeof(given);

	if (getsockopt(fd, SOL_SOCKET, name, &given, &size) != 0)
		return -1;
	errno = ERANGE;
	return given / 2 == value ? 0 : -1;
}

static int set_option(const struct entry *entry, const struct socket_message *message, const char *data)
{
	int value = message->size;
	const void *at = &value;
	socklen_t size = sizeof(value);
	int level = SOL_SOCKET;
	int name = 0;

	switch (message->value) {
	case SOCKET_MESSAGE_SEND_BUFFER:
		name = SO_SNDBUF;
		break;
	case SOCKET_MESSAGE_RECEIVE_BUFFER:
		name = SO_RCVBUF;
		break;
	case SOCKET_MESSAGE_NO_DELAY:
		level = IPPROTO_TCP;
		name = TCP_NODELAY;
		break;
	case SOCKET_MESSAGE_TOS:
		level = IPPROTO_IP;
		name = IP_TOS;
		break;
	case SOCKET_MESSAGE_TTL:
		level = IPPROTO_IP;
		name = IP_TTL;
		break;
	case SOCKET_MESSAGE_CONGESTION:
		level = IPPROTO_TCP;
		name = TCP_CONGESTION;
		at = data;
		size = message->size;
		break;
	}
	if (setsockopt(entry->fd, level, name, at, size) != 0)
		return -1;
	return level == SOL_SOCKET ? require_buffer(entry->fd, name, value) : 0;
}

static void append(struct entry *entry, const struct socket_message *message, const char *data)
{
	size_t size = entry->pending_size + message->size;

	if (size > entry->pending_room) {
		entry->pending_room = size;
		entry->pending = realloc(entry->pending, size);
		if (!entry->pending)
			_exit(1);
	}
	if (message->is_zero)
		memset(entry->pending + entry->pending_size, 0, message->size);
	else
		memcpy(entry->pending + entry->pending_size, data, message->size);
	entry->pending_size = size;
}

static struct sockaddr_in get_address(const struct socket_message_end *end)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(end->port) };

	address.sin_addr.s_addr = htonl(end->address);
	return address;
}

static void open_socket(uint32_t number)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int on = 1;

	if (fd < 0)
		_exit(1);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	add(number, fd, NEW);
}

static void handle_message(const struct socket_message *message, const char *data)
{
	struct entry *entry = message->socket < SOCKET_MESSAGE_SOCKETS ? entries[message->socket] : NULL;
	struct sockaddr_in address;
	int result = 0;

	if (message->kind == SOCKET_MESSAGE_OPEN) {
		open_socket(message->socket);
		return;
	}
	/* The socket has failed, and the simulation had not heard of it yet. */
	if (!entry)
		return;
	switch (message->kind) {
	case SOCKET_MESSAGE_OPTION:
		result = set_option(entry, message, data);
		break;
	case SOCKET_MESSAGE_BIND:
		address = get_address(&message->local);
		result = bind(entry->fd, (struct sockaddr *)&address, sizeof(address));
		break;
	case SOCKET_MESSAGE_CONNECT:
		address = get_address(&message->remote);
		result = connect(entry->fd, (struct sockaddr *)&address, sizeof(address));
		if (result < 0 && errno == EINPROGRESS)
			result = 0;
		entry->state = CONNECTING;
		break;
	case SOCKET_MESSAGE_LISTEN:
		result = listen(entry->fd, message->value);
		entry->state = LISTENING;
		if (result == 0)
			tell_ends(entry, SOCKET_MESSAGE_LISTENS, 0);
		break;
	case SOCKET_MESSAGE_WRITE:
		append(entry, message, data);
		break;
	case SOCKET_MESSAGE_SHUTDOWN:
		/* In SYN_SENT, shutdown() would give the connection up. */
		if (message->value == SHUT_RD && entry->state == OPEN)
			shutdown(entry->fd, SHUT_RD);
		else if (message->value == SHUT_RD)
			entry->stops_reading = 1;
		else
			entry->shuts_down = 1;
		break;
	case SOCKET_MESSAGE_CLOSE:
		entry->closes = 1;
		break;
	case SOCKET_MESSAGE_READ_ON:
		entry->may_read += message->size;
		break;
	}
	/* A network without a route is news for the application; the others are its mistakes. */
	if (result < 0) {
		if (message->kind != SOCKET_MESSAGE_CONNECT)
			tell(entry, SOCKET_MESSAGE_REFUSED, message->kind, errno);
		else
			fail(entry, errno);
		return;
	}
	/* Data written before the connection is there wait in the kernel's place. */
	if (entry->state == CONNECTING && (!entry->closes || entry->pending_size || entry->shuts_down)) {
		watch(entry);
		return;
	}
	if (entry->state == OPEN ? write_pending(entry) : !entry->closes)
		watch(entry);
	else if (entries[message->socket])
		drop(entry);
}

static void read_card(void)
{
	char frame[SOCKET_MESSAGE_FRAME];
	struct socket_message message;
	ssize_t size;

	for (;;) {
		size = recv(card, frame, sizeof(frame), MSG_DONTWAIT);
		if (size < 0)
			break;
		if ((size_t)size < HEADER)
			continue;
		memcpy(&message, frame + sizeof(struct ether_header), sizeof(message));
		++handled;
		handle_message(&message, frame + HEADER);
	}
	/* The simulation waits only when its window is full. */
	if (handled - told >= SOCKET_MESSAGE_WINDOW / 2)
		tell(NULL, SOCKET_MESSAGE_HANDLED, 0, 0);
}

/* Returns the number of its page in the kernel's memory; 0: it is not known. */
static uint32_t make_mailbox(void)
{
	/* Bits of an entry (Documentation/admin-guide/mm/pagemap.rst) */
	const uint64_t number = (1ULL << 55) - 1;
	const uint64_t is_present = 1ULL << 63;
	const int pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint64_t entry = 0;
	off_t at;

	mailbox = mmap(NULL, SOCKET_MESSAGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1,
		       0);
	if (mailbox == MAP_FAILED)
		_exit(1);
	mailbox->frames_taken = 0;
	at = (off_t)((uintptr_t)mailbox / SOCKET_MESSAGE_PAGE * sizeof(entry));
	if (pread(pages, &entry, sizeof(entry), at) != sizeof(entry))
		entry = 0;
	close(pages);
	return entry & is_present ? (uint32_t)(entry & number) : 0;
}

void serve_sockets(const char *interface)
{
	struct sockaddr_ll at = { .sll_family = AF_PACKET, .sll_protocol = htons(SOCKET_MESSAGE_ETHERTYPE) };
	struct epoll_event event = { .events = EPOLLIN, .data.u32 = PACKET };
	struct epoll_event events[64];
	struct socket_message ready = { .kind = SOCKET_MESSAGE_READY };
	int read_room = 4 << 20;
	/* write() blocks before the card's queue disc of 1000 packets drops any. */
	int write_room = 256 << 10;
	int count;
	int i;

	signal(SIGPIPE, SIG_IGN);
	at.sll_ifindex = if_nametoindex(interface);
	card = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	poller = epoll_create1(EPOLL_CLOEXEC);
	if (card < 0 || poller < 0 || setsockopt(card, SOL_SOCKET, SO_RCVBUFFORCE, &read_room, sizeof(read_room)) != 0 ||
	    setsockopt(card, SOL_SOCKET, SO_SNDBUFFORCE, &write_room, sizeof(write_room)) != 0 ||
	    bind(card, (struct sockaddr *)&at, sizeof(at)) != 0 || epoll_ctl(poller, EPOLL_CTL_ADD, card, &event) != 0)
		return;
	ready.value = make_mailbox();
	send_frame(&ready, NULL, 0);
	for (;;) {
		count = epoll_wait(poller, events, 64, -1);
		for (i = 0; i < count; ++i) {
			if (events[i].data.u32 == PACKET)
				read_card();
			else if (entries[events[i].data.u32])
				handle_event(entries[events[i].data.u32], events[i].events);
		}
	}
}
