//! Jobs: write stores.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use travertine::stages::parallel;
use travertine::stages::render::{Brick, VolumeRender};
use travertine::{Context, Estimate, Field, Volume};
use travertine_files::{Fingerprint, Lock, Opened, PartialOutput, SharedOutput, flush_folder};

use super::array::{Array, EDGE};
use super::group::{Group, write_all};
use super::{MAX_TIMES, Part, Store, is_complete, levels, names};
use crate::Error;
use crate::bricks::Bricks;
use crate::description::Description;
use crate::file::VolumeFile;
use crate::format::durable;
use crate::journal::{CONTENT, Journal};
use crate::writing::{BRICK_COPIES, LIST_BYTES, Written, write_bricks};

/// A store that is being written.
pub(crate) struct StoreJob<'f> {
    plan: Plan<'f>,
    /// The bricks that this process writes, of those of all arrays and times.
    mine: Range<usize>,
    estimate: Estimate,
    fingerprint: Fingerprint,
    target: PathBuf,
    output: Output,
}

/// What is written. Bricks are counted through all arrays, through all times of each, and through the bricks of each
/// time.
struct Plan<'f> {
    file: VolumeFile,
    store: Store,
    fields: Vec<&'f Field>,
    context: Context<'f>,
    volume: Volume,
    /// The arrays of the first level, one for each field.
    arrays: Vec<Array>,
    /// The bricks of an array at one time.
    bricks: Bricks,
}

/// The partial output of a store.
enum Output {
    /// Of this process alone.
    Whole(PartialOutput, Journal),
    /// Of several processes. The lock is on the part.
    Shared(SharedOutput, Journal, Lock),
    /// None: the store was complete before.
    Complete(PathBuf),
}

impl<'f> StoreJob<'f> {
    /// Starts or continues a store.
    pub(crate) fn start(
        file: &VolumeFile,
        fields: &[&'f Field],
        volume: Volume,
        store: &Store,
        context: &Context<'f>,
    ) -> Result<StoreJob<'f>, Error> {
        check_times(&store.times)?;
        let volume = Volume { time: store.times.first().copied().unwrap_or(volume.time), ..volume };
        volume.check()?;
        let names = names::names(fields.iter().map(|field| field.name()));
        let times = (!store.times.is_empty()).then_some(store.times.len() as u32);
        let count = times.unwrap_or(1) as usize;
        let sides = super::array::chunks_of_brick(volume.size(), store.sharded).map(|chunks| chunks * EDGE);
        let bricks = Bricks::of_size(volume.size(), sides);
        let total = bricks.len().saturating_mul(fields.len()).saturating_mul(count);
        let mine = store.part.map_or(0..total, |part| part.of(total));
        let share = |work: u64| (u128::from(work) * mine.len() as u128 / total.max(1) as u128) as u64;

        let mut arrays = Vec::new();
        let mut estimate: Option<Estimate> = None;
        let mut work = 0_u64;
        for (field, path) in fields.iter().zip(names) {
            let render = field.prepare_volume_file(volume, bricks.full_size(), context)?;
            let numbers = file.numbers(render.format(), context.simd_level())?;
            let this = render.estimate();
            let lists = LIST_BYTES.saturating_mul(total as u64);
            let copies = BRICK_COPIES.saturating_mul(bricks.bytes(numbers.format.channels()));
            let levels = if store.multiscale { levels_memory(context, numbers.channels()) } else { 0 };
            render.keep(copies.max(levels).saturating_add(lists))?;
            work = work.saturating_add(this.work);
            if estimate.is_none_or(|largest| largest.memory < this.memory) {
                estimate = Some(this);
            }
            let description = Description { volume, output: field.name().to_owned(), numbers };
            arrays.push(Array {
                path,
                description,
                size: volume.size(),
                times,
                sharded: store.sharded,
                channels_first: store.multiscale,
            });
        }
        let Some(mut estimate) = estimate else {
            return Err(Error::Unsupported("a store needs at least one output".to_owned()));
        };
        estimate.work = share(work.saturating_mul(count as u64));
        context.check_work(estimate.work)?;

        // Nothing is written before this point.
        let target = file.target()?;
        let (file, fields) = (file.clone(), fields.to_vec());
        let (store, context) = (store.clone(), context.clone());
        let plan = Plan { file, store, fields, context, volume, arrays, bricks };
        let file = &plan.file;
        let fingerprint = plan.fingerprint();
        let output = match plan.store.part {
            Some(_) if is_complete(&target, &fingerprint.to_string()) => Output::Complete(target.clone()),
            Some(part) => {
                let name = name_of(part);
                let failed = |source| Error::write(&file.path, source);
                let shared = SharedOutput::open(&target, fingerprint)?;
                let lock = Lock::acquire(&shared.folder().join(format!("part{name}"))).map_err(failed)?;
                let lock = lock.ok_or_else(|| travertine_files::Error::Busy { path: file.path.clone() })?;
                let content = shared.folder().join(CONTENT);
                fs::create_dir_all(content).map_err(failed)?;
                let journal = Journal::open_one_of(shared.folder(), &name, total).map_err(failed)?;
                Output::Shared(shared, journal, lock)
            }
            None => {
                let part = PartialOutput::open(&target, fingerprint)?;
                let opened = Journal::open_one_of(part.folder(), "", total);
                match opened.and_then(|journal| fs::create_dir_all(part.path(CONTENT)).map(|()| journal)) {
                    Ok(journal) => Output::Whole(part, journal),
                    Err(source) => {
                        part.leave();
                        return Err(Error::write(&file.path, source));
                    }
                }
            }
        };
        Ok(StoreJob { plan, mine, estimate, fingerprint, target, output })
    }

