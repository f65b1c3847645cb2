//! Tests of `travertine golden`.

use crate::pictures::png;
use crate::support::{Folder, GRAPH, Ran};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("graphs/stone/marble.json", GRAPH);
    folder.write("graphs/package.json", "{\"name\": \"not a graph\"}");
    folder
}

#[test]
fn blessed_pictures_equal_renders_and_match() {
    let folder = folder();
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("there is no golden picture\n  would be graphs/stone/marble.png"), "{}", ran.stdout);
    assert!(ran.stdout.contains("travertine golden graphs --bless"), "{}", ran.stdout);

    let ran = folder.run("golden graphs --bless");
    assert!(ran.stdout.contains("3 blessed, 0 unchanged") && ran.stderr.is_empty(), "{ran:?}");
    folder.done("render graph.json --size 128 -o rendered.png");
    let golden = folder.read("graphs/stone/marble.png");
    assert_eq!(png(&golden), png(&folder.read("rendered.png")));
    assert!(
        folder.path("graphs/stone/marble.raw.png").exists() && folder.path("graphs/stone/marble.place.png").exists()
    );

    for flags in ["", "--simd scalar --threads 1", "--tile 5"] {
        assert_eq!(folder.done(&format!("golden graphs {flags}")), "3 pictures, all match\n");
    }
    let before = std::fs::metadata(folder.path("graphs/stone/marble.png")).unwrap().modified().unwrap();
    assert!(folder.run("golden graphs --bless").stdout.contains("0 blessed, 3 unchanged"));
    let after = std::fs::metadata(folder.path("graphs/stone/marble.png")).unwrap().modified().unwrap();
    assert_eq!(before, after, "unchanged pictures are not written");
}

#[test]
fn golden_pictures_may_be_in_another_folder() {
    let folder = folder();
    folder.run("golden graphs --pictures golden --bless");
    assert!(folder.path("golden/stone/marble.png").exists() && !folder.path("graphs/stone/marble.png").exists());
    folder.done("golden graphs --pictures golden");
}

#[test]
fn values_have_golden_pictures_of_their_own() {
    let folder = folder();
    folder.write("graphs/other.json", GRAPH);
    folder.run("golden graphs --bless");
    folder.fails("golden graphs --param cells=5", 2, &["--pictures DIR"]);
    let flags = "--only=stone/marble --param=cells=5 --set=noise.seed=9 --pictures=wide";
    let said = folder.run(&format!("golden graphs {flags}")).stdout;
    let bless = format!("golden graphs {flags} --bless");
    assert!(
        said.contains(&format!("3 of 3 pictures do not match; if the changes are intended: travertine {bless}\n")),
        "{said}"
    );
    assert!(folder.done(&bless).ends_with("3 blessed, 0 unchanged\n"));
    assert_eq!(folder.done(&format!("golden graphs {flags}")), "3 pictures, all match\n");
    assert_eq!(folder.done(&format!("golden graphs {flags} -q")), "");
    assert_eq!(folder.done("golden graphs --only other.json"), "3 pictures, all match\n");
    folder.fails("golden graphs --only stone/marbel", 2, &["no graph stone/marbel; did you mean stone/marble?"]);
}

#[test]
fn differences_are_measured_and_reported() {
    let folder = folder();
    folder.run("golden graphs --bless");
    folder.write("graphs/stone/marble.json", GRAPH.replace("\"seed\": 7", "\"seed\": 8"));
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    for expected in [
        "stone/marble: expected and actual differ: the greatest difference is ",
        "of 16384 pixels differ, the first in column ",
        "golden picture: graphs/stone/marble.png",
        "2 of 3 pictures",
        "travertine golden graphs --bless",
        "report: golden-report.html",
    ] {
        assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    }
    let report = String::from_utf8(folder.read("golden-report.html")).unwrap();
    assert_eq!(report.matches("src=\"data:image/png;base64,").count(), 6, "three pictures for each of two outputs");
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
    assert!(ran.stdout.contains("the pixels are the same, but the rendered floats differ"), "{}", ran.stdout);
    assert!(folder.path("there.html").exists());
}

#[test]
fn golden_pictures_of_another_size_or_without_hashes_fail() {
    let folder = folder();
    folder.run("golden graphs --bless");
    folder.done("render graph.json --size 64 -o graphs/stone/marble.png");
    assert!(folder.run("golden graphs").stdout.contains("64 x 64"));
    folder.done("render graph.json --size 128 -o graphs/stone/marble.png");
    assert!(folder.run("golden graphs").stdout.contains("holds no hash of floats"));
    folder.write("graphs/stone/marble.png", "no picture");
    assert!(folder.run("golden graphs").stdout.contains("cannot be decoded"));
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
    assert!(ran.stderr.contains("graphs/gone.png belongs to no graph"), "{}", ran.stderr);
}

