"""Processes that begin as copies of others."""

import multiprocessing
import subprocess
import sys

import pytest

PROGRAM = """
import multiprocessing, numpy, sys, travertine
texture = travertine.open(sys.argv[1])
points = numpy.random.default_rng(1).random((50_000, 3))
def bits():
    # With as many threads as there are cores, which the library keeps for the next time, and with others.
    pictures = [texture.render(300, output="height", threads=threads) for threads in (None, 2, 3)]
    return [each.tobytes() for each in (*pictures, texture.volume(64, "height"), texture.sample(points))]
before = bits()
with multiprocessing.get_context("fork").Pool(2) as pool:
    children = [pool.apply_async(bits) for _ in range(2)]
    assert all(child.get(60) == before for child in children)
assert bits() == before
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system has no fork")
def test_a_fork_computes_with_threads_of_its_own(graphs):
    program = [sys.executable, "-c", PROGRAM, graphs / "marble.json"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
