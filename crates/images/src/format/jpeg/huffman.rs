//! Huffman codes, and the bits of scans.

/// Bits of a code that one look-up decodes.
const LOOK_UP_BITS: u32 = 9;

/// A table of codes of up to 16 bits.
pub(super) struct Huffman {
    /// Length and value of the code that the next bits begin with; length 0 if it is longer.
    quick: Box<[(u8, u8); 1 << LOOK_UP_BITS]>,
    /// For each length, the first number of 16 bits that begins with no code up to it.
    beyond: [u32; 17],
    /// For each length, what turns a code into the index of its value.
    offsets: [i32; 17],
    values: Vec<u8>,
}

impl Huffman {
    /// The table with so many codes of each length, in order; `None` if there are too many.
    pub(super) fn new(counts: &[u8; 16], values: &[u8]) -> Option<Huffman> {
        let mut quick = Box::new([(0, 0); 1 << LOOK_UP_BITS]);
        let (mut beyond, mut offsets) = ([0; 17], [0; 17]);
        let (mut code, mut index) = (0_u32, 0_usize);
        for length in 1..=16_u32 {
            let place = length as usize;
            let count = u32::from(counts[place - 1]);
            offsets[place] = index as i32 - code as i32;
            if code + count > 1 << length {
                return None;
            }
            for _ in 0..count {
                if let Some(rest) = LOOK_UP_BITS.checked_sub(length) {
                    let first = (code << rest) as usize;
                    quick[first..first + (1 << rest)].fill((length as u8, *values.get(index)?));
                }
                code += 1;
                index += 1;
            }
            beyond[place] = code << (16 - length);
            code <<= 1;
        }
        Some(Huffman { quick, beyond, offsets, values: values.to_vec() })
    }
}

/// The bits of a scan between two markers.
pub(super) struct Bits<'b> {
    bytes: &'b [u8],
    place: usize,
    /// The next bits, from the top.
    buffer: u64,
    count: u32,
}

const ENDS_EARLY: &str = "the data of a scan end early";

impl<'b> Bits<'b> {
    pub(super) fn new(bytes: &'b [u8], place: usize) -> Bits<'b> {
        Bits { bytes, place, buffer: 0, count: 0 }
    }

    /// The place of the byte after those that were read: that of a marker, after a whole scan.
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// Reads bytes up to the next marker while there is room.
    fn fill(&mut self) {
        while self.count <= 56 {
            let byte = match self.bytes.get(self.place..) {
                Some([0xff, 0, ..]) => {
                    self.place += 2;
                    0xff
                }
                Some([0xff, ..] | []) | None => return,
                Some([byte, ..]) => {
                    self.place += 1;
                    *byte
                }
            };
            self.buffer |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    fn skip(&mut self, count: u32) -> Result<(), String> {
        self.count = self.count.checked_sub(count).ok_or(ENDS_EARLY)?;
        self.buffer <<= count;
        Ok(())
    }

    /// The next bits as a number; at most 16.
    pub(super) fn bits(&mut self, count: u32) -> Result<u32, String> {
        if count == 0 {
            return Ok(0);
        }
        if self.count < count {
            self.fill();
        }
        let bits = (self.buffer >> (64 - count)) as u32;
        self.skip(count)?;
        Ok(bits)
    }

    pub(super) fn bit(&mut self) -> Result<bool, String> {
        Ok(self.bits(1)? == 1)
    }

    /// A number of so many bits: without a leading one it is negative (T.81, F.2.2.1).
    pub(super) fn number(&mut self, count: u32) -> Result<i32, String> {
        let bits = self.bits(count)? as i32;
        let is_negative = count > 0 && bits >> (count - 1) == 0;
        Ok(if is_negative { bits - (1 << count) + 1 } else { bits })
    }

    /// The value of the next code.
    pub(super) fn value(&mut self, table: &Huffman) -> Result<u8, String> {
        if self.count < 16 {
            self.fill();
        }
        let (length, value) = table.quick[(self.buffer >> (64 - LOOK_UP_BITS)) as usize];
        if length > 0 {
            self.skip(u32::from(length))?;
            return Ok(value);
        }
        let next = (self.buffer >> 48) as u32;
        let length = (LOOK_UP_BITS + 1..=16).find(|length| next < table.beyond[*length as usize]);
        let length = length.ok_or("the data of a scan hold an unknown code")?;
        self.skip(length)?;
        let index = (next >> (16 - length)) as i32 + table.offsets[length as usize];
        Ok(table.values[index as usize])
    }

    /// Goes past the restart marker with this number, 0 to 7.
    pub(super) fn restart(&mut self, number: usize) -> Result<(), String> {
        // Bits that are left fill up the last byte.
        if self.count >= 8 {
            return Err("a restart marker is missing".to_owned());
        }
        (self.buffer, self.count) = (0, 0);
        while self.bytes.get(self.place..).is_some_and(|left| left.starts_with(&[0xff, 0xff])) {
            self.place += 1;
        }
        match self.bytes.get(self.place..) {
            Some([0xff, marker, ..]) if usize::from(*marker) == 0xd0 + number => {
                self.place += 2;
                Ok(())
            }
            _ => Err("a restart marker is missing".to_owned()),
        }
    }
}
