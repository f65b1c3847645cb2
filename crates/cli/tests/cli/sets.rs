//! Tests of `travertine render` with several pictures.

use crate::pictures::{exr, png};
use crate::support::Folder;

/// A graph with all outputs that engines use, except metallic.
const SURFACE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "parameters": {"scale": {"type": "float", "default": 4}},
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "scale"}, "octaves": 3}},
    "height": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -1, "from_max": 1}},
    "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "height"}}},
    "rough": {"type": "math/multiply", "inputs": {"a": {"node": "height"}, "b": 0.5}}
  },
  "outputs": {
    "color": {"node": "ramp", "output": "color"},
    "height": {"node": "height"},
    "roughness": {"node": "rough"},
    "occlusion": {"node": "height"}
  }
}
"##;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("surface.json", SURFACE);
    folder
}

/// A channel of an 8-bit PNG.
fn channel(folder: &Folder, name: &str, channel: usize) -> Vec<f32> {
    let picture = png(&folder.read(name)).0;
    picture.data.iter().skip(channel).step_by(picture.channels).copied().collect()
}

#[test]
fn outputs_rendered_together_equal_single_renders() {
    let folder = folder();
    let flags = "--size 48x20 --param scale=7 --bits 16 --plane xz";
    folder.done(&format!("render surface.json --output all {flags}"));
    let names = ["color", "height", "roughness", "occlusion"];
    for output in names {
        folder.done(&format!("render surface.json --output {output} {flags} -o alone.png"));
        assert!(folder.read(&format!("surface_{output}.png")) == folder.read("alone.png"), "{output}");
    }
    assert_eq!(folder.names().len(), 2 + names.len() + 1);
    folder.done("render surface.json --output roughness,height --size 16 --samples 4 -o {output}.of.{graph}.exr");
    folder.done("render surface.json --output height --size 16 --samples 4 -o alone.exr");
    assert!(exr(&folder.read("height.of.surface.exr")) == exr(&folder.read("alone.exr")));
    assert!(folder.read("roughness.of.surface.exr").len() > 100);
}

#[test]
fn a_template_without_outputs_names_the_first_one() {
    let folder = folder();
    folder.done("render surface.json --size 8 -o {graph}-{output}.png");
    folder.done("render surface.json --size 8 -o alone.png");
    assert!(folder.read("surface-color.png") == folder.read("alone.png"));
    assert_eq!(folder.names().len(), 4);
}

#[test]
fn several_outputs_are_a_list_or_given_one_by_one() {
    let folder = folder();
    let render =
        |flags: &str, template: &str| folder.done(&format!("render surface.json --size 8 {flags} -o {template}"));
    render("--output color,height", "list-{output}.png");
    render("--output color --output height", "each-{output}.png");
    render("--outputs color,height", "former-{output}.png");
    for way in ["list", "each", "former"] {
        for output in ["color", "height"] {
            assert!(folder.read(&format!("{way}-{output}.png")) == folder.read(&format!("list-{output}.png")), "{way}");
        }
    }
    // Beside pictures that other flags request.
    render("--output height,height --pack orm=occlusion,roughness,0", "both-{output}.png");
    assert!(folder.path("both-orm.png").exists() && folder.path("both-height.png").exists());
    assert!(!folder.run("render --help").stdout.contains("--outputs"));
    // Commands that take one output say so.
    for command in
        ["shape surface.json", "animate surface.json --frames 0..1 -o a.gif", "volume surface.json -o a.nrrd"]
    {
        folder.fails(&format!("{command} --output color,height"), 2, &["`color`, `height`", "one output"]);
    }
}

