"""Graphs made by code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy

from ._errors import InvalidValue
from ._nodes import Categories
from ._texture import Texture, parse


class Field:
    """A value at every position: an output of a node, or a parameter. Arithmetic on it makes nodes.

    `+ - * / % **`, `-field` and `abs(field)` work with fields and numbers.
    """

    def __init__(self, graph: Graph, reference: Mapping[str, str]) -> None:
        self._graph = graph
        self._reference = dict(reference)

    def __getitem__(self, output: str) -> Field:
        """Another output of the node: `cells["distance"]`."""
        if "node" not in self._reference:
            raise InvalidValue("a parameter has one value, and no outputs to choose from")
        return Field(self._graph, {"node": self._reference["node"], "output": output})

    def _combine(self, operation: str, a: Any, b: Any) -> Field:
        return self._graph.node(f"math/{operation}", a=a, b=b)

    def __add__(self, other: Any) -> Field:
        return self._combine("add", self, other)

    def __radd__(self, other: Any) -> Field:
        return self._combine("add", other, self)

    def __sub__(self, other: Any) -> Field:
        return self._combine("subtract", self, other)

    def __rsub__(self, other: Any) -> Field:
        return self._combine("subtract", other, self)

    def __mul__(self, other: Any) -> Field:
        return self._combine("multiply", self, other)

    def __rmul__(self, other: Any) -> Field:
        return self._combine("multiply", other, self)

    def __truediv__(self, other: Any) -> Field:
        return self._combine("divide", self, other)

    def __rtruediv__(self, other: Any) -> Field:
        return self._combine("divide", other, self)

    def __mod__(self, other: Any) -> Field:
        return self._combine("modulo", self, other)

    def __rmod__(self, other: Any) -> Field:
        return self._combine("modulo", other, self)

    def __pow__(self, other: Any) -> Field:
        return self._combine("power", self, other)

    def __rpow__(self, other: Any) -> Field:
        return self._combine("power", other, self)

    def __neg__(self) -> Field:
        return self._graph.node("math/negate", value=self)

    def __abs__(self) -> Field:
        return self._graph.node("math/absolute", value=self)

    def __repr__(self) -> str:
        return f"<travertine.Field {json.dumps(self._reference)}>"

    # NumPy's numbers leave arithmetic with fields to fields.
    __array_ufunc__ = None


class Graph(Categories):
    """A graph under construction.

        g = travertine.Graph("Clouds")
        cells = g.parameter("cells", 4.0, min=1, max=64, unit="cells per unit")
        noise = g.noise.perlin(scale=cells, octaves=5)
        g.output("height", noise * 0.5 + 0.5)
        picture = g.texture().render(256)
        g.save("clouds.json")

    Every node type is a method: `noise/perlin` is `g.noise.perlin`, `math/square-root` is `g.math.square_root`. Inputs
    take fields and constants; inputs that are left out have their defaults. `help(g.noise.perlin)` describes them.
    """

    def __init__(self, name: str | None = None, description: str | None = None) -> None:
        self._head = {"name": name, "description": description}
        self._parameters: dict[str, dict[str, Any]] = {}
        self._presets: dict[str, dict[str, Any]] = {}
        self._nodes: dict[str, dict[str, Any]] = {}
        self._outputs: dict[str, dict[str, str]] = {}

    def node(self, node_type: str, /, *, name: str | None = None, **inputs: Any) -> Field:
        """A node of a type such as `noise/perlin`, and its first output. `name` is its name in the document."""
        name = self._free(node_type) if name is None else name
        if name in self._nodes:
            raise InvalidValue(f"the graph already has a node {name!r}; choose another name")
        node: dict[str, Any] = {"type": node_type}
        given = {key: self._value(value) for key, value in inputs.items() if value is not None}
        if given:
            node["inputs"] = given
        self._nodes[name] = node
        return Field(self, {"node": name})

    def parameter(
        self,
        name: str,
        default: Any,
        *,
        type: str | None = None,
        min: float | None = None,
        max: float | None = None,
        choices: Sequence[str] | None = None,
        unit: str | None = None,
        description: str | None = None,
    ) -> Field:
        """A parameter, to be used as an input.

        The type follows from the default (a number is a float, `"#804020"` a color, three numbers are a vector)
        unless it is given: float, vector, color, integer, seed, boolean, choice, ramp, curve or text.
        """
        if name in self._parameters:
            raise InvalidValue(f"the graph already has a parameter {name!r}; choose another name")
        default = self._value(default)
        described = {
            "type": type or _type(default, choices),
            "default": default,
            "min": min,
            "max": max,
            "choices": list(choices) if choices is not None else None,
            "unit": unit,
            "description": description,
        }
        self._parameters[name] = {key: value for key, value in described.items() if value is not None}
        return Field(self, {"parameter": name})

    def preset(self, name: str, description: str | None = None, /, **values: Any) -> None:
        """Values of parameters under a name. The other parameters have their defaults."""
        if name in self._presets:
            raise InvalidValue(f"the graph already has a preset {name!r}; choose another name")
        given = {key: self._value(value) for key, value in values.items()}
        self._presets[name] = {"values": given} if description is None else {"description": description, "values": given}

    def output(self, name: str, value: Any) -> None:
        """Makes a field, or a constant, an output of the graph. The first output is the default."""
        if name in self._outputs:
            raise InvalidValue(f"the graph already has an output {name!r}; choose another name")
        reference = self._value(value)
        if not isinstance(reference, dict) or "node" not in reference:
            reference = self._value(self.node("util/reroute", value=value))
        self._outputs[name] = reference

    def texture(self) -> Texture:
        """The texture of the graph as it is now. Raises `InvalidGraph` with every error."""
        head = {key: text for key, text in self._head.items() if text is not None}
        interface = {"parameters": self._parameters, "presets": self._presets}
        body = {"nodes": self._nodes, "outputs": self._outputs}
        return parse({"format": "travertine", "version": 1, **head, **interface, **body})

    def to_json(self) -> str:
        """The document, as `travertine` writes it. Raises `InvalidGraph` with every error."""
        return self.texture().to_json()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the document to a file. Raises `InvalidGraph` with every error, and then writes nothing."""
        self.texture().save(path)

    def _free(self, node_type: str) -> str:
        """A name for a node that no other has."""
        name = node_type.split("/")[-1].split("@")[0]
        names = [name, *(f"{name}-{number}" for number in range(2, len(self._nodes) + 3))]
        return next(name for name in names if name not in self._nodes)

    def _value(self, value: Any) -> Any:
        """A value as a document has it."""
        if isinstance(value, Field):
            if value._graph is not self:
                raise InvalidValue(f"{value} belongs to another graph; make it with this one")
            return value._reference
        if isinstance(value, (numpy.ndarray, numpy.generic)):
            return value.tolist()
        return value


def _type(default: Any, choices: Sequence[str] | None) -> str:
    """The type of a parameter with this default."""
    match default:
        case bool():
            return "boolean"
        case int() | float():
            return "float"
        case str() if choices is not None:
            return "choice"
        case str() if default.startswith("#"):
            return "color"
        case [_, _, _]:
            return "vector"
        case [_, _, _, _]:
            return "color"
        case {"stops": _}:
            return "ramp"
        case {"points": _}:
            return "curve"
        case _:
            return "text"
