//! Tests of `travertine render`.

use crate::pictures::{exr, png};
use crate::support::Folder;

#[test]
fn the_picture_is_named_after_the_graph_and_shows_its_first_output() {
    let folder = Folder::new();
    assert_eq!(folder.done("render graph.json"), "");
    assert_eq!(folder.names(), ["graph.json", "graph.png"]);
    let (picture, bits, srgb) = png(&folder.read("graph.png"));
    assert_eq!((picture.width, picture.height, picture.channels, bits, srgb), (512, 512, 3, 8, true));

    folder.write("there/graph.v2.json", crate::support::GRAPH);
    folder.done("render there/graph.v2.json --size 40x20");
    let (picture, ..) = png(&folder.read("graph.v2.png"));
    assert_eq!((picture.width, picture.height), (40, 20));
}

#[test]
fn extension_and_flags_choose_the_format() {
    let folder = Folder::new();
    folder.done("render graph.json --size 16 -o a.PNG --bits 16 --encoding linear");
    let (picture, bits, srgb) = png(&folder.read("a.PNG"));
    assert_eq!((picture.channels, bits, srgb), (3, 16, false));
    folder.done("render graph.json --size 16 -o a.exr --output place");
    let place = exr(&folder.read("a.exr"));
    assert_eq!((place.width, place.channels), (16, 3));
    assert_eq!(place.data[..6], [0.03125, 0.03125, 0.0, 0.09375, 0.03125, 0.0]);

    folder.fails("render graph.json -o a.bmp", 2, &["a.bmp", ".png, .exr"]);
    folder.fails("render graph.json -o a", 2, &[".png, .exr"]);
    folder.fails("render graph.json -o a.exr --bits 16", 2, &["--bits"]);
    folder.fails("render graph.json -o a.exr --encoding srgb", 2, &["--encoding"]);
    folder.fails("render graph.json --bits 12", 2, &["8, 16"]);
}

#[test]
fn no_format_has_the_alpha_of_a_bundled_marble() {
    let folder = Folder::new();
    folder.write("marble.json", include_str!("../../../../graphs/marble.json"));
    folder.done("render marble.json --size 8 -o a.png");
    assert_eq!(png(&folder.read("a.png")).0.channels, 3);
    folder.done("render marble.json --size 8 -o a.exr");
    assert_eq!(exr(&folder.read("a.exr")).channels, 3);
    folder.done("volume marble.json --size 4 -o a.nrrd");
    assert!(folder.read("a.nrrd").windows(12).any(|line| line == b"sizes: 3 4 4"));
    folder.done("volume marble.json --size 4 -o a.raw");
    assert_eq!(folder.read("a.raw").len(), 4 * 4 * 4 * 3 * 4);
}

#[test]
fn standard_output_takes_the_bytes_of_a_picture() {
    let folder = Folder::new();
    for (command, flags, ending) in [
        ("render graph.json --size 40x30", "", "png"),
        ("render graph.json --size 40x30 --bits 16", "--format png", "png"),
        ("render graph.json --size 40x30", "--format exr", "exr"),
        ("shape graph.json --size 16", "", "png"),
        ("shape graph.json --size 16", "--format exr", "exr"),
        ("draw graph.json", "", "svg"),
    ] {
        let file = format!("file.{ending}");
        folder.done(&format!("{command} -o {file}"));
        let arguments = format!("{command} {flags} -o -");
        let output = folder.command().args(arguments.split_whitespace()).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments}");
        assert!(output.stdout == folder.read(&file), "{arguments}");
    }
    folder.fails("render graph.json -o a.png --format exr", 2, &["--format=exr", "a.png"]);
    folder.fails("render graph.json --output color,raw -o -", 2, &["standard output takes one picture"]);
    folder.fails("variations graph.json --seeds 0..1 -o -", 2, &["folder"]);
    let names = folder.names();
    assert_eq!(names, ["file.exr", "file.png", "file.svg", "graph.json"]);
}

#[test]
fn a_single_size_keeps_pixels_square() {
    let folder = Folder::new();
    for (flags, size) in [
        ("--size 64 --region 0,0,1,2", (32, 64)),
        ("--size 64 --region 0,0,3,1", (64, 21)),
        ("--size 64x64 --region 0,0,1,2", (64, 64)),
    ] {
        folder.done(&format!("render graph.json {flags} -o a.png"));
        let picture = png(&folder.read("a.png")).0;
        assert_eq!((picture.width, picture.height), size, "{flags}");
    }
    folder.done("render graph.json --size 32x64 --region 0,0,1,2 -o b.png");
    folder.done("render graph.json --size 64 --region 0,0,1,2 -o a.png");
    assert!(folder.read("a.png") == folder.read("b.png"));
    folder.done("volume graph.json --output raw --size 16 --region 0,0,0,1,2,0.5 -o a.raw");
    assert_eq!(folder.read("a.raw").len(), 8 * 16 * 4 * 4);
}

