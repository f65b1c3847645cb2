//! Settings of exports: what to make of a graph, and where.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use travertine::{Slice, Up};
use travertine_jobs::flags::value::Background;
use travertine_jobs::kinds::shape::BACKGROUND;
use travertine_jobs::set::{DEFAULT, Engine, fill};
use travertine_shape::{Finish, Scene, Size};
use travertine_tiling::MAX_PERIOD;

/// How the names of frames end.
const NUMBERED: &str = "_%04d.png";
/// How the names of frames of floats end.
const NUMBERED_FLOATS: &str = "_%04d.exr";

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

    /// The name in windows and files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Picture => "picture",
            Kind::Maps => "set of maps",
            Kind::Outputs => "all outputs",
            Kind::Mesh => "bake onto a mesh",
            Kind::Solid => "solid",
            Kind::Volume => "volume",
            Kind::Animation => "animation",
            Kind::Variations => "variations",
        }
    }

    /// Whether it shows one output, which the user chooses.
    pub fn has_output(self) -> bool {
        !matches!(self, Kind::Maps | Kind::Outputs | Kind::Mesh)
    }

    /// Whether it shows a part of a plane.
    pub fn has_area(self) -> bool {
        matches!(self, Kind::Picture | Kind::Maps | Kind::Outputs | Kind::Animation | Kind::Variations)
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
                (NUMBERED, "a PNG for each frame"),
                (NUMBERED_FLOATS, "an OpenEXR for each frame"),
            ],
            Kind::Variations => &[],
        }
    }
}

/// A part of a plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The length of the shorter side, in units of the graph.
    pub units: f64,
    /// The position of the plane along z.
    pub depth: f32,
    /// The time, which animations ignore.
    pub time: f32,
}

impl Default for Area {
    fn default() -> Area {
        Area { left: 0.0, top: 0.0, units: 1.0, depth: 0.0, time: 0.0 }
    }
}

/// Settings of a set of maps.
#[derive(Clone, PartialEq, Debug)]
pub struct Maps {
    /// The program that expects them; none for only the packed pictures.
    pub engine: Option<Engine>,
    /// Pictures packed from outputs, as in `orm=occlusion,roughness,metallic`, separated by spaces.
    pub packs: String,
}

/// Settings of a bake.
#[derive(Clone, PartialEq, Debug)]
pub struct Mesh {
    /// The file of the mesh.
    pub mesh: String,
    /// Whether to make new UVs.
    pub unwrap: bool,
    /// Samples along each side of a texel: 1, 2 or 4.
    pub samples: u32,
    /// Whether to bake ambient occlusion.
    pub occlusion: bool,
    /// The direction that points up in the mesh.
    pub up: Up,
    /// The factor for the coordinates of the mesh.
    pub scale: f32,
}

/// Settings of a picture of a solid.
#[derive(Clone, PartialEq, Debug)]
pub struct Solid {
    /// The background, as linear red, green and blue.
    pub background: [f32; 3],
    /// Whether there is no background.
    pub is_transparent: bool,
    /// Rays per pixel.
    pub rays: u32,
}

/// Settings of a volume.
#[derive(Clone, PartialEq, Debug)]
pub struct Volume {
    /// Samples along x, y and z.
    pub size: [u32; 3],
    /// Bits per value; 0 for those that the format has by default.
    pub bits: u32,
}

/// Settings of an animation.
#[derive(Clone, PartialEq, Debug)]
pub struct Animation {
    /// The number of frames.
    pub frames: u32,
    /// Frames per second.
    pub fps: f64,
    /// Whether it repeats without a jump.
    pub is_loop: bool,
}

impl Animation {
    /// The number of the last frame.
    pub(crate) fn last(&self) -> u32 {
        self.frames.saturating_sub(1)
    }

    /// The whole number of seconds nearest to its length, which is the period of a loop.
    pub(crate) fn period(&self) -> u32 {
        let seconds = f64::from(self.frames) / self.fps;
        seconds.round().clamp(1.0, f64::from(MAX_PERIOD)) as u32
    }
}

/// Settings of a sheet of variations.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The number of seeds, beginning with 0.
    pub seeds: u32,
    /// The parameter that varies; empty for none.
    pub parameter: String,
    /// Its first value.
    pub first: f32,
    /// Its last value.
    pub last: f32,
    /// The number of its values.
    pub count: u32,
    /// The side of each picture, in pixels.
    pub side: u32,
}

