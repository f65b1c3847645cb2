//! Parsers for the values of flags.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use travertine::stages::render::sink::Encoding;
use travertine::{Level, Plane, Rectangle, Tile, srgb_to_linear};

/// The size of a picture: `512` or `640x480`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Whether one number gives both.
    single: bool,
}

impl Size {
    /// The size `N`: both sides, or the longer one of a region that is no square.
    pub const fn single(side: u32) -> Size {
        Size { width: side, height: side, single: true }
    }

    /// The size with square pixels over a region, if it is a single number; otherwise as it is.
    pub fn over(self, region: Option<[f64; 4]>) -> Size {
        let Some([left, top, right, bottom]) = region.filter(|_| self.single) else { return self };
        let [width, height] = square([right - left, bottom - top], self.width);
        Size { width, height, ..self }
    }
}

/// Samples along edges of these lengths at equal distances, `longest` along the longest edge.
fn square<const N: usize>(edges: [f64; N], longest: u32) -> [u32; N] {
    let length = edges.into_iter().fold(0.0, f64::max);
    // At most `longest`, since no edge is longer; infinite edges give all of it, and are refused later.
    edges.map(|edge| (edge / length * f64::from(longest)).round().clamp(1.0, f64::from(longest)) as u32)
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let side = |text: &str| match text.parse() {
            Ok(side) if side > 0 => Ok(side),
            _ => Err("expected a size in pixels, as in 512 or 640x480".to_owned()),
        };
        match text.split_once(['x', 'X']) {
            Some((width, height)) => Ok(Size { width: side(width)?, height: side(height)?, single: false }),
            None => side(text).map(Size::single),
        }
    }
}

/// The size of a volume: `256` or `256x256x64` samples along x, y and z.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VolumeSize {
    sides: [u32; 3],
    /// Whether one number gives all.
    single: bool,
}

impl VolumeSize {
    /// Samples along x, y and z: at equal distances over the region, if it is a single number.
    pub fn over(self, region: Option<[f64; 6]>) -> [u32; 3] {
        match region {
            Some([left, top, near, right, bottom, far]) if self.single => {
                square([right - left, bottom - top, far - near], self.sides[0])
            }
            _ => self.sides,
        }
    }
}

impl FromStr for VolumeSize {
    type Err = String;

    fn from_str(text: &str) -> Result<VolumeSize, String> {
        let sides: Option<Vec<u32>> =
            text.split(['x', 'X']).map(|side| side.parse().ok().filter(|side| *side > 0)).collect();
        match sides.as_deref() {
            Some(&[side]) => Ok(VolumeSize { sides: [side; 3], single: true }),
            Some(&[width, height, depth]) => Ok(VolumeSize { sides: [width, height, depth], single: false }),
            _ => Err("expected a size in samples, as in 256 or 256x256x64".to_owned()),
        }
    }
}

/// Times of a volume: one, or several at equal distances.
#[derive(Clone, PartialEq, Debug)]
pub enum Times {
    /// `T`: one time, which is no axis.
    One(f32),
    /// `A,B,N`: N times from A to B.
    Axis(Vec<f32>),
}

impl Times {
    /// Number of times.
    pub fn count(&self) -> u64 {
        match self {
            Times::One(_) => 1,
            Times::Axis(times) => times.len() as u64,
        }
    }
}

impl FromStr for Times {
    type Err = String;

    fn from_str(text: &str) -> Result<Times, String> {
        let wrong = || "expected a time, or first, last and number of times, as in 0,2,9".to_owned();
        if !text.contains(',') {
            return number(text).map(Times::One).map_err(|_| wrong());
        }
        let [first, last, count] = list::<f64, 3>(text).ok_or_else(wrong)?;
        let limit = travertine_volume::MAX_TIMES as f64;
        if !(2.0..=limit).contains(&count) || count.fract() != 0.0 {
            return Err(format!("expected a whole number of times, 2 to {limit}, as in 0,2,9"));
        }
        let at = |index: u32| (first + (last - first) * (f64::from(index) / (count - 1.0))) as f32;
        let times: Vec<f32> = (0..count as u32).map(at).collect();
        if times.iter().all(|time| time.is_finite()) && times.is_sorted_by(|a, b| a < b) {
            Ok(Times::Axis(times))
        } else {
            Err("expected finite times that ascend and differ as 32-bit floats".to_owned())
        }
    }
}