#[test]
fn slices_choose_the_positions() {
    let folder = Folder::new();
    let first = |flags: &str| {
        folder.done(&format!("render graph.json --output place --size 2x2 -o a.exr {flags}"));
        exr(&folder.read("a.exr")).data[..3].to_vec()
    };
    assert_eq!(first(""), [0.25, 0.25, 0.0]);
    assert_eq!(first("--plane xz --depth -3"), [0.25, -3.0, 0.25]);
    assert_eq!(first("--plane yz --depth=5"), [5.0, 0.25, 0.25]);
    assert_eq!(first("--region -2,-1,2,1 --time 9"), [-1.0, -0.5, 0.0]);
}

#[test]
fn crops_equal_parts_of_the_whole_picture() {
    let folder = Folder::new();
    for file in ["a.png", "a.exr"] {
        folder.done(&format!("render graph.json --size 90x70 -o {file}"));
        let whole = folder.read(file);
        folder.done(&format!("render graph.json --size 90x70 --crop 31,17,40,23 -o {file}"));
        let crop = folder.read(file);
        if file == "a.png" {
            assert_eq!(png(&crop).0, png(&whole).0.crop(31, 17, 40, 23));
        } else {
            assert_eq!(exr(&crop), exr(&whole).crop(31, 17, 40, 23));
        }
    }
    folder.fails("render graph.json --size 90x70 --crop 31,17,60,23", 2, &["90 x 70"]);
}

#[test]
fn threads_levels_and_tiles_change_no_byte() {
    let folder = Folder::new();
    folder.done("render graph.json --size 70 -o a.exr --simd scalar --threads 1");
    let expected = folder.read("a.exr");
    for flags in ["", "--threads 3", "--tile 7", "--tile whole --simd auto", "--simd scalar --tile 1"] {
        folder.done(&format!("render graph.json --size 70 -o b.exr {flags}"));
        assert!(folder.read("b.exr") == expected, "{flags}");
    }
}

#[test]
fn parameters_inputs_and_the_seed_change_the_picture() {
    let folder = Folder::new();
    let render = |flags: &str| {
        folder.done(&format!("render graph.json --size 32 -o a.png {flags}"));
        folder.read("a.png")
    };
    let plain = render("");
    assert!(render("--param cells=4 --seed 0 --set my.remap.to_max=1") == plain);
    let changed =
        ["--param cells=8", "--param layers=5", "--set my.remap.to_max=0.5", "--set noise.seed=8", "--seed 1"];
    for flags in changed {
        assert!(render(flags) != plain, "{flags}");
    }
    assert!(render("--param cells=8 --param cells=4") == plain, "the last one counts");
}

