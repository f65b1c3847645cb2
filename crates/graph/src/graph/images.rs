//! Images of a document and its groups, decoded.

use std::collections::BTreeMap;

use super::Input;
use super::check::Check;
use crate::constant::{Constant, NamedImage};
use crate::definition::ValueType;
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::fields::IMAGE;
use crate::document::{Document, Image, ImageFault, MAX_GROUP_DEPTH, image_path_problem};
use crate::json::{Value, pointer};
use crate::suggest::nearest;
use travertine_images::{Content, FORMATS, MAX_TEXELS};

/// Checks and decodes the images of a document and of its groups. Together they have at most [`MAX_TEXELS`].
pub(super) fn check(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    let mut images = Vec::new();
    collect(document, "", 0, &mut images);
    let mut left = MAX_TEXELS;
    // Equal files are decoded and counted once.
    let mut contents: BTreeMap<String, Content> = BTreeMap::new();
    for (path, in_group, name, image) in images {
        unknown_fields(&path, image, &mut diagnostics);
        let problem = if let Some(error) = misshapen(&path, in_group, name, image) {
            Some(error)
        } else {
            let known = image.digest().and_then(|digest| contents.get(digest));
            match image.cost() {
                Ok(cost) if known.is_some() || cost.texels <= left => match image.decoded(known) {
                    Ok(content) => {
                        if let (None, Some(digest)) = (known, image.digest()) {
                            left -= cost.texels;
                            contents.insert(digest.to_owned(), content.clone());
                        }
                        None
                    }
                    Err(fault) => Some(describe(&path, name, image, fault)),
                },
                Ok(_) => {
                    let message = "the images of the document have too many texels".to_owned();
                    Some(Diagnostic::error(&path, message).expected(format!("at most {MAX_TEXELS} in all")))
                }
                Err(fault) => Some(describe(&path, name, image, fault)),
            }
        };
        if let Some(problem) = problem {
            diagnostics.push(problem);
        }
    }
    diagnostics
}

/// Images with their pointers, whether they are in a group, and their names. Recurses as deep as groups are nested.
fn collect<'d>(document: &'d Document, at: &str, depth: usize, images: &mut Vec<(String, bool, &'d str, &'d Image)>) {
    for (name, image) in &document.images {
        images.push((at.to_owned() + &pointer::pointer(&["images", name]), depth > 0, name, image));
    }
    if depth < MAX_GROUP_DEPTH {
        for (name, group) in &document.groups {
            let at = at.to_owned() + &pointer::pointer(&["groups", name]);
            collect(&group.document, &at, depth + 1, images);
        }
    }
}

/// The error of an image that does not state what it is, if there is one.
fn misshapen(path: &str, in_group: bool, name: &str, image: &Image) -> Option<Diagnostic> {
    let field = |field: &str| pointer::child(path, field);
    let name = quote(name);
    match (image.path(), image.data()) {
        (None, None) => Some(
            Diagnostic::error(path, format!("the image {name} has neither `file` nor `data`"))
                .expected("`file` and `sha256`, or `data`"),
        ),
        (Some(_), Some(_)) => Some(
            Diagnostic::error(field("data"), format!("the image {name} has both `file` and `data`"))
                .help("remove one of them")
                .at_key(),
        ),
        (Some(_), None) if in_group => Some(
            Diagnostic::error(field("file"), format!("the image {name} of a group is in a file"))
                .help("a group is copied from document to document: embed the image as `data`")
                .at_key(),
        ),
        (Some(file), None) => {
            if let Some(problem) = image_path_problem(file) {
                let message = format!("the path {} {problem}", quote(file));
                let expected = "a path within the folder of the document, names joined by `/`: \"images/wall.png\"";
                let error = Diagnostic::error(field("file"), message).expected(expected);
                let repaired = file.replace('\\', "/");
                return Some(match image_path_problem(&repaired) {
                    None => error.help(format!("write {}", Value::from(repaired))),
                    Some(_) => error,
                });
            }
            match image.sha256() {
                None => {
                    let error = Diagnostic::error(field("sha256"), format!("the image {name} has no `sha256`"))
                        .expected("the SHA-256 of the file, 64 hexadecimal digits")
                        .at_key();
                    Some(match image.digest() {
                        Some(digest) => error.help(format!("write \"sha256\": \"{digest}\"")),
                        None => error,
                    })
                }
                Some(sha256) => wrong_sha256(path, sha256),
            }
        }
        (None, Some(_)) => image.sha256().and_then(|sha256| wrong_sha256(path, sha256)),
    }
}

