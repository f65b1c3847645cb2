//! Scans: the coefficients of blocks, as they come or bit by bit.

use super::frame::Frame;
use super::huffman::{Bits, Huffman};
use super::planes::Plane;
use super::segments::{Scan, ScanComponent, Segments, Tables, ZIGZAG};

/// What is carried from block to block.
#[derive(Default)]
struct State {
    /// The last DC coefficient of each component.
    predictions: [i32; 4],
    /// Blocks without coefficients that are still to come.
    run: u32,
}

/// Reads what a scan holds of a block, of the component in a place of the scan.
type ReadBlock<'r> = dyn FnMut(&mut Bits, &mut State, usize, &mut [i16; 64]) -> Result<(), String> + 'r;

/// The coefficients of each component, block by block: rows from the top, blocks from the left.
pub(super) struct Coefficients(Vec<Vec<i16>>);

impl Coefficients {
    pub(super) fn new(frame: &Frame) -> Coefficients {
        let indices = 0..frame.components.len();
        Coefficients(indices.map(|index| vec![0; 64 * frame.all_blocks(index)]).collect())
    }

    /// Fills the planes.
    pub(super) fn fill(self, planes: &mut [Plane]) {
        for (plane, coefficients) in planes.iter_mut().zip(self.0) {
            for (index, block) in coefficients.as_chunks().0.iter().enumerate() {
                plane.put(index % plane.blocks(), index / plane.blocks(), block);
            }
        }
    }
}

/// The table in this place.
fn table(tables: &[Option<Huffman>; 4], place: usize) -> Result<&Huffman, String> {
    tables[place].as_ref().ok_or_else(|| "one of its scans lacks a Huffman table".to_owned())
}

impl Scan {
    /// Tells the planes that the scan holds some of them.
    pub(super) fn mark(&self, planes: &mut [Plane], tables: &Tables) -> Result<(), String> {
        for component in &self.components {
            let table = tables.quantization[component.quantization];
            let table = table.ok_or("one of its components lacks a quantization table")?;
            planes[component.index].begin(table);
        }
        Ok(())
    }

    /// Number of coefficients that the scan goes through.
    pub(super) fn coefficients(&self, frame: &Frame) -> u64 {
        let band = if frame.is_progressive { (self.last + 1).saturating_sub(self.first) } else { 64 };
        let blocks = self.components.iter().map(|component| frame.all_blocks(component.index) as u64);
        blocks.sum::<u64>() * band as u64
    }

    /// Goes through the blocks: `block` receives the place of the component in the scan, and the column and the row of
    /// the block. Returns the place of the byte after the scan.
    fn walk(
        &self,
        frame: &Frame,
        segments: &Segments,
        mut block: impl FnMut(&mut Bits, &mut State, usize, [usize; 2]) -> Result<(), String>,
    ) -> Result<usize, String> {
        let mut bits = Bits::new(segments.bytes, segments.place());
        let mut state = State::default();
        let (across, down) = match *self.components {
            [ref only] => frame.blocks(only.index),
            _ => frame.units(),
        };
        let restart = segments.tables.restart;
        for unit in 0..across * down {
            if restart > 0 && unit > 0 && unit % restart == 0 {
                bits.restart((unit / restart - 1) % 8)?;
                state = State::default();
            }
            let (column, row) = (unit % across, unit / across);
            if self.components.len() == 1 {
                block(&mut bits, &mut state, 0, [column, row])?;
                continue;
            }
            for (slot, component) in self.components.iter().enumerate() {
                let factors = frame.components[component.index];
                for place in 0..factors.across * factors.down {
                    let [right, below] = [place % factors.across, place / factors.across];
                    let place = [column * factors.across + right, row * factors.down + below];
                    block(&mut bits, &mut state, slot, place)?;
                }
            }
        }
        Ok(bits.place())
    }

    /// Reads a scan of whole blocks into the planes.
    pub(super) fn read_sequential(
        &self,
        frame: &Frame,
        segments: &Segments,
        planes: &mut [Plane],
    ) -> Result<usize, String> {
        let Tables { dc, ac, .. } = &segments.tables;
        let tables = |component: &ScanComponent| Ok((table(dc, component.dc)?, table(ac, component.ac)?));
        let tables = self.components.iter().map(tables).collect::<Result<Vec<_>, String>>()?;
        self.walk(frame, segments, |bits, state, slot, [column, row]| {
            let (dc, ac) = tables[slot];
            let mut block = [0; 64];
            block[0] = state.dc(bits, dc, slot)? as i16;
            let mut index = 1;
            while index < 64 {
                let value = bits.value(ac)?;
                let (zeros, size) = (usize::from(value >> 4), u32::from(value & 15));
                if size == 0 && zeros < 15 {
                    break;
                }
                index += zeros;
                if size > 0 {
                    let place = ZIGZAG.get(index).ok_or(BEYOND_BLOCK)?;
                    block[usize::from(*place)] = bits.number(size)? as i16;
                }
                index += 1;
            }
            planes[self.components[slot].index].put(column, row, &block);
            Ok(())
        })
    }

