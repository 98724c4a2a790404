# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("usb-bus-example --duration=1.1", "True", "True"),
    ("usb-bus-example --bus=full-speed --duration=1.1", "True", "False"),
    ("usb-bus-example --bus=none --duration=1.1", "True", "False"),
]

python_examples = []
