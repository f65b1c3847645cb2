//! The end of a bake: models that show the textures, and the move to the target.

use std::path::Path;

use travertine_mesh::TextureSet;

use super::Bake;
use crate::error::Error;
use crate::glb::{self, Baked, Picture};
use crate::job::Job;
use crate::maps::{Map, Role};
use crate::page::Page;
use crate::rewrite::{self, Change};
use crate::source::Source;
use crate::target::{Target, mtl_name};
use crate::{mtl, obj};

impl Bake {
    /// Writes the models of a job whose textures are finished, and moves all to the target. `strengths` has the
    /// greatest emission of each set.
    pub(super) fn finish(&self, job: Job, path: &Path, maps: &[Map], strengths: &[f32]) -> Result<(), Error> {
        let beside = self.beside(path);
        match Target::of(path) {
            Target::Glb => {
                let inside = |name: &str, map: &Map| Picture::Inside(job.file(name, map.file).path);
                let baked = self.baked(maps, strengths, inside);
                return job.publish_model(|path| self.write_glb(path, &baked));
            }
            Target::Obj => {
                let mtl = mtl_name(path);
                mtl::write(&job.beside(&mtl), &self.sets, maps)?;
                let name = path.file_name().unwrap_or_default();
                obj::write_textured(&job.beside(name), &self.sets, &mtl)?;
            }
            Target::Folder => {
                for name in &beside {
                    let baked = self.baked(maps, strengths, |name, _| Picture::beside(name));
                    self.write_glb(&job.beside(name), &baked)?;
                }
            }
        }
        job.publish(&beside)
    }

    /// The textures of each set that a GLB shows.
    fn baked<'m>(
        &self,
        maps: &'m [Map],
        strengths: &[f32],
        picture: impl Fn(&str, &Map) -> Picture,
    ) -> Vec<Vec<Baked<'m>>> {
        let baked = |(set, emission): (&TextureSet, &f32)| {
            let maps = maps.iter().filter(|map| map.role.is_some());
            let shown = Page::of(set).flat_map(|page| maps.clone().map(move |map| (page, map)));
            let one = shown.map(|(page, map)| {
                let picture = picture(&page.file_name(map), map);
                let strength = if map.role == Some(Role::Emission) { *emission } else { 1.0 };
                Baked { map, picture, strength }
            });
            one.collect()
        };
        // Meshes without UVs stay as they are.
        let bare = self.sets[self.textured..].iter().map(|_| Vec::new());
        self.sets().iter().zip(strengths).map(baked).chain(bare).collect()
    }

    /// Writes the meshes with the baked textures of each set.
    fn write_glb(&self, path: &Path, baked: &[Vec<Baked>]) -> Result<(), Error> {
        let Source { original, model } = &self.source;
        let change = if model.is_some() { Change::Uvs } else { Change::None };
        match original {
            Some(original) => rewrite::write(path, original, &self.sets, baked, change),
            None => glb::write_textured(path, &self.sets, baked),
        }
    }
}
