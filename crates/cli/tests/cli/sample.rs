//! Tests of `travertine sample`.

use std::fmt::Write;

use crate::pictures::exr;
use crate::support::{Folder, Ran};

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
        folder.done(&format!("render graph.json --output {output} --size 64x48 --depth 0.25 --time 3 -o a.exr"));
        let sampled = values(&folder.done(&format!("sample graph.json --output {output} --points points.csv")));
        let picture = exr(&folder.read("a.exr"));
        // A picture of an opaque color has no alpha; a sample always has.
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
    let ran = folder.run_with("sample graph.json --points - --output place", "x,y,z\r\n0.5,-0.25\r\n1e-3,2,3,0.1\r\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.stdout, "x,y,z,time,place.x,place.y,place.z\n0.5,-0.25,0,0,0.5,-0.25,0\n0.001,2,3,0.1,0.001,2,3\n");
    let color = folder.run_with("sample graph.json --points -", "0,0");
    assert!(color.stdout.starts_with("x,y,z,time,color.red,color.green,color.blue,color.alpha\n0,0,0,0,"));
    let empty = folder.run_with("sample graph.json --points - --output raw", "");
    assert_eq!((empty.code, empty.stdout.as_str()), (0, "x,y,z,time,raw\n"));
}

#[test]
fn points_are_arguments_and_outputs_come_together() {
    let folder = Folder::new();
    let lines = folder.run_with("sample graph.json --points -", "0.25,0.5\n-1,2,3,4\n").stdout;
    assert_eq!(folder.done("sample graph.json 0.25,0.5 -- -1,2,3,4"), lines);
    folder.fails("sample graph.json 0.25", 2, &["'0.25'", "only one value", "expected x,y or x,y,z"]);
    folder.fails("sample graph.json -1,2", 2, &["-- -1,2"]);
    folder.fails("sample graph.json 1,2 --points points.csv", 2, &["--points"]);
    let column = |output: &str| -> Vec<String> {
        let said = folder.done(&format!("sample graph.json 0.25,0.5 --output {output}"));
        said.lines().map(|line| line.splitn(5, ',').nth(4).unwrap().to_owned()).collect()
    };
    let [color, raw, place] = ["color", "raw", "place"].map(column);
    for (outputs, parts) in [("all", vec![&color, &raw, &place]), ("raw,color", vec![&raw, &color])] {
        let together = [0, 1].map(|line| parts.iter().map(|part| part[line].as_str()).collect::<Vec<_>>().join(","));
        assert_eq!(column(outputs), together, "{outputs}");
    }
}

#[test]
fn gradients_follow_the_values() {
    let folder = Folder::new();
    let ran = folder.run_with("sample graph.json --points - --output place --gradient", "0.5,-0.25\n");
    let names = "place.x,place.y,place.z,place.dx.x,place.dx.y,place.dx.z,place.dy.x,place.dy.y,place.dy.z,\
                 place.dz.x,place.dz.y,place.dz.z";
    let expected = format!("x,y,z,time,{names}\n0.5,-0.25,0,0,0.5,-0.25,0,1,0,0,0,1,0,0,0,1\n");
    assert_eq!((ran.code, ran.stdout, ran.stderr), (0, expected, String::new()));
    // By differences of the same values, in the middle between them.
    let at = |points: &str, flags: &str| {
        values(&folder.run_with(&format!("sample graph.json --points - --output raw{flags}"), points).stdout)
    };
    let ends = at("0.299,0.4,0.1\n0.301,0.4,0.1\n0.3,0.399,0.1\n0.3,0.401,0.1\n", "");
    let [_, dx, dy, _] = at("0.3,0.4,0.1\n", " --gradient")[..] else { panic!("a value and three slopes") };
    for (slope, ends) in [dx, dy].iter().zip(ends.chunks(2)) {
        let expected = (ends[1] - ends[0]) / 0.002;
        assert!(*slope != 0.0 && (slope - expected).abs() < 0.01 * (1.0 + expected.abs()), "{slope}, {expected}");
    }
}