/// What to make of a graph, and where. Each kind keeps its own file.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// What to make.
    pub kind: Kind,
    /// The name of the output.
    pub output: String,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The part of the plane.
    pub area: Area,
    /// Whether PNG and TIFF have 16 bits per channel.
    pub sixteen: bool,
    /// Whether files that Travertine did not write may be replaced where they are not recognized.
    pub overwrite: bool,
    /// The file or folder of each kind, in the order of [`Kind::ALL`].
    pub targets: [String; Kind::ALL.len()],
    /// The settings of sets.
    pub maps: Maps,
    /// The settings of bakes.
    pub mesh: Mesh,
    /// The settings of solids.
    pub solid: Solid,
    /// The settings of volumes.
    pub volume: Volume,
    /// The settings of animations.
    pub animation: Animation,
    /// The settings of variations.
    pub sheet: Sheet,
    /// Values of fields without a row of their own, by job and field, as in `bake.fit`.
    pub options: BTreeMap<String, String>,
}

impl Settings {
    /// The settings for a graph at first: files beside it.
    pub fn new(graph: Option<&Path>) -> Settings {
        let graph = graph.unwrap_or(Path::new("picture.json"));
        let stem = graph.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |name: String| graph.with_file_name(name).display().to_string();
        let targets = Kind::ALL.map(|kind| {
            beside(match kind {
                Kind::Picture => format!("{stem}.png"),
                Kind::Maps | Kind::Outputs => DEFAULT.replace("{ext}", "png"),
                Kind::Mesh => format!("{stem}.glb"),
                Kind::Solid => format!("{stem}-solid.png"),
                Kind::Volume => format!("{stem}.nrrd"),
                Kind::Animation => format!("{stem}.webp"),
                Kind::Variations => format!("{stem}-variations"),
            })
        });
        // The command's default, which is a color.
        let background = BACKGROUND.parse().map_or(None, |Background(color)| color).unwrap_or_default();
        Settings {
            kind: Kind::Picture,
            output: String::new(),
            size: [1024; 2],
            area: Area::default(),
            sixteen: false,
            overwrite: false,
            targets,
            maps: Maps { engine: Some(Engine::Unreal), packs: String::new() },
            mesh: Mesh {
                mesh: String::new(),
                unwrap: false,
                samples: 2,
                occlusion: false,
                up: Up::Y,
                scale: 1.0,
            },
            solid: Solid { background, is_transparent: false, rays: 16 },
            volume: Volume { size: [128; 3], bits: 0 },
            animation: Animation { frames: 48, fps: 24.0, is_loop: true },
            sheet: Sheet { seeds: 16, parameter: String::new(), first: 0.0, last: 1.0, count: 4, side: 128 },
            options: BTreeMap::new(),
        }
    }

    /// The file or folder of the present kind.
    pub fn target(&self) -> &str {
        &self.targets[self.kind as usize]
    }

    /// The same, to be changed.
    pub fn target_mut(&mut self) -> &mut String {
        &mut self.targets[self.kind as usize]
    }

    /// The ending of the target, in lower case; empty without one.
    pub fn ending(&self) -> String {
        let ending = Path::new(self.target()).extension().unwrap_or_default();
        ending.to_string_lossy().to_lowercase()
    }

    /// The index of the target's format in [`Kind::formats`]; none for another ending.
    pub fn format(&self) -> Option<usize> {
        let (target, ending) = (self.target().to_lowercase(), self.ending());
        // Numbered files end like others, too.
        let is_it = |(end, _): &(&str, &str)| match *end {
            "" => ending.is_empty(),
            end => target.ends_with(end) && (end.contains('%') || !target.contains('%')),
        };
        self.kind.formats().iter().position(is_it)
    }

    /// Chooses a format: the target's name ends as it demands.
    pub fn set_format(&mut self, index: usize) {
        let Some((end, _)) = self.kind.formats().get(index) else { return };
        let stem = Path::new(self.target()).with_extension("").display().to_string();
        *self.target_mut() = format!("{}{end}", stem.strip_suffix("_%04d").unwrap_or(&stem));
    }

    /// Whether the export may meet files in its folder that Travertine did not write.
    pub fn has_overwrite(&self) -> bool {
        match self.kind {
            Kind::Mesh => matches!(self.ending().as_str(), "" | "obj"),
            Kind::Animation => self.target().contains('%'),
            Kind::Variations => true,
            _ => false,
        }
    }

