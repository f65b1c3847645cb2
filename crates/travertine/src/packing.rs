//! Packing: outputs made of others, in the channels that engines expect.

use std::str::FromStr;

use travertine_graph::constant::Constant;
use travertine_graph::document::{Document, Input, Node};
use travertine_graph::json::Value;

use crate::{Error, Texture};

/// Content of a channel of a packed output.
#[derive(Clone, PartialEq, Debug)]
pub enum Channel {
    /// The same number everywhere.
    Constant(f32),
    /// An output, or the luminance of a color.
    Output(String),
    /// 1 minus an output: smoothness from roughness.
    Inverted(String),
}

impl FromStr for Channel {
    type Err = String;

    /// Parses `roughness`, `1-roughness`, or a number.
    fn from_str(text: &str) -> Result<Channel, String> {
        let text = text.trim();
        match (text.parse::<f32>(), text.strip_prefix("1-")) {
            (Ok(number), _) if number.is_finite() => Ok(Channel::Constant(number)),
            (_, Some(output)) if !output.is_empty() => Ok(Channel::Inverted(output.to_owned())),
            _ if !text.is_empty() => Ok(Channel::Output(text.to_owned())),
            _ => Err("expected an output, 1-output, or a number".to_owned()),
        }
    }
}

/// The direction of a normal map's green channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Green {
    /// Up: OpenGL, Vulkan, glTF, Blender, Unity, Godot.
    #[default]
    Up,
    /// Down: DirectX, Unreal.
    Down,
}

impl Green {
    /// Both directions of green.
    pub const ALL: [Green; 2] = [Green::Up, Green::Down];

    /// The name of the direction: `up` or `down`.
    pub fn name(self) -> &'static str {
        match self {
            Green::Up => "up",
            Green::Down => "down",
        }
    }
}

impl FromStr for Green {
    type Err = String;

    /// Parses `up` or `down`.
    fn from_str(text: &str) -> Result<Green, String> {
        let found = Green::ALL.into_iter().find(|green| green.name() == text);
        found.ok_or_else(|| "expected up or down".to_owned())
    }
}

impl Texture {
    /// Adds an output: a color of these channels.
    ///
    /// # Errors
    ///
    /// If the graph has an output of this name already, or lacks an output that a channel names.
    pub fn pack(&mut self, name: &str, channels: &[Channel; 4]) -> Result<(), Error> {
        let mut document = self.document().clone();
        let mut inputs = Vec::new();
        for (input, channel) in ["red", "green", "blue", "alpha"].into_iter().zip(channels) {
            let content = match channel {
                Channel::Constant(number) => constant(&Constant::Float(*number)),
                Channel::Output(output) => self.wire(output)?,
                Channel::Inverted(output) => {
                    let one = constant(&Constant::Float(1.0));
                    let inputs = [("a", one), ("b", self.wire(output)?)];
                    let id = insert(&mut document, &format!("{name} {input}"), "math/subtract", inputs);
                    Input::Node { node: id, output: None }
                }
            };
            inputs.push((input, content));
        }
        let id = insert(&mut document, name, "color/combine", inputs);
        self.add_output(document, name, Input::Node { node: id, output: Some("color".to_owned()) })
    }

    /// Adds an output: the normal map of another output, which is a height, as a picture from 0 to 1. Heights are
    /// multiplied by `strength` and compared at `distance`, in units.
    ///
    /// # Errors
    ///
    /// If the graph has an output of this name already, or lacks the height.
    pub fn add_normal_map(
        &mut self,
        name: &str,
        height: &str,
        green: Green,
        strength: f32,
        distance: f32,
    ) -> Result<(), Error> {
        let mut document = self.document().clone();
        let green = if green == Green::Up { "opengl" } else { "directx" };
        let inputs = [
            ("height", self.wire(height)?),
            ("strength", constant(&Constant::Float(strength))),
            ("distance", constant(&Constant::Float(distance))),
            ("green", Input::Constant(Value::from(green))),
        ];
        let id = insert(&mut document, name, "filter/normal-map", inputs);
        self.add_output(document, name, Input::Node { node: id, output: Some("map".to_owned()) })
    }

