/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Makes system calls one by one, as the simulation tells. An order is a line of text in a frame of
 * its own. It begins with a number, which is also that of the answer:
 *
 *   N enter FOLDER            work in this folder of the host
 *   N run COMMAND             give a command to /bin/sh; the value is its exit status
 *   N tunnel NAME CARD        see linux-kernel-tunnel.h
 *   N clock                   gives CLOCK_REALTIME, nanoseconds
 *   N socket PROTOCOL
 *   N bind FD ADDRESS PORT
 *   N connect FD ADDRESS PORT
 *   N listen FD BACKLOG
 *   N accept FD
 *   N read FD SIZE FLAGS BUFFER    recv(); BUFFER is 0 for a null pointer
 *   N receive FD SIZE FLAGS        recvmsg(); gives its flags, and level, type and data (hexadecimal) of
 *                                  each control message
 *   N write FD FLAGS BUFFER ADDRESS PORT SIZE ...   sendmsg() of such buffers; ADDRESS may be none or
 *                                  unspecified
 *   N close FD
 *   N shutdown FD HOW
 *   N setsockopt FD LEVEL NAME VALUE
 *   N setbytes FD LEVEL NAME SIZE BYTES    setsockopt() of bytes, hexadecimal; zeros fill them up to SIZE
 *   N getsockopt FD LEVEL NAME     gives the value
 *   N fcntl FD COMMAND VALUE
 *   N ioctl FD REQUEST             gives the number
 *   N poll TIMEOUT FD EVENTS ...   gives the events of each
 *   N epoll_create SIZE
 *   N epoll_ctl FD COMMAND FD EVENTS DATA
 *   N epoll_wait FD MOST TIMEOUT   gives events and data of the first event
 *   N open FLAGS PATH
 *   N pipe                         gives both files
 *   N sendfile FD FROM SIZE        from the beginning of the file
 *   N splice FD TO SIZE
 *   N info FD                      gives struct tcp_info, hexadecimal
 *
 * The answer is "N VALUE ERRNO", and what the call gives. Byte k of each stream is k modulo 251; a
 * read that finds other bytes ends with EBADMSG.
 *
 * Each call has a thread of its own, because it may block. The kernel runs it to its end, or until
 * it blocks, before the simulation's time goes on.
 */

#define _GNU_SOURCE
#include "linux-kernel-calls.h"

#include "linux-kernel-tunnel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FRAME 1514
#define PERIOD 251
#define MOST_POLLED 16
#define MOST_BUFFERS 256
#define MOST_EVENTS 16
#define GAP 64 /* between buffers, so that a kernel joins no two of them */
#define CONTROL 512
#define MOST_FILES 1024
#define HOST P_tmpdir "/host"

/* An order, with room for the answer. */
struct order {
	char text[FRAME];
	char answer[FRAME];
	size_t size; /* of the answer */
};

/* A connection. */
struct stream {
	long long read; /* bytes so far */
	long long written;
};

static struct stream streams[MOST_FILES];
static int card;

static void add(struct order *order, const char *format, ...)
{
	va_list arguments;
	int size;

	va_start(arguments, format);
	size = vsnprintf(order->answer + order->size, sizeof(order->answer) - order->size, format, arguments);
	va_end(arguments);
	if (size < 0 || (size_t)size >= sizeof(order->answer) - order->size)
		abort();
	order->size += size;
}

static void answer(struct order *order, long long number, long long value)
{
	char given[FRAME];
	int error = value < 0 ? errno : 0;

	/* What the call gives is there already. */
	memcpy(given, order->answer, order->size);
	given[order->size] = '\0';
	order->size = 0;
	memset(order->answer, 0, sizeof(struct ether_header));
	((struct ether_header *)order->answer)->ether_type = htons(CALL_ETHERTYPE);
	order->size = sizeof(struct ether_header);
	add(order, "%lld %lld %d%s", number, value, error, given);
	if (write(card, order->answer, order->size) < 0)
		_exit(1);
}

static long long enter(const char *folder)
{
	char path[4096];

	/* The host's /tmp is hidden by the kernel's own. */
	if (mkdir(HOST, 0755) == 0 && mount("hostfs", HOST, "hostfs", MS_RDONLY, "/") != 0)
		return -1;
	snprintf(path, sizeof(path), HOST "%s", folder);
	return chdir(path);
}

static long long run(const char *command)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static long long begin_stream(int fd)
{
	if (fd >= 0 && fd < MOST_FILES)
		memset(&streams[fd], 0, sizeof(streams[fd]));
	return fd;
}

