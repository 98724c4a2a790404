#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Mistakes of a user of a study: one clear line, an exit status, nothing half-written.

Usage: study_mistakes.py PROGRAM
"""

import os
import resource
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

from program import ProgramTest, main

# What is written, and what the line says of it. The command line is wrong: exit status 2.
ARGUMENTS = [
    ("--ns3::UsbWifiAdapter::TxBuffers=0", "a whole number from 1 to 1024"),
    ("--ns3::UsbWifiAdapter::TxBuffers=many", "a whole number from 1 to 1024"),
    ("--ns3::UhciHostController::IsrLatency=9s", "a time from 0 s to 1 s"),
    ("--ns3::UhciHostController::IsrLatency=9x", "a time from 0 s to 1 s"),
    ("--ns3::UhciHostController::PeriodicLimit=-0.1", "a number from 0 to 1"),
    ("--ns3::UhciHostController::Fsbr=maybe", "true or false"),
    ("--ns3::UhciHostController::BitStuffing=Some", "None or Random or Worst"),
    ("--ns3::UsbNetDevice::Mtu=67", "a whole number from 68 to 2296"),
    ("--ns3::UsbWifiAdapter::TxBufers=2", "did you mean --ns3::UsbWifiAdapter::TxBuffers"),
    ("--ns3::UsbWifiAdaptor::TxBuffers=2", "did you mean ns3::UsbWifiAdapter"),
    ("--ns3::CsmaChannel::DataRate=fast", "a data rate such as 11Mbps"),
    ("--ns3::CsmaChannel::DataRate=1.2.3Mbps", "a data rate such as 11Mbps"),
    ("--ns3::PfifoFastQueueDisc::MaxSize=p", "a number of packets or bytes, such as 100p or 1500B"),
    ("--ns3::PfifoFastQueueDisc::MaxSize=99999999999p", "a number of packets or bytes"),
    ("--ns3::BulkSendApplication::MaxBytes=-1", "a whole number from 0"),
    ("--ns3::WifiRemoteStationManager::MaxSlrc=4", "ns-3 has removed this attribute"),
    ("--run=5", "--run needs --point"),
    ("--runz=5", "unknown option --runz; did you mean --runs"),
    ("--runs=0", "a whole number from 1 to 1000000"),
    ("--runs=two", "a whole number from 1 to 1000000"),
    ("--duration=-1", "at least 1e-9 and at most 1000000"),
    ("--duration=short", "at least 1e-9 and at most 1000000"),
    ("--point=nowhere", "no such point, --list-points shows all"),
    ("--RngSeed=0", "a whole number from 1 to 4294944442"),
    ("--results=", "expected the name of a file"),
    ("--runs=", "a whole number from 1 to 1000000"),
    ("--RngRun=", "a whole number from 0 to"),
    ("--SimulatorImplementationType=ns3::Node", "derived from ns3::SimulatorImpl"),
    ("--", "options are written --NAME=VALUE"),
    ("stray", "options are written --NAME=VALUE"),
]


class StudyMistakes(ProgramTest):
    """Each test expects one line that begins with the program's name."""

    def check(self, arguments, status, *parts):
        """Expect one line with these parts."""
        with self.subTest(arguments=arguments):
            errors = self.check_refused(arguments, [status], parts)
            self.assertEqual(errors.count("\n"), 1, errors)
            self.assertTrue(errors.startswith(Path(self.program).name + ": "), errors)

    def one_run(self):
        """Options for one short run of the first point."""
        listed = self.run_program("--list-points").stdout.splitlines()
        return [f"--point={listed[2].split()[0]}", "--duration=0.1"]

    def results_file(self, statement):
        """A results file with one run, changed by an SQL statement."""
        made = self.run_program(*self.one_run(), "--results=old.sqlite")
        self.assertEqual(made.returncode, 0, made.stderr)
        database = sqlite3.connect(self.folder / "old.sqlite")
        with database:
            database.execute(statement)
        database.close()

    def test_help_tells_how_much_is_run(self):
        extent = r"\d+ runs? of [\d.]+ s of each of \d+ points"
        told = self.run_program("--help").stdout
        self.assertRegex(told, f"Without options: {extent}; with --full: {extent}\n")

    def test_arguments(self):
        for argument, accepted in ARGUMENTS:
            self.check([argument], 2, argument.partition("=")[0], accepted)

    def test_program(self):
        """What shows that a program leaves its command line to the study, and holds for each."""
        self.check(["--runz=5"], 2, "unknown option --runz; did you mean --runs")
        self.check(["--point=nowhere"], 2, "no such point, --list-points shows all")
        self.check(["--json=missing/x"], 1, "'missing/x'")

    def test_environment(self):
        variable = "NS_ATTRIBUTE_DEFAULT"
        self.addCleanup(os.environ.pop, variable)
        for text in ("ns3::UsbWifiAdapter::TxBuffers=0", "ns3::UsbWifiAdapter::TxBufers=2"):
            os.environ[variable] = text
            self.check([], 2, variable, text.partition("=")[0])
        os.environ[variable] = "RngRun=3"
        self.check([], 2, variable, "RngRun is a global value, which NS_GLOBAL_VALUE sets")

    def test_global_value_in_the_environment(self):
        variable = "NS_GLOBAL_VALUE"
        self.addCleanup(os.environ.pop, variable)
        os.environ[variable] = "RngRn=3"
        self.check([], 2, variable, "'RngRn'", "did you mean RngRun")
        os.environ[variable] = "SchedulerType=x"
        self.check([], 2, variable, "SchedulerType=x", "derived from ns3::Scheduler")

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            command = [self.program, "--list-points"]
            ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("cannot write to the standard output", ended.stderr)

    def test_interruption(self):
        for options, line in (([], "lost without --results"), (["--results=runs.sqlite"], "in runs.sqlite")):
            command = [self.program, "--runs=1000", "--no-plot", *options]
            with subprocess.Popen(
                command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as process:
                time.sleep(1)
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=10)
            self.assertEqual(process.returncode, -signal.SIGINT)
            self.assertEqual(errors.count("\n"), 1, errors)
            self.assertTrue(errors.endswith(f": interrupted; finished runs are {line}\n"), errors)

    def test_value_that_a_testbed_cannot_have(self):
        for attribute, accepted in (
            ("EthernetRate=0bps", "a rate above 0, such as 100Mbps"),
            ("EthernetDelay=-1s", "a time from 0 s"),
            ("TxBuffers=0", "a whole number from 1 to 256"),
            ("DataMode=DsssRate3Mbps", "DsssRate1Mbps or DsssRate2Mbps or DsssRate5_5Mbps or DsssRate11Mbps"),
            ("BasicRates=DsssRate1Mbps,fast", "a list, with commas between, of DsssRate1Mbps or DsssRate2Mbps"),
            ("LaptopTcp=Linux25", "Linux26_8, FreeBsd6_2, SunOs5_8 or a class of ns3::TcpCongestionOps"),
            ("AutomaticRateManager=ns3::Node", "a class of ns3::WifiRemoteStationManager"),
        ):
            option = f"--ns3::Kuang2003Testbed::{attribute}"
            self.check([option], 2, option, accepted)

    def test_values_that_a_testbed_cannot_have_together(self):
        arguments = [*self.one_run(), "--ns3::Kuang2003Testbed::SendBuffer=1000"]
        self.check(arguments, 1, "ns3::Kuang2003Testbed: SendBuffer=1000: expected at least SegmentSize")

    def test_attribute_that_the_study_varies(self):
        for attribute, value in (
            ("ns3::Kuang2003Testbed::Fsbr", "false"),
            ("ns3::UhciHostController::Fsbr", "false"),
            ("ns3::CsmaChannel::DataRate", "10Mbps"),
            ("ns3::UsbWifiAdapter::TxBuffers", "3"),
            ("ns3::TcpLinux24SocketFactory::Kernel", "Linux26_8"),
            ("ns3::TcpStockSocketFactory::CongestionControl", "ns3::TcpVegas"),
        ):
            arguments = [*self.one_run(), f"--{attribute}={value}"]
            self.check(arguments, 1, attribute, "because the study sets it")

    def test_fatal_error_of_ns3(self):
        arguments = [*self.one_run(), "--ns3::UsbFault::Interval=ns3::ConstantRandomVariable[Constant=0]"]
        arguments.append("--ns3::UsbWifiAdapter::RxHold=ns3::UsbFault")
        self.check(arguments, 1, "run 1: ", "interval of 0 s between USB faults: expected more than 0")

    def test_interval_of_0(self):
        option = "--ns3::ApWifiMac::BeaconInterval=0s"
        still = "simulated time stands still at "
        self.check([*self.one_run(), option], 1, f"run 1: {option}: expected more than 0", still)

    def limited(self, limit, size, *arguments):
        """Run the program with a limit of the system."""
        return subprocess.run(
            [self.program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(limit, (size, size)),
        )

    def test_small_stack(self):
        ended = self.limited(resource.RLIMIT_STACK, 65536, "--runs=1", "--duration=0.1", "--no-plot")
        self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1), ended.stderr)
        self.assertIn("a stack of 64 KiB (ulimit -s): expected at least 256", ended.stderr)

    def test_files_that_may_not_be_large(self):
        for option, name in (
            ("--results=small.sqlite", "small.sqlite"),
            ("--json=small.json", "small.json"),
            ("--trace", ".csv"),
            ("--pcap", ".pcap"),
        ):
            ended = self.limited(resource.RLIMIT_FSIZE, 100, *self.one_run(), option)
            self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1), ended.stderr)
            self.assertIn(name, ended.stderr)
            left = [path.name for path in self.folder.rglob("*") if path.name not in ("report", "small.sqlite")]
            self.assertEqual(left, [], option)

    def test_captures_on_a_full_disk(self):
        """A file system of its own, where one may be made."""
        (self.folder / "small").mkdir()
        script = 'mount -t tmpfs -o size=64k small small && "$@"; status=$?; ls -A small; exit $status'
        command = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh"]
        probe = subprocess.run([*command, "true"], cwd=self.folder, check=False, capture_output=True)
        if probe.returncode:
            self.skipTest("no file system can be mounted here")
        point, _ = self.one_run()
        command += [self.program, point, "--duration=2", "--pcap", "--plot=small/run"]
        ended = subprocess.run(command, cwd=self.folder, check=False, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertEqual(ended.stderr.count("\n"), 1, ended.stderr)
        self.assertIn("cannot write the captures 'small/run-", ended.stderr)
        self.assertIn("the disk is full", ended.stderr)

    def test_files_that_cannot_be_written(self):
        (self.folder / "file").touch()
        (self.folder / "folder").mkdir()
        for path in ("file/x", "missing/x", "folder"):
            self.check([f"--json={path}"], 1, f"'{path}'")
            self.check([f"--results={path}"], 1, f"'{path}'")
        self.check(["--plot=file/x"], 1, "'file'")
        self.check(["--plot=folder/"], 1, "'folder/'", "is a folder")
        self.check([*self.one_run(), "--pcap", "--plot=file/x"], 1, "'file'")
        self.check(["--json=x", "--results=folder/../x"], 2, "--json", "--results", "same file")

    def test_results_of_another_version(self):
        self.results_file("UPDATE version SET lasthop = '0.0-other'")
        line = ("'old.sqlite'", "lasthop 0.0-other", "give another file name")
        self.check(["--results=old.sqlite"], 1, *line)

    def test_results_of_another_layout(self):
        self.results_file("PRAGMA user_version = 99")
        line = ("'old.sqlite'", "table layout 99", "give another file name")
        self.check(["--results=old.sqlite"], 1, *line)

    def test_results_of_another_program(self):
        self.results_file("PRAGMA application_id = 1")
        self.check(["--results=old.sqlite"], 1, "'old.sqlite'", "another program")

    def test_results_file_that_is_no_database(self):
        for content in ("some words\n", "many words\n" * 1000):
            (self.folder / "words").write_text(content, encoding="ascii")
            self.check(["--results=words"], 1, "'words'", "file is not a database")

    def test_damaged_results_file(self):
        self.results_file("DELETE FROM metric")
        database = self.folder / "old.sqlite"
        database.write_bytes(database.read_bytes()[:5000])
        self.check(["--results=old.sqlite"], 1, "'old.sqlite'", "malformed")


if __name__ == "__main__":
    main()
