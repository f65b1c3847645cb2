"""Prints hashes of slices, volumes and samples that the command line computes: see docs/exactness.md.

Usage: command_line.py LEVEL COMMAND...

COMMAND is the path of `travertine`, perhaps after an emulator and its flags.
"""

import json
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from table import POINTS, SLICE, VOLUME, outputs, show


def main():
    level, *command = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        for graph, file, output, setting in outputs():

            def run(name, *flags, file=file, output=output, setting=setting):
                arguments = [*command, name, file, "--output", output, "--param", "=".join(setting)]
                arguments += ["--simd", level, *flags]
                return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout

            size, time = "x".join(map(str, SLICE["size"])), str(SLICE["time"])
            flags = ["--size", size, "--depth", str(SLICE["depth"]), "--time", time]
            run("render", *flags, "-o", folder / "slice.exr")
            show(graph, "slice", picture((folder / "slice.exr").read_bytes()))

            size, time = "x".join(map(str, VOLUME["size"])), str(VOLUME["time"])
            run("volume", "--size", size, "--time", time, "-o", folder / "volume.raw")
            description = json.loads((folder / "volume.raw.json").read_text())
            show(graph, "volume", opaque((folder / "volume.raw").read_bytes(), len(description.get("channels", ""))))

            _, *lines = run("sample", "--points", POINTS).splitlines()
            values = [float(value) for line in lines for value in line.split(",")[4:]]
            show(graph, "samples", struct.pack(f"<{len(values)}f", *values))


def picture(file):
    """The floats of an OpenEXR file: channels, then x, then y."""
    attributes, position = {}, 8
    while file[position]:
        name, kind, rest = file[position:].split(b"\0", 2)
        position += len(name) + len(kind) + 2
        (size,) = struct.unpack_from("<I", file, position)
        attributes[name] = file[position + 4 : position + 4 + size]
        position += 4 + size
    assert attributes[b"compression"] == b"\3", "the picture is not compressed in blocks of sixteen rows"
    left, top, right, bottom = struct.unpack("<4i", attributes[b"dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    # Each channel has a name, a zero, and 16 bytes; they are in alphabetical order.
    channels = attributes[b"channels"][:-1][:: 16 + 2].decode()
    blocks = (height + 15) // 16
    position += 1 + 8 * blocks
    planes = {channel: [] for channel in channels}
    for block in range(blocks):
        _, size = struct.unpack_from("<2i", file, position)
        rows = min(16, height - 16 * block)
        data = unpacked(file[position + 8 : position + 8 + size], 4 * width * rows * len(channels))
        position += 8 + size
        floats = struct.unpack(f"<{len(data) // 4}f", data)
        for start in range(0, len(floats), width):
            planes[channels[start // width % len(channels)]] += floats[start : start + width]
    ordered = [planes[channel] for channel in "RGBAY" if channel in planes]
    pixels = [value for pixel in zip(*ordered) for value in pixel]
    return opaque(struct.pack(f"<{len(pixels)}f", *pixels), len(ordered))


def opaque(floats, channels):
    """The floats with an alpha of 1 after each blue, which files of opaque colors omit."""
    if channels != 3:
        return floats
    one = struct.pack("<f", 1)
    return b"".join(floats[i : i + 12] + one for i in range(0, len(floats), 12))


def unpacked(block, size):
    """The bytes of a block of the compression ZIP."""
    if len(block) == size:
        return block
    differences = bytearray(zlib.decompress(block))
    for i in range(1, size):
        differences[i] = (differences[i - 1] + differences[i] - 128) % 256
    half, data = (size + 1) // 2, bytearray(size)
    data[::2], data[1::2] = differences[:half], differences[half:]
    return bytes(data)


main()
