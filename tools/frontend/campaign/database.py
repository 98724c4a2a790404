# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Reading the database that a campaign leaves."""

import contextlib
import sqlite3
from pathlib import Path

from ..errors import UserError
from .gather import FORMAT, connect_to_read


@contextlib.contextmanager
def opened(path):
    """A campaign's database, to read; any other file is refused."""
    if not Path(path).is_file():
        raise UserError(f"{path}: there is no such file; ./ns3 reproduce makes one")
    try:
        with contextlib.closing(connect_to_read(path)) as database:
            found = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute("SELECT 1 FROM result, claim LIMIT 1").fetchone()
            if found != FORMAT:
                raise UserError(f"{path}: it has format {found}, and this version reads {FORMAT}")
            yield database
    except sqlite3.Error as error:
        raise UserError(f"{path} is not the database of a campaign: {error}") from error
