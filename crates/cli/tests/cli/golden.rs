//! `travertine golden`.

use crate::pictures::png;
use crate::support::{Folder, GRAPH, Ran};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("graphs/stone/marble.json", GRAPH);
    folder.write("graphs/package.json", "{\"name\": \"not a graph\"}");
    folder
}

#[test]
fn blessed_pictures_are_what_render_writes_and_compare_equal() {
    let folder = folder();
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("no picture of it is kept"), "{}", ran.stdout);
    assert!(ran.stdout.contains("travertine golden graphs --bless"), "{}", ran.stdout);

    let said = folder.run("golden graphs --bless").stdout;
    assert!(said.contains("3 kept, 0 unchanged"), "{said}");
    folder.done("render graph.json --size 128 -o rendered.png");
    let kept = folder.read("graphs/stone/marble.png");
    assert_eq!(png(&kept), png(&folder.read("rendered.png")));
    assert!(
        folder.path("graphs/stone/marble.raw.png").exists()
            && folder.path("graphs/stone/marble.place.png").exists()
    );

    for flags in ["", "--simd scalar --threads 1", "--tile 5"] {
        assert_eq!(folder.done(&format!("golden graphs {flags}")), "3 pictures, all as they are kept\n");
    }
    let before = std::fs::metadata(folder.path("graphs/stone/marble.png")).unwrap().modified().unwrap();
    assert!(folder.run("golden graphs --bless").stdout.contains("0 kept, 3 unchanged"));
    let after = std::fs::metadata(folder.path("graphs/stone/marble.png")).unwrap().modified().unwrap();
    assert_eq!(before, after, "what is unchanged is not written");
}

#[test]
fn pictures_may_be_kept_elsewhere() {
    let folder = folder();
    folder.run("golden graphs --pictures kept --bless");
    assert!(
        folder.path("kept/stone/marble.png").exists() && !folder.path("graphs/stone/marble.png").exists()
    );
    folder.done("golden graphs --pictures kept");
}

#[test]
fn a_difference_is_measured_and_shown() {
    let folder = folder();
    folder.run("golden graphs --bless");
    folder.write("graphs/stone/marble.json", GRAPH.replace("\"seed\": 7", "\"seed\": 8"));
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    for expected in [
        "stone/marble: expected and actual differ: the greatest difference is ",
        "of 16384 pixels differ, the first in column ",
        "kept as graphs/stone/marble.png",
        "2 of 3 pictures",
        "travertine golden graphs --bless",
        "report: golden-report.html",
    ] {
        assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    }
    let report = String::from_utf8(folder.read("golden-report.html")).unwrap();
    assert_eq!(
        report.matches("src=\"data:image/png;base64,").count(),
        6,
        "three pictures for each of two outputs"
    );
    assert!(!report.contains("src=\"http") && report.contains("difference \u{d7} "));
    assert!(report.contains("travertine golden graphs --bless"));
}

#[test]
fn a_change_of_one_bit_shows() {
    let folder = folder();
    folder.run("golden graphs --bless");
    let moved = GRAPH.replace("\"from_min\": -1", "\"from_min\": -1.0000001");
    folder.write("graphs/stone/marble.json", moved);
    let ran = folder.run("golden graphs --report there.html");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("the pixels are the same, but the floats behind them changed"),
        "{}",
        ran.stdout
    );
    assert!(folder.path("there.html").exists());
}

#[test]
fn kept_pictures_of_another_size_or_without_their_values_fail() {
    let folder = folder();
    folder.run("golden graphs --bless");
    folder.done("render graph.json --size 64 -o graphs/stone/marble.png");
    assert!(folder.run("golden graphs").stdout.contains("64 x 64"));
    folder.done("render graph.json --size 128 -o graphs/stone/marble.png");
    assert!(folder.run("golden graphs").stdout.contains("does not say which floats"));
    folder.write("graphs/stone/marble.png", "no picture");
    assert!(folder.run("golden graphs").stdout.contains("no picture"));
}

#[test]
fn strays_are_listed_and_other_pictures_are_not() {
    let folder = folder();
    folder.run("golden graphs --bless");
    std::fs::rename(folder.path("graphs/stone/marble.png"), folder.path("graphs/gone.png")).unwrap();
    folder.done("render graph.json --size 8 -o graphs/photo.png");
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stderr.matches("warning: ").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("graphs/gone.png is kept of no graph"), "{}", ran.stderr);
}

#[test]
fn blessing_is_refused_in_ci() {
    let folder = folder();
    for ci in ["true", "1"] {
        Ran::of(folder.command().env("CI", ci).args(["golden", "graphs", "--bless"]))
            .expect_failure(2, &["CI"]);
    }
    assert!(!folder.path("graphs/stone/marble.png").exists());
    assert_eq!(Ran::of(folder.command().env("CI", "false").args(["golden", "graphs", "--bless"])).code, 0);
}

#[test]
fn broken_graphs_fail_even_when_blessing() {
    let folder = folder();
    folder.write("graphs/broken.json", "{");
    folder.write("graphs/wrong.json", GRAPH.replace("noise/perlin", "noise/none"));
    let ran = folder.run("golden graphs --bless");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("broken: it cannot be rendered") && ran.stdout.contains("noise/none"),
        "{}",
        ran.stdout
    );
    assert!(folder.path("graphs/stone/marble.png").exists(), "the others are kept");
}

#[test]
fn two_outputs_with_one_place_fail() {
    let folder = folder();
    folder.write("graphs/stone/marble.raw.json", GRAPH);
    let ran = folder.run("golden graphs --bless");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("another output has its picture in the same place"), "{}", ran.stdout);
}

#[test]
fn folders_without_graphs_are_refused() {
    let folder = folder();
    folder.fails("golden missing", 5, &["missing"]);
    folder.write("empty/package.json", "{}");
    folder.fails("golden empty", 2, &["no graphs"]);
}

#[test]
fn what_is_no_kept_picture_fails_alone() {
    let folder = folder();
    folder.run("golden graphs --bless");
    // A header that claims 200,000 x 200,000 pixels: its sizes, and the checksum of the whole chunk.
    let mut huge = folder.read("graphs/stone/marble.png");
    huge[16..24].copy_from_slice(&[0, 3, 13, 64, 0, 3, 13, 64]);
    let checksum = crc(&huge[12..29]);
    huge[29..33].copy_from_slice(&checksum.to_be_bytes());
    folder.write("graphs/stone/marble.png", huge);
    std::fs::remove_file(folder.path("graphs/stone/marble.raw.png")).unwrap();
    std::fs::create_dir(folder.path("graphs/stone/marble.raw.png")).unwrap();
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    for expected in
        ["it has 200000 x 200000 pixels", "it is no file", "2 of 3 pictures are not as they are kept"]
    {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
}

/// The checksum of a PNG's chunk: CRC-32, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

#[test]
fn a_misspelt_format_is_a_graph_that_fails() {
    let folder = folder();
    folder.write("graphs/typo.json", GRAPH.replace("\"travertine\"", "\"travertin\""));
    let ran = folder.run("golden graphs");
    assert!(ran.stdout.contains("typo: it cannot be rendered"), "{}", ran.stdout);
}