    /// Adds an output: a copy of a normal map, which is a picture from 0 to 1, with inverted green.
    ///
    /// # Errors
    ///
    /// If the graph has an output of this name already, or lacks the map.
    pub fn add_flipped_normal_map(&mut self, name: &str, map: &str) -> Result<(), Error> {
        let mut document = self.document().clone();
        let parts = insert(&mut document, &format!("{name} parts"), "vector/separate", [("vector", self.wire(map)?)]);
        let part = |output: &str| Input::Node { node: parts.clone(), output: Some(output.to_owned()) };
        let flip = [("a", constant(&Constant::Float(1.0))), ("b", part("y"))];
        let green = insert(&mut document, &format!("{name} green"), "math/subtract", flip);
        let inputs = [("x", part("x")), ("y", Input::Node { node: green, output: None }), ("z", part("z"))];
        let id = insert(&mut document, name, "vector/combine", inputs);
        self.add_output(document, name, Input::Node { node: id, output: Some("vector".to_owned()) })
    }

    /// The wire of an output.
    fn wire(&self, output: &str) -> Result<Input, Error> {
        let index = self.output(output)?;
        Ok(self.document().outputs[index].1.clone())
    }

    fn add_output(&mut self, mut document: Document, name: &str, source: Input) -> Result<(), Error> {
        if self.outputs().any(|output| output == name) {
            return Err(Error::Taken { output: name.to_owned() });
        }
        document.outputs.push((name.to_owned(), source));
        self.set_document(document)
    }
}

fn constant(constant: &Constant) -> Input {
    Input::Constant(Value::from(constant))
}

/// Adds a node and returns its id, which no other node has.
fn insert<'a>(
    document: &mut Document,
    id: &str,
    node_type: &str,
    inputs: impl IntoIterator<Item = (&'a str, Input)>,
) -> String {
    let ids = std::iter::successors(Some(format!("{id} of a set")), |id| Some(format!("{id}'")));
    let id = ids.into_iter().find(|id| !document.nodes.contains_key(id)).unwrap_or_default();
    let inputs = inputs.into_iter().map(|(name, input)| (name.to_owned(), input)).collect();
    let node = Node { node_type: node_type.to_owned(), inputs, ..Node::default() };
    document.nodes.insert(id.clone(), node.into());
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture() -> Texture {
        Texture::parse(
            r#"{
                "format": "travertine", "version": 1,
                "parameters": {"shine": {"type": "float", "default": 0.25}},
                "nodes": {
                    "roughness of a set": {"type": "math/add", "inputs": {"a": {"parameter": "shine"}, "b": 0}},
                    "place": {"type": "input/position"},
                    "slope": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "y"}, "b": 0.75}}
                },
                "outputs": {"roughness": {"node": "roughness of a set"}, "height": {"node": "slope"}}
            }"#,
        )
        .unwrap()
    }

    fn values(texture: &Texture, output: &str) -> Vec<f32> {
        texture.field(output).unwrap().sample(&[[0.5, 0.25, 0.0, 0.0]]).unwrap().into_vec()
    }

    #[test]
    fn channels_are_outputs_or_inverted_outputs_or_numbers() {
        let mut texture = texture();
        texture.set("shine", 0.5).unwrap();
        let channels = ["height", "1-roughness", "0.125", "1"].map(|text| text.parse().unwrap());
        texture.pack("roughness 2", &channels).unwrap();
        assert_eq!(values(&texture, "roughness 2"), [0.1875, 0.5, 0.125, 1.0]);
        assert_eq!(values(&texture, "roughness"), [0.5], "what was there is as it was");
        let again = texture.pack("roughness 2", &channels).unwrap_err();
        assert!(matches!(again, Error::Taken { .. }));
        let unknown =
            [Channel::Output("ruffness".to_owned()), channels[2].clone(), channels[2].clone(), channels[3].clone()];
        let message = texture.pack("other", &unknown).unwrap_err().to_string();
        assert!(message.contains("`roughness`"), "{message}");
        assert!("".parse::<Channel>().is_err());
        assert_eq!("1-".parse(), Ok(Channel::Output("1-".to_owned())));
    }

    #[test]
    fn normals_point_away_from_the_rise() {
        let mut texture = texture();
        texture.add_normal_map("gl", "height", Green::Up, 1.0, 0.25).unwrap();
        texture.add_normal_map("dx", "height", Green::Down, 1.0, 0.25).unwrap();
        texture.add_flipped_normal_map("gl again", "dx").unwrap();
        // The height rises downwards by 3/4: the normal is (0, 0.6, 0.8), where green points up.
        for (output, expected) in [("gl", [0.5, 0.8, 0.9]), ("dx", [0.5, 0.2, 0.9]), ("gl again", [0.5, 0.8, 0.9])] {
            let found = values(&texture, output);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{output}: {found:?}");
        }
    }
}
