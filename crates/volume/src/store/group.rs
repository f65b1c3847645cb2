//! Groups: the metadata of a store, and its coordinates.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};
use travertine::Volume;
use travertine_files::flush_folder;

use super::METADATA;
use super::array::Array;
use crate::description::GENERATOR;
use crate::format::durable;

/// Version of the specification of OME-Zarr.
const OME: &str = "0.5";

/// A group of a store: the arrays of a level, and their coordinates.
pub(crate) struct Group<'a> {
    /// Path in the store; empty for the root.
    pub(crate) path: String,
    /// The volume of the store.
    pub(crate) volume: Volume,
    /// Times, if they are an axis.
    pub(crate) times: &'a [f32],
    /// Size of a sample, in samples of the volume, along x, y and z.
    pub(crate) scale: [f64; 3],
    /// The arrays, all of one size.
    pub(crate) arrays: &'a [Array],
}

impl Group<'_> {
    /// The positions of the samples along an axis, 0 for x. Those of the first level are the ones that are evaluated.
    fn positions(&self, axis: usize) -> Vec<f32> {
        let size = self.arrays.first().map_or(1, |array| array.size[axis]);
        let (scale, near) = (self.scale[axis], self.volume.region[axis]);
        let spacing = self.volume.spacings()[axis];
        let position = |index: u32| {
            if scale == 1.0 {
                let mut sample = [0; 3];
                sample[axis] = index;
                self.volume.position(sample)[axis]
            } else {
                (near + (f64::from(index) + 0.5) * scale * spacing) as f32
            }
        };
        (0..size).map(position).collect()
    }

    /// The coordinates, with their metadata and bytes.
    fn coordinates(&self) -> Vec<(&'static str, Value, Vec<u8>)> {
        let mut coordinates = Vec::new();
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            coordinates.push(coordinate(name, &self.positions(axis), true, "graph units"));
        }
        coordinates.push(match self.times {
            [] => coordinate("time", &[self.volume.time], false, "graph time"),
            times => coordinate("time", times, true, "graph time"),
        });
        coordinates
    }

    /// The path of a node of the group in the store.
    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}/{name}", self.path) }
    }

    /// The metadata of the group's nodes, by name.
    fn nodes(&self) -> Vec<(String, Value)> {
        let name = |array: &Array| array.path.rsplit('/').next().unwrap_or_default().to_owned();
        let arrays = self.arrays.iter().map(|array| (name(array), array.metadata()));
        let coordinates = self.coordinates().into_iter().map(|(name, metadata, _)| (name.to_owned(), metadata));
        arrays.chain(coordinates).collect()
    }

    /// Writes the metadata of the group's nodes and their coordinates into the store.
    fn write_nodes(&self, store: &Path) -> io::Result<()> {
        for (name, _, bytes) in self.coordinates() {
            let chunks = store.join(self.path_of(name)).join("c");
            if name != "time" || !self.times.is_empty() {
                fs::create_dir_all(&chunks)?;
                durable(&chunks.join("0"), &bytes)?;
                flush_folder(&chunks.join("0"));
            } else {
                // The only chunk of a number without axes.
                chunks.parent().map_or(Ok(()), fs::create_dir_all)?;
                durable(&chunks, &bytes)?;
            }
        }
        for (name, metadata) in self.nodes() {
            write(store, &self.path_of(&name), &metadata)?;
        }
        Ok(())
    }
}