    /// Reads a scan of some coefficients, or of some of their bits.
    pub(super) fn read_progressive(
        &self,
        frame: &Frame,
        segments: &Segments,
        coefficients: &mut Coefficients,
    ) -> Result<usize, String> {
        let is_dc = self.first == 0;
        let is_band = if is_dc { self.last == 0 } else { self.last < 64 && self.components.len() == 1 };
        let is_bit = self.low < 14 && (self.high == 0 || self.high == self.low + 1);
        if !is_band || !is_bit || self.first > self.last {
            return Err("one of its scans has coefficients that do not go together".to_owned());
        }
        let blocks_of = |index: usize| frame.units().0 * frame.components[index].across;
        let mut walk = |read: &mut ReadBlock| {
            self.walk(frame, segments, |bits, state, slot, [column, row]| {
                let index = self.components[slot].index;
                let (blocks, _) = coefficients.0[index].as_chunks_mut();
                read(bits, state, slot, &mut blocks[row * blocks_of(index) + column])
            })
        };
        let Tables { dc, ac, .. } = &segments.tables;
        match (is_dc, self.high == 0) {
            (true, true) => {
                let tables = self.components.iter().map(|component| table(dc, component.dc));
                let tables = tables.collect::<Result<Vec<_>, _>>()?;
                walk(&mut |bits, state, slot, block| {
                    block[0] = (state.dc(bits, tables[slot], slot)? << self.low) as i16;
                    Ok(())
                })
            }
            (true, false) => walk(&mut |bits, _, _, block| {
                block[0] |= i16::from(bits.bit()?) << self.low;
                Ok(())
            }),
            (false, is_first) => {
                let ac = table(ac, self.components[0].ac)?;
                walk(&mut |bits, state, _, block| match is_first {
                    true => self.read_band(bits, state, ac, block),
                    false => self.refine_band(bits, state, ac, block),
                })
            }
        }
    }

    /// The upper bits of a band of coefficients (T.81, G.1.2.2).
    fn read_band(
        &self,
        bits: &mut Bits,
        state: &mut State,
        table: &Huffman,
        block: &mut [i16; 64],
    ) -> Result<(), String> {
        if state.run > 0 {
            state.run -= 1;
            return Ok(());
        }
        let mut index = self.first;
        while index <= self.last {
            let value = bits.value(table)?;
            let (zeros, size) = (u32::from(value >> 4), u32::from(value & 15));
            if size == 0 && zeros < 15 {
                state.run = (1 << zeros) - 1 + bits.bits(zeros)?;
                return Ok(());
            }
            index += zeros as usize;
            if size > 0 {
                if index > self.last {
                    return Err(BEYOND_BLOCK.to_owned());
                }
                block[usize::from(ZIGZAG[index])] = (bits.number(size)? << self.low) as i16;
            }
            index += 1;
        }
        Ok(())
    }

    /// One more bit of a band of coefficients (T.81, G.1.2.3).
    fn refine_band(
        &self,
        bits: &mut Bits,
        state: &mut State,
        table: &Huffman,
        block: &mut [i16; 64],
    ) -> Result<(), String> {
        let bit = 1 << self.low;
        let mut index = self.first;
        while state.run == 0 && index <= self.last {
            let value = bits.value(table)?;
            let (mut zeros, size) = (u32::from(value >> 4), value & 15);
            let new = match size {
                0 if zeros < 15 => {
                    state.run = (1 << zeros) + bits.bits(zeros)?;
                    break;
                }
                0 => 0,
                1 if bits.bit()? => bit,
                1 => -bit,
                _ => return Err("the data of a scan hold an unknown code".to_owned()),
            };
            // Coefficients that are known get their bit; so many of the others stay 0.
            while index <= self.last {
                let coefficient = &mut block[usize::from(ZIGZAG[index])];
                if *coefficient != 0 {
                    refine(bits, coefficient, bit)?;
                } else if zeros == 0 {
                    *coefficient = new;
                    break;
                } else {
                    zeros -= 1;
                }
                index += 1;
            }
            if index > self.last && new != 0 {
                return Err(BEYOND_BLOCK.to_owned());
            }
            index += 1;
        }
        if state.run > 0 {
            for place in ZIGZAG.iter().take(self.last + 1).skip(index) {
                let coefficient = &mut block[usize::from(*place)];
                if *coefficient != 0 {
                    refine(bits, coefficient, bit)?;
                }
            }
            state.run -= 1;
        }
        Ok(())
    }
}

const BEYOND_BLOCK: &str = "the data of a scan go beyond the end of a block";

/// Reads a bit of a coefficient that is not 0.
fn refine(bits: &mut Bits, coefficient: &mut i16, bit: i16) -> Result<(), String> {
    if bits.bit()? && *coefficient & bit == 0 {
        *coefficient = coefficient.wrapping_add(if *coefficient > 0 { bit } else { -bit });
    }
    Ok(())
}

impl State {
    /// The next DC coefficient of a component.
    fn dc(&mut self, bits: &mut Bits, table: &Huffman, slot: usize) -> Result<i32, String> {
        let size = u32::from(bits.value(table)?);
        if size > 15 {
            return Err("the data of a scan hold an unknown code".to_owned());
        }
        let prediction = &mut self.predictions[slot];
        *prediction = prediction.wrapping_add(bits.number(size)?);
        Ok(*prediction)
    }
}
