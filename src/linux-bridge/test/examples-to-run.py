# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("linux-bridge-example --duration=1.5", "True", "True"),
    ("linux-bridge-example --disc=fifo --buffer=10 --duration=1.5", "True", "False"),
]

python_examples = []
