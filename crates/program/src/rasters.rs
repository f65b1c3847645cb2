//! The rasters that a program samples: programs of their own, over grids of their own.

use crate::axes::Axis;
use crate::bound::Bound;
use crate::interval::Interval;
use crate::operation::{Operation, RasterId, Value};
use crate::program::{Program, RasterSource};
use crate::raster::pass::{Pass, Stop};
use crate::raster::{Grid, Plane, Raster, Sampling};

impl RasterSource {
    /// Where the samples lie.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// What is done with them.
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// What gives the planes: a program whose only output has a float for each of them. Its slots are those of the
    /// program that the source belongs to, and so are the rasters that it samples.
    pub fn planes(&self) -> &Program {
        &self.planes
    }

    /// The values that are to be computed at every sample; the others are the same everywhere, or there already.
    pub fn varying(&self, sources: &[RasterSource]) -> Vec<Value> {
        let varies = |value: &Value| {
            !self.planes.axes[value.index()].is_empty() && self.shared(*value, sources).is_none()
        };
        self.planes.outputs[0].values.iter().copied().filter(varies).collect()
    }

    /// The bytes that it takes to make: the planes that are not the same everywhere, the channels, and what the pass
    /// keeps meanwhile.
    pub fn bytes(&self) -> u64 {
        let planes = &self.planes.outputs[0].values;
        let full = planes.iter().filter(|value| !self.planes.axes[value.index()].is_empty()).count();
        self.floats(full + self.pass.channels() + self.pass.scratch())
    }

    /// The bytes that it takes once it is made: the channels.
    pub fn kept_bytes(&self) -> u64 {
        self.floats(self.pass.channels())
    }

    /// The bytes of so many floats for each sample.
    fn floats(&self, floats: usize) -> u64 {
        (self.grid.samples() * floats * size_of::<f32>()) as u64
    }

    /// Where a plane is a raster over the same samples, it is taken as it is.
    fn shared(&self, value: Value, sources: &[RasterSource]) -> Option<RasterId> {
        let operations = &self.planes.operations;
        let Operation::Raster(id, [x, y]) = operations[value.index()] else { return None };
        let coordinate = |value: Value, axis| operations[value.index()] == Operation::Coordinate(axis);
        let here = coordinate(x, Axis::X) && coordinate(y, Axis::Y);
        (here && sources[id.index()].grid.coincides(self.grid)).then_some(id)
    }

    /// The raster of these values of the slots and of the rasters before it; none if it was stopped.
    ///
    /// `fields` gives, for each of the [`varying`](RasterSource::varying) values, its results at all samples.
    fn make(
        &self,
        sources: &[RasterSource],
        values: &[f32],
        rasters: &[Raster],
        fields: Fields,
        stop: Stop,
    ) -> Option<Raster> {
        let mut fields = fields.into_iter();
        let mut uniform = Vec::new();
        self.planes.evaluate_over(values, rasters, [0.0; 4], &mut uniform);
        let plane = |value: &Value| match self.shared(*value, sources) {
            Some(id) => Plane::Full(rasters[id.index()].channel(id.channel()).to_vec()),
            None if self.planes.axes[value.index()].is_empty() => Plane::Uniform(uniform[value.index()]),
            None => Plane::Full(fields.next().unwrap_or_default()),
        };
        let planes: Vec<Plane> = self.planes.outputs[0].values.iter().map(plane).collect();
        Some(Raster::new(self.grid, self.pass.run(self.grid, &planes, stop)?))
    }

    fn intervals(&self, slots: &[Interval], rasters: &[Vec<Interval>]) -> Vec<Interval> {
        let along = |units: u32| Interval { min: 0.0, max: units as f32 };
        let position =
            [along(self.grid.across), along(self.grid.down), Interval::point(0.0), Interval::point(0.0)];
        let results = self.planes.intervals_over(slots, rasters, position);
        let planes: Vec<Interval> =
            self.planes.outputs[0].values.iter().map(|value| results[value.index()]).collect();
        (0..self.pass.channels())
            .map(|channel| {
                let samples = self.pass.interval(channel, &planes);
                match self.grid.sampling {
                    Sampling::Linear => samples,
                    Sampling::Cubic => samples.beyond(Sampling::OVERSHOOT),
                }
            })
            .collect()
    }
}

/// One field for each value that was asked for: its results at all samples, row by row.
pub type Fields = Vec<Vec<f32>>;

impl Program {
    /// Makes the rasters unless they are there; false if it was stopped.
    ///
    /// `fields` gives, for a source and the rasters before it, the results of each of its
    /// [`varying`](RasterSource::varying) values, in their order. None if it was stopped.
    pub fn make_rasters(
        &self,
        bound: &Bound,
        fields: &dyn Fn(&RasterSource, &[Raster]) -> Option<Fields>,
        stop: Stop,
    ) -> bool {
        if bound.rasters.get().is_some() {
            return true;
        }
        let mut rasters = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            let made = fields(source, &rasters)
                .and_then(|fields| source.make(&self.rasters, bound.values(), &rasters, fields, stop));
            match made {
                Some(raster) => rasters.push(raster),
                None => return false,
            }
        }
        // Somebody else may have made the same meanwhile.
        let _ = bound.rasters.set(rasters);
        true
    }

    /// The rasters, made sample by sample if they are not there.
    pub(crate) fn rasters_of<'a>(&self, bound: &'a Bound) -> &'a [Raster] {
        if self.rasters.is_empty() {
            return &[];
        }
        self.make_rasters(bound, &|source, rasters| Some(self.fields(source, bound, rasters)), &|| false);
        bound.rasters().unwrap_or_default()
    }

    fn fields(&self, source: &RasterSource, bound: &Bound, rasters: &[Raster]) -> Fields {
        let varying = source.varying(&self.rasters);
        let mut fields = vec![Vec::with_capacity(source.grid.samples()); varying.len()];
        let mut results = Vec::new();
        for sample in 0..source.grid.samples() {
            if varying.is_empty() {
                break;
            }
            let [x, y] = source.grid.place(sample);
            source.planes.evaluate_over(bound.values(), rasters, [x, y, 0.0, 0.0], &mut results);
            fields.iter_mut().zip(&varying).for_each(|(field, value)| field.push(results[value.index()]));
        }
        fields
    }

    /// What each channel of each raster lies in.
    pub(crate) fn raster_intervals(&self, slots: &[Interval]) -> Vec<Vec<Interval>> {
        let mut intervals = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            intervals.push(source.intervals(slots, &intervals));
        }
        intervals
    }
}
