"""Volumes of any size: a `dask.array` whose chunks are bricks, and the same with labels."""

from __future__ import annotations

import pickle
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

import dask
import dask.array
import numpy
from dask.base import tokenize
from numpy.typing import NDArray

from . import _native
from ._interface import Source
from ._values import CHANNELS, box

if TYPE_CHECKING:
    import xarray

# Dask has no types for the functions that make arrays.
_untyped: Any = dask

Region = tuple[float, float, float, float, float, float]

_LOCK = Lock()
_unpickled = lru_cache(maxsize=16)(pickle.loads)


def _texture(pickled: bytes) -> Source:
    """The texture, made once in a worker, with its programs and the rasters of its erosion."""
    with _LOCK:
        texture: Source = _unpickled(pickled)
    return texture


def _brick(
    pickled: bytes,
    output: str,
    shape: tuple[int, int, int],
    region: Region | None,
    time: float,
    *,
    block_info: dict[Any, dict[str, Any]],
) -> NDArray[numpy.float32]:
    """A chunk. On one thread: Dask runs as many chunks side by side as a worker has threads."""
    ends: list[tuple[int, int]] = block_info[None]["array-location"][:3]
    (z, z_end), (y, y_end), (x, x_end) = ends
    size = (z_end - z, y_end - y, x_end - x)
    return _texture(pickled).volume(
        shape, output, region=region, time=time, start=(z, y, x), size=size, threads=1
    )


def volume(
    texture: Source,
    shape: tuple[int, int, int],
    chunks: Any,
    output: str,
    region: Region | None,
    time: float,
) -> dask.array.Array:
    """The array of `Texture.dask`."""
    _native.coordinates(box(shape, region, time))  # Refuses a volume that is not valid, before any task runs.
    channels = len(CHANNELS[texture.outputs[output]])
    tail = (channels,) if channels else ()
    sides = _untyped.array.core.normalize_chunks(
        (*_cubes(chunks, channels or 1), *tail), (*shape, *tail), dtype=numpy.float32
    )
    # A task of its own: its value travels to each worker once, and not with every chunk.
    name = f"travertine-graph-{texture.fingerprint}"
    pickled = _untyped.delayed(pickle.dumps(texture), name=name, traverse=False)
    array: dask.array.Array = _untyped.array.map_blocks(
        _brick,
        pickled,
        output,
        shape,
        region,
        time,
        chunks=sides,
        dtype=numpy.float32,
        meta=numpy.empty((0,) * len(sides), numpy.float32),
        name=f"travertine-{output}-{tokenize(texture, output, shape, region, time, sides)}",
    )
    return array


def _cubes(chunks: Any, channels: int) -> tuple[Any, ...]:
    """Chunks along z, y and x; cubes of about `array.chunk-size` if nothing is asked for."""
    if chunks is None:
        size = _untyped.utils.parse_bytes(_untyped.config.get("array.chunk-size"))
        # Rounded, because the root of a cube is not exact.
        chunks = max(16, round((size / (4 * channels)) ** (1 / 3)) // 16 * 16)
    return tuple(chunks) if isinstance(chunks, (tuple, list)) else (chunks,) * 3


def labeled(
    texture: Source,
    shape: tuple[int, int, int],
    chunks: Any,
    output: str,
    region: Region | None,
    time: float,
) -> xarray.DataArray:
    """The array of `Texture.xarray`."""
    # Here, because arrays of Dask need no xarray.
    import xarray

    array = volume(texture, shape, chunks, output, region, time)
    (x, y, z), (left, top, near, right, bottom, far) = _native.coordinates(box(shape, region, time))
    graph_units = {"units": "graph units"}
    coordinates: dict[str, Any] = {
        name: (name, numpy.array(along, numpy.float32), graph_units)
        for name, along in [("z", z), ("y", y), ("x", x)]
    }
    channels = CHANNELS[texture.outputs[output]]
    if channels:
        coordinates["c"] = list(channels)
    attributes = {
        "region": [left, top, near, right, bottom, far],
        "time": time,
        "sampled_at": "cell centers",
        "texture": texture.fingerprint,
    }
    return xarray.DataArray(
        array, coordinates, ["z", "y", "x", "c"][: array.ndim], name=output, attrs=attributes
    )
