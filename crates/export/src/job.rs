//! The jobs of exports, in JSON, and their command lines.

use std::path::Path;
use std::sync::Arc;

use travertine_graph::json::{Value, texts};
use travertine_jobs::json::{Read, read};
use travertine_jobs::{Field, Shape as Contents, quoted};
use travertine_shape::{Finish, Scene};

use crate::error::Error;
use crate::kind::Kind;
use crate::settings::{Settings, values};

impl Settings {
    /// The command that makes the same of the graph in this file, quoted for a POSIX shell. Fields at their defaults
    /// are left out.
    ///
    /// # Errors
    ///
    /// What is wrong with the settings, as far as it can be known without the graph and other files.
    pub fn command(&self, graph: &Path, scene: &Scene) -> Result<String, Error> {
        let words = self.read(graph, scene)?.words;
        let quoted = words.iter().map(|word| match word.split_once('=').filter(|_| word.starts_with("--")) {
            Some((flag, value)) => format!("{flag}={}", quoted(value)),
            None => quoted(word),
        });
        Ok(["travertine".to_owned()].into_iter().chain(quoted).collect::<Vec<String>>().join(" "))
    }

    /// The job that makes it.
    pub(crate) fn read(&self, graph: &Path, scene: &Scene) -> Result<Read, Error> {
        let refused = |problem: &str| Err(Error::Usage(problem.to_owned()));
        if self.kind == Kind::Mesh && self.text("mesh").is_empty() {
            return refused("choose the mesh: a .glb, .gltf, .obj, .ply or .stl file");
        }
        if self.kind == Kind::Maps && self.text("for").is_empty() && self.text("pack").is_empty() {
            return refused("the set is empty; choose a program, or name packed maps");
        }
        let mut members = vec![("graph".to_owned(), Value::from(&*graph.display().to_string()))];
        members.extend(self.members(self.kind));
        match self.kind {
            Kind::Outputs => members.push(("output".to_owned(), Value::from("all"))),
            Kind::Solid => members.extend(scene_members(scene)),
            Kind::Volume => {
                let target = match self.ending().as_str() {
                    "" => "slices",
                    "png" => "atlas",
                    _ => "to",
                };
                members.iter_mut().filter(|(name, _)| name == "to").for_each(|(name, _)| *name = target.to_owned());
            }
            _ => {}
        }
        read(&Value::Object(members).to_string(), Path::new(""), false).map_err(|wrong| {
            let mut errors = wrong.iter().map(|error| match &error.expected {
                Some(expected) => format!("{}; expected {expected}", error.message),
                None => error.message.clone(),
            });
            Error::Usage(errors.next().unwrap_or_default())
        })
    }

    /// The members of a kind's job that the user chooses.
    pub(crate) fn members(&self, kind: Kind) -> Vec<(String, Value)> {
        let settings = Settings { kind, ..self.clone() };
        let paths = ["to", "mesh"].into_iter().map(|name| (name.to_owned(), Value::from(settings.text(name))));
        let fields = settings.fields();
        let fields = fields.iter().map(|field| (field.name.clone(), value(field, settings.text(&field.name))));
        // The seed 0 alone changes nothing.
        let is_given = |(name, _): &(String, Value)| {
            !(settings.text(name).is_empty() || (name == "seeds" && settings.text(name) == "0..0"))
        };
        let make = ("make".to_owned(), Value::from(kind.job().name));
        [make].into_iter().chain(paths.chain(fields).filter(is_given)).collect()
    }
}

/// The value in JSON that the text of a field stands for.
fn value(field: &Field, text: &str) -> Value {
    let named = |value: &str| {
        let (name, value) = value.split_once('=').unwrap_or((value, ""));
        (name.to_owned(), Value::from(value))
    };
    match field.shape {
        Contents::Switch | Contents::Optional if text == "true" => Value::Bool(true),
        Contents::List if values(text).count() > 1 => texts(values(text)),
        Contents::Named => Value::Object(values(text).map(named).collect()),
        _ => Value::from(text.trim()),
    }
}

