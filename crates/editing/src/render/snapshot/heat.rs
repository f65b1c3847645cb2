//! The heat of a snapshot: what a profile has measured, by the nodes of the document.

use travertine::Profile;

use super::Snapshot;
use crate::render::heat::Heat;
use crate::render::view::View;

impl Snapshot {
    /// The time that a profile has measured for a view.
    pub(in crate::render) fn heat(&self, profile: &Profile, view: &View) -> Heat {
        let solid = view.viewport.is_solid().then(|| self.solid_of(&view.subject).ok());
        let texture = match &solid {
            Some(solid) => solid.as_ref(),
            None => self.texture.as_ref(),
        };
        let mut heat = Heat::default();
        for (part, time) in profile.parts() {
            heat.all += time;
            let node = part.origin.and_then(|node| texture?.graph().nodes.get(node as usize));
            if let Some(id) = node.and_then(|node| self.shown(&node.id)) {
                *heat.nodes.entry(id.to_owned()).or_default() += time;
            }
        }
        heat
    }

    /// The node of the document that a node of the texture is, or that it is inside of.
    fn shown<'a>(&self, id: &'a str) -> Option<&'a str> {
        let id = id.strip_prefix(&self.id(""))?;
        let outline = &self.outline;
        if outline.node(id).is_some() {
            return Some(id);
        }
        let mut starts = id.match_indices('/').map(|(end, _)| &id[..end]);
        starts.find(|start| outline.group_of(start).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use travertine::{Context, Document, Slice, registry};
    use travertine_shape::{Scene, Shape, Size};

    use super::*;
    use crate::render::instance::Instance;
    use crate::render::shown::Shown;
    use crate::render::view::Subject;
    use crate::render::viewport::Viewport;
    use travertine_edits::History;

    /// A noise outside a group, and two inside. `a` comes first in the graph, so that indices without it differ.
    const GRAPH: &str = r#"{"format": "travertine", "version": 1,
        "groups": {"soft": {"format": "travertine", "version": 1,
            "parameters": {"from": {"type": "float", "default": 0}},
            "nodes": {
                "fine": {"type": "noise/perlin", "inputs": {"octaves": 4}},
                "other": {"type": "noise/perlin", "inputs": {"seed": 7}},
                "sum": {"type": "math/add", "inputs": {"a": {"node": "fine"}, "b": {"parameter": "from"}}},
                "all": {"type": "math/add", "inputs": {"a": {"node": "sum"}, "b": {"node": "other"}}}},
            "outputs": {"value": {"node": "all"}}}},
        "nodes": {
            "a": {"type": "noise/cellular"},
            "rough": {"type": "noise/perlin"},
            "made": {"type": "group/soft", "inputs": {"from": {"node": "rough"}}}},
        "outputs": {"value": {"node": "made"}}}"#;

    fn heat(snapshot: &Snapshot, viewport: Viewport) -> Heat {
        let (profile, view) = (Arc::default(), View::new(Subject::Output("value".to_owned()), viewport));
        let context = Context::default().profile(&profile);
        match &view.viewport {
            Viewport::Plane(slice) => _ = snapshot.field(&view.subject).unwrap().render(*slice, &context).unwrap(),
            Viewport::Solid { scene, size } => {
                let surface = snapshot.surface(&view.subject).unwrap();
                travertine_shape::render(&surface, scene, *size, &context).unwrap();
            }
        }
        snapshot.heat(&profile, &view)
    }

    fn names(heat: &Heat) -> Vec<&str> {
        let sum: Duration = heat.nodes.values().sum();
        assert!(!sum.is_zero() && sum <= heat.all, "{heat:?}");
        heat.nodes.keys().map(String::as_str).collect()
    }

    #[test]
    fn a_group_has_the_time_of_its_nodes_and_inside_each_has_its_own() {
        let document = Document::parse(GRAPH.as_bytes()).unwrap();
        let mut history = History::new(document);
        let plane = Viewport::Plane(Slice::new(64, 64));
        let size = Size { width: 32, height: 32, samples: 1 };
        let solid = Viewport::Solid { scene: Scene::new(Shape::Sphere), size };
        let whole = Snapshot::new(Arc::clone(history.document()), registry());
        assert_eq!(names(&heat(&whole, plane.clone())), ["made", "rough"]);
        assert_eq!(names(&heat(&whole, solid.clone())), ["made", "rough"]);

        history.enter_instance("made").unwrap();
        let Shown { document, around, .. } = Shown::of(&history);
        let inside = Snapshot::within(document, around.as_ref().and_then(Instance::new), registry());
        for viewport in [plane, solid] {
            let heat = heat(&inside, viewport);
            let names = names(&heat);
            assert!(names.contains(&"fine") && names.contains(&"other"), "{names:?}");
            assert!(!names.contains(&"rough"), "what is around counts, but is not shown: {names:?}");
        }
    }
}