#[test]
fn packed_channels_are_linear() {
    let folder = folder();
    folder.done("render surface.json --output all --size 32 -o {output}.png");
    folder.done("render surface.json --pack orm=occlusion,roughness,0 --pack mask=1,0.5,height,1-roughness --size 32 -o {output}.png");
    assert_eq!((png(&folder.read("orm.png")).0.channels, png(&folder.read("orm.png")).2), (3, false));
    for (index, output) in ["occlusion", "roughness"].into_iter().enumerate() {
        assert_eq!(channel(&folder, "orm.png", index), channel(&folder, &format!("{output}.png"), 0), "{output}");
    }
    assert!(channel(&folder, "orm.png", 2).iter().all(|metal| *metal == 0.0));
    let (smooth, rough) = (channel(&folder, "mask.png", 3), channel(&folder, "roughness.png", 0));
    assert!(smooth.iter().zip(&rough).all(|(smooth, rough)| (smooth + rough - 255.0).abs() <= 1.0));
    assert!(channel(&folder, "mask.png", 1).iter().all(|half| *half == 128.0));
}

#[test]
fn engines_get_the_files_that_they_expect() {
    for (engine, files) in [
        ("unity", vec!["BaseColor", "Height", "MaskMap", "Normal"]),
        ("unreal", vec!["BaseColor", "Height", "Normal", "ORM"]),
        ("godot", vec!["albedo", "height", "normal", "orm"]),
        ("blender", vec!["base_color", "height", "normal", "occlusion", "roughness"]),
        ("gltf", vec!["baseColor", "normal", "occlusionRoughnessMetallic"]),
    ] {
        let folder = folder();
        let ran = folder.run(&format!("render surface.json --for {engine} --size 32 -o {{output}}.{{ext}}"));
        assert!(ran.code == 0 && ran.stderr.contains("metallic"), "{ran:?}");
        let names = folder.names();
        let made: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".png")).collect();
        assert_eq!(made, files, "{engine}");
        folder.done("render surface.json --output roughness --size 32 -o alone.png");
        let rough = channel(&folder, "alone.png", 0);
        match engine {
            "unity" => {
                let smooth = channel(&folder, "MaskMap.png", 3);
                assert!(smooth.iter().zip(&rough).all(|(smooth, rough)| (smooth + rough - 255.0).abs() <= 1.0));
            }
            "unreal" => assert_eq!(channel(&folder, "ORM.png", 1), rough),
            "godot" => assert_eq!(channel(&folder, "orm.png", 1), rough),
            "gltf" => assert_eq!(channel(&folder, "occlusionRoughnessMetallic.png", 1), rough),
            _ => assert_eq!(channel(&folder, "roughness.png", 0), rough),
        }
    }
}

#[test]
fn green_points_up_or_down() {
    let folder = folder();
    for (engine, name) in [("unreal", "Normal"), ("godot", "normal")] {
        folder.run(&format!("render surface.json --for {engine} --size 64 --relief 0.1 -o {engine}_{{output}}.png"));
        assert!(folder.path(&format!("{engine}_{name}.png")).exists());
    }
    let (down, up) = (channel(&folder, "unreal_Normal.png", 1), channel(&folder, "godot_normal.png", 1));
    assert!(down.iter().zip(&up).all(|(down, up)| (down + up - 255.0).abs() <= 1.0));
    assert!(up.iter().any(|green| *green > 160.0) && up.iter().any(|green| *green < 95.0));
    // A normal map in the graph has green up, and is flipped for green down.
    folder.write(
        "own.json",
        r#"{
          "format": "travertine", "version": 1,
          "nodes": {"leaning": {"type": "input/vector", "inputs": {"vector": [0.5, 0.75, 0.875]}}},
          "outputs": {"normal": {"node": "leaning"}}
        }"#,
    );
    for (engine, name, green) in [("unreal", "Normal", 64.0), ("godot", "normal", 191.0)] {
        folder.run(&format!("render own.json --for {engine} --size 4 -o own_{engine}_{{output}}.png"));
        assert_eq!(channel(&folder, &format!("own_{engine}_{name}.png"), 1), [green; 16]);
    }
    // Where the height rises downwards, the normal points up.
    let height = channel(&folder, "godot_height.png", 0);
    let (above, below) = (height[20 * 64 + 30], height[22 * 64 + 30]);
    assert_eq!(below > above, up[21 * 64 + 30] > 127.5, "{above}, {below}");
    assert!((above - below).abs() > 1.0);
}

