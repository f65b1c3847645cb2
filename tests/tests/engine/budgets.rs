//! The steps of `.ci/run` and the seconds that they may take.

use std::fs::read_to_string;
use std::path::Path;

/// The most seconds of all steps together: forty minutes.
const MOST: u32 = 2400;

#[test]
fn each_step_has_a_budget_and_all_together_fit() {
    let ci = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci");
    let run = read_to_string(ci.join("run")).unwrap();
    let steps: Vec<&str> =
        run.lines().filter_map(|line| line.strip_prefix("if step \"")?.strip_suffix("\"; then")).collect();
    assert!(steps.len() > 10, "{steps:?}");

    let budgets = read_to_string(ci.join("budgets")).unwrap();
    let rows = budgets.lines().filter(|line| !line.starts_with('#'));
    let (seconds, titles): (Vec<&str>, Vec<&str>) = rows.map(|row| row.split_once(' ').unwrap()).unzip();
    assert_eq!(titles, steps, "the rows of .ci/budgets are the steps of .ci/run, in order");
    let sum: u32 = seconds.iter().map(|seconds| seconds.parse::<u32>().unwrap()).sum();
    assert!(sum <= MOST, "the budgets make {sum} s");
}
