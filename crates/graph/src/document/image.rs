//! Images of a document: pictures and volumes in files next to it, or embedded in it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use travertine_images::{Content, Cost, Problem, cost, digest};

use crate::json::Value;

/// A picture or a volume that nodes of a document read, by its name in [`Document::images`].
///
/// It is a file next to the document, with the SHA-256 of its bytes, or embedded as base64. A graph reads no files:
/// [`Document::attach_images`] gives it their bytes. Clones share the bytes and the decoded content.
///
/// [`Document::images`]: super::Document::images
/// [`Document::attach_images`]: super::Document::attach_images
#[derive(Clone, Default)]
pub struct Image {
    pub(super) file: Option<String>,
    pub(super) sha256: Option<String>,
    pub(super) data: Option<Arc<str>>,
    pub(super) extra: Vec<(String, Value)>,
    bytes: Arc<OnceLock<Result<Arc<Bytes>, ImageFault>>>,
    decoded: Arc<OnceLock<Result<Content, ImageFault>>>,
}

/// The bytes of a file, and their SHA-256.
pub(super) struct Bytes {
    bytes: Vec<u8>,
    pub(super) digest: String,
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes { digest: digest(&bytes), bytes }
    }
}

/// Why an image has no content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ImageFault {
    /// No bytes have been attached.
    Missing,
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// The embedded text is not base64.
    NotBase64,
    /// The bytes have another SHA-256, which is this one.
    Changed(String),
    /// The bytes are neither a picture nor a volume.
    Bad(Problem),
}

impl Image {
    /// An image in a file. The path is relative to the folder of the document; its names are joined by `/`. `sha256` is
    /// the SHA-256 of the bytes, as 64 hexadecimal digits.
    pub fn file(path: impl Into<String>, sha256: impl Into<String>) -> Image {
        Image { file: Some(path.into()), sha256: Some(sha256.into()), ..Image::default() }
    }

    /// An image inside the document: the bytes of a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3 file.
    pub fn embedded(bytes: impl AsRef<[u8]>) -> Image {
        Image { data: Some(BASE64_STANDARD.encode(bytes).into()), ..Image::default() }
    }

    pub(super) fn read(
        file: Option<String>,
        sha256: Option<String>,
        data: Option<String>,
        extra: Vec<(String, Value)>,
    ) -> Image {
        Image { file, sha256, data: data.map(Arc::from), extra, ..Image::default() }
    }

    /// Path of the file, if the image is in one.
    pub fn path(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The SHA-256 in the document, if it has one.
    pub fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// The embedded bytes as base64, if the image is embedded.
    pub fn data(&self) -> Option<&str> {
        self.data.as_deref()
    }

    /// Fields that this version does not know.
    pub(crate) fn extra(&self) -> &[(String, Value)] {
        &self.extra
    }

    /// Gives an image in a file its bytes, unless it has some.
    pub(super) fn attach(&self, read: impl FnOnce() -> Result<Arc<Bytes>, String>) {
        self.bytes.get_or_init(|| read().map_err(ImageFault::Unreadable));
    }

    /// The same image, embedded; an image in a file that is not attached stays there.
    pub fn to_embedded(&self) -> Image {
        match (&self.data, self.bytes()) {
            (None, Ok(bytes)) => Image { extra: self.extra.clone(), ..Image::embedded(bytes) },
            _ => self.clone(),
        }
    }

    fn content(&self) -> Result<&Bytes, ImageFault> {
        let content = match &self.data {
            Some(data) => self.bytes.get_or_init(|| {
                let bytes = BASE64_STANDARD.decode(&**data).map_err(|_| ImageFault::NotBase64)?;
                Ok(Arc::new(Bytes::from(bytes)))
            }),
            None => self.bytes.get().ok_or(ImageFault::Missing)?,
        };
        content.as_deref().map_err(Clone::clone)
    }

    /// The bytes of the image, which have the SHA-256 of the document.
    fn bytes(&self) -> Result<&[u8], ImageFault> {
        let Bytes { bytes, digest } = self.content()?;
        match &self.sha256 {
            Some(recorded) if recorded != digest => Err(ImageFault::Changed(digest.clone())),
            _ => Ok(bytes),
        }
    }

    /// What it costs to decode it, by the header.
    pub(crate) fn cost(&self) -> Result<Cost, ImageFault> {
        cost(self.bytes()?).map_err(ImageFault::Bad)
    }

    /// Number of bytes of the file, if they are embedded or attached.
    pub(super) fn length(&self) -> usize {
        self.content().map_or(0, |content| content.bytes.len())
    }

    /// The decoded picture or volume. The first call decodes it, unless it is given the content of an equal file.
    pub(crate) fn decoded(&self, known: Option<&Content>) -> Result<&Content, ImageFault> {
        let bytes = self.bytes()?;
        let decode = || match known {
            Some(known) => Ok(known.clone()),
            None => Content::decode(bytes).map_err(ImageFault::Bad),
        };
        self.decoded.get_or_init(decode).as_ref().map_err(Clone::clone)
    }

    /// SHA-256 of the bytes, if they are embedded or attached.
    pub fn digest(&self) -> Option<&str> {
        self.content().ok().map(|content| content.digest.as_str())
    }

    /// The decoded picture or volume, if there is one by now.
    pub(crate) fn known(&self) -> Option<&Content> {
        self.decoded.get()?.as_ref().ok()
    }
}

/// The problem with the path of an image; `None` for a path of names joined by `/`, which cannot leave the folder of
/// the document on any system.
pub fn image_path_problem(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        Some("is empty")
    } else if path.starts_with(['/', '\\']) || path.contains(':') {
        Some("is not relative to the folder of the document")
    } else if path.contains('\\') {
        // A folder on Windows, and a part of a name elsewhere.
        Some("has a backslash in it, which does not mean the same on all systems")
    } else if path.split('/').any(|name| name == "..") {
        Some("leaves the folder of the document")
    } else if path.chars().any(char::is_control) {
        Some("has a control character in it")
    } else if path.split('/').any(|name| name.is_empty() || name == ".") {
        Some("has an empty name or `.` in it")
    } else {
        None
    }
}

