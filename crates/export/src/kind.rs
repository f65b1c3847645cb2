//! The kinds of exports: which job makes each, and which of its fields the window shows first.

use travertine_jobs::Kind as Job;

/// The fields of the part of a plane.
const PLANE: [&[&str]; 2] = [&["region"], &["depth", "time"]];

/// What an export makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// A picture of one output.
    #[default]
    Picture,
    /// The files that a program expects.
    Maps,
    /// A picture of each output.
    Outputs,
    /// Textures on a mesh.
    Mesh,
    /// A picture of the solid in the preview.
    Solid,
    /// A volume of one output.
    Volume,
    /// Frames of one output.
    Animation,
    /// A contact sheet of one output.
    Variations,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 8] = [
        Kind::Picture,
        Kind::Maps,
        Kind::Outputs,
        Kind::Mesh,
        Kind::Solid,
        Kind::Volume,
        Kind::Animation,
        Kind::Variations,
    ];

    /// The name in windows and files, and a sentence about it.
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Kind::Picture => ("picture", "A picture of one output."),
            Kind::Maps => (
                "set of maps",
                "The files that Unreal, Unity, Godot, Blender or glTF expect, with packed channels and normals.",
            ),
            Kind::Outputs => ("all outputs", "A picture of each output, rendered together."),
            Kind::Mesh => {
                ("bake onto a mesh", "Textures for a mesh: each texel holds the value at its place on the mesh.")
            }
            Kind::Solid => ("solid", "The solid, as the preview shows it."),
            Kind::Volume => ("volume", "Samples along x, y and z."),
            Kind::Animation => ("animation", "Frames over time, in one file or many."),
            Kind::Variations => ("variations", "A contact sheet of many seeds, or of many values of a parameter."),
        }
    }

    /// The name in windows and files.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// A sentence about it.
    pub fn description(self) -> &'static str {
        self.texts().1
    }

    /// The job that makes it.
    pub fn job(self) -> &'static Job {
        let name = match self {
            Kind::Picture | Kind::Maps | Kind::Outputs => "render",
            Kind::Mesh => "bake",
            Kind::Solid => "shape",
            Kind::Volume => "volume",
            Kind::Animation => "animate",
            Kind::Variations => "variations",
        };
        // A test goes through all.
        Job::named(name).unwrap_or(&travertine_jobs::KINDS[0])
    }

    /// The fields that come first, in rows.
    pub fn rows(self) -> Vec<&'static [&'static str]> {
        let (own, has_plane): (&[&[&str]], bool) = match self {
            Kind::Picture => (&[&["output"], &["size", "seamless"]], true),
            Kind::Maps => (&[&["for"], &["pack"], &["size", "seamless"]], true),
            Kind::Outputs => (&[&["size", "seamless"]], true),
            Kind::Mesh => (&[&["size"], &["samples", "occlusion"], &["unwrap"], &["up", "scale"]], false),
            Kind::Solid => (&[&["output"], &["size"], &["background"], &["samples"]], false),
            Kind::Volume => (&[&["output"], &["size"]], false),
            Kind::Animation => {
                (&[&["output"], &["size"], &["frames"], &["fps", "loop"], &["region"], &["depth"]], false)
            }
            Kind::Variations => (&[&["output"], &["seeds"], &["sweep"], &["size"]], true),
        };
        own.iter().copied().chain(PLANE.into_iter().filter(|_| has_plane)).collect()
    }

    /// The fields that the graph, the preview or the kind itself set.
    pub(crate) fn is_set(self, field: &str) -> bool {
        let others: &[&str] = match self {
            Kind::Picture => &["for", "pack", "relief"],
            Kind::Outputs => &["for", "pack", "relief", "output"],
            Kind::Maps => &["output"],
            Kind::Solid => &[
                "shape",
                "yaw",
                "pitch",
                "zoom",
                "environment",
                "light",
                "no-shadow",
                "unlit",
                "center",
                "scale",
                "time",
                "displace",
                "relief",
            ],
            Kind::Mesh | Kind::Volume | Kind::Animation | Kind::Variations => &[],
        };
        ["param", "set"].contains(&field) || others.contains(&field)
    }

    /// The values that fields have at first.
    pub(crate) fn first(self) -> &'static [(&'static str, &'static str)] {
        const SIZE: (&str, &str) = ("size", "1024x1024");
        match self {
            Kind::Picture | Kind::Outputs | Kind::Solid => &[SIZE],
            Kind::Maps => &[SIZE, ("for", "unreal")],
            Kind::Mesh => &[SIZE, ("samples", "4")],
            Kind::Volume => &[("size", "128x128x128")],
            Kind::Animation => &[SIZE, ("frames", "0..47"), ("loop", "true")],
            Kind::Variations => &[("size", "128x128"), ("seeds", "0..15")],
        }
    }

    /// Whether it shows one output, which the user chooses.
    pub fn has_output(self) -> bool {
        self.rows().contains(&&["output"][..])
    }

    /// The formats of its files: how their names end, and their names for people.
    pub fn formats(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Kind::Picture | Kind::Maps | Kind::Outputs => &[
                (".png", "PNG"),
                (".exr", "OpenEXR, floats"),
                (".tif", "TIFF"),
                (".tga", "TGA"),
                (".jpg", "JPEG"),
                (".webp", "WebP"),
                (".ktx2", "KTX2, compressed"),
                (".dds", "DDS, compressed"),
            ],
            Kind::Mesh => &[
                (".glb", "GLB, a model with its textures"),
                (".obj", "OBJ, with MTL and textures beside it"),
                ("", "folder of textures, PNG"),
            ],
            Kind::Solid => &[
                (".png", "PNG"),
                (".exr", "OpenEXR, linear light"),
                (".tif", "TIFF"),
                (".tga", "TGA"),
                (".jpg", "JPEG"),
                (".webp", "WebP"),
            ],
            Kind::Volume => &[
                (".nrrd", "NRRD"),
                (".zarr", "Zarr"),
                (".dds", "DDS, a 3D texture"),
                (".df3", "DF3, for POV-Ray"),
                (".raw", "raw samples"),
                (".png", "PNG of all slices"),
                ("", "folder of slices, PNG"),
            ],
            Kind::Animation => &[
                (".webp", "WebP"),
                (".gif", "GIF"),
                (".apng", "animated PNG"),
                ("_%04d.png", "a PNG for each frame"),
                ("_%04d.exr", "an OpenEXR for each frame"),
            ],
            Kind::Variations => &[],
        }
    }
}
