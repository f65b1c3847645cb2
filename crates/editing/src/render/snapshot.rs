//! Snapshots: checked documents that can be rendered, at least in part.

mod heat;

use std::collections::BTreeSet;
use std::hash::Hash;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use travertine::{Constant, Context, Diagnostics, Error, Field, NodeValue, Nodes, Texture};
use travertine_graph::diagnostic::{Diagnostic, Severity};
use travertine_graph::document::{Document, Input};
use travertine_graph::json::Value;
use travertine_graph::registry::Registry;
use travertine_presentation::{Held, Outline, Socket};
use travertine_shape::{Channel, Channels, Surface};

use super::fingerprint::{Fingerprint, Fingerprints};
use super::instance::Instance;
use super::sound::{problems, sound, subject};
use super::view::{Subject, View};
use travertine_edits::{Edit, Refusal};

/// The output that gives a solid its color, and that a device computes.
pub(super) const SHOWN: &str = "shown";

/// The problem of a document of which no node can be rendered.
const NOTHING: &str = "nothing to render: fix the problems of the graph first";

/// Maximum number of solids whose textures are kept: the preview shows one.
const MAX_SOLIDS: usize = 2;

/// A checked document: its diagnostics, and a texture of all nodes without errors.
///
/// An error in one branch leaves the pictures of the others. Pictures of a group are those of its nodes in one
/// instance; without an instance, or if the graph around it has an error, the parameters have their defaults.
#[derive(Debug)]
pub struct Snapshot {
    outline: Arc<Outline>,
    diagnostics: Arc<Diagnostics>,
    texture: Option<Texture>,
    /// The instance that the document is shown in; the texture is then that of the graph around.
    inside: Option<Arc<Inside>>,
    /// The present document: the one of the outline, or one that differs from it in values and positions.
    document: Arc<Document>,
    fingerprints: Fingerprints,
    /// Equal for snapshots that differ in values and positions alone, so that their textures have the same nodes in the
    /// same order.
    structure: u64,
    /// The textures of the solids that were requested.
    solids: Mutex<Vec<(Subject, Texture)>>,
    /// All nodes of the texture, once they are requested.
    nodes: OnceLock<Result<Nodes, Refusal>>,
}

/// An instance of a group, and what of the group is without errors.
#[derive(Debug)]
struct Inside {
    instance: Instance,
    sound: Document,
}

impl Snapshot {
    /// Checks a document.
    pub fn new(document: Arc<Document>, registry: &'static Registry) -> Snapshot {
        Snapshot::within(document, None, registry)
    }

    /// Checks a document, which is a group if it has an instance.
    pub(super) fn within(document: Arc<Document>, instance: Option<Instance>, registry: &'static Registry) -> Snapshot {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let outline = Outline::new(document.clone(), registry);
        let (texture, diagnostics) = match Texture::from_document(document.clone(), registry) {
            Ok(texture) => {
                let warnings = texture.graph().warnings().clone();
                (Some(texture), warnings)
            }
            Err(error) => (sound(&document, registry), problems(error)),
        };
        let (texture, inside) = match (texture, instance) {
            (Some(texture), Some(instance)) => placed(texture, instance, registry),
            (texture, _) => (texture, None),
        };
        let around = inside.as_ref().map(|inside| inside.instance.digest.clone());
        let fingerprints = Fingerprints::within(&outline, around);
        Snapshot {
            outline: Arc::new(outline),
            diagnostics: Arc::new(diagnostics),
            texture,
            inside: inside.map(Arc::new),
            document,
            fingerprints,
            structure: NEXT.fetch_add(1, Ordering::Relaxed),
            solids: Mutex::default(),
            nodes: OnceLock::new(),
        }
    }

