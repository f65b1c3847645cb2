//! Kernels: outputs of a texture, compiled for a GPU.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use travertine::{Cancel, Coordinates, SiteGrid, Texture};
use travertine_files::Fingerprint;

use crate::batch::{Batch, Buffers, wait};
use crate::device::Device;
use crate::error::Error;
use crate::part::Part;
use crate::specialised::{Compiler, Specialised};

/// Sites of the first batch. A batch has twice or half as many as the one before, as its time suggests.
const FIRST_BATCH: usize = 256;

/// A batch that takes less time is too small to occupy a device.
const SHORT_BATCH: Duration = Duration::from_millis(50);

/// Most batches that wait behind the one that is measured.
const QUEUED_BATCHES: usize = 8;

/// A batch that takes more time may block the screen. Drivers stop those of about two seconds.
const LONG_BATCH: Duration = Duration::from_millis(200);

/// A kernel that has taken more time in the interpreter is worth a shader of its own.
const WORTH_A_SHADER: Duration = Duration::from_secs(2);

/// Outputs of a texture, ready to be evaluated on a GPU.
pub struct Kernel {
    device: Arc<Device>,
    buffers: Arc<Buffers>,
    code: KernelCode,
    outputs: Vec<String>,
    fingerprint: Fingerprint,
    width: usize,
    /// Number of sites of the next batch.
    count: AtomicUsize,
}

/// What evaluates a kernel.
pub(crate) enum KernelCode {
    /// A shader of its own.
    Specialised(Batch),
    /// The interpreter, until a shader of its own is compiled.
    Interpreted {
        batch: Batch,
        specialised: Arc<Specialised>,
        compiler: Arc<Compiler>,
        /// Nanoseconds in the interpreter.
        spent: AtomicU64,
    },
}

impl KernelCode {
    /// What evaluates the next batch, and whether that is the interpreter.
    fn batch(&self) -> (&Batch, bool) {
        match self {
            KernelCode::Specialised(batch) => (batch, false),
            KernelCode::Interpreted { batch, specialised, .. } => {
                specialised.batch().map_or((batch, true), |batch| (batch, false))
            }
        }
    }

    /// Notes time in the interpreter. Software drivers compile a shader when it is used first, which would take longer
    /// than it saves.
    fn spend(&self, time: Duration, device: &Device) {
        if let KernelCode::Interpreted { specialised, compiler, spent, .. } = self {
            let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            let before = spent.fetch_add(time, Ordering::Relaxed);
            if Duration::from_nanos(before.saturating_add(time)) > WORTH_A_SHADER && !device.is_software {
                compiler.request(specialised);
            }
        }
    }
}

impl Kernel {
    pub(crate) fn new(
        device: &Arc<Device>,
        buffers: &Arc<Buffers>,
        texture: &Texture,
        outputs: &[&str],
        code: KernelCode,
    ) -> Result<Kernel, Error> {
        let fields = texture.fields(outputs).map_err(travertine_shader::Error::from)?;
        Ok(Kernel {
            device: Arc::clone(device),
            buffers: Arc::clone(buffers),
            code,
            outputs: outputs.iter().map(|output| (*output).to_owned()).collect(),
            fingerprint: fields.fingerprint(),
            width: fields.width(),
            count: FIRST_BATCH.into(),
        })
    }

    /// Whether the interpreter evaluates the next batch, because no shader of the kernel's own is compiled.
    pub fn is_interpreted(&self) -> bool {
        self.code.batch().1
    }

    /// Starts to compile a shader of the kernel's own, which happens by itself where the interpreter takes seconds.
    /// Nothing waits for it: it evaluates what comes after it is ready.
    pub fn specialise(&self) {
        if let KernelCode::Interpreted { specialised, compiler, .. } = &self.code {
            compiler.request(specialised);
        }
    }

    /// Names of the outputs.
    pub fn outputs(&self) -> &[String] {
        &self.outputs
    }

    /// The fingerprint of the values that it computes.
    pub(crate) fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// Floats per site, of all outputs together: 1 for a float, 3 for a vector, 4 for a color.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Evaluates the outputs at sites: for each site, the floats of all outputs one after the other. Large grids are
    /// divided into batches of a fraction of a second.
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite, or the GPU fails. The contents of `values` are then unspecified.
    ///
    /// # Panics
    ///
    /// If `values` does not have [`Kernel::width`] floats for each site, or the grid has 2^31 columns or more.
    pub fn evaluate(&self, sites: &SiteGrid, values: &mut [f32]) -> Result<(), Error> {
        self.evaluate_until(sites, values, &Cancel::new())
    }

