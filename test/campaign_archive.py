#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Stands for an archive: prints what rocrate reads of the RO-Crate in a folder.

Usage: campaign_archive.py FOLDER
"""

import json
import sys

from rocrate.rocrate import ROCrate


def values(entity):
    """The properties of an entity; other entities are replaced by their names."""
    return {
        name: [_text(one) for one in value] if isinstance(value, list) else _text(value)
        for name, value in entity.items()
    }


def _text(value):
    return value if isinstance(value, str) else value.id


def main():
    """Read and print."""
    crate = ROCrate(sys.argv[1])
    (action,) = crate.get_by_type("CreateAction")
    software = action["instrument"]
    files = {
        file.id: [str(file.source), file["contentSize"], file["sha256"]]
        for file in crate.data_entities
    }
    found = {"files": files, "action": values(action), "software": values(software)}
    found["ns3"] = values(software["softwareRequirements"])
    found["licence"] = crate.license.id
    found["papers"] = [paper["name"] for paper in crate.get_by_type("ScholarlyArticle")]
    found["citation"] = values(crate.root_dataset)["citation"]
    print(json.dumps(found))


main()
