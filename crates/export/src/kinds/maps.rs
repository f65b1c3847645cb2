//! Pictures of several outputs, rendered together.

use std::ffi::OsStr;
use std::path::Path;

use travertine::PictureFile;

use super::{Job, clipping};
use crate::error::Error;
use crate::order::Report;
use travertine_jobs::set::{Files, packs};

impl Job<'_> {
    /// The files of a set, or of all outputs.
    pub(super) fn maps(&self) -> Result<Report, Error> {
        let (mut texture, slice) = (self.texture()?, self.settings.slice());
        let packs = packs(&self.settings.maps.packs)?;
        let outputs: Vec<String> = texture.outputs().map(str::to_owned).collect();
        let set = self.settings.set(&packs, outputs.iter().map(String::as_str));
        let (pictures, mut notes) = set.pictures(&mut texture, &slice)?;
        if pictures.is_empty() {
            return Err(Error::usage(
                "the set is empty: the graph has no output with a name that it uses, such as color, height or roughness; \
                 name outputs so, choose another program, or export all outputs",
            ));
        }
        let graph = self.order.graph.as_deref().and_then(Path::file_stem);
        let files = Files {
            template: self.settings.target(),
            graph: graph.unwrap_or(OsStr::new("graph")),
            format: |format| Ok(self.format(format)),
            keeps_depth: self.settings.is_sixteen(),
            is_supersampled: false,
        };
        let files = files.of(&pictures)?;
        self.check(files.iter().map(|file| &file.path))?;
        let names: Vec<&str> = pictures.iter().map(|picture| picture.output.as_str()).collect();
        let fields = texture.fields(&names)?;
        let render = fields.prepare_file(slice, None, &self.context)?;
        let estimate = render.estimate();
        self.progress.of(estimate.samples);
        let clipped = PictureFile::write_all(&files.iter().collect::<Vec<_>>(), &render)?;
        for (picture, clipped) in pictures.iter().zip(clipped) {
            notes.extend(clipping(clipped, estimate.pixels, &format!("pixels of {}", picture.name)));
        }
        Ok(Report { files: files.into_iter().map(|file| file.path).collect(), notes })
    }
}
