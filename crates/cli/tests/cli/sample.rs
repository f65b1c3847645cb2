//! Tests of `travertine sample`.

use std::fmt::Write;

use crate::pictures::exr;
use crate::support::Folder;

/// The values in the columns after the position.
fn values(csv: &str) -> Vec<f32> {
    let lines = csv.lines().skip(1);
    lines.flat_map(|line| line.split(',').skip(4).map(|value| value.parse().unwrap())).collect()
}

#[test]
fn samples_at_pixel_centers_equal_pixels() {
    let folder = Folder::new();
    let mut points = String::new();
    for row in 0..48 {
        for column in 0..64 {
            let at = |index: u32| ((f64::from(index) + 0.5) / 48.0) as f32;
            let _ = writeln!(points, "{},{},0.25,3", at(column), at(row));
        }
    }
    folder.write("points.csv", points);
    for output in ["color", "raw", "place"] {
        folder.done(&format!(
            "render graph.json --output {output} --size 64x48 --depth 0.25 --time 3 -o a.exr"
        ));
        let sampled =
            values(&folder.done(&format!("sample graph.json --output {output} --points points.csv")));
        let picture = exr(&folder.read("a.exr"));
        // A picture of an opaque colour has no alpha; a sample always has.
        let width = if output == "color" { 4 } else { picture.channels };
        let pixels = picture.data.chunks_exact(picture.channels);
        assert_eq!(sampled.len(), 64 * 48 * width);
        for (pixel, sample) in pixels.zip(sampled.chunks_exact(width)) {
            let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(pixel), bits(&sample[..pixel.len()]), "{output}");
        }
    }
}

#[test]
fn lines_have_position_and_value() {
    let folder = Folder::new();
    let ran = folder
        .run_with("sample graph.json --points - --output place", "x,y,z\r\n0.5,-0.25\r\n1e-3,2,3,0.1\r\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        ran.stdout,
        "x,y,z,time,place.x,place.y,place.z\n0.5,-0.25,0,0,0.5,-0.25,0\n0.001,2,3,0.1,0.001,2,3\n"
    );
    let color = folder.run_with("sample graph.json --points -", "0,0");
    assert!(color.stdout.starts_with("x,y,z,time,color.red,color.green,color.blue,color.alpha\n0,0,0,0,"));
    let empty = folder.run_with("sample graph.json --points - --output raw", "");
    assert_eq!((empty.code, empty.stdout.as_str()), (0, "x,y,z,time,raw\n"));
}

#[test]
fn flags_change_samples_and_levels_do_not() {
    let folder = Folder::new();
    folder.write("points.csv", "0.3,0.7\n0.1,0.2,0.3,0.4\n");
    let sample = |flags: &str| folder.done(&format!("sample graph.json --points points.csv {flags}"));
    let plain = sample("");
    assert_eq!(sample("--simd scalar"), plain);
    for flags in ["--param cells=8", "--set noise.seed=3", "--seed 5"] {
        assert_ne!(sample(flags), plain, "{flags}");
    }
}

#[test]
fn a_million_points_are_streamed() {
    let folder = Folder::new();
    let mut points = String::new();
    for index in 0..1_000_000 {
        let _ = writeln!(points, "{index},1");
    }
    let ran = folder.run_with("sample graph.json --points - --output raw", points);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.stdout.lines().count(), 1_000_001);
    assert!(ran.stdout.lines().last().unwrap().starts_with("999999,1,0,0,"));
}

#[test]
fn invalid_points_are_reported_with_their_line() {
    let folder = Folder::new();
    let sample = |points: &str| folder.run_with("sample graph.json --points -", points);
    for (points, said) in [
        ("1,2\n3,inf\n", "-:2: \"inf\" is not finite"),
        ("1,2\n3\n", "-:2: the line has only one value"),
        ("x,y\nnan,1\n", "-:2: \"nan\" is not finite"),
        ("1;2\n", "-:1: \"1;2\" is not a number"),
    ] {
        let ran = sample(points);
        assert_eq!(ran.code, 5, "{points}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    folder.fails("sample graph.json --points missing.csv", 5, &["missing.csv"]);
    folder.fails("sample graph.json", 2, &["--points"]);
    folder.fails("sample - --points -", 2, &["standard input"]);
}

#[test]
fn a_footprint_changes_samples() {
    let folder = Folder::new();
    let at = |flags: &str| {
        let ran = folder.run_with(&format!("sample graph.json --points - --output raw {flags}"), "0.3,0.4");
        values(&ran.stdout)
    };
    let close = at("--footprint 1e-6");
    assert!((close[0] - at("")[0]).abs() < 1e-5);
    assert_ne!(at("--footprint 0.2"), close);
    folder.fails("sample graph.json --points - --footprint 0", 2, &["expected a number above 0"]);
}
