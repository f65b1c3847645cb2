//! Rasters kept from one render to the next.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use travertine_parallel as parallel;
use travertine_program::RasterKey;
use travertine_raster::Raster;
use travertine_raster::pass::{Pass, Watch};

use crate::cancel::Cancel;

/// Interval at which a thread that waits for another's raster looks whether it is cancelled.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Memory of an entry besides its planes, in bytes.
const ENTRY: u64 = 1 << 10;

/// Rasters kept from one render to the next, such as eroded land: renders whose [contexts](crate::Context::rasters)
/// share it compute each raster once, also in different programs. A raster has the same bits with and without it.
///
/// It holds a number of bytes; the rasters that were not used for the longest time make room for others. While a raster
/// is being computed, others that need it wait.
#[derive(Debug)]
pub struct RasterCache {
    limit: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    kept: HashMap<RasterKey, Kept>,
    bytes: u64,
    /// Number of uses so far.
    uses: u64,
    /// Oldest first.
    computing: Vec<(RasterKey, Arc<Computing>)>,
    wanted: HashSet<RasterKey>,
}

#[derive(Debug)]
struct Kept {
    raster: Raster,
    used: u64,
}

#[derive(Debug)]
struct Computing {
    pass: Pass,
    /// The bits of the fraction that is done.
    fraction: AtomicU32,
}

/// A raster that is being computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RasterProgress {
    /// The pass that makes it.
    pub pass: Pass,
    /// The fraction that is done, from 0 to 1; it stays 0 in passes of a single round.
    pub fraction: f32,
}

impl RasterCache {
    /// An empty cache that keeps at most this number of bytes.
    pub fn new(bytes: u64) -> RasterCache {
        RasterCache { limit: bytes, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Sets the rasters that are completed even if the render that makes them is cancelled, because another will need
    /// them. They replace those set before. Returns whether all rasters that are being computed are among them.
    pub fn set_wanted(&self, rasters: impl IntoIterator<Item = RasterKey>) -> bool {
        let mut state = self.lock();
        state.wanted = rasters.into_iter().collect();
        state.computing.iter().all(|(key, _)| state.wanted.contains(key))
    }

    /// The raster that is being computed; the first, if there are several.
    pub fn progress(&self) -> Option<RasterProgress> {
        let state = self.lock();
        let (_, computing) = state.computing.first()?;
        let fraction = f32::from_bits(computing.fraction.load(Ordering::Relaxed));
        Some(RasterProgress { pass: computing.pass, fraction })
    }

    /// A raster, if it is kept.
    pub(crate) fn kept(&self, key: RasterKey) -> Option<Raster> {
        self.lock().take(key)
    }

    /// A raster, made by `make` unless it is kept; `None` if stopped.
    pub(crate) fn get(
        &self,
        key: RasterKey,
        pass: Pass,
        cancel: &Cancel,
        make: impl FnOnce(&dyn Watch) -> Option<Raster>,
    ) -> Option<Raster> {
        // A thread of a pool must not wait: it may be what the maker waits for.
        let may_wait = !parallel::is_inside();
        let mut state = self.lock();
        loop {
            if let Some(raster) = state.take(key) {
                return Some(raster);
            }
            if !may_wait || state.computing.iter().all(|(other, _)| *other != key) {
                break;
            }
            if cancel.is_cancelled() {
                return None;
            }
            let woken = self.changed.wait_timeout(state, CANCEL_POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner);
            state = woken.0;
        }
        let computing = Arc::new(Computing { pass, fraction: AtomicU32::default() });
        state.computing.push((key, Arc::clone(&computing)));
        drop(state);
        let work = Work { cache: self, key, computing, cancel };
        let raster = make(&work)?;
        self.lock().keep(key, raster.clone(), self.limit);
        Some(raster)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, key: RasterKey) -> Option<Raster> {
        let kept = self.kept.get_mut(&key)?;
        self.uses += 1;
        kept.used = self.uses;
        Some(kept.raster.clone())
    }

    fn keep(&mut self, key: RasterKey, raster: Raster, limit: u64) {
        let bytes = size(&raster);
        if bytes > limit || self.kept.contains_key(&key) {
            return;
        }
        while self.bytes + bytes > limit {
            let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(key, _)| *key);
            let Some(removed) = oldest.and_then(|oldest| self.kept.remove(&oldest)) else { break };
            self.bytes -= size(&removed.raster);
        }
        self.uses += 1;
        self.bytes += bytes;
        self.kept.insert(key, Kept { raster, used: self.uses });
    }
}

fn size(raster: &Raster) -> u64 {
    raster.bytes() + ENTRY
}

/// A raster that is being computed. Its end, even by a panic, lets others compute it.
struct Work<'a> {
    cache: &'a RasterCache,
    key: RasterKey,
    computing: Arc<Computing>,
    cancel: &'a Cancel,
}

