"""Graphs made by code."""

import copy
import json
import math
import pickle
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import travertine
from stubs import stub

POINTS = numpy.random.default_rng(1).uniform(-3, 3, (200, 3)).astype(numpy.float32)


def sampled(graph, field):
    graph.output(f"output-{len(graph._outputs)}", field)
    return graph.texture().sample(POINTS, f"output-{len(graph._outputs) - 1}")


def test_operators_compute_what_they_say():
    g = travertine.Graph()
    a, b = g.noise.perlin(scale=2), g.noise.value(scale=3, seed=5)
    x, y = sampled(g, a), sampled(g, b)
    two = numpy.float32(2)
    for field, expected in [
        (a + b, x + y),
        (a - b, x - y),
        (a * b, x * y),
        (2 + a, 2 + x),
        (2 - a, 2 - x),
        (2 * a, 2 * x),
        (a * two, 2 * x),
        (two * a, 2 * x),
        (-a, -x),
        (abs(a), abs(x)),
    ]:
        assert numpy.array_equal(sampled(g, field), expected.astype(numpy.float32))
    assert numpy.allclose(sampled(g, a / (b * b + 1)), x / (y * y + 1), atol=1e-6)
    assert numpy.allclose(sampled(g, 1 / (2 + a)), 1 / (2 + x), atol=1e-6)
    assert numpy.allclose(sampled(g, abs(a) ** 1.5), abs(x) ** 1.5, atol=1e-5)
    assert numpy.allclose(sampled(g, 2**a), 2**x, atol=1e-5)
    assert numpy.allclose(sampled(g, a % 0.25), x % 0.25, atol=1e-6)
    assert numpy.allclose(sampled(g, 5 % (2 + a)), 5 % (2 + x), atol=1e-5)


def test_a_graph_is_saved_as_the_command_line_writes_it(tmp_path, command):
    g = travertine.Graph("Clouds", "Soft ones.")
    cells = g.parameter("cells", 4.0, min=1, max=64, unit="cells per unit", description="How many.")
    tint = g.parameter("tint", "#ff8000")
    steps = g.parameter("steps", 3, type="integer", min=1, max=8)
    noise = g.noise.perlin(scale=cells, octaves=steps, name="clouds")
    ramp = g.color.ramp(value=noise, ramp={"stops": [{"position": 0, "color": "#000000"}, {"position": 1, "color": "#ffffff"}]})
    g.output("color", ramp * tint)
    g.output("alpha", ramp["alpha"])
    g.output("cells", cells)
    g.output("half", 0.5)
    g.preset("Dense", "Many.", cells=numpy.float32(32), tint=[0, 0, 1])
    g.preset("Plain")
    file = tmp_path / "clouds.json"
    g.save(file)
    assert json.loads(file.read_text()) == json.loads(g.to_json())
    assert "clouds.json: valid" in command("check", file).decode()
    texture = travertine.open(file)
    assert texture == g.texture() and texture.to_json() == file.read_text()
    assert texture.outputs == {"color": "color", "alpha": "float", "cells": "float", "half": "float"}
    assert texture.set(cells=9).sample([[0, 0, 0]], "cells") == [9]
    assert texture.parameters["steps"].type == "integer"
    assert texture.preset("Dense").sample([[0, 0, 0]], "cells") == [32]
    assert texture.presets["Dense"].description == "Many." and not texture.presets["Plain"].values


def test_every_node_is_a_method():
    for node_type, node in travertine.nodes().items():
        g = travertine.Graph()
        method = getattr(getattr(g, node["category"]), node_type.split("/")[1].replace("-", "_").replace("@", "_v"))
        assert node["description"] in method.__doc__
        fields = {each["name"]: 0.5 for each in node["inputs"] if each["required"]}
        g.output("it", method(**fields))
        assert math.isfinite(g.texture().ranges()[0][0])
    assert {"noise", "math"} <= set(dir(travertine.Graph()))


def test_categories_can_be_copied():
    g = travertine.Graph()
    field = copy.copy(g.noise).perlin()
    assert field._graph is g
    assert "perlin" in dir(pickle.loads(pickle.dumps(travertine.Graph().noise)))


@pytest.mark.parametrize(
    ("act", "error", "text"),
    [
        (lambda g: g.noise.perlin(scal=4), TypeError, "scal"),
        (lambda g: g.noise.perlins(), AttributeError, "perlin"),
        (lambda g: g.noises, AttributeError, "noise"),
        (lambda g: g.math.add(a=travertine.Graph().noise.perlin()), travertine.InvalidValue, "another graph"),
        (lambda g: (g.noise.perlin(name="a"), g.noise.perlin(name="a")), travertine.InvalidValue, "`a`|'a'"),
        (lambda g: (g.parameter("a", 1), g.parameter("a", 1)), travertine.InvalidValue, "'a'"),
        (lambda g: g.parameter("a", 1)["b"], travertine.InvalidValue, "no outputs"),
        (lambda g: g.texture(), travertine.InvalidGraph, "outputs"),
        (lambda g: (g.output("a", g.noise.perlin(scale=-1)), g.texture()), travertine.InvalidGraph, "scale"),
    ],
)
def test_mistakes_are_named(act, error, text):
    with pytest.raises(error, match=text):
        act(travertine.Graph())


def test_the_stubs_are_up_to_date():
    file = Path(travertine.__file__).with_name("_nodes.pyi")
    assert file.read_text() == stub(), "run python python/tests/stubs.py > python/travertine/_nodes.pyi"


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_types_are_clean(checker):
    folder = Path(__file__).parents[1]
    arguments = ["--project", "pyproject.toml", "--pythonpath", sys.executable] if checker == "pyright" else []
    program = [sys.executable, "-m", checker, *arguments]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
