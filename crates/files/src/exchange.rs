//! The exchange of two folders in one step.

use std::io::{self, ErrorKind};
use std::path::Path;

/// Exchanges two files or folders: at no time is either path missing.
///
/// # Errors
///
/// If one is missing or cannot be moved; [`ErrorKind::Unsupported`] where the system or the disk has no such operation.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).map_err(|error| match error {
            // File systems report the first, kernels the others.
            Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP => ErrorKind::Unsupported.into(),
            error => error.into(),
        })
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
    {
        let _ = (one, other);
        Err(ErrorKind::Unsupported.into())
    }
}
