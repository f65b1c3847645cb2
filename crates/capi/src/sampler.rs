//! The object behind `travertine_sampler`: fields with their sampler, and the options of its calls.

use self_cell::self_cell;
use travertine::stages::graph::json::{Value, parse};
use travertine::stages::render::RenderError;
use travertine::{Cancel, Error, Fields, Sampler, Texture};

use crate::border::Options;
use crate::failure::Failure;
use crate::options::{self, Listener, Progress};

/// Positions between two looks at the flag.
const PART: usize = 1 << 14;

self_cell!(
    struct Prepared {
        owner: Fields,
        #[not_covariant]
        dependent: Sampler,
    }
);

pub struct OwnedSampler {
    prepared: Prepared,
    channels: usize,
    /// The flag of the caller's options.
    cancel: Option<Cancel>,
    listener: Option<Listener>,
}

impl OwnedSampler {
    /// Prepares fields with the options.
    ///
    /// # Errors
    ///
    /// If the options are wrong, a limit is exceeded, or it is cancelled.
    pub fn new(fields: Fields, options: Option<&Options>) -> Result<OwnedSampler, Failure> {
        let (context, _) = options::context(options)?;
        let cancel = options::flag(options);
        let prepared = Prepared::try_new(fields, |fields| fields.sampler(&context))?;
        let channels = prepared.with_dependent(|_, sampler| sampler.width());
        Ok(OwnedSampler { prepared, channels, cancel, listener: Listener::new(options) })
    }

    /// Prepares an output, the first if there is none, with its derivatives by the position and by the parameters, of
    /// which there is a list in JSON.
    ///
    /// # Errors
    ///
    /// If the output or the parameters are wrong, and as [`OwnedSampler::new`].
    pub fn with_gradient(
        texture: &Texture,
        output: Option<&str>,
        parameters: &str,
        options: Option<&Options>,
    ) -> Result<OwnedSampler, Failure> {
        let wrong = || {
            let expected = r#"expected a list of names in JSON, such as ["scale", "tint"]"#;
            Failure::call(format!("`parameters` is {parameters}; {expected}"))
        };
        let Ok(Value::List(items)) = parse(parameters.as_bytes()).map(|parsed| Value::from(parsed.root)) else {
            return Err(wrong());
        };
        let names = items.iter().map(Value::as_text).collect::<Option<Vec<_>>>().ok_or_else(wrong)?;
        let output = output.or_else(|| texture.outputs().next());
        OwnedSampler::new(texture.gradients(output.as_slice(), &names)?, options)
    }

    /// Floats at a position.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// Evaluates the fields at positions.
    ///
    /// # Errors
    ///
    /// If a position is not finite, or it is cancelled.
    ///
    /// # Panics
    ///
    /// If `values` does not have as many floats for each position as there are channels.
    pub fn sample(&self, positions: &[[f32; 4]], values: &mut [f32]) -> Result<(), Failure> {
        if let Some(index) = positions.iter().position(|position| position.iter().any(|c| !c.is_finite())) {
            return Err(Error::from(RenderError::Position { index }).into());
        }
        // Without a flag of the caller, a progress function stops its own call alone.
        let cancel = self.cancel.clone().unwrap_or_default();
        let total = positions.len() as u64;
        let listener = self.listener.as_ref();
        let progress = listener.map(|listener| Progress::new(listener, cancel.clone(), total));
        for (positions, values) in positions.chunks(PART).zip(values.chunks_mut(PART * self.channels)) {
            if cancel.is_cancelled() {
                return Err(Error::Cancelled.into());
            }
            self.prepared.with_dependent(|_, sampler| sampler.sample(positions, values)).map_err(Error::from)?;
            if let Some(progress) = &progress {
                progress.advance(positions.len() as u64);
            }
        }
        Ok(())
    }
}
