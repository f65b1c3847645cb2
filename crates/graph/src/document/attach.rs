//! Gives images in files their bytes, and computes their memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::image::{Bytes, image_path_problem};
use super::{Document, Image, MAX_GROUP_DEPTH};

/// Memory of the images of a document, in bytes. Equal files count once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ImageMemory {
    /// Files, and the samples of decoded pictures.
    pub held: u64,
    /// Channels as functions, which programs share.
    pub channels: u64,
}

impl Document {
    /// Paths of images in files, each once. Paths that [leave the folder](image_path_problem) are left out. Images of
    /// groups are embedded.
    pub fn image_paths(&self) -> BTreeSet<&str> {
        let paths = self.images.values().filter_map(Image::path);
        paths.filter(|path| image_path_problem(path).is_none()).collect()
    }

    /// Gives every image in a file its bytes, which `read` returns for the path in the document, or else the reason why
    /// it cannot. It is asked for each path once. Images that have bytes keep them. Equal files share theirs.
    ///
    /// A path that [leaves the folder](image_path_problem) is not passed to `read`. Images of groups are embedded and
    /// need no bytes.
    pub fn attach_images(&self, read: impl Fn(&str) -> Result<Vec<u8>, String>) {
        let mut known: BTreeMap<&str, Result<Arc<Bytes>, String>> = BTreeMap::new();
        let mut by_digest: BTreeMap<String, Arc<Bytes>> = BTreeMap::new();
        for image in self.images.values() {
            if let Some(path) = image.path().filter(|path| image_path_problem(path).is_none()) {
                let read = || {
                    let bytes = Bytes::from(read(path)?);
                    // What equals an earlier file is dropped before the next one is read.
                    Ok(by_digest.entry(bytes.digest.clone()).or_insert_with(|| Arc::new(bytes)).clone())
                };
                image.attach(|| known.entry(path).or_insert_with(read).clone());
            }
        }
    }

    /// Memory of the images that are embedded or attached, and of those of groups, by the headers of their files. What
    /// cannot be decoded counts as its file.
    pub fn image_memory(&self) -> ImageMemory {
        let mut images = BTreeMap::new();
        self.each_image(0, &mut |image| {
            if let Some(digest) = image.digest() {
                images.entry(digest).or_insert(image);
            }
        });
        let mut memory = ImageMemory::default();
        for image in images.values() {
            let (samples, channels) = image.cost().map_or((0, 0), |cost| (cost.samples, cost.channels));
            memory.held = memory.held.saturating_add(image.length() as u64).saturating_add(samples);
            memory.channels = memory.channels.saturating_add(channels);
        }
        memory
    }

    /// Calls a function with the images of the document and of its groups. Recurses as deep as groups are nested.
    fn each_image<'d>(&'d self, depth: usize, call: &mut impl FnMut(&'d Image)) {
        self.images.values().for_each(&mut *call);
        if depth < MAX_GROUP_DEPTH {
            self.groups.values().for_each(|group| group.document.each_image(depth + 1, call));
        }
    }

    /// The document with its images inside it, so that it needs no files. An image that is not attached stays a file.
    pub fn with_embedded_images(&self) -> Document {
        let mut document = self.clone();
        document.images.values_mut().for_each(|image| *image = image.to_embedded());
        document
    }
}
