//! How the solid of each graph was last shown: its mesh, the light around it, and the ground.

use std::io;
use std::path::{Path, PathBuf};

use travertine_graph::json::{Value, object};
use travertine_shape::Environment;

use super::latest::Latest;

/// Maximum number of graphs.
const COUNT: usize = 100;

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

/// The look of a graph.
#[derive(Clone, Debug)]
struct Entry {
    graph: String,
    look: Look,
}

impl PartialEq for Entry {
    /// A newer look of the same graph takes the place of the old one.
    fn eq(&self, other: &Entry) -> bool {
        self.graph == other.graph
    }
}

/// The last look of each graph, by its path, listed in a file.
#[derive(Clone, Debug)]
pub struct Looks(Latest<Entry>);

impl Looks {
    /// The looks in this file, which need not exist yet. An unreadable file has none. Without a file they hold until
    /// the end.
    pub fn new(file: Option<PathBuf>) -> Looks {
        Looks(Latest::new(file, COUNT, read, write))
    }

    /// The last look of a graph. For another one, the light and the ground are those chosen last.
    pub fn of(&self, graph: Option<&Path>) -> Look {
        let key = key(graph);
        let own = self.0.values().iter().find(|entry| !key.is_empty() && entry.graph == key);
        let last = || self.0.values().first().map(|entry| Look { mesh: None, ..entry.look.clone() });
        own.map(|entry| entry.look.clone()).or_else(last).unwrap_or_default()
    }

    /// Keeps the look of a graph. One without a path leaves its light and its ground to others.
    ///
    /// # Errors
    ///
    /// If the list cannot be written. It then holds until the end.
    pub fn keep(&mut self, graph: Option<&Path>, look: Look) -> io::Result<()> {
        self.0.add(Entry { graph: key(graph), look })
    }
}

/// The name of a graph in the file; empty unless its path is Unicode.
fn key(graph: Option<&Path>) -> String {
    let path = graph.and_then(|graph| std::path::absolute(graph).ok());
    path.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or_default()
}

fn read(value: &Value) -> Option<Entry> {
    let text = |name: &str| value.get(name).and_then(Value::as_text);
    let environment = |name: &str| Environment::ALL.into_iter().find(|each| each.name() == name);
    let look = Look {
        mesh: text("mesh").map(PathBuf::from),
        environment: text("environment").and_then(environment).unwrap_or_default(),
        ground: text("ground").unwrap_or_default().to_owned(),
    };
    Some(Entry { graph: text("graph")?.to_owned(), look })
}

fn write(Entry { graph, look }: &Entry) -> Value {
    // A path that is not Unicode is not kept.
    let mesh = look.mesh.as_deref().and_then(Path::to_str).map_or(Value::Null, Value::from);
    object([
        ("graph", Value::from(graph.as_str())),
        ("mesh", mesh),
        ("environment", Value::from(look.environment.name())),
        ("ground", Value::from(look.ground.as_str())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_graph_has_its_mesh_and_others_have_the_last_light() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/looks.json");
        let mut looks = Looks::new(Some(file.clone()));
        let (one, two) = (folder.path().join("one.json"), folder.path().join("two.json"));
        assert_eq!(looks.of(Some(&one)), Look::default());
        let vase = Look {
            mesh: Some(folder.path().join("vase.obj")),
            environment: Environment::Evening,
            ground: "white".to_owned(),
        };
        looks.keep(Some(&one), vase.clone()).unwrap();
        let other = Look { mesh: None, ..vase.clone() };
        assert_eq!(looks.of(Some(&two)), other, "another graph, the same light");
        assert_eq!(looks.of(None), other);
        looks.keep(Some(&two), Look { environment: Environment::Overcast, ..other }).unwrap();
        let again = Looks::new(Some(file.clone()));
        assert_eq!(again.of(Some(&one)), vase);
        assert_eq!(again.of(Some(&two)).environment, Environment::Overcast);
        looks.keep(Some(&one), Look::default()).unwrap();
        assert_eq!(looks.of(Some(&one)), Look::default(), "the way back is kept, too");
        std::fs::write(&file, "[{\"mesh\": 1}, {\"graph\": \"a\", \"environment\": \"disco\"}").unwrap();
        assert_eq!(Looks::new(Some(file)).of(Some(&one)), Look::default());
    }
}
