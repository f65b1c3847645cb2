"""Reads documents of `travertine export --to materialx` with MaterialX: they are valid, and its generators take their code.

Usage: materialx_check.py TRAVERTINE

Needs the package MaterialX. What is generated in GLSL is compiled if there is glslangValidator.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import MaterialX as mx
from MaterialX import PyMaterialXGenGlsl as gen_glsl
from MaterialX import PyMaterialXGenMsl as gen_msl
from MaterialX import PyMaterialXGenOsl as gen_osl
from MaterialX import PyMaterialXGenShader as gen_shader

# Every type of parameter and output, names that languages reserve, the surface, and noises with tables.
TYPES = {
    "format": "travertine",
    "version": 1,
    "name": "All types",
    "parameters": {
        "scale": {"type": "float", "default": 3, "min": 1, "max": 9, "description": 'Cells < 9 & "even".\nMany.'},
        "shift 2": {"type": "vector", "default": [0, 1, 2]},
        "color": {"type": "color", "default": [0.5, 0.25, 0.125, 1]},
        "Position": {"type": "float", "default": 1},
    },
    "nodes": {
        "place": {"type": "input/position"},
        "scaled": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "position"}, "b": {"parameter": "scale"}}},
        "moved": {"type": "math/add", "inputs": {"a": {"node": "scaled"}, "b": {"parameter": "shift 2"}}},
        "noise": {"type": "reference/perlin-2002", "inputs": {"position": {"node": "moved"}}},
        "sphere": {"type": "reference/perlin-sphere", "inputs": {"position": {"node": "moved"}}},
        "out": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": {"parameter": "Position"}}},
        "tint": {"type": "math/multiply", "inputs": {"a": {"node": "sphere"}, "b": {"parameter": "color"}}},
        "normal": {"type": "input/normal"},
        "curvature": {"type": "input/curvature"},
        "uv": {"type": "input/uv"},
    },
    "outputs": {
        "emission": {"node": "tint"},
        "roughness": {"node": "normal", "output": "normal"},
        "2 heights": {"node": "out"},
        "height": {"node": "curvature"},
        "position": {"node": "uv", "output": "position"},
    },
}
SINGLE = {
    "format": "travertine",
    "version": 1,
    "name": "constant",
    "nodes": {"noise": {"type": "noise/perlin"}},
    "outputs": {"value": {"node": "noise"}},
}
# Samples in a texture, with a parameter that is fixed in them.
SAMPLED = {
    "format": "travertine",
    "version": 1,
    "name": "sampled",
    "parameters": {"scale": {"type": "float", "default": 4}, "gain": {"type": "float", "default": 2}},
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "scale"}}},
        "blur": {"type": "filter/gaussian-blur", "inputs": {"value": {"node": "noise"}, "resolution": 64}},
        "gained": {"type": "math/multiply", "inputs": {"a": {"node": "blur"}, "b": {"parameter": "gain"}}},
    },
    "outputs": {"height": {"node": "gained"}, "roughness": {"node": "blur"}},
}
# In cork, a parameter has the name of a function.
BUNDLED = ["marble", "cork", "lava"]
TYPE_NAMES = {"float": "float", "integer": "float", "vector": "vector3", "color": "color4"}


def main():
    travertine = Path(sys.argv[1]).resolve()
    graphs = {name: Path(__file__).parent.parent / f"graphs/{name}.json" for name in BUNDLED}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, graph in {"types": TYPES, "single": SINGLE, "sampled": SAMPLED}.items():
            graphs[name] = folder / f"{name}.json"
            graphs[name].write_text(json.dumps(graph))
        documents = {}
        for name, graph in graphs.items():
            command = [travertine, "export", graph, "--to", "materialx", "--textures", "-o", folder / f"{name}.mtlx"]
            subprocess.run(command, check=True, stderr=subprocess.PIPE)
            documents[name] = read(folder / f"{name}.mtlx")
            check_interface(documents[name], json.loads(graph.read_text()))
            [material] = documents[name].getMaterialNodes()
            generate(documents[name], material)
        generate(*both(documents["marble"], documents["types"]))
    compiled = "compiled" if shutil.which("glslangValidator") else "not compiled, without glslangValidator"
    print(f"MaterialX {mx.getVersionString()} reads {len(graphs)} documents; its GLSL is {compiled}")


def libraries():
    library = mx.createDocument()
    mx.loadLibraries(mx.getDefaultDataLibraryFolders(), mx.getDefaultDataSearchPath(), library)
    return library


LIBRARIES = libraries()


def read(path):
    document = mx.createDocument()
    mx.readFromXmlFile(document, str(path))
    document.setDataLibrary(LIBRARIES)
    valid, message = document.validate()
    assert valid, message
    return document


def own(elements):
    """Elements of a document without those of the libraries."""
    return [element for element in elements if "travertine" in element.getName()]


def check_interface(document, graph):
    """The node has the parameters of the graph that it reads, and all outputs."""
    [definition] = own(document.getNodeDefs())
    inputs = {given.getAttribute("uiname"): given for given in definition.getInputs() if given.hasAttribute("uiname")}
    assert inputs.keys() <= graph.get("parameters", {}).keys(), inputs
    for name, given in inputs.items():
        parameter = graph["parameters"][name]
        assert given.getType() == TYPE_NAMES[parameter["type"]], given
        value, default = given.getValue(), parameter["default"]
        # A color may be a text.
        if not isinstance(default, str):
            value = [value] if isinstance(value, float) else value.asTuple()
            expected = default if isinstance(default, list) else [default]
            assert all(abs(a - b) < 1e-6 for a, b in zip(value, expected, strict=True)), (value, expected)
        if given.getType() == "float" and "min" in parameter and "max" in parameter:
            range_ = [float(given.getAttribute(bound)) for bound in ("uimin", "uimax")]
            assert range_ == [parameter["min"], parameter["max"]], range_
        assert given.getAttribute("doc") == parameter.get("description", "").replace("\n", " "), given
    assert len(definition.getOutputs()) == len(graph["outputs"]), definition


def both(first, second):
    """A document with the nodes of two, which share no names, and a surface of both."""
    document = first.copy()
    document.setDataLibrary(LIBRARIES)
    document.importLibrary(second)
    added = document.addNode("add", "added", "color4")
    for name, source in [("in1", first), ("in2", second)]:
        [definition] = own(source.getNodeDefs())
        instance = document.addNode(definition.getNodeString(), f"{name}_node", "multioutput")
        output = next(output for output in definition.getOutputs() if output.getType() == "color4")
        given = added.addInput(name, "color4")
        given.setNodeName(instance.getName())
        given.setOutputString(output.getName())
    color = document.addNode("convert", "converted", "color3")
    color.addInput("in", "color4").setNodeName("added")
    surface = document.addNode("standard_surface", "both", "surfaceshader")
    surface.addInput("base_color", "color3").setNodeName("converted")
    valid, message = document.validate()
    assert valid, message
    return document, surface


def generate(document, element):
    """Generates the element in every language that the document has code for."""
    for kind, target in [
        (gen_glsl.GlslShaderGenerator, "genglsl"),
        (gen_glsl.EsslShaderGenerator, "genglsl"),
        (gen_msl.MslShaderGenerator, "genmsl"),
        (gen_osl.OslShaderGenerator, "genosl"),
    ]:
        generator = kind.create()
        context = gen_shader.GenContext(generator)
        context.registerSourceCodeSearchPath(mx.getDefaultDataSearchPath())
        shader = generator.generate(element.getName(), element, context)
        code = shader.getSourceCode(gen_shader.PIXEL_STAGE)
        for implementation in own(document.getImplementations()):
            if implementation.getTarget() == target:
                name = implementation.getFunction()
                # The function and a call.
                assert code.count(f"{name}(") >= 2, (kind, name)
        if target == "genglsl":
            compile_glsl(code)


def compile_glsl(code):
    if shutil.which("glslangValidator"):
        with tempfile.NamedTemporaryFile("w", suffix=".frag") as file:
            file.write(code)
            file.flush()
            run = subprocess.run(["glslangValidator", file.name], capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + code


main()
