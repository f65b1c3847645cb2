//! The command lines that make the same as exports.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use travertine::Slice;
use travertine_jobs::kinds::shape::BACKGROUND;
use travertine_noise::math::linear_to_srgb;
use travertine_shape::{Environment, Finish, Scene, Shape};

use crate::error::Error;
use crate::settings::{Kind, Settings, Sheet};

impl Settings {
    /// The command that makes the same of the graph in this file, quoted for a POSIX shell. Options at their defaults
    /// are left out.
    pub fn command(&self, graph: &Path, scene: &Scene) -> String {
        self.words(graph, scene).quoted()
    }

    /// The kind of job that makes it, and the words of its command after the name.
    pub(crate) fn job(
        &self,
        graph: &Path,
        scene: &Scene,
    ) -> Result<(&'static travertine_jobs::Kind, Vec<String>), Error> {
        let mut words = self.words(graph, scene).0.into_iter().skip(1);
        let kind = words.next().as_deref().and_then(travertine_jobs::Kind::named);
        if self.kind == Kind::Mesh && self.mesh.mesh.is_empty() {
            return Err(Error::Usage("choose the mesh: a .glb, .gltf, .obj, .ply or .stl file".to_owned()));
        }
        if self.kind == Kind::Maps && self.maps.engine.is_none() && self.maps.packs.trim().is_empty() {
            return Err(Error::Usage("the set is empty; choose a program, or name packed maps".to_owned()));
        }
        // Words are those of a kind.
        kind.map(|kind| (kind, words.collect()))
            .ok_or_else(|| Error::Usage("there is no such job".to_owned()))
    }

    /// What is wrong with the settings, as far as it can be known without the graph and other files.
    pub fn problem(&self, graph: &Path, scene: &Scene) -> Option<String> {
        let (kind, words) = self.job(graph, scene).ok()?;
        let error = kind.parse(words.into_iter().map(OsString::from)).err()?;
        Some(travertine_jobs::json::in_words(&error))
    }

    fn words(&self, graph: &Path, scene: &Scene) -> Words {
        let mut words = self.words_of_rows(graph, scene);
        words.0.extend(self.option_words());
        words
    }

    fn words_of_rows(&self, graph: &Path, scene: &Scene) -> Words {
        let target = Path::new(self.target());
        let output = Some(self.output.as_str());
        let words = |name| Words::new(name, graph, target);
        match self.kind {
            Kind::Picture => {
                let mut words = words("render");
                words.picture(self, output);
                words
            }
            Kind::Maps => {
                let mut words = words("render");
                words.picture(self, None);
                if let Some(engine) = self.maps.engine {
                    words.flag("--for", engine.name());
                }
                self.maps.packs.split_whitespace().for_each(|pack| words.flag("--pack", pack));
                words
            }
            Kind::Outputs => {
                let mut words = words("render");
                words.picture(self, Some("all"));
                words
            }
            Kind::Mesh => self.bake(graph),
            Kind::Solid => {
                let mut words = words("shape");
                words.solid(self, scene);
                words
            }
            Kind::Volume => self.volume(graph),
            Kind::Animation => {
                let mut words = words("animate");
                words.picture(self, output);
                words.flag("--frames", format!("0..{}", self.animation.last()));
                words.flag_if(self.animation.fps != 24.0, "--fps", self.animation.fps);
                if self.animation.is_loop && self.option("loop").is_empty() {
                    words.push(format!("--loop={}", self.animation.period()));
                }
                words.overwrite(self);
                words
            }
            Kind::Variations => {
                let mut words = words("variations");
                words.picture(self, output);
                let Sheet { seeds, parameter, first, last, count, .. } = &self.sheet;
                words.flag_if(*seeds > 1, "--seeds", format!("0..{}", seeds.saturating_sub(1)));
                words.flag_if(
                    !parameter.is_empty(),
                    "--sweep",
                    format!("{parameter}={first}:{last}:{count}"),
                );
                words.overwrite(self);
                words
            }
        }
    }

    fn bake(&self, graph: &Path) -> Words {
        let mut words = Words(vec!["travertine".to_owned(), "bake".to_owned(), operand(graph)]);
        words.push(operand(Path::new(&self.mesh.mesh)));
        words.flag("-o", operand(Path::new(self.target())));
        words.size(self.size);
        words.flag_if(self.is_sixteen(), "--bits", "16");
        words.flag_if(self.mesh.samples != 1, "--samples", self.mesh.samples * self.mesh.samples);
        if self.mesh.unwrap && self.option("unwrap").is_empty() {
            words.push("--unwrap");
        }
        if self.mesh.occlusion && self.option("occlusion").is_empty() {
            words.push("--occlusion");
        }
        let up = self.mesh.up.name();
        words.flag_if(up != "y", "--up", up);
        words.flag_if(self.mesh.scale != 1.0, "--scale", self.mesh.scale);
        words.overwrite(self);
        words
    }

