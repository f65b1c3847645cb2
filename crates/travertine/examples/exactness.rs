//! Prints hashes of slices, volumes and samples of some bundled graphs, to compare machines: see docs/exactness.md.
//!
//!     cargo run --release -p travertine --example exactness
//!
//! It runs in the root of the repository, where the graphs are.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::fs::read_to_string;

use travertine::stages::render::Brick;
use travertine::{Context, Field, Level, Slice, Texture, Volume};

const KINDS: [&str; 3] = ["slice", "volume", "samples"];
const TIME: f32 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let points = points()?;
    for line in read_to_string("tests/exactness/outputs.txt")?.lines() {
        let [graph, output, parameter, value] = line.split([' ', '=']).collect::<Vec<_>>()[..] else {
            return Err(format!("expected `GRAPH OUTPUT PARAMETER=VALUE` instead of {line:?}").into());
        };
        let mut texture = Texture::open(format!("graphs/{graph}.json"))?;
        texture.set(parameter, value)?;
        let field = texture.field(output)?;
        let hashes = hashes(&field, &points, Level::Scalar)?;
        for level in Level::available() {
            if self::hashes(&field, &points, level)? != hashes {
                return Err(format!("{graph} differs between {level} and scalar").into());
            }
        }
        for (kind, hash) in KINDS.iter().zip(hashes) {
            println!("{graph} {kind} {hash:016x}");
        }
    }
    Ok(())
}

/// The hash for each of `KINDS`.
fn hashes(field: &Field, points: &[[f32; 4]], level: Level) -> Result<[u64; 3], travertine::Error> {
    let context = Context::default().level(level);

    let slice = Slice { depth: 0.25, time: TIME, ..Slice::new(61, 43) };
    let slice = field.render(slice, &context)?.data;

    let volume = Volume { time: TIME, ..Volume::new(17, 13, 5) };
    let brick = Brick { start: [0; 3], size: volume.size() };
    let render = field.prepare_volume(volume, brick.size, &context)?;
    let mut volume = vec![0.0; brick.samples() as usize * field.channels()];
    render.brick(brick, &mut volume)?;

    let sampler = field.sampler(&context)?;
    let mut samples = vec![0.0; points.len() * sampler.width()];
    sampler.sample(points, &mut samples)?;
    Ok([slice, volume, samples].map(|values| hash(&values)))
}

/// FNV-1a of the floats as bytes, little-endian.
fn hash(values: &[f32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn points() -> Result<Vec<[f32; 4]>, Box<dyn Error>> {
    let point = |line: &str| {
        let numbers: Vec<f32> = line.split(',').map(str::parse).collect::<Result<_, _>>()?;
        Ok(numbers.try_into().map_err(|_| "a point has x, y, z and a time")?)
    };
    read_to_string("tests/exactness/points.csv")?.lines().map(point).collect()
}
