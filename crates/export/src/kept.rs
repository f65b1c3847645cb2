//! The last settings of each graph, kept in the preferences of an editor.

use std::path::Path;

use travertine_editing::files::Preferences;
use travertine_editing::files::preferences::EXPORTS;
use travertine_graph::json::{Value, object};

use crate::job::text;
use crate::kind::Kind;
use crate::settings::Settings;

/// The last settings of a graph, or those to begin with. What cannot be read has its default.
pub fn kept(preferences: &Preferences, graph: Option<&Path>) -> Settings {
    let kept = preferences.of_graph(&EXPORTS, graph);
    load(graph, kept.as_ref().and_then(|entry| entry.get("settings")).unwrap_or(&Value::Null))
}

/// Keeps the settings of a graph. One without a path has none.
pub fn keep(preferences: &mut Preferences, graph: Option<&Path>, settings: &Settings) {
    if graph.is_some() {
        preferences.keep_of_graph(&EXPORTS, graph, [("settings", save(settings))]);
    }
}

/// The settings in JSON: the job of each kind.
fn save(settings: &Settings) -> Value {
    let job = |kind: Kind| (kind.name().to_owned(), Value::Object(settings.members(kind)));
    let jobs = Value::Object(Kind::ALL.map(job).into());
    object([("kind", Value::from(settings.kind.name())), ("jobs", jobs)])
}

/// The settings of a graph as they were saved. What cannot be read has its default.
fn load(graph: Option<&Path>, saved: &Value) -> Settings {
    let mut settings = Settings::new(graph);
    for kind in Kind::ALL {
        if let Some(Value::Object(members)) = saved.get("jobs").and_then(|jobs| jobs.get(kind.name())) {
            let texts = members.iter().filter(|(name, _)| name != "make");
            settings.texts[kind as usize] =
                texts.filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect();
        }
        if saved.get("kind").and_then(Value::as_text) == Some(kind.name()) {
            settings.kind = kind;
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use travertine_editing::files::Folders;

    use super::*;

    #[test]
    fn the_last_settings_of_each_graph_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folders = Folders::at(folder.path());
        let mut preferences = Preferences::new(Some(&folders));
        let (one, two) = (folder.path().join("one.json"), folder.path().join("two.json"));
        assert_eq!(kept(&preferences, Some(&one)), Settings::new(Some(&one)));
        let mut settings = Settings::new(Some(&one));
        settings.kind = Kind::Maps;
        let texts =
            [("for", ""), ("size", "2048x512"), ("region", "-0.1,0,1,1"), ("mips", "true"), ("pack", "a=b,c,d")];
        texts.into_iter().for_each(|(name, text)| settings.set(name, text));
        settings.set("to", "maps/{graph}_{output}.tga");
        keep(&mut preferences, Some(&one), &settings);
        keep(&mut preferences, Some(&two), &Settings::new(None));
        keep(&mut preferences, None, &settings);
        preferences.flush();
        let again = Preferences::new(Some(&folders));
        assert_eq!(kept(&again, Some(&one)), settings);
        assert_eq!(kept(&again, None), Settings::new(None), "no path, no settings");
    }
}
