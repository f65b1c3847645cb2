//! Reads NRRD files: a text header and numbers in the same file, raw, compressed by gzip or bzip2, or as text. Fields
//! that do not say how the numbers lie are ignored, and so is the orientation of the space.
//!
//! Gordon Kindlmann, "Definition of NRRD File Format" (2005), version 5.
//! <https://teem.sourceforge.net/nrrd/format.html>

use crate::number::{Encoding, Layout, NumberType};

/// Most numbers of a texel: far more than those of any tensor.
const MAX_CHANNELS: usize = 64;

/// Maximum size of a header in bytes: a lot of memory cannot be taken by a list of sizes.
const MAX_HEADER: usize = 1 << 20;

/// Beyond this ratio, spacings are taken as mistakes.
const MAX_RATIO: f64 = 1e6;

/// The layout of a file, by its header.
pub(super) fn layout(bytes: &[u8]) -> Result<Layout<'_>, String> {
    let (fields, bytes) = Fields::read(bytes)?;
    let axes = fields.axes()?;
    let encoding = fields.encoding()?;
    let number = number(&fields.required("type")?)?;
    let is_big_endian = match fields.find("endian").map(|endian| endian.to_ascii_lowercase()).as_deref() {
        Some("little") => false,
        Some("big") => true,
        Some(other) => return Err(format!("its endian is `{}`, neither little nor big", shown(other))),
        None if number.bytes() == 1 || encoding == Encoding::Text => false,
        None => return Err(missing("endian")),
    };
    let Axes { size, channels, spacing } = axes;
    Ok(Layout { size, channels, spacing, number, is_big_endian, encoding, bytes })
}

/// The fields of a header: their names in small letters, and their values.
struct Fields(Vec<(String, String)>);

struct Axes {
    size: [usize; 3],
    channels: usize,
    spacing: [f64; 3],
}

impl Fields {
    /// Fields, and the bytes after the empty line that ends them.
    fn read(bytes: &[u8]) -> Result<(Fields, &[u8]), String> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut left = &bytes[..bytes.len().min(MAX_HEADER)];
        let mut is_first = true;
        loop {
            let Some(end) = left.iter().position(|byte| *byte == b'\n') else {
                Fields(fields).refuse_detached()?;
                return Err(format!("its header does not end with an empty line within {MAX_HEADER} bytes"));
            };
            let line = String::from_utf8_lossy(&left[..end]);
            left = &left[end + 1..];
            let line = line.strip_suffix('\r').unwrap_or(&line);
            if is_first {
                if !matches!(line, "NRRD0001" | "NRRD0002" | "NRRD0003" | "NRRD0004" | "NRRD0005") {
                    return Err(format!("its first line is `{}`, not NRRD0001 to NRRD0005", shown(line)));
                }
                is_first = false;
                continue;
            }
            if line.is_empty() {
                let fields = Fields(fields);
                fields.refuse_detached()?;
                let header = bytes.len().min(MAX_HEADER) - left.len();
                return Ok((fields, &bytes[header..]));
            }
            if line.starts_with('#') {
                continue;
            }
            let Some((name, value)) = line.split_once(':') else {
                return Err(format!("the line `{}` of its header is not a field", shown(line)));
            };
            // Keys of the user's own are written with `:=`.
            if value.starts_with('=') {
                continue;
            }
            let name = name.trim().to_ascii_lowercase();
            if READ.contains(&name.as_str()) {
                if fields.iter().any(|(known, _)| *known == name) {
                    return Err(format!("its header has `{name}` twice"));
                }
                fields.push((name, value.trim().to_owned()));
            }
        }
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find_map(|(known, value)| (known == name).then_some(value.as_str()))
    }

    fn required(&self, name: &str) -> Result<String, String> {
        self.find(name).map(str::to_owned).ok_or_else(|| missing(name))
    }

    fn refuse_detached(&self) -> Result<(), String> {
        let is_detached = self.find("data file").or(self.find("datafile")).is_some();
        if is_detached {
            return Err("its numbers are in other files; save it with an attached header, as one .nrrd".to_owned());
        }
        for name in ["line skip", "lineskip", "byte skip", "byteskip"] {
            if self.find(name).is_some_and(|value| value != "0") {
                return Err(format!("its header has `{name}`, which is not supported"));
            }
        }
        Ok(())
    }

    fn encoding(&self) -> Result<Encoding, String> {
        let encoding = self.required("encoding")?;
        match encoding.to_ascii_lowercase().as_str() {
            "raw" => Ok(Encoding::Raw),
            "gz" | "gzip" => Ok(Encoding::Gzip),
            "bz2" | "bzip2" => Ok(Encoding::Bzip2),
            "ascii" | "text" | "txt" => Ok(Encoding::Text),
            _ => Err(format!("its encoding is `{}`; raw, gzip, bzip2 and ascii are read", shown(&encoding))),
        }
    }

    /// Sizes and spacing of the axes of space, and the number of channels.
    fn axes(&self) -> Result<Axes, String> {
        let dimension = self.required("dimension")?;
        let count: usize = match dimension.as_str() {
            "3" => 3,
            "4" => 4,
            _ => return Err(format!("its dimension is `{}`, neither 3 nor 4", shown(&dimension))),
        };
        let sizes = self.required("sizes")?;
        let read: Option<Vec<usize>> = sizes.split_whitespace().map(|size| size.parse().ok()).collect();
        let sizes = read
            .filter(|sizes| sizes.len() == count && !sizes.contains(&0))
            .ok_or_else(|| format!("its sizes are `{}`, not {count} whole numbers above 0", shown(&sizes)))?;
        // Channels are the first of four axes.
        let first = count - 3;
        let channels = if first == 1 { sizes[0] } else { 1 };
        if channels > MAX_CHANNELS {
            return Err(format!("its texels have {channels} numbers; at most {MAX_CHANNELS} are read"));
        }
        self.check_kinds(count, first)?;
        let spacing = self.spacing(count, first)?;
        Ok(Axes { size: [0, 1, 2].map(|axis| sizes[first + axis]), channels, spacing })
    }

    /// Checks that the last three axes are those of space, and that one before them is not.
    fn check_kinds(&self, count: usize, first: usize) -> Result<(), String> {
        let Some(kinds) = self.find("kinds") else { return Ok(()) };
        let kinds: Vec<String> = kinds.split_whitespace().map(str::to_ascii_lowercase).collect();
        if kinds.len() != count {
            return Err(format!("it has {count} axes and {} kinds", kinds.len()));
        }
        let is_unknown = |kind: &str| matches!(kind, "???" | "none");
        let is_domain = |kind: &str| matches!(kind, "domain" | "space" | "time");
        // A list of slices is a volume, too.
        let is_space = |kind: &str| is_unknown(kind) || is_domain(kind) || kind == "list";
        let of_space = &kinds[first..];
        if let Some(kind) = of_space.iter().find(|kind| !is_space(kind)) {
            return Err(format!("one of its last three axes is of the kind `{}`, not domain", shown(kind)));
        }
        match &kinds[..first] {
            [kind] if is_domain(kind) => {
                Err(format!("the first of its four axes is of the kind `{kind}`, not of numbers of a texel"))
            }
            _ => Ok(()),
        }
    }

    /// The spacing of the axes of space; 1 where the file has none, or an invalid one.
    fn spacing(&self, count: usize, first: usize) -> Result<[f64; 3], String> {
        let declared = match (self.find("space directions"), self.find("spacings")) {
            (Some(directions), _) => lengths(directions),
            (None, Some(spacings)) => spacings.split_whitespace().map(|word| word.parse().ok()).collect(),
            (None, None) => return Ok([1.0; 3]),
        };
        let declared: Vec<f64> = declared
            .filter(|declared| declared.len() == count)
            .ok_or_else(|| format!("its spacings or space directions are not one for each of its {count} axes"))?;
        let spacing = [0, 1, 2].map(|axis| declared[first + axis]);
        let [least, greatest] = [f64::min, f64::max].map(|pick| spacing.into_iter().fold(spacing[0], pick));
        let is_known = spacing.iter().all(|space| space.is_finite()) && least > 0.0 && greatest <= least * MAX_RATIO;
        Ok(if is_known { spacing } else { [1.0; 3] })
    }
}

