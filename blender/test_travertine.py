# SPDX-License-Identifier: MIT OR Apache-2.0
"""Tests of the add-on for Blender, without a window. The program `travertine` must be on the PATH:

    blender --background --factory-startup --python-exit-code 1 --python blender/test_travertine.py

Blender should have settings of its own for the tests: BLENDER_USER_CONFIG and BLENDER_USER_SCRIPTS name their folders.
"""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
import types

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
GRAPHS = os.path.join(os.path.dirname(HERE), "graphs")
PROGRAM = shutil.which("travertine")

# Red, green and blue are x, y and z.
GRADIENT = {
    "format": "travertine",
    "version": 1,
    "nodes": {
        "place": {"type": "input/position"},
        "color": {"type": "math/add", "inputs": {"a": {"node": "place"}, "b": [0, 0, 0, 1]}},
    },
    "outputs": {"color": {"node": "color"}, "place": {"node": "place"}},
}

# Names and values that are hard to pass on, and all types of parameters.
HARD = {
    "format": "travertine",
    "version": 1,
    "parameters": {
        "größe = 2, \"ü\" 石": {"type": "float", "default": 0.25, "min": 0, "max": 2},
        "a very long name " * 14: {"type": "float", "default": 0.125, "min": 0, "max": 1},
        "mix": {"type": "choice", "default": "multiply", "choices": ["normal", "multiply", "screen"]},
        "open choice": {"type": "choice", "default": "linear", "choices": ["cubic", "linear"]},
        "word": {"type": "text", "default": "true"},
        "wavy": {"type": "boolean", "default": False},
        "shift": {"type": "vector", "default": [0, 0.5, 1], "min": -2, "max": 2},
        "big": {"type": "seed", "default": 4000000000},
        "tint": {"type": "color", "default": [0.5, 0.25, 0.125, 1]},
        "stops": {
            "type": "ramp",
            "default": {
                "stops": [
                    {"position": 0, "color": "#000000"},
                    {"position": 0.5, "color": "#ffffff"},
                    {"position": 0.5, "color": "#ff0000"},
                    {"position": 1, "color": "#0000ff"},
                ]
            },
        },
        "bend": {"type": "curve", "default": {"points": [[0, 0], [1, 1]]}},
    },
    "presets": {"Größer": {"values": {"größe = 2, \"ü\" 石": 1.5, "word": "42"}}},
    "nodes": {},
    "outputs": {"color": {"node": "sum"}, "größe, 2": {"node": "fine"}},
}


