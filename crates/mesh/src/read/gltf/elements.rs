//! Elements: the entries of any accessor of vertices, as bytes, for files that are written again.

use serde_json::{Value, json};

use super::accessor::{Entries, Indices};
use crate::component::{BYTE, FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT};
use crate::read::json::Element;

/// The elements of an accessor, a number of bytes each.
pub struct Elements<'e> {
    /// Index of the accessor, for messages.
    number: usize,
    component: usize,
    /// The bytes of a component.
    width: usize,
    /// The bytes of an element.
    pub length: usize,
    count: usize,
    /// Zeros if there are none.
    dense: Option<Entries<'e>>,
    /// What is in place of some: their indices in ascending order, and their bytes.
    sparse: Option<(Indices<'e>, Entries<'e>)>,
}

/// The longest element: four components of four bytes.
const LONGEST: usize = 16;

impl<'e> Elements<'e> {
    /// The elements of an accessor of a file with one buffer.
    pub(super) fn new(root: &Element, buffer: &'e [u8], number: usize) -> Result<Elements<'e>, String> {
        let accessor = root.need("accessors")?.at(number)?;
        let kind = accessor.need("type")?;
        let components = match kind.text()? {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            other => return Err(kind.wrong(&format!("is {other:?}; expected a scalar or a vector"))),
        };
        let of_component = accessor.need("componentType")?;
        let component = of_component.count()?;
        let width = match component {
            BYTE | UNSIGNED_BYTE => 1,
            SHORT | UNSIGNED_SHORT => 2,
            UNSIGNED_INT | FLOAT => 4,
            other => return Err(of_component.wrong(&format!("is {other}; expected 5120 to 5126"))),
        };
        let (length, count) = (width * components, accessor.need("count")?.count()?);
        let bytes = |_| Some(buffer);
        let dense = accessor.get("bufferView");
        let dense = dense.map(|_| Entries::within(root, bytes, &accessor, length, count)).transpose()?;
        let sparse = match accessor.get("sparse") {
            Some(sparse) => {
                let replaced = sparse.need("count")?.count()?;
                let indices = Indices::sparse(root, bytes, &sparse.need("indices")?, replaced)?;
                if (1..replaced).any(|index| indices.at(index - 1) >= indices.at(index)) {
                    return Err(sparse.wrong("has indices that do not ascend; the file is damaged"));
                }
                Some((indices, Entries::within(root, bytes, &sparse.need("values")?, length, replaced)?))
            }
            None => None,
        };
        Ok(Elements { number, component, width, length, count, dense, sparse })
    }

    /// The bytes of an element.
    ///
    /// # Errors
    ///
    /// If there are fewer elements.
    pub fn at(&self, index: u32) -> Result<&'e [u8], String> {
        if index as usize >= self.count {
            let Elements { number, count, .. } = self;
            return Err(format!(
                "accessors[{number}] has {count} elements, and a triangle refers to element {index}; the file is damaged"
            ));
        }
        if let Some((indices, values)) = &self.sparse {
            let (mut low, mut high) = (0, values.count);
            while low < high {
                let middle = low.midpoint(high);
                if indices.at(middle) < index { low = middle + 1 } else { high = middle }
            }
            if low < values.count && indices.at(low) == index {
                return Ok(values.at(low));
            }
        }
        Ok(self.dense.map_or(&[0; LONGEST][..self.length], |dense| dense.at(index as usize)))
    }

    /// The least and the greatest of each component of some elements.
    ///
    /// # Errors
    ///
    /// If there are fewer elements, or a number is not finite.
    pub fn bounds(&self, indices: &[u32]) -> Result<[Vec<Value>; 2], String> {
        let mut bounds = vec![[f64::INFINITY, f64::NEG_INFINITY]; self.length / self.width];
        for index in indices {
            let components = self.at(*index)?.chunks_exact(self.width);
            for ([least, most], component) in bounds.iter_mut().zip(components) {
                let number = self.number_of(component);
                if !number.is_finite() {
                    let accessor = self.number;
                    return Err(format!(
                        "accessors[{accessor}] has a number that is not finite in element {index}; repair the mesh"
                    ));
                }
                (*least, *most) = (least.min(number), most.max(number));
            }
        }
        let bound = |end: usize| {
            let value = |bound: &[f64; 2]| match self.component {
                FLOAT => json!(bound[end]),
                _ => json!(bound[end] as i64),
            };
            bounds.iter().map(value).collect()
        };
        Ok([bound(0), bound(1)])
    }

    fn number_of(&self, component: &[u8]) -> f64 {
        match (self.component, component) {
            (BYTE, [a]) => f64::from(*a as i8),
            (UNSIGNED_BYTE, [a]) => f64::from(*a),
            (SHORT, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])),
            (UNSIGNED_SHORT, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])),
            (UNSIGNED_INT, [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            (FLOAT, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            // No other lengths exist.
            _ => 0.0,
        }
    }
}