    fn volume(&self, graph: &Path) -> Words {
        let mut words = Words(vec!["travertine".to_owned(), "volume".to_owned(), operand(graph)]);
        let flag = match self.ending().as_str() {
            "" => "--slices",
            "png" => "--atlas",
            _ => "-o",
        };
        words.flag(flag, operand(Path::new(self.target())));
        words.flag("--output", &self.output);
        let [width, height, depth] = self.volume.size;
        words.flag("--size", format!("{width}x{height}x{depth}"));
        words.flag_if(self.volume.bits != 0, "--bits", self.volume.bits);
        words
    }
}

/// The words of a command.
pub(crate) struct Words(Vec<String>);

impl Words {
    /// A command that makes a file of a graph.
    pub fn new(name: &str, graph: &Path, file: &Path) -> Words {
        let mut words = Words(vec!["travertine".to_owned(), name.to_owned(), operand(graph)]);
        words.flag("-o", operand(file));
        words
    }

    /// The size, output, format and slice of pictures.
    pub fn picture(&mut self, settings: &Settings, output: Option<&str>) {
        let slice = settings.slice();
        let standard = Slice::new(slice.width, slice.height);
        self.size([slice.width, slice.height]);
        if let Some(output) = output {
            self.flag("--output", output);
        }
        self.flag_if(settings.is_sixteen(), "--bits", "16");
        self.flag_if(slice.depth != 0.0, "--depth", slice.depth);
        self.flag_if(slice.time != 0.0, "--time", slice.time);
        self.flag_if(slice.region != standard.region, "--region", list(&slice.region));
    }

    /// The size, output and scene of a solid. A background color is rounded to 8 bits per channel.
    fn solid(&mut self, settings: &Settings, scene: &Scene) {
        let (scene, size) = settings.scene(scene);
        self.size(settings.size);
        self.flag("--output", &settings.output);
        let standard = match &scene.model {
            Some(model) => {
                self.flag("--mesh", operand(model.path()));
                Scene::of_model(Arc::clone(model))
            }
            None => {
                self.flag_if(scene.shape != Shape::default(), "--shape", scene.shape.name());
                Scene::new(scene.shape)
            }
        };
        self.flag_if(size.samples != 16, "--samples", size.samples);
        let background = scene.background.map_or("none".to_owned(), |color| {
            let [red, green, blue] =
                color.map(|linear| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8);
            format!("#{red:02x}{green:02x}{blue:02x}")
        });
        self.flag_if(background != BACKGROUND, "--background", background);
        self.flag_if(scene.view.yaw != standard.view.yaw, "--yaw", scene.view.yaw);
        self.flag_if(scene.view.pitch != standard.view.pitch, "--pitch", scene.view.pitch);
        self.flag_if(scene.view.zoom != standard.view.zoom, "--zoom", scene.view.zoom);
        let environment = scene.environment.name();
        self.flag_if(scene.environment != Environment::default(), "--environment", environment);
        self.flag_if(scene.light != standard.light, "--light", list(&scene.light));
        if !scene.shadow {
            self.push("--no-shadow");
        }
        if scene.finish == Finish::Unlit {
            self.push("--unlit");
        }
        let (placement, middle) = (&scene.placement, &standard.placement);
        self.flag_if(placement.center != middle.center, "--center", list(&placement.center));
        self.flag_if(placement.scale != middle.scale, "--scale", placement.scale);
        self.flag_if(placement.time != middle.time, "--time", placement.time);
        self.flag_if(scene.displacement != standard.displacement, "--displace", scene.displacement);
        // Without the flag, the command takes the relief that the graph states.
        self.flag("--relief", scene.relief);
    }

    fn size(&mut self, [width, height]: [u32; 2]) {
        self.flag("--size", format!("{width}x{height}"));
    }

    fn overwrite(&mut self, settings: &Settings) {
        if settings.overwrite {
            self.push("--overwrite");
        }
    }

    fn push(&mut self, word: impl ToString) {
        self.0.push(word.to_string());
    }

