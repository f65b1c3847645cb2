//! Renders a graph into a PNG and an OpenEXR file, on two threads, with progress and a flag that could stop it.
//!
//!     cargo run --example render [FOLDER]
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine::{Cancel, Context, Slice, Texture};

fn main() -> Result<(), Box<dyn Error>> {
    let temporary = tempfile::tempdir()?;
    let folder = std::env::args_os().nth(1).map_or(temporary.path().to_owned(), PathBuf::from);

    let texture = Texture::parse(include_str!("veins.json"))?;
    let color = texture.field("color")?;

    let done = AtomicU64::new(0);
    let progress = |samples| {
        done.fetch_add(samples, Ordering::Relaxed);
    };
    let cancel = Cancel::new(); // another thread, or a handler of Ctrl-C, may call cancel.cancel()
    let context = Context::default().threads(2).memory(256 << 20).cancel(&cancel).progress(&progress);

    let slice = Slice { depth: 0.25, ..Slice::new(320, 200) };
    let estimate = color.prepare(slice, None, &context)?.estimate();
    println!("about {} operations and {} MiB of memory", estimate.operations, estimate.memory >> 20);

    for name in ["veins.png", "veins.exr"] {
        let path = folder.join(name);
        color.save(slice, &path, &context)?;
        println!("{} has {} bytes", path.display(), path.metadata()?.len());
    }
    println!("{} samples are done", done.load(Ordering::Relaxed));
    Ok(())
}