static int get_address(const char *text, int port, struct sockaddr_in *address)
{
	memset(address, 0, sizeof(*address));
	address->sin_family = AF_INET;
	address->sin_port = htons(port);
	if (!strcmp(text, "unspecified")) {
		address->sin_family = AF_UNSPEC;
		return 1;
	}
	return inet_pton(AF_INET, text, &address->sin_addr);
}

static int is_right(const unsigned char *data, long long size, long long offset)
{
	long long i;

	for (i = 0; i < size; ++i)
		if (data[i] != (offset + i) % PERIOD)
			return 0;
	return 1;
}

static long long read_data(int fd, unsigned char *data, size_t size, int flags)
{
	long long value = recv(fd, data, size, flags);
	long long *offset = fd >= 0 && fd < MOST_FILES ? &streams[fd].read : NULL;

	if (value <= 0 || !offset || !data)
		return value;
	if (!is_right(data, value, *offset)) {
		errno = EBADMSG;
		return -1;
	}
	*offset += flags & MSG_PEEK ? 0 : value;
	return value;
}

static long long transfer(int fd, size_t size, int flags, int has_buffer)
{
	unsigned char *data = has_buffer ? malloc(size + 1) : NULL;
	long long value;
	int error;

	if (has_buffer && !data)
		return -1;
	value = read_data(fd, data, size, flags);
	error = errno;
	free(data);
	errno = error;
	return value;
}

static void advance(int fd, long long read, long long written)
{
	if (fd >= 0 && fd < MOST_FILES) {
		streams[fd].read += read > 0 ? read : 0;
		streams[fd].written += written > 0 ? written : 0;
	}
}

/* Fills buffers of the sizes in the text with the next bytes of a stream; gives their number, or -1. */
static int make_buffers(const char *text, int has_buffer, long long offset, struct iovec *buffers)
{
	unsigned char *data;
	unsigned int size;
	int count = 0;
	int used;
	size_t i;

	for (; sscanf(text, "%u %n", &size, &used) == 1; text += used, ++count) {
		data = has_buffer && count < MOST_BUFFERS ? malloc(size + GAP) : NULL;
		if (count == MOST_BUFFERS || (has_buffer && !data)) {
			errno = count == MOST_BUFFERS ? EMSGSIZE : ENOMEM;
			return -1;
		}
		for (i = 0; data && i < size; ++i)
			data[i] = offset++ % PERIOD;
		buffers[count].iov_base = data;
		buffers[count].iov_len = size;
	}
	return count;
}

static long long write_data(int fd, const char *sizes, int flags, int has_buffer, struct sockaddr_in *to)
{
	struct iovec buffers[MOST_BUFFERS];
	struct msghdr message = { .msg_name = to, .msg_namelen = to ? sizeof(*to) : 0, .msg_iov = buffers };
	long long value;
	int error;
	int count;

	count = make_buffers(sizes, has_buffer, fd >= 0 && fd < MOST_FILES ? streams[fd].written : 0, buffers);
	if (count < 0)
		return -1;
	message.msg_iovlen = count;
	value = sendmsg(fd, &message, flags);
	error = errno;
	/* The kernel may still need what it has not copied. */
	while (!(flags & MSG_ZEROCOPY) && count > 0)
		free(buffers[--count].iov_base);
	advance(fd, 0, value);
	errno = error;
	return value;
}

static void add_bytes(struct order *order, const unsigned char *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; ++i)
		add(order, "%02x", bytes[i]);
}

static long long receive(struct order *order, int fd, size_t size, int flags)
{
	unsigned char *data = malloc(size + 1);
	char control[CONTROL] __attribute__((aligned(sizeof(size_t))));
	struct iovec buffer = { .iov_base = data, .iov_len = size };
	struct msghdr message = {
		.msg_iov = &buffer, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)
	};
	struct cmsghdr *part;
	long long value;
	int error;

	if (!data)
		return -1;
	value = recvmsg(fd, &message, flags);
	error = errno;
	/* What comes from the queue of errors is no part of the stream. */
	if (value > 0 && !(flags & MSG_ERRQUEUE) && fd >= 0 && fd < MOST_FILES) {
		if (!is_right(data, value, streams[fd].read)) {
			value = -1;
			error = EBADMSG;
		}
		advance(fd, flags & MSG_PEEK ? 0 : value, 0);
	}
	free(data);
	add(order, " %d", message.msg_flags);
	for (part = CMSG_FIRSTHDR(&message); value >= 0 && part; part = CMSG_NXTHDR(&message, part)) {
		add(order, " %d %d ", part->cmsg_level, part->cmsg_type);
		add_bytes(order, CMSG_DATA(part), part->cmsg_len - CMSG_LEN(0));
	}
	errno = error;
	return value;
}