#[test]
fn errors_have_codes_and_messages() {
    let folder = folder();
    for (arguments, code, said) in [
        ("--output colour", 2, "`color`"),
        ("--outputs colour", 2, "`color`"),
        ("--output all -o one.png", 2, "several pictures would be named one.png"),
        ("--outputs color,color", 2, "several pictures would be named surface_color.png"),
        ("--output all -o {name}.png", 2, "{graph}, {output} or {ext}"),
        ("--output all -o {output}.bmp", 2, ".png, .exr"),
        ("--outputs all --output color", 2, "cannot be used with"),
        ("--pack orm=occlusion,roughness", 2, "three or four channels"),
        ("--pack orm=occlusion,ruff,0", 2, "`roughness`"),
        ("--pack color=0,0,0", 2, "already has an output `color`"),
        ("--pack a=0,0,0,height -o a.exr", 2, "fourth channel"),
        ("--pack a=0,0,0,height --samples 4", 2, "fourth channel"),
        ("--for maya", 2, "unreal"),
        ("--output all -o gone/{output}.png", 5, "no such file or folder"),
    ] {
        folder.fails(&format!("render surface.json {arguments}"), code, &[said]);
    }
    assert_eq!(folder.names(), ["graph.json", "surface.json"]);
}

#[test]
fn a_folder_named_like_a_picture_fails_the_whole_set() {
    let folder = folder();
    std::fs::create_dir(folder.path("of-height.png")).unwrap();
    folder.fails("render surface.json --output all --size 8 -o of-{output}.png", 5, &["of-height.png", "folder"]);
    assert_eq!(folder.names(), ["graph.json", "of-height.png", "surface.json"]);
    folder.fails("render surface.json --relief 0.1 --size 8", 2, &["--for"]);
}

#[test]
#[cfg(target_os = "linux")]
fn graphs_whose_names_are_not_utf8_get_distinct_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use crate::support::{GRAPH, Ran};

    let folder = Folder::new();
    for name in [b"a\xff".as_slice(), b"a\xfe", "a\u{fffd}".as_bytes()] {
        let graph = [name, b".json"].concat();
        std::fs::write(folder.path("").join(OsStr::from_bytes(&graph)), GRAPH).unwrap();
        let mut command = folder.command();
        command.args(["render", "--outputs", "raw,place", "--size", "4"]).arg(OsStr::from_bytes(&graph));
        assert_eq!(Ran::of(&mut command).code, 0);
        for ending in [b"_raw.png".as_slice(), b"_place.png"] {
            let file = [name, ending].concat();
            assert!(folder.path("").join(OsStr::from_bytes(&file)).exists(), "{name:?}");
        }
    }
}

/// Without a relief of its own, a graph has that of its group, or else one for maps and solids alike.
#[test]
fn a_normal_map_has_the_relief_of_the_group_or_that_of_solids() {
    let folder = Folder::new();
    let group = |key: &str| {
        format!(
            r#"{{"format": "travertine", "version": 1,
                "nodes": {{"stone": {{"type": "group/stone"}}}},
                "groups": {{"stone": {{
                    "format": "travertine", "version": 1,
                    "nodes": {{"noise": {{"type": "noise/perlin", "inputs": {{"scale": 4}}}}}},
                    "outputs": {{"height": {{"node": "noise"}}}}{key}
                }}}},
                "outputs": {{"height": {{"node": "stone"}}}}}}"#
        )
    };
    folder.write("stated.json", group(r#", "relief": 0.1"#));
    folder.write("plain.json", group(""));
    for (graph, flags, name) in
        [("stated", "", "a"), ("plain", "--relief 0.1", "b"), ("plain", "", "c"), ("stated", "--relief 0.012", "d")]
    {
        folder.run(&format!("render {graph}.json --for godot --size 32 {flags} -o {name}_{{output}}.png"));
    }
    let normal = |name: &str| channel(&folder, &format!("{name}_normal.png"), 1);
    assert_eq!((normal("a"), normal("c")), (normal("b"), normal("d")));
    assert_ne!(normal("a"), normal("c"));
}
