//! The segments of a file: its frame, its tables and the headers of its scans.

use super::frame::{Component, Frame};
use super::huffman::Huffman;

/// What decides how the next scan is read.
pub(super) enum Segment {
    Frame(Frame),
    Scan(Scan),
    End,
}

/// A scan header.
pub(super) struct Scan {
    pub(super) components: Vec<ScanComponent>,
    /// The first and the last coefficient of a progressive scan.
    pub(super) first: usize,
    pub(super) last: usize,
    /// The bit of the scan before, 0 for none, and the lowest bit of this one.
    pub(super) high: u32,
    pub(super) low: u32,
}

/// A component of a scan: its index in the frame, and its tables.
pub(super) struct ScanComponent {
    pub(super) index: usize,
    pub(super) dc: usize,
    pub(super) ac: usize,
    pub(super) quantization: usize,
}

/// The tables that hold at a place in the file.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) quantization: [Option<[u16; 64]>; 4],
    pub(super) dc: [Option<Huffman>; 4],
    pub(super) ac: [Option<Huffman>; 4],
    /// Units between restart markers; 0 for none.
    pub(super) restart: usize,
}

/// A file, read from the front.
pub(super) struct Segments<'b> {
    pub(super) bytes: &'b [u8],
    place: usize,
    pub(super) tables: Tables,
    /// The transform in Adobe's marker.
    pub(super) adobe: Option<u8>,
    pub(super) is_jfif: bool,
    /// Rows of the frame.
    height: usize,
    components: Vec<Component>,
}

/// Index of a coefficient within a block, by its place in the order of files.
pub(super) const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63,
];

const CUT_OFF: &str = "it ends without the marker of its end";

