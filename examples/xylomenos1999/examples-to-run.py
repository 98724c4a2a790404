# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("xylomenos1999-throughput --point=s1.ab.tcp.1500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-throughput", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-loss --point=s2.ba.udp.1500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-loss", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-collisions --point=s2.ab.tcp.500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-collisions", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-error-model --point=s2.ba.udp.1500 --run=1 --duration=20 --no-plot", "True", "False"),
    ("xylomenos1999-error-model", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-signal --point=s3.ab.tcp.500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-signal", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-trace --point=s1.ba.tcp.1500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-trace --point=s2.ba.udp.1500 --run=1 --duration=15 --no-plot", "True", "False"),
    ("xylomenos1999-trace", "True", "False", "EXTENSIVE"),
    ("xylomenos1999-sensitivity --point=gaps-doubled.s1.ab.tcp.1500 --run=1 --duration=5 --no-plot", "True", "False"),
    ("xylomenos1999-sensitivity", "True", "False", "EXTENSIVE"),
]

python_examples = []
