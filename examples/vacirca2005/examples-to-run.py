# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("vacirca2005-adaptive --runs=1 --duration=0.5 --no-plot", "True", "False"),
    ("vacirca2005-fifo --runs=2 --duration=1", "True", "False"),
    ("vacirca2005-fifo --point=dl2-ul2.fifo.m8.q100 --duration=2 --trace", "True", "False"),
    ("vacirca2005-fifo", "True", "False", "EXTENSIVE"),
    ("vacirca2005-wrr --runs=2 --duration=0.5", "True", "False"),
]

python_examples = []
