//! The device that computes the pictures.

use std::sync::Arc;

use egui::Context;
use travertine_editing::files::preferences::DEVICES;

use super::App;
use crate::device::{Devices, News};

impl App {
    /// Offers GPUs, and opens the one that was chosen last.
    pub fn set_devices(&mut self, devices: Arc<dyn Devices>, context: &Context) {
        self.device.offer(devices, context);
        let last = self.preferences.get(&DEVICES).pop().filter(|name| !name.is_empty());
        if last.is_some() {
            self.device.choose(last, context);
        }
    }

    /// Lets a device compute the pictures; `None` is the CPU.
    pub(super) fn compute_on(&mut self, name: Option<String>, context: &Context) {
        self.rendering.worker.compute_on(None);
        self.message.clear();
        self.preferences.add(&DEVICES, &name.clone().unwrap_or_default());
        self.device.choose(name, context);
    }

    /// Uses the chosen device once it is open.
    pub(super) fn follow_device(&mut self) {
        match self.device.news() {
            Some(News::Ready(device)) => {
                self.message.info(format!("{} computes the preview.", device.name()));
                self.rendering.worker.compute_on(Some(device));
            }
            Some(News::Failed(said)) => self.message.error(said),
            None => {}
        }
    }
}
