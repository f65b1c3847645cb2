//! Samples from and to NumPy's files of arrays.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use travertine::stages::parallel;
use travertine::stages::render::{Pool, RenderError};
use travertine::{Context, Fields};
use travertine_files::AtomicFile;

use crate::failure::Failure;
use crate::npy::Header;
use crate::progress::Progress;
use crate::terminal::Wrote;

/// Number of points that a thread evaluates at a time.
const PIECE: usize = 1 << 14;

/// Number of points that are read, evaluated and written together. Memory does not depend on the number of points.
const BLOCK: usize = 1 << 20;

/// Points in a file: an array of floats with a row of two to four coordinates for each.
struct Points<'a> {
    file: File,
    path: &'a Path,
    header: Header,
    count: u64,
    columns: usize,
}

impl<'a> Points<'a> {
    fn open(path: &'a Path) -> Result<Points<'a>, Failure> {
        let failed = |source| Failure::from(travertine_files::Error::read(path)(source));
        let mut file = File::open(path).map_err(failed)?;
        let wrong = |problem: &str| {
            let expected =
                "expected an array of 32-bit or 64-bit floats with a row of x,y or x,y,z or x,y,z,time for each point";
            Failure::InputOutput(format!("error: {}: {problem}; {expected}", path.display()))
        };
        let header = Header::read(&mut file).map_err(failed)?.map_err(|problem| wrong(&problem))?;
        let [count, columns @ 2..=4] = header.shape[..] else {
            return Err(wrong(&format!("its shape is {:?}", header.shape)));
        };
        // An array of one row has both orders.
        if header.fortran_order && count > 1 {
            let remedy = "its numbers are in Fortran order; save numpy.ascontiguousarray(points)";
            return Err(wrong(remedy));
        }
        let columns = columns as usize;
        let bytes = count.checked_mul((columns * header.kind.width()) as u64);
        let begun = file.stream_position().map_err(failed)?;
        let end = bytes.and_then(|bytes| bytes.checked_add(begun));
        // Other kinds of files have no length.
        let facts = file.metadata().map_err(failed)?;
        if end.is_none_or(|end| facts.is_file() && facts.len() < end) {
            return Err(wrong(&format!("it ends before the {count} points that its header announces")));
        }
        Ok(Points { file, path, header, count, columns })
    }

    /// The points in bytes of the file.
    fn decode(&self, bytes: &[u8]) -> Vec<[f32; 4]> {
        let (kind, columns) = (self.header.kind, self.columns);
        let point = |row: &[u8]| {
            let mut point = [0.0; 4];
            for (coordinate, number) in point.iter_mut().zip(row.chunks_exact(kind.width())) {
                *coordinate = kind.float(number);
            }
            point
        };
        bytes.chunks_exact(columns * kind.width()).map(point).collect()
    }
}

/// Evaluates fields at the points of a file, and writes an array of 32-bit floats, with a row for each point unless
/// there is one float.
pub fn sample(fields: &Fields, points: &Path, target: &Path, context: &Context) -> Result<(), Failure> {
    let wrote = Wrote::start();
    let mut points = Points::open(points)?;
    let pool = Pool::new(context, BLOCK / PIECE);
    let sampler = pool.install(|| fields.sampler(context))?;
    let width = sampler.width();
    context.check_work(sampler.work(points.count)).map_err(travertine::Error::from)?;
    let row = points.columns * points.header.kind.width();
    let most = BLOCK.min(usize::try_from(points.count).unwrap_or(BLOCK));
    // Points as bytes and as floats, values as floats and as bytes.
    let bytes = most as u64 * (row as u64 + 16 + 8 * width as u64);
    context.check_memory(sampler.bytes().saturating_add(bytes)).map_err(travertine::Error::from)?;

    let failed = |source: io::Error| Failure::from(travertine_files::Error::write(target)(source));
    let mut file = AtomicFile::create(target).map_err(failed)?;
    let shape: Vec<u64> = if width == 1 { vec![points.count] } else { vec![points.count, width as u64] };
    file.write_all(&Header::of_floats(&shape)).map_err(failed)?;
    let progress = Progress::new();
    progress.of(points.count);
    let mut block = vec![0; most * row];
    let mut done = 0;
    while done < points.count {
        // At most `most`, which is a usize.
        let count = (points.count - done).min(most as u64) as usize;
        let block = &mut block[..count * row];
        points.file.read_exact(block).map_err(travertine_files::Error::read(points.path))?;
        let evaluate = |(index, bytes): (usize, &[u8])| {
            let positions = points.decode(bytes);
            let mut values = vec![0.0; positions.len() * width];
            sampler.sample(&positions, &mut values).map_err(|error| (index, error))?;
            Ok(values.into_iter().flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
        };
        let pieces: Vec<(usize, &[u8])> = block.chunks(PIECE * row).enumerate().collect();
        let values = pool.install(|| parallel::try_map(pieces, evaluate));
        let values = values.map_err(|(piece, error)| match error {
            RenderError::Position { index } => {
                let row = done + (piece * PIECE + index) as u64;
                let path = points.path.display();
                let expected = "expected finite numbers within the range of 32-bit floats";
                Failure::InputOutput(format!(
                    "error: {path}: row {row} (from 0) has a coordinate that is not finite; {expected}"
                ))
            }
            error => travertine::Error::from(error).into(),
        })?;
        for piece in values {
            file.write_all(&piece).map_err(failed)?;
        }
        done += count as u64;
        progress.advance(count as u64);
    }
    file.finish().map_err(failed)?;
    progress.end();
    wrote.files(&[target], format_args!("{} points", points.count));
    Ok(())
}
