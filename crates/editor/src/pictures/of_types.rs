//! Pictures of node types: those of their examples, made when the editor was built.

use std::collections::HashMap;

use egui::{ColorImage, Context, TextureFilter, TextureHandle, TextureId, TextureOptions};
use travertine_images::Picture;

/// The ids of node types, sorted, and their pictures, listed by the build script.
static PICTURES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/node_pictures.rs"));

/// Pictures of node types as textures, each made when it is first shown.
#[derive(Default)]
pub struct TypePictures {
    textures: HashMap<String, Option<TextureHandle>>,
}

impl TypePictures {
    /// The picture of a node type; `None` if there is none, as for groups.
    pub fn get(&mut self, context: &Context, id: &str) -> Option<TextureId> {
        if !self.textures.contains_key(id) {
            let found = PICTURES.binary_search_by_key(&id, |(other, _)| other).ok();
            let texture = found.and_then(|index| texture(context, id, PICTURES[index].1));
            self.textures.insert(id.to_owned(), texture);
        }
        self.textures.get(id)?.as_ref().map(TextureHandle::id)
    }
}

/// A PNG or JPEG of 8 bits as a texture; `None` if it is none.
pub fn texture(context: &Context, name: &str, picture: &[u8]) -> Option<TextureHandle> {
    let picture = Picture::decode(picture).ok()?;
    let (width, height) = picture.size();
    let image = match picture.bytes()? {
        (bytes, 1) => ColorImage::from_gray([width, height], bytes),
        (bytes, 3) => ColorImage::from_rgb([width, height], bytes),
        (bytes, 4) => ColorImage::from_rgba_unmultiplied([width, height], bytes),
        _ => return None,
    };
    // Pictures are shown smaller than they are.
    let options = TextureOptions::LINEAR.with_mipmap_mode(Some(TextureFilter::Linear));
    Some(context.load_texture(name, image, options))
}

#[cfg(test)]
mod tests {
    use travertine::registry;

    use super::*;

    #[test]
    fn every_node_type_has_a_picture() {
        let (context, mut pictures) = (Context::default(), TypePictures::default());
        for definition in registry().iter() {
            assert!(pictures.get(&context, &definition.id).is_some(), "{}", definition.id);
        }
        assert!(pictures.get(&context, "group/planks").is_none());
    }
}
