"""Renders graphs as OSL in Cycles, and compares the results with `travertine sample`.

Usage: osl_check.py TRAVERTINE GRAPH...

Needs the packages bpy, whose Blender has Cycles with OSL, and numpy. Prints a row of a table for each output.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import bpy
import numpy

SIZE = 96

travertine, graphs = sys.argv[1], sys.argv[2:]
folder = Path(tempfile.mkdtemp())


def run(*arguments):
    return subprocess.run([travertine, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def scene():
    """A square of 1 x 1 whose object coordinates cover the unit square of a texture, and the node tree of its material."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("square")
    # Up is z, as in Blender, so the texture's y is -z.
    mesh.from_pydata([(0, 0, -1), (1, 0, -1), (1, 0, 0), (0, 0, 0)], [], [(0, 1, 2, 3)])
    square = bpy.data.objects.new("square", mesh)
    bpy.context.collection.objects.link(square)
    material = bpy.data.materials.new("texture")
    material.use_nodes = True
    material.node_tree.nodes.clear()
    mesh.materials.append(material)
    camera = bpy.data.cameras.new("camera")
    camera.type, camera.ortho_scale = "ORTHO", 1
    viewer = bpy.data.objects.new("camera", camera)
    viewer.location, viewer.rotation_euler = (0.5, -5, -0.5), (numpy.pi / 2, 0, 0)
    bpy.context.collection.objects.link(viewer)
    render = bpy.context.scene.render
    bpy.context.scene.camera = viewer
    render.engine, render.resolution_x, render.resolution_y = "CYCLES", SIZE, SIZE
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    render.image_settings.color_mode = "RGB"
    cycles = bpy.context.scene.cycles
    cycles.shading_system, cycles.samples, cycles.use_denoising = True, 1, False
    cycles.use_adaptive_sampling = False
    return material.node_tree


def rendered(tree, socket):
    """The pixels of the square if it emits the value of a socket."""
    emission = tree.nodes.new("ShaderNodeEmission")
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(socket, emission.inputs["Color"])
    tree.links.new(emission.outputs["Emission"], output.inputs["Surface"])
    output.is_active_output = True
    path = folder / "pixels.exr"
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    image.colorspace_settings.name = "Non-Color"
    pixels = numpy.empty(SIZE * SIZE * 4, dtype=numpy.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(-1, 4)[:, :3]


def positions(tree):
    """The places of the pixels' samples in the texture. They depend on neither the material nor the output."""
    geometry = tree.nodes.new("ShaderNodeNewGeometry")
    # Emission clips negative values.
    moved = tree.nodes.new("ShaderNodeVectorMath")
    moved.operation, moved.inputs[1].default_value = "ADD", (0, 0, 2)
    tree.links.new(geometry.outputs["Position"], moved.inputs[0])
    x, y, z = rendered(tree, moved.outputs["Vector"]).T
    return numpy.stack([x, 2 - z, y], axis=1)


def script(tree, code):
    node = tree.nodes.new("ShaderNodeScript")
    node.mode, node.filepath = "EXTERNAL", str(code)
    node.update()
    if not len(node.outputs):
        bpy.context.view_layer.update()
    return node


def compare(graph):
    code = folder / "graph.osl"
    run("export", graph, "--to", "osl", "-o", code)
    tree = scene()
    places = positions(tree)
    numpy.save(folder / "places.npy", places.astype(numpy.float32))
    node = script(tree, code)
    names = [socket for socket in node.outputs if not socket.name.endswith("Alpha")]
    assert names, f"{graph}: the shader does not compile"
    for socket in names:
        name = "".join(f"_{c.lower()}" if c.isupper() else c for c in socket.name).strip("_")
        values = folder / "values.npy"
        run("sample", graph, "--output", name, "--points", folder / "places.npy", "-o", values)
        expected = numpy.load(values)
        expected = expected.reshape(len(places), -1)[:, :3] * numpy.ones((1, 3), dtype=numpy.float32)
        # Emission clips negative values.
        difference = numpy.sort(numpy.abs(rendered(tree, socket) - numpy.maximum(expected, 0)).max(axis=1))
        most = difference[len(difference) * 99 // 100]
        print(f"| {Path(graph).stem} | {name} | {numpy.median(difference):.1e} | {most:.1e} |", flush=True)


print("| graph | output | half | 99 % |\n|---|---|---|---|")
for graph in graphs:
    compare(graph)
