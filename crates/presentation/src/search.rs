//! Search: what words find, best first.

use travertine_graph::definition::Definition;
use travertine_graph::document::Document;

/// What one rank is worse than the one before it.
const STEP: u32 = 64;

/// Something that words can find: a node type, a group or a graph.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Name for people, such as `Cellular noise`.
    pub label: &'a str,
    /// Name in documents and commands, such as `noise/cellular`.
    pub id: &'a str,
    /// Other words for it.
    pub words: Vec<&'a str>,
    /// What it does.
    pub description: &'a str,
}

impl<'a> Subject<'a> {
    /// A node type.
    pub fn of_node(definition: &'a Definition) -> Subject<'a> {
        Subject {
            label: &definition.label,
            id: &definition.id,
            words: definition.search.iter().map(AsRef::as_ref).collect(),
            description: &definition.description,
        }
    }

    /// A graph, or the graph of a group, with a name.
    pub fn of_graph(id: &'a str, document: &'a Document) -> Subject<'a> {
        let words = document.search.iter().chain(&document.category).map(String::as_str);
        Subject {
            label: document.name.as_deref().unwrap_or(id),
            id,
            words: words.collect(),
            description: document.description.as_deref().unwrap_or_default(),
        }
    }

    /// How well all words of a query match: 0 is the name itself; more is worse. `None` if a word does not occur.
    pub fn rank(&self, query: &str) -> Option<u32> {
        let spelled = query.trim().to_lowercase();
        if spelled.is_empty() {
            return Some(0);
        }
        let whole = joined(query);
        if whole.is_empty() {
            // A sign, such as that of a subtraction.
            return self.words.iter().any(|word| *word == spelled).then_some(STEP);
        }
        if let Some(place) = self.names().position(|name| joined(name) == whole) {
            return Some(place as u32);
        }
        // A phrase, or one that another program writes as a word.
        let is_phrase = |word: &&str| parts(word).count() > 1 && joined(word) == whole;
        if let Some(place) = self.words.iter().position(is_phrase) {
            return Some(STEP + place_of_word(place));
        }
        parts(&query.to_lowercase()).map(|word| self.rank_of_word(word)).sum()
    }

    /// How well the words of a query match, if not all occur: names inside of words count, as in `rotate2d`. `None` if
    /// nothing does.
    fn rank_of_some(&self, query: &str) -> Option<u32> {
        const ABSENT: u32 = 40 * STEP;
        let query = query.to_lowercase();
        let ranks = parts(&query).map(|word| self.rank_of_word(word).or_else(|| self.rank_inside(word)));
        let ranks: Vec<Option<u32>> = ranks.collect();
        let any = ranks.iter().any(Option::is_some);
        any.then(|| ranks.into_iter().map(|rank| rank.unwrap_or(ABSENT)).sum())
    }

    /// How well a word matches that holds a name or a search word: the longer that is, the better.
    fn rank_inside(&self, word: &str) -> Option<u32> {
        const SHORTEST: usize = 3;
        let length = |name: &str, bonus: usize| {
            let name = joined(name);
            (name.len() >= SHORTEST && word.contains(&name)).then_some(name.len() + bonus)
        };
        let names = self.names().filter_map(|name| length(name, 1));
        let longest = names.chain(self.words.iter().filter_map(|word| length(word, 0))).max()?;
        Some(30_u32.saturating_sub(longest as u32).max(13) * STEP)
    }

    /// The label and the last part of the name.
    fn names(&self) -> impl Iterator<Item = &str> {
        [self.label, self.id.rsplit('/').next().unwrap_or_default()].into_iter()
    }

    fn rank_of_word(&self, word: &str) -> Option<u32> {
        // "cracks" also finds "crack".
        let singular = word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s'));
        [Some(word), singular].into_iter().flatten().filter_map(|word| self.rank_of_form(word)).min()
    }

