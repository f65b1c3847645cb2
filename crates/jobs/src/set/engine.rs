//! Engines: the texture files that they expect, and their contents.

use std::collections::HashSet;

use travertine::{Channel, Green};

/// A program or a format that expects certain files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// BaseColor, Normal (green up), MaskMap (metallic, occlusion, 0, smoothness), Emission, Height.
    Unity,
    /// BaseColor, Normal (green down), ORM (occlusion, roughness, metallic), Emissive, Height.
    Unreal,
    /// albedo, normal (green up), orm (occlusion, roughness, metallic), emission, height.
    Godot,
    /// base_color, normal (green up), roughness, metallic, occlusion, emission, height.
    Blender,
    /// baseColor, normal (green up), occlusionRoughnessMetallic, emissive.
    Gltf,
}

/// The contents of a file.
pub(super) enum Map {
    /// The output with a role, unchanged.
    Role(Role),
    /// A normal map.
    Normal(Green),
    /// Outputs packed into the channels of one file. Without any of them, the file is left out.
    Packed([Packed; 4]),
}

/// The contents of a channel.
#[derive(Clone, Copy)]
pub(super) enum Packed {
    /// The output with a role.
    Role(Role),
    /// 1 minus the output with a role.
    Inverted(Role),
    /// A constant.
    Constant(f32),
}

/// The meaning of an output in a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Color,
    Occlusion,
    Roughness,
    Metallic,
    Emission,
    Height,
    Normal,
}

impl Role {
    /// Output names that imply the role, in order of preference.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Role::Color => &["color", "base_color", "albedo"],
            Role::Occlusion => &["occlusion", "ambient_occlusion", "ao"],
            Role::Roughness => &["roughness"],
            Role::Metallic => &["metallic", "metalness"],
            Role::Emission => &["emission", "emissive"],
            Role::Height => &["height", "displacement"],
            Role::Normal => &["normal", "normal_map"],
        }
    }

    /// The value without such an output: occlusion 1 (open), roughness 0.5, otherwise 0.
    fn missing(self) -> f32 {
        match self {
            Role::Occlusion => 1.0,
            Role::Roughness => 0.5,
            _ => 0.0,
        }
    }
}

impl Packed {
    fn role(self) -> Option<Role> {
        match self {
            Packed::Role(role) | Packed::Inverted(role) => Some(role),
            Packed::Constant(_) => None,
        }
    }

    /// The channel. `output` finds the output with a role.
    pub fn channel(self, output: impl Fn(Role) -> Option<String>) -> Channel {
        match self {
            Packed::Constant(number) => Channel::Constant(number),
            Packed::Role(role) => output(role).map_or(Channel::Constant(role.missing()), Channel::Output),
            Packed::Inverted(role) => output(role).map_or(Channel::Constant(1.0 - role.missing()), Channel::Inverted),
        }
    }
}

impl Map {
    /// The roles of the outputs that it can use.
    pub fn roles(&self) -> Vec<Role> {
        match self {
            Map::Role(role) => vec![*role],
            Map::Normal(_) => vec![Role::Normal, Role::Height],
            Map::Packed(parts) => parts.iter().filter_map(|part| part.role()).collect(),
        }
    }
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 5] = [Engine::Unreal, Engine::Unity, Engine::Godot, Engine::Blender, Engine::Gltf];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Unity => "unity",
            Engine::Unreal => "unreal",
            Engine::Godot => "godot",
            Engine::Blender => "blender",
            Engine::Gltf => "gltf",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Engine::Unity => "Unity",
            Engine::Unreal => "Unreal",
            Engine::Godot => "Godot",
            Engine::Blender => "Blender",
            Engine::Gltf => "glTF",
        }
    }

    /// The names of the files that it gets from a graph with these outputs, and of those that are left out.
    pub fn files(self, outputs: &HashSet<&str>) -> (Vec<&'static str>, Vec<&'static str>) {
        let is_there = |role: &Role| role.names().iter().any(|name| outputs.contains(name));
        let (made, left_out): (Vec<_>, Vec<_>) =
            self.maps().into_iter().partition(|(_, map)| map.roles().iter().any(is_there));
        let names = |maps: Vec<(&'static str, Map)>| maps.into_iter().map(|(name, _)| name).collect();
        (names(made), names(left_out))
    }

    /// Names and contents of its files.
    pub(super) fn maps(self) -> Vec<(&'static str, Map)> {
        use Role::{Color, Emission, Height, Metallic, Occlusion, Roughness};
        let one = Packed::Constant(1.0);
        let orm = [Packed::Role(Occlusion), Packed::Role(Roughness), Packed::Role(Metallic), one];
        match self {
            Engine::Unity => {
                let none = Packed::Constant(0.0);
                let mask = [Packed::Role(Metallic), Packed::Role(Occlusion), none, Packed::Inverted(Roughness)];
                vec![
                    ("BaseColor", Map::Role(Color)),
                    ("Normal", Map::Normal(Green::Up)),
                    ("MaskMap", Map::Packed(mask)),
                    ("Emission", Map::Role(Emission)),
                    ("Height", Map::Role(Height)),
                ]
            }
            Engine::Unreal => vec![
                ("BaseColor", Map::Role(Color)),
                ("Normal", Map::Normal(Green::Down)),
                ("ORM", Map::Packed(orm)),
                ("Emissive", Map::Role(Emission)),
                ("Height", Map::Role(Height)),
            ],
            Engine::Godot => vec![
                ("albedo", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("orm", Map::Packed(orm)),
                ("emission", Map::Role(Emission)),
                ("height", Map::Role(Height)),
            ],
            Engine::Blender => vec![
                ("base_color", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("roughness", Map::Role(Roughness)),
                ("metallic", Map::Role(Metallic)),
                ("occlusion", Map::Role(Occlusion)),
                ("emission", Map::Role(Emission)),
                ("height", Map::Role(Height)),
            ],
            Engine::Gltf => vec![
                ("baseColor", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("occlusionRoughnessMetallic", Map::Packed(orm)),
                ("emissive", Map::Role(Emission)),
            ],
        }
    }
}
