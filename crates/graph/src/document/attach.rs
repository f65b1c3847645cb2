//! Gives images in files their bytes.

use super::Document;
use super::image::image_path_problem;

impl Document {
    /// Gives every image in a file its bytes, which `read` returns for the path that the document states, or else the
    /// reason why it cannot. Images that have bytes keep them.
    ///
    /// A path that [leaves the folder](image_path_problem) is not passed to `read`. Images of groups are embedded and
    /// need no bytes.
    pub fn attach_images(&self, read: impl Fn(&str) -> Result<Vec<u8>, String>) {
        for image in self.images.values() {
            if let Some(path) = image.path().filter(|path| image_path_problem(path).is_none()) {
                image.attach(|| read(path));
            }
        }
    }

    /// The document with its images inside it, so that it needs no files. An image that is not attached stays a file.
    pub fn with_embedded_images(&self) -> Document {
        let mut document = self.clone();
        document.images.values_mut().for_each(|image| *image = image.to_embedded());
        document
    }
}
