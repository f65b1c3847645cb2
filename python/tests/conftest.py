"""What the tests share: graphs, and the command line, whose path is in $TRAVERTINE."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import travertine

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def graphs() -> Path:
    """The folder of the bundled graphs."""
    return ROOT / "graphs"


@pytest.fixture(scope="session")
def marble(graphs) -> travertine.Texture:
    return travertine.open(graphs / "marble.json")


@pytest.fixture(scope="session")
def command():
    """Runs the command line with arguments."""
    built = ROOT / "target/release/travertine"
    program = os.environ.get("TRAVERTINE") or shutil.which("travertine") or built
    if not Path(program).exists():
        pytest.skip("needs the command line: set TRAVERTINE to its path, or `cargo build --release`")

    def run(*arguments) -> bytes:
        return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True).stdout

    return run


# Every type of output and of parameter.
TYPES = {
    "format": "travertine",
    "version": 1,
    "name": "Types",
    "parameters": {
        "scale": {"type": "float", "default": 4, "min": 1, "max": 64, "unit": "cells per unit", "description": "Size."},
        "tint": {"type": "color", "default": "#ff8040"},
        "shift": {"type": "vector", "default": [0, 1, 2]},
        "octaves": {"type": "integer", "default": 2, "min": 1, "max": 8},
        "seed": {"type": "seed", "default": 1},
    },
    "presets": {"Fine": {"description": "Small cells.", "values": {"scale": 32, "tint": "#000000"}}, "Plain": {}},
    "nodes": {
        "noise": {
            "type": "noise/perlin",
            "inputs": {
                "scale": {"parameter": "scale"},
                "octaves": {"parameter": "octaves"},
                "seed": {"parameter": "seed"},
            },
        },
        "place": {"type": "input/position"},
        "moved": {"type": "math/add", "inputs": {"a": {"node": "place"}, "b": {"parameter": "shift"}}},
        "color": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": {"parameter": "tint"}}},
    },
    "outputs": {
        "height": {"node": "noise"},
        "place": {"node": "moved"},
        "color": {"node": "color"},
        "time": {"node": "place", "output": "time"},
    },
}


@pytest.fixture(scope="session")
def types() -> travertine.Texture:
    return travertine.parse(TYPES)
