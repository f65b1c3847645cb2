//! The device that computes the pictures: the CPU, or a GPU of the user's choice, one of the `gpus` of the computer.

#[cfg(feature = "gpu")]
pub mod gpus;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use egui::{Context, Ui};
use travertine_editing::render::Device;

use crate::requests::{Request, Requests};

/// The GPUs of the computer. Its functions may take seconds, and are called on threads of their own.
pub trait Devices: Send + Sync {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// Opens the one with a name, and tests it.
    ///
    /// # Errors
    ///
    /// A message, if it cannot be used.
    fn open(&self, name: &str) -> Result<Arc<dyn Device>, String>;
}

/// The choice of what computes the pictures, at first the CPU.
#[derive(Default)]
pub struct DeviceChoice {
    /// `None` in a build without GPUs.
    devices: Option<Arc<dyn Devices>>,
    listing: Option<Receiver<Vec<String>>>,
    names: Vec<String>,
    /// The name of the chosen device, also while it is being opened; `None` is the CPU.
    chosen: Option<String>,
    opening: Option<Receiver<Result<Arc<dyn Device>, String>>>,
}

/// What has become of a choice.
pub enum News {
    /// The device is ready.
    Ready(Arc<dyn Device>),
    /// It cannot be used, for a reason; the CPU computes.
    Failed(String),
}

impl DeviceChoice {
    /// Offers devices.
    pub fn offer(&mut self, devices: Arc<dyn Devices>, context: &Context) {
        let listed = Arc::clone(&devices);
        self.listing = Some(apart(context, move || listed.names()));
        self.devices = Some(devices);
    }

    /// Chooses a device, which is then opened; `None` is the CPU.
    pub fn choose(&mut self, name: Option<String>, context: &Context) {
        (self.chosen, self.opening) = (None, None);
        let (Some(name), Some(devices)) = (name, self.devices.clone()) else { return };
        let opened = name.clone();
        self.opening = Some(apart(context, move || devices.open(&opened)));
        self.chosen = Some(name);
    }

    /// The CPU computes from now on, because the device has failed.
    pub fn fail(&mut self) {
        (self.chosen, self.opening) = (None, None);
    }

    /// Whether a device is being opened.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some() || self.listing.is_some()
    }

    /// What has become of the choice, once.
    pub fn news(&mut self) -> Option<News> {
        if let Some(listing) = &self.listing {
            match listing.try_recv() {
                Ok(names) => (self.names, self.listing) = (names, None),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.listing = None,
            }
        }
        let opened = match self.opening.as_ref()?.try_recv() {
            Ok(opened) => opened,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("its driver has crashed".to_owned()),
        };
        self.opening = None;
        Some(match opened {
            Ok(device) => News::Ready(device),
            Err(reason) => {
                let name = self.chosen.take().unwrap_or_default();
                News::Failed(format!("{name}: {reason}. The CPU computes."))
            }
        })
    }

    /// Shows the menu with the choices; nothing in a build without GPUs.
    pub fn show(&self, ui: &mut Ui, requests: &mut Requests) {
        if self.devices.is_none() {
            return;
        }
        ui.menu_button("Compute on", |ui| {
            if ui.radio(self.chosen.is_none(), "CPU").clicked() {
                requests.push(Request::ComputeOn(None));
                ui.close();
            }
            for name in &self.names {
                let is_chosen = self.chosen.as_ref() == Some(name);
                if ui.radio(is_chosen, name).clicked() {
                    requests.push(Request::ComputeOn(Some(name.clone())));
                    ui.close();
                }
            }
            if self.listing.is_some() {
                ui.weak("Looking for GPUs …");
            } else if self.names.is_empty() {
                ui.weak("No GPU was found.").on_hover_text("It needs a driver for Vulkan, Metal or Direct3D 12.");
            }
        });
    }
}

/// Runs work on a thread of its own. Without a thread, the receiver is disconnected.
fn apart<T: Send + 'static>(context: &Context, work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    let context = context.clone();
    let run = move || {
        let _ = sender.send(work());
        context.request_repaint();
    };
    let _ = thread::Builder::new().spawn(run);
    receiver
}
