//! Places in a JSON value, which know what they are called: every complaint can say where.

use serde_json::Value;

/// A value and its way from the root, as in `meshes[0].primitives[1]`.
#[derive(Clone)]
pub(super) struct Place<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Place<'a> {
    pub(super) fn root(value: &'a Value) -> Place<'a> {
        Place { value, path: String::new() }
    }

    /// What is wrong here.
    pub(super) fn wrong(&self, problem: &str) -> String {
        if self.path.is_empty() { format!("it {problem}") } else { format!("{} {problem}", self.path) }
    }

    /// A member, if there is one.
    pub(super) fn get(&self, key: &str) -> Option<Place<'a>> {
        let value = self.value.get(key)?;
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Place { value, path })
    }

    /// A member that must be there.
    pub(super) fn need(&self, key: &str) -> Result<Place<'a>, String> {
        self.get(key).ok_or_else(|| self.wrong(&format!("has no `{key}`")))
    }

    /// What a list has at a place.
    pub(super) fn at(&self, index: usize) -> Result<Place<'a>, String> {
        let value = self
            .value
            .get(index)
            .ok_or_else(|| self.wrong(&format!("has no entry {index}, which something refers to")))?;
        Ok(Place { value, path: format!("{}[{index}]", self.path) })
    }

    /// All entries of a list; none of what is no list.
    pub(super) fn all(&self) -> impl Iterator<Item = Place<'a>> + use<'a> {
        let path = self.path.clone();
        let entries = self.value.as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate();
        entries.map(move |(index, value)| Place { value, path: format!("{path}[{index}]") })
    }

    /// A whole number from 0.
    pub(super) fn count(&self) -> Result<usize, String> {
        let count = self.value.as_u64().and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| self.wrong("must be a whole number from 0"))
    }

    /// A member that is a whole number, or else what it means when left out.
    pub(super) fn count_or(&self, key: &str, otherwise: usize) -> Result<usize, String> {
        self.get(key).map_or(Ok(otherwise), |place| place.count())
    }

    /// A list of so many finite numbers.
    pub(super) fn numbers<const N: usize>(&self) -> Result<[f64; N], String> {
        let numbers: Option<Vec<f64>> =
            self.value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        let numbers = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
        numbers
            .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
            .ok_or_else(|| self.wrong(&format!("must be a list of {N} finite numbers")))
    }

    /// A text.
    pub(super) fn text(&self) -> Result<&'a str, String> {
        self.value.as_str().ok_or_else(|| self.wrong("must be a text"))
    }

    /// Whether it is the value true.
    pub(super) fn is_true(&self) -> bool {
        self.value == &Value::Bool(true)
    }
}