    /// An option with a value.
    pub fn flag(&mut self, name: &str, value: impl ToString) {
        let value = value.to_string();
        // A name that begins with a hyphen is not a flag.
        let is_number = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
        if value.strip_prefix('-').is_some_and(|rest| !is_number(rest)) {
            return self.push(format!("{name}={value}"));
        }
        self.push(name);
        self.push(value);
    }

    fn flag_if(&mut self, is_said: bool, name: &str, value: impl ToString) {
        if is_said {
            self.flag(name, value);
        }
    }

    fn quoted(&self) -> String {
        self.0.iter().map(|word| quoted(word)).collect::<Vec<String>>().join(" ")
    }
}

/// Numbers separated by commas.
fn list(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<String>>().join(",")
}

/// A path that cannot be mistaken for an option.
fn operand(path: &Path) -> String {
    let text = path.display().to_string();
    if text.starts_with('-') { format!("./{text}") } else { text }
}

/// A word, quoted for a POSIX shell where necessary.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use travertine_shape::Model;

    use super::*;

    fn settings(kind: Kind) -> Settings {
        Settings { kind, output: "color".to_owned(), ..Settings::new(Some(Path::new("marble.json"))) }
    }

    #[test]
    fn defaults_are_left_out() {
        let scene = Scene::new(Shape::Sphere);
        let mut settings = settings(Kind::Picture);
        let command = |settings: &Settings, graph: &str| settings.command(Path::new(graph), &scene);
        assert_eq!(
            command(&settings, "marble.json"),
            "travertine render marble.json -o marble.png --size 1024x1024 --output color"
        );
        settings.size = [64, 32];
        settings.output = "it's".to_owned();
        settings.area.left = -1.0;
        settings.area.depth = -0.25;
        settings.sixteen = true;
        assert_eq!(
            command(&settings, "-a b.json"),
            "travertine render './-a b.json' -o marble.png --size 64x32 --output 'it'\\''s' --bits 16 --depth -0.25 \
             --region -1,0,1,1"
        );
        settings.kind = Kind::Maps;
        settings.maps.packs = "a=color,color,1-height".to_owned();
        assert_eq!(
            command(&settings, "marble.json"),
            "travertine render marble.json -o '{graph}_{output}.png' --size 64x32 --bits 16 --depth -0.25 \
             --region -1,0,1,1 --for unreal --pack a=color,color,1-height"
        );
    }

    #[test]
    fn defaults_of_a_solid_are_left_out() {
        let mut settings = settings(Kind::Solid);
        let graph = Path::new("marble.json");
        let mut scene = Scene::new(Shape::Sphere);
        assert_eq!(
            settings.command(graph, &scene),
            "travertine shape marble.json -o marble-solid.png --size 1024x1024 --output color --relief 0.012"
        );
        scene = Scene::new(Shape::CutBlock);
        (scene.view.yaw, scene.view.zoom, scene.light, scene.relief) = (-12.5, 2.0, [-10.0, 80.0], 0.0);
        (scene.placement.scale, scene.placement.time, scene.shadow) = (0.5, 1.25, false);
        let light = |byte: u8| travertine_noise::math::srgb_to_linear(f32::from(byte) / 255.0);
        settings.solid.background = [0x10, 0x14, 0x18].map(light);
        settings.solid.rays = 4;
        assert_eq!(
            settings.command(graph, &scene),
            "travertine shape marble.json -o marble-solid.png --size 1024x1024 --output color --shape cut-block \
             --samples 4 --background '#101418' --yaw -12.5 --zoom 2 --light -10,80 --no-shadow --scale 0.5 --time 1.25 \
             --relief 0"
        );
        settings.solid.is_transparent = true;
        assert!(settings.command(graph, &scene).contains("--background none"));
        let vase = Path::new("../../docs/meshes/vase.obj");
        scene = Scene::of_model(Arc::new(Model::open(vase, &travertine::Context::default()).unwrap()));
        scene.environment = Environment::Evening;
        settings.solid = Settings::new(None).solid;
        assert_eq!(
            settings.command(graph, &scene),
            "travertine shape marble.json -o marble-solid.png --size 1024x1024 --output color \
             --mesh ../../docs/meshes/vase.obj --environment evening --relief 0.012"
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_shell_reads_it_back() {
        for word in ["", "a b", "it's", "$HOME `x` \"y\" \\", "ä\n;|&<>*?[#~", "--size=1"] {
            let script = format!("printf %s {}", quoted(word));
            let out = Command::new("sh").args(["-c", &script]).output().unwrap().stdout;
            assert_eq!(String::from_utf8(out).unwrap(), word);
        }
    }
}
