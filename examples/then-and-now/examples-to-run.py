# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only

# The programs need a kernel, which test/linux_kernel.py looks for.
# (program and options, whether to run it, whether to run it under valgrind[, fullness])
cpp_examples = []

python_examples = []
