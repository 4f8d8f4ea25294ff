"""Texts in parts, of which some stand between quotation marks."""

from __future__ import annotations

import re

_QUOTED = re.compile(r'"[^"]*"')


def parted(text: str, separator: str) -> list[str]:
    """The parts of a text between separators; a separator between quotation marks parts nothing.

    >>> parted('draw 1, manual "heal, or draw"', ", ")
    ['draw 1', 'manual "heal, or draw"']
    """
    covered = _QUOTED.sub(lambda found: "\0" * len(found[0]), text)
    found, at = [], 0
    for part in covered.split(separator):
        found.append(text[at : at + len(part)])
        at += len(part) + len(separator)
    return found
