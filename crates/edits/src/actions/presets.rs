//! The graph's presets: values of its parameters under names.
//!
//! Applying a preset makes its values the defaults of the parameters, so that the graph looks like it wherever it is
//! shown.

use travertine_graph::document::{Document, Preset, name_problem};
use travertine_presentation::Outline;

use crate::difference::action;
use crate::edit::{Action, Refusal};

/// Makes the values of a preset the defaults of the parameters.
///
/// Another preset that leaves one of these parameters out had its default. It now specifies that value, so that it
/// looks as before.
///
/// # Errors
///
/// If there is no such preset.
pub fn apply_preset(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    action(outline, format!("Apply preset {name}"), |document| {
        let chosen = index(document, name)?;
        let values = document.presets[chosen].1.values.clone();
        for (parameter, value) in values {
            let found = document.parameters.iter_mut().find(|(other, _)| *other == parameter);
            // A value of an unknown parameter is an error that the graph's check reports.
            let Some((_, found)) = found else { continue };
            let before = found.default.replace(value.clone());
            let Some(before) = before.filter(|before| *before != value) else { continue };
            for (_, other) in &mut document.presets {
                other.values.entry(parameter.clone()).or_insert_with(|| before.clone());
            }
        }
        Ok(())
    })
}

/// Makes a preset of the current values of all parameters, or replaces the values of the one of that name.
///
/// # Errors
///
/// If the name is invalid, or the graph has no parameters.
pub fn save_preset(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    check(name)?;
    if outline.document().parameters.is_empty() {
        return Err(Refusal::new("the graph has no parameters whose values a preset could hold"));
    }
    action(outline, format!("Save preset {name}"), |document| {
        let parameters = document.parameters.iter();
        let values =
            parameters.filter_map(|(name, parameter)| Some((name.clone(), parameter.default.clone()?))).collect();
        match index(document, name) {
            Ok(index) => document.presets[index].1.values = values,
            Err(_) => document.presets.push((name.to_owned(), Preset { values, ..Preset::default() })),
        }
        Ok(())
    })
}

/// Renames a preset.
///
/// # Errors
///
/// If there is no such preset, or the name is taken or invalid.
pub fn rename_preset(outline: &Outline, name: &str, new: &str) -> Result<Action, Refusal> {
    check(new)?;
    action(outline, format!("Rename preset {name}"), |document| {
        let found = index(document, name)?;
        if index(document, new).is_ok_and(|other| other != found) {
            return Err(Refusal::new(format!("there is another preset called `{new}`")));
        }
        new.clone_into(&mut document.presets[found].0);
        Ok(())
    })
}

/// Removes a preset.
///
/// # Errors
///
/// If there is no such preset.
pub fn remove_preset(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    action(outline, format!("Remove preset {name}"), |document| {
        document.presets.remove(index(document, name)?);
        Ok(())
    })
}

/// Name of the preset whose values the parameters have; of several, the one that specifies the most. A preset without
/// values is none.
pub fn present_preset(document: &Document) -> Option<&str> {
    let has = |name: &String| document.parameters.iter().find(|(other, _)| other == name);
    let is_present = |preset: &Preset| {
        let mut values = preset.values.iter();
        values.all(|(name, value)| has(name).is_some_and(|(_, found)| found.default.as_ref() == Some(value)))
    };
    let mut best: Option<(&str, usize)> = None;
    for (name, preset) in document.presets.iter().filter(|(_, preset)| is_present(preset)) {
        let count = preset.values.len();
        if count > best.map_or(0, |(_, most)| most) {
            best = Some((name, count));
        }
    }
    best.map(|(name, _)| name)
}

fn check(name: &str) -> Result<(), Refusal> {
    match name_problem(name) {
        Some(problem) => Err(Refusal::new(format!("the name of a preset {problem}"))),
        None => Ok(()),
    }
}

