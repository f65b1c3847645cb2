// Khronos' validator accepts every kind of GLB that `travertine bake` writes, without an error or a
// warning.
//
// Usage: node tests/gltf_check.js TRAVERTINE, with the package `gltf-validator` in NODE_PATH.

"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const validator = require("gltf-validator");

const graph = (nodes, outputs) => ({ format: "travertine", version: 1, nodes, outputs });

// A color with alpha, an emission above 1, a height and a roughness.
const GRAPH = graph(
  {
    place: { type: "input/position" },
    noise: { type: "noise/perlin", inputs: { scale: 3, min: 0, max: 1 } },
    color: { type: "color/combine", inputs: { red: { node: "place", output: "x" }, alpha: { node: "noise" } } },
    light: { type: "input/color", inputs: { color: [3, 1, 0.5] } },
  },
  {
    color: { node: "color" },
    emission: { node: "light" },
    height: { node: "noise" },
    roughness: { node: "noise" },
    ao: { node: "noise" },
  },
);

// A square with normals, tangents, two UV sets, vertex colors, a morph target and a material that uses all of glTF that a
// bake replaces.
function square() {
  const views = [];
  const accessors = [];
  let bytes = Buffer.alloc(0);
  const add = (kind, numbers, target, more) => {
    const data = Buffer.from(numbers.buffer);
    views.push({ buffer: 0, byteOffset: bytes.length, byteLength: data.length, target });
    bytes = Buffer.concat([bytes, data]);
    const parts = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[kind];
    const componentType = numbers instanceof Float32Array ? 5126 : 5123;
    accessors.push({ bufferView: views.length - 1, componentType, count: numbers.length / parts, type: kind, ...more });
  };
  const floats = (...numbers) => Float32Array.from(numbers);
  const four = (...numbers) => floats(...numbers, ...numbers, ...numbers, ...numbers);
  add("VEC3", floats(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), 34962, { min: [0, 0, 0], max: [1, 1, 0] });
  add("VEC2", floats(0, 1, 1, 1, 1, 0, 0, 0), 34962);
  add("VEC2", floats(0, 0, 0, 1, 1, 1, 1, 0), 34962);
  add("VEC3", four(0, 0, 1), 34962);
  add("VEC4", four(1, 0, 0, 1), 34962);
  add("VEC4", four(1, 0.5, 0.5, 1), 34962);
  add("VEC3", four(0, 0, 0.5), 34962, { min: [0, 0, 0.5], max: [0, 0, 0.5] });
  add("SCALAR", Uint16Array.from([0, 1, 2, 0, 2, 3]), 34963);
  const texture = { index: 0, extensions: { KHR_texture_transform: { scale: [2, 2] } } };
  const mapping = { mappings: [{ material: 1, variants: [0] }] };
  const attributes = { POSITION: 0, TEXCOORD_0: 1, TEXCOORD_1: 2, NORMAL: 3, TANGENT: 4, COLOR_0: 5 };
  const primitive = { attributes, indices: 7, material: 0, targets: [{ POSITION: 6 }] };
  const picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
  return {
    asset: { version: "2.0" },
    extensionsUsed: [
      "KHR_materials_emissive_strength",
      "KHR_materials_clearcoat",
      "KHR_texture_transform",
      "KHR_materials_variants",
    ],
    extensions: { KHR_materials_variants: { variants: [{ name: "other" }] } },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [{ mesh: 0 }, { mesh: 0, translation: [2, 0, 0] }],
    meshes: [{ primitives: [{ ...primitive, extensions: { KHR_materials_variants: mapping } }] }],
    materials: [
      {
        name: "m",
        pbrMetallicRoughness: { baseColorTexture: texture, baseColorFactor: [1, 0, 0, 1] },
        normalTexture: { index: 0, scale: 0.5 },
        occlusionTexture: { index: 0, strength: 0.5 },
        emissiveTexture: texture,
        emissiveFactor: [1, 1, 1],
        alphaMode: "MASK",
        alphaCutoff: 0.25,
        extensions: {
          KHR_materials_emissive_strength: { emissiveStrength: 5 },
          KHR_materials_clearcoat: { clearcoatFactor: 1, clearcoatTexture: { index: 0 } },
        },
      },
      { name: "other" },
    ],
    textures: [{ source: 0 }],
    images: [{ uri: `data:image/png;base64,${picture}` }],
    accessors,
    bufferViews: views,
    buffers: [
      { byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` },
    ],
  };
}

// Readers compute tangents by MikkTSpace, as glTF prescribes. Normals are baked for these, so files hold none.
const options = { ignoredIssues: ["MESH_PRIMITIVE_GENERATED_TANGENT_SPACE"] };

async function main() {
  const travertine = path.resolve(process.argv[2]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "travertine-gltf-"));
  try {
    const write = (name, value) =>
      fs.writeFileSync(path.join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
    write("graph.json", GRAPH);
    write("square.gltf", square());
    const bare = square();
    delete bare.materials;
    delete bare.extensions;
    delete bare.extensionsUsed;
    const [{ primitives }] = bare.meshes;
    primitives[0] = { attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 7 };
    write("bare.gltf", bare);
    // Nodes of two scenes, one mirrored; primitives without UVs and normals; targets of which nothing is left.
    const shared = square();
    const [mesh] = shared.meshes;
    const [first] = mesh.primitives;
    shared.materials = [{ name: "m", occlusionTexture: { index: 0, texCoord: 1 } }, { name: "m" }];
    first.material = 1;
    Object.assign(first.attributes, { COLOR_1: 4, _COLOR_0: 5 });
    first.targets = [{ TANGENT: 3 }, { COLOR_0: 4 }, { TEXCOORD_0: 1, POSITION: 6 }];
    mesh.weights = [0.5, 0.5, 0.5];
    // A target has the attributes that its primitive has.
    const targets = first.targets.map(() => ({ POSITION: 6 }));
    mesh.primitives.push({ attributes: { POSITION: 0 }, indices: 7, material: 1, targets });
    mesh.primitives.push({ attributes: { POSITION: 0 }, indices: 7, mode: 1, material: 1, targets });
    shared.nodes.push({ mesh: 0, scale: [-1, 1, 1] }, { mesh: 0 });
    shared.scenes = [{ nodes: [0, 1, 2] }, { nodes: [3] }];
    write("shared.gltf", shared);
    write("square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n");
    let checked = 0;
    for (const mesh of ["square.gltf", "bare.gltf", "shared.gltf", "square.obj"]) {
      const ways = ["", "--unwrap", "--project=box", "--vertex-colors"];
      if (mesh === "square.gltf") ways.push("--uv=1");
      for (const way of ways) {
        for (const outputs of ["color,emission,roughness", "color", "emission", "height", "ao"]) {
          if (way === "--vertex-colors" && !outputs.startsWith("color")) continue;
          const target = path.join(folder, "out.glb");
          const flags = ["--size=16", `--output=${outputs}`, ...(way ? [way] : [])];
          execFileSync(travertine, ["bake", "graph.json", mesh, "-o", target, ...flags], { cwd: folder, stdio: "pipe" });
          const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(target)), options);
          // 0 is an error, 1 a warning.
          const wrong = report.issues.messages.filter((message) => message.severity < 2);
          if (wrong.length > 0) {
            throw new Error(`${mesh} ${flags.join(" ")}: ${JSON.stringify(wrong, null, 2)}`);
          }
          checked += 1;
        }
      }
    }
    console.log(`${checked} models`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
