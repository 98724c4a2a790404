/* SPDX-FileCopyrightText: 2026 The lasthop authors
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * A TUN device as packetdrill has it: it takes packets longer than the MTU without a checksum, as a network
 * card with offloads does, and a packet has left the kernel as soon as it is read. A card of virtio returns
 * a packet later, and the reports of MSG_ZEROCOPY with it. Two threads carry packets on, one each way; no
 * time of the simulation passes meanwhile. If one of both devices is down, its packets are lost.
 */

#define _GNU_SOURCE
#include "linux-kernel-tunnel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define NODE P_tmpdir "/tun"
#define MAJOR 10 /* of Linux's Documentation/admin-guide/devices.txt */
#define MINOR 200
#define LONGEST 65535

/* What TUN has before each packet. */
struct headed {
	struct virtio_net_hdr header;
	unsigned char packet[LONGEST];
} __attribute__((packed));

static int tunnel;
static int carrier;
static struct sockaddr_ll place;

/* RFC 1071, over the bytes from the start on; the field holds the sum of the pseudo header. */
static void complete_checksum(unsigned char *packet, size_t size, size_t start, size_t offset)
{
	uint32_t sum = 0;
	size_t i;

	if (start + offset + 2 > size)
		return;
	for (i = start; i < size; ++i)
		sum += (i - start) % 2 ? packet[i] : packet[i] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	packet[start + offset] = ~sum >> 8;
	packet[start + offset + 1] = ~sum;
}

static void *carry_out(void *argument)
{
	static struct headed frame;
	ssize_t size;

	(void)argument;
	while ((size = read(tunnel, &frame, sizeof(frame))) >= 0 || errno == EINTR) {
		size -= sizeof(frame.header);
		if (size <= 0)
			continue;
		if (frame.header.flags & VIRTIO_NET_HDR_F_NEEDS_CSUM)
			complete_checksum(frame.packet, size, frame.header.csum_start, frame.header.csum_offset);
		if (sendto(carrier, frame.packet, size, 0, (struct sockaddr *)&place, sizeof(place)) < 0)
			perror("a packet from the TUN device is lost");
	}
	return NULL;
}

static void *carry_in(void *argument)
{
	static struct headed frame;
	struct sockaddr_ll from;
	socklen_t length = sizeof(from);
	ssize_t size;

	(void)argument;
	for (;;) {
		length = sizeof(from);
		size = recvfrom(carrier, frame.packet, sizeof(frame.packet), 0, (struct sockaddr *)&from, &length);
		if (size <= 0 || from.sll_pkttype == PACKET_OUTGOING ||
		    write(tunnel, &frame, sizeof(frame.header) + size) >= 0)
			continue;
		perror("a packet to the TUN device is lost");
		if (errno == EBADFD)
			return NULL; /* the device is gone */
	}
}

static int open_tunnel(const char *name)
{
	struct ifreq request = { .ifr_flags = IFF_TUN | IFF_NO_PI | IFF_VNET_HDR };
	const unsigned int offloads = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO_ECN;

	if (mknod(NODE, S_IFCHR | 0600, makedev(MAJOR, MINOR)) != 0 && errno != EEXIST)
		return -1;
	tunnel = open(NODE, O_RDWR | O_CLOEXEC);
	strncpy(request.ifr_name, name, IFNAMSIZ - 1);
	return tunnel < 0 || ioctl(tunnel, TUNSETIFF, &request) != 0 || ioctl(tunnel, TUNSETOFFLOAD, offloads) != 0
		? -1
		: 0;
}

static int open_carrier(const char *card)
{
	place.sll_family = AF_PACKET;
	place.sll_protocol = htons(ETH_P_IP);
	place.sll_ifindex = if_nametoindex(card);
	place.sll_halen = ETH_ALEN;
	memset(place.sll_addr, 0xff, ETH_ALEN);
	carrier = socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	return carrier < 0 ? -1 : bind(carrier, (struct sockaddr *)&place, sizeof(place));
}

int make_tunnel(const char *name, const char *card)
{
	pthread_t thread;

	if (open_tunnel(name) != 0 || open_carrier(card) != 0)
		return -1;
	return pthread_create(&thread, NULL, carry_out, NULL) == 0 && pthread_create(&thread, NULL, carry_in, NULL) == 0
		? 0
		: -1;
}
