# SPDX-FileCopyrightText: 2026 The lasthop authors
# SPDX-License-Identifier: GPL-2.0-only
"""JSON files, whose objects are read into dataclasses. The fields of these tell which values there are, of which types,
and by their metadata, which entry() makes, what else is expected of a value."""

import dataclasses
import json
import types
import typing
from pathlib import Path

from .errors import UserError
from .paths import ROOT

# What is raised where content has another form than the code that uses it expects.
DAMAGE = (ValueError, RecursionError, TypeError, LookupError, AttributeError)
NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    types.NoneType: "null",
}
# What a type is in JSON, if not itself; a dataclass is an object.
JSON = {float: (int, float), Path: (str,)}


class JsonError(UserError):
    """A file that is not as it should be; the text is the whole line."""


def damaged(path, error):
    """The error for a file of the project in which something of DAMAGE was raised."""
    reason = repr(error) if isinstance(error, (TypeError, LookupError, AttributeError)) else error
    return UserError(f"{path.relative_to(ROOT)} is damaged: {reason}")


def load(path, convert=None):
    """What a file has, which may be of any form; its objects may be converted."""
    try:
        return json.loads(path.read_text(encoding="utf-8"), object_hook=convert)
    except (ValueError, RecursionError) as error:
        raise JsonError(f"{path}: not JSON: {error}") from error


def read(kind, path, place, is_exact=False):
    """Read a file, which error lines call this place, into a dataclass; an exact one has no other keys."""
    return Reader(path, is_exact).make(kind, load(path), place)


def entry(rule=None, key=None, place=None, each=(), **options):
    """A field of a dataclass.

    rule   takes a value, its key and its place, and returns what is wrong with it, or nothing
    key    in the file, if it is not the name of the field
    place  what error lines call the object once this value is known, as in "study {}"
    each   what they call the items of a list or an object, and the items of these, as in "point {}"
    """
    metadata = {"rule": rule, "key": key, "place": place, "each": each}
    return dataclasses.field(metadata=metadata, **options)


def is_text(value, key, place):
    """The rule for a text that is not empty."""
    return "" if value else f"'{key}' of {place} is empty"


def is_name(value, key, place):
    """The rule for a text that becomes part of the name of a file."""
    if value and ("/" in value or value.startswith(".")):
        return f"'{key}' of {place} is '{value}': expected a plain name"
    return is_text(value, key, place)


def is_one_of(*known):
    """The rule for one of these values."""

    def rule(value, key, place):
        return "" if value in known else f"'{key}' of {place} is '{value}': expected one of {', '.join(known)}"

    return rule


class Reader:
    """Makes objects of what a file has, and says where that is wrong."""

    def __init__(self, path, is_exact):
        self._path = path
        self._is_exact = is_exact

    def make(self, kind, content, place):
        """An object of a dataclass."""
        self._require(isinstance(content, dict), f"{place} is not an object")
        values = {}
        for field in dataclasses.fields(kind):
            if not field.init:
                continue
            key = field.metadata.get("key") or field.name
            if key in content:
                values[field.name] = self._take(field, key, content[key], place)
            else:
                is_needed = field.default is field.default_factory is dataclasses.MISSING
                self._require(not is_needed, f"{place} has no '{key}'")
            if field.metadata.get("place"):
                place = field.metadata["place"].format(content[key])
        self._require(not self._is_exact or len(values) == len(content), f"{place} has an unknown key")
        return kind(**values)

    def _require(self, is_right, mistake):
        if not is_right:
            raise JsonError(f"{self._path}: {mistake}")

    def _take(self, field, key, value, place):
        kinds = typing.get_args(field.type) if isinstance(field.type, types.UnionType) else (field.type,)
        expected = [one for kind in kinds for one in _list_types(kind)]
        names = " or ".join(NAMES.get(kind, "") for kind in expected)
        self._require(_is_of(value, expected), f"'{key}' of {place} is not {names}")
        rule = field.metadata.get("rule")
        mistake = rule(value, key, place) if rule else ""
        self._require(not mistake, mistake)
        return value if value is None else self._convert(kinds[0], value, place, field.metadata.get("each", ()))

    def _convert(self, kind, value, place, each):
        if dataclasses.is_dataclass(kind):
            return self.make(kind, value, place)
        if kind is Path:
            return self._find(value, place)
        items = typing.get_args(kind)
        if typing.get_origin(kind) is list:
            return [self._convert(items[0], item, each[0] if each else place, each[1:]) for item in value]
        if typing.get_origin(kind) is dict:
            self._require(isinstance(value, dict), f"{place} is not an object")
            return {name: self._convert(items[1], item, each[0].format(name), each[1:]) for name, item in value.items()}
        return value

    def _find(self, name, place):
        """A file that must exist, named by its path from the folder of the JSON file."""
        self._require(isinstance(name, str), f"{place} has a file name that is no text")
        path = self._path.parent / name
        if not path.is_file():
            raise JsonError(f"{path}: there is no such file; {self._path} names it for {place}")
        return path


def _list_types(kind):
    """The types that a value of a field has in JSON."""
    plain = typing.get_origin(kind) or kind
    return JSON.get(plain, (dict,) if dataclasses.is_dataclass(plain) else (plain,))


def _is_of(value, expected):
    """Whether a value has one of these types; in Python, true is a number, too."""
    return isinstance(value, tuple(expected)) and (type(value) is not bool or not {bool, object}.isdisjoint(expected))