    /// As [`Kernel::evaluate`], until it is cancelled, which leaves the contents of `values` unspecified.
    pub(crate) fn evaluate_until(&self, sites: &SiteGrid, values: &mut [f32], cancel: &Cancel) -> Result<(), Error> {
        assert_eq!(values.len(), sites.len() * self.width, "one float for each component of each value");
        let mut is_checked = None;
        let _alone = self.buffers.use_of.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut first, mut values) = (0, values);
        while first < sites.len() && !cancel.is_cancelled() {
            let (batch, is_interpreted) = self.code.batch();
            // The interpreter and the shader may read other axes.
            if is_checked != Some(is_interpreted) {
                check(batch, sites)?;
                is_checked = Some(is_interpreted);
            }
            let most = self.most(batch);
            let part = part(batch, sites, first, most);
            let (out, rest) = values.split_at_mut(part.count() * self.width);
            let start = Instant::now();
            self.device.checked("to evaluate the texture", || batch.run(&self.device, &self.buffers, &part, out))?;
            let time = start.elapsed();
            if is_interpreted {
                self.code.spend(time, &self.device);
            }
            if time > LONG_BATCH {
                self.count.store(part.count() / 2, Ordering::Relaxed);
            } else if time < SHORT_BATCH && part.count() == most {
                self.count.store(most * 2, Ordering::Relaxed);
            }
            (first, values) = (first + part.count(), rest);
        }
        Ok(())
    }

    /// The time that the GPU takes for all sites, whose values stay there. It uses the size of batches that
    /// [`Kernel::evaluate`] has found.
    ///
    /// # Errors
    ///
    /// As [`Kernel::evaluate`].
    ///
    /// # Panics
    ///
    /// If the grid has 2^31 columns or more.
    pub fn time(&self, sites: &SiteGrid) -> Result<Duration, Error> {
        let batch = self.code.batch().0;
        check(batch, sites)?;
        let _alone = self.buffers.use_of.lock().unwrap_or_else(PoisonError::into_inner);
        let start = Instant::now();
        self.device.checked("to evaluate the texture", || {
            let (mut first, mut submissions) = (0, VecDeque::new());
            while first < sites.len() {
                let part = part(batch, sites, first, self.most(batch));
                submissions.push_back(batch.start(&self.device, &self.buffers, &part));
                first += part.count();
                // The device is never idle, and never has long to go.
                if submissions.len() > QUEUED_BATCHES
                    && let Some(oldest) = submissions.pop_front()
                {
                    wait(&self.device, oldest)?;
                }
            }
            submissions.pop_back().map_or(Ok(()), |last| wait(&self.device, last))
        })?;
        Ok(start.elapsed())
    }

    /// Most sites of the next batch.
    fn most(&self, batch: &Batch) -> usize {
        self.count.load(Ordering::Relaxed).clamp(1, batch.capacity.max(1))
    }
}

/// The sites from `first` on: `most` of them, or fewer if their coordinates do not fit into a batch.
fn part(batch: &Batch, sites: &SiteGrid, first: usize, most: usize) -> Part {
    Part::new(sites, &batch.axes, first, Part::fitting(sites, &batch.axes, first, most))
}

/// Checks that a grid can be evaluated.
fn check(batch: &Batch, sites: &SiteGrid) -> Result<(), Error> {
    assert!(sites.columns() < 1 << 31, "fewer than 2^31 columns");
    for axis in &batch.axes {
        let wrong = |floats: &[f32]| floats.iter().position(|coordinate| !coordinate.is_finite());
        let wrong = match sites.along(*axis) {
            Coordinates::Same(coordinate) => wrong(&[*coordinate]),
            Coordinates::Columns(floats) | Coordinates::Each(floats) => wrong(floats),
            Coordinates::Rows(floats) => wrong(floats).map(|row| row * sites.columns()),
        };
        if let Some(index) = wrong.filter(|_| !sites.is_empty()) {
            return Err(Error::Position { index });
        }
    }
    Ok(())
}