impl<'b> Segments<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Result<Segments<'b>, String> {
        if !bytes.starts_with(&[0xff, 0xd8]) {
            return Err("it does not begin with the marker of its start".to_owned());
        }
        Ok(Segments {
            bytes,
            place: 2,
            tables: Tables::default(),
            adobe: None,
            is_jfif: false,
            height: 0,
            components: Vec::new(),
        })
    }

    /// The place of the bytes after the last header.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    pub(super) fn resume_at(&mut self, place: usize) {
        self.place = place;
    }

    /// The next marker. Whatever stands before it is skipped, as in browsers.
    fn marker(&mut self) -> Result<u8, String> {
        loop {
            let left = self.bytes.get(self.place..).unwrap_or_default();
            let fill = left.iter().position(|byte| *byte == 0xff).ok_or(CUT_OFF)?;
            let code = left[fill..].iter().position(|byte| *byte != 0xff).ok_or(CUT_OFF)?;
            self.place += fill + code + 1;
            match left[fill + code] {
                0 => {}
                marker => return Ok(marker),
            }
        }
    }

    /// The content of a segment, without its length.
    fn segment(&mut self) -> Result<&'b [u8], String> {
        let left = self.bytes.get(self.place..).unwrap_or_default();
        let [high, low] = *left.first_chunk().ok_or(CUT_OFF)?;
        let length = usize::from(u16::from_be_bytes([high, low]));
        let segment = left.get(2..length.max(2)).ok_or(CUT_OFF)?;
        if length < 2 {
            return Err("one of its segments has no length".to_owned());
        }
        self.place += length;
        Ok(segment)
    }

    /// Reads up to the next frame, the next scan or the end.
    pub(super) fn next_segment(&mut self) -> Result<Segment, String> {
        loop {
            match self.marker()? {
                marker @ (0xc0..=0xc2) => return self.frame(marker == 0xc2).map(Segment::Frame),
                0xc4 => self.huffman()?,
                0xc9..=0xcb | 0xcd..=0xcf => {
                    return Err("its coding is arithmetic, which is not read".to_owned());
                }
                0xc3 => return Err("its coding is lossless, which is not read".to_owned()),
                0xc5..=0xc7 => return Err("it is hierarchical, which is not read".to_owned()),
                // Markers without a segment: restarts that nothing waits for, the start, and one for arithmetic coding.
                0x01 | 0xd0..=0xd8 => {}
                0xd9 => return Ok(Segment::End),
                0xda => return self.scan().map(Segment::Scan),
                0xdb => self.quantization()?,
                0xdc => self.number_of_lines()?,
                0xdd => match *self.segment()? {
                    [high, low] => self.tables.restart = usize::from(u16::from_be_bytes([high, low])),
                    _ => return Err("its restart interval is not a number".to_owned()),
                },
                0xe0 => self.is_jfif |= self.segment()?.starts_with(b"JFIF\0"),
                0xee => {
                    let segment = self.segment()?;
                    if segment.starts_with(b"Adobe") {
                        self.adobe = segment.get(11).copied().or(self.adobe);
                    }
                }
                _ => drop(self.segment()?),
            }
        }
    }

    fn frame(&mut self, is_progressive: bool) -> Result<Frame, String> {
        let segment = self.segment()?;
        let wrong = || "its frame header is damaged".to_owned();
        let ([bits, top, bottom, left, right, count], components) = segment.split_first_chunk().ok_or_else(wrong)?;
        let [height, width] = [[*top, *bottom], [*left, *right]].map(|side| usize::from(u16::from_be_bytes(side)));
        if height == 0 {
            return Err("its frame leaves the number of rows to a DNL segment, which is not read".to_owned());
        }
        if *bits != 8 {
            return Err(format!("its samples have {bits} bits; 8 are read"));
        }
        if !matches!(count, 1 | 3 | 4) {
            return Err(format!("it has {count} components; 1, 3 and 4 are read"));
        }
        let (components, rest) = components.as_chunks();
        if components.len() != usize::from(*count) || !rest.is_empty() {
            return Err(wrong());
        }
        let component = |[id, factors, quantization]: &[u8; 3]| {
            let [across, down, quantization] = [factors >> 4, factors & 15, *quantization].map(usize::from);
            let fits = (1..=4).contains(&across) && (1..=4).contains(&down) && quantization < 4;
            fits.then_some(Component { id: *id, across, down, quantization }).ok_or_else(wrong)
        };
        let mut components = components.iter().map(component).collect::<Result<Vec<_>, _>>()?;
        if let [only] = &mut *components {
            // Its factors have nothing to relate to.
            (only.across, only.down) = (1, 1);
        }
        let mut ids = components.iter().map(|component| component.id).enumerate();
        let repeated = ids.find(|(index, id)| components[..*index].iter().any(|before| before.id == *id));
        if let Some((_, id)) = repeated {
            return Err(format!("two components of its frame have the same id, {id}"));
        }
        self.height = height;
        self.components.clone_from(&components);
        Ok(Frame { width, height, is_progressive, components })
    }

    /// DNL: the number of rows of the frame, once more.
    fn number_of_lines(&mut self) -> Result<(), String> {
        match *self.segment()? {
            [high, low] if usize::from(u16::from_be_bytes([high, low])) == self.height => Ok(()),
            [high, low] => Err(format!(
                "its frame has {} rows, and a DNL segment says {}",
                self.height,
                u16::from_be_bytes([high, low])
            )),
            _ => Err("its DNL segment is damaged".to_owned()),
        }
    }

    fn scan(&mut self) -> Result<Scan, String> {
        let segment = self.segment()?;
        let wrong = || "one of its scan headers is damaged".to_owned();
        let (count, rest) = segment.split_first().ok_or_else(wrong)?;
        let (declared, [first, last, bits]) = rest.split_last_chunk().ok_or_else(wrong)?;
        let (declared, left) = declared.as_chunks();
        if !(1..=4).contains(count) || declared.len() != usize::from(*count) || !left.is_empty() {
            return Err(wrong());
        }
        let mut components: Vec<ScanComponent> = Vec::new();
        for [id, tables] in declared {
            let index = self.components.iter().position(|component| component.id == *id).ok_or_else(wrong)?;
            let (dc, ac) = (usize::from(tables >> 4), usize::from(tables & 15));
            if dc > 3 || ac > 3 || components.iter().any(|known| known.index == index) {
                return Err(wrong());
            }
            let quantization = self.components[index].quantization;
            components.push(ScanComponent { index, dc, ac, quantization });
        }
        let (first, last) = (usize::from(*first), usize::from(*last));
        let (high, low) = (u32::from(bits >> 4), u32::from(bits & 15));
        Ok(Scan { components, first, last, high, low })
    }

    fn quantization(&mut self) -> Result<(), String> {
        let mut left = self.segment()?;
        while let Some((head, rest)) = left.split_first() {
            let wrong = || "one of its quantization tables is damaged".to_owned();
            let (is_wide, place) = (head >> 4 != 0, usize::from(head & 15));
            let length = if is_wide { 128 } else { 64 };
            let (numbers, rest) = rest.split_at_checked(length).ok_or_else(wrong)?;
            let table = self.tables.quantization.get_mut(place).ok_or_else(wrong)?.insert([0; 64]);
            for (index, target) in ZIGZAG.into_iter().enumerate() {
                table[usize::from(target)] = match is_wide {
                    true => u16::from_be_bytes([numbers[2 * index], numbers[2 * index + 1]]),
                    false => u16::from(numbers[index]),
                };
            }
            left = rest;
        }
        Ok(())
    }

    fn huffman(&mut self) -> Result<(), String> {
        let mut left = self.segment()?;
        while let Some((head, rest)) = left.split_first() {
            let wrong = || "one of its Huffman tables is damaged".to_owned();
            let (counts, rest) = rest.split_first_chunk::<16>().ok_or_else(wrong)?;
            let length = counts.iter().map(|count| usize::from(*count)).sum();
            let (values, rest) = rest.split_at_checked(length).ok_or_else(wrong)?;
            let tables = match head >> 4 {
                0 => &mut self.tables.dc,
                1 => &mut self.tables.ac,
                _ => return Err(wrong()),
            };
            let table = Huffman::new(counts, values).ok_or_else(wrong)?;
            *tables.get_mut(usize::from(head & 15)).ok_or_else(wrong)? = Some(table);
            left = rest;
        }
        Ok(())
    }
}
