/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The first process of a kernel that a simulation runs. It sets the kernel up as a plan tells it,
 * starts programs at their times, and reports the ends of programs.
 *
 * The plan is the file "plan" in the working directory of the kernel's own process. Its lines are:
 *
 *   seed HEX             bytes that credit the random pool
 *   sysctl NAME VALUE    a file below /proc/sys
 *   setup COMMAND        ended before the next line; a failure ends the agent
 *   sockets INTERFACE    serve sockets of the simulation, whose messages come over this card
 *   run NS NUMBER COMMAND   started at this time; its output goes to the file NUMBER.out
 *
 * As a program with arguments, it is a source or a sink of TCP, for hosts without iperf3, or makes
 * system calls as the simulation tells (linux-kernel-calls.c):
 *
 *   linux-kernel-agent send ADDRESS PORT BYTES
 *   linux-kernel-agent receive PORT
 *   linux-kernel-agent calls INTERFACE
 *
 * The first two print the bytes and the seconds of one connection.
 *
 * Lines of the file "reports" are for the simulation:
 *   ready                all lines of the plan have been read
 *   end NUMBER STATUS    a program has ended with this exit status, or with 128 and its signal; a
 *                        frame of the card "sockets" follows at once
 *   error TEXT           the agent cannot go on
 */

#define _GNU_SOURCE
#include "linux-kernel-calls.h"
#include "linux-kernel-messages.h"
#include "linux-kernel-sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/random.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FOLDER P_tmpdir "/lasthop"
#define MOST_RUNS 1000
#define SOCKETS_FILES 66000 /* a file for each number of a socket */

/* A program and its number in the plan. */
struct run {
	pid_t pid;
	int number;
};

static struct run runs[MOST_RUNS];
static int count;
static pid_t sockets; /* serves them */
static char interface_of_sockets[IF_NAMESIZE];

static void report(const char *format, ...)
{
	char line[512];
	va_list arguments;
	int fd = open(FOLDER "/reports", O_WRONLY | O_APPEND);

	va_start(arguments, format);
	vsnprintf(line, sizeof(line) - 1, format, arguments);
	va_end(arguments);
	strcat(line, "\n");
	/* Without a file, the end of the first process is a panic, which the simulation sees. */
	if (fd < 0 || write(fd, line, strlen(line)) < 0)
		_exit(1);
	close(fd);
}

/* There is no other process to go on with: wait until the simulation ends the kernel. */
static void fail(const char *what, const char *which)
{
	report("error %s %s: %s", what, which, strerror(errno));
	for (;;)
		pause();
}

static void mount_at(const char *type, const char *target, unsigned long flags, const char *data)
{
	if (mount(type, target, type, flags, data) != 0)
		fail("cannot mount", target);
}

/* Without credited bytes, the first program that asks for random numbers spins for entropy. */
static void credit(const char *hex)
{
	struct {
		struct rand_pool_info info;
		unsigned char bytes[64];
	} pool;
	unsigned int value;
	int fd = open("/dev/urandom", O_RDWR);

	memset(&pool, 0, sizeof(pool));
	while (pool.info.buf_size < (int)sizeof(pool.bytes) && sscanf(hex, "%2x", &value) == 1) {
		pool.bytes[pool.info.buf_size++] = value;
		hex += 2;
	}
	memcpy(pool.info.buf, pool.bytes, pool.info.buf_size);
	pool.info.entropy_count = 8 * pool.info.buf_size;
	if (fd < 0 || ioctl(fd, RNDADDENTROPY, &pool) != 0)
		fail("cannot credit", "/dev/urandom");
	close(fd);
}

static void set_sysctl(const char *name, const char *value)
{
	const ssize_t size = strlen(value);
	ssize_t taken;
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "/proc/sys/%s", name);
	fd = open(path, O_WRONLY);
	taken = fd < 0 ? -1 : write(fd, value, size);
	/* A file takes as many numbers as it has, and leaves the others. */
	if (taken >= 0 && (size == 0 || taken != size))
		errno = EINVAL;
	if (size == 0 || taken != size)
		fail("cannot set", name);
	close(fd);
}

static pid_t start(const char *command, int number)
{
	pid_t pid = fork();
	char path[64];
	int fd;

	if (pid != 0)
		return pid;
	setsid();
	fd = open("/dev/null", O_RDONLY);
	dup2(fd, STDIN_FILENO);
	if (number >= 0) {
		snprintf(path, sizeof(path), FOLDER "/%d.out", number);
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
	}
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static int status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void set_up(const char *command)
{
	int status = 0;
	pid_t pid = start(command, -1);

	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		fail("cannot start", command);
	if (status != 0) {
		errno = 0;
		report("error '%s' ended with status %d", command, status_of(status));
		for (;;)
			pause();
	}
}

/* A child of its own waits for the time, so that programs may begin in any order. */
static void schedule(long long at, int number, const char *command)
{
	struct timespec when = { at / 1000000000, at % 1000000000 };
	pid_t pid = fork();
	int status;

	if (pid < 0 || count == MOST_RUNS)
		fail("cannot start", command);
	if (pid == 0) {
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR)
			;
		pid = start(command, number);
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			_exit(126);
		_exit(status_of(status));
	}
	runs[count].pid = pid;
	runs[count++].number = number;
}

/*
 * The kernel may have run ahead, and the simulation may react to the end of a program. After this frame,
 * which means nothing, the kernel does not run ahead any more.
 */