    /// The snapshot of a document with other values or positions. Only the values are checked, and nothing is lowered.
    ///
    /// `None` if anything else differs, or the diagnostics may.
    pub(super) fn after(&self, document: &Arc<Document>) -> Option<Snapshot> {
        // Equal images may differ in what was read from their files.
        let has_files = self.document.images.is_shared_with(&document.images)
            && self.document.groups.is_shared_with(&document.groups);
        if !has_files || self.inside.as_ref().is_some_and(|inside| !inside.instance.is_alone) {
            return None;
        }
        let mut next = Snapshot {
            outline: Arc::clone(&self.outline),
            diagnostics: Arc::clone(&self.diagnostics),
            texture: self.texture.clone(),
            inside: self.inside.clone(),
            document: Arc::clone(document),
            fingerprints: self.fingerprints.clone(),
            structure: self.structure,
            solids: Mutex::new(self.solids().clone()),
            nodes: OnceLock::new(),
        };
        let difference = Edit::between(&self.document, document);
        let mut changed = BTreeSet::new();
        for edit in difference.parts() {
            match edit {
                Edit::Input { node, input, value: Some(Input::Constant(value)) } => {
                    next.set_input(&Socket::new(node, input), value)?;
                    changed.insert(node.as_str());
                }
                Edit::Default(name, Some(value)) => {
                    next.set_default(name, value)?;
                    let uses = |input: &Input| matches!(input, Input::Parameter(used) if used == name);
                    let users = document.nodes.iter().filter(|(_, node)| node.inputs.values().any(uses));
                    changed.extend(users.map(|(id, _)| id.as_str()));
                }
                // Neither pictures nor diagnostics depend on the drawing of the graph.
                Edit::OutputsPosition(_) => {}
                Edit::Position(id, _) | Edit::Collapsed(id, _) | Edit::Folded(id, _)
                    if document.nodes.contains_key(id) => {}
                _ => return None,
            }
        }
        next.fingerprints.update(&changed, &self.outline, document);
        Some(next)
    }

    fn set_input(&mut self, socket: &Socket, value: &Value) -> Option<()> {
        let Some(Held::Constant { value: before, .. }) = self.outline.held(socket) else { return None };
        let new = self.outline.input(socket)?.constant(value).ok()?;
        // Another image needs another check.
        if mem::discriminant(&new) != mem::discriminant(&before) || matches!(new, Constant::Image(_)) {
            return None;
        }
        let id = self.id(&socket.node);
        for texture in self.textures() {
            // Nodes with errors, or without a path to a solid, are not part of a texture.
            let Some(node) = texture.graph().nodes.iter().find(|node| node.id == id) else { continue };
            let index = node.definition.input_index(&socket.name)?;
            // Another number of nodes gives up the values that the texture has.
            if node.decides_nodes(index) {
                return None;
            }
            texture.set_value(&id, &socket.name, value).ok()?;
        }
        Some(())
    }

    fn set_default(&mut self, name: &str, value: &Value) -> Option<()> {
        // Another value may remove an error. An instance may have a value of its own.
        if self.diagnostics.has_errors() || self.inside.is_some() {
            return None;
        }
        for texture in self.textures() {
            texture.set(name, value.to_string()).ok()?;
        }
        Some(())
    }

    fn solids(&self) -> MutexGuard<'_, Vec<(Subject, Texture)>> {
        self.solids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The textures that hold values.
    fn textures(&mut self) -> impl Iterator<Item = &mut Texture> {
        let solids = self.solids.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.texture.iter_mut().chain(solids.iter_mut().map(|(_, texture)| texture))
    }

    /// The id of a node of the document in the texture.
    fn id(&self, node: &str) -> String {
        let prefix = self.inside.as_ref().map_or("", |inside| &inside.instance.prefix);
        format!("{prefix}{node}")
    }

    /// The outline of the document that was checked. Constants may have changed since, nodes and types have not.
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The errors and warnings of the document.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The output of a node that a subject refers to.
    pub fn socket(&self, subject: &Subject) -> Option<Socket> {
        match subject {
            Subject::Node(socket) => Some(socket.clone()),
            Subject::Output(name) => {
                let outputs = &self.outline.document().outputs;
                let (_, source) = outputs.iter().find(|(other, _)| other == name)?;
                self.outline.source_of(source)
            }
        }
    }

    /// The fingerprint of a subject: that of its node, and the output's name.
    pub fn fingerprint(&self, subject: &Subject) -> Option<(Fingerprint, String)> {
        let socket = self.socket(subject)?;
        self.fingerprints.get(&socket.node).map(|fingerprint| (fingerprint, socket.name))
    }

    /// The field of a subject.
    ///
    /// # Errors
    ///
    /// The first error of its node or of a node that it depends on.
    pub fn field(&self, subject: &Subject) -> Result<Field, Refusal> {
        let socket = self.socket(subject).ok_or_else(|| Refusal::new("there is no such output"))?;
        let field = self.texture.as_ref().map(|texture| texture.node_field(&self.id(&socket.node), &socket.name));
        match field {
            Some(Ok(field)) => Ok(field),
            other => Err(self.problem(&socket.node).unwrap_or_else(|| {
                let reason = other.and_then(Result::err).map(|error| error.to_string());
                Refusal::new(reason.unwrap_or_else(|| NOTHING.to_owned()))
            })),
        }
    }