def sample(graph, points, options=(), output="color"):
    """The values of a graph at points, by the program."""
    text = "\n".join(",".join(repr(part) for part in point) for point in points)
    command = [PROGRAM, "sample", graph, "--points", "-", "--output", output, *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [[float(part) for part in line.split(",")[4:]] for line in done.stdout.split()[1:]]


def flags(given):
    """The flags of a command for fields of a build."""
    preset = ["--preset", given["preset"]] if "preset" in given else []
    return preset + [f"--param={name}={text}" for name, text in given["param"].items()]


def encoded(value):
    """Linear light as a level of sRGB."""
    value = min(max(value, 0), 1)
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def write(name, document):
    """Writes a graph into the temporary folder."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return path


def start():
    """An empty scene with small pictures."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    enable()
    settings = bpy.context.scene.travertine
    settings.size = "128"
    return settings


def enable():
    if "travertine" not in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_enable(module="travertine")


def fails(operator, *parts, **options):
    """Expects an operator to fail with a message that has these parts."""
    try:
        operator(**options)
    except RuntimeError as error:
        for part in parts:
            assert part in str(error), f"{part!r} is not in {error}"
        return
    raise AssertionError(f"it should fail with {parts}")


def cube():
    bpy.ops.mesh.primitive_cube_add(size=2)
    return bpy.context.active_object


def picture(obj, name="color"):
    """The image of the first material that has this label."""
    return obj.material_slots[0].material.node_tree.nodes[name].image


def texels(obj, image, count):
    """Texels that lie wholly within triangles: column, row from the bottom, and position on the mesh."""
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    mesh.calc_loop_triangles()
    uvs = mesh.uv_layers.active.data
    width, height = image.size
    found = []
    triangles = list(mesh.loop_triangles)
    for triangle in triangles[:: max(1, len(triangles) // count)]:
        corners = [uvs[loop].uv.copy() for loop in triangle.loops]
        places = [mesh.vertices[vertex].co.copy() for vertex in triangle.vertices]
        middle = sum((corner for corner in corners[1:]), corners[0]) / 3
        column, row = int(middle.x * width), int(middle.y * height)
        point = ((column + 0.5) / width, (row + 0.5) / height)
        (ax, ay), (bx, by), (cx, cy) = corners
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) * width * height < 20:
            continue
        second = ((point[0] - ax) * (cy - ay) - (cx - ax) * (point[1] - ay)) / area
        third = ((bx - ax) * (point[1] - ay) - (point[0] - ax) * (by - ay)) / area
        place = places[0] * (1 - second - third) + places[1] * second + places[2] * third
        found.append((column, row, place))
    assert len(found) >= 6, found
    return found


def check_colors(obj, graph, to_graph, options=(), image=None):
    """Compares an image with the values of the graph at the positions of its texels."""
    image = image or picture(obj)
    assert image.colorspace_settings.name == "sRGB"
    pixels, width = list(image.pixels), image.size[0]
    found = texels(obj, image, 24)
    values = sample(graph, [to_graph(place) for _, _, place in found], options)
    for (column, row, place), value in zip(found, values):
        level = pixels[4 * (row * width + column) :][:3]
        expected = [encoded(part) for part in value[:3]]
        for a, b in zip(level, expected):
            assert abs(a - b) < 2.5 / 255, f"{obj.name} at {tuple(place)}: {level}, expected {expected}"


def upright(place):
    return (place.x, -place.z, place.y)


# Tests


def test_register_and_unregister():
    start()
    assert hasattr(bpy.types.Scene, "travertine")
    bpy.context.scene.travertine.graph = os.path.join(GRAPHS, "marble.json")
    bpy.ops.preferences.addon_disable(module="travertine")
    assert not hasattr(bpy.types.Scene, "travertine")
    assert not [name for name in dir(bpy.types) if name.startswith("TRAVERTINE")]
    assert not [name for name in dir(bpy.types.Scene) if name.startswith("travertine")]
    enable()
    assert hasattr(bpy.types.Scene, "travertine")


def test_parameters_of_all_bundled_graphs():
    settings = start()
    names = sorted(os.listdir(GRAPHS))
    kinds = set()
    for name in names:
        path = os.path.join(GRAPHS, name)
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        settings.graph = path
        assert not settings.problem, settings.problem
        graph = addon.graph_of(bpy.context.scene)
        values = addon.values_of(bpy.context.scene)
        assert [parameter.name for parameter in graph.parameters] == list(document["parameters"])
        for parameter in graph.parameters:
            entry = document["parameters"][parameter.name]
            kinds.add(entry["type"])
            shown = values.bl_rna.properties[parameter.identifier]
            assert shown.description.startswith(entry.get("description", ""))
            if entry["type"] in ("float", "integer"):
                assert math.isclose(shown.hard_min, entry["min"], rel_tol=1e-6, abs_tol=1e-9), (name, parameter.name)
                assert math.isclose(shown.hard_max, entry["max"], rel_tol=1e-6), (name, parameter.name)
                assert math.isclose(shown.default, entry["default"], rel_tol=1e-6, abs_tol=1e-9)
            if entry["type"] == "color":
                assert shown.subtype == "COLOR" and shown.array_length == 4
        # Untouched parameters are not passed on, so the picture has the bits of the graph.
        assert addon.arguments(bpy.context.scene, graph) == {"param": {}}, name
        for preset in graph.presets:
            bpy.ops.travertine.preset(name=preset)
            assert addon.arguments(bpy.context.scene, graph) == {"preset": preset, "param": {}}, (name, preset)
        assert settings.relief == addon.single(document.get("relief", 0.012))
        used = [output.name for output in settings.outputs if output.use]
        assert "color" in used and "height" not in used, name
    assert kinds >= {"float", "integer", "seed", "color", "ramp"}, kinds
    print(f"  {len(names)} graphs")


def test_values_and_presets():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "rusty-paint.json")
    scene = bpy.context.scene
    graph = addon.graph_of(scene)
    values = addon.values_of(scene)
    at = {parameter.name: parameter.identifier for parameter in graph.parameters}
    setattr(values, at["wear"], 7)
    assert getattr(values, at["wear"]) == 1, "the range limits it"
    setattr(values, at["wear"], 0.7)
    setattr(values, at["paint"], (1, 0.5, 0.25, 1))
    assert addon.arguments(scene, graph) == {"param": {"wear": "0.7", "paint": "[1, 0.5, 0.25, 1]"}}
    bpy.ops.travertine.preset(name="Old hull")
    assert settings.preset == "Old hull"
    assert math.isclose(getattr(values, at["wear"]), 0.57, rel_tol=1e-6)
    setattr(values, at["seed"], 77)
    assert addon.arguments(scene, graph) == {"preset": "Old hull", "param": {"seed": "77"}}
    fails(bpy.ops.travertine.preset, "Rusty", "Old hull", name="Rusty")
    bpy.ops.travertine.preset(name="")
    assert addon.arguments(scene, graph) == {"param": {}}
    # Values are kept while another graph is chosen.
    setattr(values, at["wear"], 0.25)
    settings.graph = os.path.join(GRAPHS, "marble.json")
    settings.graph = os.path.join(GRAPHS, "rusty-paint.json")
    assert addon.arguments(scene, graph) == {"param": {"wear": "0.25"}}


def test_values_are_saved():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "agate.json")
    graph = addon.graph_of(bpy.context.scene)
    at = {parameter.name: parameter.identifier for parameter in graph.parameters}
    setattr(addon.values_of(bpy.context.scene), at["scale"], 2)
    ramp = addon.color_ramp(addon.values_of(bpy.context.scene), graph.parameters[list(at).index("palette")])
    ramp.elements[0].color = (1, 0, 0, 1)
    before = addon.arguments(bpy.context.scene, graph)
    assert len(before["param"]) == 2
    path = os.path.join(folder, "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    start()
    bpy.ops.wm.open_mainfile(filepath=path)
    graph = addon.graph_of(bpy.context.scene)
    assert addon.arguments(bpy.context.scene, graph) == before


def hard_graph():
    """Wires all parameters of the hard graph."""
    document = json.loads(json.dumps(HARD))
    names = list(document["parameters"])
    document["nodes"] = {
        "place": {"type": "input/position"},
        "fine": {"type": "noise/perlin", "inputs": {"scale": 4, "seed": {"parameter": "big"}}},
        "ramp": {
            "type": "color/ramp",
            "inputs": {"value": {"parameter": names[0]}, "ramp": {"parameter": "stops"}},
        },
        "blend": {
            "type": "blend/color",
            "inputs": {"base": {"node": "ramp"}, "blend": {"parameter": "tint"}, "mode": {"parameter": "mix"}},
        },
        "moved": {"type": "math/add", "inputs": {"a": {"node": "blend"}, "b": {"parameter": "shift"}}},
        "sum": {"type": "math/add", "inputs": {"a": {"node": "moved"}, "b": {"parameter": names[1]}}},
        "sign": {"type": "input/text", "inputs": {"text": {"parameter": "word"}}},
    }
    document["outputs"]["sign"] = {"node": "sign"}
    del document["parameters"]["wavy"], document["parameters"]["open choice"], document["parameters"]["bend"]
    return document


def test_hard_names_and_all_types():
    settings = start()
    names = list(HARD["parameters"])
    path = write("härd näme.json", hard_graph())
    settings.graph = path
    assert not settings.problem, settings.problem
    scene = bpy.context.scene
    graph, values = addon.graph_of(scene), addon.values_of(scene)
    at = {parameter.name: parameter for parameter in graph.parameters}
    bpy.ops.travertine.preset(name="Größer")
    setattr(values, at[names[0]].identifier, 0.75)
    setattr(values, at[names[1]].identifier, 0.0625)
    setattr(values, at["mix"].identifier, "c2")
    setattr(values, at["word"].identifier, "null = \"1\", ½")
    setattr(values, at["shift"].identifier, (0.125, 0, -0.25))
    setattr(values, at["big"].identifier, "4294967295")
    setattr(values, at["tint"].identifier, (0.1, 0.2, 0.3, 1))
    ramp = addon.color_ramp(values, at["stops"])
    ramp.elements[3].color = (0, 0.5, 0, 1)
    ramp.interpolation = "EASE"
    given = addon.arguments(scene, graph)
    assert "preset" in given and len(given["param"]) == 8, given
    obj = cube()
    for output in settings.outputs:
        output.use = True
    if not any("," in output for output in graph.outputs):
        raise AssertionError("the graph should have a name with a comma")
    bpy.ops.travertine.bake()
    labels = [node.label for node in obj.material_slots[0].material.node_tree.nodes if node.type == "TEX_IMAGE"]
    assert labels == graph.outputs, labels
    check_colors(obj, path, upright, flags(given))


def test_other_types():
    """The properties of types that no node of the other graphs uses."""
    settings = start()
    document = json.loads(json.dumps(GRADIENT))
    document["parameters"] = {key: HARD["parameters"][key] for key in ("wavy", "open choice", "bend")}
    settings.graph = write("types.json", document)
    assert not settings.problem, settings.problem
    scene = bpy.context.scene
    graph, values = addon.graph_of(scene), addon.values_of(scene)
    wavy, choice, bend = graph.parameters
    setattr(values, wavy.identifier, True)
    setattr(values, choice.identifier, "c0")
    setattr(values, bend.identifier, '{"points": [[0, 1]]}')
    bpy.context.view_layer.update()
    given = addon.arguments(scene, graph)["param"]
    assert given == {"wavy": "true", "open choice": '"cubic"', "bend": '{"points": [[0, 1]]}'}, given
    sample(settings.graph, [(0, 0, 0)], flags(addon.arguments(scene, graph)))


def test_choices_of_the_driven_input():
    settings = start()
    document = hard_graph()
    del document["parameters"]["mix"]["choices"]
    settings.graph = write("driven.json", document)
    mix = next(each for each in addon.graph_of(bpy.context.scene).parameters if each.name == "mix")
    assert "multiply" in mix.choices and len(mix.choices) > 5, mix.choices


def test_bake_gradient_at_the_vertices():
    """The value at a vertex is its position, upright: x right, y down, z away."""
    for axes, to_graph in (
        ("UPRIGHT", upright),
        ("BLENDER", lambda place: tuple(place)),
    ):
        settings = start()
        path = write("gradient.json", GRADIENT)
        settings.graph = path
        settings.axes = axes
        settings.scale = 0.25
        settings.offset = (0.5, 0.5, 0.5)
        settings.outputs["place"].use = True
        obj = cube()
        bpy.ops.travertine.bake()
        image = picture(obj, "place")
        # A vector is not a color: its levels are proportional to its values.
        assert image.colorspace_settings.name == "Non-Color"
        pixels, width = list(image.pixels), image.size[0]
        uvs = obj.data.uv_layers.active.data
        for loop in obj.data.loops:
            u, v = uvs[loop.index].uv
            column, row = min(int(u * width), width - 1), min(int(v * width), width - 1)
            level = pixels[4 * (row * width + column) :][:3]
            place = [0.25 * part + 0.5 for part in to_graph(obj.data.vertices[loop.vertex_index].co)]
            for part, expected in zip(level, place):
                # A texel is 1/32 of a face's edge, and its margin as far again.
                assert abs(part - expected) < 0.05, (axes, level, place)
        check_colors(obj, path, lambda place: [0.25 * part + 0.5 for part in to_graph(place)])


def test_bake_onto_a_cube():
    settings = start()
    path = os.path.join(GRAPHS, "marble.json")
    settings.graph = path
    settings.scale = 0.5
    settings.offset = (1, -2, 0.25)
    bpy.ops.travertine.preset(name="Verde")
    obj = cube()
    bpy.ops.travertine.bake()
    material = obj.material_slots[0].material
    image = picture(obj)
    assert image.packed_file and tuple(image.size) == (128, 128)
    assert material.node_tree.nodes["roughness"].image.colorspace_settings.name == "Non-Color"
    to_graph = lambda place: [0.5 * part + move for part, move in zip(upright(place), (1, -2, 0.25))]
    check_colors(obj, path, to_graph, ["--preset", "Verde"])
    # A second bake renews the material instead of making another one.
    images = len(bpy.data.images)
    bpy.ops.travertine.preset(name="")
    bpy.ops.travertine.bake()
    assert obj.material_slots[0].material == material
    assert len(bpy.data.images) == images, [image.name for image in bpy.data.images]
    check_colors(obj, path, to_graph)


def test_bake_onto_a_sphere_with_modifiers_in_the_world():
    settings = start()
    path = os.path.join(GRAPHS, "marble.json")
    settings.graph = path
    settings.space = "WORLD"
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, location=(3, 1, 2), rotation=(0.3, 0.5, 0.7))
    obj = bpy.context.active_object
    # A negative scale turns the surface inside out.
    obj.scale = (1, -1.5, 0.5)
    modifier = obj.modifiers.new("Subdivision", "SUBSURF")
    modifier.levels = 1
    bpy.context.view_layer.update()
    bpy.ops.travertine.bake()
    check_colors(obj, path, lambda place: upright(obj.matrix_world @ place))


