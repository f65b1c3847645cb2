//! Layers of OpenEXR files, with all their channels.

use std::io::{Read, Seek};

use exr::image::read::image::ReadLayers;
use exr::image::read::layers::ReadChannels;
use exr::image::read::read;
use exr::image::{self, AnyChannels, FlatSamples};
use exr::meta::MetaData;
use exr::prelude::Compression;

/// What a file states about a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerInfo {
    /// Width, in texels.
    pub width: usize,
    /// Height, in texels.
    pub height: usize,
    /// Names of the channels, sorted.
    pub channels: Vec<String>,
}

/// What a file states about its layers, of which there is one at least.
///
/// # Errors
///
/// If the file is damaged, or the first layer is compressed in a way that is not read.
pub fn layers(source: impl Read) -> Result<Vec<LayerInfo>, String> {
    let meta = MetaData::read_from_buffered(source, false).map_err(|error| error.to_string())?;
    match meta.headers.first().map(|header| header.compression) {
        None => return Err("it has no layers".to_owned()),
        Some(Compression::DWAA(_) | Compression::DWAB(_)) => {
            return Err("it is compressed with DWA, whose numbers differ from processor to processor; \
                        save it with another compression"
                .to_owned());
        }
        Some(_) => {}
    }
    let info = meta.headers.iter().map(|header| LayerInfo {
        width: header.layer_size.width(),
        height: header.layer_size.height(),
        channels: header.channels.list.iter().map(|channel| channel.name.to_string()).collect(),
    });
    Ok(info.collect())
}

/// The first flat layer of a file.
pub struct Layer(image::Layer<AnyChannels<FlatSamples>>);

impl Layer {
    /// Decodes the layer, at its largest size. The caller checks its [size](layers) first.
    ///
    /// # Errors
    ///
    /// If the file is damaged, or has no such layer.
    pub fn read(source: impl Read + Seek + Send) -> Result<Layer, String> {
        let image = read()
            .no_deep_data()
            .largest_resolution_level()
            .all_channels()
            .first_valid_layer()
            .all_attributes()
            .from_buffered(source)
            .map_err(|error| error.to_string())?;
        Ok(Layer(image.layer_data))
    }

    /// Width and height, in texels.
    pub fn size(&self) -> (usize, usize) {
        (self.0.size.width(), self.0.size.height())
    }

    /// Names of the channels, sorted.
    pub fn channels(&self) -> impl Iterator<Item = String> {
        self.0.channel_data.list.iter().map(|channel| channel.name.to_string())
    }

    /// The numbers of channels: rows from the top, texels from the left, the channels of a texel together.
    ///
    /// # Errors
    ///
    /// If a channel is missing, or is subsampled.
    pub fn numbers(&self, channels: &[impl AsRef<str>]) -> Result<Vec<f32>, String> {
        let (width, height) = self.size();
        let mut numbers = vec![0.0; width * height * channels.len()];
        for (index, name) in channels.iter().map(AsRef::as_ref).enumerate() {
            let channel = self.0.channel_data.list.iter().find(|channel| channel.name == *name);
            let samples = &channel.ok_or("its layers have different channels")?.sample_data;
            if samples.len() != width * height {
                return Err(format!("its channel {name} is subsampled; a number for every texel is read"));
            }
            let targets = numbers[index..].iter_mut().step_by(channels.len());
            targets.zip(samples.values_as_f32()).for_each(|(target, number)| *target = number);
        }
        Ok(numbers)
    }
}
