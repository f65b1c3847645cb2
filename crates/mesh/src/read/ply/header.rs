//! The header of a PLY file: its format, and the elements with their properties.

use crate::read::lines::{text, without_mark};

/// Maximum length of a header, in bytes.
const MAX_HEADER: usize = 1 << 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Text,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// The type of the length of a list.
    pub(super) list: Option<Kind>,
}

pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
}

pub(super) struct Header {
    pub(super) format: Format,
    pub(super) elements: Vec<Element>,
    /// The pictures that comments of MeshLab name.
    pub(super) pictures: Vec<String>,
    /// Number of bytes and of lines of the header.
    pub(super) length: usize,
    pub(super) lines: usize,
}

impl Kind {
    fn of(name: &str) -> Result<Kind, String> {
        Ok(match name {
            "char" | "int8" => Kind::I8,
            "uchar" | "uint8" => Kind::U8,
            "short" | "int16" => Kind::I16,
            "ushort" | "uint16" => Kind::U16,
            "int" | "int32" => Kind::I32,
            "uint" | "uint32" => Kind::U32,
            "float" | "float32" => Kind::F32,
            "double" | "float64" => Kind::F64,
            other => return Err(format!("{other:?} is not a type; expected one such as float or uint8")),
        })
    }

    /// Bytes of a number in a binary file.
    pub(super) fn length(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }
}

impl Element {
    /// The index of a property that is a number.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.properties.iter().position(|property| property.name == name && property.list.is_none())
    }
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Header, String> {
        let (mut format, mut elements, mut pictures) = (None, Vec::<Element>::new(), Vec::new());
        let (mut length, mut lines) = (bytes.len() - without_mark(bytes).len(), 0);
        // Lines end as the first one does, since any bytes may follow the header.
        let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(0);
        let terminator =
            if bytes[first..].starts_with(b"\r") && !bytes[first..].starts_with(b"\r\n") { b'\r' } else { b'\n' };
        loop {
            let rest = &bytes[length..bytes.len().min(MAX_HEADER)];
            let Some(end) = rest.iter().position(|byte| *byte == terminator) else {
                return Err(match lines {
                    0 => "it is not a PLY file: expected the first line to be `ply`".to_owned(),
                    _ => format!("its header has no `end_header` up to line {lines}; the file is damaged"),
                });
            };
            (length, lines) = (length + end + 1, lines + 1);
            let wrong = |problem: String| format!("line {lines}: {problem}");
            let line = text(rest[..end].trim_ascii());
            let line = line.as_ref();
            let words: Vec<&str> = line.split_ascii_whitespace().take(6).collect();
            match words.as_slice() {
                ["ply"] if lines == 1 => {}
                _ if lines == 1 => {
                    return Err("it is not a PLY file: expected the first line to be `ply`".to_owned());
                }
                ["end_header"] => break,
                ["comment", "TextureFile", ..] => {
                    let name = line.split_once("TextureFile").map_or("", |(_, name)| name);
                    pictures.push(name.trim_ascii().to_owned());
                }
                ["comment" | "obj_info", ..] | [] => {}
                ["format", name, "1.0"] if format.is_none() => {
                    format = Some(match *name {
                        "ascii" => Format::Text,
                        "binary_little_endian" => Format::LittleEndian,
                        "binary_big_endian" => Format::BigEndian,
                        other => return Err(wrong(format!("{other:?} is not a format"))),
                    });
                }
                ["element", name, count] => {
                    let count = count.parse().map_err(|_| wrong(format!("{count:?} is not a number of elements")))?;
                    elements.push(Element { name: (*name).to_owned(), count, properties: Vec::new() });
                }
                ["property", rest @ ..] => {
                    let Some(element) = elements.last_mut() else {
                        return Err(wrong("a property must follow an element".to_owned()));
                    };
                    let (list, kind, name) = match rest {
                        ["list", length, kind, name] => (Some(Kind::of(length).map_err(wrong)?), kind, name),
                        [kind, name] => (None, kind, name),
                        _ => return Err(wrong(format!("{line:?} is not a property"))),
                    };
                    let kind = Kind::of(kind).map_err(wrong)?;
                    element.properties.push(Property { name: (*name).to_owned(), kind, list });
                }
                _ => return Err(wrong(format!("{line:?} is not expected in the header of a PLY file"))),
            }
        }
        let format = format.ok_or("its header has no format; expected a line such as `format ascii 1.0`")?;
        Ok(Header { format, elements, pictures, length, lines })
    }
}
