"""The same bits as the command line's."""

import struct
import zlib

import numpy
import pytest
import zarr

import travertine


@pytest.mark.parametrize("name", ["marble", "moon", "eroded-land"])
def test_slices_and_volumes_have_the_bits_of_the_command_line(graphs, command, tmp_path, name):
    graph = graphs / f"{name}.json"
    texture = travertine.open(graph)
    for output, kind in texture.outputs.items():
        file = tmp_path / f"{output}.raw"
        flags = ["--output", output, "--size", "33x21x2", "--region=-1,0,3,1,0.5,4", "--time", "0.25"]
        command("volume", graph, *flags, "-o", file)
        raw = numpy.fromfile(file, "<f4").reshape(2, 21, 33, -1)
        region = (-1.0, 0.0, 3.0, 1.0, 0.5, 4.0)
        volume = texture.volume((2, 21, 33), output, region=region, time=0.25).reshape(2, 21, 33, -1)
        # The file of an opaque color may leave out its alpha.
        assert numpy.array_equal(volume[..., : raw.shape[3]].view("u4"), raw.view("u4"))
        assert kind != "color" or (volume[..., raw.shape[3] :] == 1).all()
        z = 3.25
        picture = texture.render(33, 21, output, region=(-1.0, 0.0, 1.0, 0.5), depth=z, time=0.25)
        assert numpy.array_equal(picture.view("u4").reshape(21, 33, -1), volume[0].view("u4"))


def test_pictures_have_the_pixels_of_a_png(graphs, command, tmp_path, marble):
    file = tmp_path / "marble.png"
    command("render", graphs / "marble.json", "--size", "40x30", "-o", file)
    check(file, marble.render(40, 30, dtype="uint8"))
    file = tmp_path / "ball.png"
    command("shape", graphs / "marble.json", "--size", "40x30", "--samples", 4, "-o", file)
    check(file, marble.shape(40, 30, samples=4, dtype="uint8"))


def test_a_zarr_of_the_command_line_is_the_volume(graphs, command, tmp_path, marble):
    command("volume", graphs / "marble.json", "--output", "height", "--size", "70x65x40", "-o", tmp_path / "a.zarr")
    array = zarr.open_array(tmp_path / "a.zarr/height", mode="r")
    assert numpy.array_equal(array[:], marble.volume((40, 65, 70), "height"))


def check(file, pixels):
    """Compares a PNG in 8 bits, with or without alpha, with pixels."""
    decoded = decode(file.read_bytes())
    assert numpy.array_equal(decoded, pixels[..., : decoded.shape[2]])
    assert (pixels[..., decoded.shape[2] :] == 255).all()


def decode(png):
    """The pixels of a PNG in 8 bits, shaped (height, width, channels)."""
    place, data, width, channels = 8, b"", 0, 0
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        chunk = png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, channels = struct.unpack(">I", chunk[:4])[0], {2: 3, 6: 4}[chunk[9]]
        data += chunk if kind == b"IDAT" else b""
        place += 12 + length
    rows = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(-1, 1 + channels * width)
    return unfilter(rows, channels).reshape(-1, width, channels)


def unfilter(rows, channels):
    """Undoes the filters of a PNG's rows."""
    filters, out = rows[:, 0], rows[:, 1:].astype(int)
    for y, kind in enumerate(filters):
        above = out[y - 1] if y else numpy.zeros_like(out[0])
        for x in range(out.shape[1] if kind else 0):
            left, corner = (out[y, x - channels], above[x - channels]) if x >= channels else (0, 0)
            out[y, x] = (out[y, x] + predicted(kind, left, above[x], corner)) % 256
    return out.astype(numpy.uint8)


def predicted(kind, left, above, corner):
    """What a filter predicts from the neighbors of a byte."""
    if kind < 4:
        return (left, above, (left + above) // 2)[kind - 1]
    return min((left, above, corner), key=lambda each: abs(left + above - corner - each))
