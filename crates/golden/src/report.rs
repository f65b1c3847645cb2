//! The report: one HTML page, pictures included.

use std::fmt::Write;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::Error;
use crate::run::{Outcome, Run, Verdict};

/// The page's style: light or dark as the reader's system is, pixels shown as pixels.
const STYLE: &str = include_str!("report.css");

impl Run {
    /// Writes a page that shows every failure: expected, actual and difference side by side, in one HTML file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write_report(&self, path: &Path, bless: &str) -> Result<(), Error> {
        Ok(travertine_files::write(path, html(self, bless).as_bytes())?)
    }
}

/// The page.
fn html(run: &Run, bless: &str) -> String {
    let failures = run.failures().count();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Golden pictures</title>\n<style>\n{STYLE}</style>\n<h1>Golden pictures</h1>\n"
    );
    let _ = match failures {
        0 => writeln!(page, "<p>All {} pictures are as they are kept.</p>", run.outcomes.len()),
        _ => writeln!(
            page,
            "<p>{failures} of {} pictures are not as they are kept. If they are as they should be: <code>{}</code></p>",
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
    if let Some(kept) = &outcome.kept {
        figure(page, "expected", kept);
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
