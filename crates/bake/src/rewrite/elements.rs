//! The elements of a file's accessors.

use std::collections::HashMap;

use serde_json::{Number, Value};

use crate::read::Original;

/// The elements of an accessor: bytes of `length`, every `stride`; zeros if there are none.
pub(super) struct Elements<'e> {
    dense: Option<&'e [u8]>,
    stride: usize,
    pub(super) length: usize,
    replaced: HashMap<u32, &'e [u8]>,
}

/// The bytes of a component, by its type.
fn width(component: &Value) -> Option<usize> {
    match component.as_u64()? {
        5120 | 5121 => Some(1),
        5122 | 5123 => Some(2),
        5125 | 5126 => Some(4),
        _ => None,
    }
}

impl<'e> Elements<'e> {
    /// The elements of an accessor of a file.
    pub(super) fn new(original: &'e Original, accessor: &Value) -> Option<Elements<'e>> {
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let count = match accessor["type"].as_str()? {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => return None,
        };
        let length = width(&accessor["componentType"])? * count;
        let bytes = |view: &Value, offset: &Value| -> Option<(&'e [u8], Option<usize>)> {
            let view = original.json["bufferViews"].get(number(view)?)?;
            let start = number(&view["byteOffset"]).unwrap_or(0).checked_add(number(offset).unwrap_or(0))?;
            let end = number(&view["byteOffset"]).unwrap_or(0).checked_add(number(&view["byteLength"])?)?;
            Some((original.bytes.get(start..end)?, number(&view["byteStride"])))
        };
        let dense = match &accessor["bufferView"] {
            Value::Null => None,
            view => Some(bytes(view, &accessor["byteOffset"])?),
        };
        let mut replaced = HashMap::new();
        if let Some(sparse) = accessor.get("sparse") {
            let (indices, _) = bytes(&sparse["indices"]["bufferView"], &sparse["indices"]["byteOffset"])?;
            let (values, _) = bytes(&sparse["values"]["bufferView"], &sparse["values"]["byteOffset"])?;
            let width = width(&sparse["indices"]["componentType"])?;
            let pairs =
                indices.chunks_exact(width).zip(values.chunks_exact(length)).take(number(&sparse["count"])?);
            for (index, value) in pairs {
                replaced.insert(index.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)), value);
            }
        }
        let stride = dense.and_then(|(_, stride)| stride).unwrap_or(length);
        Some(Elements { dense: dense.map(|(bytes, _)| bytes), stride, length, replaced })
    }

    pub(super) fn at(&self, index: u32) -> Option<&'e [u8]> {
        if let Some(value) = self.replaced.get(&index) {
            return Some(value);
        }
        match self.dense {
            Some(bytes) => bytes.get(self.stride.checked_mul(index as usize)?..)?.get(..self.length),
            None => Some(&[0; 16][..self.length]),
        }
    }
}

/// The least and the greatest component of elements, each `stride` bytes, of which `length` matter.
pub(super) fn bounds(
    bytes: &[u8],
    stride: usize,
    length: usize,
    component: &Value,
) -> Option<[Vec<Value>; 2]> {
    let kind = component.as_u64()?;
    let width = width(component)?;
    let float = |bytes: &[u8]| match (kind, bytes) {
        (5120, [a]) => f64::from(*a as i8),
        (5121, [a]) => f64::from(*a),
        (5122, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])),
        (5123, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])),
        (5125, [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
        (_, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
        _ => 0.0,
    };
    let value = |float: f64| match kind {
        5126 => Number::from_f64(float).map(Value::Number),
        _ => Some((float as i64).into()),
    };
    let bound = |pick: fn(f64, f64) -> f64| {
        let column = |start: usize| {
            let all = bytes.chunks_exact(stride).map(|element| float(&element[start..start + width]));
            all.reduce(pick).and_then(value)
        };
        (0..length).step_by(width).map(column).collect::<Option<Vec<_>>>()
    };
    Some([bound(f64::min)?, bound(f64::max)?])
}
