//! Accessors: lists of numbers in the buffers of a glTF file.

use super::Place;

/// The codes of the types of numbers.
const UNSIGNED_BYTE: usize = 5121;
const UNSIGNED_SHORT: usize = 5123;
const UNSIGNED_INT: usize = 5125;
const FLOAT: usize = 5126;

/// The bytes of all buffers.
pub(super) struct Buffers {
    pub(super) all: Vec<Vec<u8>>,
}

/// Entries of a list, each so many bytes long and so many after the one before.
struct Entries<'b> {
    bytes: &'b [u8],
    length: usize,
    stride: usize,
    count: usize,
}

impl<'b> Entries<'b> {
    fn iter(&self) -> impl Iterator<Item = &'b [u8]> {
        let (bytes, length, stride) = (self.bytes, self.length, self.stride);
        (0..self.count).map(move |index| &bytes[index * stride..][..length])
    }
}

impl Buffers {
    /// A list of vectors of floats, or of whole numbers that stand for 0 to 1.
    pub(super) fn floats<const N: usize>(
        &self,
        root: &Place,
        accessor: &Place,
        kind: &str,
    ) -> Result<Vec<[f32; N]>, String> {
        expect_kind(accessor, kind)?;
        let component = accessor.need("componentType")?.count()?;
        let normalized = accessor.get("normalized").is_some_and(|flag| flag.is_true());
        match component {
            FLOAT => {
                let entries = self.entries(root, accessor, 4 * N)?;
                Ok(entries.iter().map(|bytes| parts(bytes, f32::from_le_bytes)).collect())
            }
            UNSIGNED_BYTE if normalized => {
                let entries = self.entries(root, accessor, N)?;
                Ok(entries.iter().map(|bytes| parts(bytes, |[byte]| f32::from(byte) / 255.0)).collect())
            }
            UNSIGNED_SHORT if normalized => {
                let entries = self.entries(root, accessor, 2 * N)?;
                let part = |bytes| f32::from(u16::from_le_bytes(bytes)) / 65535.0;
                Ok(entries.iter().map(|bytes| parts(bytes, part)).collect())
            }
            _ => Err(accessor.wrong("is quantised, which is not supported; export the mesh with floats")),
        }
    }

    /// A list of indices.
    pub(super) fn indices(&self, root: &Place, accessor: &Place) -> Result<Vec<u32>, String> {
        expect_kind(accessor, "SCALAR")?;
        let component = accessor.need("componentType")?;
        match component.count()? {
            UNSIGNED_BYTE => {
                let entries = self.entries(root, accessor, 1)?;
                Ok(entries.iter().map(|bytes| u32::from(bytes[0])).collect())
            }
            UNSIGNED_SHORT => {
                let entries = self.entries(root, accessor, 2)?;
                Ok(entries.iter().map(|bytes| u32::from(u16::from_le_bytes([bytes[0], bytes[1]]))).collect())
            }
            UNSIGNED_INT => {
                let entries = self.entries(root, accessor, 4)?;
                let index = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                Ok(entries.iter().map(index).collect())
            }
            other => Err(component.wrong(&format!("is {other}, and indices must be unsigned whole numbers"))),
        }
    }

    /// Where the entries of an accessor lie, each so many bytes long. All of them are there.
    fn entries(&self, root: &Place, accessor: &Place, length: usize) -> Result<Entries<'_>, String> {
        if accessor.get("sparse").is_some() {
            return Err(
                accessor.wrong("is sparse, which is not supported; export the mesh without sparse accessors")
            );
        }
        let Some(view) = accessor.get("bufferView") else {
            return Err(
                accessor.wrong("has no numbers; if the mesh is compressed, export it without compression")
            );
        };
        let view = root.need("bufferViews")?.at(view.count()?)?;
        let buffer = view.need("buffer")?;
        let bytes =
            self.all.get(buffer.count()?).ok_or_else(|| buffer.wrong("names a buffer that is not there"))?;
        let (start, size) = (view.count_or("byteOffset", 0)?, view.need("byteLength")?.count()?);
        let bytes = start.checked_add(size).and_then(|end| bytes.get(start..end));
        let bytes = bytes.ok_or_else(|| view.wrong("goes beyond its buffer; the file is damaged"))?;

        let (offset, count) = (accessor.count_or("byteOffset", 0)?, accessor.need("count")?.count()?);
        let stride = view.count_or("byteStride", length)?;
        if stride < length {
            return Err(view.wrong(&format!("has a stride of {stride} bytes for entries of {length}")));
        }
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(stride));
        let end = last.and_then(|last| last.checked_add(offset)?.checked_add(length));
        match (bytes.get(offset..), end) {
            (Some(_), None) if count == 0 => Ok(Entries { bytes: &[], length, stride, count }),
            (Some(rest), Some(end)) if end <= bytes.len() => {
                Ok(Entries { bytes: rest, length, stride, count })
            }
            _ => Err(accessor.wrong("goes beyond its part of the buffer; the file is damaged")),
        }
    }
}

fn expect_kind(accessor: &Place, expected: &str) -> Result<(), String> {
    let kind = accessor.need("type")?;
    match kind.text()? {
        kind if kind == expected => Ok(()),
        other => Err(kind.wrong(&format!("is {other:?}, and must be {expected:?} here"))),
    }
}

/// The components of an entry, each so many bytes long.
fn parts<const N: usize, const BYTES: usize>(entry: &[u8], part: impl Fn([u8; BYTES]) -> f32) -> [f32; N] {
    let mut parts = [0.0; N];
    parts.iter_mut().zip(entry.as_chunks::<BYTES>().0).for_each(|(to, bytes)| *to = part(*bytes));
    parts
}
