"""The node types as methods of a graph. They come from the registry; `_nodes.pyi` lists them for editors."""

from __future__ import annotations

import inspect
import json
from functools import lru_cache
from typing import Any

from . import _native


@lru_cache(maxsize=None)
def nodes() -> dict[str, dict[str, Any]]:
    """Every node type by its name, such as `noise/perlin`: its description, inputs and outputs."""
    return {node["type"]: node for node in json.loads(_native.nodes())}


def method_name(node_type: str) -> str:
    """The method of a node type: `square_root` for `math/square-root`, `perlin_v2` for `noise/perlin@2`."""
    return node_type.split("/")[-1].replace("-", "_").replace("@", "_v")


@lru_cache(maxsize=None)
def _methods() -> dict[str, dict[str, str]]:
    """Node types by category and method."""
    methods: dict[str, dict[str, str]] = {}
    for node_type, node in nodes().items():
        methods.setdefault(node["category"], {})[method_name(node_type)] = node_type
    return methods


class Categories:
    """The categories of nodes as attributes: `graph.noise`, `graph.math`."""

    def __getattr__(self, category: str) -> Category:
        if category not in _methods():
            raise AttributeError(f"a graph has no {category!r}; the categories are {', '.join(_methods())}")
        return Category(self, category)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_methods()]


class Category:
    """The node types of a category as methods: `graph.noise.perlin`."""

    def __init__(self, graph: Any, category: str) -> None:
        self._graph = graph
        self._category = category

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            # A copy has no attributes yet when it is asked for such names.
            raise AttributeError(name)
        methods = _methods()[self._category]
        if name not in methods:
            known = ", ".join(methods)
            raise AttributeError(f"{self._category} has no node {name!r}; it has {known}")
        return _method(self._graph, nodes()[methods[name]])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_methods()[self._category]]


def _method(graph: Any, node: dict[str, Any]) -> Any:
    """A function that makes a node."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    optional = [inspect.Parameter(each["name"], keyword, default=None) for each in node["inputs"]]
    signature = inspect.Signature([*optional, inspect.Parameter("name", keyword, default=None)])

    def make(**inputs: Any) -> Any:
        return graph.node(node["type"], **signature.bind(**inputs).arguments)

    make.__name__ = method_name(node["type"])
    make.__qualname__ = f"Graph.{node['category']}.{make.__name__}"
    make.__doc__ = documentation(node)
    make.__signature__ = signature  # type: ignore[attr-defined]
    return make


def documentation(node: dict[str, Any]) -> str:
    """The description of a node, its inputs and its outputs."""
    inputs = [f"- {each['name']} ({_kind(each)}): {each['description']}" for each in node["inputs"]]
    outputs = [f"- {each['name']}: {each['description']}" for each in node["outputs"]]
    parts = [node["description"], "\n".join(["Inputs:", *inputs]) if inputs else "", "\n".join(["Outputs:", *outputs])]
    return "\n\n".join(part for part in parts if part)


def _kind(each: dict[str, Any]) -> str:
    """Type, unit and default of an input in words."""
    unit = f", {each['unit']}" if each["unit"] else ""
    if each["required"]:
        return f"{each['type']}{unit}, required"
    default = "the position" if each["default"] is None else json.dumps(each["default"])
    return f"{each['type']}{unit}, default {default}"
