//! Fingerprints of programs with their arguments.

use travertine_files::Fingerprint;
use travertine_program::{Bound, Program};

/// The fingerprint of the values that a program computes: of the version, the program and its arguments.
pub fn fingerprint(program: &Program, bound: &Bound) -> Fingerprint {
    let values = bound.values();
    Fingerprint::new()
        .with_text(|out| program.write_canonical(out))
        .with(format_args!("arguments {}\n", values.len()))
        .with_numbers(values.iter().map(|value| value.to_bits()))
}
