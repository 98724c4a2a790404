# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("saturated-uploads --runs=2 --duration=0.2 --no-plot", "True", "True"),
    ("saturated-uploads --check --no-plot", "True", "False", "EXTENSIVE"),
    ("first-study --runs=2 --duration=0.5 --no-plot", "True", "True"),
    ("first-study --check --no-plot", "True", "False"),
    ("model-pictures --duration=0.2 --no-plot", "True", "False"),
    ("model-pictures --point=usb-fsbr-on --duration=0.2 --trace", "True", "False"),
    ("ack-remedies --remedy=delay --stations=2 --duration=1", "True", "False"),
]

python_examples = []
