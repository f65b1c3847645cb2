//! The command that makes the picture that is seen.

use std::path::Path;

use travertine::{Plane, Slice};

/// The `travertine render` command that writes this picture of an output, quoted for a POSIX shell.
///
/// `sixteen` asks for a PNG of 16 bits. What is the command's default is left out.
pub fn command(graph: &Path, output: Option<&str>, slice: &Slice, sixteen: bool, file: &Path) -> String {
    let mut words = vec!["travertine".to_owned(), "render".to_owned(), operand(graph)];
    let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
    flag("-o", operand(file));
    flag("--size", format!("{}x{}", slice.width, slice.height));
    if let Some(output) = output {
        flag("--output", output.to_owned());
    }
    if sixteen {
        flag("--bits", "16".to_owned());
    }
    let standard = Slice::new(slice.width, slice.height);
    match slice.plane {
        Plane::Xy => {}
        Plane::Xz => flag("--plane", "xz".to_owned()),
        Plane::Yz => flag("--plane", "yz".to_owned()),
    }
    if slice.depth != 0.0 {
        flag("--depth", slice.depth.to_string());
    }
    if slice.time != 0.0 {
        flag("--time", slice.time.to_string());
    }
    if slice.region != standard.region {
        flag("--region", slice.region.map(|edge| edge.to_string()).join(","));
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<String>>().join(" ")
}

/// A path that no flag is mistaken for.
fn operand(path: &Path) -> String {
    let text = path.display().to_string();
    if text.starts_with('-') { format!("./{text}") } else { text }
}

/// A word as a POSIX shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn only_what_is_not_the_default_is_said() {
        let (graph, file) = (Path::new("graphs/marble.json"), Path::new("marble.png"));
        assert_eq!(
            command(graph, None, &Slice::new(512, 512), false, file),
            "travertine render graphs/marble.json -o marble.png --size 512x512"
        );
        let slice =
            Slice { plane: Plane::Xz, depth: -0.25, region: [-1.0, 0.0, 0.5, 0.75], ..Slice::new(64, 32) };
        assert_eq!(
            command(Path::new("-a b.json"), Some("it's"), &slice, true, file),
            "travertine render './-a b.json' -o marble.png --size 64x32 --output 'it'\\''s' --bits 16 --plane xz \
             --depth -0.25 --region -1,0,0.5,0.75"
        );
    }

    #[test]
    #[cfg(unix)]
    fn a_shell_reads_it_back() {
        for word in ["", "a b", "it's", "$HOME `x` \"y\" \\", "ä\n;|&<>*?[#~", "--size=1"] {
            let script = format!("printf %s {}", quoted(word));
            let out = Command::new("sh").args(["-c", &script]).output().unwrap().stdout;
            assert_eq!(String::from_utf8(out).unwrap(), word);
        }
    }
}