def test_relief():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "bronze.json")
    obj = cube()
    bpy.ops.travertine.bake()
    material = obj.material_slots[0].material
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    assert shader.inputs["Normal"].links[0].from_node.type == "NORMAL_MAP"
    assert shader.inputs["Metallic"].is_linked
    normal = material.node_tree.nodes["normal"].image
    assert normal.colorspace_settings.name == "Non-Color"
    pixels = list(normal.pixels)
    middle = 4 * (normal.size[0] * (normal.size[1] // 2) + normal.size[0] // 2)
    assert pixels[middle + 2] > 0.5
    settings.surface = "DISPLACEMENT"
    settings.bits = "16"
    bpy.ops.travertine.bake()
    node = next(node for node in material.node_tree.nodes if node.type == "DISPLACEMENT")
    assert math.isclose(node.inputs["Scale"].default_value, settings.relief)
    assert node.inputs["Height"].links[0].from_node.image.is_float
    assert "normal" not in material.node_tree.nodes
    settings.surface = "NONE"
    bpy.ops.travertine.bake()
    assert {node.name for node in material.node_tree.nodes if node.type == "TEX_IMAGE"} == {
        "color",
        "roughness",
        "metallic",
    }


def test_slots():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    obj = cube()
    kept = bpy.data.materials.new("kept")
    obj.data.materials.append(kept)
    obj.data.materials.append(None)
    for face in list(obj.data.polygons)[:3]:
        face.material_index = 1
    obj.active_material_index = 1
    settings.only_slot = True
    bpy.ops.travertine.bake()
    assert obj.material_slots[0].material == kept
    assert obj.material_slots[1].material["travertine"] == obj.name_full
    settings.only_slot = False
    bpy.ops.travertine.bake()
    assert obj.material_slots[0].material == obj.material_slots[1].material


def test_images_beside_the_blend():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    settings.storage = "FILES"
    obj = cube()
    fails(bpy.ops.travertine.bake, "Save the .blend first")
    place = os.path.join(folder, "beside")
    os.makedirs(place, exist_ok=True)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(place, "scene.blend"))
    bpy.ops.travertine.bake()
    image = picture(obj)
    assert not image.packed_file and image.filepath.startswith("//textures"), image.filepath
    assert os.path.exists(bpy.path.abspath(image.filepath))
    before = list(image.pixels)
    bpy.ops.travertine.preset(name="Verde")
    bpy.ops.travertine.bake()
    assert picture(obj) == image and list(image.pixels) != before


def test_image_material():
    settings = start()
    path = os.path.join(GRAPHS, "rusty-paint.json")
    settings.graph = path
    settings.units = 2
    settings.plane = "xz"
    settings.depth = 0.25
    obj = cube()
    bpy.ops.travertine.material()
    image = picture(obj)
    pixels, points, places = list(image.pixels), [], []
    for column, row in ((0, 0), (5, 90), (127, 127), (64, 20), (100, 64)):
        places.append(4 * (row * 128 + column))
        # Row 0 of Blender is the bottom one.
        points.append(((column + 0.5) / 64, 0.25, (127 - row + 0.5) / 64))
    for place, value in zip(places, sample(path, points)):
        for a, b in zip(pixels[place:][:3], value):
            assert abs(a - encoded(b)) < 2 / 255
    material = obj.material_slots[0].material
    assert {node.name for node in material.node_tree.nodes if node.type == "TEX_IMAGE"} == {
        "color",
        "roughness",
        "metallic",
        "normal",
    }
    # Without UVs, a bump takes the place of the normal map.
    settings.coordinates = "OBJECT"
    settings.outputs["height"].use = True
    bpy.ops.travertine.material()
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    assert shader.inputs["Normal"].links[0].from_node.type == "BUMP"
    assert material.node_tree.nodes["color"].projection == "BOX"
    # One output, and no object.
    bpy.ops.object.delete()
    for output in settings.outputs:
        output.use = output.name == "color"
    settings.surface = "NONE"
    bpy.ops.travertine.material()
    assert [material.name for material in bpy.data.materials if material.use_fake_user] == ["Rusty paint.001"]


def test_tiles():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "granite.json")
    settings.tile = True
    obj = cube()
    bpy.ops.travertine.material()
    image = picture(obj)
    pixels = list(image.pixels)

    def step(a, b):
        return sum(abs(pixels[4 * (row * 128 + a)] - pixels[4 * (row * 128 + b)]) for row in range(128)) / 128

    inside = sum(step(column, column + 1) for column in range(60, 68)) / 8
    assert step(127, 0) < 2.5 * inside, (step(127, 0), inside)


