# SPDX-License-Identifier: MIT OR Apache-2.0
"""Travertine in Blender: bakes a graph to an object, or makes a material from flat pictures of it.

The work is done by the program `travertine`, in a process of its own. This file reads the parameters of a graph,
shows them as properties, passes them to the program, and builds materials from the pictures that it writes.
"""

import array
import atexit
import hashlib
import json
import math
import os
import re
import shutil
import struct
import subprocess
import tempfile
import textwrap
import threading
import time

import bpy
from bpy.app.handlers import persistent
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

bl_info = {
    "name": "Travertine",
    "description": "Bake procedural solid textures to objects, or make materials from them",
    "author": "The Travertine authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Travertine",
    "category": "Material",
}

# The oldest program whose options this file uses.
OLDEST = (0, 1, 0)

# The largest integer of a property of Blender. Seeds go up to 4294967295.
MAX_INT = 2**31 - 1

# The most stops of a color ramp of Blender. Graphs have up to 64.
MAX_STOPS = 32

# The node group whose color ramps hold the values of ramps. A dot hides it from menus.
RAMPS = ".Travertine ramps"


class Problem(Exception):
    """A failure with a message for the user."""


# The program


def preferences():
    """The preferences of the add-on, or None where this file runs as a script."""
    addon = bpy.context.preferences.addons.get(__name__)
    return addon.preferences if addon else None


def program():
    """The path of the program."""
    settings = preferences()
    chosen = settings.program.strip() if settings else ""
    if chosen:
        path = bpy.path.abspath(chosen)
        if os.path.isdir(path):
            path = os.path.join(path, "travertine.exe" if os.name == "nt" else "travertine")
        if not os.path.isfile(path):
            raise Problem(f"There is no program {path}. Choose `travertine` in the preferences of the add-on")
        return path
    found = shutil.which("travertine")
    if not found:
        raise Problem(
            "The program `travertine` is not on the PATH. Install it, or choose it in the preferences of the add-on"
        )
    return found


# What the program told about its version, by path, time and size of its file.
versions = {}


def checked_program():
    """The path of the program, if it runs and is new enough."""
    path = program()
    status = os.stat(path)
    key = (path, status.st_mtime_ns, status.st_size)
    if key not in versions:
        try:
            versions[key] = run([path, "--version"]).strip()
        except Problem as problem:
            raise Problem(f"{path} is not the program `travertine`: {problem}") from None
    match = re.fullmatch(r"travertine (\d+)\.(\d+)\.(\d+).*", versions[key])
    if not match:
        raise Problem(f"{path} is not the program `travertine`: it calls itself {versions[key][:80]!r}")
    if tuple(int(part) for part in match.groups()) < OLDEST:
        needed = ".".join(str(part) for part in OLDEST)
        raise Problem(f"{path} is too old: {versions[key]}, but the add-on needs {needed} or later")
    return path


def hidden():
    """The flags of a process that opens no console on Windows."""
    return getattr(subprocess, "CREATE_NO_WINDOW", 0)


def run(command):
    """What a short command prints."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            creationflags=hidden(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Problem("it does not answer") from None
    except OSError as error:
        raise Problem(error.strerror or str(error)) from None
    if done.returncode != 0:
        raise Problem(readable(done.stderr.decode("utf-8", "replace")))
    return done.stdout.decode("utf-8", "replace")


def readable(text):
    """A message of the program without the codes of a terminal and the word at its start."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).strip()
    return re.sub(r"^error: ", "", text) or "it failed without a message"


# Graphs


class Graph:
    """What this file needs of a graph."""

    def __init__(self, path):
        self.path = path
        try:
            status = os.stat(path)
            self.stamp = (status.st_mtime_ns, status.st_size)
            with open(path, encoding="utf-8-sig") as file:
                document = json.load(file)
        except OSError as error:
            raise Problem(f"Cannot read {path}: {error.strerror}") from None
        except ValueError as error:
            raise Problem(f"{path} is not a graph: {error}") from None
        if not isinstance(document, dict) or document.get("format") != "travertine":
            raise Problem(f"{path} is not a graph: it has no key `format` with the value \"travertine\"")

        def entries(key):
            found = document.get(key, {})
            if not isinstance(found, dict):
                raise Problem(f"{path} is not a graph: `{key}` is not an object")
            return found

        self.name = str(document.get("name") or os.path.splitext(os.path.basename(path))[0])
        self.description = str(document.get("description", ""))
        self.outputs = list(entries("outputs"))
        relief = document.get("relief", 0.012)
        self.up = str(document.get("up", "-y"))
        self.relief = float(relief) if isinstance(relief, (int, float)) else 0.012
        nodes = entries("nodes")
        self.parameters = []
        for name, entry in entries("parameters").items():
            try:
                self.parameters.append(Parameter(name, entry, nodes))
            except (TypeError, ValueError, KeyError, AttributeError, IndexError):
                raise Problem(f"{path}: the parameter `{name}` is not valid; `travertine check` explains why") from None
        self.presets = {}
        for name, entry in entries("presets").items():
            values = entry.get("values", {}) if isinstance(entry, dict) else {}
            description = str(entry.get("description", "")) if isinstance(entry, dict) else ""
            self.presets[name] = (description, values if isinstance(values, dict) else {})

    def changed(self):
        """Whether the file is another one than was read."""
        try:
            status = os.stat(self.path)
        except OSError:
            return True
        return self.stamp != (status.st_mtime_ns, status.st_size)

    def base(self, preset):
        """The constants of all parameters by name: those of a preset, or the defaults."""
        values = self.presets.get(preset, ("", {}))[1]
        return {parameter.name: values.get(parameter.name, parameter.default) for parameter in self.parameters}


