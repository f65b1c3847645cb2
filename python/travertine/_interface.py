"""The interface of a texture, for the modules that textures themselves use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy
from numpy.typing import NDArray

from ._native import Texture as Native


class Source(Protocol):
    """A texture: see `travertine.Texture`."""

    @property
    def _native(self) -> Native: ...

    @property
    def outputs(self) -> dict[str, str]: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def volume(self) -> Callable[..., NDArray[numpy.float32]]: ...
