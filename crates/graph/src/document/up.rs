//! The direction that a document specifies as up, and turns from one up to another.

use std::str::FromStr;

use super::Document;
use super::fields::UP;
use crate::diagnostic::one_of;
use crate::json::Value;

/// A direction along an axis: the one that points up in a texture, or in a mesh.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Up {
    /// Along x.
    X,
    /// Against x.
    MinusX,
    /// Along y, as in glTF and POV-Ray.
    Y,
    /// Against y, as in pictures, whose y runs down.
    MinusY,
    /// Along z, as in Blender and Unreal.
    Z,
    /// Against z: towards the viewer of a picture.
    MinusZ,
}

impl Up {
    /// All directions.
    pub const ALL: [Up; 6] = [Up::X, Up::MinusX, Up::Y, Up::MinusY, Up::Z, Up::MinusZ];

    /// The name in documents and on the command line: `x`, `-x`, and so on.
    pub fn name(self) -> &'static str {
        match self {
            Up::X => "x",
            Up::MinusX => "-x",
            Up::Y => "y",
            Up::MinusY => "-y",
            Up::Z => "z",
            Up::MinusZ => "-z",
        }
    }

    /// The directions to the right, up and towards the back, which are perpendicular: each an axis, and the sign along
    /// it. All are right-handed, and x is to the right unless it is up.
    fn frame(self) -> [(usize, f64); 3] {
        match self {
            Up::X => [(1, -1.0), (0, 1.0), (2, 1.0)],
            Up::MinusX => [(1, 1.0), (0, -1.0), (2, 1.0)],
            Up::Y => [(0, 1.0), (1, 1.0), (2, 1.0)],
            Up::MinusY => [(0, 1.0), (1, -1.0), (2, -1.0)],
            Up::Z => [(0, 1.0), (2, 1.0), (1, -1.0)],
            Up::MinusZ => [(0, 1.0), (2, -1.0), (1, 1.0)],
        }
    }
}

impl FromStr for Up {
    type Err = String;

    /// Parses a name, such as `-y`.
    fn from_str(name: &str) -> Result<Up, String> {
        let found = Up::ALL.into_iter().find(|up| up.name() == name);
        found.ok_or_else(|| format!("expected {}", one_of(Up::ALL.map(Up::name))))
    }
}

/// A rotation by right angles, which takes one up to another. It moves and negates coordinates, so it does not round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    /// For each coordinate of the result, the coordinate of the argument that it is, and its sign.
    parts: [(usize, f64); 3],
}

impl Turn {
    /// The turn that takes one up to another. Between y and z, up or down, x stays.
    pub fn new(from: Up, to: Up) -> Turn {
        let mut parts = [(0, 1.0); 3];
        for ((axis, sign), (onto, as_sign)) in from.frame().into_iter().zip(to.frame()) {
            parts[onto] = (axis, sign * as_sign);
        }
        Turn { parts }
    }

    /// The vector, turned.
    #[inline]
    pub fn apply(self, vector: [f64; 3]) -> [f64; 3] {
        // A sum with 0 has no negative zero.
        self.parts.map(|(axis, sign)| 0.0 + sign * vector[axis])
    }
}

impl Document {
    /// The direction that points up in the graph's space: `-y` unless the document specifies another, as in pictures,
    /// whose y runs down. Bakes turn meshes so that their up is that of the texture; it changes no output.
    pub fn up(&self) -> Up {
        let field = self.extra.iter().find(|(key, _)| key == UP);
        field.and_then(|(_, value)| Document::up_of(value)).unwrap_or(Up::MinusY)
    }

    /// The up that a value specifies; `None` if it is not the name of a direction.
    pub(crate) fn up_of(value: &Value) -> Option<Up> {
        let Value::Text(name) = value else { return None };
        name.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::registry::Registry;

    fn axis((axis, sign): (usize, f64)) -> [f64; 3] {
        std::array::from_fn(|index| if index == axis { sign } else { 0.0 })
    }

    fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
        [b * z - c * y, c * x - a * z, a * y - b * x]
    }

    #[test]
    fn frames_are_right_handed() {
        for up in Up::ALL {
            let [right, above, back] = up.frame().map(axis);
            assert_eq!(cross(right, above), back.map(|part| part + 0.0), "{up:?}");
            let sign = if up.name().starts_with('-') { -1.0 } else { 1.0 };
            let index = "xyz".find(up.name().trim_start_matches('-')).unwrap();
            assert_eq!(axis((index, sign)), above, "{up:?}");
        }
    }

    #[test]
    fn turns_take_up_to_up_and_back() {
        let vector = [1.0, 2.0, 3.0];
        for from in Up::ALL {
            assert_eq!(Turn::new(from, from).apply(vector), vector);
            for to in Up::ALL {
                assert_eq!(
                    Turn::new(from, to).apply(axis(from.frame()[1])),
                    axis(to.frame()[1]).map(|part| part + 0.0)
                );
                assert_eq!(Turn::new(to, from).apply(Turn::new(from, to).apply(vector)), vector);
            }
        }
        // A mesh of glTF stands in a picture, and one of Blender, too.
        assert_eq!(Turn::new(Up::Y, Up::MinusY).apply(vector), [1.0, -2.0, -3.0]);
        assert_eq!(Turn::new(Up::Z, Up::MinusY).apply(vector), [1.0, -3.0, 2.0]);
    }

    #[test]
    fn documents_specify_an_up() {
        let parsed = |key: &str| {
            let text = format!(r#"{{"format": "travertine", "version": 1, "nodes": {{}}, "outputs": {{}}{key}}}"#);
            let document = Document::parse(text.as_bytes()).unwrap();
            assert_eq!(Document::parse(document.to_json().as_bytes()).unwrap(), document);
            (document.up(), Graph::new(&document, &Registry::new([])).unwrap_err().to_string())
        };
        for (key, up) in [("", Up::MinusY), (r#", "up": "z""#, Up::Z), (r#", "up": "-x""#, Up::MinusX)] {
            let (found, errors) = parsed(key);
            assert_eq!(found, up, "{key}");
            assert!(!errors.contains("up"), "{errors}");
        }
        for key in [r#", "up": "w""#, r#", "up": "+y""#, r#", "up": 1"#, r#", "up": null"#] {
            let (found, errors) = parsed(key);
            assert_eq!(found, Up::MinusY);
            assert!(errors.contains("/up") && errors.contains(r#"`x`, `-x`"#), "{errors}");
        }
    }
}
