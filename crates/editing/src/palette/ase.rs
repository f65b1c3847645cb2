//! Adobe swatch exchange files: blocks with a name, a color model and floats. All numbers are big-endian.

use travertine_noise::math::srgb_to_linear;

use travertine_edits::color::Components;

/// The type of a block with a color.
const COLOR: u16 = 1;

/// The colors, in the order of the file.
pub fn colors(bytes: &[u8]) -> Result<Vec<Components>, String> {
    let mut reader = Reader { bytes };
    // Signature and version.
    reader.take(8)?;
    let blocks = u32::from_be_bytes(reader.array()?);
    let mut colors = Vec::new();
    for _ in 0..blocks {
        let block_type = u16::from_be_bytes(reader.array()?);
        let length = u32::from_be_bytes(reader.array()?);
        let block = reader.take(length as usize)?;
        if block_type == COLOR {
            colors.push(color(Reader { bytes: block })?);
        }
    }
    Ok(colors)
}

fn color(mut block: Reader) -> Result<Components, String> {
    let letters = u16::from_be_bytes(block.array()?);
    block.take(usize::from(letters) * 2)?;
    let model = block.array()?;
    let mut next = || block.array().map(|bytes| f32::from_be_bytes(bytes).clamp(0.0, 1.0));
    let encoded = match &model {
        b"RGB " => [next()?, next()?, next()?],
        b"Gray" => [next()?; 3],
        b"CMYK" => {
            let [cyan, magenta, yellow, black] = [next()?, next()?, next()?, next()?];
            [cyan, magenta, yellow].map(|ink| (1.0 - ink) * (1.0 - black))
        }
        other => {
            let model = String::from_utf8_lossy(other);
            return Err(format!("its colors are in the model {}; export it as RGB", model.trim()));
        }
    };
    Ok(encoded.map(srgb_to_linear))
}

/// The bytes that are left.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or("the file ends early")?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or("the file ends early")?;
        self.bytes = rest;
        Ok(*taken)
    }
}
