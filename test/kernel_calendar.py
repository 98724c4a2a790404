#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The library that a kernel preloads (agent/linux-kernel-calendar.c), called as User-mode Linux calls the C library."""

import ctypes
import mmap
import os
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

LIBRARY = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "lasthop", "linux-kernel", "default", "linux-kernel-host.so")
# enum um_timetravel_ops
ACK, START, REQUEST, WAIT, GET, UPDATE, RUN, FREE_UNTIL, GET_TOD = range(9)
MESSAGE = struct.Struct("<IIQ")
# struct kernel_page
PAGE_BYTES = 48 + 64
LAYOUT, IS_ATTACHED, NOW, TIME_OF_DAY, FREE, WANTED, REACHED, HAS_FRAMES = 0, 4, 8, 16, 24, 32, 40, 48
VRING_KICK, VERSION, NEEDS_REPLY, IS_REPLY = 35, 1, 8, 4
CARD = 3


class Vector(ctypes.Structure):
    """struct iovec"""

    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class MessageHeader(ctypes.Structure):
    """struct msghdr"""

    _fields_ = [
        ("name", ctypes.c_void_p),
        ("name_size", ctypes.c_uint),
        ("vectors", ctypes.POINTER(Vector)),
        ("count", ctypes.c_size_t),
        ("control", ctypes.c_void_p),
        ("control_size", ctypes.c_size_t),
        ("flags", ctypes.c_int),
    ]


class PollFile(ctypes.Structure):
    """struct pollfd"""

    _fields_ = [("fd", ctypes.c_int), ("events", ctypes.c_short), ("revents", ctypes.c_short)]


