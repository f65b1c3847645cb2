//! Starts or continues jobs.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use travertine::{Context, Field, Format, Level, Type, Volume};
use travertine_files::{Fingerprint, PartialOutput, resolve, resolve_folder};

use crate::bricks::Bricks;
use crate::description::Description;
use crate::file::{VolumeFile, VolumeFormat};
use crate::format::flat::{Flat, Order};
use crate::format::{atlas, dds, df3, nrrd, raw, slices};
use crate::job::{FileJob, Finish, Job, Work};
use crate::journal::{CONTENT, FINISHED, Journal};
use crate::numbers::Numbers;
use crate::store::job::StoreJob;
use crate::store::{self, Store};
use crate::writing::{BRICK_COPIES, LIST_BYTES};
use crate::{Bits, Error};

/// Temporary name of a raw volume's description.
const DESCRIPTION: &str = "description";

impl VolumeFile {
    /// Starts a job that writes a volume of a field, or continues its partial output.
    ///
    /// # Errors
    ///
    /// If the format cannot hold the volume, a limit is exceeded, a foreign file is in the way, or another process
    /// writes the same volume.
    pub fn start<'f>(&self, field: &'f Field, volume: Volume, context: &Context<'f>) -> Result<Job<'f>, Error> {
        if self.format == VolumeFormat::Zarr {
            return self.start_store(&[field], volume, &Store::default(), context);
        }
        volume.check()?;
        let bricks = match self.format {
            VolumeFormat::Slices => Bricks::new(&volume, [volume.width, volume.height, 1]),
            _ => Bricks::runs(&volume, field.value_type().width()),
        };
        let render = field.prepare_volume_file(volume, bricks.full_size(), context)?;
        // A command must not silently start on days of work.
        let estimate = render.estimate();
        context.check_work(estimate.work)?;
        let numbers = self.numbers(render.format(), context.simd_level())?;
        let description = Description { volume, output: field.name().to_owned(), numbers };
        let header = self.header(&description)?;
        let order = match self.format {
            VolumeFormat::Atlas => Order::Atlas { columns: atlas::columns(&volume)? },
            // In POV-Ray, y runs up.
            VolumeFormat::Df3 => Order::Upward,
            _ => Order::Plain,
        };
        let length = match self.format {
            VolumeFormat::Slices => 0,
            _ => order.length(&header, &volume, &numbers)?,
        };
        match self.format {
            VolumeFormat::Slices => drop(field.prepare_file(volume.slice(0), None, context)?),
            _ => {
                let lists = LIST_BYTES.saturating_mul(bricks.len() as u64);
                let copies = BRICK_COPIES.saturating_mul(bricks.bytes(numbers.format.channels()));
                render.keep(copies.saturating_add(lists))?;
            }
        }

        // Nothing is written before this point.
        let target = self.target()?;
        let part = PartialOutput::open(&target, self.fingerprint(field, &description))?;
        let failed = |source| Error::write(&self.path, source);
        let journal = match Journal::open(&part, bricks.len()) {
            Ok(journal) => journal,
            Err(source) => {
                part.leave();
                return Err(failed(source));
            }
        };
        let content = part.path(CONTENT);
        let work = match self.format {
            VolumeFormat::Slices => slices::open(&content, &description).map(|()| Work::Slices(field)),
            _ => Flat::open(&content, &header, length, volume, numbers, order)
                .map(|flat| Work::Bricks(Box::new(render), flat)),
        };
        let work = match work {
            Ok(work) => work,
            Err(source) => {
                if journal.is_empty() {
                    part.remove();
                }
                return Err(failed(source));
            }
        };
        let finish: Finish = match (self.format, order) {
            (VolumeFormat::Raw, _) => {
                Box::new(move |part, _| raw::describe(&target, &part.path(DESCRIPTION), &description))
            }
            (_, Order::Atlas { columns }) => Box::new(move |part, context| {
                atlas::encode(&part.path(CONTENT), &part.path(FINISHED), &description, columns, context)
            }),
            _ => Box::new(|_, _| Ok(())),
        };
        let (file, context) = (self.clone(), context.clone());
        Ok(FileJob { file, context, volume, bricks, part, journal, work, estimate, finish }.into())
    }

