//! Flags for commands that compare pictures: the tolerance, and reports for other programs.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine_golden::TestReport;
use travertine_jobs::flags::value;

use crate::failure::Failure;
use crate::output::Output;
use crate::target::is_standard_output;
use crate::{terminal, verbosity};

/// The tolerance and the reports of a comparison.
#[derive(Args)]
pub struct Comparison {
    /// Greatest accepted difference of a channel, as a fraction of 1, such as 0.01 or 1/255: a level divided by the
    /// greatest level, or the difference of two floats. A NaN equals only another NaN
    #[arg(long, value_name = "T", default_value = "0", value_parser = value::fraction, allow_hyphen_values = true)]
    pub tolerance: f64,

    /// Write the results as JUnit XML, too; `-` for standard output, without the text
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write the results as JSON, too: for each test its status, verdict, message and measured difference; `-` for
    /// standard output, without the text
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Comparison {
    /// Whether a report is asked for.
    pub fn is_reported(&self) -> bool {
        self.junit.is_some() || self.json.is_some()
    }

    /// The files of the reports.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.junit.as_deref().into_iter().chain(self.json.as_deref())
    }

    /// Where text for people goes: nowhere if a report takes standard output.
    pub fn output(&self) -> Output {
        if self.files().any(|file| is_standard_output(Some(file))) { Output::nowhere() } else { Output::new() }
    }

    /// As [`Comparison::output`] if pictures match, which `-q` leaves out.
    pub fn output_unless_quiet(&self) -> Output {
        if verbosity::is_quiet() { Output::nowhere() } else { self.output() }
    }

    /// Writes the reports that are asked for.
    pub fn write(&self, report: &TestReport) -> Result<(), Failure> {
        self.junit.as_deref().map_or(Ok(()), |path| write(path, &report.to_junit()))?;
        self.json.as_deref().map_or(Ok(()), |path| write(path, &terminal::escaped_json(report.to_json())))
    }
}

/// Writes a report into a file, or to standard output.
fn write(path: &Path, report: &str) -> Result<(), Failure> {
    if !is_standard_output(Some(path)) {
        return Ok(travertine_files::write(path, report.as_bytes())?);
    }
    let mut output = Output::new();
    output.print(report)?;
    output.finish()
}
