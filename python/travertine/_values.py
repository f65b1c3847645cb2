"""Values from callers, and the arrays for results: what the library would refuse too late, or in other words."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

import numpy
from numpy.typing import NDArray

from . import _native
from ._errors import InvalidValue, LimitExceeded

Progress = Callable[[int, int], object]
"""A function of the number of finished samples and the number of all, called about twenty times a second."""

CHANNELS: dict[str, tuple[str, ...]] = {
    "float": (),
    "vector": ("x", "y", "z"),
    "color": ("red", "green", "blue", "alpha"),
}
"""Names of the channels of each type of output."""


def whole(value: Any, noun: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`."""
    number: int = index(value)
    if not least <= number <= most:
        raise InvalidValue(f"{noun} is {number}; expected {least} to {most}")
    return number


def several(values: Any, noun: str, count: int) -> tuple[Any, ...]:
    """As many values as `count` says."""
    found = tuple(values)
    if len(found) != count:
        raise InvalidValue(f"{noun} has {len(found)} numbers; expected {count}")
    return found


def sides(size: Any, count: int) -> tuple[Any, ...]:
    """The sides of a picture or a volume. A single number is the length of each."""
    try:
        found = (index(size),) * count
    except TypeError:
        found = several(map(index, size), "a size", count)
    if min(found) < 1:
        raise InvalidValue(f"a size must be 1 or more in each direction, not {found}")
    if max(found) > _native.MAX_SIDE:
        raise LimitExceeded(f"a size may be {_native.MAX_SIDE} at most in each direction, not {found}")
    return found


def empty(shape: tuple[int, ...], dtype: str) -> NDArray[Any]:
    """An array to be filled. It takes memory when it is filled, and the library checks the limit before that."""
    if dtype not in ("float32", "uint8", "uint16"):
        raise InvalidValue(f"unknown dtype {dtype!r}; expected float32, uint8 or uint16")
    try:
        return numpy.empty(shape, dtype)
    except (MemoryError, ValueError) as error:
        raise LimitExceeded(f"no memory holds an array of {shape}; choose a smaller size") from error


def execution(threads: int | None, memory: int | None, progress: Progress | None) -> _native.Execution:
    """How work is done."""
    return {
        "threads": None if threads is None else whole(threads, "threads", 1, (1 << 32) - 1),
        "memory": None if memory is None else whole(memory, "memory", 0, (1 << 64) - 1),
        "progress": progress,
    }


def xyz(zyx: tuple[int, int, int]) -> tuple[int, int, int]:
    """The library counts along x, y and z, and NumPy along z, y and x."""
    z, y, x = zyx
    return x, y, z


def box(shape: tuple[int, int, int], region: Any, time: float) -> _native.Box:
    """A volume as the library takes it."""
    return xyz(shape), None if region is None else several(region, "region", 6), time
