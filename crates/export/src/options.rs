//! The fields of jobs that have no row of their own in the window: it shows them by their definitions.

use travertine_jobs::{Field, Shape};

use crate::settings::{Kind, Settings};

/// What stands between several values of a field.
pub const BETWEEN: char = ';';

impl Kind {
    /// The job that makes it.
    pub fn job(self) -> &'static str {
        match self {
            Kind::Picture | Kind::Maps | Kind::Outputs => "render",
            Kind::Mesh => "bake",
            Kind::Solid => "shape",
            Kind::Volume => "volume",
            Kind::Animation => "animate",
            Kind::Variations => "variations",
        }
    }

    /// The fields that rows of the window, the graph or the preview set.
    fn rows(self) -> &'static [&'static str] {
        match self {
            Kind::Picture | Kind::Outputs => {
                &["size", "output", "depth", "time", "region", "for", "pack", "relief"]
            }
            Kind::Maps => &["size", "output", "depth", "time", "region", "for", "pack"],
            Kind::Mesh => &["size", "samples", "up", "scale"],
            Kind::Solid => &[
                "size",
                "output",
                "shape",
                "samples",
                "background",
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
            Kind::Volume => &["size", "output", "bits"],
            Kind::Animation => &["size", "output", "depth", "region", "frames", "fps"],
            Kind::Variations => &["size", "output", "depth", "time", "region", "seeds", "sweep"],
        }
    }
}

impl Settings {
    /// The fields of the present kind without a row of their own.
    pub fn options(&self) -> Vec<Field> {
        let fields = travertine_jobs::Kind::named(self.kind.job()).map(travertine_jobs::Kind::fields);
        let has_row = |name: &str| {
            self.kind.rows().contains(&name) || (name == "bits" && self.has_bits())
                // The graph has its values.
                || ["param", "set"].contains(&name)
        };
        let fields = fields.unwrap_or_default().into_iter();
        fields.filter(|field| !field.is_of_build && !has_row(&field.name)).collect()
    }

    /// The value of a field without a row; empty if it is not given.
    pub fn option(&self, name: &str) -> &str {
        self.options.get(&self.key(name)).map_or("", String::as_str)
    }

    /// Gives a field without a row a value; an empty one takes it back.
    pub fn set_option(&mut self, name: &str, value: String) {
        let key = self.key(name);
        if value.trim().is_empty() {
            self.options.remove(&key);
        } else {
            self.options.insert(key, value);
        }
    }

    /// The words of the fields without a row.
    pub(crate) fn option_words(&self) -> Vec<String> {
        let is_given = |field: &Field| !self.option(&field.name).is_empty();
        // Most exports have none, and the definition need not be read.
        let fields = if self.options.is_empty() { Vec::new() } else { self.options() };
        let words = |field: Field| {
            let value = self.option(&field.name).trim();
            let with = |value: &str| format!("--{}={}", field.name, value.trim());
            match field.shape {
                Shape::Switch => vec![format!("--{}", field.name)],
                Shape::Optional if value == "true" => vec![format!("--{}", field.name)],
                Shape::Optional | Shape::Single => vec![with(value)],
                Shape::List | Shape::Named => value.split(BETWEEN).map(with).collect(),
            }
        };
        fields.into_iter().filter(is_given).flat_map(words).collect()
    }

    fn key(&self, name: &str) -> String {
        format!("{}.{name}", self.kind.job())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use travertine_shape::{Scene, Shape};

    use super::*;

    #[test]
    fn every_field_has_a_row_or_is_an_option_and_gets_into_the_command() {
        let scene = Scene::new(Shape::Sphere);
        for kind in Kind::ALL {
            let mut settings = Settings { kind, ..Settings::new(None) };
            settings.output = "color".to_owned();
            settings.mesh.mesh = "mesh.obj".to_owned();
            let job = travertine_jobs::Kind::named(kind.job()).unwrap();
            for name in kind.rows() {
                assert!(job.fields().iter().any(|field| field.name == *name), "{name} is no field");
            }
            assert!(settings.job(Path::new("g.json"), &scene).is_ok());
            for field in settings.options() {
                let value = match (field.shape, field.choices.first()) {
                    (_, Some(choice)) => choice.clone(),
                    (travertine_jobs::Shape::Switch | travertine_jobs::Shape::Optional, None) => {
                        "true".to_owned()
                    }
                    _ => continue,
                };
                settings.set_option(&field.name, value);
                let command = settings.command(Path::new("g.json"), &scene);
                assert!(command.contains(&format!("--{}", field.name)), "{command}");
                settings.set_option(&field.name, String::new());
            }
        }
        let mut bake = Settings { kind: Kind::Mesh, ..Settings::new(None) };
        let names: Vec<String> = bake.options().into_iter().map(|field| field.name).collect();
        for name in
            ["fit", "project", "margin", "smooth", "vertex-colors", "offset", "green", "height", "strength"]
        {
            assert!(names.iter().any(|known| known == name), "{name} is missing");
        }
        (bake.mesh.mesh, bake.mesh.unwrap) = ("mesh.obj".to_owned(), true);
        bake.set_option("unwrap", "30".to_owned());
        bake.set_option("output", "color; height".to_owned());
        let command = bake.command(Path::new("g.json"), &scene);
        assert!(command.contains("--unwrap=30") && !command.contains("--unwrap "), "{command}");
        assert!(command.contains("--output=color --output=height"), "{command}");
        assert_eq!(bake.problem(Path::new("g.json"), &scene), None);
        bake.set_option("margin", "wide".to_owned());
        assert!(bake.problem(Path::new("g.json"), &scene).unwrap().contains("margin"));
    }
}