    pub(crate) fn opened(&self) -> Opened {
        match &self.output {
            Output::Whole(part, _) => part.opened(),
            // Other parts may have begun the folder.
            Output::Shared(part, ..) if part.opened() != Opened::Resumed || self.done() > 0 => part.opened(),
            Output::Shared(..) | Output::Complete(_) => Opened::New,
        }
    }

    pub(crate) fn part(&self) -> &Path {
        match &self.output {
            Output::Whole(part, _) => part.folder(),
            Output::Shared(part, ..) => part.folder(),
            Output::Complete(folder) => folder,
        }
    }

    pub(crate) fn estimate(&self) -> Estimate {
        self.estimate
    }

    pub(crate) fn is_complete(&self) -> bool {
        matches!(self.output, Output::Complete(_))
    }

    /// Number of samples that this process is to write, those that are finished included.
    pub(crate) fn samples(&self) -> u64 {
        let Plan { store, volume, fields, .. } = &self.plan;
        match (store.part, &self.output) {
            (_, Output::Complete(_)) => 0,
            (None, _) => volume.samples().saturating_mul((fields.len() * self.plan.times().len()) as u64),
            (Some(_), _) => self.mine.clone().map(|unit| self.plan.brick(unit).samples()).sum(),
        }
    }

    /// Number of its samples that were finished before.
    pub(crate) fn done(&self) -> u64 {
        let (Output::Whole(_, journal) | Output::Shared(_, journal, _)) = &self.output else { return 0 };
        let missing = journal.missing().into_iter().filter(|unit| self.mine.contains(unit));
        self.samples() - missing.map(|unit| self.plan.brick(unit).samples()).sum::<u64>()
    }

    /// Writes the missing bricks, and finishes the store if no process has to write others.
    pub(crate) fn run(self) -> Result<Written, Error> {
        let StoreJob { plan, mine, fingerprint, target, output, .. } = self;
        let failed = |source| Error::write(&plan.file.path, source);
        match output {
            Output::Complete(_) => Ok(Written { clipped: 0, complete: true }),
            Output::Whole(part, mut journal) => {
                plan.write(&part.path(CONTENT), None, mine, &mut journal)?;
                plan.finish(part)?;
                Ok(Written { clipped: journal.clipped(), complete: true })
            }
            Output::Shared(shared, mut journal, lock) => {
                let folder = shared.folder().to_owned();
                // Parts of other numbers of parts may write the same chunks.
                let name = plan.store.part.map_or_else(String::new, name_of);
                let temporary = folder.join(format!("chunk{name}"));
                plan.write(&folder.join(CONTENT), Some(&temporary), mine, &mut journal)?;
                journal.read_others(&folder).map_err(failed)?;
                let clipped = journal.clipped();
                if !journal.missing().is_empty() {
                    return Ok(Written { clipped, complete: false });
                }
                drop((lock, journal, shared));
                // The last process to finish its part sees that all are; if several do, one of them is first.
                if let Some(part) = SharedOutput::alone(&target, fingerprint)? {
                    plan.finish(part)?;
                }
                Ok(Written { clipped, complete: true })
            }
        }
    }
}