class Parameter:
    """A parameter of a graph, and the property that shows it."""

    def __init__(self, name, entry, nodes):
        self.name = name
        # Names of parameters have up to 256 characters of any kind, identifiers of properties 63 plain ones.
        self.identifier = "p_" + hashlib.sha1(name.encode()).hexdigest()[:16]
        self.kind = entry["type"]
        self.default = entry["default"]
        self.min = entry.get("min")
        self.max = entry.get("max")
        self.section = str(entry.get("section", ""))
        self.label = name.replace("_", " ")
        self.label = self.label[:1].upper() + self.label[1:]
        unit = f" In {entry['unit']}." if entry.get("unit") else ""
        self.description = str(entry.get("description", "")) + unit
        self.choices = entry.get("choices")
        if self.kind == "choice" and not self.choices:
            self.choices = driven_choices(name, nodes)
        if self.kind == "seed" and self.default > MAX_INT:
            self.kind = "large seed"
        if self.kind == "ramp" and len(self.default["stops"]) > MAX_STOPS:
            self.kind = "long ramp"
        self.value_of(self.default)

    def bounded(self):
        """Whether the parameter is a number between two bounds, for a slider."""
        return self.kind in ("float", "integer") and self.min is not None and self.max is not None

    def property(self):
        """The property with the name, range, default and description of the parameter."""
        common = {"name": self.label, "description": self.description}
        low, high = self.min, self.max
        value = self.value_of(self.default)
        if self.kind == "float":
            low, high = -3.4e38 if low is None else low, 3.4e38 if high is None else high
            span = high - low if high - low < 1e9 else 10
            return FloatProperty(default=value, min=low, max=high, precision=3, step=span, **common)
        if self.kind in ("integer", "seed"):
            low = (0 if self.kind == "seed" else -MAX_INT) if low is None else max(math.ceil(low), -MAX_INT)
            high = MAX_INT if high is None else min(math.floor(high), MAX_INT)
            return IntProperty(default=value, min=low, max=high, **common)
        if self.kind == "boolean":
            return BoolProperty(default=value, **common)
        if self.kind == "color":
            low, high = 0 if low is None else low, 3.4e38 if high is None else high
            return FloatVectorProperty(
                default=value, size=4, subtype="COLOR", min=low, max=high, soft_min=0, soft_max=1, **common
            )
        if self.kind == "vector":
            low, high = -3.4e38 if low is None else low, 3.4e38 if high is None else high
            return FloatVectorProperty(default=value, size=3, subtype="XYZ", min=low, max=high, step=10, **common)
        if self.kind == "choice" and self.choices:
            items = [(f"c{index}", choice, "", index) for index, choice in enumerate(self.choices)]
            return EnumProperty(items=items, default=value, **common)
        if self.kind == "ramp":
            # Says whether there is a color ramp with the value; that one is in a node.
            return BoolProperty(default=False, **common)
        return StringProperty(default=value, **common)

    def value_of(self, constant):
        """The value of the property for a constant of the file format."""
        if self.kind == "float":
            return float(constant)
        if self.kind in ("integer", "seed"):
            if int(constant) != constant:
                raise ValueError(constant)
            return max(-MAX_INT, min(MAX_INT, int(constant)))
        if self.kind == "boolean":
            return bool(constant)
        if self.kind == "color":
            return linear(constant)
        if self.kind == "vector":
            parts = constant if isinstance(constant, list) else [constant] * 3
            return tuple(float(part) for part in parts[:3])
        if self.kind == "choice" and self.choices:
            return f"c{self.choices.index(constant)}"
        if self.kind in ("choice", "text"):
            return str(constant)
        if self.kind == "large seed":
            return str(int(constant))
        if self.kind == "ramp":
            stops = [(float(stop["position"]), linear(stop["color"])) for stop in constant["stops"]]
            return (constant.get("interpolation", "linear"), stops)
        return json.dumps(constant)

    def read(self, values):
        """The value of the property, or of the color ramp."""
        if self.kind == "ramp":
            ramp = color_ramp(values, self)
            if ramp is None:
                return self.value_of(self.default)
            interpolation = {"CONSTANT": "step", "EASE": "smooth"}.get(ramp.interpolation, "linear")
            return (interpolation, [(element.position, tuple(element.color)) for element in ramp.elements])
        value = getattr(values, self.identifier)
        return tuple(value) if self.kind in ("color", "vector") else value

    def write(self, values, constant):
        """Sets the property to a constant of the file format."""
        if self.kind == "ramp":
            fill_ramp(color_ramp(values, self, make=True), self.value_of(constant))
            setattr(values, self.identifier, True)
        else:
            setattr(values, self.identifier, self.value_of(constant))

    def argument(self, values, base):
        """The text for the program, or None if the value is that of the base, a constant of the file format."""
        value, origin = self.read(values), self.value_of(base)
        if same(value, origin):
            return None
        if self.kind == "float":
            return number(value)
        if self.kind in ("color", "vector"):
            return "[" + ", ".join(number(part) for part in value) + "]"
        if self.kind == "boolean":
            return "true" if value else "false"
        if self.kind == "choice" and self.choices:
            return json.dumps(self.choices[int(value[1:])], ensure_ascii=False)
        if self.kind in ("choice", "text"):
            return json.dumps(value, ensure_ascii=False)
        if self.kind == "ramp":
            interpolation, stops = value
            stops = [
                {"position": float(number(place)), "color": [float(number(part)) for part in color]}
                for place, color in stops
            ]
            return json.dumps({**base, "stops": stops, "interpolation": interpolation})
        return str(value)


def driven_choices(name, nodes):
    """The choices of the first input that a parameter drives. The program knows them; without it there are none."""
    for node in nodes.values():
        for key, value in node.get("inputs", {}).items():
            if value == {"parameter": name}:
                try:
                    described = json.loads(run([program(), "nodes", node["type"], "--format", "json"]))
                except (Problem, ValueError):
                    return None
                for entry in described if isinstance(described, list) else [described]:
                    for each in entry.get("inputs", []):
                        if each["name"] == key:
                            return each["choices"]
    return None


def single(value):
    """A number rounded to a 32-bit float, as properties hold it."""
    return struct.unpack("f", struct.pack("f", value))[0]


def number(value):
    """The shortest text that reads as the same 32-bit float."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if single(float(text)) == single(value):
            return text
    return repr(value)


def same(a, b):
    """Whether two values are equal, up to the rounding of colors to 32-bit floats."""
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(same(*pair) for pair in zip(a, b))
    if isinstance(a, float) or isinstance(b, float):
        return math.isclose(a, b, rel_tol=3e-7, abs_tol=1e-9)
    return a == b


def linear(constant):
    """A color of the file format as linear red, green, blue and alpha."""
    if isinstance(constant, str):
        digits = constant[1:]
        if constant[:1] != "#" or len(digits) not in (6, 8):
            raise ValueError(constant)
        levels = [int(digits[place : place + 2], 16) / 255 for place in range(0, len(digits), 2)]
        return tuple(decoded(level) for level in levels[:3]) + (levels[3] if len(levels) == 4 else 1.0,)
    if isinstance(constant, list):
        parts = [float(part) for part in constant]
        if len(parts) not in (3, 4):
            raise ValueError(constant)
        return tuple(parts) + ((1.0,) if len(parts) == 3 else ())
    return (float(constant),) * 3 + (1.0,)


def decoded(level):
    """A level of sRGB as linear light."""
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def color_ramp(values, parameter, make=False):
    """The color ramp that holds the value of a parameter, which is in a node of a hidden group."""
    group = bpy.data.node_groups.get(RAMPS)
    name = hashlib.sha1(f"{values.id_data.name_full} {type(values).__name__} {parameter.name}".encode()).hexdigest()
    node = group.nodes.get(name) if group else None
    if node is None and make:
        if group is None:
            group = bpy.data.node_groups.new(RAMPS, "ShaderNodeTree")
            group.use_fake_user = True
        node = group.nodes.new("ShaderNodeValToRGB")
        node.name = name
    return node.color_ramp if node else None


def fill_ramp(ramp, value):
    """Replaces the stops of a color ramp, and how it interpolates between them."""
    interpolation, stops = value
    ramp.color_mode = "RGB"
    ramp.interpolation = {"step": "CONSTANT", "smooth": "EASE"}.get(interpolation, "LINEAR")
    while len(ramp.elements) > 1:
        ramp.elements.remove(ramp.elements[-1])
    ramp.elements[0].position = 0
    for _ in stops[1:]:
        ramp.elements.new(1)
    # From the last to the first, so that no stop passes another one, which would change their order.
    for element, (position, color) in reversed(list(zip(ramp.elements, stops))):
        element.position = position
        element.color = color


# Graphs whose properties are registered, by the name of the scene's property that has their values.
graphs = {}


def values_name(path):
    """The name of the scene's property with the values of a graph."""
    return "travertine_" + hashlib.sha1(path.encode()).hexdigest()[:16]


def graph_of(scene):
    """The graph that a scene has chosen, if it is read."""
    return graphs.get(values_name(scene.travertine.graph))


def values_of(scene):
    """The values of the parameters of the chosen graph."""
    return getattr(scene, values_name(scene.travertine.graph))