static long long set_bytes(int fd, int level, int name, unsigned int size, const char *text)
{
	unsigned char bytes[FRAME] = { 0 };
	size_t count;

	for (count = 0; count < sizeof(bytes) && sscanf(text, "%2hhx", &bytes[count]) == 1; ++count)
		text += 2;
	return setsockopt(fd, level, name, bytes, size < sizeof(bytes) ? size : sizeof(bytes));
}

static long long control_epoll(int fd, int command, int watched, unsigned int events, int data)
{
	struct epoll_event event = { .events = events, .data.fd = data };

	return epoll_ctl(fd, command, watched, &event);
}

static long long wait_epoll(struct order *order, int fd, int most, int timeout)
{
	struct epoll_event events[MOST_EVENTS];
	long long value = epoll_wait(fd, events, most < MOST_EVENTS ? most : MOST_EVENTS, timeout);

	if (value > 0)
		add(order, " %u %d", events[0].events, events[0].data.fd);
	return value;
}

static long long make_pipe(struct order *order)
{
	int ends[2] = { -1, -1 };
	long long value = pipe(ends);

	add(order, " %d %d", ends[0], ends[1]);
	return value;
}

static long long move_data(int from, int to, size_t size, int is_file)
{
	off_t offset = 0;
	long long value = is_file ? sendfile(to, from, &offset, size) : splice(from, NULL, to, NULL, size, 0);

	advance(from, value, 0);
	advance(to, 0, value);
	return value;
}

static long long get_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long get_option(struct order *order, int fd, int level, int name)
{
	int given = 0;
	socklen_t size = sizeof(given);
	long long value = getsockopt(fd, level, name, &given, &size);

	add(order, " %d", given);
	return value;
}

static long long get_number(struct order *order, int fd, unsigned long request)
{
	int given = 0;
	long long value = ioctl(fd, request, &given);

	add(order, " %d", given);
	return value;
}

static long long poll_all(struct order *order, int timeout, const char *text)
{
	struct pollfd polled[MOST_POLLED];
	int count = 0;
	int used;
	int fd;
	int events;
	long long value;
	int i;

	while (sscanf(text, "%d %d %n", &fd, &events, &used) == 2) {
		if (count == MOST_POLLED) {
			errno = EINVAL;
			return -1;
		}
		polled[count].fd = fd;
		polled[count].revents = 0;
		polled[count++].events = events;
		text += used;
	}
	value = poll(polled, count, timeout);
	for (i = 0; i < count; ++i)
		add(order, " %d", polled[i].revents);
	return value;
}

static long long get_info(struct order *order, int fd)
{
	/* A kernel writes as much of its own struct as there is room for. */
	unsigned char info[512];
	socklen_t size = sizeof(info);
	long long value = getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &size);

	add(order, " ");
	if (value == 0)
		add_bytes(order, info, size);
	return value;
}

