# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""Files that exist whole or not at all."""

import contextlib
import os
import tempfile


@contextlib.contextmanager
def replacing(path):
    """A file to write bytes to, which then takes the place of that path. A reader sees the old file or the
    new one, whole; a link that somebody has laid is not followed."""
    folder, name = os.path.split(os.path.abspath(path))
    handle, beside = tempfile.mkstemp(prefix=f"{name}.", suffix=".part", dir=folder)
    try:
        with open(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(beside, 0o666 & ~mask)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
