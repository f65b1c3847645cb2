//! Reads the images of a document.

use std::collections::BTreeMap;

use super::reader::Reader;
use crate::document::Image;
use crate::json::{Json, Value, pointer};

impl Reader {
    /// Images by name.
    pub(super) fn images(&mut self, json: Json, path: &str) -> Option<BTreeMap<String, Image>> {
        let mut images = BTreeMap::new();
        for (key, value) in self.object(json, path, "`images`", "images by name")? {
            let path = self.named(path, "the name of an image", &key);
            images.insert(key.text.into(), self.image(value, &path));
        }
        Some(images)
    }

    fn image(&mut self, json: Json, path: &str) -> Image {
        let (mut file, mut sha256, mut data, mut extra) = (None, None, None, Vec::new());
        let members = self.object(json, path, "the image", "`file` and `sha256`, or `data`");
        if members.is_none() {
            self.diagnostics.leave_unread(path);
        }
        for (key, value) in members.unwrap_or_default() {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "file" => file = self.text(value, &path, "`file`"),
                "sha256" => sha256 = self.text(value, &path, "`sha256`"),
                "data" => data = self.text(value, &path, "`data`"),
                _ => extra.push((key.text.into(), Value::from(value))),
            }
        }
        Image::read(file, sha256, data, extra)
    }
}
