"""Ctrl-C ends long work."""

import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import sys, travertine
texture = travertine.open(sys.argv[1])
print("ready", flush=True)
try:
    texture.{work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize(
    "work",
    ["render(40000, output='height', threads=2)", "volume(1024, 'height')", "shape(8192, samples=64)"],
)
def test_an_interrupt_cancels(graphs, work):
    program = [sys.executable, "-c", PROGRAM.format(work=work), graphs / "marble.json"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        assert process.poll() is None, "it takes longer than this"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(30) == 0