fn index(document: &Document, name: &str) -> Result<usize, Refusal> {
    let found = document.presets.iter().position(|(other, _)| other == name);
    found.ok_or_else(|| Refusal::new(format!("there is no preset `{name}`")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use travertine::{Texture, registry};
    use travertine_graph::document::{Input, Node, Parameter};
    use travertine_graph::json::Value;

    use super::*;
    use crate::actions::{remove_parameter, rename_parameter, set_default};
    use crate::edit::Edit;
    use crate::testing::outlines::after;

    fn outline() -> Outline {
        let document = Document::named("Veins")
            .parameter("scale", Parameter::new("float", 2))
            .parameter("seed", Parameter::new("seed", 1))
            .preset("Dense", Preset::new().value("scale", 8))
            .preset("Other", Preset::new().value("seed", 9).describe("Another block."))
            .node(
                "noise",
                Node::new("noise/perlin")
                    .input("scale", Input::parameter("scale"))
                    .input("seed", Input::parameter("seed")),
            )
            .output("height", Input::wire("noise"));
        Outline::new(Arc::new(document), registry())
    }

    fn values(outline: &Outline) -> Vec<String> {
        let parameters = outline.document().parameters.iter();
        parameters.map(|(_, parameter)| parameter.default.as_ref().unwrap().to_string()).collect()
    }

    /// What each preset looks like: the values of all parameters.
    fn looks(outline: &Outline) -> Vec<String> {
        let texture = Texture::from_document(outline.document().clone(), registry()).unwrap();
        let look = |name: &str| {
            let mut texture = texture.clone();
            texture.apply_preset(name).unwrap();
            let values: Vec<String> = texture.parameters().map(|known| Value::from(known.value).to_string()).collect();
            format!("{name}: {}", values.join(" "))
        };
        texture.presets().map(|preset| look(preset.name)).collect()
    }

    #[test]
    fn applying_a_preset_changes_no_look() {
        let before = outline();
        let expected = ["Dense: 8 1", "Other: 2 9"];
        assert_eq!(looks(&before), expected);
        let dense = after(&before, apply_preset(&before, "Dense").unwrap());
        assert_eq!(
            (values(&dense), looks(&dense)),
            (vec!["8".to_owned(), "1".to_owned()], expected.map(str::to_owned).into())
        );
        let other = after(&dense, apply_preset(&dense, "Other").unwrap());
        assert_eq!(
            (values(&other), looks(&other)),
            (vec!["2".to_owned(), "9".to_owned()], expected.map(str::to_owned).into())
        );
        assert!(apply_preset(&other, "Other").unwrap().edit.is_empty(), "nothing is left to change");
        assert_eq!(present_preset(other.document()), Some("Other"));
        assert_eq!(other.document().presets[1].1.description.as_deref(), Some("Another block."));
        assert!(apply_preset(&before, "Dens").is_err());
    }

    #[test]
    fn values_are_saved_under_a_new_name_or_in_place() {
        let before = outline();
        assert_eq!(present_preset(before.document()), None);
        let saved = after(&before, save_preset(&before, "As it is").unwrap());
        assert_eq!(present_preset(saved.document()), Some("As it is"));
        let moved = after(&saved, set_default("scale", Value::from(3)));
        assert_eq!(present_preset(moved.document()), None);
        let again = after(&moved, save_preset(&moved, "Other").unwrap());
        assert_eq!(looks(&again), ["Dense: 8 1", "Other: 3 1", "As it is: 2 1"]);
        assert_eq!(again.document().presets[1].1.description.as_deref(), Some("Another block."));
        assert!(save_preset(&before, "").unwrap_err().to_string().contains("is empty"));
        let empty = Outline::new(Arc::new(Document::default()), registry());
        assert!(save_preset(&empty, "A").unwrap_err().to_string().contains("no parameters"));
    }

    #[test]
    fn presets_are_renamed_and_removed() {
        let before = outline();
        let renamed = after(&before, rename_preset(&before, "Dense", "Crowded").unwrap());
        assert_eq!(looks(&renamed), ["Crowded: 8 1", "Other: 2 9"]);
        assert!(rename_preset(&before, "Dense", "Other").unwrap_err().to_string().contains("another preset"));
        assert!(rename_preset(&before, "Dense", "Dense").unwrap().edit.is_empty());
        let removed = after(&before, remove_preset(&before, "Dense").unwrap());
        assert_eq!(looks(&removed), ["Other: 2 9"]);
        assert!(matches!(remove_preset(&before, "Dense").unwrap().edit, Edit::All(edits) if edits.len() == 1));
    }

    #[test]
    fn presets_follow_their_parameters() {
        let before = outline();
        let renamed = after(&before, rename_parameter(&before, "scale", "size").unwrap());
        assert_eq!(looks(&renamed), looks(&before));
        let removed = after(&before, remove_parameter(&before, "scale").unwrap());
        assert_eq!(looks(&removed), ["Dense: 1", "Other: 9"]);
    }
}
