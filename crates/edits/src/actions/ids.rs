//! Ids for new nodes, frames, parameters and outputs.

use travertine_graph::document::{Document, MAX_NAME};
use travertine_graph::graph::{GROUP, ITERATE};

/// An unused id like `wanted`: the same, or with a number appended. `noise_2` is followed by `noise_3`.
pub fn fresh_id(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let wanted = if wanted.is_empty() { "node" } else { wanted };
    if !is_taken(wanted) && wanted.chars().nth(MAX_NAME).is_none() {
        return wanted.to_owned();
    }
    let numbered = wanted.rsplit_once('_').and_then(|(stem, digits)| {
        let number = digits.parse::<u64>().ok().filter(|number| number.to_string() == digits)?;
        (!stem.is_empty()).then_some((stem, number))
    });
    let (stem, number) = numbered.unwrap_or((wanted, 1));
    // Leaves room for the digits of any number.
    let stem: String = stem.chars().take(MAX_NAME - 21).collect();
    let mut number = number;
    loop {
        number = number.wrapping_add(1);
        let id = format!("{stem}_{number}");
        if !is_taken(&id) {
            return id;
        }
    }
}

/// An unused id like `wanted` for a node. It is not that of a node inside an instance of a group, such as
/// `floor/grain`.
pub(super) fn fresh_node_id(
    wanted: &str,
    document: &Document,
    is_instance: bool,
    is_reserved: impl Fn(&str) -> bool,
) -> String {
    let instances = [GROUP, ITERATE].map(|category| format!("{category}/"));
    let is_group = |id: &str| {
        let node = document.nodes.get(id);
        node.is_some_and(|node| instances.iter().any(|category| node.node_type.starts_with(category)))
    };
    let is_inside = |id: &str| id.match_indices('/').any(|(end, _)| is_group(&id[..end]));
    let holds = |id: &str| {
        let inside = format!("{id}/");
        is_instance && document.nodes.range(inside.clone()..).next().is_some_and(|(id, _)| id.starts_with(&inside))
    };
    // A number at the end would not lead out of an instance.
    let wanted = if is_inside(wanted) { wanted.replace('/', "_") } else { wanted.to_owned() };
    fresh_id(&wanted, |id| document.nodes.contains_key(id) || is_reserved(id) || holds(id))
}

/// The id of the first node of a type: `square_root` for `math/square-root`.
pub(super) fn id_of_type(node_type: &str) -> String {
    let id = node_type.split('@').next().unwrap_or_default();
    id.rsplit('/').next().unwrap_or_default().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_readable_and_new() {
        let taken = |id: &str| ["noise", "noise_2", "a_7", "x_02"].contains(&id);
        assert_eq!(fresh_id("veins", taken), "veins");
        assert_eq!(fresh_id("noise", taken), "noise_3");
        assert_eq!(fresh_id("noise_2", taken), "noise_3");
        assert_eq!(fresh_id("a_7", taken), "a_8");
        assert_eq!(fresh_id("x_02", taken), "x_02_2");
        assert_eq!(fresh_id("", taken), "node");
        let long = "ä".repeat(MAX_NAME);
        let fresh = fresh_id(&long, |id| id == long);
        assert!(fresh.ends_with("ä_2") && fresh.chars().count() <= MAX_NAME);
        assert_eq!(id_of_type("math/square-root@2"), "square_root");
    }
}
