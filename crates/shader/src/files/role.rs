//! Outputs with a meaning in materials, found by their names.

use travertine_program::Type;

use crate::argument::OutputFunction;
use crate::shader::Shader;

/// The meaning of an output in a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Roughness,
    Metallic,
    Occlusion,
    Emission,
    Height,
}

impl Role {
    /// Output names that imply the role, in order of preference.
    fn names(self) -> &'static [&'static str] {
        match self {
            Role::Roughness => &["roughness"],
            Role::Metallic => &["metallic", "metalness"],
            Role::Occlusion => &["occlusion", "ambient_occlusion", "ao"],
            Role::Emission => &["emission", "emissive"],
            Role::Height => &["height", "displacement"],
        }
    }
}

impl Shader {
    /// The function of the output with a role.
    pub(super) fn with_role(&self, role: Role) -> Option<&OutputFunction> {
        self.named(role.names())
    }

    /// The function of the color, or else that of the first output.
    pub(super) fn color(&self) -> Option<&OutputFunction> {
        let is_color = |function: &&OutputFunction| function.value_type == Type::Color;
        let named = self.named(&["color", "base_color", "albedo"]);
        named.or_else(|| self.functions.iter().find(is_color)).or(self.functions.first())
    }

    /// The function of the first of these outputs that there is.
    fn named(&self, names: &[&str]) -> Option<&OutputFunction> {
        names.iter().find_map(|name| self.functions.iter().find(|function| function.output == *name))
    }
}
