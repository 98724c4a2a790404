# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("ack-data-wrr-example --duration=1", "True", "False"),
    ("ack-data-wrr-example --queue=adaptive --down=1 --up=3 --duration=1", "True", "True"),
    ("ack-data-wrr-example --queue=fifo --duration=1", "True", "False"),
]

python_examples = []