    fn rank_of_form(&self, word: &str) -> Option<u32> {
        let label = self.label.to_lowercase();
        let name = self.id.rsplit('/').next().unwrap_or_default();
        let begins = |text: &str| parts(text).any(|part| part.starts_with(word));
        let has = |text: &str| text.starts_with(word) || parts(text).any(|part| part == word);
        let mut words = self.words.iter().map(|other| other.to_lowercase());
        let place = words.clone().position(|other| other == word);
        let rank = if label == word {
            0
        } else if name == word {
            1
        } else if has(&label) || has(name) {
            2
        } else if place.is_some() {
            3
        } else if begins(&label) || begins(name) {
            4
        } else if words.any(|other| begins(&other)) {
            5
        } else if label.contains(word) || self.id.contains(word) {
            6
        } else {
            let description = self.description.to_lowercase();
            let at_start = |at: usize| description[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            description.match_indices(word).any(|(at, _)| at_start(at)).then_some(12)?
        };
        Some(rank * STEP + place.filter(|_| rank == 3).map_or(0, place_of_word))
    }
}

/// What a place in the list of search words adds to a rank: the words that suit best come first.
fn place_of_word(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(STEP).min(STEP - 1)
}

/// The words of a text.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_' | '/')).filter(|part| !part.is_empty())
}

/// A text in small letters without what separates words: other programs write `ColorRamp`.
fn joined(text: &str) -> String {
    parts(&text.to_lowercase()).collect()
}

/// The greatest length of a query in characters; what follows is ignored.
const MAX_QUERY: usize = 200;

/// The items that words find, best first; of equal ranks in the given order. If none has all words, those that have
/// some. Without words, all.
pub fn search<'i, T>(
    items: impl IntoIterator<Item = &'i T>,
    subject: impl Fn(&'i T) -> Subject<'i>,
    query: &str,
) -> Vec<&'i T> {
    let query = query.char_indices().nth(MAX_QUERY).map_or(query, |(end, _)| &query[..end]);
    let items: Vec<(Subject, &T)> = items.into_iter().map(|item| (subject(item), item)).collect();
    let ranked = |rank: &dyn Fn(&Subject) -> Option<u32>| {
        let found = items.iter().filter_map(|(subject, item)| Some((rank(subject)?, *item)));
        let mut found: Vec<(u32, &T)> = found.collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, item)| item).collect::<Vec<_>>()
    };
    let found = ranked(&|subject| subject.rank(query));
    if found.is_empty() { ranked(&|subject| subject.rank_of_some(query)) } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUBJECTS: [(&str, &str, &[&str], &str); 4] = [
        ("Cellular noise", "noise/cellular", &["worley", "voronoi", "cracks"], "Distances to random points."),
        ("Cells", "domain/cells", &["stones", "voronoi"], "A texture in each cell."),
        ("Mix", "blend/mix", &["lerp", "blend two"], "Between a and b."),
        ("Box", "shape/box", &["cube"], "The distance to a box with a mixture of roundings."),
    ];

    fn found(query: &str) -> Vec<&'static str> {
        let subject =
            |(label, id, words, description): &'static (&'static str, &'static str, &'static [&str], &str)| Subject {
                label,
                id,
                words: words.to_vec(),
                description,
            };
        search(&SUBJECTS, subject, query).into_iter().map(|(_, id, ..)| *id).collect()
    }

    #[test]
    fn the_best_match_comes_first() {
        let cases: [(&str, &[&str]); 14] = [
            ("worley", &["noise/cellular"]),
            ("VORONOI", &["noise/cellular", "domain/cells"]),
            ("cells", &["domain/cells", "noise/cellular"]),
            ("mix", &["blend/mix", "shape/box"]),
            ("distance cube", &["shape/box"]),
            ("crack", &["noise/cellular"]),
            ("cubes", &["shape/box"]),
            ("and", &["blend/mix"]),
            ("xyzzy", &[]),
            ("", &["noise/cellular", "domain/cells", "blend/mix", "shape/box"]),
            ("cellular_noise", &["noise/cellular"]),
            ("BlendTwo", &["blend/mix"]),
            ("worley2d", &["noise/cellular"]),
            ("xyzzy cube", &["shape/box"]),
        ];
        for (query, expected) in cases {
            assert_eq!(found(query), expected, "{query}");
        }
    }

    #[test]
    fn words_of_any_script_are_searched() {
        assert!(found("é").is_empty() && found("木目").is_empty());
        let subject = Subject { label: "Maserung", id: "holz", words: vec!["木目"], description: "Für Möbel." };
        for query in ["木目", "möbel", "FÜR"] {
            assert!(subject.rank(query).is_some(), "{query}");
        }
    }
}
