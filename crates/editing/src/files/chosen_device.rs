//! The device that the user has chosen to compute pictures.

use std::io;
use std::path::PathBuf;

use travertine_graph::json::Value;

use super::latest::Latest;

/// The chosen device, kept in a file.
#[derive(Clone, Debug)]
pub struct ChosenDevice(Latest<String>);

impl ChosenDevice {
    /// The device in this file, which need not exist yet. Without a file the choice holds until the end.
    pub fn new(file: Option<PathBuf>) -> ChosenDevice {
        let read = |value: &Value| value.as_text().map(str::to_owned);
        ChosenDevice(Latest::new(file, 1, read, |name| Value::from(name.as_str())))
    }

    /// The name of the device; `None` is the CPU.
    pub fn name(&self) -> Option<&str> {
        self.0.values().first().map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Keeps a choice.
    ///
    /// # Errors
    ///
    /// If it cannot be written. It then holds until the end.
    pub fn choose(&mut self, name: Option<&str>) -> io::Result<()> {
        self.0.add(name.unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/device.json");
        let mut chosen = ChosenDevice::new(Some(file.clone()));
        assert_eq!(chosen.name(), None);
        chosen.choose(Some("Nova 9 by vulkan")).unwrap();
        assert_eq!(ChosenDevice::new(Some(file.clone())).name(), Some("Nova 9 by vulkan"));
        chosen.choose(None).unwrap();
        assert_eq!(ChosenDevice::new(Some(file)).name(), None);
    }
}
