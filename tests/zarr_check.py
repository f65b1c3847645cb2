"""Reads volumes with the Python library of Zarr, and compares them with raw samples and the graph.

Usage: zarr_check.py TRAVERTINE

Needs the package zarr.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
import zarr

GRAPH = {
    "format": "travertine",
    "version": 1,
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 3}},
        "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
        "place": {"type": "input/position"},
    },
    "outputs": {
        "height": {"node": "noise"},
        "place": {"node": "place", "output": "position"},
        "color": {"node": "ramp", "output": "color"},
    },
}
SIZE = (130, 70, 9)  # Along x, y and z: several chunks, the last of them partial.


def main():
    travertine = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "graph.json").write_text(json.dumps(GRAPH))

        def volume(output, bits, target):
            size = "x".join(map(str, SIZE))
            flags = ["--output", output, "--size", size, "--bits", str(bits), "-o", target]
            subprocess.run(
                [travertine, "volume", "graph.json", *flags], cwd=folder, check=True, stderr=subprocess.PIPE
            )

        kinds = {32: "<f4", 16: "<u2", 8: "u1"}
        for output, channels in [("height", 1), ("place", 3), ("color", 3)]:
            for bits, kind in kinds.items():
                volume(output, bits, "block.zarr")
                volume(output, bits, "block.raw")
                array = zarr.open_array(Path(folder, "block.zarr"), mode="r")
                raw = numpy.fromfile(Path(folder, "block.raw"), dtype=kind)
                shape = SIZE[::-1] if channels == 1 else (*SIZE[::-1], channels)
                assert array.shape == shape, (array.shape, shape)
                assert array.dtype == numpy.dtype(kind), array.dtype
                assert numpy.array_equal(array[:], raw.reshape(shape)), (output, bits)
                assert array.metadata.dimension_names == ("z", "y", "x", "c")[: len(shape)]
                described = array.attrs.asdict()
                assert described["name"] == output, described
                assert described["region"]["z"] == [0.0, 9 / 70], described
                expected = "sRGB" if output == "color" and bits == 8 else "linear"
                assert described["curve"] == expected, described

        # Positions match their samples; the order of the axes is z, y, x.
        volume("place", 32, "block.zarr")
        places = zarr.open_array(Path(folder, "block.zarr"), mode="r")
        spacing = places.attrs["spacing"]
        for z, y, x in [(0, 0, 0), (8, 69, 129), (3, 64, 65)]:
            expected = [(x + 0.5) * spacing["x"], (y + 0.5) * spacing["y"], (z + 0.5) * spacing["z"]]
            assert numpy.allclose(places[z, y, x], expected, rtol=1e-6), (places[z, y, x], expected)
    print("zarr", zarr.__version__, "reads the same numbers")


main()
