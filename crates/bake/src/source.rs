//! The file of a mesh, which a bake writes again.

use std::path::Path;

use travertine_mesh::{Error, Model, Original};

use crate::target::Target;

/// The file of a model, with all that it holds beside the meshes that were read.
#[derive(Default)]
pub struct Source {
    pub(crate) original: Option<Original>,
    /// The name of the model with the new UVs, if the UVs are new.
    pub(crate) model: Option<String>,
}

impl Source {
    /// The file of a model, for [`Bake::keeping`](crate::Bake::keeping). It is read again if a bake into `target`
    /// writes a GLB. `has_new_uvs` specifies that the UVs are to be replaced.
    ///
    /// # Errors
    ///
    /// As [`Model::open_within`].
    pub fn of(model: &Model, target: impl AsRef<Path>, has_new_uvs: bool) -> Result<Source, Error> {
        let stem = model.path().file_stem().unwrap_or_default().to_string_lossy();
        let mut source = Source { original: None, model: has_new_uvs.then(|| format!("{stem}.glb")) };
        if source.has_glb(Target::of(target.as_ref())) {
            source.original = model.original()?;
        }
        Ok(source)
    }

    /// Whether a bake into a target writes a GLB.
    pub(crate) fn has_glb(&self, target: Target) -> bool {
        match target {
            Target::Glb => true,
            Target::Obj => false,
            // Textures in a folder need a model with their UVs.
            Target::Folder => self.model.is_some(),
        }
    }
}
