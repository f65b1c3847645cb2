//! Pictures of shapes: documents that show a distance.

/// A document that shows a distance at z = 0 as a map with contour lines every 0.04 units, and a bevel within the
/// surface. `nodes` are nodes in JSON, one of which is `shape`. The colors are those inside, at the surface, outside
/// and far away.
pub fn flat(name: &str, nodes: &str, colors: [&str; 4]) -> String {
    let map = map(colors);
    format!(
        r##"{{
  "format": "travertine",
  "version": 1,
  "name": "{name}",
  "nodes": {{
    {nodes},
    {map},
    "bevel": {{"type": "shape/mask", "inputs": {{"distance": {{"node": "shape"}}, "width": 0.05}}}},
    "normal": {{
      "type": "filter/normal-map",
      "inputs": {{"height": {{"node": "bevel", "output": "height"}}, "strength": 0.018}}
    }},
    "light": {{
      "type": "vector/dot",
      "inputs": {{"a": {{"node": "normal", "output": "normal"}}, "b": [-0.8, 0.9, 1]}}
    }},
    "lit": {{"type": "math/multiply", "inputs": {{"a": {{"node": "map"}}, "b": {{"node": "light"}}}}}},
    "picture": {{"type": "math/clamp", "inputs": {{"value": {{"node": "lit"}}}}}}
  }},
  "outputs": {{"color": {{"node": "picture"}}}}
}}"##
    )
}

/// A document that shows a solid in front of the map of its distance at z = 0. The position moves along z by the
/// distance again and again, until it meets the surface: after John Hart, "Sphere Tracing" (1996).
pub fn solid(name: &str, nodes: &str, colors: [&str; 4]) -> String {
    let map = map(colors);
    let [inside, surface, ..] = colors;
    format!(
        r##"{{
  "format": "travertine",
  "version": 1,
  "name": "{name}",
  "nodes": {{
    {nodes},
    {map},
    "depth": {{
      "type": "iterate/march",
      "inputs": {{"iterations": 16, "depth": -0.6, "distance": {{"node": "shape"}}}}
    }},
    "normal": {{"type": "filter/normal-map", "inputs": {{"height": {{"node": "depth"}}, "strength": -1}}}},
    "light": {{
      "type": "vector/dot",
      "inputs": {{"a": {{"node": "normal", "output": "normal"}}, "b": [-0.45, 0.6, 0.66]}}
    }},
    "clay": {{
      "type": "color/ramp",
      "inputs": {{
        "value": {{"node": "light"}},
        "ramp": {{
          "stops": [
            {{"position": 0, "color": "{inside}"}},
            {{"position": 0.84, "color": "{surface}"}},
            {{"position": 1, "color": "#fffaf0"}}
          ],
          "space": "srgb"
        }}
      }}
    }},
    "seen": {{
      "type": "math/compare",
      "inputs": {{"a": {{"node": "depth"}}, "b": 0.6, "operator": "less"}}
    }},
    "picture": {{
      "type": "blend/mix",
      "inputs": {{"a": {{"node": "map"}}, "b": {{"node": "clay"}}, "factor": {{"node": "seen"}}}}
    }}
  }},
  "outputs": {{"color": {{"node": "picture"}}}},
  "groups": {{
    "march": {{
      "format": "travertine",
      "version": 1,
      "parameters": {{
        "distance": {{"type": "float", "default": 0}},
        "depth": {{"type": "float", "default": 0}}
      }},
      "nodes": {{
        "ahead": {{"type": "vector/combine", "inputs": {{"z": {{"parameter": "depth"}}}}}},
        "there": {{
          "type": "domain/warp",
          "inputs": {{"value": {{"parameter": "distance"}}, "offset": {{"node": "ahead"}}, "strength": 1}}
        }},
        "next": {{"type": "math/add", "inputs": {{"a": {{"parameter": "depth"}}, "b": {{"node": "there"}}}}}}
      }},
      "outputs": {{"depth": {{"node": "next"}}}}
    }}
  }}
}}"##
    )
}

/// The nodes from `shape` to `map`.
fn map([inside, surface, outside, far]: [&str; 4]) -> String {
    format!(
        r##""part": {{
      "type": "math/remap",
      "inputs": {{"value": {{"node": "shape"}}, "from_min": -0.25, "from_max": 0.5}}
    }},
    "tones": {{
      "type": "color/ramp",
      "inputs": {{
        "value": {{"node": "part"}},
        "ramp": {{
          "stops": [
            {{"position": 0, "color": "{inside}"}},
            {{"position": 0.331, "color": "{surface}"}},
            {{"position": 0.335, "color": "{outside}"}},
            {{"position": 1, "color": "{far}"}}
          ],
          "space": "srgb"
        }}
      }}
    }},
    "lines": {{
      "type": "math/formula",
      "inputs": {{
        "formula": "1 + 0.35 * smoothstep(0.0035, 0.001, 0.04 * abs(fract(25*a + 0.5) - 0.5)) * sign(a)",
        "a": {{"node": "shape"}}
      }}
    }},
    "map": {{"type": "math/multiply", "inputs": {{"a": {{"node": "tones"}}, "b": {{"node": "lines"}}}}}}"##
    )
}
