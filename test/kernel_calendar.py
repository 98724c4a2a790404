#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The library that a kernel preloads (agent/linux-kernel-calendar.c), called as User-mode Linux calls the C library."""

import ctypes
import mmap
import os
import select
import shutil
import signal
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
PAGE_BYTES = 264
LAYOUT, IS_ATTACHED, TURN, CALL_COUNT, NOW, FREE, TIME_OF_DAY, MAILBOX = 0, 4, 8, 12, 16, 24, 32, 40
CALLS, WANTED, REACHED, HAS_MESSAGE, HAS_WRITTEN, HAS_FRAMES = 48, 176, 184, 192, 193, 194
# enum kernel_page_turn
SIMULATION, KERNEL, WITH_MESSAGE = range(3)
VRING_KICK, VRING_CALL, VERSION, NEEDS_REPLY, IS_REPLY = 35, 4, 1, 8, 4
SET_MEM_TABLE, SET_BACKEND_REQ_FD = 5, 21
EPOLL_CTL_ADD = 1
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


class PollEvent(ctypes.Structure):
    """struct epoll_event"""

    _pack_ = 1
    _fields_ = [("events", ctypes.c_uint32), ("data", ctypes.c_uint64)]


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
            file.write(struct.pack("<3I", 4, 0, KERNEL).ljust(PAGE_BYTES, b"\0"))
            file.flush()
            self.page = mmap.mmap(file.fileno(), PAGE_BYTES)
        self.addCleanup(self.page.close)
        # A copy of another name is a library with a state of its own.
        self.library = ctypes.CDLL(shutil.copy(LIBRARY, folder.name))
        self.library.pwrite64.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_longlong)
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
        timeout = -1 if fds == (self.kernel,) and self.turn() == KERNEL else 0
        self.library.poll(files, len(fds), timeout)
        return [file.fd for file in files if file.revents]

    def turn(self):
        """Who has it."""
        return struct.unpack_from("<I", self.page, TURN)[0]

    def wait(self, time):
        """The kernel asks for a time, and waits."""
        self.ask(REQUEST, time)
        self.ask(WAIT)

    def run_kernel(self, time, free_until=0):
        """The simulation gives the kernel a turn."""
        self.assertEqual(self.turn(), SIMULATION)
        self.set_number(NOW, time)
        self.set_number(FREE, free_until)
        struct.pack_into("<I", self.page, TURN, KERNEL)

    def call(self, queue):
        """A card calls the kernel."""
        count = struct.unpack_from("<I", self.page, CALL_COUNT)[0]
        self.page[CALLS + count] = 2 * CARD + queue
        struct.pack_into("<I", self.page, CALL_COUNT, count + 1)

    def send(self, request, *files):
        """The driver sends a request without payload."""
        text = ctypes.create_string_buffer(struct.pack("<3I", request, VERSION, 0), 12)
        vector = Vector(ctypes.cast(text, ctypes.c_void_p), 12)
        header = MessageHeader(vectors=ctypes.pointer(vector), count=1)
        if files:
            control = struct.pack("<QiiQ", 20, socket.SOL_SOCKET, socket.SCM_RIGHTS, files[0])
            place = ctypes.create_string_buffer(control, len(control))
            header.control, header.control_size = ctypes.cast(place, ctypes.c_void_p), len(control)
        self.assertEqual(self.library.sendmsg(self.driver, ctypes.byref(header), 0), 12)

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

    def test_announces_messages(self):
        self.assertEqual((self.turn(), self.page[HAS_MESSAGE]), (WITH_MESSAGE, 1), "it has connected")
        struct.pack_into("<I", self.page, TURN, KERNEL)
        self.send(1)
        self.assertEqual(self.turn(), WITH_MESSAGE)
        self.assertEqual(len(self.card.recv(100)), 12)
        struct.pack_into("<I", self.page, TURN, SIMULATION)
        self.send(1)
        self.assertEqual(self.turn(), SIMULATION, "which does not wait")
        self.assertEqual(self.page[HAS_MESSAGE], 1)

    def test_answers_in_the_process(self):
        self.set_number(NOW, 42)
        self.set_number(TIME_OF_DAY, 10**18)
        self.ask(START)
        self.assertEqual(self.ask(GET), 42)
        self.assertEqual(self.ask(GET_TOD), 10**18 + 42)
        self.ask(REQUEST, 90)
        self.assertEqual(self.number(WANTED), 90)
        self.ask(UPDATE, 42)
        self.assertEqual(self.number(REACHED), 42)
        self.assertTrue(self.silent())
        self.assertEqual(self.poll(self.kernel), [])

    def test_answer_with_files(self):
        """Newer kernels receive the answer to START so."""
        self.write(START, 9)
        text = ctypes.create_string_buffer(MESSAGE.size)
        vector = Vector(ctypes.cast(text, ctypes.c_void_p), MESSAGE.size)
        header = MessageHeader(vectors=ctypes.pointer(vector), count=1, control_size=24)
        self.assertEqual(self.library.recvmsg(self.kernel, ctypes.byref(header), 0), MESSAGE.size)
        self.assertEqual(MESSAGE.unpack(text.raw), (ACK, 9, 0))
        self.assertEqual(header.control_size, 0)

    def test_turn(self):
        self.wait(90)
        self.assertEqual(self.turn(), SIMULATION)
        self.run_kernel(90)
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(self.read(), (RUN, 0, 90))
        self.write(ACK)
        self.assertEqual(self.turn(), KERNEL)
        self.assertTrue(self.silent())

    def test_runs_ahead(self):
        self.wait(90)
        self.run_kernel(90, free_until=200)
        self.assertEqual(self.read(), (RUN, 0, 90))
        self.wait(120)
        self.assertEqual(self.turn(), KERNEL, "the simulation is not asked")
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(self.read(), (RUN, 0, 120))
        self.assertEqual(self.ask(GET), 120)
        # What it reaches may answer at once: it has to ask from now on.
        self.ask(UPDATE, 120)
        self.assertEqual((self.number(REACHED), self.number(FREE)), (120, 0))
        self.wait(130)
        self.assertEqual(self.turn(), SIMULATION)

    def test_limit_of_running_ahead(self):
        self.wait(90)
        self.run_kernel(90, free_until=200)
        self.assertEqual(self.read(), (RUN, 0, 90))
        self.wait(200)
        self.assertEqual(self.turn(), SIMULATION, "something may reach it then")
        self.assertEqual(self.number(NOW), 90)

    def test_second_notification_of_a_time(self):
        self.wait(90)
        self.run_kernel(90)
        self.read()
        self.ask(UPDATE, 90)
        self.kick(1)
        self.read_reply()
        self.wait(90)
        self.run_kernel(90, free_until=200)
        self.assertEqual(self.read()[0], RUN)
        # There is no second UPDATE of a time.
        self.kick(1)
        self.assertEqual(self.poll(self.driver, self.kernel), [self.driver])
        self.read_reply()
        self.assertEqual(self.number(FREE), 0)

    def test_mail(self):
        """Messages of the agent are of the time at which it has written them."""
        with tempfile.TemporaryFile() as memory:
            memory.write(bytes(8192))
            memory.flush()
            mailbox = mmap.mmap(memory.fileno(), 4096, offset=4096)
            self.addCleanup(mailbox.close)
            self.send(SET_MEM_TABLE, memory.fileno())
            struct.pack_into("<I", self.page, TURN, KERNEL)
            self.wait(90)
            self.set_number(MAILBOX, 4096)
            self.run_kernel(90, free_until=200)
            self.assertEqual(self.read(), (RUN, 0, 90))
            self.wait(120)
            self.assertEqual(self.read(), (RUN, 0, 120))
            struct.pack_into("<I", mailbox, 0, 1)
            self.wait(150)
            self.assertEqual(self.turn(), SIMULATION)
            self.assertEqual((self.number(REACHED), self.number(NOW)), (120, 120))

    def test_calls(self):
        """A card's call is a signal, a file of the poller, and a message."""
        files = (ctypes.c_int * 2)()
        self.assertEqual(self.library.socketpair(socket.AF_UNIX, socket.SOCK_STREAM, 0, files), 0)
        poller = select.epoll()
        self.addCleanup(poller.close)
        for file in files:
            self.addCleanup(os.close, file)
            os.set_blocking(file, False)
        event = PollEvent(select.EPOLLIN, 77)
        self.library.epoll_ctl(poller.fileno(), EPOLL_CTL_ADD, files[0], ctypes.byref(event))
        self.send(SET_BACKEND_REQ_FD, files[1])
        struct.pack_into("<I", self.page, TURN, KERNEL)
        found = PollEvent()
        self.assertEqual(self.library.epoll_wait(poller.fileno(), ctypes.byref(found), 1, 0), 0)

        signals = []
        self.addCleanup(signal.signal, signal.SIGIO, signal.signal(signal.SIGIO, lambda *_: signals.append(0)))
        self.wait(90)
        self.call(1)
        self.call(0)
        self.run_kernel(90)
        self.assertEqual(self.poll(self.kernel), [self.kernel])
        self.assertEqual(len(signals), 1)
        for queue in (1, 0):
            self.assertEqual(self.library.epoll_wait(poller.fileno(), ctypes.byref(found), 1, 0), 1)
            self.assertEqual((found.events, found.data), (select.EPOLLIN, 77))
            header = ctypes.create_string_buffer(12)
            self.assertEqual(self.library.read(files[0], header, 12), 12)
            self.assertEqual(struct.unpack("<3I", header.raw), (VRING_CALL, VERSION, 8))
            state = ctypes.create_string_buffer(8)
            self.assertEqual(self.library.read(files[0], state, 8), 8)
            self.assertEqual(struct.unpack("<2I", state.raw), (queue, 0))
        self.assertEqual(self.library.epoll_wait(poller.fileno(), ctypes.byref(found), 1, 0), 0)
        self.assertEqual(self.library.read(files[0], header, 12), -1)

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
        """A card has called, but the interrupt of an earlier call was still pending."""
        self.wait(90)
        self.run_kernel(50, free_until=80)
        self.assertEqual(self.poll(self.kernel), [])
        self.assertEqual((self.turn(), self.number(FREE)), (SIMULATION, 0))
        self.run_kernel(90)
        self.assertEqual(self.read(), (RUN, 0, 90))

    def test_waits_in_a_wait(self):
        """A signal handler of the kernel may wait, too."""
        self.wait(90)
        self.wait(50)
        for time in (50, 90):
            self.run_kernel(time)
            self.set_number(WANTED, time)
            self.assertEqual(self.read(), (RUN, 0, time))
            struct.pack_into("<I", self.page, TURN, SIMULATION)

    def test_end_of_the_simulation(self):
        self.wait(90)
        self.calendar.close()
        message = ctypes.create_string_buffer(MESSAGE.size)
        self.assertEqual(self.library.read(self.kernel, message, MESSAGE.size), 0)

    def test_files_of_the_host(self):
        with tempfile.TemporaryFile() as file:
            self.assertEqual(self.page[HAS_WRITTEN], 0)
            self.assertEqual(self.library.pwrite64(file.fileno(), b"abc", 3, 5), 3)
            self.assertEqual(self.page[HAS_WRITTEN], 1)
            self.assertEqual(os.pread(file.fileno(), 9, 0), bytes(5) + b"abc")

    def test_functions_that_check_the_size(self):
        self.write(GET, 5)
        files = (PollFile * 1)(PollFile(self.kernel, select.POLLIN, 0))
        self.assertEqual(self.library["__poll_chk"](files, 1, 0, ctypes.sizeof(files)), 1)
        message = ctypes.create_string_buffer(MESSAGE.size)
        size = self.library["__read_chk"](self.kernel, message, MESSAGE.size, MESSAGE.size)
        self.assertEqual((size, MESSAGE.unpack(message.raw)), (MESSAGE.size, (ACK, 5, 0)))

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