def test_wrong_programs():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    cube()
    chosen = addon.preferences()
    chosen.program = os.path.join(folder, "nothing")
    fails(bpy.ops.travertine.bake, "There is no program", "nothing", "preferences")
    for name, text, message in (
        ("other", "echo other 1.2.3", "is not the program"),
        ("old", "echo travertine 0.0.9", "is too old"),
        ("broken", "echo oh no >&2; exit 3", "oh no"),
    ):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)
        chosen.program = path
        fails(bpy.ops.travertine.bake, message)
    chosen.program = ""
    path, os.environ["PATH"] = os.environ["PATH"], folder
    try:
        fails(bpy.ops.travertine.bake, "not on the PATH", "preferences")
    finally:
        os.environ["PATH"] = path
    chosen.program = os.path.dirname(PROGRAM)
    bpy.ops.travertine.bake()
    chosen.program = ""


def test_invalid_graphs():
    settings = start()
    cube()
    fails(bpy.ops.travertine.bake, "Choose a graph first")
    path = os.path.join(folder, "comma.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"format": "travertine",}')
    for path, message in (
        (path, "is not a graph"),
        (write("list.json", []), "is not a graph"),
        (write("other.json", {"format": "gltf"}), "is not a graph"),
        (os.path.join(folder, "missing.json"), "Cannot read"),
        (write("type.json", {**GRADIENT, "parameters": {"a": {"type": "float", "default": "x"}}}), "parameter `a`"),
    ):
        settings.graph = path
        assert message in settings.problem, settings.problem
        fails(bpy.ops.travertine.bake, message)
        fails(bpy.ops.travertine.reload, message)
        fails(bpy.ops.travertine.choose, message, path=path)
    # What only the program finds is reported in its words.
    document = json.loads(json.dumps(GRADIENT))
    document["nodes"]["place"]["type"] = "input/positon"
    settings.graph = write("typo.json", document)
    assert not settings.problem
    fails(bpy.ops.travertine.bake, "did you mean `input/position`")
    assert not addon.jobs


def test_changed_graph():
    settings = start()
    document = hard_graph()
    settings.graph = path = write("changing.json", document)
    scene = bpy.context.scene
    graph = addon.graph_of(scene)
    tint = next(each for each in graph.parameters if each.name == "tint")
    setattr(addon.values_of(scene), tint.identifier, (1, 0, 0, 1))
    document["outputs"] = {"other": {"node": "sum"}}
    document["parameters"]["new"] = {"type": "float", "default": 3}
    write("changing.json", document)
    os.utime(path, ns=(1, 1))
    bpy.ops.travertine.reload()
    graph = addon.graph_of(scene)
    assert [parameter.name for parameter in graph.parameters][-1] == "new"
    assert [output.name for output in settings.outputs] == ["other"] and settings.outputs[0].use
    assert addon.arguments(scene, graph) == {"param": {"tint": "[1, 0, 0, 1]"}}


def test_objects_that_cannot_be_baked():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    fails(bpy.ops.travertine.bake, "Select an object first")
    bpy.ops.object.camera_add()
    fails(bpy.ops.travertine.bake, "is not a mesh")
    obj = cube()
    for loop in obj.data.uv_layers.active.data:
        loop.uv *= 2
    fails(bpy.ops.travertine.bake, "`UVMap` of Cube leaves the unit square")
    settings.uv = "other"
    fails(bpy.ops.travertine.bake, "no UV map `other`")
    settings.uv = ""
    obj.data.uv_layers.remove(obj.data.uv_layers.active)
    obj.data.update()
    fails(bpy.ops.travertine.bake, "has no UV map", "switch on “Unwrap”")
    settings.unwrap = True
    bpy.ops.travertine.bake()
    assert len(obj.data.uv_layers) == 1
    check_colors(obj, settings.graph, upright)
    obj.data.clear_geometry()
    obj.data.uv_layers.new()
    fails(bpy.ops.travertine.bake, "has no faces")
    for output in settings.outputs:
        output.use = False
    fails(bpy.ops.travertine.bake, "No output is switched on")


def test_second_uv_map():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    obj = cube()
    first = obj.data.uv_layers.active
    for loop in first.data:
        loop.uv *= 3
    second = obj.data.uv_layers.new(name="zweite Karte")
    for loop in second.data:
        loop.uv /= 3
    settings.uv = second.name
    bpy.ops.travertine.bake()
    nodes = obj.material_slots[0].material.node_tree.nodes
    assert {node.uv_map for node in nodes if node.type == "UVMAP"} == {second.name}
    obj.data.uv_layers.active = second
    check_colors(obj, settings.graph, upright)


def test_edit_mode():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    obj = cube()
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.transform.resize(value=(0.5, 0.5, 0.5))
    bpy.ops.travertine.bake()
    assert obj.mode == "EDIT"
    bpy.ops.object.mode_set(mode="OBJECT")
    check_colors(obj, settings.graph, upright)


def test_work_can_be_cancelled():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "agate.json")
    settings.size = "8192"
    obj = cube()
    graph = addon.prepare(bpy.context.scene)
    place = tempfile.mkdtemp(dir=folder)
    addon.export_mesh(obj, bpy.context, os.path.join(place, "mesh.glb"))
    job = addon.Job(addon.bake_targets(bpy.context.scene, graph), place)
    assert not bpy.ops.travertine.bake.poll()
    end = time.monotonic() + 90
    while job.progress == 0 and time.monotonic() < end:
        time.sleep(0.05)
    assert 0 < job.progress < 1, "the program reports its progress"
    bpy.ops.travertine.cancel()
    begun = time.monotonic()
    job.end()
    assert time.monotonic() - begun < 30 and job.cancelled
    assert not os.path.exists(place) and job.process.poll() is not None
    assert bpy.ops.travertine.bake.poll()


