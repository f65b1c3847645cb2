"""Reads volumes with Python's libraries of Zarr, xarray and OME-Zarr, and compares them with raw samples and the graph.

Usage: zarr_check.py TRAVERTINE

Needs the packages zarr, xarray and ome-zarr-models.
"""

import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy
import xarray
import zarr
from ome_zarr_models.v05.image import Image

GRAPH = {
    "format": "travertine",
    "version": 1,
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 3, "dimensions": 4}},
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
CHANNELS = {"height": (), "place": ("component",), "color": ("rgb",)}
KINDS = {32: "<f4", 16: "<u2", 8: "u1"}


def main():
    # A warning is a flaw of the store.
    warnings.simplefilter("error")
    travertine = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "graph.json").write_text(json.dumps(GRAPH))

        def volume(output, target, *flags):
            size = "x".join(map(str, SIZE))
            flags = ["--output", output, "--size", size, *map(str, flags), "-o", target]
            subprocess.run(
                [travertine, "volume", "graph.json", *flags], cwd=folder, check=True, stderr=subprocess.PIPE
            )
            return folder / target

        def raw(output, bits, *flags):
            values = numpy.fromfile(volume(output, "block.raw", "--bits", bits, *flags), dtype=KINDS[bits])
            return values.reshape(*SIZE[::-1], *([3] if CHANNELS[output] else []))

        for bits in KINDS:
            for shards in [(), ("--shards",)]:
                read(volume("all", "block.zarr", "--bits", bits, *shards), raw, bits)
        times(volume("height,color", "times.zarr", "--time", "0.5,1,3"), raw)
        levels(volume("all", "image.zarr", "--time", "0.5,1,3", "--multiscale", "--shards"), raw)
    print(f"zarr {zarr.__version__} and xarray {xarray.__version__} read the same numbers")


def read(path, raw, bits):
    """A store of all outputs is a dataset with coordinates."""
    data = xarray.open_zarr(path)
    assert set(data.data_vars) == set(CHANNELS), data
    assert set(data.coords) == {"x", "y", "z", "time"} and data.time.shape == (), data
    for output, channels in CHANNELS.items():
        array, expected = data[output], raw(output, bits)
        assert array.dims == ("z", "y", "x", *channels), array.dims
        assert array.dtype == numpy.dtype(KINDS[bits]), array.dtype
        assert numpy.array_equal(array.values, expected), (output, bits)
        assert array.attrs["long_name"] == output, array.attrs
        assert array.attrs["curve"] == ("sRGB" if output == "color" and bits == 8 else "linear"), array.attrs
        assert numpy.array_equal(zarr.open_array(path / output, mode="r")[:], expected)
    assert data.attrs["region"]["z"] == [0.0, 9 / 70], data.attrs
    assert data.x.attrs["units"] == "graph units" and data.x.dtype == "float32", data.x
    if bits == 32:
        # Coordinates are the positions at which samples are evaluated, to the last bit.
        for axis, name in enumerate("xyz"):
            assert (data.place[..., axis] == data[name]).all(), name
    assert xarray.open_zarr(path, consolidated=False).equals(data)


def times(path, raw):
    """Times are the first axis."""
    data = xarray.open_zarr(path)
    assert data.time.values.tolist() == [0.5, 0.75, 1.0] and data.height.dims == ("time", "z", "y", "x"), data
    assert not (data.height[0] == data.height[1]).all()
    for time in data.time.values:
        for output in data:
            expected = raw(output, 32, "--time", time)
            assert numpy.array_equal(data[output].sel(time=time).values, expected), (output, time)


def levels(path, raw):
    """Levels are means, and an image of OME-Zarr."""
    model = Image.from_zarr(zarr.open_group(path, mode="r"))
    images = {image.name: image for image in model.ome_attributes.multiscales}
    assert set(images) == set(CHANNELS) and len(images["place"].datasets) == 3, images
    fine = xarray.open_zarr(path)
    first = fine
    assert fine.place.dims == ("time", "component", "z", "y", "x"), fine
    assert numpy.array_equal(numpy.moveaxis(fine.color[0].values, 0, -1), raw("color", 32, "--time", 0.5))
    for level in [1, 2]:
        coarse = xarray.open_zarr(path, group=f"levels/{level}")
        means = fine.coarsen(x=2, y=2, z=2, boundary="pad").mean()
        for output, image in images.items():
            assert coarse[output].shape == means[output].shape, (coarse, means)
            assert numpy.allclose(coarse[output].values, means[output].values, rtol=1e-5, atol=1e-6), output
            scale, translation = image.datasets[level].coordinateTransformations
            for axis in "xyz":
                at = coarse[output].dims.index(axis)
                positions = translation.translation[at] + numpy.arange(coarse.sizes[axis]) * scale.scale[at]
                assert numpy.allclose(coarse[axis].values, positions, rtol=1e-5), (axis, positions)
                assert numpy.isclose(scale.scale[at], 2**level / 70), scale
        fine = coarse
    assert first.time.equals(fine.time)


main()
