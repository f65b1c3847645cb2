"""Procedural solid textures, evaluated anywhere with the same bits.

    import travertine

    marble = travertine.open("marble.json")
    picture = marble.render(512, dtype="uint8")                      # (512, 512, 4)
    heights = marble.set(turbulence=1.5).volume(256, "height")       # (256, 256, 256), floats
    values = marble.sample([[0.1, 0.2, 0.3]], "height")              # (1,)

`marble.dask(...)` computes volumes that no machine could hold, and `Graph` makes new textures.
"""

from ._errors import Diagnostic, Error, FileError, InvalidGraph, InvalidValue, LimitExceeded
from ._graph import Field, Graph
from ._jobs import run
from ._nodes import nodes
from ._texture import Gradient, Parameter, Parameters, Preset, Texture, parse
from ._texture import open_texture as open

__all__ = [
    "Diagnostic",
    "Error",
    "Field",
    "FileError",
    "Gradient",
    "Graph",
    "InvalidGraph",
    "InvalidValue",
    "LimitExceeded",
    "Parameter",
    "Parameters",
    "Preset",
    "Texture",
    "nodes",
    "open",
    "parse",
    "run",
]
