//! Cases of tests that try many seeds.

use std::fs;
use std::ops::Range;

use crate::bundled::root;
use crate::is_night;

/// The seeds that `TRAVERTINE_MUTATIONS` asks for: `10000` for the first of them, `4711..4712` for the seed 4711. By
/// default the first `few`, and the first 10,000 at night.
pub fn seeds(few: u64) -> Range<u64> {
    let Ok(asked) = std::env::var("TRAVERTINE_MUTATIONS") else {
        return 0..if is_night() { 10_000 } else { few };
    };
    let (start, end) = asked.split_once("..").unwrap_or(("0", &asked));
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("TRAVERTINE_MUTATIONS={asked}"));
    number(start)..number(end)
}

/// A document under test, which is kept if the test fails: a panic names no seed.
pub struct Case<'a> {
    /// The seed that the document is made from.
    pub seed: u64,
    /// The document.
    pub text: &'a [u8],
}

impl Drop for Case<'_> {
    #[expect(clippy::print_stderr, reason = "a panic shows only its own message")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let folder = root().join("target");
            let path = folder.join(format!("damaged-{}.json", self.seed));
            let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, self.text));
            let next = self.seed + 1;
            eprintln!("TRAVERTINE_MUTATIONS={}..{next}, {}: {written:?}", self.seed, path.display());
        }
    }
}
