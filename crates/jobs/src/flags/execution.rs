//! Flags for execution: threads, SIMD level, tiles, memory, work. None of them changes a result.

use std::sync::Arc;

use clap::{Arg, Args};
use travertine::stages::render::default_budget;
use travertine::{Context, Level, RasterCache, Tile};

use super::value;
use crate::host::Host;

/// The flags of a command that renders.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Execution")]
pub struct Execution {
    /// Number of threads, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// SIMD level: auto, scalar, sse2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto", value_parser = value::level)]
    simd: Level,

    /// Edge of the tiles in pixels, or `whole` for one tile [default: fits the caches]
    #[arg(long, value_name = "N|whole", value_parser = value::tile)]
    tile: Option<Tile>,

    #[command(flatten)]
    limits: Limits,
}

/// The flags that limit memory and work.
#[derive(Args, Clone, Copy)]
pub struct Limits {
    #[command(flatten)]
    memory: Memory,

    /// Limit of computed operations, as in 500G (10^9) or 200T (10^12) [default: 100T, about a day on one core]
    #[arg(long, value_name = "AMOUNT", value_parser = value::work, allow_hyphen_values = true)]
    work: Option<u64>,
}

/// The flag that limits memory.
#[derive(Args, Clone, Copy)]
pub struct Memory {
    /// Limit of memory, as in 512MiB or 2G [default: three quarters of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = value::memory, allow_hyphen_values = true)]
    memory: Option<u64>,
}

/// The flag for tiles in a kind of jobs whose samples lie on no grid: it is hidden, and refuses all values.
pub fn without_tiles(flag: Arg) -> Arg {
    let refuse = |_: &str| Err::<Tile, _>("this command computes no tiles; leave the flag out");
    flag.hide(true).value_parser(refuse)
}

impl Limits {
    /// The limit of memory, in bytes.
    pub fn memory(self) -> u64 {
        self.memory.bytes()
    }

    /// A context of the library with these limits.
    pub fn context(self) -> Context<'static> {
        let context = Context::default().memory(self.memory.bytes());
        let work = self.work.unwrap_or(context.work_limit());
        context.work(work)
    }
}

impl Memory {
    /// The limit, in bytes.
    pub fn bytes(self) -> u64 {
        self.memory.unwrap_or_else(default_budget)
    }
}

impl Execution {
    /// The limit of memory, in bytes.
    pub fn memory(&self) -> u64 {
        self.limits.memory()
    }

    /// The context of a job.
    pub fn context_of<'c>(&self, host: &'c dyn Host) -> Context<'c> {
        host.context(self.context())
    }

    /// The context of a job that evaluates several groups of outputs: a raster that they share is computed once.
    pub fn sharing_context_of<'c>(&self, host: &'c dyn Host) -> Context<'c> {
        let context = self.context();
        let rasters = Arc::new(RasterCache::new(context.memory_limit() / 4));
        host.context(context.rasters(&rasters))
    }

    /// A context of the library with these flags.
    pub fn context(&self) -> Context<'static> {
        let threads = self.threads.map(usize::from);
        self.limits.context().level(self.simd).threads(threads).tile(self.tile)
    }

    /// The command-line arguments that give these flags, but with other numbers of threads and bytes.
    pub fn arguments(&self, threads: usize, memory: u64) -> Vec<String> {
        let tile = self.tile.map(|tile| match tile {
            Tile::Square(edge) => format!("--tile={edge}"),
            // All of the picture, the only other tile.
            _ => "--tile=whole".to_owned(),
        });
        let work = self.limits.work.map(|work| format!("--work={work}"));
        let simd = format!("--simd={}", self.simd.name());
        let flags = [format!("--threads={threads}"), format!("--memory={memory}"), simd];
        flags.into_iter().chain(tile).chain(work).collect()
    }
}
