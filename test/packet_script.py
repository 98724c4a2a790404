#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""The exit status of packet-script: 0 only for a script that passes, and one line for each mistake.

Usage: packet_script.py PROGRAM
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path

from program import ProgramTest, main

KERNEL_SCRIPTS = Path(__file__).parent.parent / "src" / "linux-kernel-script" / "test" / "scripts"
TABLE = Path(__file__).parent.parent / "tools" / "packet-script-table"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
KERNEL = CACHE / "lasthop" / "linux-kernel" / "default" / "linux"

PASSES = "0 < S 0:0(0) win 1000 <mss 1000>\n+0 > R. 0:0(0) ack 1 <...>\n"
FAILS = PASSES.replace("R.", "S.")

LISTENER = """0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0 bind(3, ..., ...) = 0
+0 listen(3, 1) = 0
+0 setsockopt(3, SOL_TCP, TCP_MAXSEG, [1100], 4) = 0
"""
LATE = """0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0 connect(3, ..., ...) = 0
+0 > S 0:0(0) <...>
+.1 < S. 0:0(0) ack 1 win 5792 <mss 1400>
* > . 1:1(0) ack 1
+0 setsockopt(3, SOL_SOCKET, SO_RCVBUF, [20000], 4) = 0
"""
FRAGMENT = (
    """--mtu=1280
--ns3::TcpSocket::SegmentSize=1400
--ns3::TcpSocketBase::Timestamp=false
"""
    + LATE[: LATE.index("+0 setsockopt")]
    + "+0 write(3, ..., 1400) = 1400\n"
)

# ns-3's own sockets send no MSS option, and no PSH.
LENIENT = """0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0 bind(3, ..., ...) = 0
+0 listen(3, 1) = 0
+0 < S 0:0(0) win 1000 <mss 1000>
+0 > S. 0:0(0) ack 1 <mss 1460,nop,nop,sackOK>
+0 < . 1:1(0) ack 1 win 1000
+0 accept(3, ..., ...) = 4
+.1 write(4, ..., 100) = 100
+0~+.01 > P. 1:101(100) ack 1
"""

MISTAKES = [
    ([], "--script=FILE is missing"),
    (["--script=none.pkt"], "none.pkt: No such file or directory"),
    (["--script=."], ".: Is a directory"),
    (["--script=/dev/zero"], "/dev/zero: expected a script of at most 16000000 bytes"),
    (["--script=empty.pkt"], "empty.pkt: expected at least one event"),
    (["--script=wrong.pkt"], "wrong.pkt:2:4: expected '<', '>', '%{', or a call"),
    (["--script=setting.pkt"], "setting.pkt:1: --mtu=9: expected a number of bytes"),
    (["--script=passes.pkt", "--socket=ns3::Node"], "expected a socket factory"),
    *[
        (
            ["--script=passes.pkt", f"--tolerance={text}"],
            f"--tolerance={text}: expected a whole number of microseconds from 0 to 10000000",
        )
        for text in ("10000001", "10ms", "1e4", "0.5", "-1", "abc", "")
    ],
    (
        ["--script=passes.pkt", "--script=fails.pkt"],
        "--script=fails.pkt after --script=passes.pkt: expected one script",
    ),
    (["--script=passes.pkt", "--lenient=colour"], "--lenient=colour: expected psh, options or psh,options"),
    (["--script=passes.pkt", "--kernel=default", "--socket=ns3::TcpSocketFactory"], "expected one of them"),
    (["--script=passes.pkt", "--kernel=/none/linux"], "/none/linux is not a program: expected a kernel"),
    (["--script=passes.pkt", "--define=WINDOW"], "--define=WINDOW: expected NAME=VALUE"),
    (["--script=defined.pkt", "--define=WINDOW=big"], "defined.pkt:1:18: expected a window or *"),
    (["--script=address.pkt"], "address.pkt:1: --local_ip=1.2.3: expected an IPv4 address"),
    (["--script=percent.pkt"], "percent.pkt:1: --tolerance_percent=101: expected a number from 0 to 100"),
    (["--script=sysctl.pkt"], "sysctl.pkt:1: sysctl tcp_sack=perhaps: expected a number"),
    (["--script=quote.pkt"], "quote.pkt:1: expected a closing quote in the command"),
    (["--script=python.pkt"], "python.pkt:1:13: expected an expression of numbers"),
    (["--script=icmp.pkt"], "icmp.pkt:1:3: expected an ICMP error: unreachable"),
    (["--script=icmpv6.pkt"], "icmpv6.pkt:1: expected an error of ICMPv4 instead of packet_too_big"),
    (["passes.pkt"], "options are written --NAME=VALUE"),
]


