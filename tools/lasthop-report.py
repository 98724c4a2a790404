#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Build the pages that show a campaign: lasthop-report.py MANIFEST OUTPUT_FOLDER

MANIFEST is the JSON file in which ./ns3 reproduce names all that was found; its paths are relative to it.
OUTPUT_FOLDER gets index.html, a page for each paper, and below data/ what can be downloaded. Each page is
one file that loads nothing else.
"""

import argparse
from pathlib import Path

from frontend import python_tools
from frontend.errors import run_main


def parse(arguments):
    """Return the options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("manifest", type=Path)
    parser.add_argument("output", type=Path, metavar="output_folder")
    return parser.parse_args(arguments)


def main(arguments):
    """Build the pages."""
    options = parse(arguments)
    python_tools.go_on_with(lambda: python_tools.python(python_tools.REPORT), ["jinja2", "matplotlib", "youplot"])
    from report import manifest, site

    site.build(manifest.read(options.manifest), options.output)
    print(options.output / "index.html")
    return 0


if __name__ == "__main__":
    run_main(main)
