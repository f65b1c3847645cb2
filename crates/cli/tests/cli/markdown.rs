//! Tests of Markdown: texts of users show as they are, and write neither Markdown nor HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::support::Folder;

/// What tries to be something else than a text.
const HOSTILE: [&str; 10] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)) ![y](http://a.b/c)",
    "a | b || c",
    "``<i>`` ` <u>",
    "*a* **b** _c_ ~~d~~ \\*e\\* &lt;&amp;",
    "x --> <!-- y",
    "<https://a.b> <a@b.c>",
    "name #",
    "](z) \"'`</code><hr>",
];

/// The texts of a page in Markdown, each heading, paragraph and cell by itself.
fn texts(markdown: &str) -> Vec<String> {
    let (mut texts, mut text) = (Vec::new(), String::new());
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Text(part) | Event::Code(part) => text += &part,
            Event::InlineHtml(tag) => assert!(matches!(&*tag, "<br>" | "<code>" | "</code>"), "{tag}"),
            Event::Html(html) => panic!("HTML: {html}"),
            Event::Rule | Event::SoftBreak | Event::HardBreak => panic!("{event:?} in {markdown}"),
            Event::Start(Tag::Link { dest_url, .. }) => {
                assert!(dest_url.starts_with('#') || &*dest_url == "guides/groups.md", "{dest_url}")
            }
            Event::Start(Tag::Image { dest_url, .. }) => assert!(!dest_url.contains("://"), "{dest_url}"),
            Event::Start(Tag::Strikethrough | Tag::Emphasis | Tag::CodeBlock(_) | Tag::BlockQuote(_)) => {
                panic!("{event:?} in {markdown}");
            }
            Event::End(TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Image) => {
                texts.push(std::mem::take(&mut text));
            }
            _ => {}
        }
    }
    texts
}

/// A graph with this text in every place that takes one.
fn graph(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap();
    let long = serde_json::to_string(&format!("{text}\n\n# {text}\n\n    {text}\n- {text}\n---\n{text}")).unwrap();
    format!(
        r#"{{"format": "travertine", "version": 1, "name": {json}, "description": {long}, "category": {json},
        "parameters": {{
            {json}: {{"type": "float", "default": 1, "min": 0, "max": 2, "unit": {json}, "description": {long}}},
            "choice": {{"type": "choice", "default": {json}, "choices": [{json}, "other"]}},
            "words": {{"type": "text", "default": {json}}}}},
        "presets": {{{json}: {{"description": {long}, "values": {{}}}}}},
        "nodes": {{
            "n": {{"type": "math/formula", "inputs": {{"a": {{"parameter": {json}}}, "formula": "x*a"}}}},
            "t": {{"type": "input/text", "inputs": {{"text": {{"parameter": "words"}}}}}}}},
        "outputs": {{{json}: {{"node": "n"}}, "second {}": {{"node": "t"}}}}}}"#,
        json.trim_matches('"')
    )
}

/// Checks that the Markdown of a command shows the text in these many headings, paragraphs and cells.
fn check(markdown: &str, text: &str, least: usize) {
    let shown = texts(markdown).into_iter().filter(|shown| shown.contains(text)).count();
    assert!(shown >= least, "{text} is shown {shown} times, not {least}:\n{markdown}");
    assert!(!markdown.contains("<script") && !markdown.contains("<img"), "{markdown}");
}

#[test]
fn texts_of_a_graph_show_as_they_are() {
    let folder = Folder::new();
    for text in HOSTILE {
        folder.write("g.json", graph(text));
        folder.done("page g.json --size 8 --brief -o g.md");
        check(&String::from_utf8(folder.read("g.md")).unwrap(), text, 12);

        let group = format!(
            r#"{{"format": "travertine", "version": 1, "nodes": {{"g": {{"type": "group/g"}}}}, "outputs": {{"o": {{"node": "g"}}}},
                "groups": {{"g": {}}}}}"#,
            graph(text)
        );
        folder.write("outer.json", group);
        check(&folder.done("nodes group/g --graph outer.json --format markdown"), text, 8);

        folder.write("library/g.json", graph(text));
        check(&folder.done("library g --graph outer.json --format markdown"), text, 9);
    }
}