def read_graph(scene):
    """Reads the chosen graph, and registers its parameters as properties. Values of known parameters stay."""
    chosen = scene.travertine.graph
    if not chosen:
        raise Problem("Choose a graph first")
    name = values_name(chosen)
    path = os.path.abspath(bpy.path.abspath(chosen))
    known = graphs.get(name)
    if known and known.path == path and not known.changed():
        return known
    graph = Graph(path)
    annotations = {parameter.identifier: parameter.property() for parameter in graph.parameters}
    made = type("TRAVERTINE_PG_" + name[11:], (bpy.types.PropertyGroup,), {"__annotations__": annotations})
    forget(name)
    bpy.utils.register_class(made)
    setattr(bpy.types.Scene, name, PointerProperty(type=made))
    graphs[name] = graph
    return graph


def forget(name):
    """Unregisters the properties of a graph."""
    if name in graphs:
        kind = getattr(bpy.types, "TRAVERTINE_PG_" + name[11:], None)
        delattr(bpy.types.Scene, name)
        if kind:
            bpy.utils.unregister_class(kind)
        del graphs[name]


def prepare(scene):
    """Reads the chosen graph, and adds what a new or changed one needs: its outputs, color ramps and relief."""
    settings = scene.travertine
    graph = read_graph(scene)
    values = values_of(scene)
    base = graph.base("")
    for parameter in graph.parameters:
        if parameter.kind == "ramp" and color_ramp(values, parameter) is None:
            parameter.write(values, base[parameter.name])
    if [output.name for output in settings.outputs] != graph.outputs:
        used = {output.name: output.use for output in settings.outputs}
        settings.outputs.clear()
        roles = roles_of(graph.outputs)
        for name in graph.outputs:
            output = settings.outputs.add()
            output.name = name
            output.use = used.get(name, name in roles.values() and name != roles.get("height"))
    if settings.prepared != settings.graph:
        settings.prepared = settings.graph
        settings.relief = graph.relief
        settings.preset = ""
    if settings.preset not in graph.presets:
        settings.preset = ""
    return graph


def graph_chosen(settings, _context):
    """Reads a graph as soon as it is chosen. The panel shows what is wrong with it."""
    settings.problem = ""
    if settings.graph:
        try:
            prepare(settings.id_data)
        except Problem as problem:
            settings.problem = str(problem)


ROLES = {
    "color": ("color", "colour", "base_color", "base_colour", "albedo", "diffuse"),
    "roughness": ("roughness",),
    "metallic": ("metallic", "metalness", "metal"),
    "emission": ("emission", "emissive"),
    "occlusion": ("occlusion", "ambient_occlusion", "ao"),
    "height": ("height",),
}


def roles_of(outputs):
    """The outputs that a material uses, by role. The first output is the color if none has a name for one."""
    roles = {}
    for output in outputs:
        plain = output.lower().replace("-", "_").replace(" ", "_")
        for role, names in ROLES.items():
            if plain in names:
                roles.setdefault(role, output)
    if "color" not in roles and outputs and outputs[0] not in roles.values():
        roles["color"] = outputs[0]
    return roles


# Work in the background

# The jobs that run.
jobs = []


class Job:
    """A build of the program, on a thread of its own. Its folder is removed at the end."""

    def __init__(self, targets, folder):
        build = {"format": "travertine-build", "version": 1, "targets": targets}
        path = os.path.join(folder, "build.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(build, file)
        self.report = os.path.join(folder, "report.json")
        self.command = [checked_program(), "build", path, "--report", self.report]
        self.folder = folder
        self.progress = 0.0
        self.started = time.monotonic()
        self.message = ""
        self.notes = []
        self.failed = False
        self.cancelled = False
        self.process = None
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.work, daemon=True)
        jobs.append(self)
        self.thread.start()

    def running(self):
        """Whether the program runs."""
        return self.thread.is_alive()

    def work(self):
        """Runs the program, and reads its report."""
        try:
            code, text = self.call()
        except OSError as error:
            code, text = 1, f"Cannot run {self.command[0]}: {error.strerror}"
        if self.cancelled:
            self.message = "Cancelled"
            return
        try:
            with open(self.report, encoding="utf-8") as file:
                targets = json.load(file)["targets"]
        except (OSError, ValueError, KeyError):
            targets = []
        self.notes = [note for target in targets for note in target["notes"]]
        if code != 0:
            errors = [target["error"] for target in targets if "error" in target]
            # Without the place in the build file, which nobody has seen.
            errors = [re.sub(r"^.*?: error: target `\w+`: ", "", error) for error in errors]
            self.failed = True
            self.message = "\n".join(errors) or readable(text)
            return
        self.progress = 1.0

    def call(self):
        """Runs the program. Returns its exit code and what it said."""
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        terminal = None
        # The program shows its progress on a terminal only. Windows has none to offer.
        try:
            import fcntl
            import pty
            import termios

            terminal, stderr = pty.openpty()
            fcntl.ioctl(stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 1000, 0, 0))
        except (ImportError, OSError):
            stderr = subprocess.PIPE
        try:
            with self.lock:
                if self.cancelled:
                    return 6, ""
                self.process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=stderr,
                    env=environment,
                    creationflags=hidden(),
                )
        finally:
            if terminal is not None:
                os.close(stderr)
        said = bytearray()
        try:
            while True:
                try:
                    more = os.read(terminal, 65536) if terminal is not None else self.process.stderr.read1(65536)
                except OSError:
                    # The other end of a terminal is closed.
                    break
                if not more:
                    break
                said += more
                shares = re.findall(rb"(\d+) %", bytes(said[-2000:]))
                if shares and "█".encode() in said[-4000:]:
                    self.progress = int(shares[-1]) / 100
        finally:
            if terminal is not None:
                os.close(terminal)
            else:
                self.process.stderr.close()
            code = self.process.wait()
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode("utf-8", "replace"))
        lines = [line for line in re.split(r"[\r\n]+", text) if line.strip() and not line.startswith(("█", "░"))]
        return code, "\n".join(lines)

    def cancel(self):
        """Ends the program."""
        with self.lock:
            self.cancelled = True
            process = self.process
        if process and process.poll() is None:
            try:
                process.terminate()
            except OSError:
                pass

    def end(self):
        """Waits for the thread, and removes the folder."""
        self.thread.join()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self in jobs:
            jobs.remove(self)


def end_jobs():
    """Ends all work, as Blender quits or the add-on is switched off."""
    for job in list(jobs):
        job.cancel()
        job.end()


# Meshes

def export_mesh(obj, context, path):
    """Writes the mesh of an object, with its modifiers, as GLB. Returns the name of its UV layer."""
    settings = context.scene.travertine
    if obj.mode == "EDIT":
        obj.update_from_editmode()
    depsgraph = context.evaluated_depsgraph_get()
    evaluated = obj.evaluated_get(depsgraph)
    mesh = evaluated.to_mesh(preserve_all_data_layers=True, depsgraph=depsgraph)
    try:
        layer = uv_layer(obj, mesh, settings.uv)
        # Blender moves the layers as it computes normals, so the name is read first.
        name = layer.name
        glb = glb_of(obj, mesh, layer, settings)
    finally:
        evaluated.to_mesh_clear()
    with open(path, "wb") as file:
        file.write(glb)
    return name


def uv_layer(obj, mesh, name):
    """The chosen UV layer, or that for rendering."""
    if name:
        layer = mesh.uv_layers.get(name)
        if layer is None:
            raise Problem(f"{obj.name} has no UV map `{name}`; choose another one")
        return layer
    layer = next((layer for layer in mesh.uv_layers if layer.active_render), mesh.uv_layers.active)
    if layer is None:
        raise Problem(f"{obj.name} has no UV map; unwrap it, or switch on “Unwrap”")
    return layer


