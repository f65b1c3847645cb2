//! The user's data folder.

use std::env;
use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

/// The platform's data folder for Travertine, such as `$XDG_DATA_HOME/travertine`, or the folder named by the
/// environment variable `TRAVERTINE_DATA`. It need not exist. `None` without a home folder.
pub fn data_folder() -> Option<PathBuf> {
    let named = env::var_os("TRAVERTINE_DATA").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(choose_native_strategy().ok()?.data_dir().join("travertine")))
}
