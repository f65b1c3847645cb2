//! Names of arrays.

use travertine_files::is_device;

/// Names of other nodes of a group, and of dimensions.
const RESERVED: [&str; 10] = ["x", "y", "z", "time", "component", "rgb", "rgba", "levels", "c", "zarr.json"];

/// Longest part of an output's name that its array has, in characters; file systems take 255 bytes.
const MAX_NAME: usize = 48;

/// A name for the array of each output: the output's name, without characters that a path, a file system or Zarr does
/// not take. If the name is taken, underscores follow. Letters of both cases are the same to some file systems.
pub(crate) fn names<'a>(outputs: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for output in outputs {
        let plain = |sign: char| if sign.is_alphanumeric() || "-_.".contains(sign) { sign } else { '_' };
        let mut name: String = output.chars().take(MAX_NAME).map(plain).collect();
        // Zarr reserves names that begin with two underscores, paths do names of dots only, and Windows those of
        // devices.
        if name.is_empty() || name.starts_with('.') || name.starts_with("__") || is_device(&name) {
            name.insert_str(0, "output");
        }
        let lower = |name: &str| name.to_lowercase();
        while RESERVED.contains(&lower(&name).as_str()) || names.iter().any(|other| lower(other) == lower(&name)) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_different() {
        let outputs = ["height", "Height", "x", "a/b", "a b", "", "..", "__a", "größe", "zarr.json", "con.a"];
        let expected = [
            "height",
            "Height_",
            "x_",
            "a_b",
            "a_b_",
            "output",
            "output..",
            "output__a",
            "größe",
            "zarr.json_",
            "outputcon.a",
        ];
        assert_eq!(names(outputs), expected);
        assert!(names(["ä".repeat(1000).as_str()])[0].len() < 200);
    }
}