    /// The texture with the outputs of the graph, without nodes that have an error, and without outputs that depend on
    /// them.
    ///
    /// # Errors
    ///
    /// If there is no output, or one that is needed has an error or depends on one.
    pub fn whole(&self, is_needed: impl Fn(&str) -> bool) -> Result<Texture, Refusal> {
        let outputs = &self.document.outputs;
        let Some(texture) = self.texture.as_ref().filter(|_| !outputs.is_empty()) else {
            return Err(Refusal::new("the graph has no output that can be rendered; wire a node to the outputs"));
        };
        let mut document = self.sound_part(texture.document());
        for (name, _) in outputs {
            if let Err(reason) = self.field(&Subject::Output(name.clone())) {
                if is_needed(name) {
                    let problem = format!("the output `{name}` cannot be rendered: {reason}");
                    return Err(Refusal::new(problem));
                }
                document.outputs.retain(|(known, _)| known != name);
            }
        }
        Texture::from_document(document, self.outline.base()).map_err(|problems| Refusal::new(problems.to_string()))
    }

    /// The present document without the nodes, groups and images that another has not.
    fn sound_part(&self, sound: &Document) -> Document {
        let mut part = Document::clone(&self.document);
        part.nodes.keep(|id| sound.nodes.contains_key(id));
        part.groups.keep(|name| sound.groups.contains_key(name));
        part.images.keep(|name| sound.images.contains_key(name));
        part
    }

    /// The fingerprint of a view. A solid of an output of the graph depends on all outputs. A measured view depends on
    /// the structure of the graph: its time belongs to nodes by their order, and is shown by their ids.
    pub(super) fn key(&self, view: &View) -> Option<(Fingerprint, String)> {
        let (fingerprint, name) = self.fingerprint(&view.subject)?;
        let outputs: Option<Vec<_>> = match view.subject {
            Subject::Output(_) if view.viewport.is_solid() => {
                let outputs = self.outline.document().outputs.iter();
                Some(outputs.map(|(name, _)| (name, self.fingerprint(&Subject::Output(name.clone())))).collect())
            }
            _ => None,
        };
        let structure = view.is_measured.then_some(self.structure);
        if outputs.is_none() && structure.is_none() {
            return Some((fingerprint, name));
        }
        Some((Fingerprint::of(|hasher| (fingerprint, &name, &outputs, structure).hash(hasher)), name))
    }

    /// The surface of a solid. For an output of the graph, the output is its color, and other outputs provide what
    /// their names say, such as its height. For an output of a node, the output is its color alone.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::field`].
    pub fn surface(&self, subject: &Subject) -> Result<Surface, Refusal> {
        let texture = self.solid_of(subject)?;
        let mut channels = Channels { color: Some(SHOWN.to_owned()), ..Channels::default() };
        if let Subject::Node(_) = subject {
            channels.height = Channel::Value(0.0);
        }
        Surface::new(&texture, &channels).map_err(|error| Refusal::new(error.to_string()))
    }

    /// The texture of a solid, whose output [`SHOWN`] is the subject. The last ones are kept.
    pub(super) fn solid_of(&self, subject: &Subject) -> Result<Texture, Refusal> {
        let known = self.solids().iter().find(|(known, _)| known == subject).cloned();
        if let Some((_, texture)) = known {
            return Ok(texture);
        }
        let texture = self.solid(subject)?;
        let mut solids = self.solids();
        solids.truncate(MAX_SOLIDS - 1);
        solids.insert(0, (subject.clone(), texture.clone()));
        Ok(texture)
    }

    /// Makes the texture of a solid.
    fn solid(&self, subject: &Subject) -> Result<Texture, Refusal> {
        // Returns the error of the subject, if there is one.
        self.field(subject)?;
        let (Some(texture), Some(socket)) = (&self.texture, self.socket(subject)) else {
            return Err(Refusal::new(NOTHING));
        };
        let inside = self.inside.as_deref();
        let mut document = self.sound_part(inside.map_or(texture.document(), |inside| &inside.sound));
        let shown = Input::Node { node: socket.node, output: Some(socket.name) };
        document.outputs = vec![(SHOWN.to_owned(), shown)];
        if let Subject::Output(_) = subject {
            let outputs = self.outline.document().outputs.iter();
            let sound = outputs.filter(|(name, _)| name != SHOWN && self.field(&Subject::Output(name.clone())).is_ok());
            document.outputs.extend(sound.cloned());
        }
        let document = match inside {
            Some(inside) => inside.instance.around(document),
            None => document,
        };
        Texture::from_document(document, self.outline.base()).map_err(|problems| Refusal::new(problems.to_string()))
    }

