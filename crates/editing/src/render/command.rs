//! The command line that renders the picture in the preview.

use std::path::Path;

use travertine::{Plane, Slice};
use travertine_noise::math::linear_to_srgb;
use travertine_shape::{Finish, Scene, Shape, Size};

/// The `travertine render` command that writes a picture of an output, quoted for a POSIX shell.
///
/// `sixteen` selects a PNG with 16 bits per channel. Options at their defaults are left out.
pub fn command(graph: &Path, output: Option<&str>, slice: &Slice, sixteen: bool, file: &Path) -> String {
    let mut words = Words::new("render", graph, file, [slice.width, slice.height], output);
    let standard = Slice::new(slice.width, slice.height);
    words.flag_if(sixteen, "--bits", "16");
    match slice.plane {
        Plane::Xy => {}
        Plane::Xz => words.flag("--plane", "xz"),
        Plane::Yz => words.flag("--plane", "yz"),
    }
    words.flag_if(slice.depth != 0.0, "--depth", slice.depth);
    words.flag_if(slice.time != 0.0, "--time", slice.time);
    words.flag_if(slice.region != standard.region, "--region", list(&slice.region));
    words.quoted()
}

/// The `travertine shape` command that writes a picture of a solid, as [`command`] does.
///
/// A background colour is rounded to 8 bits per channel.
pub fn shape_command(graph: &Path, output: Option<&str>, scene: &Scene, size: Size, file: &Path) -> String {
    let mut words = Words::new("shape", graph, file, [size.width, size.height], output);
    let standard = Scene::new(scene.shape);
    words.flag_if(scene.shape != Shape::default(), "--shape", scene.shape.name());
    words.flag_if(size.samples != 16, "--samples", size.samples);
    let background = scene.background.map_or("none".to_owned(), |color| {
        let [red, green, blue] =
            color.map(|linear| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8);
        format!("#{red:02x}{green:02x}{blue:02x}")
    });
    words.flag_if(background != "#f2f2f0", "--background", background);
    words.flag_if(scene.view.yaw != standard.view.yaw, "--yaw", scene.view.yaw);
    words.flag_if(scene.view.pitch != standard.view.pitch, "--pitch", scene.view.pitch);
    words.flag_if(scene.view.zoom != standard.view.zoom, "--zoom", scene.view.zoom);
    words.flag_if(scene.light != standard.light, "--light", list(&scene.light));
    if !scene.shadow {
        words.push("--no-shadow");
    }
    if scene.finish == Finish::Unlit {
        words.push("--unlit");
    }
    let (placement, middle) = (&scene.placement, &standard.placement);
    words.flag_if(placement.center != middle.center, "--center", list(&placement.center));
    words.flag_if(placement.scale != middle.scale, "--scale", placement.scale);
    words.flag_if(placement.time != middle.time, "--time", placement.time);
    words.flag_if(scene.displacement != standard.displacement, "--displace", scene.displacement);
    words.flag_if(scene.relief != standard.relief, "--relief", scene.relief);
    words.quoted()
}

/// The words of a command.
struct Words(Vec<String>);

impl Words {
    /// The options that commands have in common.
    fn new(name: &str, graph: &Path, file: &Path, [width, height]: [u32; 2], output: Option<&str>) -> Words {
        let mut words = Words(vec!["travertine".to_owned(), name.to_owned(), operand(graph)]);
        words.flag("-o", operand(file));
        words.flag("--size", format!("{width}x{height}"));
        if let Some(output) = output {
            words.flag("--output", output);
        }
        words
    }

    fn push(&mut self, word: impl ToString) {
        self.0.push(word.to_string());
    }

    fn flag(&mut self, name: &str, value: impl ToString) {
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

    use super::*;

    #[test]
    fn defaults_are_left_out() {
        let (graph, file) = (Path::new("graphs/marble.json"), Path::new("marble.png"));
        assert_eq!(
            command(graph, None, &Slice::new(512, 512), false, file),
            "travertine render graphs/marble.json -o marble.png --size 512x512"
        );
        let slice =
            Slice { plane: Plane::Xz, depth: -0.25, region: [-1.0, 0.0, 0.5, 0.75], ..Slice::new(64, 32) };
        assert_eq!(
            command(Path::new("-a b.json"), Some("it's"), &slice, true, file),
            "travertine render './-a b.json' -o marble.png --size 64x32 --output 'it'\\''s' --bits 16 --plane xz \
             --depth -0.25 --region -1,0,0.5,0.75"
        );
    }

    #[test]
    fn defaults_of_a_solid_are_left_out() {
        let (graph, file) = (Path::new("marble.json"), Path::new("ball.png"));
        let size = Size { width: 512, height: 512, samples: 16 };
        let light = |byte: u8| travertine_noise::math::srgb_to_linear(f32::from(byte) / 255.0);
        let mut scene = Scene::new(Shape::Sphere);
        scene.background = Some([0xf2, 0xf2, 0xf0].map(light));
        assert_eq!(
            shape_command(graph, None, &scene, size, file),
            "travertine shape marble.json -o ball.png --size 512x512"
        );
        let mut scene = Scene::new(Shape::CutBlock);
        (scene.view.yaw, scene.view.zoom, scene.light, scene.relief) = (-12.5, 2.0, [-10.0, 80.0], 0.0);
        (scene.placement.scale, scene.placement.time, scene.shadow) = (0.5, 1.25, false);
        scene.background = Some([0x10, 0x14, 0x18].map(light));
        let size = Size { samples: 4, ..size };
        assert_eq!(
            shape_command(graph, Some("color"), &scene, size, file),
            "travertine shape marble.json -o ball.png --size 512x512 --output color --shape cut-block --samples 4 \
             --background '#101418' --yaw -12.5 --zoom 2 --light -10,80 --no-shadow --scale 0.5 --time 1.25 --relief 0"
        );
        scene.background = None;
        assert!(shape_command(graph, None, &scene, size, file).contains("--background none"));
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
