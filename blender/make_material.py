# SPDX-License-Identifier: MIT OR Apache-2.0
"""Bakes a graph to an object of a .blend without a window, or gives it a material of flat pictures:

    blender --background scene.blend --python blender/make_material.py -- marble.json --object Vase -o baked.blend

The file travertine.py lies next to this one, or is installed as an add-on.
"""

import argparse
import json
import os
import sys

import bpy


def arguments():
    """The arguments after `--`."""
    parser = argparse.ArgumentParser(
        prog="blender --background SCENE.blend --python make_material.py --",
        description="Bake a graph to an object, or give it a material of flat pictures.",
    )
    parser.add_argument("graph", help="file of the graph")
    parser.add_argument("--object", help="name of the object [default: the active one]")
    parser.add_argument("--preset", default="", help="preset of the graph")
    parser.add_argument(
        "--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the graph; repeatable"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the panel by its name in Python, as in size=512 or space=WORLD; repeatable",
    )
    parser.add_argument("--flat", action="store_true", help="make a material of flat pictures instead of a bake")
    parser.add_argument("-o", dest="out", help="file to save [default: the .blend that is open]")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


def addon():
    """The module of the add-on, registered."""
    if hasattr(bpy.types.Scene, "travertine"):
        return sys.modules["travertine"]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import travertine

    travertine.register()
    return travertine


def pair(text):
    """The two sides of NAME=VALUE. The value is JSON, or else text."""
    name, equal, value = text.partition("=")
    if not equal:
        sys.exit(f"error: {text!r} is not of the form NAME=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main():
    chosen = arguments()
    module = addon()
    scene = bpy.context.scene
    settings = scene.travertine
    if chosen.object:
        obj = scene.objects.get(chosen.object)
        if obj is None:
            names = ", ".join(obj.name for obj in scene.objects if obj.type == "MESH") or "none"
            sys.exit(f"error: the scene has no object `{chosen.object}`; its meshes: {names}")
        bpy.context.view_layer.objects.active = obj
    settings.graph = os.path.abspath(chosen.graph)
    if settings.problem:
        sys.exit(f"error: {settings.problem}")
    for name, value in map(pair, chosen.set):
        shown = settings.bl_rna.properties.get(name)
        if shown is None:
            sys.exit(f"error: there is no setting `{name}`")
        try:
            setattr(settings, name, str(value) if shown.type in ("ENUM", "STRING") else value)
        except (TypeError, ValueError) as problem:
            sys.exit(f"error: {problem}")
    graph = module.graph_of(scene)
    try:
        bpy.ops.travertine.preset(name=chosen.preset)
        known = {parameter.name: parameter for parameter in graph.parameters}
        for name, value in map(pair, chosen.param):
            if name not in known:
                sys.exit(f"error: {graph.name} has no parameter `{name}`; it has: {', '.join(known) or 'none'}")
            parameter, values = known[name], module.values_of(scene)
            try:
                parameter.write(values, value)
            except (TypeError, ValueError, KeyError):
                sys.exit(f"error: {value!r} is not a value of `{name}`, a {parameter.kind}")
            if not module.same(parameter.read(values), parameter.value_of(value)):
                sys.exit(f"error: {value!r} is out of the range of `{name}`, {parameter.min} to {parameter.max}")
        (bpy.ops.travertine.material if chosen.flat else bpy.ops.travertine.bake)()
    except RuntimeError as problem:
        # The message of an operator begins with `Error: `.
        sys.exit(f"error: {str(problem).strip().removeprefix('Error: ')}")
    out = os.path.abspath(chosen.out) if chosen.out else bpy.data.filepath
    if not out:
        sys.exit("error: name the file to save with -o")
    bpy.ops.wm.save_as_mainfile(filepath=out)


main()
