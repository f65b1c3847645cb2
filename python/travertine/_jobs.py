"""Jobs: everything that the command line makes of a graph, as files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import Any

import numpy

from . import _native
from ._interface import Source
from ._values import Progress, execution


def run(
    make: str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    **fields: Any,
) -> list[str]:
    """Makes files of a graph, as a command of `travertine` does. Gives notes for people, a line each.

        travertine.run("bake", graph="marble.json", mesh="vase.glb", to="out.glb", unwrap=True, occlusion=0.5)

    - make: `render`, `animate`, `variations`, `volume`, `shape`, `bake` or `export`.
    - fields: the fields of a target in a build file, which are the flags of the command: `graph`, `to` and, for a bake,
      `mesh` are paths. Underscores stand for hyphens, and `for_` is `for`. A list gives several values or the parts of
      one, and a mapping values by name, as in `param={"scale": 4}`.

    `Texture.run` does the same for a texture in memory.
    """
    return _run(None, make, fields, execution(threads, memory, progress))


def run_texture(
    texture: Source,
    make: str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    **fields: Any,
) -> list[str]:
    """Makes files of the texture, as a command of `travertine` does. Gives notes for people, a line each.

        marble.run("shape", to="ball.png", size=1024, environment="evening")

    See `travertine.run`; the texture takes the place of the field `graph`.
    """
    return _run(texture._native, make, fields, execution(threads, memory, progress))


def _run(
    texture: _native.Texture | None, make: str, fields: dict[str, Any], execution: _native.Execution
) -> list[str]:
    job = {name.rstrip("_").replace("_", "-"): _plain(value) for name, value in fields.items() if value is not None}
    return _native.run(texture, json.dumps({**job, "make": make}), execution)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, PathLike):
        return fspath(value)
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value.tolist() if isinstance(value, (numpy.generic, numpy.ndarray)) else value