    /// The values of all outputs of all nodes without errors at a position: x, y, z and time.
    ///
    /// # Errors
    ///
    /// If there are no such nodes, the position is not finite, the graph unfolds into too many operations or needs more
    /// memory, or the probe is cancelled.
    pub fn probe(&self, position: [f32; 4], context: &Context) -> Result<Vec<NodeValue>, Refusal> {
        let refused = |error: Error| Refusal::new(error.to_string());
        let nodes = self.nodes.get_or_init(|| {
            let texture = self.texture.as_ref().ok_or_else(|| Refusal::new(NOTHING))?;
            texture.nodes().map_err(refused)
        });
        let mut values = nodes.as_ref().map_err(Refusal::clone)?.sample(position, context).map_err(refused)?;
        if let Some(inside) = &self.inside {
            values.retain_mut(|value| match value.node.strip_prefix(&inside.instance.prefix) {
                Some(id) => {
                    value.node = id.to_owned();
                    true
                }
                None => false,
            });
        }
        Ok(values)
    }

    /// The first error of a node or of a node that it depends on. The errors of a group are those of its instances.
    fn problem(&self, node: &str) -> Option<Refusal> {
        let sources = self.outline.sources_of(node);
        let errors = || self.diagnostics.iter().filter(|each| each.severity == Severity::Error);
        let groups = sources.iter().filter_map(|id| self.outline.group_of(id));
        let groups: BTreeSet<&str> = groups.map(|(name, _)| name).collect();
        errors().find_map(|error| match (error.groups().first(), error.node()) {
            (Some(group), node) => groups.contains(group.as_str()).then(|| {
                let inside = node.map(|node| format!("`{node}`: ")).unwrap_or_default();
                Refusal::new(format!("in the group `{group}`: {inside}{}", error.message))
            }),
            (None, node) => node
                .or_else(|| self.reader(error, &sources))
                .filter(|id| sources.contains(id.as_str()))
                .map(|id| Refusal::new(format!("`{id}`: {}", error.message))),
        })
    }

    /// The one of these nodes that reads the image that an error is about.
    fn reader(&self, error: &Diagnostic, nodes: &BTreeSet<&str>) -> Option<String> {
        let image = subject(error, "images")?;
        let names = |input: &Input| matches!(input, Input::Constant(value) if value.as_text() == Some(image.as_str()));
        let all = &self.outline.document().nodes;
        let reads = |id: &&&str| all.get(**id).is_some_and(|node| node.inputs.values().any(names));
        nodes.iter().find(reads).map(|id| (*id).to_owned())
    }
}