class TcpScript(ProgramTest):
    """Scripts that pass, that fail, and that are none."""

    def setUp(self):
        super().setUp()
        scripts = {
            "passes": PASSES,
            "fails": FAILS,
            "empty": "// nothing\n",
            "wrong": PASSES.replace("+0 >", "+0 !>"),
            "setting": "--mtu=9\n" + PASSES,
            "sysctl": "`sysctl net.ipv4.tcp_sack=perhaps`\n" + PASSES,
            "quote": "`ls 'a`\n" + PASSES,
            "python": "0 %{ assert }%\n",
            "icmp": "0 < icmp wrong\n",
            "icmpv6": "0 < icmp packet_too_big mtu 1300\n",
            "warning": "`ls; tc x; sysctl net.ipv4.tcp_colour=1`\n" + PASSES + "`ls`\n",
            "field": "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n+0 %{ assert tcpi_colour == 1 }%\n",
            "listener": LISTENER,
            "address": "--local_ip=1.2.3\n" + PASSES,
            "percent": "--tolerance_percent=101\n" + PASSES,
            "lenient": LENIENT,
            "defined": PASSES.replace("win 1000", "win WINDOW").replace("...", "OPTIONS"),
            "late": LATE,
            "fragment": FRAGMENT,
        }
        for name, text in scripts.items():
            (self.folder / f"{name}.pkt").write_text(text, encoding="utf-8")

    def test_pass(self):
        result = self.run_program("--script=passes.pkt")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout, "passes.pkt: passed, 2 events\n")
        self.assertEqual(result.stderr, "")

    def test_fail(self):
        result = self.run_program("--script=fails.pkt")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, "fails.pkt: failed, 2 events\n")
        self.assertRegex(result.stderr, r"^fails.pkt:2: flags; expected > S\. .*; got > R\. .*\n$")

    def test_names_with_blanks(self):
        (self.folder / "two  words.pkt").write_text(PASSES, encoding="utf-8")
        result = self.run_program("--script=two  words.pkt")
        self.assertEqual(result.stdout, "two  words.pkt: passed, 2 events\n", result.stderr)

    def test_table_with_options(self):
        """Options behind --rules reach packet-script: only with them can the script be read."""
        scripts = self.folder / "scripts"
        scripts.mkdir()
        (self.folder / "defined.pkt").rename(scripts / "defined.pkt")
        (self.folder / "rules.tsv").touch()
        result = subprocess.run(
            [sys.executable, TABLE, self.program, scripts, "--rules=rules.tsv", "--", "--define=WINDOW=1000,OPTIONS=..."],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"\*\*passes as written\*\* +\*\*1\*\*")

    def test_one_warning(self):
        result = self.run_program("--script=warning.pkt")
        self.assertEqual(result.returncode, 0, result.stderr)
        warning = "warning.pkt: warning: no effect here: ls; tc x; tcp_colour\n"
        self.assertEqual(result.stderr, warning)

    def check_mismatch(self, name, pattern, *options):
        result = self.run_program(f"--script={name}.pkt", *options)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, pattern)

    def test_mismatches_of_sockets(self):
        linux = "--socket=ns3::TcpLinux24SocketFactory"
        self.check_mismatch("field", r"^field.pkt:2: .* no value is called tcpi_colour\n$")
        self.check_mismatch("listener", r"^listener.pkt:4: .* got -1 EINVAL\n$")
        self.assertEqual(self.run_program("--script=listener.pkt", linux).returncode, 0)
        self.check_mismatch("late", r"^late.pkt:6: .* got -1 EINVAL\n$", linux)
        self.check_mismatch("fragment", r"fragment.pkt:9: fragment of an IP packet, at ")

    @unittest.skipUnless(KERNEL.exists(), "there is no kernel: ./ns3 kernel builds one")
    def test_scripts_for_a_kernel(self):
        scripts = sorted(KERNEL_SCRIPTS.glob("*.pkt"))
        self.assertGreater(len(scripts), 3)
        for script in scripts:
            with self.subTest(script=script.name):
                result = self.run_program("--kernel=default", f"--script={script}")
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_definitions(self):
        result = self.run_program("--script=defined.pkt", "--define=WINDOW=1000,OPTIONS=...")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_leniency(self):
        script = "--script=lenient.pkt"
        self.assertEqual(self.run_program(script).stderr.count("lenient.pkt:"), 2)
        for word, line in (("psh", 5), ("options", 9)):
            result = self.run_program(script, f"--lenient={word}")
            self.assertRegex(result.stderr, rf"^lenient.pkt:{line}: .*\n$")
        self.assertEqual(self.run_program(script, "--lenient=psh,options").returncode, 0)

    def test_options_ns3_does_not_know(self):
        argument = "--tolerence=1"
        self.check_refused([argument], [1], ["Invalid command-line argument", argument])

    def test_values_of_attributes(self):
        """ns-3 would end at some of these without the line of the script, or read something else."""
        script = self.folder / "attribute.pkt"
        for attribute, texts in (
            ("ns3::TcpSocket::InitialCwnd", ("abc", "3.7", "1e99", "-1")),
            ("ns3::TcpSocket::ConnTimeout", ("1s2", "1-2s", "s", "1fortnight", "1e30s")),
            ("ns3::TcpSocketBase::Sack", ("perhaps",)),
        ):
            for text in texts:
                with self.subTest(attribute=attribute, text=text):
                    script.write_text(f"--{attribute}={text}\n" + PASSES, encoding="utf-8")
                    line = f"attribute.pkt:1: --{attribute}={text}: expected a value as"
                    self.check_refused(["--script=attribute.pkt"], [2], [line])
        script.write_text("--ns3::TcpSocket::InitialCwnd=3\n--ns3::TcpSocket::ConnTimeout=1.5s\n" + PASSES, "utf-8")
        self.assertEqual(self.run_program("--script=attribute.pkt").returncode, 0)

    def test_mistakes(self):
        for arguments, message in MISTAKES:
            with self.subTest(arguments=arguments):
                self.check_refused(arguments, [2], [message])


if __name__ == "__main__":
    main()
