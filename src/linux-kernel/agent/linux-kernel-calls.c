/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Makes system calls one by one, as the simulation tells. An order is a line of text. It begins with a
 * number, which is also that of the answer. What is too long for a frame has its beginning in frames
 * "N more TEXT" before; so have answers.
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
 *   N read FD SIZE FLAGS BUFFER    recv(), or read() with flags -1; BUFFER is 0 for a null pointer
 *   N receive FD SIZE FLAGS        recvmsg(); gives its flags, and level, type and data (hexadecimal) of
 *                                  each control message, with an x in front
 *   N write FD FLAGS BUFFER ADDRESS PORT SIZE ...   sendmsg() of such buffers, or with flags -1 write() or
 *                                  writev(); ADDRESS may be none or unspecified
 *   N close FD
 *   N shutdown FD HOW
 *   N setsockopt FD LEVEL NAME VALUE SIZE
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
 * The answer is "N VALUE ERRNO", and what the call gives. linux-kernel-transfer.h has the bytes of streams.
 *
 * Each call has a thread of its own, because it may block. The kernel runs it to its end, or until
 * it blocks, before the simulation's time goes on.
 */

#define _GNU_SOURCE
#include "linux-kernel-calls.h"

#include "linux-kernel-transfer.h"
#include "linux-kernel-tunnel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
#define MOST_EVENTS 1024 /* as many as there can be files */
#define CONTROL 512
#define HOST P_tmpdir "/host"

/* A text that grows. */
struct text {
	char *bytes;
	size_t size;
};

/* An order, with what the call gives. */
struct order {
	struct text text;
	struct text given;
};

static int card;

static void append(struct text *text, const char *bytes, size_t size)
{
	text->bytes = realloc(text->bytes, text->size + size + 1);
	if (!text->bytes)
		abort();
	memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	text->bytes[text->size] = '\0';
}

static void add(struct order *order, const char *format, ...)
{
	va_list arguments;
	char *bytes;
	int size;

	va_start(arguments, format);
	size = vasprintf(&bytes, format, arguments);
	va_end(arguments);
	if (size < 0)
		abort();
	append(&order->given, bytes, size);
	free(bytes);
}

static void send_frame(const char *begin, const char *text, size_t size)
{
	char frame[FRAME] = { 0 };
	const size_t length = strlen(begin);

	((struct ether_header *)frame)->ether_type = htons(CALL_ETHERTYPE);
	memcpy(frame + sizeof(struct ether_header), begin, length);
	memcpy(frame + sizeof(struct ether_header) + length, text, size);
	if (write(card, frame, sizeof(struct ether_header) + length + size) < 0)
		_exit(1);
}

static void answer(struct order *order, long long number, long long value)
{
	const int error = value < 0 ? errno : 0;
	const char *given = order->given.bytes ? order->given.bytes : "";
	size_t left = order->given.size;
	char begin[80];

	/* The beginning of what does not fit goes first. */
	snprintf(begin, sizeof(begin), "%lld more ", number);
	for (; left > LONGEST_PART; given += LONGEST_PART, left -= LONGEST_PART)
		send_frame(begin, given, LONGEST_PART);
	snprintf(begin, sizeof(begin), "%lld %lld %d", number, value, error);
	send_frame(begin, given, left);
}

