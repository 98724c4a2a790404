#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Build and run the tests; ./test.py --help lists the options."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

# pylint: disable=wrong-import-position
from frontend.errors import run_main
from frontend.test_command import main

run_main(main)
