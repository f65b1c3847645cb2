//! Texts of users in Markdown: they show as they are, and cannot write Markdown or HTML. Each result is right in a
//! paragraph, in a heading and in a cell of a table.

use std::fmt::Write;

/// A text on one line. Code between backticks stays code.
pub fn inline(text: &str) -> String {
    let text = one_line(text);
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find('`') {
        escaped += &plain(&rest[..start]);
        rest = &rest[start..];
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let (fence, after) = rest.split_at(ticks);
        // Code ends at as many backticks as it begins with.
        match after.find(fence) {
            Some(end) if ticks == 1 && end > 0 => {
                escaped += &code(&after[..end]);
                rest = &after[end + 1..];
            }
            _ => {
                escaped += &"\\`".repeat(ticks);
                rest = after;
            }
        }
    }
    escaped += &plain(rest);
    // Spaces and number signs at the end of a heading close it.
    match escaped.strip_suffix('#') {
        Some(start) => format!("{start}\\#"),
        None => escaped,
    }
}

/// The paragraphs of a text, which blank lines part. Each is on one line.
pub fn paragraphs(text: &str) -> String {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines() {
        match (line.trim().is_empty(), paragraphs.last_mut()) {
            (false, Some(paragraph)) => paragraph.push(line),
            _ => paragraphs.push(Vec::new()),
        }
    }
    let paragraphs = paragraphs.iter().filter(|lines| !lines.is_empty());
    paragraphs.map(|lines| block_start(&inline(&lines.join(" ")))).collect::<Vec<_>>().join("\n\n")
}

/// A name or a value as code. Code cannot be empty: two backticks would open some.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return text;
    }
    // A tag in code is safe, but not everything that reads Markdown knows code.
    let is_tag = |rest: &str| rest.starts_with(|next: char| next.is_ascii_alphabetic() || "!/?".contains(next));
    if text.contains(['`', '|']) || text.split('<').skip(1).any(is_tag) {
        format!("<code>{}</code>", plain(&text))
    } else {
        format!("`{text}`")
    }
}

/// A path as the target of a link.
pub fn link(path: &str) -> String {
    let mut link = String::with_capacity(path.len());
    for character in path.chars() {
        if character.is_alphanumeric() || "-._~/@".contains(character) {
            link.push(character);
        } else {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(link, "%{byte:02X}");
            }
        }
    }
    link
}

/// The words of a text, with a space between them.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without code, with every character that means something within a line escaped.
fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let brackets = has_links(text);
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '[' | ']' if !brackets => escaped.push(character),
            // Between spaces it means nothing.
            '*' if before.is_whitespace() && after.is_whitespace() => escaped.push(character),
            '\\' | '`' | '*' | '[' | ']' | '|' | '~' => escaped.extend(['\\', character]),
            // Within a word it means nothing.
            '_' if !(before.is_alphanumeric() && after.is_alphanumeric()) => escaped += "\\_",
            _ => escaped.push(character),
        }
        before = character;
    }
    escaped
}

/// Whether brackets of a text may be those of a link, or leave a link around it open.
fn has_links(text: &str) -> bool {
    let mut depth = 0_i64;
    for character in text.chars() {
        depth += i64::from(character == '[') - i64::from(character == ']');
        if depth < 0 {
            return true;
        }
    }
    depth > 0 || ["](", "][", "]:"].iter().any(|link| text.contains(link))
}

/// An escaped line whose start begins no heading, list or rule.
fn block_start(line: &str) -> String {
    let digits = line.len() - line.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let begins = if digits > 0 { rest.starts_with(['.', ')']) } else { rest.starts_with(['#', '+', '-', '=', '*']) };
    if begins { format!("{number}\\{rest}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_escaped() {
        for (text, expected) in [
            ("Plain, 3.5 % wood-grain (from_space): #ff0000!", "Plain, 3.5 % wood-grain (from_space): #ff0000!"),
            (
                "<b>&amp; a*b* [x](y) ![i] c|d ~~e~~ \\",
                "&lt;b&gt;&amp;amp; a\\*b\\* \\[x\\](y) !\\[i\\] c\\|d \\~\\~e\\~\\~ \\\\",
            ),
            ("x * 2 of [0.5, [1, 2]]", "x * 2 of [0.5, [1, 2]]"),
            ("a] [b", "a\\] \\[b"),
            ("_a_ b_", "\\_a\\_ b\\_"),
            ("two\n\n# lines", "two # lines"),
            ("a #", "a \\#"),
            ("of `size_x` and `<=`", "of `size_x` and `<=`"),
            ("`<b>` `a|b`", "<code>&lt;b&gt;</code> <code>a\\|b</code>"),
            ("`` ` <b>", "\\`\\` \\` &lt;b&gt;"),
            ("`` `<b>` ``", "\\`\\` <code>&lt;b&gt;</code> \\`\\`"),
            ("", ""),
        ] {
            assert_eq!(inline(text), expected, "{text}");
        }
    }

    #[test]
    fn empty_code_opens_none() {
        assert_eq!(["", " \n", "a"].map(code), ["", "", "`a`"]);
    }

    #[test]
    fn paragraphs_begin_no_blocks() {
        let text = "# a\nb\n  \n- c\n\n\n12. d\n\n\t```\n\n1 e\n\n---\n\n> f";
        let expected = "\\# a b\n\n\\- c\n\n12\\. d\n\n\\`\\`\\`\n\n1 e\n\n\\---\n\n&gt; f";
        assert_eq!(paragraphs(text), expected);
    }

    #[test]
    fn links_end_where_they_should() {
        assert_eq!(link("my wood/é-1.png"), "my%20wood/é-1.png");
        assert_eq!(link("a)<b>\"%\u{2014}"), "a%29%3Cb%3E%22%25%E2%80%94");
    }
}
