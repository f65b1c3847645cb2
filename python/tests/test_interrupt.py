"""Ctrl-C ends long work, and long waits."""

import os
import signal
import subprocess
import sys
import time

import pytest

# The sum of much noise: it takes minutes, and little memory.
WORK = """
import numpy, travertine
g = travertine.Graph()
g.output("height", sum(g.noise.perlin(octaves=16, seed=seed) for seed in range(40)))
g.output("color", g.color.combine(red=g.noise.perlin()))
texture = g.texture()
print("ready", flush=True)
try:
    texture.{work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

# Two threads need the same grid of erosion, and one of them waits for the other.
WAIT = """
import os, sys, threading, travertine
texture = travertine.open(sys.argv[1]).set(rounds=400)
begun, ended = threading.Event(), threading.Event()
def render():
    texture.render(1, output="height", threads=1, progress=lambda done, total: begun.set())
    ended.set()
threading.Thread(target=render, daemon=True).start()
begun.wait()
print("ready", flush=True)
try:
    texture.render(1, output="height", threads=1)
except KeyboardInterrupt:
    print("late" if ended.is_set() else "interrupted", flush=True)
# Without the other thread.
os._exit(0)
"""


def interrupt(*arguments):
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", *arguments], stdout=pipe, stderr=pipe, text=True) as process:
        ready = process.stdout.readline()
        time.sleep(0.5)
        running = process.poll() is None
        process.send_signal(signal.SIGINT)
        try:
            out, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        assert ready == "ready\n" and running, f"it ends too early: {errors}"
        assert (out, process.returncode) == ("interrupted\n", 0), errors


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize(
    "work",
    [
        "render(1000, samples=16, threads=2)",
        "volume(256)",
        "shape(500, samples=64, displacement=0.1)",
        "sample(numpy.zeros((1 << 23, 4), 'float32'))",
    ],
)
def test_an_interrupt_cancels(work):
    interrupt(WORK.format(work=work))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_an_interrupt_ends_a_wait(graphs):
    interrupt(WAIT, graphs / "eroded-land.json")
