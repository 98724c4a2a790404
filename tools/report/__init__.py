# SPDX-License-Identifier: GPL-2.0-only
"""The pages that show what a campaign found."""
