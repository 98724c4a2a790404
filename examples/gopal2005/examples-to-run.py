# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("gopal2005-ack-skipping --point=ns2.100kB.1-flows.skip-1 --run=1 --no-plot", "True", "False"),
    ("gopal2005-ack-skipping", "True", "False", "EXTENSIVE"),
    ("gopal2005-adaptive-skipping --point=100kB.1-flows.adaptive --run=1 --no-plot", "True", "False"),
    ("gopal2005-adaptive-skipping", "True", "False", "EXTENSIVE"),
    ("gopal2005-sensitivity --point=orbit --run=1 --duration=1 --no-plot", "True", "False"),
    ("gopal2005-sensitivity", "True", "False", "EXTENSIVE"),
    ("gopal2005-collision-probability --runs=2 --duration=0.3 --no-plot", "True", "False"),
    ("gopal2005-collision-probability --check --no-plot", "True", "False", "EXTENSIVE"),
]

python_examples = []