#[test]
fn blessing_is_refused_in_ci() {
    let folder = folder();
    for ci in ["true", "1"] {
        Ran::of(folder.command().env("CI", ci).args(["golden", "graphs", "--bless"])).expect_failure(2, &["CI"]);
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
    assert!(ran.stdout.contains("broken: cannot be rendered") && ran.stdout.contains("noise/none"), "{}", ran.stdout);
    assert!(folder.path("graphs/stone/marble.png").exists(), "the others are blessed");
}

#[test]
fn limits_are_4_unless_other_pictures_fail() {
    let folder = folder();
    for flags in ["", " --bless"] {
        let ran = folder.run(&format!("golden graphs --work 1k{flags}"));
        assert!(ran.code == 4 && ran.stdout.contains("operations"), "{ran:?}");
    }
    folder.write("graphs/broken.json", "{");
    assert_eq!(folder.run("golden graphs --work 1k").code, 1);
}

#[test]
fn pictures_of_a_graph_that_exceeds_the_memory_are_no_strays() {
    let folder = folder();
    folder.run("golden graphs --bless");
    let ran = folder.run("golden graphs --memory 1k");
    assert_eq!((ran.code, ran.stderr.as_str()), (4, ""), "{ran:?}");
    assert!(ran.stdout.contains("the graph with its images needs about"), "{}", ran.stdout);
}

#[test]
fn two_outputs_with_the_same_golden_picture_fail() {
    let folder = folder();
    folder.write("graphs/stone/marble.raw.json", GRAPH);
    let ran = folder.run("golden graphs --bless");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("another output has the same golden picture"), "{}", ran.stdout);
}

#[test]
fn folders_without_graphs_are_refused() {
    let folder = folder();
    folder.fails("golden missing", 5, &["missing"]);
    folder.write("empty/package.json", "{}");
    folder.fails("golden empty", 2, &["no graphs"]);
}

#[test]
fn invalid_golden_pictures_fail_alone() {
    let folder = folder();
    folder.run("golden graphs --bless");
    // A header that claims 200,000 x 200,000 pixels, with a valid checksum.
    let mut huge = folder.read("graphs/stone/marble.png");
    huge[16..24].copy_from_slice(&[0, 3, 13, 64, 0, 3, 13, 64]);
    let checksum = crc(&huge[12..29]);
    huge[29..33].copy_from_slice(&checksum.to_be_bytes());
    folder.write("graphs/stone/marble.png", huge);
    std::fs::remove_file(folder.path("graphs/stone/marble.raw.png")).unwrap();
    std::fs::create_dir(folder.path("graphs/stone/marble.raw.png")).unwrap();
    let ran = folder.run("golden graphs");
    assert_eq!(ran.code, 1);
    for expected in ["it has 200000 x 200000 pixels", "it is not a file", "2 of 3 pictures do not match"] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
}

/// The CRC-32 of a PNG chunk, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

#[test]
fn graphs_with_a_misspelled_format_fail() {
    let folder = folder();
    folder.write("graphs/typo.json", GRAPH.replace("\"travertine\"", "\"travertin\""));
    let ran = folder.run("golden graphs");
    assert!(ran.stdout.contains("typo: cannot be rendered"), "{}", ran.stdout);
}

#[test]
fn a_tolerance_accepts_small_differences_and_reports_say_so() {
    let folder = folder();
    folder.run("golden graphs --bless");
    folder.write("graphs/stone/marble.json", GRAPH.replace("\"from_min\": -1", "\"from_min\": -1.001"));
    let ran = folder.run("golden graphs --junit golden.xml --json golden.json");
    assert_eq!(ran.code, 1);
    let xml = String::from_utf8(folder.read("golden.xml")).unwrap();
    assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<testcase classname=\"travertine golden graphs\" name=\"stone/marble\""), "{xml}");
    assert!(xml.contains("<failure type=\"") && xml.contains("picture: graphs/stone/marble.png"), "{xml}");

    let ran = folder.run("golden graphs --tolerance 2/255 --json golden.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "3 pictures, all match, 1 of them only within the tolerance\n"));
    let report: serde_json::Value = serde_json::from_slice(&folder.read("golden.json")).unwrap();
    assert_eq!((report["passed"].as_u64(), report["failed"].as_u64()), (Some(3), Some(0)));
    let verdicts: Vec<_> = report["tests"].as_array().unwrap().iter().map(|test| &test["verdict"]).collect();
    assert_eq!(verdicts, ["within", "same", "same"]);
    let ran = folder.run("golden graphs --tolerance 2/255 --json -");
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.code, report["passed"].as_u64()), (0, Some(3)));
    folder.fails("golden graphs --bless --tolerance 0.1", 2, &["--tolerance"]);
}