static long long make_call(struct order *order, const char *name, const char *rest)
{
	struct sockaddr_in address;
	char device[IFNAMSIZ];
	char text[64];
	long long size;
	unsigned int a = 0;
	int fd = -1;
	int b = 0;
	int c = 0;
	int d = 0;
	int port = 0;

	if (!strcmp(name, "enter"))
		return enter(rest);
	if (!strcmp(name, "run"))
		return run(rest);
	if (!strcmp(name, "tunnel") && sscanf(rest, "%15s %63s", device, text) == 2)
		return make_tunnel(device, text);
	if (!strcmp(name, "clock"))
		return get_clock();
	if (!strcmp(name, "pipe"))
		return make_pipe(order);
	if (!strcmp(name, "socket") && sscanf(rest, "%d", &b) == 1)
		return begin_stream(socket(AF_INET, SOCK_STREAM, b));
	if (!strcmp(name, "open") && sscanf(rest, "%d %n", &b, &c) == 1)
		return begin_stream(open(rest + c, b));
	if (!strcmp(name, "poll") && sscanf(rest, "%d %n", &b, &c) == 1)
		return poll_all(order, b, rest + c);
	if (!strcmp(name, "read") && sscanf(rest, "%d %lld %d %d", &fd, &size, &b, &c) == 4)
		return transfer(fd, size, b, c);
	if (!strcmp(name, "receive") && sscanf(rest, "%d %lld %d", &fd, &size, &b) == 3)
		return receive(order, fd, size, b);
	if (!strcmp(name, "write") && sscanf(rest, "%d %d %d %63s %d %n", &fd, &b, &c, text, &port, &d) == 5)
		return write_data(fd, rest + d, b, c, get_address(text, port, &address) > 0 ? &address : NULL);
	if (!strcmp(name, "setbytes") && sscanf(rest, "%d %d %d %u %n", &fd, &b, &c, &a, &d) == 4)
		return set_bytes(fd, b, c, a, rest + d);
	if (!strcmp(name, "epoll_create") && sscanf(rest, "%d", &b) == 1)
		return epoll_create(b);
	if (!strcmp(name, "epoll_ctl") && sscanf(rest, "%d %d %d %u %d", &fd, &b, &c, &a, &d) == 5)
		return control_epoll(fd, b, c, a, d);
	if (!strcmp(name, "epoll_wait") && sscanf(rest, "%d %d %d", &fd, &b, &c) == 3)
		return wait_epoll(order, fd, b, c);
	if (!strcmp(name, "sendfile") && sscanf(rest, "%d %d %lld", &fd, &b, &size) == 3)
		return move_data(b, fd, size, 1);
	if (!strcmp(name, "splice") && sscanf(rest, "%d %d %lld", &fd, &b, &size) == 3)
		return move_data(fd, b, size, 0);
	if (!strcmp(name, "bind") && sscanf(rest, "%d %63s %d", &fd, text, &b) == 3 && get_address(text, b, &address))
		return bind(fd, (struct sockaddr *)&address, sizeof(address));
	if (!strcmp(name, "connect") && sscanf(rest, "%d %63s %d", &fd, text, &b) == 3 && get_address(text, b, &address))
		return connect(fd, (struct sockaddr *)&address, sizeof(address));
	if (!strcmp(name, "setsockopt") && sscanf(rest, "%d %d %d %u", &fd, &b, &c, &a) == 4)
		return setsockopt(fd, b, c, &a, sizeof(a));
	if (!strcmp(name, "getsockopt") && sscanf(rest, "%d %d %d", &fd, &b, &c) == 3)
		return get_option(order, fd, b, c);
	if (!strcmp(name, "fcntl") && sscanf(rest, "%d %d %d", &fd, &b, &c) == 3)
		return fcntl(fd, b, c);
	if (!strcmp(name, "ioctl") && sscanf(rest, "%d %u", &fd, &a) == 2)
		return get_number(order, fd, a);
	if (!strcmp(name, "listen") && sscanf(rest, "%d %d", &fd, &b) == 2)
		return listen(fd, b);
	if (!strcmp(name, "shutdown") && sscanf(rest, "%d %d", &fd, &b) == 2)
		return shutdown(fd, b);
	if (sscanf(rest, "%d", &fd) != 1) {
		errno = ENOSYS;
		return -1;
	}
	if (!strcmp(name, "accept"))
		return begin_stream(accept(fd, NULL, NULL));
	if (!strcmp(name, "close"))
		return close(fd);
	if (!strcmp(name, "info"))
		return get_info(order, fd);
	errno = ENOSYS;
	return -1;
}

static void *obey(void *argument)
{
	struct order *order = argument;
	char name[32];
	long long number;
	int used = 0;

	if (sscanf(order->text, "%lld %31s %n", &number, name, &used) == 2 && used)
		answer(order, number, make_call(order, name, order->text + used));
	free(order);
	return NULL;
}

static void take(const char *frame, size_t size)
{
	struct order *order = calloc(1, sizeof(*order));
	pthread_t thread;

	if (!order)
		_exit(1);
	memcpy(order->text, frame + sizeof(struct ether_header), size - sizeof(struct ether_header));
	if (pthread_create(&thread, NULL, obey, order) != 0)
		_exit(1);
	pthread_detach(thread);
}

int serve_calls(const char *interface)
{
	struct sockaddr_ll at = { .sll_family = AF_PACKET, .sll_protocol = htons(CALL_ETHERTYPE) };
	struct order ready = { .size = 0 };
	char frame[FRAME];
	ssize_t size;

	signal(SIGPIPE, SIG_IGN);
	at.sll_ifindex = if_nametoindex(interface);
	card = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (card < 0 || bind(card, (struct sockaddr *)&at, sizeof(at)) != 0) {
		perror(interface);
		return 1;
	}
	answer(&ready, 0, 0);
	for (;;) {
		size = recv(card, frame, sizeof(frame) - 1, 0);
		if (size < 0)
			return 1;
		if ((size_t)size > sizeof(struct ether_header))
			take(frame, size);
	}
}