/// The texture of a group in an instance; the group alone if the graph around has an error.
fn placed(texture: Texture, instance: Instance, registry: &Registry) -> (Option<Texture>, Option<Inside>) {
    let sound = texture.document().clone();
    match Texture::from_document(instance.around(sound.clone()), registry) {
        Ok(around) => (Some(around), Some(Inside { instance, sound })),
        Err(_) => (Some(texture), None),
    }
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::document::{Image, Node};

    use super::*;
    use crate::testing::documents::document;

    fn snapshot(nodes: &str) -> Snapshot {
        Snapshot::new(document(nodes).into(), registry())
    }

    fn node(id: &str) -> Subject {
        Subject::Node(Socket::new(id, "value"))
    }

    #[test]
    fn an_image_with_an_error_leaves_the_other_branches() {
        let mut document = document(
            r#""good": {"type": "noise/perlin"},
               "picture": {"type": "input/image", "inputs": {"image": "wall"}},
               "behind": {"type": "math/absolute", "inputs": {"value": {"node": "picture"}}}"#,
        );
        document.images.insert("wall".to_owned(), Image::embedded(b"no picture"));
        let snapshot = Snapshot::new(document.into(), registry());
        assert!(snapshot.field(&node("good")).is_ok());
        let problem = snapshot.field(&node("behind")).unwrap_err().to_string();
        assert_eq!(
            problem,
            "`picture`: the image `wall` is not a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3 file"
        );
    }

    #[test]
    fn an_error_leaves_the_other_branches() {
        let snapshot = snapshot(
            r#""good": {"type": "noise/perlin"},
               "odd": {"type": "no/such"},
               "behind": {"type": "math/absolute", "inputs": {"value": {"node": "odd"}}},
               "further": {"type": "math/absolute", "inputs": {"value": {"node": "behind"}}},
               "lost": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "p"}}},
               "x": {"type": "math/add", "inputs": {"a": {"node": "y"}}},
               "y": {"type": "math/add", "inputs": {"a": {"node": "x"}}},
               "late": {"type": "math/absolute", "inputs": {"value": {"node": "good"}}}"#,
        );
        assert!(snapshot.diagnostics().has_errors());
        assert!(snapshot.field(&node("good")).is_ok() && snapshot.field(&node("late")).is_ok());
        let problem = |id: &str| snapshot.field(&node(id)).unwrap_err().to_string();
        assert_eq!(problem("odd"), "`odd`: unknown node type `no/such`");
        assert_eq!(problem("further"), problem("odd"));
        assert_eq!(problem("lost"), "`lost`: unknown parameter `p`");
        assert!(problem("x").contains("cycle"), "{}", problem("x"));
        let probed = snapshot.probe([0.1; 4], &Context::default()).unwrap();
        let nodes: BTreeSet<&str> = probed.iter().map(|value| value.node.as_str()).collect();
        assert_eq!(nodes, ["good", "late"].into());
    }

    #[test]
    fn an_error_in_a_group_is_that_of_its_instances() {
        let mut document = document(
            r#""good": {"type": "group/good"}, "bad": {"type": "group/bad"}, "often": {"type": "iterate/bad"},
               "behind": {"type": "math/absolute", "inputs": {"value": {"node": "bad"}}},
               "above": {"type": "math/absolute", "inputs": {"value": {"node": "good"}}}"#,
        );
        for (name, node_type) in [("good", "noise/perlin"), ("bad", "no/such"), ("unused", "no/such")] {
            let inner = Document::default().node("n", Node::new(node_type)).output("value", Input::wire("n"));
            document.groups.insert(name.to_owned(), inner.into());
        }
        let snapshot = Snapshot::new(document.into(), registry());
        assert!(snapshot.field(&node("good")).is_ok() && snapshot.field(&node("above")).is_ok());
        let problem = |id: &str| snapshot.field(&node(id)).unwrap_err().to_string();
        assert_eq!(problem("bad"), "in the group `bad`: `n`: unknown node type `no/such`");
        assert_eq!(problem("behind"), problem("bad"));
        assert_eq!(problem("often"), problem("bad"));
    }

    /// The document of a snapshot after edits.
    fn edited(snapshot: &Snapshot, edits: &[Edit]) -> Arc<Document> {
        let mut document = Document::clone(&snapshot.document);
        Edit::All(edits.to_vec()).apply(&mut document).unwrap();
        document.into()
    }

    /// The snapshot after edits, which change values.
    fn after(snapshot: &Snapshot, edits: &[Edit]) -> Option<Snapshot> {
        snapshot.after(&edited(snapshot, edits))
    }

    /// The same document, checked from the beginning.
    fn fresh(snapshot: &Snapshot, edits: &[Edit]) -> Snapshot {
        Snapshot::new(edited(snapshot, edits), registry())
    }

    fn constant(node: &str, input: &str, value: impl Into<Value>) -> Edit {
        Edit::input(node, input, Some(Input::Constant(value.into())))
    }

    #[test]
    fn a_value_changes_its_dependants_and_lowers_nothing() {
        let mut snapshot = snapshot(
            r#""noise": {"type": "noise/perlin"}, "other": {"type": "noise/perlin"},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
               "odd": {"type": "no/such", "inputs": {"a": {"node": "noise"}}}"#,
        );
        let base = Snapshot::new(snapshot.outline().document().clone(), registry());
        let mut programs = BTreeSet::new();
        for scale in 3..30 {
            let edits = [constant("noise", "scale", scale), constant("noise", "seed", 5)];
            let edits = if scale == 10 { &edits[..] } else { &edits[..1] };
            snapshot = after(&snapshot, edits).unwrap();
            let field = snapshot.field(&node("abs")).unwrap();
            programs.insert(std::ptr::from_ref(field.program()).addr());
            let all = [constant("noise", "scale", scale), constant("noise", "seed", 5)];
            let fresh = fresh(&base, if scale >= 10 { &all } else { &all[..1] });
            for id in ["noise", "abs", "other"] {
                let [now, expected] = [&snapshot, &fresh].map(|each| each.fingerprint(&node(id)));
                assert_eq!(now, expected);
                assert_eq!(now == base.fingerprint(&node(id)), id == "other");
                let at = [[0.3, 0.4, 0.5, 0.0]];
                let [now, expected] =
                    [&snapshot, &fresh].map(|each| each.field(&node(id)).unwrap().sample(&at).unwrap());
                assert_eq!(now, expected);
            }
        }
        assert!(programs.len() <= 3, "one at first, one for the seed, one for the next drag");
        assert!(after(&snapshot, &[constant("noise", "scale", "x")]).is_none(), "it adds an error");
        assert!(after(&snapshot, &[constant("abs", "value", 1)]).is_none(), "it removes a wire");
        assert!(after(&snapshot, &[constant("odd", "b", 1)]).is_none(), "nothing is known of the input");
        assert!(after(&snapshot, &[Edit::Muted("abs".to_owned(), true)]).is_none());
        let moved = |id: &str| [Edit::Position(id.to_owned(), Some([4.0, 5.0]))];
        let subject = node("abs");
        assert_eq!(after(&snapshot, &moved("abs")).unwrap().fingerprint(&subject), snapshot.fingerprint(&subject));
        assert!(after(&snapshot, &moved("gone")).is_none(), "it adds a warning");
        let again = Document::parse(snapshot.document.to_json().as_bytes()).unwrap();
        assert!(snapshot.after(&again.into()).is_none(), "files of images are read again");
    }

    #[test]
    fn a_number_of_iterations_keeps_other_values() {
        let inner = document(r#""n": {"type": "noise/perlin"}"#).output("value", Input::wire("n"));
        let often = Node::new("iterate/more").input("iterations", 2);
        let start = document(r#""noise": {"type": "noise/perlin", "inputs": {"scale": 2}}"#)
            .group("more", inner)
            .node("often", often);
        let mut snapshot = Snapshot::new(start.into(), registry());
        for edit in [constant("noise", "scale", 7), constant("often", "iterations", 3)] {
            let document = edited(&snapshot, &[edit]);
            let fresh = || Snapshot::new(document.clone(), registry());
            snapshot = snapshot.after(&document).unwrap_or_else(fresh);
            let sample = |snapshot: &Snapshot| snapshot.field(&node("noise")).unwrap().sample(&[[0.3, 0.4, 0.5, 0.0]]);
            assert_eq!(sample(&snapshot).unwrap(), sample(&fresh()).unwrap());
        }
    }

    #[test]
    fn a_default_is_a_value_and_a_solid_follows_values() {
        let marble = crate::testing::documents::bundled();
        let marble = marble.into_iter().find(|document| document.name.as_deref() == Some("Marble")).unwrap();
        let start = Snapshot::new(marble.into(), registry());
        let subject = Subject::Output("color".to_owned());
        start.surface(&subject).unwrap();
        let edits = [Edit::Default("turbulence".to_owned(), Some(Value::from(1))), constant("patches", "scale", 3)];
        let (now, fresh) = (after(&start, &edits).unwrap(), fresh(&start, &edits));
        for output in ["color", "height", "roughness"] {
            let subject = Subject::Output(output.to_owned());
            assert_eq!(now.fingerprint(&subject), fresh.fingerprint(&subject));
            let sample = |snapshot: &Snapshot| snapshot.field(&subject).unwrap().sample(&[[0.2, 0.7, 0.0, 0.0]]);
            assert_eq!(sample(&now).unwrap(), sample(&fresh).unwrap());
        }
        let picture = |snapshot: &Snapshot| {
            let surface = snapshot.surface(&subject).unwrap();
            let size = travertine_shape::Size { width: 12, height: 12, samples: 1 };
            let scene = travertine_shape::Scene::new(travertine_shape::Shape::Sphere);
            travertine_shape::render(&surface, &scene, size, &Context::default()).unwrap()
        };
        assert_eq!(picture(&now), picture(&fresh));
        assert_ne!(picture(&now), picture(&start));
        let outside = [Edit::Default("turbulence".to_owned(), Some(Value::from(1000)))];
        assert!(after(&start, &outside).is_none(), "it adds an error");
    }

    #[test]
    fn an_empty_document_has_no_pictures() {
        let snapshot = snapshot("");
        assert!(snapshot.field(&Subject::Output("color".to_owned())).is_err());
        assert!(snapshot.probe([0.0; 4], &Context::default()).is_err());
    }
}
