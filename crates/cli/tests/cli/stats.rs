//! Tests of `travertine stats`.

use serde_json::Value;

use crate::pictures::png;
use crate::support::Folder;

#[test]
fn statistics_are_a_table_data_and_a_picture() {
    let folder = Folder::new();
    let said = folder.done("stats graph.json --output raw --size 64");
    for expected in [
        "`raw`, 64 x 64 samples of 1 x 1 units\n",
        "\n  proven range    -",
        "\n  deviation       0.",
        "\n  spectrum              0 to 2 cycles per unit: ",
        "\n                        4 to 8 cycles per unit: ",
    ] {
        assert!(said.contains(expected), "{expected:?} is not in {said}");
    }
    let all = folder.done("stats graph.json --output all --size 64 --format json");
    let all: Value = serde_json::from_str(&all).unwrap();
    let outputs = all["outputs"].as_array().unwrap();
    let names: Vec<&str> = outputs.iter().map(|one| one["output"].as_str().unwrap()).collect();
    assert_eq!(names, ["color", "raw", "place"]);
    // x rises evenly from 0 to 1.
    let x = &outputs[2]["components"][0];
    let number = |name: &str| x[name].as_f64().unwrap();
    assert_eq!((x["name"].as_str(), number("mean")), (Some("x"), 0.5));
    assert!((number("deviation") - 0.2886).abs() < 1e-3 && (number("excess_kurtosis") + 1.2).abs() < 1e-2);
    assert!(x["histogram"].as_array().unwrap().iter().all(|count| count == 64));
    assert!(outputs[2]["components"][2]["spectrum"].is_null(), "z is 0");
    // Threads and levels do not change a bit, and a file has the same data.
    folder.done("stats graph.json --output all --size 64 --threads 1 --simd scalar -o a.json");
    let written: Value = serde_json::from_slice(&folder.read("a.json")).unwrap();
    assert_eq!(written, all);
    folder.done("stats graph.json --output raw,place --size 64 -o a.png");
    let (picture, ..) = png(&folder.read("a.png"));
    assert_eq!((picture.width, picture.height), (400, 4 * 136 - 8));
}

#[test]
fn the_square_has_a_power_of_two_samples() {
    let folder = Folder::new();
    folder.fails("stats graph.json --size 100", 2, &["a power of two samples, 16 to 4096, as in --size=512"]);
    folder.fails("stats graph.json --region 0,0,2,1", 2, &["need a square"]);
    folder.fails("stats graph.json -o graph.json", 2, &["graph.json is read by this command"]);
    assert!(folder.done("stats graph.json --output raw --size 16 --region 0,0,4,4").contains("of 4 x 4 units"));
}