/// `X0,Y0,X1,Y1`: left, top, right and bottom in graph units.
pub fn region(text: &str) -> Result<[f64; 4], String> {
    let edges = list(text).ok_or("expected four numbers, as in 0,0,2,1: left, top, right, bottom")?;
    if edges.iter().all(|edge: &f64| edge.is_finite()) && edges[0] < edges[2] && edges[1] < edges[3] {
        Ok(edges)
    } else {
        Err("expected finite numbers with left < right and top < bottom".to_owned())
    }
}

/// `X0,Y0,Z0,X1,Y1,Z1`: left, top, near, right, bottom and far in graph units.
pub fn volume_region(text: &str) -> Result<[f64; 6], String> {
    let expected = "expected six numbers, as in 0,0,0,2,1,1: left, top, near, right, bottom, far";
    let edges = list(text).ok_or(expected)?;
    if edges.iter().all(|edge: &f64| edge.is_finite()) && (0..3).all(|axis| edges[axis] < edges[axis + 3]) {
        Ok(edges)
    } else {
        Err("expected finite numbers with left < right, top < bottom and near < far".to_owned())
    }
}

/// `X,Y,W,H`: left, top, width and height of a rectangle, in pixels.
pub fn crop(text: &str) -> Result<Rectangle, String> {
    match list(text) {
        Some([x, y, width, height]) if width > 0 && height > 0 => Ok(Rectangle { x, y, width, height }),
        _ => Err("expected four whole numbers, as in 0,0,64,32: left, top, width, height in pixels".to_owned()),
    }
}

/// `X,Y,Z`: a point in graph units.
pub fn point(text: &str) -> Result<[f64; 3], String> {
    let point = list(text).ok_or("expected three numbers, as in 0,0.5,2: x, y, z")?;
    if point.iter().all(|part: &f64| part.is_finite()) {
        Ok(point)
    } else {
        Err("expected three finite numbers".to_owned())
    }
}

/// `N` or `N/M`: a number that is not negative.
pub fn fraction(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((above, below)) => number(above).zip(number(below)).map(|(above, below)| above / below),
        None => number(text),
    };
    value
        .filter(|value| value.is_finite() && *value >= 0.0)
        .ok_or_else(|| "expected a number from 0 up, as in 0.01 or 1/255".to_owned())
}

fn list<T: FromStr + Copy, const N: usize>(text: &str) -> Option<[T; N]> {
    let parts: Option<Vec<T>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    parts?.try_into().ok()
}

/// `A..B`: whole numbers from A to B, both included. `N`: N numbers from 0.
pub fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let ends = match text.split_once("..") {
        Some((first, last)) => number(first).zip(number(last)).map(|(first, last)| first..=last),
        None => number(text).and_then(|count| count.checked_sub(1)).map(|last| 0..=last),
    };
    ends.filter(|range| !range.is_empty()).ok_or_else(|| {
        "expected two whole numbers A..B with A <= B, as in 0..47, or a number of them, as in 48".to_owned()
    })
}

/// The argument for a flag and one of its choices, as in `--plane=xz`.
pub fn flag(name: &str, choice: &impl ValueEnum) -> String {
    let value = choice.to_possible_value();
    format!("--{name}={}", value.as_ref().map_or("", |value| value.get_name()))
}

/// A seed.
pub fn seed(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u32::MAX))
}

/// An angle between triangles, in degrees.
pub fn angle(text: &str) -> Result<f32, String> {
    match number(text)? {
        angle if (0.0..=180.0).contains(&angle) => Ok(angle),
        _ => Err("expected an angle from 0 to 180".to_owned()),
    }
}

/// A finite number.
pub fn number(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| "expected a finite number".to_owned())
}