impl Watch for Work<'_> {
    fn stops(&self) -> bool {
        self.cancel.is_cancelled() && !self.cache.lock().wanted.contains(&self.key)
    }

    fn reached(&self, fraction: f32) {
        self.computing.fraction.store(fraction.to_bits(), Ordering::Relaxed);
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        self.cache.lock().computing.retain(|(_, computing)| !Arc::ptr_eq(computing, &self.computing));
        self.cache.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    use travertine_program::{Axis, Bound, Builder, Program, Slot, Type};
    use travertine_raster::pass::Thermal;
    use travertine_raster::{Edge, Grid, Plane, Sampling};

    use super::*;
    use crate::context::Context;
    use crate::domain::Slice;
    use crate::error::RenderError;
    use crate::renderer::Render;

    const GRID: Grid = Grid { resolution: 16, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Linear };
    const PASS: Pass = Pass::Thermal(Thermal { iterations: 8 });

    /// Thermal erosion of a slope with a parameter.
    fn program() -> Program {
        let builder = Builder::new();
        let at = [builder.coordinate(Axis::X), builder.coordinate(Axis::Y)];
        let height = at[0] * builder.parameter(Slot { parameter: 0, component: 0 });
        let controls = [0.1, 0.5].map(|value| builder.constant(value));
        let land = builder.raster(GRID, PASS, &[height, controls[0], controls[1]], at)[0];
        builder.finish(&[("land".to_owned(), Type::Float, vec![land.value()])]).unwrap()
    }

    fn key(number: u8) -> RasterKey {
        program().raster_keys(&vec![f32::from(number)].into())[0]
    }

    fn raster(value: f32) -> Raster {
        Raster::new(GRID, vec![Plane::Full(vec![value; GRID.samples()])])
    }

    fn get(cache: &RasterCache, number: u8, made: &AtomicUsize) -> Option<Raster> {
        cache.get(key(number), PASS, &Cancel::new(), |_| {
            made.fetch_add(1, Ordering::Relaxed);
            Some(raster(f32::from(number)))
        })
    }

    #[test]
    fn the_rasters_used_last_are_kept() {
        let (cache, made) = (RasterCache::new(2 * size(&raster(0.0))), AtomicUsize::new(0));
        for number in [1, 2, 1, 3, 1, 2] {
            assert_eq!(get(&cache, number, &made), Some(raster(f32::from(number))));
            assert!(cache.lock().bytes <= cache.limit);
        }
        assert_eq!(made.into_inner(), 4, "2 made room for 3");
        let (small, made) = (RasterCache::new(10), AtomicUsize::new(0));
        assert_eq!([(); 2].map(|()| get(&small, 1, &made)), [const { None::<()> }; 2].map(|_| Some(raster(1.0))));
        assert_eq!(made.into_inner(), 2, "it is larger than the cache");
    }

    #[test]
    fn two_that_need_a_raster_make_it_once() {
        let (cache, made) = (RasterCache::new(1 << 20), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let made = |_: &dyn Watch| {
                        made.fetch_add(1, Ordering::Relaxed);
                        thread::sleep(Duration::from_millis(50));
                        Some(raster(7.0))
                    };
                    assert_eq!(cache.get(key(7), PASS, &Cancel::new(), made), Some(raster(7.0)));
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
        assert_eq!(cache.progress(), None);
    }

    #[test]
    fn a_stopped_raster_leaves_nothing_and_a_wanted_one_is_completed() {
        let (cache, cancel) = (RasterCache::new(1 << 20), Cancel::new());
        cancel.cancel();
        let watched = |watch: &dyn Watch| {
            watch.reached(0.5);
            assert_eq!(cache.progress(), Some(RasterProgress { pass: PASS, fraction: 0.5 }));
            (!watch.stops()).then(|| raster(7.0))
        };
        assert_eq!(cache.get(key(7), PASS, &cancel, watched), None);
        assert_eq!((cache.progress(), cache.lock().kept.len()), (None, 0));
        cache.set_wanted([key(7)]);
        assert_eq!(cache.get(key(7), PASS, &cancel, watched), Some(raster(7.0)));
    }

    #[test]
    fn renders_share_rasters_and_keep_their_bits() {
        let (program, cache) = (program(), Arc::new(RasterCache::new(1 << 20)));
        let render = |slope: f32, context: &Context| {
            let bound = Bound::from(vec![slope]);
            Render::new(&program, &bound, Slice::new(20, 10), None, context).unwrap().image().unwrap()
        };
        let context = Context::default().rasters(&cache);
        for slope in [1.0, 2.0, 1.0] {
            assert_eq!(render(slope, &context), render(slope, &Context::default()));
        }
        assert_eq!(cache.lock().kept.len(), 2);
    }

    #[test]
    fn a_context_of_kept_rasters_makes_none() {
        let (program, cache) = (program(), Arc::new(RasterCache::new(1 << 20)));
        let context = Context::default().rasters(&cache);
        let render = |slope: f32, context: &Context| {
            let bound = Bound::from(vec![slope]);
            Render::new(&program, &bound, Slice::new(20, 10), None, context)?.image()
        };
        let known = render(1.0, &context).unwrap();
        let context = context.kept_rasters_only(true);
        assert_eq!(render(1.0, &context).unwrap(), known);
        assert!(matches!(render(2.0, &context), Err(RenderError::Cancelled)));
        assert_eq!(cache.lock().kept.len(), 1);
        assert!(render(2.0, &context.kept_rasters_only(false)).is_ok());
    }
}
