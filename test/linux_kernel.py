#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Life and death of kernels in a simulation: what cannot be a kernel, a kernel that is killed, and a simulation that is
killed. Each ends with one line, and no process and no file stays.

Usage: linux_kernel.py PROGRAM, which is linux-kernel-example
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from program import ProgramTest, main

PATIENCE_S = 60
# Seeds the instants of kills.
RANDOM_KILLS = 37
# What scripts in the place of a kernel use.
FALSE_KERNEL = """
import os, signal, socket, struct, time

def connect(name):
    end = socket.socket(socket.AF_UNIX)
    end.connect(name)
    return end

def message(operation):
    return struct.pack('<IIQ', operation, 1, 0)

def request(number, payload=b''):
    return struct.pack('<3I', number, 1, len(payload)) + payload

def put(offset, layout, value):
    with open('page', 'r+b') as page:
        page.seek(offset)
        page.write(struct.pack(layout, value))

def ask(time):
    put(176, '<Q', time)

def pass_turn(turn):
    put(8, '<I', turn)

def start():
    return connect('calendar')
"""


def built():
    """Where ./ns3 kernel puts what it builds."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "lasthop", "linux-kernel", "default")


def processes():
    """The name, the parent and the working directory of each process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text(encoding="ascii", errors="replace")
            name, rest = text.partition("(")[2].rsplit(")", 1)
            found[int(folder.name)] = (name, int(rest.split()[1]), os.readlink(folder / "cwd"))
        except (OSError, ValueError):
            continue
    return found