/// Parses a part of a whole: a number from 0 to 1.
pub fn share(text: &str) -> Result<f32, String> {
    number(text)
        .ok()
        .filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// A distance: a finite number above 0.
pub fn spacing(text: &str) -> Result<f32, String> {
    number(text).ok().filter(|spacing| *spacing > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

/// An amount of memory in bytes: `512MiB`, `2G`, `1.5GiB`, `800MB`. K, M, G and T count in 1024s, KB to TB in 1000s.
pub fn memory(text: &str) -> Result<u64, String> {
    let wrong = || "expected an amount of memory, as in 512MiB or 2G".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (amount, unit) = text.split_at(digits);
    let amount: f64 = amount.parse().map_err(|_| wrong())?;
    let unit = unit.trim().to_ascii_lowercase();
    let power = match unit.chars().next() {
        None | Some('b') => 0,
        Some('k') => 1,
        Some('m') => 2,
        Some('g') => 3,
        Some('t') => 4,
        _ => return Err(wrong()),
    };
    let base: u64 = match unit.get(unit.len().min(1)..).unwrap_or_default() {
        "" => 1024,
        "ib" if power > 0 => 1024,
        "b" => 1000,
        _ => return Err(wrong()),
    };
    // The conversion saturates.
    Ok((amount * base.pow(power) as f64) as u64)
}

/// An amount of work in operations: `1000`, `500G`, `200T`.
pub fn work(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of operations, as in 500G or 200T".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (amount, unit) = text.split_at(digits);
    let amount: f64 = amount.parse().map_err(|_| wrong())?;
    let unit = match unit.trim() {
        "" => 1.0,
        "k" | "K" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        "T" => 1e12,
        "P" => 1e15,
        _ => return Err(wrong()),
    };
    // The conversion saturates.
    Ok((amount * unit) as u64)
}

/// `NAME=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment(String);

impl Assignment {
    /// Name and value. A name may contain equals signs: the longest known name counts; if none is known, the name ends
    /// before the first sign.
    pub fn parts(&self, is_name: impl Fn(&str) -> bool) -> (&str, &str) {
        let splits = || self.0.match_indices('=').map(|(sign, _)| (&self.0[..sign], &self.0[sign + 1..]));
        splits().rfind(|(name, _)| is_name(name)).or_else(|| splits().next()).unwrap_or((&self.0, ""))
    }
}

impl Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Assignment, String> {
        match text.split_once('=') {
            Some((name, _)) if !name.is_empty() => Ok(Assignment(text.to_owned())),
            _ => Err("expected NAME=VALUE, as in scale=4".to_owned()),
        }
    }
}

/// `NODE.INPUT=VALUE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputAssignment {
    /// Id of the node; may contain dots.
    pub node: String,
    /// Name of the input.
    pub input: String,
    /// The value, in JSON or as text.
    pub value: String,
}

impl FromStr for InputAssignment {
    type Err = String;

    fn from_str(text: &str) -> Result<InputAssignment, String> {
        let wrong = "expected NODE.INPUT=VALUE, as in noise.scale=4";
        let (name, value) = text.split_once('=').ok_or(wrong)?;
        match name.rsplit_once('.') {
            Some((node, input)) if !node.is_empty() && !input.is_empty() => {
                let [node, input, value] = [node, input, value].map(str::to_owned);
                Ok(InputAssignment { node, input, value })
            }
            _ => Err(wrong.to_owned()),
        }
    }
}

/// `X,Y,Z`: a position.
pub fn position(text: &str) -> Result<[f32; 3], String> {
    numbers(text).ok_or_else(|| "expected three finite numbers, as in 0.5,0.5,0.5: x, y, z".to_owned())
}

/// `YAW,PITCH`: a direction in degrees.
pub fn direction(text: &str) -> Result<[f32; 2], String> {
    numbers(text).ok_or_else(|| "expected two finite numbers, as in -40,45: degrees right and up".to_owned())
}

fn numbers<const N: usize>(text: &str) -> Option<[f32; N]> {
    let parts: Result<Vec<f32>, String> = text.split(',').map(|part| number(part.trim())).collect();
    parts.ok()?.try_into().ok()
}

/// `none`, or `#rrggbb`: the background of a solid, as linear red, green and blue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Background(pub Option<[f32; 3]>);

impl FromStr for Background {
    type Err = String;

    fn from_str(text: &str) -> Result<Background, String> {
        if text == "none" {
            return Ok(Background(None));
        }
        let digits = text.strip_prefix('#').unwrap_or(text);
        // As in CSS, #f0a is #ff00aa.
        let twice = || digits.chars().flat_map(|digit| [digit; 2]).collect();
        let digits: String = if digits.len() == 3 { twice() } else { digits.to_owned() };
        let number = u32::from_str_radix(&digits, 16).ok();
        let whole = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = number.filter(|_| whole).ok_or("expected a color, as in #f0f0f0, or `none`")?;
        let [_, red, green, blue] = number.to_be_bytes();
        let light = |byte| srgb_to_linear(f32::from(byte) / 255.0);
        Ok(Background(Some([red, green, blue].map(light))))
    }
}

/// The number of samples of a pixel: a power of two up to 64.
pub fn samples() -> impl TypedValueParser<Value = u32> {
    PossibleValuesParser::new(["1", "2", "4", "8", "16", "32", "64"]).try_map(|text| text.parse::<u32>())
}

/// `whole`, or the edge of a square tile in pixels.
pub fn tile(text: &str) -> Result<Tile, String> {
    match text.parse() {
        Ok(edge) if edge > 0 => Ok(Tile::Square(edge)),
        _ if text == "whole" => Ok(Tile::Whole),
        _ => Err("expected a number of pixels, as in 64, or `whole`".to_owned()),
    }
}

/// `auto`, or a SIMD level that this machine has.
pub fn level(text: &str) -> Result<Level, String> {
    if text == "auto" {
        return Ok(Level::detect());
    }
    let known = text.parse::<Level>().ok();
    let available: Vec<&str> = Level::available().into_iter().map(Level::name).collect();
    known.filter(|level| level.is_available()).ok_or_else(|| {
        let lacks = if known.is_some() { "this machine lacks it; " } else { "" };
        format!("{lacks}expected auto or a level of this machine: {}", available.join(", "))
    })
}

/// The flag of [`Plane`].
#[derive(Clone, Copy, ValueEnum)]
pub enum PlaneFlag {
    /// x to the right, y down, depth along z (front view).
    Xy,
    /// x to the right, z down, depth along y (top view).
    Xz,
    /// y to the right, z down, depth along x (side view).
    Yz,
}

impl From<PlaneFlag> for Plane {
    fn from(flag: PlaneFlag) -> Plane {
        match flag {
            PlaneFlag::Xy => Plane::Xy,
            PlaneFlag::Xz => Plane::Xz,
            PlaneFlag::Yz => Plane::Yz,
        }
    }
}

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people.
    Text,
    /// JSON for programs.
    Json,
}

