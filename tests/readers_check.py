"""Reads pictures, volumes and meshes of the command line with Python's libraries, and compares them with the graph.

Usage: readers_check.py TRAVERTINE

Needs the packages jsonschema, numpy, OpenEXR, panda3d, pillow, pynrrd, tifffile and trimesh.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import nrrd
import numpy
import OpenEXR
import tifffile
import trimesh
from panda3d.core import Filename, Texture
from PIL import Image

GRAPH = {
    "format": "travertine",
    "version": 1,
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "min": 0, "max": 1}},
        "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
        "place": {"type": "input/position"},
    },
    "outputs": {
        "color": {"node": "ramp", "output": "color"},
        "height": {"node": "noise"},
        "place": {"node": "place", "output": "position"},
    },
}
WIDTH, HEIGHT, DEPTH = 61, 34, 5


def main():
    travertine = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "graph.json").write_text(json.dumps(GRAPH))

        def run(*words):
            words = [travertine, *map(str, words)]
            return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True).stdout

        def sample(output, points):
            """The values of an output at points: (..., 3) in graph units."""
            numpy.save(folder / "points.npy", points.reshape(-1, 3).astype("<f4"))
            run("sample", "graph.json", "--points", "points.npy", "--output", output, "-o", "values.npy")
            values = numpy.load(folder / "values.npy")
            return values.reshape(*points.shape[:-1], *values.shape[1:])

        def render(name, output, *flags):
            run("render", "graph.json", "--size", f"{WIDTH}x{HEIGHT}", "--output", output, "-o", name, *flags)
            return folder / name

        for check in [pictures, textures]:
            check(render, sample)
        volumes(folder, run, sample)
        meshes(folder, run, sample)
        schema(run)
    print("Pillow, Panda3D, tifffile, OpenEXR, pynrrd, trimesh and jsonschema read the same values")


def positions(depth=1):
    """The centers of samples, whose region begins at 0 and is as wide as its shorter side: (z, y, x, 3)."""
    axes = [(numpy.arange(count) + 0.5) / HEIGHT for count in (depth, HEIGHT, WIDTH)]
    z, y, x = numpy.meshgrid(*axes, indexing="ij")
    return numpy.stack([x, y, z], axis=-1)


def levels(values, most):
    """The nearest level of each 32-bit float, computed in 32-bit floats."""
    return numpy.floor(numpy.clip(values, 0, 1) * numpy.float32(most) + numpy.float32(0.5))


def srgb(light):
    light = numpy.clip(light.astype("f8"), 0, 1)
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def same(found, wanted, what):
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    assert numpy.array_equal(found, wanted), (what, numpy.abs(found.astype("f8") - wanted).max())


def near(found, wanted, error, what):
    assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
    greatest = numpy.abs(found.astype("f8") - wanted).max()
    assert greatest <= error, (what, greatest)


def pictures(render, sample):
    """Floats are those of the graph, to the last bit; integers are the nearest levels."""
    at = positions()[0] * [1, 1, 0]
    height, color, place = sample("height", at), sample("color", at)[..., :3], sample("place", at)
    for output, wanted in [("height", height), ("color", color), ("place", place)]:
        same(tifffile.imread(render("a.tif", output, "--bits", 32)), wanted, f"TIFF of {output}")
        channels = OpenEXR.File(str(render("a.exr", output))).channels()
        [(name, channel)] = channels.items() if len(channels) == 1 else [("RGB", channels["RGB"])]
        same(channel.pixels, wanted, f"EXR of {output}, {name}")
        exact = levels(wanted, 65535)
        if output != "color":
            same(tifffile.imread(render("a.tif", output, "--bits", 16)), exact, f"TIFF of 16 bits of {output}")
    # Pillow reads 16 bits of one channel only.
    with Image.open(render("a.png", "height", "--bits", 16)) as picture:
        assert picture.mode == "I;16", picture.mode
        same(numpy.asarray(picture), levels(height, 65535), "PNG of 16 bits")
    with Image.open(render("a.png", "color")) as picture:
        byte = numpy.asarray(picture)
    near(byte, srgb(color) * 255, 0.51, "PNG of 8 bits")
    for name, error in [("a.tga", 0), ("a.webp", 0), ("a.tif", 0), ("a.jpg", 40)]:
        with Image.open(render(name, "color")) as picture:
            near(numpy.asarray(picture.convert("RGB")), byte, error, name)


def textures(render, sample):
    """DDS: Pillow reads blocks, but not BC1 in sRGB, and four channels of 8 bits; Panda3D reads floats."""
    at = positions()[0] * [1, 1, 0]
    height, color, place = sample("height", at), sample("color", at)[..., :3], sample("place", at)
    for output, compression, wanted, error in [
        ("color", "none", srgb(color), 0.51 / 255),
        ("color", "bc1", numpy.clip(color, 0, 1), 0.1),
        ("color", "bc7", srgb(color), 0.05),
        ("height", "bc4", height, 0.03),
        ("place", "bc5", numpy.clip(place[..., :2], 0, 1), 0.03),
    ]:
        encoding = "linear" if compression == "bc1" else "auto"
        flags = ["--compression", compression, "--encoding", encoding, "--mips"]
        file = render("a.dds", output, *flags)
        with Image.open(file) as picture:
            found = numpy.asarray(picture) / 255
        channels = 1 if wanted.ndim == 2 else wanted.shape[-1]
        found = found if found.ndim == 2 else found[..., :channels]
        near(found, wanted, error, f"DDS of {output}, {compression}")
    for output, wanted in [("height", height), ("color", color)]:
        texture = Texture()
        assert texture.read(Filename.from_os_specific(str(render("a.dds", output, "--bits", 32)))), "DDS of floats"
        assert texture.component_type == Texture.T_float, texture
        # Panda3D keeps the lowest row first, and blue before green and red.
        found = numpy.frombuffer(texture.get_ram_image(), "f4").reshape(HEIGHT, WIDTH, -1)[::-1]
        same(found[..., 0] if output == "height" else found[..., 2::-1], wanted, f"DDS of floats of {output}")


def volumes(folder, run, sample):
    """An NRRD has its axes in the order x, y, z, after that of channels."""
    at = positions(DEPTH)
    for output in ["height", "color", "place"]:
        wanted = sample(output, at)[..., :3] if output == "color" else sample(output, at)
        for bits, kind in [(32, "f4"), (16, "u2"), (8, "u1")]:
            size = f"{WIDTH}x{HEIGHT}x{DEPTH}"
            run("volume", "graph.json", "--output", output, "--size", size, "--bits", bits, "-o", "a.nrrd")
            data, header = nrrd.read(str(folder / "a.nrrd"), index_order="C")
            assert data.dtype == numpy.dtype(kind), data.dtype
            what = f"NRRD of {output}, {bits} bits"
            if bits == 32:
                same(data, wanted, what)
            elif bits == 8 and output == "color":
                near(data, srgb(wanted) * 255, 0.51, what)
            else:
                same(data, levels(wanted, 2**bits - 1), what)
            spacing = header["space directions"][-1]
            assert numpy.allclose(spacing, [0, 0, 1 / HEIGHT]), spacing


def meshes(folder, run, sample):
    """Meshes that trimesh writes are read, and models that are baked are read by trimesh."""
    ball = trimesh.creation.icosphere(subdivisions=2, radius=0.4)
    for ending in ["obj", "glb", "ply", "stl"]:
        ball.export(folder / f"ball.{ending}")
        bake = ["bake", "graph.json", f"ball.{ending}", "--up=-y", "--output", "color", "-o", "baked.glb"]
        run(*bake, "--vertex-colors")
        [model] = trimesh.load(folder / "baked.glb", process=False).geometry.values()
        assert len(model.faces) == len(ball.faces), ending
        assert numpy.allclose(model.bounds, ball.bounds, atol=1e-6), ending
        if model.visual.kind == "texture":
            colors, error = numpy.asarray(model.visual.vertex_attributes["color"]), 1e-6
        else:
            # Without a material, trimesh keeps 8 bits.
            colors, error = model.visual.vertex_colors / 255, 1.01 / 255
        near(colors[:, :3], sample("color", model.vertices)[:, :3], error, f"vertex colors on a {ending}")

        run(*bake, "--unwrap", "--size", 256)
        [model] = trimesh.load(folder / "baked.glb", process=False).geometry.values()
        assert len(model.faces) == len(ball.faces), ending
        picture = numpy.asarray(model.visual.material.baseColorTexture.convert("RGB")) / 255
        middle = model.visual.uv[model.faces].mean(axis=1)
        # trimesh counts v from the bottom.
        column, row = (middle[:, 0] * 256).astype(int), ((1 - middle[:, 1]) * 256).astype(int)
        wanted = srgb(sample("color", model.triangles_center)[:, :3])
        # A texel is not quite at the middle of its triangle.
        near(picture[row, column], wanted, 0.06, f"texture on a {ending}")


def schema(run):
    """Python's validator accepts what a build accepts."""
    validator = jsonschema.Draft202012Validator(json.loads(run("schema", "--build")))
    target = {"make": "render", "graph": "graph.json", "to": "a.png"}
    build = {"format": "travertine-build", "version": 1}
    validator.validate({**build, "targets": {"größer": target}})
    assert not validator.is_valid({**build, "targets": {"bell\x07": target}})
    validator = jsonschema.Draft202012Validator(json.loads(run("schema")))
    validator.validate(GRAPH)


main()
