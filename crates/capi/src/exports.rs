//! The functions of the header, in its order. The header documents them.

#![allow(unsafe_code, reason = "an exported name is a promise that nothing else has it")]

use std::ffi::{c_char, c_void};

use travertine::Field;

use crate::border::{
    Array, ArrayOut, Buffer, Options, Out, OwnedText, Slice, Structure, Text, TextOut, Volume, call, free, give,
    give_text, given,
};
use crate::cancel::Cancel;
use crate::failure::{Failure, OK, Status};
use crate::sampler::OwnedSampler;
use crate::texture::Texture;
use crate::{description, job, render};

/// The version as a text that ends with a 0.
const VERSION: &std::ffi::CStr =
    match std::ffi::CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"",
    };

/// Threads share these objects, and a compiler cannot see it.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Texture>();
    shared::<Field>();
    shared::<OwnedSampler>();
    shared::<Cancel>();
    shared::<Failure>();
};

/// A part of the version as a number.
const fn part(text: &str) -> u32 {
    match u32::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => 0,
    }
}

pub const VERSION_NUMBER: u32 = part(env!("CARGO_PKG_VERSION_MAJOR")) << 16
    | part(env!("CARGO_PKG_VERSION_MINOR")) << 8
    | part(env!("CARGO_PKG_VERSION_PATCH"));