/// Fields that are read. The others are ignored.
const READ: [&str; 14] = [
    "byte skip",
    "byteskip",
    "data file",
    "datafile",
    "dimension",
    "encoding",
    "endian",
    "kinds",
    "line skip",
    "lineskip",
    "sizes",
    "space directions",
    "spacings",
    "type",
];

/// The lengths of vectors such as `none (1,0,0) (0,1,0)`: not a number for `none`, and `None` if they cannot be read.
fn lengths(directions: &str) -> Option<Vec<f64>> {
    let mut lengths = Vec::new();
    let mut left = directions.trim_start();
    while !left.is_empty() {
        if let Some(after) = left.strip_prefix("none") {
            lengths.push(f64::NAN);
            left = after.trim_start();
            continue;
        }
        let (vector, after) = left.strip_prefix('(')?.split_once(')')?;
        let mut square = 0.0;
        for component in vector.split(',') {
            let component: f64 = component.trim().parse().ok()?;
            square += component * component;
        }
        lengths.push(square.sqrt());
        left = after.trim_start();
    }
    Some(lengths)
}

/// The type of this name.
fn number(name: &str) -> Result<NumberType, String> {
    match name.to_ascii_lowercase().as_str() {
        "signed char" | "int8" | "int8_t" => Ok(NumberType::I8),
        "uchar" | "unsigned char" | "uint8" | "uint8_t" => Ok(NumberType::U8),
        "short" | "short int" | "signed short" | "signed short int" | "int16" | "int16_t" => Ok(NumberType::I16),
        "ushort" | "unsigned short" | "unsigned short int" | "uint16" | "uint16_t" => Ok(NumberType::U16),
        "int" | "signed int" | "int32" | "int32_t" => Ok(NumberType::I32),
        "uint" | "unsigned int" | "uint32" | "uint32_t" => Ok(NumberType::U32),
        "longlong"
        | "long long"
        | "long long int"
        | "signed long long"
        | "signed long long int"
        | "int64"
        | "int64_t" => Ok(NumberType::I64),
        "ulonglong" | "unsigned long long" | "unsigned long long int" | "uint64" | "uint64_t" => Ok(NumberType::U64),
        "float" => Ok(NumberType::F32),
        "double" => Ok(NumberType::F64),
        _ => Err(format!("its type is `{}`; int8 to int64, uint8 to uint64, float and double are read", shown(name))),
    }
}

fn missing(name: &str) -> String {
    format!("its header has no field `{name}`")
}

/// The beginning of a text of the file, for messages.
fn shown(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}
