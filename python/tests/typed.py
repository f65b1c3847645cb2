"""Ordinary use, for type checkers: test_graph.py runs them over this file."""

import numpy
from numpy.typing import NDArray

import travertine


def use() -> NDArray[numpy.float32]:
    """Everything that a user's program would call."""
    g = travertine.Graph("Clouds")
    cells = g.parameter("cells", 4.0, min=1, max=64)
    noise = g.noise.perlin(scale=cells, octaves=5)
    g.preset("Dense", "Many cells.", cells=32)
    g.output("height", abs(noise * 2 + 1) ** 0.5 - cells / 3)
    texture = g.texture().set(7, cells=8)
    scale: travertine.Parameter = texture.parameters["cells"]
    dense: travertine.Preset = texture.presets["Dense"]
    texture = texture.preset(dense.name)
    print(scale.unit, texture.outputs["height"], texture.ranges("height")[0][0])
    picture = texture.render(64, 32, dtype="uint8", region=(0.0, 0.0, 1.0, 1.0), plane="xz")
    print(picture.shape, texture.shape(64, shape="torus", roughness=0.3).shape)
    print(texture.dask(64, 32).shape, texture.xarray(64).coords)
    slope: travertine.Gradient = texture.gradient([[0.0, 0.0, 0.0]], "height", parameters=["cells"])
    print(slope.values.shape, slope.position.shape, slope.parameters["cells"].mean())
    try:
        travertine.parse("{}")
    except travertine.InvalidGraph as error:
        print([each.location for each in error.diagnostics])
    return texture.volume((4, 4, 4), start=(0, 0, 0), size=(2, 2, 2)) + texture.sample([[0.0, 0.0, 0.0]])
