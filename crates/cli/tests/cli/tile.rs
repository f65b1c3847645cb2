//! `travertine tile`.

use crate::support::Folder;

/// A graph with an output that tiles and one that does not.
const GRAPH: &str = r#"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "rings": {"type": "pattern/rings"},
    "grain": {"type": "noise/perlin", "inputs": {"periodic": true}}
  },
  "outputs": {"rings": {"node": "rings", "output": "value"}, "grain": {"node": "grain"}}
}"#;

#[test]
fn writes_a_variant_that_tiles() {
    let folder = Folder::new();
    folder.write("rings.json", GRAPH);
    let advice = folder.run("check rings.json --tile");
    assert!(
        advice.code == 1 && advice.stdout.contains("travertine tile rings.json -o rings-tile.json"),
        "{}",
        advice.stdout
    );
    let said = folder.done("tile rings.json -o tile.json --border 0.25 --softness 0");
    assert_eq!(said, "`rings` is blended\n`grain` tiles as it was\n");
    folder.done("check tile.json --tile");
    assert_eq!(folder.done("tile rings.json -o - --border 0.25 --softness 0").into_bytes(), folder.read("tile.json"));
    folder.done("tile rings.json -o column.json --axis y");
    folder.done("render column.json -o top.png --size 16 --region 0,0,1,1");
    folder.done("render column.json -o next.png --size 16 --region 0,1,1,2");
    assert_eq!(folder.read("top.png"), folder.read("next.png"), "it repeats along y");
    // The variant is not made again over a file.
    folder.fails("tile rings.json -o tile.json", 5, &["tile.json already exists", "--overwrite"]);
    folder.done("tile rings.json -o tile.json --overwrite --border 0.25 --softness 0");
    folder.done("render rings.json -o a.png --size 64 --region 0,0,0.75,0.75");
    folder.done("render tile.json -o b.png --size 64 --region 0,0,0.75,0.75");
    assert_eq!(folder.read("a.png"), folder.read("b.png"), "all but the border stays");
}

#[test]
fn invalid_variants_are_refused() {
    let folder = Folder::new();
    folder.write("rings.json", GRAPH);
    folder.fails("tile rings.json", 2, &["-o <FILE>"]);
    for border in ["1.5", "-1"] {
        let command = format!("tile rings.json -o a.json --border {border}");
        folder.fails(&command, 2, &["expected a number from 0 to 1"]);
    }
    folder.fails("tile rings.json -o missing/a.json", 5, &["missing"]);
    folder.fails("tile missing.json -o a.json", 5, &["missing.json"]);
    let image = r#""images": {"photo": {"file": "photo.png", "sha256": ""}}, "nodes""#;
    folder.write("images.json", GRAPH.replacen("\"nodes\"", image, 1));
    folder.fails("tile images.json -o a.json", 3, &["photo"]);
}

#[test]
fn a_seamless_picture_is_that_of_a_tile() {
    let folder = Folder::new();
    folder.write("rings.json", GRAPH);
    folder.done("tile rings.json -o tile.json");
    folder.done("render tile.json -o tile_{output}.exr --output all --size 32");
    folder.done("render rings.json -o one.exr --size 32 --seamless");
    folder.done("render rings.json -o all_{output}.exr --output all --size 32 --seamless");
    assert!(folder.read("one.exr") == folder.read("tile_rings.exr"));
    assert!(folder.read("all_rings.exr") == folder.read("tile_rings.exr"), "all maps are blended alike");
    folder.done("render rings.json -o moved.exr --size 32 --seamless --region 1.2,0,2.2,1");
    folder.fails("render rings.json --seamless --plane xz -o x.png", 2, &["--seamless needs --plane=xy"]);
    folder.fails("render rings.json --seamless --size 48x32 -o x.png", 2, &["1.5 x 1", "--region=0,0,1,1"]);
}