    /// Starts a job that writes a Zarr store of several fields of one texture, or continues its partial output. The
    /// store is a group with an array for each field and the coordinates x, y, z and time.
    ///
    /// Processes that each write a [part](Store::part) of one store may run at the same time; the bytes are those that
    /// one process writes. The last of them completes the store.
    ///
    /// # Errors
    ///
    /// As [`VolumeFile::start`]; also if there is no field, the times do not ascend or are more than
    /// [`MAX_TIMES`](crate::MAX_TIMES), or the file is not a `.zarr`.
    pub fn start_store<'f>(
        &self,
        fields: &[&'f Field],
        volume: Volume,
        store: &Store,
        context: &Context<'f>,
    ) -> Result<Job<'f>, Error> {
        if self.format != VolumeFormat::Zarr {
            let message = "only a .zarr holds several outputs or times, levels, shards or parts";
            return Err(Error::Unsupported(message.to_owned()));
        }
        Ok(StoreJob::start(self, fields, volume, store, context)?.into())
    }

    /// The encoding of samples.
    pub(crate) fn numbers(&self, format: Format, level: Level) -> Result<Numbers, Error> {
        let numbers = Numbers::new(format, self.bits, level);
        let refused = |message: &str| Err(Error::Unsupported(message.to_owned()));
        match self.format {
            VolumeFormat::Dds => Ok(Numbers { four: true, ..numbers }),
            VolumeFormat::Df3 if format.value_type != Type::Float => {
                refused("a .df3 cannot hold vectors or colors; choose an output that is a float")
            }
            VolumeFormat::Df3 => Ok(Numbers { whole: true, big_endian: true, ..numbers }),
            VolumeFormat::Slices | VolumeFormat::Atlas if self.bits == Bits::ThirtyTwo => {
                refused("a PNG has 8 or 16 bits per channel; for floats, choose .zarr, .nrrd, .dds or .raw")
            }
            VolumeFormat::Slices | VolumeFormat::Atlas => {
                Ok(Numbers { big_endian: true, srgb: format.value_type == Type::Color, ..numbers })
            }
            VolumeFormat::Zarr | VolumeFormat::Nrrd | VolumeFormat::Raw => Ok(numbers),
        }
    }

    /// The header of a flat file.
    fn header(&self, description: &Description) -> Result<Vec<u8>, Error> {
        Ok(match self.format {
            VolumeFormat::Nrrd => nrrd::header(description),
            VolumeFormat::Dds => dds::header(description),
            VolumeFormat::Df3 => df3::header(description)?,
            VolumeFormat::Raw | VolumeFormat::Atlas | VolumeFormat::Zarr | VolumeFormat::Slices => Vec::new(),
        })
    }

    /// The path of the volume, which is free or may be replaced.
    pub(crate) fn target(&self) -> Result<PathBuf, Error> {
        let failed = |source| Error::write(&self.path, source);
        let is_ours = match self.format {
            VolumeFormat::Zarr => store::is_ours,
            VolumeFormat::Slices => slices::is_ours,
            format => {
                let (target, _) = resolve(&self.path).map_err(failed)?;
                if format == VolumeFormat::Raw {
                    raw::check(&target)?;
                }
                return Ok(target);
            }
        };
        let target = resolve_folder(&self.path).map_err(failed)?;
        match fs::read_dir(&target).map(|mut entries| entries.next().is_none()) {
            Ok(empty) if empty || is_ours(&target) => Ok(target),
            Ok(_) => {
                let what = "is a folder that contains other files";
                Err(travertine_files::Error::InTheWay { path: self.path.clone(), what }.into())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(target),
            Err(error) => Err(failed(error)),
        }
    }

    /// The fingerprint of the volume's bytes.
    fn fingerprint(&self, field: &Field, description: &Description) -> Fingerprint {
        // The rest of the description follows from these.
        let Description { volume, output, numbers } = description;
        let (format, bits) = (self.format.name(), 8 * numbers.width());
        field
            .fingerprint()
            .with(format_args!("volume-file {format} {bits} {}:{output}\n", output.len()))
            .with_text(|out| numbers.format.write_canonical(out))
            .with_text(|out| volume.write_canonical(out))
    }
}

#[cfg(test)]
mod tests {
    use travertine::Texture;

    use super::*;

    #[test]
    fn the_number_of_samples_is_limited_by_memory_only() {
        let folder = tempfile::tempdir().unwrap();
        let texture = Texture::parse(
            r#"{
                "format": "travertine", "version": 1,
                "nodes": {"noise": {"type": "noise/perlin"}}, "outputs": {"height": {"node": "noise"}}
            }"#,
        );
        let field = texture.unwrap().first_field().unwrap();
        let start = |name: &str, [width, height, depth]: [u32; 3]| {
            let file = VolumeFile::new(folder.path().join(name)).unwrap();
            let context = Context::default().memory(1 << 30).work(u64::MAX);
            let job = file.start(&field, Volume::new(width, height, depth), &context)?;
            Ok::<u64, Error>(job.samples())
        };
        // 16 TiB of floats.
        assert_eq!(start("large.zarr", [1 << 14; 3]).unwrap(), 1 << 42);
        // Too many bricks for the lists in memory.
        assert!(matches!(start("larger.zarr", [1 << 20; 3]), Err(Error::Texture(_))));
        assert!(matches!(start("larger.raw", [1 << 20; 3]), Err(Error::Texture(_))));
    }
}
