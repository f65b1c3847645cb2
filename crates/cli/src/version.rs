//! What `--version` prints: enough for a report of an error.

use std::sync::LazyLock;

use travertine::Level;

/// The optional features of this build.
const FEATURES: &str = if cfg!(feature = "gpu") { "gpu" } else { "no features" };

/// The version, the commit that a release was built from, the features, the platform, and the SIMD level of this
/// processor. It is one line, which other programs read.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("TRAVERTINE_COMMIT").map_or(String::new(), |commit| format!("commit {commit}, "));
        let (version, target, level) = (env!("CARGO_PKG_VERSION"), env!("TRAVERTINE_TARGET"), Level::detect().name());
        format!("{version} ({commit}{FEATURES}, {target}, {level})")
    });
    &LONG
}
