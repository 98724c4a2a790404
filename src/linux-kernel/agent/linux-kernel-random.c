/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * User-mode Linux seeds its random pool with getrandom() of the host. Preloaded, this library
 * gives it numbers from a seed instead (LASTHOP_SEED, hexadecimal), so that a run can be repeated.
 * The generator is SplitMix64; the kernel hashes what it gets.
 */

#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

static uint64_t state;
static int is_seeded;

static uint64_t next(void)
{
	uint64_t value = (state += 0x9e3779b97f4a7c15ULL);

	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
	value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
	return value ^ (value >> 31);
}

ssize_t getrandom(void *buffer, size_t size, unsigned int flags)
{
	unsigned char *bytes = buffer;
	size_t i;

	(void)flags;
	if (!is_seeded) {
		const char *seed = getenv("LASTHOP_SEED");

		state = seed ? strtoull(seed, NULL, 16) : 0;
		is_seeded = 1;
	}
	for (i = 0; i < size; ++i)
		bytes[i] = (unsigned char)next();
	return (ssize_t)size;
}
