//! Tests of `--samples`: several samples per pixel.

use crate::pictures::{exr, png};
use crate::support::Folder;

/// A graph with hard, slanted edges.
const EDGES: &str = r##"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2}},
    "edge": {"type": "math/threshold", "inputs": {"value": {"node": "noise"}, "threshold": 0}},
    "color": {
      "type": "color/combine",
      "inputs": {"red": 0.25, "green": 0.5, "blue": 1, "alpha": {"node": "edge"}}
    }
  },
  "outputs": {"edge": {"node": "edge"}, "noise": {"node": "noise"}, "color": {"node": "color"}}
}
"##;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("edges.json", EDGES);
    folder
}

#[test]
fn a_pixel_is_the_mean_of_its_samples() {
    let folder = folder();
    for (samples, side) in [(4, 2), (16, 4)] {
        folder.done(&format!("render edges.json --output noise --size 20x12 --samples {samples} -o mean.exr"));
        folder.done(&format!("render edges.json --output noise --size {}x{} -o all.exr", 20 * side, 12 * side));
        let (mean, all) = (exr(&folder.read("mean.exr")), exr(&folder.read("all.exr")));
        assert_eq!((mean.width, mean.height), (20, 12));
        for (x, y) in (0..12).flat_map(|y| (0..20).map(move |x| (x, y))) {
            let square = all.crop(x * side, y * side, side, side);
            let expected = square.data.iter().map(|value| f64::from(*value)).sum::<f64>() / f64::from(samples);
            assert_eq!(mean.data[y * 20 + x], expected as f32, "{x}, {y}");
        }
    }
}

#[test]
fn edges_become_soft_and_execution_changes_nothing() {
    let folder = folder();
    let render = |flags: &str| {
        folder.done(&format!("render edges.json --size 200 --samples 16 {flags} -o a.png"));
        png(&folder.read("a.png")).0
    };
    let soft = render("");
    let levels = soft.data.iter().filter(|level| !(0.5..254.5).contains(*level)).count();
    assert!(levels < soft.data.len() && levels > soft.data.len() / 2, "{levels}");
    for flags in ["--threads 1 --tile 7", "--threads 3 --tile whole", "--simd scalar --threads 2"] {
        assert!(render(flags) == soft, "{flags}");
    }
    assert!(render("--crop 30,41,50,7") == soft.crop(30, 41, 50, 7));
}

#[test]
fn transparent_pixels_keep_their_color() {
    let folder = folder();
    folder.done("render edges.json --output color --size 64 --samples 16 --encoding linear --bits 16 -o a.png");
    let numbers = png(&folder.read("a.png")).0;
    let mut partly = 0;
    for pixel in numbers.data.chunks_exact(4).filter(|pixel| pixel[3] > 0.0) {
        assert_eq!(pixel[..3], [16384.0, 32768.0, 65535.0], "{pixel:?}");
        partly += u32::from(pixel[3] < 65535.0);
    }
    assert!(partly > 50);
}

#[test]
fn other_numbers_and_large_pictures_are_refused() {
    let folder = folder();
    folder.fails("render edges.json --samples 9", 2, &["1, 4, 16"]);
    folder.fails("render edges.json --samples 16 --size 262145x1", 4, &["1 to 262144 pixels"]);
    folder.done("animate edges.json --frames 0..0 --samples 4 --size 32 -o %d.png --set noise.dimensions=4");
    folder.done("render edges.json --samples 4 --size 32 -o still.png --set noise.dimensions=4");
    assert!(png(&folder.read("0.png")) == png(&folder.read("still.png")));
}
