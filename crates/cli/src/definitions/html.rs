//! The page of a graph as HTML: one file beside the folder of its pictures, with a style of its own and no scripts.

use std::fmt::Write;

use super::escape::link;
use super::markdown::{DRAWING, Page, Row, Shown, VARIATIONS};
use super::text::{default, range, value_type};

/// The looks of the page, light or dark as the viewer prefers.
const STYLE: &str = "\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
img { max-width: 100%; height: auto; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; max-width: 16rem; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8886; }
td figure { max-width: 8rem; }";

/// The page of a graph.
pub fn page(page: &Page) -> String {
    let name = escaped(page.name);
    let picture = |shown: &Shown| {
        let file = format!("{}/{}.{}", page.folder, shown.picture, page.ending);
        format!("<img src=\"{}\" alt=\"{}\">", link(&file), escaped(&shown.name))
    };
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{name}</title>\n<style>\n{STYLE}\n</style>\n<h1>{name}</h1>\n"
    );
    // Writing to a string does not fail.
    if let Some(first) = page.outputs.first() {
        let _ = writeln!(text, "<p>{}</p>", picture(first));
    }
    for paragraph in page.description.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let _ = writeln!(text, "<p>{}</p>", escaped(paragraph.trim()));
    }
    let figure = |shown: &Shown| {
        let description = match shown.description.as_str() {
            "" => String::new(),
            description => format!(". {}", escaped(description)),
        };
        let name = escaped(&shown.name);
        format!("<figure>{}<figcaption><b>{name}</b>{description}</figcaption></figure>", picture(shown))
    };
    let figures = |shown: &[Shown]| shown.iter().map(&figure).collect::<Vec<_>>().join("\n");
    if page.outputs.len() > 1 {
        let _ = writeln!(text, "<h2>Outputs</h2>\n<div class=\"pictures\">\n{}\n</div>", figures(&page.outputs[1..]));
    }
    if !page.presets.is_empty() {
        let _ = writeln!(text, "<h2>Presets</h2>\n<div class=\"pictures\">\n{}\n</div>", figures(&page.presets));
    }
    if page.has_variations {
        let file = link(&format!("{}/{VARIATIONS}", page.folder));
        let _ = writeln!(text, "<h2>Variations</h2>\n<p><img src=\"{file}\" alt=\"Variations\"></p>");
    }
    if !page.parameters.is_empty() {
        text += "<h2>Parameters</h2>\n<table>\n<tr><th>parameter<th>type<th>default<th>range<th><th>\n";
    }
    for Row { input, ends } in &page.parameters {
        let range = format!("{} {}", range(input).unwrap_or_default(), input.unit);
        let cells = [
            format!("<code>{}</code>", escaped(&input.name)),
            escaped(&value_type(&input.value_type)),
            escaped(&default(input).unwrap_or_else(|| "required".to_owned())),
            escaped(range.trim()),
            escaped(&input.description),
            ends.iter().map(&figure).collect(),
        ];
        let _ = writeln!(text, "<tr><td>{}", cells.join("<td>"));
    }
    if !page.parameters.is_empty() {
        text += "</table>\n";
    }
    if page.has_drawing {
        let file = link(&format!("{}/{DRAWING}", page.folder));
        let _ = writeln!(text, "<h2>Graph</h2>\n<p><img src=\"{file}\" alt=\"The graph\"></p>");
    }
    text + "</html>\n"
}

/// A text that shows as it is, and cannot write HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_paths_of_users_are_no_html() {
        let shown = Shown { name: "<a>".to_owned(), description: "\"&\"".to_owned(), picture: "output-1".to_owned() };
        let page = page(&Page {
            name: "<script>alert(1)</script>",
            description: "One.\n\n<b>Two.",
            folder: "a \"b\"",
            ending: "png",
            outputs: vec![shown],
            presets: Vec::new(),
            parameters: Vec::new(),
            has_variations: false,
            has_drawing: true,
        });
        for expected in [
            "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>",
            "<p>&lt;b&gt;Two.</p>",
            "<img src=\"a%20%22b%22/output-1.png\" alt=\"&lt;a&gt;\">",
            "<img src=\"a%20%22b%22/graph.svg\" alt=\"The graph\">",
        ] {
            assert!(page.contains(expected), "{expected} is not in {page}");
        }
    }
}