@unittest.skipUnless((built() / "linux").exists(), "there is no kernel: ./ns3 kernel builds one")
class LinuxKernel(ProgramTest):
    """linux-kernel-example, which runs one kernel."""

    def setUp(self):
        super().setUp()
        self.environment = os.environ | {"TMPDIR": str(self.folder)}

    def start(self, *options):
        """Start a long simulation, and wait until its kernel has begun."""
        program = subprocess.Popen(
            [self.program, "--duration=100000", *options],
            cwd=self.folder,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.stderr.close)
        end = time.monotonic() + PATIENCE_S
        while not any(self.folder.glob("lasthop-kernel-*/0.out")):
            self.assertLess(time.monotonic(), end, "the kernel does not start")
            self.assertIsNone(program.poll())
            time.sleep(0.01)
        return program

    def kernels(self):
        """The processes of kernels of this test: they work in the test's folder."""
        inside = str(self.folder.resolve()) + "/"
        return {
            number: parent for number, (_, parent, place) in processes().items() if place.startswith(inside)
        }

    def check_nothing_is_left(self):
        """The guard may need a moment to end the kernel."""
        end = time.monotonic() + PATIENCE_S
        while self.kernels() or any(self.folder.glob("lasthop-kernel-*")):
            self.assertLess(time.monotonic(), end, f"left: {self.kernels()}, {list(self.folder.iterdir())}")
            time.sleep(0.01)

    def check_line(self, error, *parts):
        """One line of ours, and ns-3's own "NS_FATAL, terminating"."""
        lines = [line for line in error.splitlines() if line and "NS_FATAL" not in line]
        self.assertEqual(len(lines), 1, error)
        for part in parts:
            self.assertIn(part, lines[0])

    @staticmethod
    def guard(program):
        """The process that ends the kernel."""
        return next(number for number, parent in processes().items() if parent[1] == program.pid)

    def test_signal_for_all(self):
        for which in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(signal=which):
                program = self.start()
                os.kill(self.guard(program), which)
                program.send_signal(which)
                program.communicate(timeout=PATIENCE_S)
                self.check_nothing_is_left()

    def test_upload(self):
        result = self.run_program("--duration=2", "--release=release", env=self.environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex((self.folder / "release").read_text(encoding="ascii"), r"^\d+\.\d+")
        self.assertRegex(result.stdout, r"goodput: [1-6]\.\d+ Mb/s\n")
        again = self.run_program("--duration=2", env=self.environment)
        self.assertEqual(again.stdout, result.stdout)
        self.check_nothing_is_left()

    def test_what_is_no_kernel(self):
        text = self.folder / "text"
        text.write_text("no program\n", encoding="ascii")
        text.chmod(0o755)
        agent = built() / "linux-kernel-agent"
        for kernel, words in (
            ("/nope", "/nope is not a program: expected a kernel"),
            (str(self.folder), "is not a program: expected a kernel"),
            ("/etc/passwd", "/etc/passwd is not a program: expected a kernel"),
            (str(text), "the kernel has ended"),
            ("/bin/true", "the kernel has ended"),
            ("/bin/sleep", "the kernel has ended"),
        ):
            with self.subTest(kernel=kernel):
                options = [f"--ns3::LinuxKernel::Kernel={kernel}", f"--ns3::LinuxKernel::Agent={agent}"]
                result = self.run_program("--duration=2", *options, env=self.environment)
                self.assertNotEqual(result.returncode, 0)
                self.check_line(result.stderr, "LinuxKernel: node 0, +0s: ", words)
                self.check_nothing_is_left()

    def test_wrong_values(self):
        # A first process that ends is a panic.
        shutil.copy("/bin/false", self.folder)
        shutil.copy(built() / "linux-kernel-host.so", self.folder)
        for option, words in (
            ("--congestion=nope", "cannot set net/ipv4/tcp_congestion_control: No such file or directory"),
            ("--ChecksumEnabled=false", None),
            ("--ns3::LinuxKernel::BootTime=ns3::ConstantRandomVariable[Constant=2]", "BootTime 2.000000 s: expected 0 to 1"),
            ("--ns3::LinuxKernel::Agent=/bin/nope", "/bin/nope is not a program: expected the agent"),
            ("--ns3::LinuxKernel::Agent=/bin/false", "/bin/linux-kernel-host.so cannot be read"),
            (f"--ns3::LinuxKernel::Agent={self.folder}/false", "Kernel panic"),
        ):
            with self.subTest(option=option):
                result = self.run_program("--duration=2", option, env=self.environment)
                if words is not None:
                    self.assertNotEqual(result.returncode, 0)
                    self.check_line(result.stderr, "LinuxKernel: node 0, ", words)
                self.check_nothing_is_left()

    def check_bad_kernel(self, script, words):
        """A script in the place of a kernel ends the simulation with one line."""
        kernel = self.folder / "kernel.py"
        kernel.write_text(f"#!{sys.executable}\n{FALSE_KERNEL}\n{script}\n", encoding="ascii")
        kernel.chmod(0o755)
        agent = built() / "linux-kernel-agent"
        options = [f"--ns3::LinuxKernel::Kernel={kernel}", f"--ns3::LinuxKernel::Agent={agent}"]
        result = self.run_program("--duration=2", "--ns3::LinuxKernel::Patience=1s", *options, env=self.environment)
        self.assertNotEqual(result.returncode, 0)
        self.check_line(result.stderr, "LinuxKernel: node 0, +", words)
        self.check_nothing_is_left()

    def test_kernels_that_break_the_rules(self):
        for script, words in (
            ("", "the kernel has ended"),
            ("connect('calendar')", "the kernel has ended"),
            ("connect('calendar').send(bytes(7))", "the kernel has ended"),
            ("connect('calendar').send(bytes(16))", "it sent the calendar operation 0"),
            ("start().send(message(1)); time.sleep(100)", "it sent the calendar operation 1"),
            ("start().send(message(99))", "it sent the calendar operation 99"),
            ("start().send(message(2**32 - 1))", "it sent the calendar operation 4294967295"),
            ("link = start(); print('Kernel panic - not syncing: test', flush=True)", "its console: Kernel panic - not syncing: test"),
            ("start(); raise SystemExit(3)", "the kernel has ended"),
            ("start(); os.kill(os.getpid(), 9)", "the kernel has ended"),
            ("link = start(); time.sleep(100)", "the kernel hangs: no message for 1 s of real time"),
            ("link = start()\nwhile True: pass", "the kernel hangs"),
            ("link = start(); os.kill(os.getpid(), signal.SIGSTOP)", "the kernel hangs"),
            ("link = start(); ask(1000); pass_turn(0); time.sleep(100)", "the kernel hangs"),
            ("link = start(); pass_turn(77); time.sleep(100)", "the kernel hangs"),
            ("connect('card0').send(request(99))", "the card's driver sent request 99"),
            ("connect('card0').send(request(2, bytes(4)))", "a message of the card's driver is too short"),
            ("connect('card0').send(request(2, b'\\xff' * 8))", "accepts features that are not offered"),
            ("connect('card0').send(request(5, struct.pack('<Q32x', 1)))", "its memory has more regions than files"),
            ("connect('card0').send(request(8, struct.pack('<II', 2, 4)))", "uses queue 2 of 2 queues"),
            ("connect('card0').send(struct.pack('<3I', 1, 1, 2**31))", "the kernel has ended"),
            ("connect('card1').send(request(21))", "passed no socket for calls"),
        ):
            with self.subTest(script=script):
                self.check_bad_kernel(script, words)

    def test_kills_at_any_time(self):
        # Kernel or simulation, at times that nobody chose.
        kills = random.Random(RANDOM_KILLS)
        for _ in range(20):
            of_kernel = kills.random() < 0.5
            program = self.start()
            time.sleep(kills.uniform(0, 0.3))
            guard = self.guard(program)
            kernel = next((number for number, parent in self.kernels().items() if parent == guard), None)
            with self.subTest(of_kernel=of_kernel):
                os.kill(kernel if of_kernel else program.pid, signal.SIGKILL)
                _, error = program.communicate(timeout=PATIENCE_S)
                if of_kernel:
                    self.check_line(error, "LinuxKernel: node 0, +", "the kernel has ended")
                self.check_nothing_is_left()

    def test_killed_kernel(self):
        for which in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
            with self.subTest(signal=which):
                program = self.start()
                guard = self.guard(program)
                kernel = next(number for number, parent in self.kernels().items() if parent == guard)
                os.kill(kernel, which)
                _, error = program.communicate(timeout=PATIENCE_S)
                self.assertNotEqual(program.returncode, 0)
                self.check_line(error, "LinuxKernel: node 0, +", "the kernel has ended")
                self.check_nothing_is_left()

    def test_killed_simulation(self):
        for which in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGABRT):
            with self.subTest(signal=which):
                program = self.start()
                self.assertTrue(self.kernels())
                program.send_signal(which)
                program.communicate(timeout=PATIENCE_S)
                self.assertEqual(program.returncode, -which)
                self.check_nothing_is_left()

    def test_killed_guard_and_simulation(self):
        program = self.start()
        self.assertTrue(self.kernels())
        for number in (self.guard(program), program.pid):
            os.kill(number, signal.SIGKILL)
        program.communicate(timeout=PATIENCE_S)
        end = time.monotonic() + PATIENCE_S
        while self.kernels():
            self.assertLess(time.monotonic(), end, f"left: {self.kernels()}")
            time.sleep(0.01)

    def test_folder_that_the_kernel_hides(self):
        result = self.run_program("--duration=2", env=self.environment | {"TMPDIR": "/dev/shm"})
        self.assertNotEqual(result.returncode, 0)
        self.check_line(result.stderr, "LinuxKernel: node 0, +0s: TMPDIR=/dev/shm: expected a folder outside /dev")

    def test_relative_cache(self):
        """XDG wants it ignored."""
        (self.folder / ".cache" / "lasthop" / "linux-kernel").mkdir(parents=True)
        (self.folder / ".cache" / "lasthop" / "linux-kernel" / "default").symlink_to(built())
        environment = self.environment | {"HOME": str(self.folder), "XDG_CACHE_HOME": "relative"}
        result = self.run_program("--duration=2", env=environment)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_two_simulations_at_once(self):
        first, second = self.start(), None
        try:
            second = self.run_program("--duration=2", env=self.environment)
            self.assertEqual((second.returncode, second.stderr), (0, ""))
            self.assertIsNone(first.poll())
        finally:
            first.kill()
        self.check_nothing_is_left()

