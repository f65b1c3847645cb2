//! Recent colors: those that the user chose last.

use std::io;
use std::path::PathBuf;

use travertine_graph::json::Value;

use super::latest::Latest;

/// Maximum number of recent colors.
const COUNT: usize = 13;

/// A linear color with straight alpha.
type Color = [f32; 4];

/// The colors chosen last, listed in a file.
#[derive(Clone, Debug)]
pub struct RecentColors(Latest<Color>);

impl RecentColors {
    /// The colors in this file, which need not exist yet. An unreadable file has none. Without a file they hold until
    /// the end.
    pub fn new(file: Option<PathBuf>) -> RecentColors {
        RecentColors(Latest::new(file, COUNT, color, |color| Value::List(color.map(Value::from).to_vec())))
    }

    /// The colors, most recent first.
    pub fn colors(&self) -> &[Color] {
        self.0.values()
    }

    /// Moves a color to the front.
    ///
    /// # Errors
    ///
    /// If the list cannot be written. It then holds until the end.
    pub fn add(&mut self, color: Color) -> io::Result<()> {
        self.0.add(color)
    }
}

fn color(value: &Value) -> Option<Color> {
    let Value::List(channels) = value else { return None };
    let channel = |value: &Value| value.as_number()?.as_f32();
    let channels: Option<Vec<f32>> = channels.iter().map(channel).collect();
    channels?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_colors_are_kept_with_all_their_bits() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/colors.json");
        let mut recent = RecentColors::new(Some(file.clone()));
        for index in 0..COUNT + 4 {
            recent.add([index as f32 / 3.0, 0.1, 1e-9, 0.5]).unwrap();
        }
        recent.add([2.0, 0.1, 1e-9, 0.5]).unwrap();
        assert_eq!(recent.colors().len(), COUNT);
        assert_eq!(recent.colors()[0][0], 2.0);
        assert_eq!(RecentColors::new(Some(file.clone())).colors(), recent.colors());
        std::fs::write(&file, b"[[1, 2], 3, [0, 0, 0, \"a\"], [0.5, 0.5, 0.5, 1]]").unwrap();
        assert_eq!(RecentColors::new(Some(file)).colors(), [[0.5, 0.5, 0.5, 1.0]]);
        let mut without_file = RecentColors::new(None);
        without_file.add([0.0; 4]).unwrap();
        assert_eq!(without_file.colors(), [[0.0; 4]]);
    }
}
