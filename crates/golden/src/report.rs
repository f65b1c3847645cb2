//! The report: one HTML page that includes its pictures.

use std::fmt::Write;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::Error;
use crate::run::{Outcome, Run, Verdict};

/// The page's style: light or dark like the reader's system, with sharp pixels.
const STYLE: &str = include_str!("report.css");

impl Run {
    /// Writes an HTML page that shows expected, actual and difference of every failure side by side. `bless` is the
    /// command that accepts the new pictures.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_report(&self, path: &Path, bless: &str) -> Result<(), Error> {
        Ok(travertine_files::write(path, html(self, bless).as_bytes())?)
    }
}

/// The text of the page.
fn html(run: &Run, bless: &str) -> String {
    let failures = run.failures().count();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Golden pictures</title>\n<style>\n{STYLE}</style>\n<h1>Golden pictures</h1>\n"
    );
    let _ = match failures {
        0 => writeln!(page, "<p>All {} pictures match.</p>", run.outcomes.len()),
        _ => writeln!(
            page,
            "<p>{failures} of {} pictures do not match. If the changes are intended: <code>{}</code></p>",
            run.outcomes.len(),
            escape(bless)
        ),
    };
    run.failures().for_each(|outcome| section(&mut page, outcome));
    page + "</html>\n"
}

fn section(page: &mut String, outcome: &Outcome) {
    let _ = writeln!(
        page,
        "<section>\n<h2>{}</h2>\n<p>{}</p>\n<p><code>{}</code></p>\n<div>",
        escape(&outcome.name),
        escape(&outcome.verdict.to_string()),
        escape(&outcome.picture.display().to_string())
    );
    if let Some(golden) = &outcome.golden {
        figure(page, "expected", golden);
    }
    if let Some(rendering) = &outcome.rendering {
        figure(page, "actual", &rendering.file());
    }
    if let Verdict::Differs(difference) = &outcome.verdict {
        let caption = format!("difference \u{d7} {:.0}", difference.amplification());
        figure(page, &caption, &difference.to_png());
    }
    *page += "</div>\n</section>\n";
}

fn figure(page: &mut String, caption: &str, png: &[u8]) {
    let data = STANDARD.encode(png);
    let _ = writeln!(
        page,
        "<figure><img alt=\"{caption}\" src=\"data:image/png;base64,{data}\"><figcaption>{caption}</figcaption></figure>"
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_write_html() {
        assert_eq!(escape("<b a=\"&\">"), "&lt;b a=&quot;&amp;&quot;&gt;");
    }
}