def test_menus():
    settings = start()
    settings.graph = os.path.join(GRAPHS, "marble.json")
    entries = addon.graphs_in(addon.graph_folder(bpy.context))
    assert len(entries) == len(os.listdir(GRAPHS))
    bpy.ops.travertine.choose(path=entries[0][0])
    assert settings.graph == entries[0][0]
    assert addon.graphs_in(os.path.join(folder, "nowhere")) == []


class Layout:
    """Takes the place of the layout of a panel, and notes what is drawn. Settings of it can be set as usual."""

    def __init__(self, drawn):
        self.drawn = drawn

    def note(self, text):
        self.drawn.append(text)
        return Layout(self.drawn)

    def box(self):
        return self.note("box")

    def row(self, align=False):
        return self.note("row")

    def column(self, align=False, heading=""):
        return self.note("column")

    def label(self, text, icon="NONE", translate=True):
        return self.note(text)

    def prop(self, data, name, **_options):
        assert name in data.bl_rna.properties, f"{data} has no property {name}"
        return self.note(name)

    def prop_search(self, data, name, other, others, icon="NONE"):
        assert hasattr(other, others)
        return self.prop(data, name)

    def operator(self, name, **_options):
        return getattr(bpy.types, "TRAVERTINE_OT_" + name.split(".")[1]) and self.note(name)

    def menu(self, name, **_options):
        return getattr(bpy.types, name) and self.note(name)

    def template_color_ramp(self, data, name, expand=False):
        assert data.color_ramp
        return self.note(name)