fn wrong_sha256(path: &str, sha256: &str) -> Option<Diagnostic> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_digest = sha256.len() == 64 && sha256.bytes().all(is_digit);
    (!is_digest).then(|| {
        let message = format!("{} is not a SHA-256", quote(sha256));
        Diagnostic::error(pointer::child(path, "sha256"), message).expected("64 hexadecimal digits in lower case")
    })
}

fn describe(path: &str, name: &str, image: &Image, fault: ImageFault) -> Diagnostic {
    let field = |field: &str| pointer::child(path, field);
    let source = field(if image.data().is_some() { "data" } else { "file" });
    let file = quote(image.path().unwrap_or_default());
    match fault {
        ImageFault::Missing => {
            Diagnostic::error(source, format!("the file {file} of the image {} is not loaded", quote(name)))
                .help("open the document from its own file, or embed the image as `data`")
        }
        ImageFault::Unreadable(reason) => {
            Diagnostic::error(source, format!("the file {file} of the image {} cannot be read: {reason}", quote(name)))
                .expected("a file within the folder of the document")
        }
        ImageFault::NotBase64 => {
            Diagnostic::error(source, format!("`data` of the image {} is not base64", quote(name)))
                .expected(format!("the bytes of a {FORMATS} file, as base64 with padding"))
        }
        ImageFault::Changed(digest) => {
            let message = match image.path() {
                Some(_) => format!("the file {file} has changed: its SHA-256 is another one"),
                None => format!("the SHA-256 of the image {} is another one", quote(name)),
            };
            let expected = image.sha256().unwrap_or_default().to_owned();
            Diagnostic::error(field("sha256"), message)
                .help(format!("if the change is intended, write \"sha256\": \"{digest}\""))
                .expected(expected)
        }
        ImageFault::Bad(problem) => {
            Diagnostic::error(source, format!("the image {} {problem}", quote(name))).expected(problem.expected())
        }
    }
}

fn unknown_fields(path: &str, image: &Image, diagnostics: &mut Diagnostics) {
    for (key, _) in image.extra() {
        diagnostics.error(|| {
            let message = format!("unknown field {} of an image", quote(key));
            Diagnostic::error(pointer::child(path, key), message)
                .did_you_mean(nearest(key, IMAGE.iter().copied()))
                .expected(one_of(IMAGE.iter().copied()))
                .at_key()
        });
    }
}

impl Check<'_> {
    /// The input of a constant: the name of an image stands for its content. Reports an unknown name, a volume where
    /// the input takes a picture, and a picture where it takes a volume.
    pub(super) fn with_content(&mut self, constant: Constant, value_type: &ValueType, path: &str) -> Option<Input> {
        let Constant::Image(NamedImage { name, .. }) = constant else {
            return Some(Input::Constant(constant));
        };
        let images = &self.document.images;
        if name.is_empty() {
            return Some(Input::Constant(Constant::Image(NamedImage { name, content: None })));
        }
        let Some(image) = images.get(&name) else {
            let scope = self.scope;
            self.diagnostics.error(|| {
                let known = || images.keys().map(String::as_str);
                let expected = if images.is_empty() {
                    format!("the name of an image; the {} has none", scope.what())
                } else {
                    one_of(known())
                };
                Diagnostic::error(path, format!("unknown image {}", quote(&name)))
                    .did_you_mean(nearest(&name, known()))
                    .expected(expected)
            });
            return None;
        };
        let content = image.known();
        let fits = content.map_or(Ok(()), |content| match value_type {
            ValueType::Volume => content.volume().map(drop),
            _ => content.picture().map(drop),
        });
        if let Err(problem) = fits {
            let message = format!("the image {} {problem}", quote(&name));
            self.diagnostics.push(Diagnostic::error(path, message).expected(problem.expected()));
            return None;
        }
        Some(Input::Constant(Constant::Image(NamedImage { name, content: content.cloned() })))
    }
}
