//! How the solid of each graph was last shown: its mesh, the light around it, and the ground.

use std::path::{Path, PathBuf};

use travertine_graph::json::Value;
use travertine_shape::Environment;

use super::of_graph::OfGraph;
use super::store::{List, Preferences};

/// The last looks of solids.
pub(super) const LOOKS: List<OfGraph> = List::new("looks", 100);

/// How a solid is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The file of the mesh that takes the place of the shape.
    pub mesh: Option<PathBuf>,
    /// The light around it.
    pub environment: Environment,
    /// The name of the ground.
    pub ground: String,
}

impl Look {
    fn read(value: &Value) -> Look {
        let text = |name: &str| value.get(name).and_then(Value::as_text);
        let environment = |name: &str| Environment::ALL.into_iter().find(|each| each.name() == name);
        Look {
            mesh: text("mesh").map(PathBuf::from),
            environment: text("environment").and_then(environment).unwrap_or_default(),
            ground: text("ground").unwrap_or_default().to_owned(),
        }
    }
}

impl Preferences {
    /// The last look of a graph. For another one, the light and the ground are those chosen last.
    pub fn look(&self, graph: Option<&Path>) -> Look {
        let of_graph = self.of_graph(&LOOKS, graph).map(|value| Look::read(&value));
        let last = || Some(Look { mesh: None, ..Look::read(&self.of_last_graph(&LOOKS)?) });
        of_graph.or_else(last).unwrap_or_default()
    }

    /// Keeps the look of a graph. One without a path leaves its light and its ground to others.
    pub fn keep_look(&mut self, graph: Option<&Path>, look: &Look) {
        // A path that is not Unicode is not kept.
        let mesh = look.mesh.as_deref().and_then(Path::to_str).map_or(Value::Null, Value::from);
        let members = [
            ("mesh", mesh),
            ("environment", Value::from(look.environment.name())),
            ("ground", Value::from(look.ground.as_str())),
        ];
        self.keep_of_graph(&LOOKS, graph, members);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Folders;

    #[test]
    fn each_graph_has_its_mesh_and_others_have_the_last_light() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::at(folder.path());
        let mut preferences = Preferences::new(Some(&folders));
        let (one, two) = (folder.path().join("one.json"), folder.path().join("two.json"));
        assert_eq!(preferences.look(Some(&one)), Look::default());
        let vase = Look {
            mesh: Some(folder.path().join("vase.obj")),
            environment: Environment::Evening,
            ground: "white".to_owned(),
        };
        preferences.keep_look(Some(&one), &vase);
        let other = Look { mesh: None, ..vase.clone() };
        assert_eq!(preferences.look(Some(&two)), other, "another graph, the same light");
        assert_eq!(preferences.look(None), other);
        preferences.keep_look(Some(&two), &Look { environment: Environment::Overcast, ..other });
        preferences.flush();
        let mut again = Preferences::new(Some(&folders));
        assert_eq!(again.look(Some(&one)), vase);
        assert_eq!(again.look(Some(&two)).environment, Environment::Overcast);
        again.keep_look(Some(&one), &Look::default());
        assert_eq!(again.look(Some(&one)), Look::default(), "the way back is kept, too");
    }
}