@unittest.skipUnless(LIBRARY.exists(), "there is no kernel: ./ns3 kernel builds one")
class KernelCalendar(unittest.TestCase):
    """The test is the simulation, and also makes the kernel's system calls."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lasthop-")
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        with open("page", "wb+") as file:
            file.write(struct.pack("<I", 3).ljust(PAGE_BYTES, b"\0"))
            file.flush()
            self.page = mmap.mmap(file.fileno(), PAGE_BYTES)
        self.addCleanup(self.page.close)
        # A copy of another name is a library with a state of its own.
        self.library = ctypes.CDLL(shutil.copy(LIBRARY, folder.name))
        self.calendar, self.kernel = self.connect("calendar")
        self.card, self.driver = self.connect(f"card{CARD}")

    def connect(self, name):
        """The simulation's end and the kernel's end of a connection."""
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(name)
            listener.listen()
            driver = socket.socket(socket.AF_UNIX)
            self.addCleanup(driver.close)
            address = struct.pack("=H108s", socket.AF_UNIX, name.encode("ascii"))
            self.assertEqual(self.library.connect(driver.fileno(), address, len(address)), 0)
            end = listener.accept()[0]
            self.addCleanup(end.close)
            return end, driver.fileno()

    def number(self, offset):
        """A number of 64 bits in the page."""
        return struct.unpack_from("<Q", self.page, offset)[0]

    def set_number(self, offset, value):
        """Write a number of 64 bits into the page."""
        struct.pack_into("<Q", self.page, offset, value)

    def write(self, operation, sequence=0, time=0):
        """The kernel sends a message."""
        message = MESSAGE.pack(operation, sequence, time)
        self.assertEqual(self.library.write(self.kernel, message, len(message)), len(message))

    def read(self):
        """The kernel reads a message."""
        message = ctypes.create_string_buffer(MESSAGE.size)
        self.assertEqual(self.library.read(self.kernel, message, MESSAGE.size), MESSAGE.size)
        return MESSAGE.unpack(message.raw)

    def ask(self, operation, time=0):
        """The kernel sends a message and reads the answer, before which nothing else comes."""
        self.write(operation, 7, time)
        kind, sequence, answer = self.read()
        self.assertEqual((kind, sequence), (ACK, 7))
        return answer

    def poll(self, *fds):
        """The files that are readable."""
        files = (PollFile * len(fds))(*[PollFile(fd, select.POLLIN, 0) for fd in fds])
        self.library.poll(files, len(fds), 0)
        return [file.fd for file in files if file.revents]

    def wait(self, time):
        """The kernel asks for a time, and waits."""
        self.ask(REQUEST, time)
        self.ask(WAIT)
        self.assertEqual(MESSAGE.unpack(self.calendar.recv(100))[0], WAIT)

    def run_kernel(self, time, free_until=0):
        """The simulation gives the kernel a turn."""
        self.set_number(NOW, time)
        self.set_number(FREE, free_until)
        self.calendar.sendall(MESSAGE.pack(RUN, 0, time))

    def kick(self, queue):
        """The kernel notifies the card, and reads the reply in two parts as its driver does."""
        kick = struct.pack("<5I", VRING_KICK, VERSION | NEEDS_REPLY, 8, queue, 0)
        text = ctypes.create_string_buffer(kick, len(kick))
        vector = Vector(ctypes.cast(text, ctypes.c_void_p), len(kick))
        header = MessageHeader(vectors=ctypes.pointer(vector), count=1)
        self.assertEqual(self.library.sendmsg(self.driver, ctypes.byref(header), 0), len(kick))

    def read_reply(self):
        """The driver's system calls for it."""
        header = ctypes.create_string_buffer(12)
        self.assertEqual(self.library.read(self.driver, header, 12), 12)
        self.assertEqual(struct.unpack("<3I", header.raw), (VRING_KICK, VERSION | IS_REPLY, 8))
        status = ctypes.create_string_buffer(8)
        self.assertEqual(self.library.read(self.driver, status, 8), 8)
        self.assertEqual(status.raw, bytes(8))

    def silent(self):
        """Whether the simulation has no message to read."""
        return not select.select([self.calendar, self.card], [], [], 0)[0]

    def test_attaches(self):
        self.assertEqual(struct.unpack_from("<I", self.page, IS_ATTACHED)[0], 1)

    def test_start_is_a_message(self):
        self.write(START, 1)
        self.assertEqual(MESSAGE.unpack(self.calendar.recv(100)), (START, 1, 0))
        self.calendar.sendall(MESSAGE.pack(ACK, 1, 0))
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(self.read(), (ACK, 1, 0))

    def test_answers_in_the_process(self):
        self.set_number(NOW, 42)
        self.set_number(TIME_OF_DAY, 10**18)
        self.assertEqual(self.ask(GET), 42)
        self.assertEqual(self.ask(GET_TOD), 10**18 + 42)
        self.ask(REQUEST, 90)
        self.assertEqual(self.number(WANTED), 90)
        self.ask(UPDATE, 50)
        self.assertEqual(self.number(REACHED), 50)
        self.assertTrue(self.silent())
        self.assertEqual(self.poll(self.kernel), [])

    def test_turn(self):
        self.wait(90)
        self.assertEqual(self.poll(self.kernel), [])
        self.run_kernel(90)
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(self.read(), (RUN, 0, 90))
        self.write(ACK)
        self.assertTrue(self.silent())

    def test_runs_free(self):
        self.wait(90)
        self.run_kernel(90, free_until=200)
        self.assertEqual(self.read(), (FREE_UNTIL, 0, 200))
        self.write(ACK)
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(self.read(), (RUN, 0, 90))
        # What it reaches may answer at once: it has to ask from now on, and reads so before the answer.
        self.write(UPDATE, 8, 120)
        self.assertEqual(self.read(), (FREE_UNTIL, 0, 120))
        self.assertEqual(self.read(), (ACK, 8, 0))
        self.assertEqual(self.number(FREE), 0)

    def test_second_notification_of_a_time(self):
        self.wait(90)
        self.run_kernel(90)
        self.read()
        self.ask(UPDATE, 90)
        self.kick(1)
        self.read_reply()
        self.wait(90)
        self.run_kernel(90, free_until=200)
        self.assertEqual([self.read()[0], self.read()[0]], [FREE_UNTIL, RUN])
        # There is no second UPDATE of a time.
        self.kick(1)
        self.assertEqual(self.poll(self.driver, self.kernel), [self.kernel])
        self.assertEqual(self.read(), (FREE_UNTIL, 0, 90))
        self.assertEqual(self.poll(self.driver, self.kernel), [self.driver])
        self.read_reply()
        self.assertEqual(self.number(FREE), 0)

    def test_frames(self):
        self.kick(0)
        self.read_reply()
        self.assertEqual(self.page[HAS_FRAMES : HAS_FRAMES + 8], bytes(8), "receive buffers are no news")
        self.kick(1)
        self.read_reply()
        self.assertEqual(self.page[HAS_FRAMES : HAS_FRAMES + 8], b"\0\0\0\1\0\0\0\0")
        self.assertTrue(self.silent())
        self.assertEqual(self.poll(self.driver), [])

    def test_turn_that_is_not_wanted(self):
        self.wait(90)
        # A card has called, but the interrupt of an earlier call was still pending.
        self.run_kernel(50, free_until=80)
        self.run_kernel(90)
        self.assertEqual(self.read(), (RUN, 0, 90))
        self.assertEqual(MESSAGE.unpack(self.calendar.recv(100))[0], WAIT)
        self.assertTrue(self.silent())

    def test_functions_that_check_the_size(self):
        self.write(GET, 5)
        files = (PollFile * 1)(PollFile(self.kernel, select.POLLIN, 0))
        self.assertEqual(self.library["__poll_chk"](files, 1, 0, ctypes.sizeof(files)), 1)
        message = ctypes.create_string_buffer(MESSAGE.size)
        size = self.library["__read_chk"](self.kernel, message, MESSAGE.size, MESSAGE.size)
        self.assertEqual((size, MESSAGE.unpack(message.raw)), (MESSAGE.size, (ACK, 5, 0)))

    def test_end_of_the_simulation(self):
        self.wait(90)
        self.calendar.close()
        message = ctypes.create_string_buffer(MESSAGE.size)
        self.assertEqual(self.library.read(self.kernel, message, MESSAGE.size), 0)

    def test_other_files(self):
        first, second = os.pipe()
        self.addCleanup(os.close, first)
        self.addCleanup(os.close, second)
        self.assertEqual(self.poll(first), [])
        self.assertEqual(self.library.write(second, b"abc", 3), 3)
        self.assertEqual(self.poll(first, second), [first])
        text = ctypes.create_string_buffer(3)
        self.assertEqual(self.library.read(first, text, 3), 3)
        self.assertEqual(text.raw, b"abc")

    def test_another_layout(self):
        struct.pack_into("<I", self.page, LAYOUT, 99)
        environment = os.environ | {"LD_PRELOAD": str(LIBRARY)}
        result = subprocess.run(["true"], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(
            result.stderr, "the library of the calendar: it is of another version than the simulation: run ./ns3 kernel\n"
        )


if __name__ == "__main__":
    unittest.main()
