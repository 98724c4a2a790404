#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The exit status of tcp-script: 0 only for a script that passes, and one line for each mistake.

Usage: tcp_script.py PROGRAM
"""

from program import ProgramTest, main

PASSES = "0 < S 0:0(0) win 1000 <mss 1000>\n+0 > R. 0:0(0) ack 1 <...>\n"
FAILS = PASSES.replace("R.", "S.")

MISTAKES = [
    ([], "--script=FILE is missing"),
    (["--script=none.pkt"], "none.pkt: No such file or directory"),
    (["--script=."], ".: Is a directory"),
    (["--script=empty.pkt"], "empty.pkt: expected at least one event"),
    (["--script=wrong.pkt"], "wrong.pkt:2:4: expected '<', '>', '%{', or a call"),
    (["--script=setting.pkt"], "setting.pkt:1: --mtu=9: expected a number of bytes"),
    (["--script=passes.pkt", "--socket=ns3::Node"], "expected a socket factory"),
    (["--script=passes.pkt", "--tolerance=10000001"], "expected at most 10000000 microseconds"),
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
            "wrong": PASSES.replace("+0 >", "+0 `>"),
            "setting": "--mtu=9\n" + PASSES,
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

    def test_options_ns3_does_not_know(self):
        for argument in ("--tolerance=abc", "--tolerence=1"):
            with self.subTest(argument=argument):
                self.check_refused([argument], [1], ["Invalid command-line argument", argument])

    def test_mistakes(self):
        for arguments, message in MISTAKES:
            with self.subTest(arguments=arguments):
                self.check_refused(arguments, [2], [message])


if __name__ == "__main__":
    main()