def drawn(name):
    """What a panel, a menu or the preferences draw."""
    context = types.SimpleNamespace(
        scene=bpy.context.scene,
        active_object=bpy.context.active_object,
        preferences=bpy.context.preferences,
        region=types.SimpleNamespace(width=220),
    )
    result = []
    if name == "preferences":
        shown = types.SimpleNamespace(layout=Layout(result), bl_rna=addon.preferences().bl_rna)
        addon.TRAVERTINE_AP_preferences.draw(shown, context)
        return result
    kind = getattr(bpy.types, "TRAVERTINE_" + name)
    if not hasattr(kind, "poll") or name.startswith("MT") or kind.poll(context):
        getattr(addon, "TRAVERTINE_" + name).draw(types.SimpleNamespace(layout=Layout(result)), context)
    return result


def test_panels():
    settings = start()
    panels = ("PT_graph", "PT_parameters", "PT_maps", "PT_bake", "PT_material", "MT_graphs", "MT_presets", "preferences")
    for name in panels:
        drawn(name)
    assert "Choose a graph" in drawn("PT_graph")
    assert not drawn("PT_maps")
    settings.graph = os.path.join(GRAPHS, "agate.json")
    obj = cube()
    obj.data.materials.append(None)
    obj.data.materials.append(None)
    shown = {name: drawn(name) for name in panels}
    assert "travertine.bake" in shown["PT_graph"] and "Agate" in shown["PT_graph"]
    assert "Palette" in shown["PT_parameters"] and "color_ramp" in shown["PT_parameters"]
    assert "only_slot" in shown["PT_bake"] and "uv" in shown["PT_bake"]
    assert shown["MT_presets"].count("travertine.preset") == 4
    assert any("/travertine: travertine " in text for text in shown["preferences"]), shown["preferences"]
    addon.preferences().program = "/nowhere/travertine"
    assert "There is no" in " ".join(drawn("preferences"))
    assert "There is no" in " ".join(drawn("PT_graph"))
    addon.preferences().program = ""
    settings.graph = write("typing.json", {"format": "travertine", "parameters": []})
    assert "is not a graph" in " ".join(drawn("PT_graph"))