static void reach_out(void)
{
	static int card = -1;
	struct sockaddr_ll to = { .sll_family = AF_PACKET, .sll_halen = ETH_ALEN };
	struct ether_header frame = { .ether_type = htons(SOCKET_MESSAGE_ETHERTYPE) };

	if (card < 0)
		card = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	to.sll_ifindex = if_nametoindex(interface_of_sockets);
	if (sendto(card, &frame, sizeof(frame), 0, (struct sockaddr *)&to, sizeof(to)) < 0)
		fail("cannot send over", interface_of_sockets);
}

/* A process of its own, so that programs and sockets do not wait for each other. */
static void start_sockets(const char *interface)
{
	struct rlimit files = { SOCKETS_FILES, SOCKETS_FILES };

	memcpy(interface_of_sockets, interface, strnlen(interface, sizeof(interface_of_sockets) - 1));
	sockets = fork();
	if (sockets < 0)
		fail("cannot start", "sockets");
	if (sockets > 0)
		return;
	if (setrlimit(RLIMIT_NOFILE, &files) != 0)
		fail("cannot raise", "the limit of files");
	serve_sockets(interface);
	fail("no sockets over", interface);
}

static void read_line(char *line)
{
	char name[256];
	long long at;
	int number;
	int used = 0;

	line[strcspn(line, "\n")] = '\0';
	if (!strncmp(line, "seed ", 5))
		credit(line + 5);
	else if (sscanf(line, "sysctl %255s %n", name, &used) == 1 && used)
		set_sysctl(name, line + used);
	else if (!strncmp(line, "setup ", 6))
		set_up(line + 6);
	else if (!strncmp(line, "sockets ", 8))
		start_sockets(line + 8);
	else if (sscanf(line, "run %lld %d %n", &at, &number, &used) == 2 && used)
		schedule(at, number, line + used);
	else
		fail("no line of a plan:", line);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int complain(const char *what)
{
	perror(what);
	return 1;
}

static int finish(long long bytes, double begin)
{
	double seconds = now() - begin;

	printf("%lld bytes, %.6f s, %.4f Mb/s\n", bytes, seconds, seconds > 0 ? 8e-6 * bytes / seconds : 0);
	return 0;
}

static int send_bytes(const char *address, int port, long long bytes)
{
	static char data[65536];
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
	long long left = bytes;
	double begin = now();
	ssize_t part;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (inet_pton(AF_INET, address, &to.sin_addr) != 1) {
		fprintf(stderr, "%s: expected an IPv4 address\n", address);
		return 2;
	}
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0)
		return complain("connect");
	while (left > 0) {
		part = write(fd, data, left < (long long)sizeof(data) ? (size_t)left : sizeof(data));
		if (part < 0)
			return complain("write");
		left -= part;
	}
	/* The end of the receiver's side comes when all bytes have been read. */
	shutdown(fd, SHUT_WR);
	while (read(fd, data, sizeof(data)) > 0)
		;
	return finish(bytes, begin);
}

static int receive_bytes(int port)
{
	static char data[65536];
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port) };
	long long bytes = 0;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	ssize_t part;
	double begin;
	int fd;

	if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof(at)) != 0 || listen(listener, 1) != 0)
		return complain("listen");
	fd = accept(listener, NULL, NULL);
	begin = now();
	if (fd < 0)
		return complain("accept");
	while ((part = read(fd, data, sizeof(data))) > 0)
		bytes += part;
	if (part < 0)
		return complain("read");
	return finish(bytes, begin);
}

static int run_tool(int argc, char **argv)
{
	if (argc == 5 && !strcmp(argv[1], "send") && atoi(argv[3]) > 0 && atoll(argv[4]) >= 0)
		return send_bytes(argv[2], atoi(argv[3]), atoll(argv[4]));
	if (argc == 3 && !strcmp(argv[1], "receive") && atoi(argv[2]) > 0)
		return receive_bytes(atoi(argv[2]));
	if (argc == 3 && !strcmp(argv[1], "calls"))
		return serve_calls(argv[2]);
	fprintf(stderr, "usage: %s send ADDRESS PORT BYTES, receive PORT, or calls INTERFACE\n", argv[0]);
	return 2;
}

int main(int argc, char **argv)
{
	static char line[8192];
	FILE *plan;
	int status;
	int i;
	pid_t pid;

	if (getpid() != 1)
		return run_tool(argc, argv);
	mount_at("proc", "/proc", 0, NULL);
	mount_at("sysfs", "/sys", 0, NULL);
	mount_at("tmpfs", P_tmpdir, 0, NULL);
	if (mkdir(FOLDER, 0755) != 0)
		fail("cannot make", FOLDER);
	/* The kernel is a process of the host: its working directory is the folder of this run. */
	mount_at("hostfs", FOLDER, 0, "/proc/self/cwd");
	/* Programs find the agent beside those of the host. */
	setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:" FOLDER, 1);
	setenv("HOME", P_tmpdir, 1);
	plan = fopen(FOLDER "/plan", "r");
	if (!plan)
		fail("cannot read", FOLDER "/plan");
	while (fgets(line, sizeof(line), plan))
		read_line(line);
	fclose(plan);
	report("ready");
	for (;;) {
		pid = wait(&status);
		if (pid < 0)
			pause();
		if (pid == sockets)
			report("error the process that serves sockets has ended");
		for (i = 0; i < count; ++i)
			if (runs[i].pid == pid) {
				report("end %d %d", runs[i].number, status_of(status));
				reach_out();
			}
	}
}
