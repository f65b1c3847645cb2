//! How renders are carried out; nothing here changes a bit of any result.

use clap::Args;
use travertine::stages::render::default_budget;
use travertine::{Context, Level, Tile};

use crate::value;

/// Threads, instructions, tiles, memory and work.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Execution")]
pub struct Execution {
    /// How many threads; one for each core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The instruction level: auto, scalar, sse2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto", value_parser = value::level)]
    simd: Level,

    /// The edge of the tiles in pixels, or `whole`; chosen to fit the caches if not given
    #[arg(long, value_name = "N|whole", value_parser = value::tile)]
    tile: Option<Tile>,

    #[command(flatten)]
    limits: Limits,
}

/// Limits of memory and work.
#[derive(Args, Clone, Copy)]
pub struct Limits {
    #[command(flatten)]
    memory: Memory,

    /// How many operations it may compute, as in 500G or 200T, of 10^9 and of 10^12; 100T, about a day on one core, if not
    /// given
    #[arg(long, value_name = "AMOUNT", value_parser = value::work, allow_hyphen_values = true)]
    work: Option<u64>,
}

/// A limit of memory.
#[derive(Args, Clone, Copy)]
pub struct Memory {
    /// How much memory it may use, as in 512MiB or 2G; three quarters of the machine's if not given
    #[arg(long, value_name = "SIZE", value_parser = value::memory, allow_hyphen_values = true)]
    memory: Option<u64>,
}

impl Limits {
    /// A context of the library with these limits.
    pub fn context(self) -> Context<'static> {
        let context = Context::default().memory(self.memory.bytes());
        let work = self.work.unwrap_or(context.work_limit());
        context.work(work)
    }
}

impl Memory {
    /// How many bytes it may use.
    pub fn bytes(self) -> u64 {
        self.memory.unwrap_or_else(default_budget)
    }
}

impl Execution {
    /// The same for the library.
    pub fn context(&self) -> Context<'static> {
        let threads = self.threads.map(usize::from);
        self.limits.context().level(self.simd).threads(threads).tile(self.tile)
    }
}
