# SPDX-License-Identifier: GPL-2.0-only
"""What lasthop-plot.py draws."""
