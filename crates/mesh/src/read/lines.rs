//! The lines of text files of meshes, in any of the texts that programs write.

use std::borrow::Cow;

/// The lines of an OBJ file with their numbers, from 1, without comments. A line that ends with a backslash continues
/// on the next; a comment does not.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, [u8]>)> {
    let mut plain = split(without_mark(bytes)).zip(1..);
    std::iter::from_fn(move || {
        let (line, number) = plain.next()?;
        let has_name = is_name(line);
        let part = |line| if has_name { line } else { without_comment(line) };
        let mut line = Cow::Borrowed(part(line));
        while line.ends_with(b"\\") {
            let whole = line.to_mut();
            whole.pop();
            whole.push(b' ');
            match plain.next() {
                Some((next, _)) => whole.extend_from_slice(part(next)),
                None => break,
            }
        }
        Some((number, line))
    })
}

/// A line as text: UTF-8, or else Latin-1, as in names and comments of old programs.
pub(super) fn text(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => text.into(),
        Err(_) => line.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
    }
}

/// A file without the byte order mark that some programs write.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Splits at the ends of lines of Unix, Windows and old Macintoshes.
pub(super) fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest?;
        let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            return rest.take().map(<[u8]>::trim_ascii_end);
        };
        let length = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = Some(&bytes[end + length..]);
        Some(bytes[..end].trim_ascii_end())
    })
}

/// Whether the rest of a line is a name, which may contain a `#`.
fn is_name(line: &[u8]) -> bool {
    let keyword = line.trim_ascii_start().split(u8::is_ascii_whitespace).next();
    matches!(keyword, Some(b"o" | b"g" | b"usemtl" | b"mtllib"))
}

fn without_comment(line: &[u8]) -> &[u8] {
    match line.iter().position(|byte| *byte == b'#') {
        Some(start) => line[..start].trim_ascii_end(),
        None => line,
    }
}