@unittest.skipUnless((built() / "linux").exists(), "there is no kernel: ./ns3 kernel builds one")
class ThenAndNow(ProgramTest):
    """The studies with kernels in the testbeds of papers."""

    def measure(self, name, *options):
        """The means of one run, by metric."""
        program = Path(self.program).parents[1] / "then-and-now" / name
        command = [program, "--runs=1", "--no-plot", *options]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        rows = [line.split() for line in result.stdout.splitlines()]
        return {row[1]: float(row[2]) for row in rows if row[:1] == [options[0].removeprefix("--point=")]}

    def test_held_acks(self):
        means = self.measure("kuang2003-today", "--point=hold.cubic", "--duration=8")
        self.assertEqual(means["timeouts-1"], 1)
        self.assertEqual(means["undos-1"], 1)
        self.assertEqual(means["covered-at-device-1"], 0)
        # Segments of 1448 bytes over USB and 802.11b; the holds take 1 of 8 s.
        self.assertGreater(means["throughput"], 4.3)

    def test_cell(self):
        means = self.measure("vacirca2005-today", "--point=dl1-ul1.fifo.m8.q100.cubic", "--duration=4")
        self.assertGreater(means["total"], 400)
        self.assertLess(means["up-again"], 1)

    def test_uploads_with_priority(self):
        means = self.measure("malone2008-today", "--point=4-priority.cubic", "--duration=9")
        self.assertGreater(means["goodput"], 4)
        self.assertGreater(means["jain"], 0.9)

    def test_uploads(self):
        means = self.measure("gopal2005-today", "--point=1-flows.cubic", "--duration=60")
        self.assertEqual(means["ended"], 1)
        # Linux acknowledges each second segment, except at the start of a connection.
        self.assertGreater(means["acks"], 0.5)
        self.assertLess(means["acks"], 0.6)

    def test_small_queues(self):
        """Without GSO, a small limit makes A-MPDUs short, unless packets count as sent on their way over USB."""
        means = {}
        for radio, allowance in (("n", "1"), ("n", "1048576"), ("n-usb", "16384")):
            point = f"{radio}.no-gso.{allowance}"
            means[radio, allowance] = self.measure("small-queues", f"--point={point}", "--duration=0.2")["goodput"]
        self.assertGreater(means["n", "1048576"], 2 * means["n", "1"])
        self.assertGreater(means["n-usb", "16384"], 2 * means["n", "1"])

    def test_values_without_effect(self):
        for name, options, words in (
            ("kuang2003/kuang2003-usb-modes", ["--ns3::Kuang2003Testbed::LaptopTcp=LinuxKernel"],
             "LaptopTcp=LinuxKernel: expected a TCP of the simulation"),
            ("then-and-now/kuang2003-today", ["--point=hold.cubic", "--ns3::Kuang2003Testbed::SendBuffer=50000"],
             "SendBuffer=50000 has no effect with LaptopTcp=LinuxKernel: expected 32768"),
            ("then-and-now/vacirca2005-today",
             ["--point=dl1-ul1.fifo.m8.q100.bbr", "--ns3::Vacirca2005Testbed::LocalDropsReachTcp=false"],
             "LocalDropsReachTcp=false has no effect with Tcp=LinuxKernel: expected true"),
            ("then-and-now/gopal2005-today", ["--point=1-flows.bbr", "--ns3::Gopal2005Testbed::Window=30000"],
             "Window=30000 has no effect with Tcp=LinuxKernel: expected 65536"),
            ("then-and-now/malone2008-today", ["--point=4-fifo.bbr", "--ns3::Malone2008Testbed::Frto=true"],
             "Frto=true has no effect with Tcp=LinuxKernel: expected false"),
            ("then-and-now/small-queues", ["--point=n.gso.1", "--ns3::LinuxKernelInterface::CompleteWhenSent=false"],
             "CompleteWhenSent cannot be set by the user"),
            ("then-and-now/small-queues", ["--point=n.gso.1", "--ns3::LinuxKernelInterface::SegmentationOffload=true"],
             "SegmentationOffload cannot be set by the user"),
            ("then-and-now/small-queues", ["--point=n-usb.gso.1", "--ns3::UsbNetDevice::MaxTxUrbs=8"],
             "MaxTxUrbs cannot be set by the user"),
        ):
            with self.subTest(program=name):
                command = [Path(self.program).parents[1] / name, "--runs=1", "--duration=8", "--no-plot", *options]
                result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
                self.assertNotEqual(result.returncode, 0)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(words, result.stderr)


if __name__ == "__main__":
    main()
