//! Filling a job: bakes the pages of all sets into the files that the job lacks.

use std::ops::Range;

use travertine::{Context, PictureFile};
use travertine_mesh::TextureSet;

use super::{Bake, Estimate, Report, Samplers};
use crate::error::Error;
use crate::job::Job;
use crate::maps::{COLORS, Channel, Map, Role};
use crate::occlusion::Occlusion;
use crate::page::Page;
use crate::pass::{Pass, Shared};
use crate::surface::Surface;
use crate::target::Target;
use crate::warnings::{about_page, about_strength, about_surface};

impl Bake {
    /// Writes all files that the job lacks. Returns the greatest emission of each set, if it exceeds 1, otherwise 1.
    pub(super) fn fill(
        &self,
        job: &Job,
        target: Target,
        maps: &[Map],
        context: &Context,
        announce: impl FnOnce(Estimate),
    ) -> Result<(Report, Vec<f32>), Error> {
        let taken = self.taken(maps, target);
        let bright = self.bright(maps).filter(|_| self.source.has_glb(target));
        let samplers = self.samplers(taken, 1 + u64::from(bright.is_some()), context)?;
        announce(self.estimate(maps, taken, &samplers, context));
        let Samplers { outputs, height, .. } = samplers;
        let strength = self.options.relief.as_ref().map_or(0.0, |relief| f64::from(relief.strength));
        let occlusion = self.options.occlusion;
        let occlusion = occlusion.map(|reach| {
            Occlusion::new(&self.sets, self.frame, reach, self.options.occlusion_rays, context.simd_level())
        });
        let shared = Shared {
            options: &self.options,
            taken,
            layout: &self.layout,
            sampler: &outputs,
            relief: height.as_ref().map(|height| (height, strength)),
            occlusion: occlusion.as_ref(),
            context,
        };
        let mut report = Report::default();
        let bare = self.sets.iter().flat_map(|set| &set.meshes).filter(|mesh| mesh.uvs.is_none());
        report.warnings.extend(
            bare.map(|mesh| format!("mesh `{}` has no UVs, so it is not baked; generate UVs with `unwrap`", mesh.name)),
        );
        let fill = |set| self.fill_set(set, job, maps, bright.as_ref(), &shared, &mut report);
        let strengths = self.sets().iter().map(fill).collect::<Result<Vec<f32>, _>>()?;
        if target == Target::Folder {
            // No set has several tiles, which no GLB can show.
            let pages = self.pages().zip(&strengths);
            report.warnings.extend(pages.filter_map(|(page, strength)| about_strength(page, maps, *strength)));
        }
        Ok((report, strengths))
    }

    /// Writes the files of a set that the job lacks. Returns the greatest of the `bright` floats, at least 1.
    fn fill_set(
        &self,
        set: &TextureSet,
        job: &Job,
        maps: &[Map],
        bright: Option<&Range<usize>>,
        shared: &Shared,
        report: &mut Report,
    ) -> Result<f32, Error> {
        let lacks = |page: Page, map: &Map| !job.has(&page.file_name(map), map.file);
        let missing = |page| maps.iter().filter(|map| lacks(page, map)).cloned().collect::<Vec<_>>();
        let pages: Vec<(Page, Vec<Map>)> = Page::of(set).map(|page| (page, missing(page))).collect();
        report.reused += pages.iter().map(|(_, missing)| maps.len() - missing.len()).sum::<usize>();
        let is_complete = pages.iter().all(|(_, missing)| missing.is_empty());
        let mut strength = 1.0_f32;
        if is_complete && bright.is_none() {
            pages.iter().for_each(|_| self.skip(shared.context));
            return Ok(strength);
        }
        let surface = Surface::new(&set.meshes, self.frame);
        let surface = if self.needs_curvature() { surface.with_curvature() } else { surface };
        let pass = Pass::new(shared, &surface);
        if let Some(floats) = bright {
            for (page, _) in &pages {
                strength = strength.max(pass.peak(page.tile, floats.clone())?);
            }
        }
        if !is_complete {
            report.warnings.extend(about_surface(set, &surface));
        }
        for (page, mut missing) in pages {
            if missing.is_empty() {
                self.skip(shared.context);
                continue;
            }
            let emissions = missing.iter_mut().filter(|map| map.role == Some(Role::Emission));
            emissions.for_each(|map| map.strength = strength);
            let files = missing.iter().map(|map| job.file(&page.file_name(map), map.file));
            let files: Vec<PictureFile> = files.collect();
            let baked = pass.run(page.tile, &missing, &files)?;
            report.warnings.extend(about_page(page, &surface, &missing, &baked, self.options.size));
        }
        Ok(strength)
    }

    /// The floats of an emission that may exceed 1, which a material specifies as a factor.
    fn bright(&self, maps: &[Map]) -> Option<Range<usize>> {
        let map = maps.iter().find(|map| map.role == Some(Role::Emission))?;
        let Some(Channel::Computed(first, _)) = map.channels.first() else { return None };
        // Without its alpha.
        let floats = *first..first + map.channels.len().min(COLORS);
        let ranges = self.fields.ranges().concat();
        ranges[floats.clone()].iter().any(|range| range.max > 1.0).then_some(floats)
    }

    /// Counts a page as done.
    fn skip(&self, context: &Context) {
        let [width, height] = self.options.size;
        context.advance(u64::from(width) * u64::from(height));
    }
}