def main():
    global folder, addon
    assert PROGRAM, "the program `travertine` must be on the PATH"
    names = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    folder = tempfile.mkdtemp(prefix="travertine-test-")
    tempfile.tempdir = os.path.join(folder, "temporary")
    os.mkdir(tempfile.tempdir)
    failed = 0
    # The installed file is tested. Python would find the one next to this script first.
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != HERE]
    try:
        bpy.ops.preferences.addon_install(filepath=os.path.join(HERE, "travertine.py"), overwrite=True)
        enable()
        addon = sys.modules["travertine"]
        assert addon.__file__ != os.path.join(HERE, "travertine.py")
        for name, test in list(globals().items()):
            if not name.startswith("test_") or names and name not in names:
                continue
            begun = time.monotonic()
            try:
                # An add-on that was switched off and on is another module.
                addon = sys.modules["travertine"]
                test()
                addon = sys.modules["travertine"]
                left = os.listdir(tempfile.tempdir)
                assert not left, f"it left temporary files: {left}"
                print(f"ok {name}, {time.monotonic() - begun:.2f} s")
            except Exception:
                failed += 1
                traceback.print_exc()
                print(f"FAILED {name}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{failed} failed" if failed else "all tests passed")
    # Blender exits with 0 whatever a script does.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1 if failed else 0)


main()
