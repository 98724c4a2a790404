# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("bench-ack-priority --runs=1 --duration=0.2 --no-plot", "True", "False"),
    ("bench-bridge --runs=1 --duration=0.5 --no-plot", "True", "False"),
    ("bench-dcf --runs=1 --duration=0.02 --no-plot", "True", "False"),
    ("bench-rate --runs=1 --duration=0.1 --no-plot", "True", "False"),
    ("bench-tcp --runs=1 --duration=0.5 --no-plot", "True", "False"),
    ("bench-usb --runs=1 --duration=0.5 --no-plot", "True", "False"),
    ("bench-wrr --runs=1 --duration=0.5 --no-plot", "True", "False"),
]

python_examples = []