/// The flag of [`Encoding`].
#[derive(Clone, Copy, ValueEnum)]
pub enum EncodingFlag {
    /// sRGB for colors, linear for floats and vectors.
    Auto,
    /// The sRGB curve.
    Srgb,
    /// Levels proportional to the values.
    Linear,
}

impl From<EncodingFlag> for Encoding {
    fn from(flag: EncodingFlag) -> Encoding {
        match flag {
            EncodingFlag::Auto => Encoding::Auto,
            EncodingFlag::Srgb => Encoding::Srgb,
            EncodingFlag::Linear => Encoding::Linear,
        }
    }
}

/// Whether a folder that does not exist yet has the extension of a mesh or picture format.
pub fn is_named_as_a_file(folder: &Path) -> bool {
    const ENDINGS: [&str; 12] =
        ["obj", "gltf", "fbx", "stl", "ply", "png", "exr", "jpg", "webp", "ktx2", "dds", "json"];
    let ending = folder.extension().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.iter().any(|known| ending == *known) && !folder.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_squares_or_width_and_height() {
        assert_eq!("512".parse(), Ok(Size { width: 512, height: 512, single: true }));
        assert_eq!("640x480".parse(), Ok(Size { width: 640, height: 480, single: false }));
        for wrong in ["", "0", "x", "1x", "0x1", "-1", "1.5", "1x2x3", "5000000000"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(range("0..47"), Ok(0..=47));
        assert_eq!(range("7..7"), Ok(7..=7));
        assert_eq!(range("48"), Ok(0..=47));
        for wrong in ["", "0", "-5", "5..4", "..4", "4..", "-1..2", "0..5000000000", "0..=4", "a..b"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn volume_sizes_are_cubes_or_three_sides() {
        assert_eq!("64".parse(), Ok(VolumeSize { sides: [64; 3], single: true }));
        assert_eq!("8x4X2".parse(), Ok(VolumeSize { sides: [8, 4, 2], single: false }));
        for wrong in ["", "0", "8x4", "8x4x0", "1x2x3x4", "-1", "x", "5000000000"] {
            assert!(wrong.parse::<VolumeSize>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_single_size_gives_square_pixels_over_any_region() {
        let over = |size: &str, region| {
            let Size { width, height, .. } = size.parse::<Size>().unwrap().over(region);
            [width, height]
        };
        assert_eq!(over("256", Some([0.0, 0.0, 1.0, 2.0])), [128, 256]);
        assert_eq!(over("256", Some([-1.0, 0.0, 2.0, 1.0])), [256, 85]);
        assert_eq!(over("256", Some([0.0, 0.0, 1e9, 1e-9])), [256, 1]);
        assert_eq!(over("256", None), [256, 256]);
        assert_eq!(over("256x256", Some([0.0, 0.0, 1.0, 2.0])), [256, 256]);
        assert_eq!(over("4294967295", Some([0.0, 0.0, 1.0, 1.0])), [u32::MAX; 2]);
        let volume = |size: &str, region| size.parse::<VolumeSize>().unwrap().over(region);
        assert_eq!(volume("64", Some([0.0, 0.0, 0.0, 1.0, 2.0, 0.5])), [32, 64, 16]);
        assert_eq!(volume("64", None), [64; 3]);
        assert_eq!(volume("8x8x8", Some([0.0, 0.0, 0.0, 1.0, 2.0, 0.5])), [8; 3]);
    }

    #[test]
    fn backgrounds_have_three_or_six_digits() {
        let background = |text: &str| text.parse::<Background>();
        assert_eq!(background("#f0A"), background("#ff00aa"));
        assert_eq!(background("none"), Ok(Background(None)));
        for wrong in ["", "#", "#ff", "#ffff", "#fffff", "#ggg", "red", "#é00", "#+12345"] {
            assert!(background(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn distances_are_above_0() {
        assert_eq!(spacing("0.25"), Ok(0.25));
        for wrong in ["0", "-1", "nan", "inf", "1e-60", ""] {
            assert!(spacing(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_has_binary_and_decimal_units() {
        for (text, bytes) in [
            ("1024", 1024),
            ("2k", 2048),
            ("512MiB", 512 << 20),
            ("2G", 2 << 30),
            ("1.5GiB", 3 << 29),
            ("800MB", 800_000_000),
            ("1 TiB", 1 << 40),
            ("7b", 7),
            ("99999999T", u64::MAX),
        ] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "G", "-1", "2X", "1.2.3", "1e9", "1GiBs", "1é"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assignments_split_at_the_first_equals_and_the_last_dot() {
        let assignment: Assignment = "a=b=c".parse().unwrap();
        assert_eq!(assignment.parts(|_| false), ("a", "b=c"));
        assert_eq!(assignment.parts(|name| name == "a=b"), ("a=b", "c"));
        let InputAssignment { node, input, value } = "my.noise.scale=1.5".parse().unwrap();
        assert_eq!((node.as_str(), input.as_str(), value.as_str()), ("my.noise", "scale", "1.5"));
        for wrong in ["", "a", "=1", "a=1", ".a=1", "a.=1"] {
            assert!(wrong.parse::<InputAssignment>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rectangles_have_four_or_six_finite_edges() {
        assert_eq!(region("-1, 0,1,2"), Ok([-1.0, 0.0, 1.0, 2.0]));
        assert!(["1,0,0,1", "0,0,0,1", "0,0,nan,1", "0,0,1", "0,0,1,1,1", ""].iter().all(|text| region(text).is_err()));
        assert_eq!(volume_region("-1,0,0, 1,1,2"), Ok([-1.0, 0.0, 0.0, 1.0, 1.0, 2.0]));
        assert!(["0,0,1,1", "0,0,0,1,1,0", "0,0,0,1,1,inf", ""].iter().all(|text| volume_region(text).is_err()));
        assert_eq!(crop("1,2,3,4"), Ok(Rectangle { x: 1, y: 2, width: 3, height: 4 }));
        assert!(["0,0,0,1", "-1,0,1,1", "1,1", "a,b,c,d"].iter().all(|text| crop(text).is_err()));
    }

    #[test]
    fn levels_of_other_machines_are_refused() {
        assert_eq!(level("auto"), Ok(Level::detect()));
        for each in Level::ALL {
            assert_eq!(level(each.name()).is_ok(), each.is_available());
        }
        assert!(level("mmx").unwrap_err().contains("scalar"));
    }
}
