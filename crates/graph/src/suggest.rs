//! The nearest valid name to one that is not.

/// Longer names are not compared: nobody mistypes a page.
const MAX_LENGTH: usize = 64;
/// Names looked at, and names compared closely: bounds the time that a hostile document takes.
const MAX_CANDIDATES: usize = 100_000;
const MAX_COMPARED: usize = 1000;

/// The candidate that `name` was probably meant to be.
///
/// A third of the letters may differ (Damerau-Levenshtein: changed, added, dropped, or two neighbours
/// swapped), letter case and the separators ` `, `-` and `_` aside. A candidate that `name` is the
/// last part of also counts: `perlin` finds `noise/perlin`. Of equally near ones the first is taken.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    let wanted = fold(name);
    let length = wanted.chars().count();
    let limit = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    let mut compared = 0;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if candidate == name || candidate.len().abs_diff(name.len()) > MAX_LENGTH {
            continue;
        }
        let folded = fold(candidate);
        let last = folded.rsplit('/').next().unwrap_or_default();
        for (part, extra) in [(folded.as_str(), 0), (last, 1)] {
            if extra > 0 && (wanted.contains('/') || last.len() == folded.len()) {
                continue;
            }
            if part.chars().count().abs_diff(length) > limit || compared >= MAX_COMPARED {
                continue;
            }
            compared += 1;
            let distance = strsim::damerau_levenshtein(&wanted, part);
            // One letter for another is no slip but another name.
            if distance > limit || (distance == length.max(1) && distance > 0) {
                continue;
            }
            let score = 2 * distance + extra;
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, candidate));
            }
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let names = ["noise/perlin", "noise/worley", "math/cosine", "lacunarity", "seed"];
        for (slip, meant) in [
            ("noise/perln", Some("noise/perlin")),
            ("Noise/Perlin", Some("noise/perlin")),
            ("perlin", Some("noise/perlin")),
            ("cosin", Some("math/cosine")),
            ("lacuniarty", Some("lacunarity")),
            ("sede", Some("seed")),
            ("granite", None),
            ("", None),
        ] {
            assert_eq!(nearest(slip, names), meant, "{slip}");
        }
        assert_eq!(nearest("x", ["y", "z"]), None);
        assert_eq!(nearest("octave_count", ["octave-count"]), Some("octave-count"));
    }
}