def glb_of(obj, mesh, layer, settings):
    """The bytes of a GLB with a vertex for each corner of a face."""
    mesh.calc_loop_triangles()
    corners = len(mesh.loops)
    if not len(mesh.loop_triangles):
        raise Problem(f"{obj.name} has no faces")

    def numbers(code, entries, key, count):
        buffer = array.array(code, bytes(4 * count))
        entries.foreach_get(key, buffer)
        return buffer

    positions = numbers("f", mesh.vertices, "co", 3 * len(mesh.vertices))
    vertices = numbers("i", mesh.loops, "vertex_index", corners)
    uvs, uv_name = numbers("f", layer.data, "uv", 2 * corners), layer.name
    indices = numbers("i", mesh.loop_triangles, "loops", 3 * len(mesh.loop_triangles))
    if hasattr(mesh, "corner_normals"):
        normals = numbers("f", mesh.corner_normals, "vector", 3 * corners)
    else:
        mesh.calc_normals_split()
        normals = numbers("f", mesh.loops, "normal", 3 * corners)

    if settings.only_slot and len(obj.material_slots) > 1:
        slots = numbers("i", mesh.loop_triangles, "material_index", len(mesh.loop_triangles))
        slot = obj.active_material_index
        kept = [3 * triangle for triangle, index in enumerate(slots) if index == slot]
        indices = array.array("i", (indices[start + part] for start in kept for part in range(3)))
        if not indices:
            raise Problem(f"{obj.name} has no faces in the material slot {slot + 1}")
    check_uvs(obj, uv_name, uvs, indices)

    entries = positions.tobytes()
    entries = [entries[place : place + 12] for place in range(0, len(entries), 12)]
    gathered = b"".join([entries[vertex] for vertex in vertices])
    # A GLB counts v from the top.
    uvs[1::2] = array.array("f", [1 - v for v in uvs[1::2]])
    return pack_glb(gathered, normals.tobytes(), uvs.tobytes(), indices.tobytes(), placed(obj, settings))


def check_uvs(obj, name, uvs, indices):
    """Refuses UVs outside the unit square, which has the picture."""
    if -1e-3 <= min(uvs) and max(uvs) <= 1.001:
        return
    for corner in indices:
        u, v = uvs[2 * corner], uvs[2 * corner + 1]
        if not (-1e-3 <= u <= 1.001 and -1e-3 <= v <= 1.001):
            raise Problem(
                f"The UV map `{name}` of {obj.name} leaves the unit square: it reaches {u:.3f}, {v:.3f}. "
                "Pack its islands, or choose another UV map"
            )


def placed(obj, settings):
    """The transform from mesh to texture space, without axes, scale and offset, as a matrix in column order."""
    place = obj.matrix_world if settings.space == "WORLD" else ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    return [place[row][column] for column in range(4) for row in range(4)]