impl Plan<'_> {
    fn times(&self) -> Vec<f32> {
        if self.store.times.is_empty() { vec![self.volume.time] } else { self.store.times.clone() }
    }

    fn brick(&self, unit: usize) -> Brick {
        self.bricks.get(unit % self.bricks.len())
    }

    fn render(&self, field: usize, time: f32) -> Result<VolumeRender<'_>, Error> {
        let volume = Volume { time, ..self.volume };
        Ok(self.fields[field].prepare_volume_file(volume, self.bricks.full_size(), &self.context)?)
    }

    /// Writes those of the bricks that are missing. With a temporary path, each file is renamed to its place when it is
    /// whole.
    fn write(
        &self,
        content: &Path,
        temporary: Option<&Path>,
        mine: Range<usize>,
        journal: &mut Journal,
    ) -> Result<(), Error> {
        let (times, each) = (self.times(), self.bricks.len());
        let mut missing = journal.missing();
        missing.retain(|unit| mine.contains(unit));
        for units in missing.chunk_by(|first, second| first / each == second / each) {
            let (field, time) = (units[0] / each / times.len(), units[0] / each % times.len());
            let render = self.render(field, times[time])?;
            let array = &self.arrays[field];
            let write = |unit, samples: &[f32]| {
                let brick = self.brick(unit);
                let encode = || parallel::try_map(Array::chunks(brick), |index| array.chunk(brick, samples, index));
                let chunks = render.install(encode)?;
                let clipped = chunks.iter().map(|chunk| chunk.clipped).sum();
                write_files(content, temporary, array.files(content, time as u32, brick, chunks))?;
                Ok(clipped)
            };
            let written = write_bricks(&render, units, |unit| self.brick(unit), write, journal)?;
            written.map_err(|source| Error::write(&self.file.path, source))?;
        }
        Ok(())
    }

    /// Writes levels and metadata, and moves the store to its path.
    fn finish(&self, part: PartialOutput) -> Result<(), Error> {
        let failed = |source| Error::write(&self.file.path, source);
        let content = part.path(CONTENT);
        let sizes = if self.store.multiscale { levels::sizes(self.volume.size()) } else { vec![self.volume.size()] };
        let mut levels = vec![self.arrays.clone()];
        for (level, size) in sizes.iter().enumerate().skip(1) {
            let array =
                |array: &Array| Array { path: format!("levels/{level}/{}", array.path), size: *size, ..array.clone() };
            let coarser: Vec<Array> = self.arrays.iter().map(array).collect();
            for (index, (finer, array)) in levels[level - 1].iter().zip(&coarser).enumerate() {
                let render = self.render(index, self.volume.time)?;
                for time in 0..array.times.unwrap_or(1) {
                    self.write_level(&content, &render, finer, array, time)?;
                }
            }
            levels.push(coarser);
        }
        let groups: Vec<Group> = levels
            .iter()
            .zip(levels::scales(&sizes))
            .enumerate()
            .map(|(level, (arrays, scale))| Group {
                path: if level == 0 { String::new() } else { format!("levels/{level}") },
                volume: self.volume,
                times: &self.store.times,
                scale,
                arrays,
            })
            .collect();
        let fingerprint = self.fingerprint().to_string();
        write_all(&content, &groups, &fingerprint, self.store.multiscale).map_err(failed)?;
        // The target may have been created in the meantime.
        self.file.target()?;
        part.finish(CONTENT).map_err(failed)
    }

    /// Writes a level of an array from the finer one.
    fn write_level(
        &self,
        content: &Path,
        render: &VolumeRender,
        finer: &Array,
        array: &Array,
        time: u32,
    ) -> Result<(), Error> {
        let bricks = array.bricks();
        for brick in (0..bricks.len()).map(|index| bricks.get(index)) {
            if self.context.is_cancelled() {
                return Err(self.context.stopped().into());
            }
            let make = |index| levels::chunk(content, finer, array, time, index);
            render
                .install(|| parallel::try_map(Array::chunks(brick), make))
                .and_then(|chunks| write_files(content, None, array.files(content, time, brick, chunks)))
                .map_err(|source| Error::write(&self.file.path, source))?;
        }
        Ok(())
    }

    /// The fingerprint of the store's bytes, which is the same for all its parts.
    fn fingerprint(&self) -> Fingerprint {
        let Store { times, sharded, multiscale, part: _ } = &self.store;
        let start = Fingerprint::new().with(format_args!(
            "zarr-group {} {sharded} {multiscale} {}\n",
            8 * self.arrays.first().map_or(0, |array| array.description.numbers.width()),
            times.len()
        ));
        let start = start
            .with_numbers(times.iter().map(|time| time.to_bits()))
            .with_text(|out| self.volume.write_canonical(out));
        self.fields.iter().zip(&self.arrays).fold(start, |all, (field, array)| {
            let output = &array.description.output;
            all.with(format_args!("{} {}:{output}\n", field.fingerprint(), output.len()))
                .with_text(|out| array.description.numbers.format.write_canonical(out))
        })
    }
}

