//! Tests of `travertine draw`.

use crate::support::{Folder, GRAPH};

fn drawing(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.read(name)).unwrap()
}

#[test]
fn a_graph_is_drawn_into_the_current_folder() {
    let folder = Folder::new();
    assert_eq!(folder.done("draw graph.json"), "");
    let svg = drawing(&folder, "graph.svg");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    for expected in [">my.remap<", ">cells<", ">Outputs<", "noise: Perlin noise (noise/perlin)", "@media"] {
        assert!(svg.contains(expected), "{expected}");
    }
    // An old drawing is replaced.
    folder.write("other.svg", "old");
    folder.done("draw graph.json -o other.svg");
    assert_eq!(drawing(&folder, "other.svg"), svg, "equal graphs give equal bytes");
    assert_eq!(folder.names(), ["graph.json", "graph.svg", "other.svg"]);
    assert_eq!(folder.run_with("draw - -o piped.svg", GRAPH).code, 0);
    assert_eq!(drawing(&folder, "piped.svg"), svg);
}

#[test]
fn options_choose_colors_inputs_and_pictures() {
    let folder = Folder::new();
    folder.done("draw graph.json --theme light --values none -o light.svg");
    folder.done("draw graph.json --theme dark --values all --pictures -o dark.svg");
    let (light, dark) = (drawing(&folder, "light.svg"), drawing(&folder, "dark.svg"));
    assert!(!light.contains("@media") && !dark.contains("@media"));
    assert!(!light.contains(">from max<") && dark.contains(">from max<") && dark.contains(">persistence<"));
    assert_eq!((light.matches("<image ").count(), dark.matches("<image ").count()), (0, 4));
    folder.done("draw graph.json --theme dark --values all --pictures --threads 1 --simd scalar -o again.svg");
    assert_eq!(drawing(&folder, "again.svg"), dark);
}

#[test]
fn refusals_name_what_is_wrong() {
    let folder = Folder::new();
    folder.write("broken.json", GRAPH.replace("noise/perlin", "noise/perln"));
    folder.fails("draw broken.json", 3, &["did you mean `noise/perlin`?"]);
    folder.fails("draw missing.json", 5, &["missing.json"]);
    folder.fails("draw graph.json -o graph.json", 2, &["graph.json", "use .svg"]);
    folder.fails("draw graph.json -o gone/graph.svg", 5, &["gone", "no such file or folder"]);
    folder.fails("draw graph.json --theme blue", 2, &["auto", "light", "dark"]);
    let ran = folder.run_with("draw -", GRAPH);
    assert!(ran.code == 2 && ran.stderr.contains("add -o FILE"), "{ran:?}");
    assert_eq!(folder.names(), ["broken.json", "graph.json"]);
}

#[test]
fn too_many_nodes_are_refused() {
    let folder = Folder::new();
    let nodes: Vec<String> = (0..100_000).map(|index| format!(r#""n{index}": {{"type": "math/add"}}"#)).collect();
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{}}}, "outputs": {{"o": {{"node": "n0"}}}}}}"#,
        nodes.join(", ")
    );
    folder.write("large.json", text);
    folder.fails("draw large.json", 4, &["100000 nodes", "at most 10000"]);
    assert_eq!(folder.names(), ["graph.json", "large.json"]);
}