/// Compares what is in the document; the bytes follow from it.
impl PartialEq for Image {
    fn eq(&self, other: &Image) -> bool {
        let file = |image: &Image| (image.file.clone(), image.sha256.clone());
        file(self) == file(other) && self.data == other.data && self.extra == other.extra
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Image")
            .field("file", &self.file)
            .field("sha256", &self.sha256)
            .field("data", &self.data.as_ref().map(|data| data.len()))
            .field("extra", &self.extra)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn document(images: &str) -> String {
        format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}, "images": {images}}}"#)
    }

    #[test]
    fn images_come_back_in_canonical_form() {
        let text = document(
            r#"{"wall": {"sha256": "00", "file": "wall.png", "future": 1}, "logo": {"data": "AAAA"}, "none": {}}"#,
        );
        let read = Document::parse(text.as_bytes()).unwrap();
        let written = read.to_json();
        let expected = r#"
  "images": {
    "logo": {
      "data": "AAAA"
    },
    "none": {},
    "wall": {
      "file": "wall.png",
      "sha256": "00",
      "future": 1
    }
  }
"#;
        assert!(written.contains(expected), "{written}");
        assert_eq!(Document::parse(written.as_bytes()), Ok(read.clone()));
        let made = Document::default().image("logo", Image::embedded([0; 3]));
        assert_eq!(made.images["logo"], read.images["logo"]);
        assert_ne!(made.digest(), Document::default().digest());
    }

    #[test]
    fn bytes_are_attached_once_and_shared_by_clones() {
        let sha256 = digest(b"bytes");
        let document = Document::default()
            .image("wall", Image::file("a/wall.png", &sha256))
            .image("outside", Image::file("../wall.png", &sha256))
            .image("inside", Image::embedded(b"others"));
        let clone = document.clone();
        document.attach_images(|path| {
            assert_eq!(path, "a/wall.png");
            Ok(b"bytes".to_vec())
        });
        clone.attach_images(|_| Err("it is attached".to_owned()));
        assert_eq!(clone.images["wall"].bytes(), Ok(&b"bytes"[..]));
        assert_eq!(clone.images["wall"].to_embedded(), Image::embedded(b"bytes"));
        assert_eq!(clone.images["outside"].bytes(), Err(ImageFault::Missing));
        assert_eq!(clone.images["inside"].digest(), Some(digest(b"others").as_str()));
        let changed = Document::default().image("wall", Image::file("wall.png", digest(b"before")));
        changed.attach_images(|_| Ok(b"bytes".to_vec()));
        assert_eq!(changed.images["wall"].bytes(), Err(ImageFault::Changed(sha256)));
    }

    #[test]
    fn equal_files_share_their_bytes() {
        let names = ["a", "b", "c"];
        let document = names.into_iter().fold(Document::default(), |document, name| {
            document.image(name, Image::file(format!("{name}.png"), digest(b"bytes")))
        });
        document.attach_images(|path| Ok(if path == "c.png" { b"other" } else { b"bytes" }.to_vec()));
        let bytes = |name: &str| document.images[name].content().unwrap().bytes.as_ptr();
        assert_eq!(bytes("a"), bytes("b"));
        assert_ne!(bytes("a"), bytes("c"));
    }

    #[test]
    fn paths_stay_within_the_folder_on_every_system() {
        for path in ["wall.png", "a/b/wall.png", "ä ö.png", "..png", "a/...", "-"] {
            assert_eq!(image_path_problem(path), None, "{path}");
        }
        for path in
            ["", "/a", "a/", "a//b", ".", "./a", "..", "../a", "a/..", "a/../b", "c:a", "c:/a", "a\\b", "\\\\a", "a\nb"]
        {
            assert!(image_path_problem(path).is_some(), "{path}");
        }
    }
}