#[unsafe(no_mangle)]
pub extern "C" fn travertine_version() -> *const c_char {
    VERSION.as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_version_number() -> u32 {
    VERSION_NUMBER
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_error_code(error: Option<&Failure>) -> Status {
    error.map_or(OK, |error| error.code)
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_error_message(error: Option<&Failure>) -> *const c_char {
    error.map_or(c"", |error| &error.message).as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_error_json(error: Option<&Failure>) -> *const c_char {
    error.map_or(c"[]", |error| &error.json).as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_error_free(error: Option<Box<Failure>>) {
    free(error);
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_text_free(text: OwnedText) {
    text.free();
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_load(
    json: Array<c_void>,
    length: usize,
    texture: Out<Texture>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        give(texture, "texture", || {
            let json = json.bytes(length, "json")?;
            Ok(Texture::new(travertine::Texture::parse(json)?))
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_clone(
    texture: Option<&Texture>,
    copy: Out<Texture>,
    error: Out<Failure>,
) -> Status {
    call(error, || give(copy, "copy", || Ok(Texture::new(given(texture, "texture")?.snapshot()))))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_free(texture: Option<Box<Texture>>) {
    free(texture);
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_describe(texture: Option<&Texture>, json: TextOut, error: Out<Failure>) -> Status {
    call(error, || give_text(json, "json", || Ok(description::texture(&given(texture, "texture")?.snapshot()))))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_ranges(texture: Option<&Texture>, json: TextOut, error: Out<Failure>) -> Status {
    call(error, || give_text(json, "json", || Ok(description::ranges(&given(texture, "texture")?.snapshot())?)))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_warnings(
    texture: Option<&Texture>,
    text: TextOut,
    json: TextOut,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let texture = given(texture, "texture").map(Texture::snapshot);
        let warnings = || texture.as_ref().map(|texture| texture.graph().warnings()).map_err(Failure::clone);
        let mut result = warnings().map(drop);
        // A failure sets both texts to NULL.
        if text.is_some() {
            let make = || Ok(warnings()?.render(None).trim_end().to_owned());
            result = result.and(give_text(text, "text", make));
        }
        if json.is_some() {
            result = result.and(give_text(json, "json", || Ok(description::diagnostics(warnings()?))));
        }
        result
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_document(texture: Option<&Texture>, json: TextOut, error: Out<Failure>) -> Status {
    call(error, || give_text(json, "json", || Ok(given(texture, "texture")?.snapshot().document().to_json())))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_set(
    texture: Option<&Texture>,
    parameter: Text,
    value: Text,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let (parameter, value) = (parameter.get("parameter")?, value.get("value")?);
        given(texture, "texture")?.change(|texture| texture.set(parameter, value))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_apply_preset(
    texture: Option<&Texture>,
    preset: Text,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let preset = preset.get("preset")?;
        given(texture, "texture")?.change(|texture| texture.apply_preset(preset))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_set_seed(texture: Option<&Texture>, seed: u32, error: Out<Failure>) -> Status {
    call(error, || {
        given(texture, "texture")?.change(|texture| {
            texture.set_seed(seed);
            Ok(())
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_texture_set_input(
    texture: Option<&Texture>,
    node: Text,
    input: Text,
    value: Text,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let (node, input, value) = (node.get("node")?, input.get("input")?, value.get("value")?);
        given(texture, "texture")?.change(|texture| texture.set_input(node, input, value))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_field_new(
    texture: Option<&Texture>,
    output: Text,
    field: Out<Field>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        give(field, "field", || {
            let texture = given(texture, "texture")?.snapshot();
            let first = output.is_null();
            Ok(if first { texture.first_field() } else { texture.field(output.get("output")?) }?)
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_field_free(field: Option<Box<Field>>) {
    free(field);
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_field_channels(field: Option<&Field>) -> u32 {
    // At most 4.
    field.map_or(0, |field| field.channels() as u32)
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_cancel_new(cancel: Out<Cancel>, error: Out<Failure>) -> Status {
    call(error, || give(cancel, "cancel", || Ok(Cancel::default())))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_cancel_raise(cancel: Option<&Cancel>) {
    if let Some(cancel) = cancel {
        cancel.0.cancel();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_cancel_is_raised(cancel: Option<&Cancel>) -> i32 {
    cancel.is_some_and(|cancel| cancel.0.is_cancelled()).into()
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_cancel_free(cancel: Option<Box<Cancel>>) {
    free(cancel);
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_field_render_slice(
    field: Option<&Field>,
    slice: Structure<Slice>,
    buffer: Structure<Buffer>,
    options: Structure<Options>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let (slice, buffer) = (slice.get("slice")?, buffer.get("buffer")?);
        let options = options.get_or_default("options")?;
        render::slice(given(field, "field")?, &slice, &buffer, options.as_ref())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_field_render_volume(
    field: Option<&Field>,
    volume: Structure<Volume>,
    buffer: Structure<Buffer>,
    options: Structure<Options>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let (volume, buffer) = (volume.get("volume")?, buffer.get("buffer")?);
        let options = options.get_or_default("options")?;
        render::volume(given(field, "field")?, &volume, &buffer, options.as_ref())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_run(
    texture: Option<&Texture>,
    job: Text,
    options: Structure<Options>,
    notes: TextOut,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let run = || {
            let options = options.get_or_default("options")?;
            job::run(texture.map(Texture::snapshot), job.get("job")?, options.as_ref())
        };
        if notes.is_some() { give_text(notes, "notes", run) } else { run().map(drop) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_sampler_new(
    field: Option<&Field>,
    options: Structure<Options>,
    sampler: Out<OwnedSampler>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        give(sampler, "sampler", || {
            let options = options.get_or_default("options")?;
            OwnedSampler::new(given(field, "field")?.clone().into(), options.as_ref())
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_gradient_new(
    texture: Option<&Texture>,
    output: Text,
    parameters: Text,
    options: Structure<Options>,
    sampler: Out<OwnedSampler>,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        give(sampler, "sampler", || {
            let texture = given(texture, "texture")?.snapshot();
            let output = if output.is_null() { None } else { Some(output.get("output")?) };
            let parameters = if parameters.is_null() { "[]" } else { parameters.get("parameters")? };
            let options = options.get_or_default("options")?;
            OwnedSampler::with_gradient(&texture, output, parameters, options.as_ref())
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_sampler_channels(sampler: Option<&OwnedSampler>) -> u32 {
    // A value and its derivatives by a texture's parameters are far fewer.
    sampler.map_or(0, |sampler| u32::try_from(sampler.channels()).unwrap_or(u32::MAX))
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_sampler_free(sampler: Option<Box<OwnedSampler>>) {
    free(sampler);
}

#[unsafe(no_mangle)]
pub extern "C" fn travertine_sampler_sample(
    sampler: Option<&OwnedSampler>,
    positions: Array<f32>,
    count: usize,
    values: ArrayOut<f32>,
    values_bytes: usize,
    error: Out<Failure>,
) -> Status {
    call(error, || {
        let sampler = given(sampler, "sampler")?;
        let positions = positions.positions(count, "positions")?;
        // More bytes than the address space has are more than `values` has.
        let bytes = count.saturating_mul(sampler.channels()).saturating_mul(4);
        if bytes > values_bytes {
            return Err(Failure::buffer(format!("`values` has {values_bytes} bytes, but {count} values need {bytes}")));
        }
        if values.overlaps(bytes, bytemuck::cast_slice(positions)) {
            return Err(Failure::call("`positions` and `values` overlap; use two arrays"));
        }
        sampler.sample(positions, values.items(bytes / 4, "values")?)
    })
}
