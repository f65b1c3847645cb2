//! The probe: a position at which every node shows its value.

use egui::{Painter, Pos2};

use super::pane::Kind;
use super::{Preview, Probe};
use crate::theme::Palette;

impl Preview {
    /// The position in space and time at which values are requested.
    pub fn probed(&self) -> Option<[f32; 4]> {
        Some(match self.probe? {
            Probe::Plane([x, y]) => [x, y, self.depth, self.time],
            Probe::Solid(point) => self.solid.scene(self.time).placement.position(point),
        })
    }

    /// Moves the probe to a point of the screen, or removes it where there is no position.
    pub(super) fn probe_at(&mut self, kind: Kind, point: Pos2) {
        self.probe = match kind {
            Kind::Solid => self.solid.point(point).map(Probe::Solid),
            Kind::Plane => Some(Probe::Plane(self.plane.position(point))),
        };
    }

    /// Marks the probe in its pane, unless the solid hides it.
    pub(super) fn mark_probe(&self, painter: &Painter, kind: Kind, palette: &Palette) {
        let point = match (self.probe, kind) {
            (Some(Probe::Plane([x, y])), Kind::Plane) => Some(self.plane.on_screen([x, y].map(f64::from))),
            (Some(Probe::Solid(point)), Kind::Solid) => self.solid.on_screen(point),
            _ => None,
        };
        if let Some(point) = point {
            painter.circle_stroke(point, 5.0, (3.0, palette.canvas));
            painter.circle_stroke(point, 5.0, (1.5, palette.accent));
        }
    }
}
