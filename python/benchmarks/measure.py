"""Compares Python with the command line, and what Dask costs. Prints medians; the two sides take turns.

    python python/benchmarks/measure.py target/release/travertine

Needs an otherwise idle machine.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy
from dask.distributed import Client, LocalCluster

import travertine

GRAPH = Path(__file__).parents[2] / "tests/graphs/marble.json"
ROUNDS = 5
SIDE = 4096
CHUNK = 256
CHUNKS = 32


def alternating(first, second) -> tuple[float, float]:
    """Median seconds of two functions, which take turns."""
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for act, times in zip((first, second), seconds):
            began = time.perf_counter()
            act()
            times.append(time.perf_counter() - began)
    return median(seconds[0]), median(seconds[1])


def slices(program: str, marble: travertine.Texture) -> None:
    """A slice of floats, computed and written as raw floats: here, and by the command line."""
    # A folder in memory, if there is one: disks differ from write to write.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        flags = ["--output", "height", "--size", f"{SIDE}x{SIDE}x1", "-o", f"{folder}/theirs.raw"]
        call = [program, "volume", str(GRAPH), *flags]
        start = [program, "--version"]
        ours, theirs = alternating(
            lambda: marble.render(SIDE, output="height", depth=0.5 / SIDE).tofile(f"{folder}/ours.raw"),
            lambda: subprocess.run(call, check=True, capture_output=True),
        )
        assert numpy.array_equal(*(numpy.fromfile(f"{folder}/{name}.raw", "<f4") for name in ("ours", "theirs")))
        began, computed = alternating(
            lambda: subprocess.run(start, check=True, capture_output=True),
            lambda: marble.render(SIDE, output="height"),
        )
    print(f"slice of {SIDE} x {SIDE} floats: render and tofile {ours:.3f} s, `travertine volume -o .raw` {theirs:.3f} s")
    print(f"    of these: `travertine --version` {began:.3f} s, render alone {computed:.3f} s")


def chunks(marble: travertine.Texture) -> None:
    """Chunks of 64 MiB one after the other on one thread: in a loop, and by Dask in a worker of its own."""
    shape = (CHUNK * CHUNKS, CHUNK, CHUNK)

    def loop() -> float:
        means = [
            marble.volume(shape, "height", start=(z, 0, 0), size=(CHUNK,) * 3, threads=1).mean()
            for z in range(0, shape[0], CHUNK)
        ]
        return float(numpy.mean(means))

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        array = marble.dask(shape, CHUNK, "height")
        plain, dask = alternating(loop, lambda: array.mean().compute())
    print(f"{CHUNKS} chunks of {CHUNK}^3 floats: loop {plain:.3f} s, Dask {dask:.3f} s ({dask / plain - 1:+.1%})")


if __name__ == "__main__":
    texture = travertine.open(GRAPH)
    slices(sys.argv[1], texture)
    chunks(texture)
