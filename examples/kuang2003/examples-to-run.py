# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = [
    ("kuang2003-ack-holding --runs=3 --check --no-plot", "True", "False"),
    ("kuang2003-ack-holding --check --no-plot", "True", "False", "EXTENSIVE"),
    ("kuang2003-collisions --runs=2 --duration=0.2 --no-plot", "True", "False"),
    ("kuang2003-collisions --full --check --no-plot", "True", "False", "EXTENSIVE"),
    ("kuang2003-usb-modes --runs=2 --duration=0.2", "True", "True"),
    ("kuang2003-usb-modes --point=fsbr-off-depth-queued --duration=0.2 --pcap --trace", "True", "True"),
    ("kuang2003-usb-modes --check --no-plot", "True", "False", "EXTENSIVE"),
    ("kuang2003-rate-bug --runs=2 --duration=0.2 --no-plot", "True", "False"),
    ("kuang2003-rate-bug --check --no-plot", "True", "False", "EXTENSIVE"),
    ("kuang2003-rate-adaptation --runs=2 --duration=2 --no-plot", "True", "False"),
    ("kuang2003-rate-adaptation --point=automatic-8-attempts --duration=2 --pcap --trace", "True", "False"),
    ("kuang2003-rate-adaptation --no-plot", "True", "False", "EXTENSIVE"),
    ("kuang2003-delayed-ack --point=figure-6.delayed --duration=5 --trace", "True", "False"),
    ("kuang2003-delayed-ack --check", "True", "False", "EXTENSIVE"),
    ("kuang2003-rate-sensitivity --duration=0.3 --no-plot", "True", "False"),
    ("kuang2003-tcp-compared --point=TcpCubic-200ms.hold --no-plot", "True", "False"),
    ("kuang2003-tcp-compared --point=linux-2.6.8.once-10 --no-plot", "True", "False"),
    ("kuang2003-tcp-compared --runs=1 --duration=7", "True", "False", "EXTENSIVE"),
    ("rate-managers --point=walking.ett.95m --duration=1 --pcap --trace", "True", "False"),
    ("rate-managers --runs=1 --duration=0.5 --no-plot", "True", "False"),
    ("rate-managers", "True", "False", "EXTENSIVE"),
    ("rate-contenders --point=80211b.2.ett --duration=0.2", "True", "False"),
    ("rate-contenders", "True", "False", "EXTENSIVE"),
    ("kuang2003-usb-fit --runs=1 --duration=0.05 --no-plot", "True", "False"),
    ("kuang2003-usb-sensitivity --duration=0.05 --no-plot", "True", "False"),
]

python_examples = []
