/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * User-mode Linux reads the floating-point registers of a program when the program stops for a system
 * call, and writes them before the program goes on (userspace() in arch/um/os-Linux/skas/process.c).
 * Most often they are the same. Preloaded with linux-kernel-calendar.c, this file leaves out such a write,
 * for which the host allocates and maps memory each time.
 */

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_BYTES 16384 /* of these registers; AMX has 8 KiB */

/* What a program that is stopped has in them. */
static struct {
	pid_t program; /* 0: it is not known */
	size_t size;
	char bytes[MOST_BYTES];
} known;

/* The host has said how many bytes there are. The kernel gives it all that it has room for. */
static int is_known(pid_t program, const struct iovec *registers)
{
	return known.program == program && known.size <= registers->iov_len &&
	       memcmp(known.bytes, registers->iov_base, known.size) == 0;
}

static void note(pid_t program, const struct iovec *registers)
{
	known.program = registers->iov_len <= MOST_BYTES ? program : 0;
	if (!known.program)
		return;
	known.size = registers->iov_len;
	memcpy(known.bytes, registers->iov_base, known.size);
}

static int is_of_registers(long request, const void *address)
{
	return (request == PTRACE_GETREGSET || request == PTRACE_SETREGSET) && (long)address == NT_X86_XSTATE;
}

/* Any other request may let the program run. */
static int keeps_registers(long request)
{
	return request == PTRACE_GETREGS || request == PTRACE_SETREGS || request == PTRACE_GETSIGINFO;
}

long ptrace(enum __ptrace_request request, ...)
{
	const int peeks = request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA || request == PTRACE_PEEKUSER;
	long word = 0;
	long status;
	va_list arguments;
	pid_t program;
	void *address;
	void *data;
	int of_registers;

	va_start(arguments, request);
	program = va_arg(arguments, pid_t);
	address = va_arg(arguments, void *);
	data = va_arg(arguments, void *);
	va_end(arguments);
	of_registers = is_of_registers(request, address);
	if (of_registers && request == PTRACE_SETREGSET && is_known(program, data))
		return 0;
	if (known.program == program && !of_registers && !keeps_registers(request))
		known.program = 0;
	/* As in the C library, the result of these is the word. */
	status = syscall(SYS_ptrace, request, program, address, peeks ? &word : data);
	if (status >= 0 && of_registers)
		note(program, data);
	if (peeks && status >= 0) {
		errno = 0;
		return word;
	}
	return status;
}
