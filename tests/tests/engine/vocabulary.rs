//! Vocabulary: what people of other programs type finds the node type that they mean.

use travertine::registry;
use travertine_presentation::{Subject, search};

/// Words and node types.
const WORDS: &str = include_str!("../data/vocabulary.txt");

/// How far down a list people look.
const LOOKED_AT: usize = 5;

#[test]
fn words_of_other_programs_find_what_they_mean() {
    let lines = WORDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs: Vec<(&str, &str)> = lines.map(|line| line.split_once(" = ").unwrap()).collect();
    assert!(pairs.len() >= 300, "{}", pairs.len());
    let definitions: Vec<_> = registry().iter().collect();
    let mut missed = Vec::new();
    for (word, expected) in pairs {
        let found = search(&definitions, |definition| Subject::of_node(definition), word);
        let mut found: Vec<&str> = found.into_iter().map(|definition| definition.id.as_str()).collect();
        found.dedup();
        found.truncate(LOOKED_AT);
        if !found.contains(&expected) {
            missed.push(format!("{word}: expected {expected} of {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
