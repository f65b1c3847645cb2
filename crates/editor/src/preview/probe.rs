//! The probe: a point that was clicked, at which every node shows its value.

use egui::{Painter, Pos2};

use super::{Preview, Probe};
use crate::theme::Palette;

impl Preview {
    /// Where the values of all nodes are wanted: a position in space and time.
    pub fn probed(&self) -> Option<[f32; 4]> {
        Some(match self.probe? {
            Probe::Plane([x, y]) => [x, y, self.depth, self.time],
            Probe::Solid(point) => self.solid.scene(self.time).placement.position(point),
        })
    }

    /// Puts the probe where that place of the screen shows something; where it shows nothing, there is none.
    pub(super) fn probe_at(&mut self, place: Pos2) {
        self.probe = if self.is_solid {
            self.solid.point(place).map(Probe::Solid)
        } else {
            Some(Probe::Plane(self.plane.position(place)))
        };
    }

    /// Marks the point, unless the solid hides it.
    pub(super) fn mark_probe(&self, painter: &Painter, palette: &Palette) {
        let place = match self.probe {
            Some(Probe::Plane([x, y])) => Some(self.plane.on_screen([x, y].map(f64::from))),
            Some(Probe::Solid(point)) => self.solid.on_screen(point),
            None => None,
        };
        if let Some(place) = place {
            painter.circle_stroke(place, 5.0, (3.0, palette.canvas));
            painter.circle_stroke(place, 5.0, (1.5, palette.accent));
        }
    }
}
