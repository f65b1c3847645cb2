//! Reads the groups of a document.

use std::collections::BTreeMap;

use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::document::{Group, GroupSource, MAX_GROUP_DEPTH, MAX_GROUPS};
use crate::json::{Json, JsonValue, Value, pointer};

impl Reader {
    /// Groups by name. Recurses as deep as the JSON is nested, which has a limit.
    pub(super) fn groups(&mut self, json: Json, path: &str) -> Option<BTreeMap<String, Group>> {
        let mut groups = BTreeMap::new();
        let members = self.object(json, path, "`groups`", "graphs by name")?;
        // An id with a slash has it escaped in the pointer, so only groups count.
        if !members.is_empty() && path.matches("/groups/").count() >= MAX_GROUP_DEPTH {
            let message = "groups are nested too deeply";
            let expected = format!("at most {MAX_GROUP_DEPTH} inside each other");
            self.diagnostics.push(Diagnostic::error(path, message).expected(expected).at_key());
            return None;
        }
        self.groups += members.len();
        if self.groups > MAX_GROUPS {
            let message = format!("the document has more than {MAX_GROUPS} groups");
            let expected = format!("at most {MAX_GROUPS}, including those within groups");
            self.diagnostics.push(Diagnostic::error(path, message).expected(expected).at_key());
            return None;
        }
        for (key, value) in members {
            let path = pointer::child(path, &key.text);
            // A group of the wrong shape is reported once, not again at every node that uses it.
            let group = self.group(value, &path).unwrap_or_else(|| {
                self.diagnostics.leave_unread(&path);
                Group::default()
            });
            groups.insert(key.text.into(), group);
        }
        Some(groups)
    }

    fn group(&mut self, mut json: Json, path: &str) -> Option<Group> {
        let mut source = None;
        if let JsonValue::Object(members) = &mut json.value {
            let (sources, others) = std::mem::take(members).into_iter().partition(|(key, _)| *key.text == *"source");
            *members = Vec::into_boxed_slice(others);
            let sources: Vec<_> = sources;
            for (_, value) in sources {
                source = self.group_source(value, &pointer::child(path, "source"));
            }
        }
        Some(Group { document: self.document(json, path)?.into(), source })
    }

    fn group_source(&mut self, json: Json, path: &str) -> Option<GroupSource> {
        let mut source = GroupSource::default();
        for (key, value) in self.object(json, path, "`source`", "`path` and `sha256`")? {
            let path = pointer::child(path, &key.text);
            match &*key.text {
                "path" => source.path = self.filled(value, &path, "`path`", "a path, as in \"planks.json\""),
                "sha256" => source.sha256 = self.filled(value, &path, "`sha256`", "64 hexadecimal digits"),
                _ => source.extra.push((key.text.into(), Value::from(value))),
            }
        }
        Some(source)
    }
}
