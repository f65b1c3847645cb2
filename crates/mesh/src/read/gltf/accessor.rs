//! Accessors: lists of numbers in the buffers of a glTF file, read when they are needed.

use super::buffers::Buffers;
use crate::component::{FLOAT, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT};
use crate::read::json::Element;

/// A list of vectors of floats.
#[derive(Clone, Copy)]
pub(super) struct Floats<'b, const N: usize> {
    entries: Entries<'b>,
    number: Component,
}

/// The component type in the buffer.
#[derive(Clone, Copy)]
enum Component {
    Float,
    /// Normalized integers, from 0 to 1.
    Byte,
    Short,
}

impl<'b, const N: usize> Floats<'b, N> {
    /// The vectors of an accessor, whose type must be `kind`, such as `VEC3`.
    pub(super) fn new(
        root: &Element,
        buffers: &'b Buffers,
        accessor: &Element,
        kind: &str,
    ) -> Result<Floats<'b, N>, String> {
        expect_kind(accessor, kind)?;
        let component = accessor.need("componentType")?.count()?;
        let normalized = accessor.get("normalized").is_some_and(|flag| flag.is_true());
        let (number, length) = match component {
            FLOAT => (Component::Float, 4),
            UNSIGNED_BYTE if normalized => (Component::Byte, 1),
            UNSIGNED_SHORT if normalized => (Component::Short, 2),
            _ => {
                let problem = "is quantized, which is not supported; export the mesh with floats";
                return Err(accessor.wrong(problem));
            }
        };
        Ok(Floats { entries: Entries::new(root, buffers, accessor, length * N)?, number })
    }

    pub(super) fn len(&self) -> usize {
        self.entries.count
    }

    pub(super) fn at(&self, index: usize) -> [f32; N] {
        let entry = self.entries.at(index);
        match self.number {
            Component::Float => parts(entry, f32::from_le_bytes),
            Component::Byte => parts(entry, |[byte]| f32::from(byte) / 255.0),
            Component::Short => parts(entry, |bytes| f32::from(u16::from_le_bytes(bytes)) / 65535.0),
        }
    }
}

/// A list of four joints for each vertex.
#[derive(Clone, Copy)]
pub(super) struct Joints<'b>(Entries<'b>);

impl<'b> Joints<'b> {
    /// The joints of an accessor.
    pub(super) fn new(root: &Element, buffers: &'b Buffers, accessor: &Element) -> Result<Joints<'b>, String> {
        expect_kind(accessor, "VEC4")?;
        let component = accessor.need("componentType")?;
        let length = match component.count()? {
            UNSIGNED_BYTE => 1,
            UNSIGNED_SHORT => 2,
            other => {
                let problem = format!("is {other}; expected an unsigned integer type for joints (5121 or 5123)");
                return Err(component.wrong(&problem));
            }
        };
        Ok(Joints(Entries::new(root, buffers, accessor, 4 * length)?))
    }

    pub(super) fn len(&self) -> usize {
        self.0.count
    }

    pub(super) fn at(&self, index: usize) -> [usize; 4] {
        match *self.0.at(index) {
            [a, b, c, d] => [a, b, c, d].map(usize::from),
            [a, b, c, d, e, f, g, h] => [[a, b], [c, d], [e, f], [g, h]].map(|bytes| u16::from_le_bytes(bytes).into()),
            // No other lengths exist.
            _ => [0; 4],
        }
    }
}

/// A list of vertex indices.
#[derive(Clone, Copy)]
pub(super) struct Indices<'b>(Entries<'b>);

impl<'b> Indices<'b> {
    /// The indices of an accessor.
    pub(super) fn new(root: &Element, buffers: &'b Buffers, accessor: &Element) -> Result<Indices<'b>, String> {
        expect_kind(accessor, "SCALAR")?;
        Ok(Indices(Entries::new(root, buffers, accessor, Indices::width(accessor)?)?))
    }

    /// `count` indices of a sparse accessor. `buffer` gives the bytes of a buffer.
    pub(super) fn sparse(
        root: &Element,
        buffer: impl Fn(usize) -> Option<&'b [u8]>,
        list: &Element,
        count: usize,
    ) -> Result<Indices<'b>, String> {
        Ok(Indices(Entries::within(root, buffer, list, Indices::width(list)?, count)?))
    }

