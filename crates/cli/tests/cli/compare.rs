//! Tests of `travertine compare`.

use crate::pictures::png;
use crate::support::Folder;

#[test]
fn equal_pictures_exit_with_0_and_others_with_1() {
    let folder = Folder::new();
    folder.done("render graph.json --size 32 -o a.png");
    folder.done("render graph.json --size 32 -o b.png --set noise.seed=8");
    assert_eq!(folder.done("compare a.png a.png"), "no difference in 32 x 32 pixels\n");
    let ran = folder.run("compare a.png b.png -o difference.png");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    for expected in
        ["greatest difference  ", " of 255\n", "mean difference  ", " of 1024\n", "column 0, row 0", "b.png: "]
    {
        assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    }
    let (difference, ..) = png(&folder.read("difference.png"));
    assert_eq!((difference.width, difference.height, difference.channels), (32, 32, 1));
    assert_eq!(difference.data.iter().copied().fold(0.0, f32::max), 255.0);
}

#[test]
fn formats_and_depths_can_be_mixed() {
    let folder = Folder::new();
    for file in ["a.exr", "b.exr --set noise.seed=8", "8.png --encoding linear", "16.png --encoding linear --bits 16"] {
        folder.done(&format!("render graph.json --size 16 -o {file}"));
    }
    assert_eq!(folder.run("compare a.exr a.exr").code, 0);
    assert_eq!(folder.run("compare a.exr b.exr").code, 1);
    for other in ["8.png", "a.exr"] {
        let ran = folder.run(&format!("compare 16.png {other}"));
        let greatest = ran.stdout.lines().next().unwrap().rsplit(' ').next().unwrap();
        assert!(ran.code == 1 && greatest.parse::<f32>().unwrap() < 0.51 / 255.0, "{ran:?}");
    }
    assert!(folder.run("compare 8.png a.exr").stderr.contains("compared as stored"));
}

#[test]
fn different_sizes_and_invalid_files_are_reported() {
    let folder = Folder::new();
    folder.done("render graph.json --size 16 -o a.png");
    folder.done("render graph.json --size 16x8 -o b.png");
    let ran = folder.run("compare a.png b.png");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("16 x 16 pixels, the other 16 x 8"), "{}", ran.stdout);
    folder.fails("compare a.png graph.json", 5, &["graph.json", "PNG or OpenEXR"]);
    folder.fails("compare a.png missing.png", 5, &["missing.png"]);
    folder.fails("compare a.png b.png -o difference.exr", 2, &[".png"]);
    folder.fails("compare a.png", 2, &["<B>"]);

    let mut cut = folder.read("a.png");
    cut.truncate(cut.len() / 2);
    folder.write("cut.png", cut);
    folder.fails("compare a.png cut.png", 5, &["cut.png"]);
    // A header that claims 2^31 - 1 pixels a side must be refused before anything is allocated.
    let mut huge = folder.read("a.png");
    huge[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    folder.write("huge.png", huge);
    let ran = folder.run("compare a.png huge.png");
    assert!(ran.code == 4 || ran.code == 5, "{ran:?}");
}

#[test]
fn a_tolerance_is_a_fraction_of_one_in_every_format() {
    let folder = Folder::new();
    for file in ["a.png", "b.png --set noise.seed=8", "a.exr", "b.exr --set noise.seed=8"] {
        folder.done(&format!("render graph.json --size 16 -o {file}"));
    }
    let greatest = |pair: &str| {
        let ran = folder.run(&format!("compare {pair} --json report.json"));
        assert_eq!(ran.code, 1, "{ran:?}");
        let report: serde_json::Value = serde_json::from_slice(&folder.read("report.json")).unwrap();
        let test = &report["tests"][0];
        assert_eq!((test["status"].as_str(), test["verdict"].as_str()), (Some("failed"), Some("differs")));
        test["difference"]["greatest"].as_f64().unwrap()
    };
    let levels = greatest("a.png b.png") * 255.0;
    assert!((1.0..=255.0).contains(&levels) && (levels - levels.round()).abs() < 1e-9, "{levels}");
    // On standard output, the report is all.
    let ran = folder.run("compare a.png b.png --json -");
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((ran.code, report["tests"][0]["verdict"].as_str()), (1, Some("differs")));
    let ran = folder.run("compare a.png b.png --junit -");
    assert!(ran.code == 1 && ran.stdout.starts_with("<?xml") && ran.stdout.ends_with(">\n"), "{ran:?}");
    folder.fails("compare a.png b.png --json - --junit -", 2, &["- would be written twice"]);
    let levels = levels.round();
    let ran = folder.run(&format!("compare a.png b.png --tolerance {levels}/255"));
    assert!(ran.code == 0 && ran.stdout.ends_with("all differences are within the tolerance\n"), "{ran:?}");
    assert_eq!(folder.run(&format!("compare a.png b.png --tolerance {}/255", levels - 1.0)).code, 1);
    let float = greatest("a.exr b.exr");
    assert_eq!(folder.run(&format!("compare a.exr b.exr --tolerance {float}")).code, 0);
    assert_eq!(folder.run(&format!("compare a.exr b.exr --tolerance {}", float * 0.999)).code, 1);
    for wrong in ["-1", "NaN", "1/0", "some"] {
        folder.fails(&format!("compare a.png b.png --tolerance {wrong}"), 2, &["1/255"]);
    }
}

#[test]
fn reports_have_the_result() {
    let folder = Folder::new();
    folder.done("render graph.json --size 16 -o a.png");
    folder.done("render graph.json --size 8 -o b.png");
    folder.done("compare a.png a.png --junit same.xml");
    let xml = String::from_utf8(folder.read("same.xml")).unwrap();
    assert!(xml.starts_with("<?xml version=\"1.0\"") && xml.contains("failures=\"0\" errors=\"0\""), "{xml}");
    assert!(xml.contains("name=\"a.png, a.png\"") && !xml.contains("<failure"), "{xml}");
    assert_eq!(folder.run("compare a.png b.png --junit other.xml --tolerance 9").code, 1);
    let xml = String::from_utf8(folder.read("other.xml")).unwrap();
    assert!(xml.contains("failures=\"1\"") && xml.contains("<failure type=\"unlike\""), "{xml}");
}

#[test]
fn pictures_are_not_replaced_by_reports() {
    let folder = Folder::new();
    folder.done("render graph.json --size 4 -o a.png");
    let picture = folder.read("a.png");
    folder.fails("compare a.png a.png --json a.png", 2, &["a.png is read by this command"]);
    folder.fails("compare a.png a.png -o a.png", 2, &["a.png is read by this command"]);
    folder.fails("compare a.png a.png --json r --junit ./r", 2, &["r would be written twice"]);
    assert!(folder.read("a.png") == picture);
}