#[test]
fn unknown_names_and_invalid_values_are_refused() {
    let folder = Folder::new();
    folder.fails("render graph.json --param cell=1", 2, &["unknown parameter `cell`", "did you mean `cells`?"]);
    folder.fails("render graph.json --param cells=99", 2, &["cells", "32"]);
    folder.fails("render graph.json --param cells=red", 2, &["cells", "number"]);
    folder.fails("render graph.json --param layers=2.5", 2, &["layers", "whole number"]);
    folder.fails("render graph.json --param cells", 2, &["NAME=VALUE"]);
    folder.fails("render graph.json --set nois.scale=1", 2, &["unknown node `nois`", "`noise`"]);
    folder.fails("render graph.json --set noise.scal=1", 2, &["no input `scal`", "`scale`"]);
    folder.fails("render graph.json --set noise.octaves=99", 2, &["octaves", "32"]);
    folder.fails("render graph.json --set noise.octaves=nan", 2, &["octaves", "from 1 to 32"]);
    folder.fails("render graph.json --set noise.scale=0", 2, &["`0` is out of range", "a number above 0"]);
    folder.fails("render graph.json --set noise.scale=-1", 2, &["`-1` is out of range", "a number above 0"]);
    folder.fails("render graph.json --set noise=1", 2, &["NODE.INPUT=VALUE"]);
    folder.fails("render graph.json --output colour", 2, &["unknown output `colour`", "did you mean `color`?"]);
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn malformed_flags_name_what_they_expect() {
    let folder = Folder::new();
    for (flags, expected) in [
        ("--size 0", "512 or 640x480"),
        ("--size big", "512 or 640x480"),
        ("--region 0,0,0,1", "left < right"),
        ("--region 0,0,1", "four numbers"),
        ("--crop 0,0,0,1", "left, top, width, height"),
        ("--depth nan", "finite"),
        ("--time later", "finite"),
        ("--plane zz", "xy, xz, yz"),
        ("--seed -1", "--seed <N>"),
        ("--threads 0", "1..=1024"),
        ("--tile 0", "`whole`"),
        ("--memory lots", "512MiB or 2G"),
        ("--work much", "500G or 200T"),
        ("--simd mmx", "scalar"),
        ("--encoding gamma", "linear"),
        ("--nonsense", "--nonsense"),
    ] {
        folder.fails(&format!("render graph.json {flags}"), 2, &[expected]);
    }
    folder.fails("render", 2, &["<GRAPH>"]);
    folder.fails("render graph.json another.json", 2, &["another.json"]);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn levels_that_the_machine_lacks_are_refused() {
    Folder::new().fails("render graph.json --simd neon", 2, &["lacks", "scalar, sse2"]);
}

#[test]
fn clipped_pixels_are_counted() {
    let folder = Folder::new();
    let ran = folder.run("render graph.json --size 64 --output raw");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.starts_with("warning: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("% of the pixels were outside 0..1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("the output may range over "), "{}", ran.stderr);
    folder.done("render graph.json --size 64 --output raw -o raw.exr");
}

#[test]
fn the_graph_may_come_from_standard_input() {
    let folder = Folder::new();
    let ran = folder.run_with("render - --size 16 -o a.png", crate::support::GRAPH);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    folder.done("render graph.json --size 16 -o b.png");
    assert_eq!(folder.read("a.png"), folder.read("b.png"));
    folder.run_with("render -", crate::support::GRAPH).expect_failure(2, &["-o FILE"]);
    folder.run_with("render - -o c.png", "{").expect_failure(3, &["-:1:2: error"]);
}

#[test]
fn invalid_documents_exit_with_3_and_all_errors() {
    let folder = Folder::new();
    folder.write("bad.json", crate::support::GRAPH.replace("noise/perlin", "noise/perln").replace("0.5", "true"));
    folder.fails(
        "render bad.json",
        3,
        &["bad.json:6:55: error: `min`", "bad.json:11:15: error: unknown node type `noise/perln`", "`noise/perlin`"],
    );
    assert!(!folder.path("bad.png").exists());
}

#[test]
fn limits_exit_with_4() {
    let folder = Folder::new();
    folder.fails("render graph.json --memory 10k", 4, &["memory", "MiB"]);
    folder.fails("render graph.json --size 2000000", 4, &["2000000 x 2000000", "1048576"]);
    folder.fails("render graph.json --size 1000000 --tile whole", 4, &["memory"]);
    folder.fails("render graph.json --size 1048576", 4, &["trillion operations", "days on one core", "100 trillion"]);
    folder.fails("render graph.json --work 1k", 4, &["but the limit is 1000; choose a smaller size"]);
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
#[cfg(unix)]
fn endless_sources_exit_with_4() {
    Folder::new().fails("render /dev/zero -o a.png", 4, &["/dev/zero", "64 MiB"]);
}

#[test]
fn unreadable_and_unwritable_files_exit_with_5() {
    let folder = Folder::new();
    folder.fails("render missing.json", 5, &["missing.json", "no such file"]);
    folder.fails("render . -o a.png", 5, &["folder"]);
    folder.fails("render graph.json -o missing/a.png", 5, &["missing/a.png", "create the folder"]);
    std::fs::create_dir(folder.path("folder.png")).unwrap();
    folder.fails("render graph.json -o folder.png", 5, &["folder.png", "it is a folder"]);
    assert_eq!(folder.names(), ["folder.png", "graph.json"]);
}

#[test]
fn detail_flags_change_the_picture() {
    let folder = Folder::new();
    let picture = |flags: &str| {
        folder
            .done(&format!("render graph.json --set noise.octaves=16 --set noise.scale=40 --size 64 {flags} -o a.png"));
        folder.read("a.png")
    };
    let all = picture("");
    assert_ne!(picture("--footprint"), all);
    assert_ne!(picture("--skip-faint"), all);
    assert_eq!(picture("--footprint --tile 7 --threads 2"), picture("--footprint --threads 1"));
    folder.fails("render graph.json --skip-faint -o a.exr", 2, &["--skip-faint needs a .png"]);
}
