# SPDX-License-Identifier: GPL-2.0-only
"""./ns3 reproduce: all studies as one campaign."""