/// Writes files to the disk, and creates their folders.
fn write_files(content: &Path, temporary: Option<&Path>, files: Vec<(PathBuf, Vec<u8>)>) -> io::Result<()> {
    for (path, bytes) in &files {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        match temporary {
            Some(temporary) => {
                durable(temporary, bytes)?;
                fs::rename(temporary, path)?;
            }
            None => durable(path, bytes)?,
        }
    }
    // All files of a brick may be in one folder, whose parents may be new too.
    if let Some((path, _)) = files.first() {
        path.ancestors().take_while(|path| *path != content).for_each(flush_folder);
    }
    let folders = files.windows(2).filter(|pair| pair[0].0.parent() != pair[1].0.parent());
    folders.for_each(|pair| flush_folder(&pair[1].0));
    Ok(())
}

/// The rest of the names of a part's files.
fn name_of(part: Part) -> String {
    let (index, count) = part.numbers();
    format!("-{index}-of-{count}")
}

/// Checks the times of a store.
fn check_times(times: &[f32]) -> Result<(), Error> {
    if times.len() > MAX_TIMES {
        return Err(Error::TooLarge(format!("{} times are more than {MAX_TIMES}", times.len())));
    }
    if times.iter().any(|time| !time.is_finite()) || times.windows(2).any(|pair| pair[0] >= pair[1]) {
        let message = "times must be finite and ascend, each above the one before as a 32-bit float";
        return Err(Error::Unsupported(message.to_owned()));
    }
    Ok(())
}

/// Bytes that threads need to make chunks of levels: a finer chunk as bytes and as floats, sums, counts, means and the
/// chunk's bytes.
fn levels_memory(context: &Context, channels: usize) -> u64 {
    let samples = u64::from(EDGE).pow(3);
    samples * (channels as u64 * (4 + 4 + 8 + 4 + 8) + 1) * context.thread_count() as u64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use travertine::Texture;
    use zarrs::storage::StoreKey;
    use zarrs::storage::WritableStorageTraits;
    use zarrs::storage::store::MemoryStore;

    use super::*;

    const TEXT: &str = r#"{
        "format": "travertine", "version": 1,
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 3}}, "place": {"type": "input/position"}},
        "outputs": {"height": {"node": "noise"}, "place": {"node": "place", "output": "position"}}
    }"#;

    /// Copies all files of a folder into a store.
    fn store(store: &MemoryStore, folder: &Path, prefix: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let key = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                self::store(store, &entry.path(), &format!("{key}/"));
            } else {
                let bytes = fs::read(entry.path()).unwrap();
                store.set(&StoreKey::new(key).unwrap(), bytes.into()).unwrap();
            }
        }
    }

    #[test]
    fn arrays_are_read_back_by_another_library() {
        let texture = Texture::parse(TEXT).unwrap();
        let fields = [texture.field("height").unwrap(), texture.field("place").unwrap()];
        let volume = Volume::new(150, 65, 3);
        for (sharded, multiscale) in [(false, false), (true, false), (true, true)] {
            let folder = tempfile::tempdir().unwrap();
            let file = VolumeFile::new(folder.path().join("block.zarr")).unwrap();
            let options = Store { sharded, multiscale, times: vec![0.0, 1.0], part: None };
            let written =
                file.start_store(&fields.each_ref(), volume, &options, &Context::default()).and_then(crate::Job::run);
            assert_eq!(written.unwrap(), Written { clipped: 0, complete: true });
            assert!(crate::store::is_ours(&file.path));
            fs::write(file.path.join("height/c/0/0/0/notes.txt"), "foreign").unwrap();
            assert!(!crate::store::is_ours(&file.path));
            fs::remove_file(file.path.join("height/c/0/0/0/notes.txt")).unwrap();

            let memory = Arc::new(MemoryStore::new());
            store(&memory, &file.path, "");
            for (field, name) in fields.iter().zip(["/height", "/place"]) {
                let array = zarrs::array::Array::open(memory.clone(), name).unwrap();
                let read: Vec<f32> = array.retrieve_array_subset(&array.subset_all()).unwrap();
                let positions: Vec<[f32; 4]> = (0..3)
                    .flat_map(|z| (0..65).flat_map(move |y| (0..150).map(move |x| [x, y, z])))
                    .map(|sample| volume.position(sample))
                    .collect();
                let samples = field.sample(&positions).unwrap();
                let (channels, count) = (field.channels(), positions.len());
                for (index, expected) in (0..count).flat_map(|index| (0..channels).map(move |c| (index, c))).enumerate()
                {
                    let (sample, channel) = expected;
                    let at = if multiscale { channel * count + sample } else { index };
                    assert_eq!(read[at].to_bits(), samples[sample][channel].to_bits(), "{name} {sharded}");
                    assert_eq!(read[count * channels + at].to_bits(), read[at].to_bits());
                }
            }
        }
    }
}
