//! Vertex colors: evaluate a texture at the vertices of meshes.

use std::path::Path;

use travertine::stages::render::RenderError;
use travertine::{Context, Site};
use travertine_files::resolve;
use travertine_mesh::Mesh;

use super::{Bake, check_memory};
use crate::error::Error;
use crate::glb;
use crate::obj;
use crate::rewrite::{self, Change};
use crate::target::{Target, is_replaceable};

/// Number of vertices evaluated at a time.
const VERTICES: usize = 1 << 14;

impl Bake {
    /// Evaluates the output that is the color of a material at the vertices, and writes the meshes with vertex colors
    /// and without textures into a GLB, or an OBJ, which has no alpha. Colors are clipped to 0..1.
    ///
    /// # Errors
    ///
    /// As [`Bake::write`], or if no output is a color.
    pub fn write_vertex_colors(&self, target: impl AsRef<Path>, context: &Context) -> Result<(), Error> {
        let target = target.as_ref();
        let kind = Target::of(target);
        if kind == Target::Folder {
            return Err(Error::Usage(
                "vertex colors need a .glb or .obj file; choose a name that ends with .glb or .obj".to_owned(),
            ));
        }
        let (path, _) = resolve(target).map_err(Error::write(target))?;
        // An OBJ is often a mesh of the user.
        if kind == Target::Obj && !self.options.overwrite && !is_replaceable(&path).map_err(Error::read(&path))? {
            return Err(travertine_files::Error::Foreign { path }.into());
        }
        let Some(first) = self.layout.vertex_color() else {
            let names: Vec<String> = self.fields.outputs().iter().map(|output| format!("`{}`", output.name)).collect();
            return Err(Error::Usage(format!(
                "vertex colors need an output that is a color, not {}; choose one with `output`",
                names.join(" or ")
            )));
        };
        let width = self.fields.width();
        let vertices = self.vertices();
        let colors = vertices * size_of::<[f32; 4]>() as u64;
        let curved = self.needs_curvature();
        let bent = self.sets.iter().filter(|_| curved).map(|set| Mesh::curvature_bytes(&set.meshes)).max();
        let batch = VERTICES * (size_of::<Site>() + 4 * width);
        let taken = self.mesh_bytes(&[], kind) + colors + bent.unwrap_or(0) + batch as u64;
        check_memory(taken, context)?;
        let left = context.clone().memory(context.memory_limit() - taken);
        let sampler = self.fields.sampler(&left).map_err(|error| error.beside(taken))?;
        context.check_work(sampler.work(vertices))?;
        let mut values = Vec::new();
        let mut colors = Vec::with_capacity(self.sets.len());
        for set in &self.sets {
            let mut of_set = Vec::with_capacity(set.meshes.len());
            for mesh in &set.meshes {
                let curvatures = if curved { mesh.curvatures() } else { Vec::new() };
                let site = |vertex| self.vertex_site(mesh, vertex, &curvatures);
                let mut of_mesh = Vec::with_capacity(mesh.positions.len());
                for start in (0..mesh.positions.len()).step_by(VERTICES) {
                    let vertices = start..(start + VERTICES).min(mesh.positions.len());
                    let points: Vec<_> = vertices.map(site).collect();
                    values.clear();
                    values.resize(points.len() * width, 0.0);
                    sampler.sample(&points, &mut values)?;
                    context.advance(points.len() as u64);
                    let color = |sample: &[f32]| [0, 1, 2, 3].map(|part| sample[first + part].clamp(0.0, 1.0));
                    of_mesh.extend(values.chunks_exact(width).map(color));
                }
                of_set.push(of_mesh);
            }
            colors.push(of_set);
        }
        if context.is_cancelled() {
            return Err(RenderError::Cancelled.into());
        }
        match &self.source.original {
            _ if kind == Target::Obj => obj::write_colored(&path, &self.sets, &colors),
            Some(original) => rewrite::write(&path, original, &self.sets, &[], Change::Colors(&colors)),
            None => glb::write_colored(&path, &self.sets, &colors),
        }
    }

    /// The number of vertices, as the progress of vertex colors counts them.
    pub fn vertices(&self) -> u64 {
        let meshes = self.sets.iter().flat_map(|set| &set.meshes);
        meshes.map(|mesh| mesh.positions.len() as u64).sum()
    }

    /// The site of a vertex in the texture. `curvatures` has one for each vertex, or is empty.
    fn vertex_site(&self, mesh: &Mesh, vertex: usize, curvatures: &[f32]) -> Site {
        let curvature = curvatures.get(vertex).map_or(0.0, |curvature| f64::from(*curvature));
        let uv = mesh.uvs.as_ref().map(|uvs| uvs[vertex].map(f64::from));
        let position = self.frame.apply(mesh.positions[vertex].into());
        self.frame.site(position, self.options.time, mesh.normals[vertex].into(), curvature, uv)
    }
}