/// The text that stands for the value of a field.
pub(crate) fn text(value: &Value) -> Option<String> {
    let between = |all: Vec<String>| all.join("; ");
    match value {
        Value::Bool(true) => Some("true".to_owned()),
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.as_str().to_owned()),
        Value::List(items) => items.iter().map(text).collect::<Option<_>>().map(between),
        Value::Object(members) => {
            let named = |(name, value): &(String, Value)| Some(format!("{name}={}", text(value)?));
            members.iter().map(named).collect::<Option<_>>().map(between)
        }
        Value::Bool(false) | Value::Null => None,
    }
}

/// The fields of a solid that the preview sets, except those at their defaults.
fn scene_members(scene: &Scene) -> Vec<(String, Value)> {
    let standard = match &scene.model {
        Some(model) => Scene::of_model(Arc::clone(model)),
        None => Scene::new(scene.shape),
    };
    let list = |numbers: &[f32]| numbers.iter().map(ToString::to_string).collect::<Vec<String>>().join(",");
    let texts = |scene: &Scene| {
        [
            ("shape", scene.shape.name().to_owned()),
            ("yaw", scene.view.yaw.to_string()),
            ("pitch", scene.view.pitch.to_string()),
            ("zoom", scene.view.zoom.to_string()),
            ("environment", scene.environment.name().to_owned()),
            ("light", list(&scene.light)),
            ("center", list(&scene.placement.center)),
            ("scale", scene.placement.scale.to_string()),
            ("time", scene.placement.time.to_string()),
            ("displace", scene.displacement.to_string()),
        ]
    };
    let usual = texts(&Scene { shape: travertine_shape::Shape::default(), ..standard });
    let mut members: Vec<(String, Value)> = texts(scene)
        .into_iter()
        .zip(usual)
        .filter(|(own, usual)| own != usual)
        .map(|((name, text), _)| (name.to_owned(), Value::from(&*text)))
        .collect();
    // Without it, the job takes the relief of the graph.
    members.push(("relief".to_owned(), Value::from(&*scene.relief.to_string())));
    members
        .extend(scene.model.iter().map(|model| ("mesh".to_owned(), Value::from(&*model.path().display().to_string()))));
    let switches = [("no-shadow", !scene.shadow), ("unlit", scene.finish == Finish::Unlit)];
    let switches = switches.into_iter().filter(|(_, is_on)| *is_on);
    members.extend(switches.map(|(name, _)| (name.to_owned(), Value::Bool(true))));
    members
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use travertine_shape::{Environment, Model, Shape};

    use super::*;

    fn settings(kind: Kind) -> Settings {
        let mut settings = Settings { kind, ..Settings::new(Some(Path::new("marble.json"))) };
        if kind.has_output() {
            settings.set("output", "color");
        }
        settings
    }

    #[test]
    fn defaults_are_left_out() {
        let scene = Scene::new(Shape::Sphere);
        let mut picture = settings(Kind::Picture);
        let command = |settings: &Settings, graph: &str| settings.command(Path::new(graph), &scene).unwrap();
        assert_eq!(
            command(&picture, "marble.json"),
            "travertine render marble.json -o marble.png --size=1024x1024 --output=color"
        );
        for (name, text) in
            [("size", "64x32"), ("output", "it's"), ("depth", "-0.25"), ("bits", "16"), ("region", "-1,0,1,1")]
        {
            picture.set(name, text);
        }
        assert_eq!(
            command(&picture, "-a b.json"),
            "travertine render './-a b.json' -o marble.png --size=64x32 --bits=16 --depth=-0.25 --region=-1,0,1,1 \
             --output='it'\\''s'"
        );
        picture.choose(Kind::Maps);
        picture.set("pack", "a=color,color,1-height; b=height,0,0");
        assert_eq!(
            command(&picture, "marble.json"),
            "travertine render marble.json -o '{graph}_{output}.png' --pack=a=color,color,1-height --pack=b=height,0,0 \
             --for=unreal --size=64x32 --bits=16 --depth=-0.25 --region=-1,0,1,1"
        );
    }

    #[test]
    fn defaults_of_a_solid_are_left_out() {
        let mut settings = settings(Kind::Solid);
        let graph = Path::new("marble.json");
        let mut scene = Scene::new(Shape::Sphere);
        assert_eq!(
            settings.command(graph, &scene).unwrap(),
            "travertine shape marble.json -o marble-solid.png --output=color --size=1024x1024 --relief=0.012"
        );
        scene = Scene::new(Shape::CutBlock);
        (scene.view.yaw, scene.view.zoom, scene.light, scene.relief) = (-12.5, 2.0, [-10.0, 80.0], 0.0);
        (scene.placement.scale, scene.placement.time, scene.shadow) = (0.5, 1.25, false);
        settings.set("background", "#101418");
        settings.set("samples", "4");
        assert_eq!(
            settings.command(graph, &scene).unwrap(),
            "travertine shape marble.json -o marble-solid.png --output=color --shape=cut-block --size=1024x1024 \
             --samples=4 --background='#101418' --yaw=-12.5 --zoom=2 --light=-10,80 --no-shadow --scale=0.5 \
             --time=1.25 --relief=0"
        );
        let vase = Path::new("../../docs/meshes/vase.obj");
        scene = Scene::of_model(Arc::new(Model::open(vase, &travertine::Context::default()).unwrap()));
        scene.environment = Environment::Evening;
        assert_eq!(
            self::settings(Kind::Solid).command(graph, &scene).unwrap(),
            "travertine shape marble.json -o marble-solid.png --mesh=../../docs/meshes/vase.obj --output=color \
             --size=1024x1024 --environment=evening --relief=0.012"
        );
    }

    #[test]
    fn every_field_gets_into_the_command_and_back_from_what_is_kept() {
        let scene = Scene::new(Shape::Sphere);
        for kind in Kind::ALL {
            let mut settings = settings(kind);
            settings.set("mesh", if kind == Kind::Mesh { "mesh.obj" } else { "" });
            assert!(settings.command(Path::new("g.json"), &scene).is_ok(), "{}", kind.name());
            let fields = settings.fields();
            for name in kind.rows().concat() {
                assert!(fields.iter().any(|field| field.name == name), "{name} is no field");
            }
            for field in fields {
                let sample = match (field.shape, field.choices.first()) {
                    (Contents::Switch | Contents::Optional, _) => "true",
                    (_, Some((choice, _))) => choice,
                    (Contents::List, None) => "one; two",
                    (Contents::Named, None) => "a=1:2:3; b=4",
                    (Contents::Single, None) => field.default.as_deref().unwrap_or("1"),
                };
                assert_eq!(text(&value(&field, sample)).as_deref(), Some(sample), "{}", field.name);
                let before = settings.text(&field.name).to_owned();
                settings.set(&field.name, sample);
                match settings.command(Path::new("g.json"), &scene) {
                    Ok(command) => assert!(command.contains(&format!("--{}", field.name)), "{command}"),
                    // It may need another field, or exclude one.
                    Err(error) => {
                        let said = error.to_string();
                        assert!(said.contains(&field.name) || said.contains("has no"), "{said}");
                    }
                }
                settings.set(&field.name, before);
            }
        }
        let mut bake = settings(Kind::Mesh);
        for (name, text) in [("mesh", "mesh.obj"), ("unwrap", "30"), ("output", "color; height")] {
            bake.set(name, text);
        }
        let command = bake.command(Path::new("g.json"), &scene).unwrap();
        assert!(command.contains("--unwrap=30 ") || command.ends_with("--unwrap=30"), "{command}");
        assert!(command.contains("--output=color --output=height"), "{command}");
        bake.set("margin", "wide");
        assert!(bake.command(Path::new("g.json"), &scene).unwrap_err().to_string().contains("margin"));
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
