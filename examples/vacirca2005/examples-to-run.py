# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("vacirca2005-adaptive --point=dl1-ul4.adaptive.m8.q100 --duration=4 --no-plot", "True", "False"),
    ("vacirca2005-fifo --runs=1 --duration=4", "True", "False"),
    ("vacirca2005-fifo --point=dl2-ul2.fifo.m8.q100 --duration=4 --trace", "True", "False"),
    ("vacirca2005-fifo", "True", "False", "EXTENSIVE"),
    ("vacirca2005-sensitivity --point=dl2-ul2.fifo.m1.q50.rows --duration=4 --no-plot", "True", "False"),
    (
        "vacirca2005-sensitivity --radio=dcf --point=dl1-ul1.fifo.m1.q100.cw31-ap31-no-eifs --duration=4 --no-plot",
        "True",
        "False",
    ),
    ("vacirca2005-wrr --point=dl4-ul4.wrr.m8.q100 --duration=4 --no-plot", "True", "False"),
    ("vacirca2005-wrr", "True", "False", "EXTENSIVE"),
    ("vacirca2005-adaptive", "True", "False", "EXTENSIVE"),
]

python_examples = []
