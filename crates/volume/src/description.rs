//! Descriptions: the metadata of a volume's file.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value, json};
use travertine::{Type, Volume};

use crate::numbers::{Bits, Numbers};

/// Name and version of the writer.
pub(crate) const GENERATOR: &str = concat!("Travertine ", env!("CARGO_PKG_VERSION"));

/// The metadata of a volume.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    /// Region, size and time.
    pub(crate) volume: Volume,
    /// Name of the graph's output.
    pub(crate) output: String,
    /// Encoding of the samples.
    pub(crate) numbers: Numbers,
}

impl Description {
    /// The data type: `float32`, `uint16` or `uint8`.
    pub(crate) fn data_type(&self) -> &'static str {
        match self.numbers.bits {
            Bits::Eight => "uint8",
            Bits::Sixteen => "uint16",
            Bits::ThirtyTwo => "float32",
        }
    }

    /// The position of the first sample along x, y and z.
    pub(crate) fn origin(&self) -> [f32; 3] {
        let [x, y, z, _] = self.volume.position([0; 3]);
        [x, y, z]
    }

    /// The names of the channels; empty for a float.
    pub(crate) fn channels(&self) -> &'static [&'static str] {
        match (self.numbers.format.value_type, self.numbers.channels()) {
            (Type::Float, _) => &[],
            (Type::Vector, _) => &["x", "y", "z"],
            (Type::Color, 3) => &["red", "green", "blue"],
            (Type::Color, _) => &["red", "green", "blue", "alpha"],
        }
    }

    /// The name of the transfer curve.
    pub(crate) fn curve(&self) -> &'static str {
        if self.numbers.srgb { "sRGB" } else { "linear" }
    }

    /// The metadata as JSON.
    pub(crate) fn attributes(&self) -> Map<String, Value> {
        let Volume { region: [left, top, near, right, bottom, far], time, .. } = self.volume;
        let [x, y, z] = self.volume.spacings();
        let mut attributes = Map::new();
        let mut say = |name: &str, value| attributes.insert(name.to_owned(), value);
        say("generator", json!(GENERATOR));
        say("name", json!(self.output));
        say("region", json!({"x": [left, right], "y": [top, bottom], "z": [near, far]}));
        say("spacing", json!({"x": x, "y": y, "z": z}));
        say("units", json!({"x": "graph units", "y": "graph units", "z": "graph units", "time": "graph time"}));
        say("sampled_at", json!("cell centers"));
        say("time", json!(time));
        if !self.channels().is_empty() {
            say("channels", json!(self.channels()));
        }
        if self.numbers.bits != Bits::ThirtyTwo {
            say("range", json!([0, 1]));
        }
        say("curve", json!(self.curve()));
        attributes
    }
}

/// Whether the file is JSON written by Travertine. `attributes` selects the part from [`Description::attributes`].
pub(crate) fn is_described(path: &Path, attributes: impl Fn(&Value) -> &Value) -> bool {
    // Far above the size of any description, in bytes.
    const MAX_BYTES: u64 = 1 << 20;
    if !fs::metadata(path).is_ok_and(|existing| existing.is_file()) {
        return false;
    }
    let mut text = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text));
    let described = read.ok().and_then(|_| serde_json::from_slice::<Value>(&text).ok());
    let generator = |described: &Value| {
        attributes(described)["generator"].as_str().is_some_and(|name| name.starts_with("Travertine "))
    };
    described.is_some_and(|described| generator(&described))
}
