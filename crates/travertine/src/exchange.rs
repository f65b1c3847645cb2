//! Folders that take each other's place in one step.

use std::io::{self, ErrorKind};
use std::path::Path;

/// Exchanges what is at two paths: nobody ever finds either of them missing.
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
            // The first is what a disk says, the others what a kernel says.
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
