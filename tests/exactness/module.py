"""Prints hashes of slices, volumes and samples that the Python module computes: see docs/exactness.md.

Usage: module.py [dask]

With `dask`, the volumes are computed in chunks by Dask, and there is nothing else.
"""

import json
import sys

import numpy
import travertine

from table import POINTS, SLICE, VOLUME, outputs, show


def main():
    points = numpy.loadtxt(POINTS, delimiter=",", dtype=numpy.float32)
    shape = VOLUME["size"][::-1]
    for graph, file, output, (parameter, value) in outputs():
        texture = travertine.open(file).set(**{parameter: json.loads(value)})
        if sys.argv[1:] == ["dask"]:
            volume = texture.dask(shape, (2, 5, 7), output, time=VOLUME["time"])
            show(graph, "volume", data(volume.compute()))
            continue
        slice = texture.render(*SLICE["size"], output, depth=SLICE["depth"], time=SLICE["time"])
        show(graph, "slice", data(slice))
        show(graph, "volume", data(texture.volume(shape, output, time=VOLUME["time"])))
        show(graph, "samples", data(texture.sample(points, output)))


def data(floats):
    return floats.astype("<f4").tobytes()


main()