/// Writes all groups and coordinates of a store; the root is the first group.
pub(crate) fn write_all(store: &Path, groups: &[Group], fingerprint: &str, multiscale: bool) -> io::Result<()> {
    let Some(root) = groups.first() else { return Ok(()) };
    let mut all: Vec<(String, Value)> = root.nodes();
    for group in groups {
        group.write_nodes(store)?;
    }
    if groups.len() > 1 {
        let levels = metadata(json!({"generator": GENERATOR}), Vec::new());
        write(store, "levels", &levels)?;
        all.push(("levels".to_owned(), levels));
    }
    for group in &groups[1..] {
        let attributes = json!({"generator": GENERATOR});
        write(store, &group.path, &metadata(attributes.clone(), group.nodes()))?;
        all.push((group.path.clone(), metadata(attributes, Vec::new())));
        all.extend(group.nodes().into_iter().map(|(name, node)| (group.path_of(&name), node)));
    }
    let [left, top, near, right, bottom, far] = root.volume.region;
    let mut attributes = json!({
        "generator": GENERATOR,
        "fingerprint": fingerprint,
        "region": {"x": [left, right], "y": [top, bottom], "z": [near, far]},
        "sampled_at": "cell centers",
    });
    if multiscale {
        attributes["ome"] = ome(groups);
    }
    write(store, "", &metadata(attributes, all))
}

/// The metadata of an image of OME-Zarr: an entry for each output.
fn ome(groups: &[Group]) -> Value {
    let Some(root) = groups.first() else { return Value::Null };
    let time_step = match root.times {
        [first, second, ..] => f64::from(*second) - f64::from(*first),
        _ => 1.0,
    };
    let kind = |axis: &str| match axis {
        "time" => "time",
        "x" | "y" | "z" => "space",
        _ => "channel",
    };
    let images = root.arrays.iter().enumerate().map(|(index, array)| {
        let datasets: Vec<Value> = groups
            .iter()
            .map(|group| {
                let spacing = group.volume.spacings();
                let scale = [0, 1, 2].map(|axis: usize| group.scale[axis] * spacing[axis]);
                let start = [0, 1, 2].map(|axis: usize| group.volume.region[axis] + 0.5 * scale[axis]);
                let time = root.times.first().map_or(0.0, |first| f64::from(*first));
                let of = |time: f64, channel: f64, space: [f64; 3]| {
                    array.numbers(json!(time), json!(channel), space.map(|number| json!(number)))
                };
                json!({
                    "path": group.arrays[index].path,
                    "coordinateTransformations": [
                        {"type": "scale", "scale": of(time_step, 1.0, scale)},
                        {"type": "translation", "translation": of(time, 0.0, start)},
                    ],
                })
            })
            .collect();
        let axes = array.axes();
        let axes: Vec<Value> = axes.iter().map(|axis| json!({"name": axis, "type": kind(axis)})).collect();
        json!({"name": array.description.output, "axes": axes, "datasets": datasets, "type": "mean"})
    });
    json!({"version": OME, "multiscales": images.collect::<Vec<_>>()})
}

/// The metadata of a coordinate, and its bytes. Without an axis, it is a single number.
fn coordinate(name: &'static str, positions: &[f32], axis: bool, units: &str) -> (&'static str, Value, Vec<u8>) {
    let shape: Vec<usize> = axis.then_some(positions.len()).into_iter().collect();
    let names: Vec<&str> = axis.then_some(name).into_iter().collect();
    let metadata = json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0.0,
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        "dimension_names": names,
        "attributes": {"generator": GENERATOR, "units": units, "long_name": name},
    });
    (name, metadata, positions.iter().flat_map(|position| position.to_le_bytes()).collect())
}

/// The metadata of a group that knows that of its nodes, so that readers open one file.
fn metadata(attributes: Value, nodes: Vec<(String, Value)>) -> Value {
    let mut group = json!({"zarr_format": 3, "node_type": "group", "attributes": attributes});
    if !nodes.is_empty() {
        let nodes: Map<String, Value> = nodes.into_iter().collect();
        group["consolidated_metadata"] = json!({"kind": "inline", "must_understand": false, "metadata": nodes});
    }
    group
}

/// Writes the metadata of a node, and flushes its folder: that of a group is written after its nodes.
fn write(store: &Path, path: &str, metadata: &Value) -> io::Result<()> {
    let folder = store.join(path);
    fs::create_dir_all(&folder)?;
    durable(&folder.join(METADATA), &serde_json::to_vec_pretty(metadata)?)?;
    flush_folder(&folder.join(METADATA));
    Ok(())
}
