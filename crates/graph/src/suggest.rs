//! Suggestions: the valid name nearest to an invalid one.

/// Maximum length of names that are compared, in bytes: nobody mistypes a page.
const MAX_LENGTH: usize = 64;
/// Maximum numbers of compared names and of compared pairs of letters, to limit the time for a malicious document.
const MAX_CANDIDATES: usize = 10_000;
const MAX_PAIRS: usize = 200_000;

/// The candidate that `name` is probably a misspelling of.
///
/// Up to a third of the letters may differ by optimal string alignment distance: changed, added, dropped, or two
/// neighbors swapped. Case and the separators ` `, `-` and `_` are ignored. The last part of a candidate also matches:
/// `perlin` finds `noise/perlin`. Of equally near candidates, the first is returned.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    let wanted = fold(name);
    let length = wanted.chars().count();
    let limit = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    let mut pairs = 0;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        if pairs > MAX_PAIRS {
            break;
        }
        if candidate == name || candidate.len().abs_diff(name.len()) > MAX_LENGTH {
            continue;
        }
        let folded = fold(candidate);
        let last = folded.rsplit('/').next().unwrap_or_default();
        for (part, extra) in [(folded.as_str(), 0), (last, 1)] {
            if extra > 0 && (wanted.contains('/') || last.len() == folded.len()) {
                continue;
            }
            let part_length = part.chars().count();
            if part_length.abs_diff(length) > limit {
                continue;
            }
            pairs += part_length * length;
            let distance = strsim::osa_distance(&wanted, part);
            // A name whose every letter differs is another name, not a misspelling.
            if distance > limit || distance >= length {
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
    fn misspellings_are_recognized() {
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
