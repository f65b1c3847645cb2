//! What the user chose last, listed in a file.

use std::io;
use std::path::PathBuf;

use travertine_graph::json::Value;

use super::list;

/// The values chosen last, most recent first, in a file of their own.
#[derive(Clone, Debug)]
pub(super) struct Latest<T> {
    /// `None` keeps them in memory alone.
    file: Option<PathBuf>,
    /// Maximum number of values.
    most: usize,
    value: fn(&T) -> Value,
    values: Vec<T>,
}

impl<T: PartialEq> Latest<T> {
    /// At most this number of values, from a file that need not exist yet. An unreadable file has none.
    pub fn new(
        file: Option<PathBuf>,
        most: usize,
        read: fn(&Value) -> Option<T>,
        value: fn(&T) -> Value,
    ) -> Latest<T> {
        let listed = file.as_deref().map(list::read).unwrap_or_default();
        let values = listed.iter().filter_map(read).take(most).collect();
        Latest { file, most, value, values }
    }

    /// The values.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Moves a value to the front.
    ///
    /// # Errors
    ///
    /// If the list cannot be written. It then holds until the end.
    pub fn add(&mut self, value: T) -> io::Result<()> {
        self.values.retain(|known| *known != value);
        self.values.insert(0, value);
        self.values.truncate(self.most);
        let Some(file) = &self.file else { return Ok(()) };
        list::write(file, self.values.iter().map(self.value).collect())
    }
}