static long long enter(const char *folder)
{
	char path[4096 + sizeof(HOST)];

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

static void add_bytes(struct order *order, const unsigned char *bytes, size_t size)
{
	size_t i;

	for (i = 0; i < size; ++i)
		add(order, "%02x", bytes[i]);
}

static long long receive(struct order *order, int fd, size_t size, int flags)
{
	char control[CONTROL] __attribute__((aligned(sizeof(size_t))));
	struct msghdr message = { .msg_control = control, .msg_controllen = sizeof(control) };
	struct cmsghdr *part;
	const long long value = receive_message(fd, size, flags, &message);
	const int error = errno;

	add(order, " %d", message.msg_flags);
	for (part = CMSG_FIRSTHDR(&message); value >= 0 && part; part = CMSG_NXTHDR(&message, part)) {
		add(order, " %d %d x", part->cmsg_level, part->cmsg_type);
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
	static const int LIMIT = INT_MAX / (int)sizeof(struct epoll_event); /* of the kernel */
	struct epoll_event events[MOST_EVENTS];
	const long long value = epoll_wait(fd, events, most > LIMIT || most < MOST_EVENTS ? most : MOST_EVENTS, timeout);

	if (value > 0)
		add(order, " %u %d", events[0].events, events[0].data.fd);
	return value;
}

static long long make_pipe(struct order *order)
{
	int ends[2] = { -1, -1 };
	long long value = pipe(ends);

	begin_streams(ends[0]);
	begin_streams(ends[1]);
	add(order, " %d %d", ends[0], ends[1]);
	return value;
}

static long long move_data(int from, int to, size_t size, int is_file)
{
	off_t offset = 0;
	long long value = is_file ? sendfile(to, from, &offset, size) : splice(from, NULL, to, NULL, size, 0);

	advance_streams(from, value, 0);
	advance_streams(to, 0, value);
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
	/* An entry takes four characters at least. */
	struct pollfd *polled = calloc(strlen(text) / 4 + 1, sizeof(*polled));
	int count = 0;
	int used;
	int fd;
	int events;
	long long value;
	int error;
	int i;

	if (!polled)
		return -1;
	for (; sscanf(text, "%d %d %n", &fd, &events, &used) == 2; text += used, ++count) {
		polled[count].fd = fd;
		polled[count].events = events;
	}
	value = poll(polled, count, timeout);
	error = errno;
	for (i = 0; i < count; ++i)
		add(order, " %d", polled[i].revents);
	free(polled);
	errno = error;
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
		return begin_streams(socket(AF_INET, SOCK_STREAM, b));
	if (!strcmp(name, "open") && sscanf(rest, "%d%n", &b, &c) == 1)
		return begin_streams(open(rest + c + 1, b));
	if (!strcmp(name, "poll") && sscanf(rest, "%d %n", &b, &c) == 1)
		return poll_all(order, b, rest + c);
	if (!strcmp(name, "read") && sscanf(rest, "%d %lld %d %d", &fd, &size, &b, &c) == 4)
		return read_stream(fd, size, b, c);
	if (!strcmp(name, "receive") && sscanf(rest, "%d %lld %d", &fd, &size, &b) == 3)
		return receive(order, fd, size, b);
	if (!strcmp(name, "write") && sscanf(rest, "%d %d %d %63s %d %n", &fd, &b, &c, text, &port, &d) == 5)
		return write_stream(fd, rest + d, b, c, get_address(text, port, &address) > 0 ? &address : NULL);
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
	if (!strcmp(name, "setsockopt") && sscanf(rest, "%d %d %d %u %d", &fd, &b, &c, &a, &d) == 5)
		return setsockopt(fd, b, c, &a, d);
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
		return begin_streams(accept(fd, NULL, NULL));
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

	if (sscanf(order->text.bytes, "%lld %31s%n", &number, name, &used) == 2)
		answer(order, number, make_call(order, name, order->text.bytes + used + (order->text.bytes[used] == ' ')));
	free(order->text.bytes);
	free(order->given.bytes);
	free(order);
	return NULL;
}

static void take(const char *frame, size_t size)
{
	static struct text begun; /* of the next order */
	struct order *order = calloc(1, sizeof(*order));
	const char *text = frame + sizeof(struct ether_header);
	pthread_t thread;
	int used = 0;

	size -= sizeof(struct ether_header);
	if (sscanf(text, "%*d more%n", &used) == 0 && used) {
		append(&begun, text + used + 1, size - used - 1);
		free(order);
		return;
	}
	if (!order)
		_exit(1);
	/* The number is in front of the last part, and belongs in front of the first. */
	sscanf(text, "%*d%n", &used);
	append(&order->text, text, used + 1);
	append(&order->text, begun.bytes ? begun.bytes : "", begun.size);
	append(&order->text, text + used + 1, size - used - 1);
	begun.size = 0;
	if (pthread_create(&thread, NULL, obey, order) != 0)
		_exit(1);
	pthread_detach(thread);
}

int serve_calls(const char *interface)
{
	struct sockaddr_ll at = { .sll_family = AF_PACKET, .sll_protocol = htons(CALL_ETHERTYPE) };
	struct order ready = { 0 };
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
		frame[size] = '\0';
		if ((size_t)size > sizeof(struct ether_header) + 2)
			take(frame, size);
	}
}