def pack_glb(positions, normals, uvs, indices, matrix):
    """A GLB with one mesh (Khronos Group, "glTF 2.0 Specification") from the bytes of its lists."""
    views, accessors, start = [], [], 0
    lists = [
        (positions, "VEC3", 12, 5126),
        (normals, "VEC3", 12, 5126),
        (uvs, "VEC2", 8, 5126),
        (indices, "SCALAR", 4, 5125),
    ]
    for data, kind, width, component in lists:
        views.append({"buffer": 0, "byteOffset": start, "byteLength": len(data)})
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": component, "count": len(data) // width, "type": kind}
        )
        start += len(data)
    binary = b"".join(data for data, *_ in lists)
    root = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(binary)}],
        "bufferViews": views,
        "accessors": accessors,
        "materials": [{"name": "bake"}],
        "meshes": [
            {
                "primitives": [
                    {"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}
                ]
            }
        ],
        "nodes": [{"mesh": 0, "matrix": matrix}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(binary)
    return (
        struct.pack("<4sII", b"glTF", 2, total)
        + struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(binary), b"BIN\0")
        + binary
    )


# Builds


def arguments(scene, graph):
    """The fields of a target that give the preset, and the parameters that differ from it."""
    settings, values = scene.travertine, values_of(scene)
    base = graph.base(settings.preset)
    texts = {parameter.name: parameter.argument(values, base[parameter.name]) for parameter in graph.parameters}
    preset = {"preset": settings.preset} if settings.preset else {}
    return {**preset, "param": {name: text for name, text in texts.items() if text is not None}}


def common_fields(scene, graph):
    """The fields that all targets have."""
    settings = scene.travertine
    fields = {"graph": graph.path, "seed": settings.seed, "size": settings.size, "samples": settings.samples}
    return {**fields, **arguments(scene, graph)}


def chosen_outputs(scene, graph):
    """The outputs to compute: those that are switched on, and the height for normals and displacement."""
    settings = scene.travertine
    chosen = [output.name for output in settings.outputs if output.use]
    height = roles_of(graph.outputs).get("height")
    if height and settings.surface == "DISPLACEMENT" and height not in chosen:
        chosen.append(height)
    if not chosen:
        raise Problem("No output is switched on")
    return chosen


def bake_targets(scene, graph):
    """The target that bakes a mesh, mesh.glb, into the folder `maps`."""
    settings = scene.travertine
    height = roles_of(graph.outputs).get("height")
    if height and settings.surface == "NORMAL" and settings.relief > 0:
        normals = {"height": height, "strength": number(settings.relief)}
    else:
        normals = {"no-normals": True}
    bake = {
        **common_fields(scene, graph),
        "make": "bake",
        "mesh": "mesh.glb",
        "to": "maps",
        "output": chosen_outputs(scene, graph),
        "margin": settings.margin,
        "bits": settings.bits,
        "scale": number(settings.scale),
        "offset": [float(number(part)) for part in settings.offset],
        # Blender has z up; with the up of the graph, nothing is turned.
        "up": "z" if settings.axes == "UPRIGHT" else graph.up,
        "occlusion": settings.occlusion,
        **normals,
    }
    return {"bake": bake}


def picture_targets(scene, graph):
    """The targets that render flat pictures into the folder `maps`."""
    settings = scene.travertine
    common = {**common_fields(scene, graph), "make": "render", "plane": settings.plane, "depth": number(settings.depth)}
    side = 1.0 if settings.tile else float(number(settings.units))
    common |= {"region": [0, 0, side, side], "seamless": settings.tile}
    pictures = {"to": "maps/bake_{output}.png", "output": chosen_outputs(scene, graph), "bits": settings.bits}
    targets = {"pictures": {**common, **pictures}}
    height = roles_of(graph.outputs).get("height")
    if height == "height" and settings.surface == "NORMAL" and settings.relief > 0:
        # Of the set for Blender, only the normal map is used.
        targets["normals"] = {
            **common, "to": "set_{output}.png", "for": "blender", "relief": number(settings.relief)
        }
    return targets


def find_map(folder, output):
    """The picture of an output, or None. The program replaces other characters than letters and digits."""
    pattern = re.compile("bake_" + re.sub(r"[^A-Za-z0-9_-]", ".", output) + r"\.png", re.DOTALL)
    for name in sorted(os.listdir(folder)):
        if name == f"bake_{output}.png" or pattern.fullmatch(name):
            return os.path.join(folder, name)
    return None


def collect_maps(scene, graph, folder, made_normals):
    """The pictures of a job: the path of each output's, and of `normal`."""
    maps = os.path.join(folder, "maps")
    found = {}
    for output in chosen_outputs(scene, graph):
        path = find_map(maps, output)
        if path:
            found[output] = path
    extra = {}
    if made_normals:
        for path in (os.path.join(maps, "bake_normal.png"), os.path.join(folder, "set_normal.png")):
            if os.path.exists(path):
                extra["normal"] = path
    path = os.path.join(maps, "bake_occlusion.png")
    if scene.travertine.occlusion and os.path.exists(path) and path not in found.values():
        extra["occlusion"] = path
    return found, extra


# Materials


def is_srgb(path):
    """Whether a PNG is tagged as sRGB, and whether it has an alpha channel."""
    with open(path, "rb") as file:
        file.seek(8)
        alpha = False
        while True:
            head = file.read(8)
            if len(head) < 8 or head[4:] == b"IDAT":
                return False, alpha
            length = int.from_bytes(head[:4], "big")
            body = file.read(length)
            if head[4:] == b"IHDR":
                alpha = body[9] in (4, 6)
            if head[4:] == b"sRGB":
                return True, alpha
            file.seek(4, os.SEEK_CUR)


def load_image(path, name, settings):
    """An image of Blender from a picture, packed or next to the .blend."""
    srgb, alpha = is_srgb(path)
    if settings.storage == "FILES":
        folder = bpy.path.abspath("//textures")
        target = os.path.join(folder, bpy.path.clean_name(name) + ".png")
        try:
            os.makedirs(folder, exist_ok=True)
            shutil.copyfile(path, target)
        except OSError as error:
            raise Problem(f"Cannot write {target}: {error.strerror}") from None
        image = bpy.data.images.load(target, check_existing=True)
        image.reload()
        image.filepath = bpy.path.relpath(target)
    else:
        image = bpy.data.images.load(path)
        image.pack()
        # The file is temporary; Blender suggests this one when the image is unpacked.
        image.filepath_raw = "//textures/" + bpy.path.clean_name(name) + ".png"
        image.packed_files[0].filepath = image.filepath_raw
    image.name = name
    image.colorspace_settings.name = "sRGB" if srgb else "Non-Color"
    image["travertine"] = True
    return image, alpha


def shader_input(shader, *names):
    """The input of a shader with the first of the names that it has. Blender 4 renamed some."""
    return next(shader.inputs[name] for name in names if name in shader.inputs)


def own_material(obj, name):
    """The material that an earlier bake made for this object, or a new one."""
    slots = obj.material_slots if obj else []
    for index in ([obj.active_material_index] if obj and slots else []) + list(range(len(slots))):
        material = slots[index].material
        if material and material.get("travertine") == obj.name_full and not material.library:
            return material
    material = bpy.data.materials.new(name)
    material["travertine"] = obj.name_full if obj else ""
    return material


def build_material(material, graph, found, extra, settings, uv, flat):
    """Fills a material with a Principled BSDF and the pictures. `uv` is the name of a UV map, or None."""
    material.use_nodes = True
    tree = material.node_tree
    old = {node.image for node in tree.nodes if node.bl_idname == "ShaderNodeTexImage" and node.image}
    tree.nodes.clear()
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    shader = tree.nodes.new("ShaderNodeBsdfPrincipled")
    output.location, shader.location = (320, 0), (0, 0)
    tree.links.new(shader.outputs["BSDF"], output.inputs["Surface"])

    if flat and settings.coordinates != "UV":
        place = tree.nodes.new("ShaderNodeTexCoord")
        coordinates = place.outputs["Generated" if settings.coordinates == "GENERATED" else "Object"]
    else:
        place = tree.nodes.new("ShaderNodeUVMap")
        place.uv_map = uv or ""
        coordinates = place.outputs["UV"]
    place.location = (-1200, 0)
    if flat:
        mapping = tree.nodes.new("ShaderNodeMapping")
        mapping.location = (-960, 0)
        size = 1.0 if settings.tile else settings.units
        scale = settings.repeat if settings.coordinates != "OBJECT" else settings.repeat / size
        mapping.inputs["Scale"].default_value = (scale, scale, scale)
        tree.links.new(coordinates, mapping.inputs["Vector"])
        coordinates = mapping.outputs["Vector"]

    row = 0

    def picture(key, path):
        nonlocal row
        node = tree.nodes.new("ShaderNodeTexImage")
        node.image, alpha = load_image(path, f"{material.name} {key}", settings)
        node.label = key
        node.name = key
        node.location = (-640, 300 - 280 * row)
        if flat and settings.coordinates != "UV":
            node.projection = "BOX"
            node.projection_blend = 0.2
        elif not flat:
            # Texels beyond the border of the picture belong to nothing.
            node.extension = "EXTEND"
        row += 1
        tree.links.new(coordinates, node.inputs["Vector"])
        return node, alpha

    roles = {name: role for role, name in roles_of(graph.outputs).items()}
    height = None
    for name, path in found.items():
        node, alpha = picture(name, path)
        role = roles.get(name)
        color = node.outputs["Color"]
        if role == "color":
            tree.links.new(color, shader.inputs["Base Color"])
            if alpha:
                tree.links.new(node.outputs["Alpha"], shader.inputs["Alpha"])
                if hasattr(material, "blend_method"):
                    material.blend_method = "HASHED"
        elif role == "roughness":
            tree.links.new(color, shader.inputs["Roughness"])
        elif role == "metallic":
            tree.links.new(color, shader.inputs["Metallic"])
        elif role == "emission":
            tree.links.new(color, shader_input(shader, "Emission Color", "Emission"))
            shader.inputs["Emission Strength"].default_value = 1
        elif role == "height":
            height = color
    if "occlusion" in extra:
        picture("occlusion", extra["occlusion"])

    # Lengths of the graph in those of the object.
    unit = 1 / settings.scale
    if flat:
        unit = (1.0 if settings.tile else settings.units) / settings.repeat
        if settings.coordinates == "OBJECT":
            unit = 1 / settings.repeat
    if height is not None and settings.surface == "DISPLACEMENT":
        node = tree.nodes.new("ShaderNodeDisplacement")
        node.location = (0, -700)
        node.inputs["Midlevel"].default_value = 0
        node.inputs["Scale"].default_value = settings.relief * unit
        tree.links.new(height, node.inputs["Height"])
        tree.links.new(node.outputs["Displacement"], output.inputs["Displacement"])
        for owner in (material, getattr(material, "cycles", None)):
            if hasattr(owner, "displacement_method"):
                owner.displacement_method = "DISPLACEMENT"
                break
    elif "normal" in extra and flat and settings.coordinates != "UV" and height is not None:
        # A box projection has no tangents that a normal map could use.
        node = tree.nodes.new("ShaderNodeBump")
        node.location = (-300, -500)
        node.inputs["Distance"].default_value = settings.relief * unit
        tree.links.new(height, node.inputs["Height"])
        tree.links.new(node.outputs["Normal"], shader.inputs["Normal"])
    elif "normal" in extra and not (flat and settings.coordinates != "UV"):
        source, _ = picture("normal", extra["normal"])
        node = tree.nodes.new("ShaderNodeNormalMap")
        node.location = (-300, -500)
        node.uv_map = uv or ""
        tree.links.new(source.outputs["Color"], node.inputs["Color"])
        tree.links.new(node.outputs["Normal"], shader.inputs["Normal"])

    material["travertine_graph"] = graph.path
    used = {node.image for node in tree.nodes if node.bl_idname == "ShaderNodeTexImage"}
    for image in old - used:
        if image.get("travertine") and image.users == 0:
            bpy.data.images.remove(image)
    for image in used:
        # A new image that replaces an old one had to wait for its name.
        node = next(node for node in tree.nodes if node.bl_idname == "ShaderNodeTexImage" and node.image == image)
        image.name = f"{material.name} {node.name}"


def assign(obj, material, only_slot):
    """Gives an object its material, in one slot or in all."""
    if not obj.material_slots:
        obj.data.materials.append(material)
    elif only_slot:
        obj.material_slots[obj.active_material_index].material = material
    else:
        for slot in obj.material_slots:
            slot.material = material


# Operators


class Background:
    """An operator that builds targets in the background; without a window, or called by a script, it waits for them."""

    _timer = None
    _job = None

    @classmethod
    def poll(cls, context):
        if jobs:
            cls.poll_message_set("Travertine is at work")
            return False
        return context.mode in {"OBJECT", "EDIT_MESH", "SCULPT", "PAINT_TEXTURE", "PAINT_VERTEX", "PAINT_WEIGHT"}

    def execute(self, context):
        if not self.begin(context):
            return {"CANCELLED"}
        self._job.thread.join()
        return self.finish(context)

    def invoke(self, context, _event):
        if bpy.app.background:
            return self.execute(context)
        if not self.begin(context):
            return {"CANCELLED"}
        context.scene.travertine.progress = 0
        self._timer = context.window_manager.event_timer_add(0.1, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.window_manager.progress_begin(0, 100)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC" and event.value == "PRESS":
            self._job.cancel()
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if self._job.running():
            share = round(100 * self._job.progress)
            context.scene.travertine.progress = share
            context.window_manager.progress_update(share)
            seconds = int(time.monotonic() - self._job.started)
            done = f"{share} %, " if share else ""
            context.workspace.status_text_set(f"Travertine: {done}{seconds} s. Esc cancels")
            redraw(context)
            return {"PASS_THROUGH"}
        self.tidy(context)
        return self.finish(context)

    def cancel(self, context):
        """Blender calls this when it closes the window."""
        self._job.cancel()
        self._job.end()
        self.tidy(context)

    def tidy(self, context):
        """Takes the signs of work away."""
        context.window_manager.event_timer_remove(self._timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        redraw(context)

    def begin(self, context):
        """Starts the job. Returns whether there is one."""
        folder = tempfile.mkdtemp(prefix="travertine-")
        try:
            graph = prepare(context.scene)
            if context.scene.travertine.storage == "FILES" and not bpy.data.filepath:
                raise Problem("Save the .blend first, or pack the images: they belong next to it")
            self._graph = graph
            self._job = Job(self.targets(context, graph, folder), folder)
        except (Problem, OSError) as problem:
            shutil.rmtree(folder, ignore_errors=True)
            self.report({"ERROR"}, str(problem))
            return False
        return True

    def finish(self, context):
        """Makes the material from the pictures."""
        job = self._job
        try:
            job.thread.join()
            if job.cancelled:
                self.report({"WARNING"}, "Cancelled")
                return {"CANCELLED"}
            if job.failed:
                raise Problem(job.message)
            # A note about outputs that an engine could use is none about this material.
            for note in job.notes:
                if "left out for lack of outputs" not in note:
                    kind, _, text = note.partition(": ")
                    self.report({"WARNING" if kind == "warning" else "INFO"}, text)
            self.use(context, self._graph)
            seconds = time.monotonic() - job.started
            self.report({"INFO"}, f"{self._graph.name}: {seconds:.1f} s")
            return {"FINISHED"}
        except Problem as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        finally:
            job.end()


def redraw(context):
    """Draws the panel again."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


class TRAVERTINE_OT_bake(Background, bpy.types.Operator):
    """Bake the graph to the UV map of the active object, and give the object a material with the textures"""

    bl_idname = "travertine.bake"
    bl_label = "Bake to Object"
    bl_options = {"UNDO"}

    def targets(self, context, graph, folder):
        obj = context.active_object
        if obj is None:
            raise Problem("Select an object first")
        if obj.type != "MESH":
            raise Problem(f"{obj.name} is not a mesh; convert it to a mesh, or select another object")
        if obj.library or obj.data.library:
            raise Problem(f"{obj.name} is linked from another file; make it local first")
        targets = bake_targets(context.scene, graph)
        if context.scene.travertine.unwrap and not obj.data.uv_layers:
            unwrap(context, obj)
        self._uv = export_mesh(obj, context, os.path.join(folder, "mesh.glb"))
        self._object = obj.name_full
        return targets

    def use(self, context, graph):
        settings = context.scene.travertine
        obj = next((obj for obj in bpy.data.objects if obj.name_full == self._object), None)
        if obj is None:
            raise Problem(f"{self._object} is gone; nothing was changed")
        found, extra = collect_maps(context.scene, graph, self._job.folder, settings.surface == "NORMAL")
        material = own_material(obj, f"{graph.name} {obj.name}")
        build_material(material, graph, found, extra, settings, self._uv, False)
        assign(obj, material, settings.only_slot)


def unwrap(context, obj):
    """Gives an object UVs by Smart UV Project."""
    selected, mode = list(context.selected_objects), obj.mode
    for other in selected:
        other.select_set(False)
    obj.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.reveal(select=False)
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.uv.smart_project(island_margin=0.01)
    bpy.ops.object.mode_set(mode=mode)
    for other in selected:
        other.select_set(True)


class TRAVERTINE_OT_material(Background, bpy.types.Operator):
    """Make a material from flat pictures of the graph, and give it to the active object if that is a mesh"""

    bl_idname = "travertine.material"
    bl_label = "Make Image Material"
    bl_options = {"UNDO"}

    def targets(self, context, graph, _folder):
        obj = context.active_object
        self._object = obj.name_full if obj and obj.type == "MESH" and not obj.library else ""
        return picture_targets(context.scene, graph)

    def use(self, context, graph):
        settings = context.scene.travertine
        obj = next((obj for obj in bpy.data.objects if obj.name_full == self._object), None)
        found, extra = collect_maps(context.scene, graph, self._job.folder, settings.surface == "NORMAL")
        material = own_material(obj, graph.name)
        build_material(material, graph, found, extra, settings, settings.uv, True)
        if obj:
            assign(obj, material, settings.only_slot)
        else:
            material.use_fake_user = True


class TRAVERTINE_OT_cancel(bpy.types.Operator):
    """End the work of Travertine"""

    bl_idname = "travertine.cancel"
    bl_label = "Cancel"

    def execute(self, _context):
        for job in jobs:
            job.cancel()
        return {"FINISHED"}


class TRAVERTINE_OT_choose(bpy.types.Operator):
    """Choose this graph"""

    bl_idname = "travertine.choose"
    bl_label = "Choose Graph"
    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    path: StringProperty(options={"SKIP_SAVE"})

    def execute(self, context):
        settings = context.scene.travertine
        settings.graph = self.path
        if settings.problem:
            self.report({"ERROR"}, settings.problem)
            return {"CANCELLED"}
        return {"FINISHED"}


class TRAVERTINE_OT_reload(bpy.types.Operator):
    """Read the file of the graph again; values of its parameters stay"""

    bl_idname = "travertine.reload"
    bl_label = "Reload Graph"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        settings = context.scene.travertine
        settings.problem = ""
        try:
            prepare(context.scene)
        except Problem as problem:
            settings.problem = str(problem)
            self.report({"ERROR"}, settings.problem)
            return {"CANCELLED"}
        return {"FINISHED"}


class TRAVERTINE_OT_preset(bpy.types.Operator):
    """Set all parameters to the values of this preset"""

    bl_idname = "travertine.preset"
    bl_label = "Apply Preset"
    bl_options = {"REGISTER", "UNDO"}

    name: StringProperty(name="Preset", description="Name of the preset; empty for the defaults", options={"SKIP_SAVE"})

    @classmethod
    def description(cls, context, properties):
        graph = graph_of(context.scene)
        preset = graph.presets.get(properties.name) if graph else None
        return (preset and preset[0]) or "Set all parameters to these values"

    def execute(self, context):
        try:
            graph = prepare(context.scene)
            if self.name and self.name not in graph.presets:
                names = ", ".join(graph.presets) or "none"
                raise Problem(f"{graph.name} has no preset `{self.name}`; it has: {names}")
            values, base = values_of(context.scene), graph.base(self.name)
            for parameter in graph.parameters:
                try:
                    parameter.write(values, base[parameter.name])
                except (TypeError, ValueError, KeyError):
                    raise Problem(
                        f"The preset `{self.name}` has a wrong value of `{parameter.name}`; "
                        "`travertine check` explains why"
                    ) from None
        except Problem as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        context.scene.travertine.preset = self.name
        return {"FINISHED"}


# Menus and panels

# The graphs of a folder with its time, so that a menu does not read all files each time.
folders = {}


def graphs_in(folder):
    """Paths and names of the graphs of a folder."""
    try:
        stamp = os.stat(folder).st_mtime_ns
        if folders.get(folder, (None,))[0] != stamp:
            entries = []
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                if name.endswith(".json") and os.path.isfile(path) and os.path.getsize(path) < 2**26:
                    with open(path, encoding="utf-8", errors="replace") as file:
                        if re.search(r'"format"\s*:\s*"travertine"', file.read(4096)):
                            entries.append((path, name[:-5]))
            folders[folder] = (stamp, entries)
        return folders[folder][1]
    except OSError:
        return []


def graph_folder(context):
    """The folder of the chosen graph, or else that of the preferences."""
    chosen = context.scene.travertine.graph
    settings = preferences()
    folder = os.path.dirname(bpy.path.abspath(chosen)) if chosen else (settings.folder if settings else "")
    return bpy.path.abspath(folder) if folder else ""


class TRAVERTINE_MT_graphs(bpy.types.Menu):
    bl_label = "Graphs"

    def draw(self, context):
        entries = graphs_in(graph_folder(context))
        for path, name in entries:
            self.layout.operator("travertine.choose", text=name, translate=False).path = path
        if not entries:
            self.layout.label(text="No graphs in this folder")


class TRAVERTINE_MT_presets(bpy.types.Menu):
    bl_label = "Presets"

    def draw(self, context):
        graph = graph_of(context.scene)
        self.layout.operator("travertine.preset", text="Defaults").name = ""
        for name in graph.presets if graph else ():
            self.layout.operator("travertine.preset", text=name, translate=False).name = name


class Sidebar:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Travertine"


def lines(context, layout, text, icon):
    """Shows a long text in several rows, as the region is wide."""
    width = context.region.width / (context.preferences.system.ui_scale or 1)
    layout = layout.column(align=True)
    for row in textwrap.wrap(text, max(12, int(width / 7.5) - 10)):
        layout.label(text=row, icon=icon, translate=False)
        icon = "BLANK1"


class TRAVERTINE_PT_graph(Sidebar, bpy.types.Panel):
    bl_label = "Travertine"

    def draw(self, context):
        layout, settings = self.layout, context.scene.travertine
        layout.use_property_split = False
        layout.use_property_decorate = False
        try:
            program()
        except Problem as problem:
            lines(context, layout.box(), str(problem), "ERROR")
        row = layout.row(align=True)
        row.prop(settings, "graph", text="")
        row.menu("TRAVERTINE_MT_graphs", text="", icon="DOWNARROW_HLT")
        row.operator("travertine.reload", text="", icon="FILE_REFRESH")
        graph = graph_of(context.scene)
        if settings.problem:
            lines(context, layout.box(), settings.problem, "ERROR")
        if graph is None:
            if not settings.problem:
                text = "Reload the graph to see its parameters" if settings.graph else "Choose a graph"
                layout.label(text=text, icon="INFO")
            return
        layout.label(text=graph.name, icon="TEXTURE", translate=False)
        if graph.presets:
            layout.menu("TRAVERTINE_MT_presets", text=settings.preset or "Defaults", translate=False)
        if jobs:
            row = layout.row(align=True)
            share = row.row(align=True)
            share.enabled = False
            share.prop(settings, "progress", slider=True)
            row.operator("travertine.cancel", text="", icon="X")
        else:
            column = layout.column(align=True)
            column.operator("travertine.bake", icon="RENDER_STILL")
            column.operator("travertine.material", icon="MATERIAL")


class Chosen(Sidebar):
    """A panel that needs a graph."""

    bl_parent_id = "TRAVERTINE_PT_graph"

    @classmethod
    def poll(cls, context):
        return graph_of(context.scene) is not None


class TRAVERTINE_PT_parameters(Chosen, bpy.types.Panel):
    bl_label = "Parameters"

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        graph, values = graph_of(context.scene), values_of(context.scene)
        sections = {}
        for parameter in graph.parameters:
            column = sections.get(parameter.section)
            if column is None:
                column = sections[parameter.section] = layout.column()
                if parameter.section:
                    column.label(text=parameter.section, translate=False)
            if parameter.kind == "ramp":
                ramp = color_ramp(values, parameter)
                if ramp:
                    column.label(text=parameter.label, translate=False)
                    group = bpy.data.node_groups[RAMPS]
                    node = next(node for node in group.nodes if getattr(node, "color_ramp", None) == ramp)
                    column.template_color_ramp(node, "color_ramp", expand=False)
            else:
                text = parameter.label
                column.prop(values, parameter.identifier, text=text, slider=parameter.bounded(), translate=False)
        layout.prop(context.scene.travertine, "seed")


class TRAVERTINE_PT_maps(Chosen, bpy.types.Panel):
    bl_label = "Maps"

    def draw(self, context):
        layout, settings = self.layout, context.scene.travertine
        layout.use_property_split = True
        layout.use_property_decorate = False
        column = layout.column(heading="Outputs")
        for output in settings.outputs:
            column.prop(output, "use", text=output.name, translate=False)
        layout.prop(settings, "surface")
        layout.prop(settings, "relief")
        column = layout.column()
        column.prop(settings, "size")
        column.prop(settings, "bits")
        column.prop(settings, "samples")
        layout.prop(settings, "storage")


class TRAVERTINE_PT_bake(Chosen, bpy.types.Panel):
    bl_label = "Bake"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, settings = self.layout, context.scene.travertine
        layout.use_property_split = True
        layout.use_property_decorate = False
        obj = context.active_object
        if obj and obj.type == "MESH":
            layout.prop_search(settings, "uv", obj.data, "uv_layers", icon="GROUP_UVS")
            if len(obj.material_slots) > 1:
                layout.prop(settings, "only_slot")
        layout.prop(settings, "unwrap")
        layout.prop(settings, "space")
        layout.prop(settings, "axes")
        layout.prop(settings, "scale")
        layout.prop(settings, "offset")
        layout.prop(settings, "margin")
        layout.prop(settings, "occlusion")


class TRAVERTINE_PT_material(Chosen, bpy.types.Panel):
    bl_label = "Image Material"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout, settings = self.layout, context.scene.travertine
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(settings, "coordinates")
        layout.prop(settings, "tile")
        column = layout.column()
        column.active = not settings.tile
        column.prop(settings, "units")
        layout.prop(settings, "repeat")
        layout.prop(settings, "plane")
        layout.prop(settings, "depth")


# Settings


class TRAVERTINE_AP_preferences(bpy.types.AddonPreferences):
    bl_idname = __name__

    program: StringProperty(
        name="Program",
        description="File of the program `travertine`; empty to find it on the PATH",
        subtype="FILE_PATH",
    )
    folder: StringProperty(name="Graphs", description="Folder with graphs to choose from", subtype="DIR_PATH")

    def draw(self, context):
        self.layout.prop(self, "program")
        self.layout.prop(self, "folder")
        try:
            path = checked_program()
            status = os.stat(path)
            version = versions[path, status.st_mtime_ns, status.st_size]
            self.layout.label(text=f"{path}: {version}", icon="CHECKMARK", translate=False)
        except Problem as problem:
            lines(context, self.layout, str(problem), "ERROR")


class TRAVERTINE_PG_output(bpy.types.PropertyGroup):
    """An output of the graph. Its name is the property `name` of all groups in collections."""

    use: BoolProperty(name="Use", description="Whether to make a picture of this output")


class TRAVERTINE_PG_settings(bpy.types.PropertyGroup):
    graph: StringProperty(name="Graph", description="File of the graph", subtype="FILE_PATH", update=graph_chosen)
    prepared: StringProperty(options={"HIDDEN"})
    problem: StringProperty(options={"HIDDEN", "SKIP_SAVE"})
    preset: StringProperty(name="Preset", options={"HIDDEN"})
    outputs: CollectionProperty(type=TRAVERTINE_PG_output)
    progress: IntProperty(name="Progress", min=0, max=100, subtype="PERCENTAGE", options={"SKIP_SAVE"})
    seed: IntProperty(name="Vary", description="Another variant: varies all seeds of the graph; 0 leaves them", min=0)
    size: EnumProperty(
        name="Size",
        description="Width and height of the pictures, in pixels",
        items=[(str(2**power), str(2**power), "") for power in range(5, 14)],
        default="1024",
    )
    bits: EnumProperty(
        name="Depth",
        description="Bits for each channel; 16 avoid steps in heights",
        items=[("8", "8 bits", ""), ("16", "16 bits", "")],
    )
    samples: EnumProperty(
        name="Samples",
        description="Samples for each pixel; more smooth hard edges",
        items=[("1", "1", ""), ("4", "4", ""), ("16", "16", "")],
    )
    surface: EnumProperty(
        name="Height",
        description="Use of the output `height`",
        items=[
            ("NORMAL", "Normal map", "Light falls as on a relief; the surface stays flat"),
            ("DISPLACEMENT", "Displacement", "The surface moves: needs many faces, and Cycles in versions before 4.2"),
            ("NONE", "None", "No relief"),
        ],
    )
    relief: FloatProperty(
        name="Relief", description="How far a height of 1 lifts the surface, in units of the graph",
        default=0.05, min=0, soft_max=0.2, precision=3, step=0.1,
    )
    storage: EnumProperty(
        name="Images",
        description="Where the pictures are kept",
        items=[
            ("PACKED", "In the .blend", "Packed into the .blend"),
            ("FILES", "In textures/", "Files in the folder `textures` next to the .blend, which must be saved"),
        ],
    )
    uv: StringProperty(name="UV Map", description="UV map for the textures; empty for the one that renders use")
    only_slot: BoolProperty(
        name="One Slot",
        description="Bake only faces with the active material slot, and replace only its material",
    )
    unwrap: BoolProperty(
        name="Unwrap", description="Give objects that have no UV map one, by Smart UV Project"
    )
    space: EnumProperty(
        name="Space",
        description="Coordinates in which the texture lies",
        items=[
            ("OBJECT", "Object", "The texture moves with the object, and stretches with its scale"),
            ("WORLD", "World", "Objects side by side are cut from one block"),
        ],
    )
    axes: EnumProperty(
        name="Axes",
        description="Direction of the graph's axes",
        items=[
            ("UPRIGHT", "Upright", "Up in Blender is up in the graph"),
            ("BLENDER", "Blender", "x, y, z as in Blender"),
        ],
    )
    scale: FloatProperty(
        name="Scale", description="Units of the graph for each unit of Blender: higher values make the pattern finer",
        default=1, min=1e-4, soft_max=10, precision=3,
    )
    offset: FloatVectorProperty(
        name="Offset", description="Position in the graph of the object's origin, in units of the graph", subtype="XYZ"
    )
    margin: IntProperty(
        name="Margin", description="Texels beyond the borders of UV islands that are filled", default=8, min=0, max=256
    )
    occlusion: BoolProperty(
        name="Occlusion", description="Also bake how much light the object itself keeps off; slow"
    )
    coordinates: EnumProperty(
        name="Mapping",
        description="How the pictures lie on the object",
        items=[
            ("UV", "UV", "On the UV map"),
            ("GENERATED", "Generated", "From all sides of the object's bounding box"),
            ("OBJECT", "Object", "From all sides, in their true size"),
        ],
    )
    tile: BoolProperty(
        name="Tile", description="Blend the borders of the unit square, if needed, so that the picture repeats unseen"
    )
    units: FloatProperty(
        name="Units", description="Units of the graph along a side of the picture", default=1, min=1e-3, soft_max=10
    )
    repeat: FloatProperty(
        name="Repeat",
        description="Pictures along a side, or for each unit of Blender",
        default=1,
        min=1e-3,
        soft_max=20,
    )
    plane: EnumProperty(
        name="Plane",
        description="Slice of the graph",
        items=[("xy", "xy, front", ""), ("xz", "xz, top", ""), ("yz", "yz, side", "")],
    )
    depth: FloatProperty(name="Position", description="Place of the slice along the third axis, in units of the graph")


# Registration


def read_all():
    """Reads the graphs of all scenes, so that their values show."""
    for scene in bpy.data.scenes:
        if scene.travertine.graph:
            graph_chosen(scene.travertine, None)


@persistent
def file_loaded(*_arguments):
    """Reads the graphs of a .blend."""
    read_all()


@persistent
def undone(*_arguments):
    """Reads graphs whose choice an undo or a redo brings back."""
    for scene in bpy.data.scenes:
        if scene.travertine.graph and graph_of(scene) is None:
            try:
                read_graph(scene)
            except Problem:
                pass


def first_read():
    """Reads graphs once Blender lets an add-on that has just been switched on see its data."""
    read_all()


classes = (
    TRAVERTINE_AP_preferences,
    TRAVERTINE_PG_output,
    TRAVERTINE_PG_settings,
    TRAVERTINE_OT_bake,
    TRAVERTINE_OT_material,
    TRAVERTINE_OT_cancel,
    TRAVERTINE_OT_choose,
    TRAVERTINE_OT_reload,
    TRAVERTINE_OT_preset,
    TRAVERTINE_MT_graphs,
    TRAVERTINE_MT_presets,
    TRAVERTINE_PT_graph,
    TRAVERTINE_PT_parameters,
    TRAVERTINE_PT_maps,
    TRAVERTINE_PT_bake,
    TRAVERTINE_PT_material,
)

handlers = (
    (bpy.app.handlers.load_post, file_loaded),
    (bpy.app.handlers.undo_post, undone),
    (bpy.app.handlers.redo_post, undone),
)


def register():
    for each in classes:
        bpy.utils.register_class(each)
    bpy.types.Scene.travertine = PointerProperty(type=TRAVERTINE_PG_settings)
    for listeners, listener in handlers:
        listeners.append(listener)
    atexit.register(end_jobs)
    bpy.app.timers.register(first_read, first_interval=0)


def unregister():
    end_jobs()
    atexit.unregister(end_jobs)
    if bpy.app.timers.is_registered(first_read):
        bpy.app.timers.unregister(first_read)
    for listeners, listener in handlers:
        if listener in listeners:
            listeners.remove(listener)
    for name in list(graphs):
        forget(name)
    del bpy.types.Scene.travertine
    for each in reversed(classes):
        bpy.utils.unregister_class(each)
