//! The rasters that a program samples: programs of their own over grids of their own.

use travertine_noise::{Interval, Level};
use travertine_raster::pass::{Pass, Stop};
use travertine_raster::{Edge, Grid, Plane, Raster};

use crate::axes::Axis;
use crate::bound::Bound;
use crate::operation::{Operation, RasterId, Value};
use crate::program::{Program, RasterSource};
use crate::raster_intervals::ChannelIntervals;

impl RasterSource {
    /// Grid of the raster.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Pass that makes the raster.
    pub fn pass(&self) -> Pass {
        self.pass
    }

    /// Program of the pass's input planes. Its only output has a float for each plane. Slots and sampled rasters are
    /// those of the program that the source belongs to.
    pub fn planes(&self) -> &Program {
        &self.planes
    }

    /// The values that must be computed at every sample. Other planes are uniform, or channels of an earlier raster.
    pub fn varying(&self, sources: &[RasterSource]) -> Vec<Value> {
        let varies =
            |value: &Value| !self.planes.axes[value.index()].is_empty() && self.shared(*value, sources).is_none();
        self.planes.outputs[0].values.iter().copied().filter(varies).collect()
    }

    /// Memory for making the raster on a number of threads, in bytes: planes that vary, channels, and the pass's own
    /// memory.
    pub fn bytes(&self, threads: usize) -> u64 {
        let planes = &self.planes.outputs[0].values;
        let full = planes.iter().filter(|value| !self.planes.axes[value.index()].is_empty()).count();
        let cost = self.pass.cost(self.grid);
        let threads = threads.saturating_mul(cost.of_thread * size_of::<f32>());
        self.floats(full + cost.kept + cost.scratch).saturating_add(threads as u64)
    }

    /// Memory of the finished raster, in bytes.
    pub fn kept_bytes(&self) -> u64 {
        self.floats(self.pass.cost(self.grid).kept)
    }

    /// Size of a number of floats for each sample, in bytes.
    fn floats(&self, floats: usize) -> u64 {
        (self.grid.samples() * floats * size_of::<f32>()) as u64
    }

    /// The channel of an earlier raster that a plane equals sample for sample, if there is one.
    fn shared(&self, value: Value, sources: &[RasterSource]) -> Option<RasterId> {
        let operations = &self.planes.operations;
        let Operation::Raster(id, [x, y]) = operations[value.index()] else { return None };
        let coordinate = |value: Value, axis| operations[value.index()] == Operation::Coordinate(axis);
        let here = coordinate(x, Axis::X) && coordinate(y, Axis::Y) && id.orders() == [0; 2];
        (here && sources[id.index()].grid.coincides(self.grid)).then_some(id)
    }

    /// Makes the raster of a program with these `sources` from the slots' floats and the earlier rasters; `None` if
    /// stopped.
    ///
    /// `fields` holds the results of each of the [`varying`](RasterSource::varying) values, in their order, at all
    /// samples. The pass runs at `level`.
    pub fn make(
        &self,
        sources: &[RasterSource],
        values: &[f32],
        rasters: &[Raster],
        fields: Fields,
        level: Level,
        stop: Stop,
    ) -> Option<Raster> {
        let mut fields = fields.into_iter();
        let mut uniform = Vec::new();
        self.planes.evaluate_over(values, rasters, &[0.0; 4].into(), &mut uniform);
        let plane = |value: &Value| match self.shared(*value, sources) {
            Some(id) => rasters[id.index()].channel(id.channel()).clone(),
            None if self.planes.axes[value.index()].is_empty() => Plane::Uniform(uniform[value.index()]),
            None => Plane::Full(fields.next().unwrap_or_default()),
        };
        let planes: Vec<Plane> = self.planes.outputs[0].values.iter().map(plane).collect();
        Some(Raster::new(self.grid, self.pass.run(self.grid, &planes, level, stop)?))
    }

    fn intervals(&self, slots: &[Interval], rasters: &[ChannelIntervals]) -> ChannelIntervals {
        let along = |units: u32| Interval { min: 0.0, max: units as f32 };
        let position = [along(self.grid.across), along(self.grid.down), Interval::point(0.0), Interval::point(0.0)];
        let results = self.planes.intervals_over(slots, rasters, position);
        let planes: Vec<Interval> = self.planes.outputs[0].values.iter().map(|value| results[value.index()]).collect();
        let channels = (0..self.pass.channels()).map(|channel| self.pass.interval(channel, &planes)).collect();
        ChannelIntervals { grid: self.grid, channels }
    }
}

/// Results of several values at all samples of a grid, row by row.
pub type Fields = Vec<Vec<f32>>;

impl Program {
    /// The units right and down from the origin that its rasters cover, if it samples some at unchanged x and y and
    /// they do not repeat: beyond, it shows the values of their border.
    pub fn covered(&self) -> Option<[u32; 2]> {
        let is = |value: Value, axis| self.operations[value.index()] == Operation::Coordinate(axis);
        let grids = self.operations.iter().filter_map(|operation| match operation {
            Operation::Raster(id, [x, y]) if is(*x, Axis::X) && is(*y, Axis::Y) => Some(self.rasters[id.index()].grid),
            _ => None,
        });
        let bounded = grids.filter(|grid| grid.edge == Edge::Extend).map(|grid| [grid.across, grid.down]);
        bounded.reduce(|[across, down], [x, y]| [across.min(x), down.min(y)])
    }

    /// The [origin](Program::origins) of a raster, by its index: that of the first operation that samples it.
    pub fn origin_of(&self, raster: usize) -> Option<u32> {
        let samples = |operation: &Operation| matches!(operation, Operation::Raster(id, _) if id.index() == raster);
        // A raster that no output samples is read by a later one.
        let programs = std::iter::once(self).chain(self.rasters.iter().map(RasterSource::planes));
        let mut found = programs.filter_map(|program| {
            let index = program.operations.iter().position(samples)?;
            program.origins[index]
        });
        found.next()
    }

    /// Makes the rasters unless they exist; false if stopped.
    ///
    /// `make` receives a source and the earlier rasters, and returns the source's raster; `None` if stopped.
    pub fn make_rasters(
        &self,
        bound: &Bound,
        mut make: impl FnMut(&RasterSource, &[Raster]) -> Option<Raster>,
    ) -> bool {
        if bound.rasters.get().is_some() {
            return true;
        }
        let mut rasters = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            match make(source, &rasters) {
                Some(raster) => rasters.push(raster),
                None => return false,
            }
        }
        // Another thread may have made the same rasters meanwhile.
        let _ = bound.rasters.set(rasters);
        true
    }

    /// The rasters, which are made sample by sample if they do not exist.
    pub(crate) fn rasters_of<'a>(&self, bound: &'a Bound) -> &'a [Raster] {
        if self.rasters.is_empty() {
            return &[];
        }
        self.make_rasters(bound, |source, rasters| {
            let fields = self.fields(source, bound, rasters);
            source.make(&self.rasters, bound.values(), rasters, fields, Level::Scalar, &|| false)
        });
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
            let [x, y] = source.grid.position(sample);
            source.planes.evaluate_over(bound.values(), rasters, &[x, y, 0.0, 0.0].into(), &mut results);
            fields.iter_mut().zip(&varying).for_each(|(field, value)| field.push(results[value.index()]));
        }
        fields
    }

    /// Interval of each channel of each raster.
    pub(crate) fn raster_intervals(&self, slots: &[Interval]) -> Vec<ChannelIntervals> {
        let mut intervals = Vec::with_capacity(self.rasters.len());
        for source in &self.rasters {
            intervals.push(source.intervals(slots, &intervals));
        }
        intervals
    }
}
