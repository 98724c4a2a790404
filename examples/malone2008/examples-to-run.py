# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("malone2008-ack-priority --point=fifo --run=1 --duration=3 --no-plot", "True", "False"),
    ("malone2008-ack-starvation --point=frto --run=1 --duration=3 --no-plot", "True", "False"),
    ("malone2008-service-time --point=fifo --run=1 --duration=3 --no-plot", "True", "False"),
    ("malone2008-more-flows --point=4to8 --run=1 --duration=6 --no-plot", "True", "False"),
    ("malone2008-rate-change --point=1 --run=1 --duration=6 --no-plot", "True", "False"),
    ("malone2008-sensitivity --point=testbed.fifo --run=1 --duration=6 --no-plot", "True", "False"),
    ("malone2008-mixes --point=short-up-10k-fifo --run=1 --duration=3 --no-plot", "True", "False"),
    ("malone2008-remedies --point=adaptive-wrr-4 --run=1 --duration=3 --no-plot", "True", "False"),
    ("malone2008-ack-priority", "True", "False", "EXTENSIVE"),
    ("malone2008-mixes", "True", "False", "EXTENSIVE"),
    ("malone2008-ack-starvation", "True", "False", "EXTENSIVE"),
    ("malone2008-service-time", "True", "False", "EXTENSIVE"),
    ("malone2008-more-flows", "True", "False", "EXTENSIVE"),
    ("malone2008-open-values --point=patched-20-cwmax-1023-tries-11.priority --run=1 --duration=6 --no-plot", "True", "False"),
    ("malone2008-open-values", "True", "False", "EXTENSIVE"),
    ("malone2008-remedies", "True", "False", "EXTENSIVE"),
    ("malone2008-sensitivity", "True", "False", "EXTENSIVE"),
    ("malone2008-rate-change", "True", "False", "EXTENSIVE"),
]

python_examples = []