    /// The files or folders to be written, for a graph with these outputs; those of a sheet or of frames are one.
    pub fn files<'a>(&self, graph: Option<&Path>, outputs: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
        let stem = graph.and_then(Path::file_stem).unwrap_or(OsStr::new("graph"));
        let names = match self.kind {
            Kind::Maps => self.maps_of(outputs).0,
            Kind::Outputs => outputs.map(str::to_owned).collect(),
            _ => return vec![PathBuf::from(self.target())],
        };
        names.iter().filter_map(|name| fill(self.target(), stem, name).ok()).collect()
    }

    /// What it makes, in a few words.
    pub fn title(&self) -> String {
        let [width, height] = self.size;
        let output = &self.output;
        match self.kind {
            Kind::Picture => format!("{output}, {width} × {height}"),
            Kind::Maps => match self.maps.engine {
                Some(engine) => format!("Maps for {}, {width} × {height}", engine.title()),
                None => format!("Packed maps, {width} × {height}"),
            },
            Kind::Outputs => format!("All outputs, {width} × {height}"),
            Kind::Mesh => {
                let mesh = Path::new(&self.mesh.mesh).file_name();
                let mesh = mesh.map_or("a mesh".into(), OsStr::to_string_lossy);
                format!("Bake onto {mesh}, {width} × {height}")
            }
            Kind::Solid => format!("Solid of {output}, {width} × {height}"),
            Kind::Volume => {
                let [width, height, depth] = self.volume.size;
                format!("Volume of {output}, {width} × {height} × {depth}")
            }
            Kind::Animation => format!("{} frames of {output}, {width} × {height}", self.animation.frames),
            Kind::Variations => format!("Variations of {output}"),
        }
    }

    /// Whether the target's format has 8 or 16 bits to choose from.
    pub fn has_bits(&self) -> bool {
        match self.kind {
            Kind::Picture | Kind::Maps | Kind::Outputs => {
                matches!(self.ending().as_str(), "png" | "tif" | "tiff")
            }
            Kind::Mesh => matches!(self.ending().as_str(), "" | "obj"),
            Kind::Animation => matches!(self.ending().as_str(), "png" | "apng"),
            _ => false,
        }
    }

    /// Whether 16 bits are wanted, and possible.
    pub(crate) fn is_sixteen(&self) -> bool {
        self.sixteen && self.has_bits()
    }

    /// The width and height of a picture.
    pub(crate) fn pixels(&self) -> [u32; 2] {
        if self.kind == Kind::Variations { [self.sheet.side; 2] } else { self.size }
    }

    /// The slice of space that the pictures show.
    pub fn slice(&self) -> Slice {
        let [width, height] = self.pixels();
        let slice = Slice::new(width, height);
        let Area { left, top, units, depth, time } = self.area;
        let [_, _, right, bottom] = slice.region.map(|side| side * units);
        let time = if self.kind == Kind::Animation { 0.0 } else { time };
        Slice { region: [left, top, left + right, top + bottom], depth, time, ..slice }
    }

    /// The scene of the preview with the background of these settings, and its size.
    pub(crate) fn scene(&self, scene: &Scene) -> (Scene, Size) {
        let background = (!self.solid.is_transparent).then_some(self.solid.background);
        let [width, height] = self.size;
        let is_lit = scene.finish == Finish::Studio;
        let finish = if is_lit && self.ending() == "exr" { Finish::Light } else { scene.finish };
        (Scene { background, finish, ..scene.clone() }, Size { width, height, samples: self.solid.rays })
    }

    /// The names of the files that a set makes of a graph with these outputs, and those that it leaves out for lack of
    /// an output.
    pub fn maps_of<'a>(&self, outputs: impl Iterator<Item = &'a str>) -> (Vec<String>, Vec<&'static str>) {
        let outputs: HashSet<&str> = outputs.collect();
        let engine = self.maps.engine.filter(|_| self.kind == Kind::Maps);
        let (made, left_out) = engine.map(|engine| engine.files(&outputs)).unwrap_or_default();
        let packs = travertine_jobs::set::packs(&self.maps.packs).unwrap_or_default();
        let packed = packs.iter().map(|pack| pack.name().to_owned());
        (packed.chain(made.into_iter().map(str::to_owned)).collect(), left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_the_end_of_a_name() {
        for kind in Kind::ALL {
            let mut settings = Settings { kind, ..Settings::new(Some(Path::new("a/rock.json"))) };
            let stem = settings.target().to_owned();
            for (index, (end, _)) in kind.formats().iter().enumerate() {
                settings.set_format(index);
                assert_eq!(settings.format(), Some(index), "{}", settings.target());
                assert!(settings.target().ends_with(end));
            }
            if !kind.formats().is_empty() {
                settings.set_format(0);
            }
            assert_eq!(settings.target(), stem);
        }
    }

    #[test]
    fn the_files_of_a_set_are_known_before() {
        let mut settings = Settings { kind: Kind::Maps, ..Settings::new(Some(Path::new("a/rock.json"))) };
        settings.maps.packs = "mask=height,height,0".to_owned();
        let outputs = || ["albedo", "height"].into_iter();
        let files = settings.files(Some(Path::new("a/rock.json")), outputs());
        let names = ["mask", "BaseColor", "Normal", "Height"];
        assert_eq!(files, names.map(|name| PathBuf::from(format!("a/rock_{name}.png"))));
        assert_eq!(settings.maps_of(outputs()).1, ["ORM", "Emissive"]);
    }
}
