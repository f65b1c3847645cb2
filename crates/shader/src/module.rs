//! Modules: texts in WGSL, parsed and checked.

use naga::Module;
use naga::back::wgsl;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::code::Float;
use crate::exact::make_exact;
use crate::tier::Tier;

/// The module of a text, whose arithmetic is made exact in the exact tier.
pub(crate) fn checked(text: &str, tier: Tier) -> Result<(Module, ModuleInfo), String> {
    let mut module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    let mut info = validate(&module)?;
    if tier == Tier::Exact {
        make_exact(&mut module, &info)?;
        info = validate(&module)?;
    }
    Ok((module, info))
}

pub(crate) fn validate(module: &Module) -> Result<ModuleInfo, String> {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(module);
    validated.map_err(|error| format!("{error:?}"))
}

/// The text of a module in WGSL.
pub(crate) fn written(module: &Module, info: &ModuleInfo) -> Result<String, String> {
    let written = wgsl::write_string(module, info, wgsl::WriterFlags::empty()).map_err(|error| error.to_string())?;
    // The translator writes the greatest float by digits that are a little above it, which browsers refuse.
    Ok(written.replace("340282350000000000000000000000000000000f", &Float(f32::MAX).to_string()))
}