#[test]
fn gradients_by_parameters_follow_those_by_the_position() {
    let folder = Folder::new();
    let graph = r##"{"format": "travertine", "version": 1,
        "parameters": {"tint": {"type": "color", "default": "#ffffff"}, "gain": {"type": "float", "default": 2}},
        "nodes": {"place": {"type": "input/position"}, "height": {"type": "math/multiply",
            "inputs": {"a": {"node": "place", "output": "x"}, "b": {"parameter": "gain"}}}},
        "outputs": {"height": {"node": "height"}}}"##;
    folder.write("gain.json", graph);
    let ran = folder.run_with("sample gain.json --points - --gradient --by gain --by tint", "0.5,0\n");
    let names = "height,height.dx,height.dy,height.dz,height.gain,\
                 height.tint.red,height.tint.green,height.tint.blue,height.tint.alpha";
    assert_eq!((ran.code, ran.stdout), (0, format!("x,y,z,time,{names}\n0.5,0,0,0,1,2,0,0,0.5,0,0,0,0\n")));
    folder.fails("sample gain.json --points no.csv --gradient --by gian", 2, &["did you mean `gain`"]);
    folder.fails("sample gain.json --points no.csv --by gain", 2, &["--gradient"]);
    folder.fails("sample gain.json --points no.csv --gradient --by gain --by gain", 2, &["`gain` twice"]);
    folder.write("gain.json", graph.replace(r#""gain""#, r#""dx""#));
    let said = ["would both be called `height.dx`", "rename the parameter"];
    folder.fails("sample gain.json --points no.csv --gradient --by dx", 2, &said);
}

#[test]
fn samples_are_points_again() {
    let folder = Folder::new();
    let first = folder.run_with("sample graph.json --points -", "0.25,0.5,0.125\n3,-4,5,0.5\n");
    let again = folder.run_with("sample graph.json --points -", first.stdout.clone());
    assert_eq!((again.code, again.stdout), (0, first.stdout));
}

#[test]
fn names_of_columns_are_no_formulas() {
    let folder = Folder::new();
    let graph = r#"{"format": "travertine", "version": 1, "nodes": {"n": {"type": "noise/perlin"}},
        "outputs": {"=cmd()": {"node": "n"}, "a;@b": {"node": "n"}}}"#;
    folder.write("formula.json", graph);
    let header = |output: &str| {
        let mut command = folder.command();
        command.args(["sample", "formula.json", "--points", "-", "--output", output]);
        Ran::of(&mut command).stdout
    };
    assert_eq!(header("=cmd()"), "x,y,z,time,'=cmd()\n");
    assert_eq!(header("a;@b"), "x,y,z,time,\"a;'@b\"\n");
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
    folder.fails("sample graph.json", 2, &["<POINT>"]);
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

/// A .npy of numbers, with the given type and shape.
fn npy(descr: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\0", &(text.len() as u16).to_le_bytes()[..], text.as_bytes(), numbers].concat()
}

#[test]
fn arrays_have_the_values_of_lines() {
    let folder = Folder::new();
    // More than a block, the last piece of it partial.
    let points: Vec<[f32; 3]> = (0..40_000).map(|index| [index as f32 * 0.01, -0.5, index as f32 * 0.003]).collect();
    let lines: String = points.iter().map(|[x, y, z]| format!("{x},{y},{z}\n")).collect();
    folder.write("points.csv", lines);
    let little = points.iter().flatten().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    folder.write("little.npy", npy("<f4", "(40000, 3)", &little));
    let big = points.iter().flatten().flat_map(|number| f64::from(*number).to_be_bytes()).collect::<Vec<u8>>();
    folder.write("big.npy", npy(">f8", "(40000, 3)", &big));
    for (output, width) in [("raw", 1), ("place", 3), ("color", 4)] {
        let lines = folder.done(&format!("sample graph.json --output {output} --points points.csv"));
        let expected: Vec<u8> = values(&lines).iter().flat_map(|value| value.to_le_bytes()).collect();
        for (file, flags) in [("little.npy", "--threads 1"), ("big.npy", "--threads 3 --simd scalar")] {
            folder.done(&format!("sample graph.json --output {output} --points {file} -o values.npy {flags}"));
            let found = folder.read("values.npy");
            let shape = if width == 1 { "(40000, )".to_owned() } else { format!("(40000, {width}, )") };
            assert!(String::from_utf8_lossy(&found[..128]).contains(&shape));
            assert!(found[128.min(found.len() - expected.len())..] == expected, "{output} {file}");
        }
    }
    folder.write("none.npy", npy("<f4", "(0, 2)", &[]));
    folder.done("sample graph.json --output raw --points none.npy -o values.npy");
    assert!(folder.read("values.npy").starts_with(b"\x93NUMPY"));
}

#[test]
fn invalid_arrays_are_refused() {
    let folder = Folder::new();
    let numbers = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    for (bytes, said) in [
        (b"0.5,0.5\n".to_vec(), "not a .npy"),
        (npy("<f4", "(2, 3)", &numbers(&[0.0; 5])), "ends before the 2 points"),
        (npy("<f4", "(18446744073709551615, 4)", &[]), "ends before"),
        (npy("<f4", "(4611686018427387904, 2)", &[]), "ends before"),
        (npy("<f4", "(2, 5)", &numbers(&[0.0; 10])), "shape is [2, 5]"),
        (npy("<f4", "(6,)", &numbers(&[0.0; 6])), "shape is [6]"),
        (npy("<i4", "(2, 3)", &numbers(&[0.0; 6])), "type \"<i4\""),
        (npy("<f4", "(2, 2)", &numbers(&[0.0, 1.0, f32::NAN, 1.0])), "row 1 (from 0)"),
        (npy("<f8", "(1, 2)", &[1e300_f64.to_le_bytes(), [0; 8]].concat()), "row 0 (from 0)"),
    ] {
        folder.write("points.npy", bytes);
        folder.fails("sample graph.json --points points.npy -o values.npy", 5, &["points.npy", said]);
        assert_eq!(folder.names(), ["graph.json", "points.npy"]);
    }
    let swapped = npy("<f4", "(2, 3)", &[0; 24]);
    let at = swapped.windows(5).position(|word| word == b"False").unwrap();
    folder.write("points.npy", [&swapped[..at], b"True ", &swapped[at + 5..]].concat());
    folder.fails("sample graph.json --points points.npy -o values.npy", 5, &["ascontiguousarray"]);
    folder.fails("sample graph.json --points points.npy", 2, &["add -o FILE.npy"]);
    folder.fails("sample graph.json --points points.npy -o values.csv", 2, &["does not end with .npy"]);
    folder.fails("sample graph.json --points - -o values.npy", 2, &["needs points in a .npy"]);
}

#[test]
fn points_are_not_replaced_by_their_values() {
    let folder = Folder::new();
    let points = npy("<f4", "(1, 2)", &[0; 8]);
    folder.write("points.npy", &points);
    folder.fails(
        "sample graph.json --output raw --points points.npy -o ./points.npy",
        2,
        &["points.npy is read by this command"],
    );
    assert!(folder.read("points.npy") == points);
}
