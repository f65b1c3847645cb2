"""Shared by the programs in this folder: the outputs, the points, and the lines that are printed."""

from pathlib import Path

FOLDER = Path(__file__).parent
POINTS = FOLDER / "points.csv"
SLICE = {"size": (61, 43), "depth": 0.25, "time": 0.5}
VOLUME = {"size": (17, 13, 5), "time": 0.5}


def outputs():
    """The name of each graph, its file, an output, and a parameter with its value."""
    for line in (FOLDER / "outputs.txt").read_text().splitlines():
        graph, output, setting = line.split()
        yield graph, FOLDER.parent.parent / "graphs" / f"{graph}.json", output, setting.split("=")


def show(graph, kind, floats):
    """Prints the line of a result. The floats are bytes, little-endian."""
    state = 0xCBF29CE484222325
    for byte in floats:
        state = (state ^ byte) * 0x100000001B3 % 2**64
    print(graph, kind, f"{state:016x}")