    /// The bytes of an index.
    fn width(list: &Element) -> Result<usize, String> {
        let component = list.need("componentType")?;
        match component.count()? {
            UNSIGNED_BYTE => Ok(1),
            UNSIGNED_SHORT => Ok(2),
            UNSIGNED_INT => Ok(4),
            other => {
                let problem = format!("is {other}; expected an unsigned integer type for indices (5121, 5123 or 5125)");
                Err(component.wrong(&problem))
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.count
    }

    pub(super) fn at(&self, index: usize) -> u32 {
        match *self.0.at(index) {
            [byte] => byte.into(),
            [low, high] => u16::from_le_bytes([low, high]).into(),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            // No other lengths exist.
            _ => 0,
        }
    }
}

/// The entries of a list, with equal lengths and distances in bytes. All lie within the buffer.
#[derive(Clone, Copy)]
pub(super) struct Entries<'b> {
    bytes: &'b [u8],
    length: usize,
    stride: usize,
    pub(super) count: usize,
}

impl<'b> Entries<'b> {
    /// The entries of an accessor. `length` is that of an entry, in bytes.
    fn new(root: &Element, buffers: &'b Buffers, accessor: &Element, length: usize) -> Result<Entries<'b>, String> {
        if accessor.get("sparse").is_some() {
            return Err(accessor.wrong("is sparse, which is not supported; export the mesh without sparse accessors"));
        }
        if accessor.get("bufferView").is_none() {
            return Err(accessor.wrong("has no buffer view; if the mesh is compressed, export it without compression"));
        }
        let count = accessor.need("count")?.count()?;
        Entries::within(root, |index| buffers.get(index), accessor, length, count)
    }

    /// `count` entries of a list that names a buffer view and an offset in it. `buffer` gives the bytes of a buffer.
    pub(super) fn within(
        root: &Element,
        buffer: impl Fn(usize) -> Option<&'b [u8]>,
        list: &Element,
        length: usize,
        count: usize,
    ) -> Result<Entries<'b>, String> {
        let view = root.need("bufferViews")?.at(list.need("bufferView")?.count()?)?;
        let index = view.need("buffer")?;
        let bytes = buffer(index.count()?).ok_or_else(|| index.wrong("refers to a buffer that does not exist"))?;
        let (start, size) = (view.count_or("byteOffset", 0)?, view.need("byteLength")?.count()?);
        let bytes = start.checked_add(size).and_then(|end| bytes.get(start..end));
        let bytes = bytes.ok_or_else(|| view.wrong("exceeds its buffer; the file is damaged"))?;

        let offset = list.count_or("byteOffset", 0)?;
        let stride = view.count_or("byteStride", length)?;
        if stride < length {
            return Err(view.wrong(&format!("has a stride of {stride} bytes; expected at least {length}")));
        }
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(stride));
        let end = last.and_then(|last| last.checked_add(offset)?.checked_add(length));
        match (bytes.get(offset..), end) {
            (Some(_), None) if count == 0 => Ok(Entries { bytes: &[], length, stride, count }),
            (Some(rest), Some(end)) if end <= bytes.len() => Ok(Entries { bytes: rest, length, stride, count }),
            _ => Err(list.wrong("exceeds its buffer view; the file is damaged")),
        }
    }

    /// The bytes of an entry, whose index is below the count.
    pub(super) fn at(&self, index: usize) -> &'b [u8] {
        &self.bytes[index * self.stride..][..self.length]
    }
}

fn expect_kind(accessor: &Element, expected: &str) -> Result<(), String> {
    let kind = accessor.need("type")?;
    match kind.text()? {
        kind if kind == expected => Ok(()),
        other => Err(kind.wrong(&format!("is {other:?}; expected {expected:?}"))),
    }
}

/// The components of an entry, each of `BYTES` bytes.
fn parts<const N: usize, const BYTES: usize>(entry: &[u8], part: impl Fn([u8; BYTES]) -> f32) -> [f32; N] {
    let mut parts = [0.0; N];
    parts.iter_mut().zip(entry.as_chunks::<BYTES>().0).for_each(|(to, bytes)| *to = part(*bytes));
    parts
}
