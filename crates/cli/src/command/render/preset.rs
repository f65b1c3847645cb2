//! Presets: which files programs want, and what is in them.

use clap::ValueEnum;
use travertine::{Channel, Green};

/// The flag of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Preset {
    /// BaseColor, Normal (green up), MaskMap (metallic, occlusion, 0, smoothness), Emission, Height.
    Unity,
    /// BaseColor, Normal (green down), ORM (occlusion, roughness, metallic), Emissive, Height.
    Unreal,
    /// albedo, normal (green up), orm (occlusion, roughness, metallic), emission, height.
    Godot,
    /// base_color, normal (green up), roughness, metallic, occlusion, emission, height: one by one.
    Blender,
    /// baseColor, normal (green up), occlusionRoughnessMetallic, emissive.
    Gltf,
}

/// What a file of a preset holds.
pub enum Map {
    /// The output of a role, as it is.
    Role(Role),
    /// Normals.
    Normal(Green),
    /// Roles in the channels of one file; it is left out where the graph has none of them.
    Packed([Part; 4]),
}

/// What a channel holds.
#[derive(Clone, Copy)]
pub enum Part {
    /// A role.
    Role(Role),
    /// 1 less a role.
    Inverted(Role),
    /// A number.
    Constant(f32),
}

/// What an output is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Color,
    Occlusion,
    Roughness,
    Metallic,
    Emission,
    Height,
    Normal,
}

impl Role {
    /// The names of outputs that have it, the best first.
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

    /// What a channel holds where no output has it: not hidden, half rough, no metal, no light.
    fn missing(self) -> f32 {
        match self {
            Role::Occlusion => 1.0,
            Role::Roughness => 0.5,
            _ => 0.0,
        }
    }
}

impl Part {
    fn role(self) -> Option<Role> {
        match self {
            Part::Role(role) | Part::Inverted(role) => Some(role),
            Part::Constant(_) => None,
        }
    }

    /// The channel, given the output that has a role.
    pub fn channel(self, output: impl Fn(Role) -> Option<String>) -> Channel {
        match self {
            Part::Constant(number) => Channel::Constant(number),
            Part::Role(role) => output(role).map_or(Channel::Constant(role.missing()), Channel::Output),
            Part::Inverted(role) => {
                output(role).map_or(Channel::Constant(1.0 - role.missing()), Channel::Inverted)
            }
        }
    }
}

impl Map {
    /// The roles that it is made of.
    pub fn roles(&self) -> Vec<Role> {
        match self {
            Map::Role(role) => vec![*role],
            Map::Normal(_) => vec![Role::Normal, Role::Height],
            Map::Packed(parts) => parts.iter().filter_map(|part| part.role()).collect(),
        }
    }
}

impl Preset {
    /// The names of its files, and what is in them.
    pub fn maps(self) -> Vec<(&'static str, Map)> {
        use Role::{Color, Emission, Height, Metallic, Occlusion, Roughness};
        let one = Part::Constant(1.0);
        let orm = [Part::Role(Occlusion), Part::Role(Roughness), Part::Role(Metallic), one];
        match self {
            Preset::Unity => {
                let none = Part::Constant(0.0);
                let mask = [Part::Role(Metallic), Part::Role(Occlusion), none, Part::Inverted(Roughness)];
                vec![
                    ("BaseColor", Map::Role(Color)),
                    ("Normal", Map::Normal(Green::Up)),
                    ("MaskMap", Map::Packed(mask)),
                    ("Emission", Map::Role(Emission)),
                    ("Height", Map::Role(Height)),
                ]
            }
            Preset::Unreal => vec![
                ("BaseColor", Map::Role(Color)),
                ("Normal", Map::Normal(Green::Down)),
                ("ORM", Map::Packed(orm)),
                ("Emissive", Map::Role(Emission)),
                ("Height", Map::Role(Height)),
            ],
            Preset::Godot => vec![
                ("albedo", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("orm", Map::Packed(orm)),
                ("emission", Map::Role(Emission)),
                ("height", Map::Role(Height)),
            ],
            Preset::Blender => vec![
                ("base_color", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("roughness", Map::Role(Roughness)),
                ("metallic", Map::Role(Metallic)),
                ("occlusion", Map::Role(Occlusion)),
                ("emission", Map::Role(Emission)),
                ("height", Map::Role(Height)),
            ],
            Preset::Gltf => vec![
                ("baseColor", Map::Role(Color)),
                ("normal", Map::Normal(Green::Up)),
                ("occlusionRoughnessMetallic", Map::Packed(orm)),
                ("emissive", Map::Role(Emission)),
            ],
        }
    }
}
