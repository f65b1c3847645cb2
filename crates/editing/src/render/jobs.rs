//! The jobs of the worker: rendering, and reporting the results.

use std::sync::Arc;

use travertine::stages::render::{RenderCache, RenderError};
use travertine::{Cancel, Context, Field, Profile, Slice, Texture};
use travertine_presentation::{Display, DisplayRange, Socket};
use travertine_shape::Surface;

use super::device::{Groups, Known};
use super::picture::{Outcome, Picture, Rendered};
use super::scheduler::{AT_ONCE, Job, PictureKey, ThumbnailState, ViewCache};
use super::share::context;
use super::snapshot::{SHOWN, Snapshot};
use super::view::{Subject, View};
use super::viewport::Viewport;
use super::worker::Shared;
use travertine_edits::Refusal;

/// Maximum number of bytes that each stage of a view keeps for the next picture.
const KEPT: u64 = 256 << 20;

impl Shared {
    fn context(&self, cancel: &Cancel) -> Context<'static> {
        let is_stopped = self.lock().is_stopped;
        context(self.memory, cancel).rasters(&self.rasters).kept_rasters_only(is_stopped)
    }

    pub fn view(&self, view: u32, wanted: &View, factor: u32, revision: u64, snapshot: &Snapshot, cancel: &Cancel) {
        let key = snapshot.key(wanted);
        let viewport = wanted.viewport.coarser(factor);
        let made = match self.rendered(view, wanted, factor, key.as_ref(), snapshot, cancel) {
            Ok(Some(made)) => made,
            Ok(None) => return,
            Err(refusal) => return self.view_failed(view, wanted, revision, refusal),
        };
        let values = (!viewport.is_solid()).then(|| Arc::clone(&made.image));
        let picture = Arc::new(Picture { values, ..made.picture(&wanted.display) });
        self.tell(|scheduler| {
            let Some(key) = key.filter(|_| scheduler.views.contains_key(&view)) else { return };
            let shown = scheduler.view_caches.entry(view).or_default();
            let pace = &mut shown.paces[usize::from(viewport.is_solid())];
            // Small pictures take longer per sample. Their pace is used only while there is no better one, or if it
            // shows that a picture is slower than expected.
            if factor == 1 || pace.is_none() || made.took > AT_ONCE {
                *pace = Some(made.took.as_secs_f64() / viewport.points());
            }
            shown.rendered = Some((key, wanted.viewport.clone(), factor, made));
            shown.display = wanted.display;
            shown.failed = None;
            scheduler.outcomes.push(Outcome::View { view, viewport, is_final: factor == 1, picture: Ok(picture) });
        });
    }

    /// The picture of a view, rendered if necessary; `None` if it was cancelled.
    fn rendered(
        &self,
        view: u32,
        wanted: &View,
        factor: u32,
        key: Option<&PictureKey>,
        snapshot: &Snapshot,
        cancel: &Cancel,
    ) -> Result<Option<Arc<Rendered>>, Refusal> {
        let known = self.lock().view_caches.get(&view).and_then(|made| {
            let same = made.rendered.as_ref().filter(|(of, viewport, coarse, _)| {
                Some(of) == key && *viewport == wanted.viewport && *coarse == factor
            });
            same.map(|(.., rendered)| rendered.clone())
        });
        if known.is_some() {
            return Ok(known);
        }
        let profile = self.profile(view, wanted, key);
        // While values are dragged, only coarse pictures come: a device compiles once they rest.
        let compiles = factor == 1;
        let rendered = match wanted.viewport.coarser(factor) {
            Viewport::Plane(slice) => {
                let make = || snapshot.field(&wanted.subject);
                let field = self.cached::<Field>(view, key, |made| &mut made.field, make)?;
                let rasters = field.raster_keys();
                // A raster may take long: it is not begun for a picture that is obsolete by now.
                let newest = self.lock().snapshot_of(view).cloned().and_then(|newest| newest.key(wanted));
                if cancel.is_cancelled() || (!rasters.is_empty() && newest.as_ref() != key) {
                    return Ok(None);
                }
                self.rasters.set_wanted(rasters);
                if let Some(profile) = &profile {
                    let context = self.context(cancel).profile(profile);
                    Rendered::plane(&field, slice, &mut RenderCache::new(0), &context)?
                } else {
                    let made = self.plane_on_device(&wanted.subject, slice, compiles, key, snapshot, cancel);
                    if made.is_some() {
                        return Ok(made.map(Arc::new));
                    }
                    self.plane_again(view, factor, &field, slice, cancel)?
                }
            }
            Viewport::Solid { scene, size } => {
                let make = || snapshot.surface(&wanted.subject);
                let surface = self.cached::<Surface>(view, key, |made| &mut made.surface, make)?;
                let render = |context: &Context| {
                    Rendered::solid(|| travertine_shape::render(&surface, &scene, size, context), context)
                };
                let source = || {
                    let names = |group: Vec<&str>| group.into_iter().map(str::to_owned).collect();
                    // The relief may be 0 now and not later.
                    let groups = [false, true].into_iter().flat_map(|height| surface.groups(height));
                    let groups = groups.map(names).collect();
                    Some((snapshot.solid_of(&wanted.subject).ok()?, groups))
                };
                if let Some(profile) = &profile {
                    render(&self.context(cancel).profile(profile))?
                } else {
                    let made = self.on_device(key, compiles, source, cancel, |context| render(context).ok().flatten());
                    if made.is_some() {
                        return Ok(made.map(Arc::new));
                    }
                    render(&self.context(cancel))?
                }
            }
        };
        Ok(rendered.map(|rendered| {
            let heat = profile.filter(|_| factor == 1).map(|profile| Arc::new(snapshot.heat(&profile, wanted)));
            Arc::new(Rendered { heat, ..rendered })
        }))
    }

    /// The profile of a view, if it is measured: one for all pictures of the same part of the same graph, because a
    /// raster is made for the first of them.
    fn profile(&self, view: u32, wanted: &View, key: Option<&PictureKey>) -> Option<Arc<Profile>> {
        let mut scheduler = self.lock();
        if !scheduler.views.contains_key(&view) {
            return None;
        }
        let made = scheduler.view_caches.entry(view).or_default();
        let Some(key) = key.filter(|_| wanted.is_measured) else {
            made.profile = None;
            return None;
        };
        let is_same = |(of, viewport, _): &(PictureKey, Viewport, _)| of == key && *viewport == wanted.viewport;
        if !made.profile.as_ref().is_some_and(is_same) {
            made.profile = Some((key.clone(), wanted.viewport.clone(), Arc::default()));
        }
        made.profile.as_ref().map(|(.., profile)| Arc::clone(profile))
    }

    /// The picture of a plane by the CPU, with values of the last one of this factor.
    fn plane_again(
        &self,
        view: u32,
        factor: u32,
        field: &Field,
        slice: Slice,
        cancel: &Cancel,
    ) -> Result<Option<Rendered>, Refusal> {
        let kept = self.lock().view_caches.get_mut(&view).and_then(|made| made.kept.remove(&factor));
        let mut kept = kept.unwrap_or_else(|| RenderCache::new(KEPT));
        let rendered = Rendered::plane(field, slice, &mut kept, &self.context(cancel))?;
        if let Some(made) = self.lock().view_caches.get_mut(&view) {
            made.kept.insert(factor, kept);
        }
        Ok(rendered)
    }

    /// The picture of a plane by the chosen device: see [`Shared::on_device`].
    fn plane_on_device(
        &self,
        subject: &Subject,
        slice: Slice,
        compiles: bool,
        key: Option<&PictureKey>,
        snapshot: &Snapshot,
        cancel: &Cancel,
    ) -> Option<Rendered> {
        let source = || Some((snapshot.solid_of(subject).ok()?, vec![vec![SHOWN.to_owned()]]));
        self.on_device(key, compiles, source, cancel, |context| {
            let field = snapshot.solid_of(subject).ok()?.field(SHOWN).ok()?;
            Rendered::without_cache(&field, slice, context)
        })
    }

    /// A picture by the chosen device; `None` if the CPU is to compute it. With `compiles`, the device makes itself
    /// ready for the next one, which needs these groups of outputs of a texture.
    fn on_device(
        &self,
        key: Option<&PictureKey>,
        compiles: bool,
        source: impl FnOnce() -> Option<(Texture, Groups)>,
        cancel: &Cancel,
        render: impl FnOnce(&Context) -> Option<Rendered>,
    ) -> Option<Rendered> {
        let key = key?;
        match self.kernels.get(key) {
            Known::Never => None,
            Known::Missing => {
                if compiles && let Some((texture, groups)) = source() {
                    self.kernels.want(key, texture, groups);
                }
                None
            }
            Known::Ready(kernel) => {
                let context = self.context(cancel).evaluator(kernel);
                let rendered = render(&context);
                if let RenderError::Evaluator(reason) = context.stopped() {
                    self.tell_of_device(self.kernels.fail(&reason).map(|message| (message, true)));
                    return None;
                }
                rendered
            }
        }
    }

    /// Tells the user of the device.
    pub fn tell_of_device(&self, said: Option<(String, bool)>) {
        self.tell(|scheduler| {
            let outcome = said.map(|(message, has_failed)| Outcome::Device { message, has_failed });
            scheduler.outcomes.extend(outcome);
        });
    }

    /// The field or surface of a view, created if the stored one has another fingerprint.
    fn cached<T>(
        &self,
        view: u32,
        key: Option<&PictureKey>,
        stored: impl Fn(&mut ViewCache) -> &mut Option<(PictureKey, Arc<T>)>,
        make: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<Arc<T>, Refusal> {
        let known = self.lock().view_caches.get_mut(&view).and_then(|made| stored(made).clone());
        if let Some((_, known)) = known.filter(|(of, _)| Some(of) == key) {
            return Ok(known);
        }
        let new = Arc::new(make()?);
        let mut scheduler = self.lock();
        if let Some(key) = key.filter(|_| scheduler.views.contains_key(&view)) {
            *stored(scheduler.view_caches.entry(view).or_default()) = Some((key.clone(), new.clone()));
        }
        Ok(new)
    }

    fn view_failed(&self, view: u32, wanted: &View, revision: u64, refusal: Refusal) {
        self.tell(|scheduler| {
            if !scheduler.views.contains_key(&view) {
                return;
            }
            let shown = scheduler.view_caches.entry(view).or_default();
            shown.rendered = None;
            shown.failed = Some((wanted.clone(), revision));
            let (viewport, picture) = (wanted.viewport.clone(), Err(refusal));
            scheduler.outcomes.push(Outcome::View { view, viewport, is_final: true, picture });
        });
    }

    pub fn probe(&self, position: [f32; 4], revision: u64, snapshot: &Snapshot, cancel: &Cancel) {
        let values = snapshot.probe(position, &self.context(cancel)).map(Arc::new);
        if values.is_err() && cancel.is_cancelled() {
            return;
        }
        self.tell(|scheduler| {
            scheduler.probed = Some((revision, position));
            scheduler.outcomes.push(Outcome::Probe { position, values });
        });
    }

    pub fn thumbnail(&self, socket: &Socket, size: u32, revision: u64, snapshot: &Snapshot, cancel: &Cancel) {
        let subject = Subject::Node(socket.clone());
        let key = snapshot.fingerprint(&subject);
        let kept = key.clone().and_then(|key| self.lock().kept.get(&(key, size)).cloned());
        let picture = match kept {
            Some(picture) => Ok(Some(picture)),
            None => snapshot.field(&subject).and_then(|field| {
                let display = Display { span: DisplayRange::Fit, ..Display::default() };
                let (slice, context) = (Slice::new(size, size), self.context(cancel));
                // With a kernel of the preview; to compile one would take longer than the picture.
                if let Some(rendered) = self.plane_on_device(&subject, slice, false, key.as_ref(), snapshot, cancel) {
                    return Ok(Some(Arc::new(rendered.picture(&display))));
                }
                let rendered = Rendered::plane(&field, slice, &mut RenderCache::new(0), &context)?;
                Ok(rendered.map(|rendered| Arc::new(rendered.picture(&display))))
            }),
        };
        let picture = match picture {
            Ok(Some(picture)) => Ok(picture),
            Ok(None) => return,
            Err(refusal) => Err(refusal),
        };
        self.tell(|scheduler| {
            let sent = match (&picture, key) {
                (Ok(picture), Some(key)) => {
                    scheduler.keep(key.clone(), size, picture.clone());
                    ThumbnailState::Picture(key, size)
                }
                _ => ThumbnailState::Failure(revision),
            };
            scheduler.thumbnail_states.insert(socket.clone(), sent);
            scheduler.outcomes.push(Outcome::Thumbnail { socket: socket.clone(), picture });
        });
    }

    /// Reports that a job has failed. It is not tried again until something changes.
    pub fn failed(&self, job: &Job, revision: u64, refusal: Refusal) {
        match job {
            Job::View { view, wanted, .. } => self.view_failed(*view, wanted, revision, refusal),
            Job::Probe(position) => self.tell(|scheduler| {
                scheduler.probed = Some((revision, *position));
                scheduler.outcomes.push(Outcome::Probe { position: *position, values: Err(refusal) });
            }),
            Job::Thumbnail(socket, _) => self.tell(|scheduler| {
                scheduler.thumbnail_states.insert(socket.clone(), ThumbnailState::Failure(revision));
                scheduler.outcomes.push(Outcome::Thumbnail { socket: socket.clone(), picture: Err(refusal) });
            }),
        }
    }
}
