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
    for expected in [
        "greatest difference  ",
        " of 255\n",
        "mean difference  ",
        " of 1024\n",
        "column 0, row 0",
        "b.png: ",
    ] {
        assert!(ran.stdout.contains(expected), "{expected:?} is not in {}", ran.stdout);
    }
    let (difference, ..) = png(&folder.read("difference.png"));
    assert_eq!((difference.width, difference.height, difference.channels), (32, 32, 1));
    assert_eq!(difference.data.iter().copied().fold(0.0, f32::max), 255.0);
}

#[test]
fn formats_and_depths_can_be_mixed() {
    let folder = Folder::new();
    for file in
        ["a.exr", "b.exr --set noise.seed=8", "8.png --encoding linear", "16.png --encoding linear --bits 16"]
    {
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
