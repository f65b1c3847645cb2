//! Presets: values of a texture's parameters under a name.

use travertine_graph::constant::Constant;
use travertine_graph::graph::{self, Graph};

/// Values of some parameters under a name, which [`Texture::apply_preset`](crate::Texture::apply_preset) sets. The
/// other parameters have their defaults.
///
/// ```
/// # let mut texture = travertine::Texture::parse(r#"{"format": "travertine", "version": 1,
/// #     "parameters": {"cells": {"type": "float", "default": 4}},
/// #     "presets": {"Fine": {"description": "Small cells.", "values": {"cells": 32}}},
/// #     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "cells"}}}},
/// #     "outputs": {"height": {"node": "noise"}}}"#)?;
/// for preset in texture.presets() {
///     println!("{}: {} {:?}", preset.name, preset.description, preset.values);
/// }
/// texture.apply_preset("Fine")?;
/// # assert_eq!(texture.parameters().next().map(|cells| cells.value.clone()), Some(travertine::Constant::Float(32.0)));
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Preset<'t> {
    /// Name of the preset.
    pub name: &'t str,
    /// Description of the look; may be empty.
    pub description: &'t str,
    /// Names of parameters with their values, in the order of the parameters.
    pub values: Vec<(&'t str, &'t Constant)>,
}

impl<'t> Preset<'t> {
    /// A preset of a graph.
    pub(crate) fn new(graph: &'t Graph, preset: &'t graph::Preset) -> Preset<'t> {
        let values = preset.values.iter();
        Preset {
            name: &preset.name,
            description: &preset.description,
            values: values.map(|(index, value)| (graph.parameters[*index].name.as_str(), value)).collect(),
        }
    }
}
