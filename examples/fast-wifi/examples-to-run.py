# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("dcf-validation --point=tcp-11 --run=1 --duration=0.05", "True", "False"),
    ("dcf-validation --check --no-plot", "True", "False", "EXTENSIVE"),
]

python_examples = []
