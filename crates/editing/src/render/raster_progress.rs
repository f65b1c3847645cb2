//! The phrase for a raster that is being computed.

use travertine::RasterProgress;

/// A raster that is being computed, as a phrase: `Eroding 43 %`.
pub(super) fn phrase(progress: RasterProgress) -> String {
    let work = progress.pass.doing();
    match (progress.fraction * 100.0) as u32 {
        0 => format!("{work} …"),
        percent => format!("{work} {percent}%"),
    }
}

#[cfg(test)]
mod tests {
    use travertine::stages::raster::pass::Hydraulic;

    use super::*;

    #[test]
    fn the_fraction_is_shown_once_it_is_known() {
        let at = |fraction| phrase(RasterProgress { pass: Hydraulic { rounds: 64, seed: 1 }.into(), fraction });
        assert_eq!([at(0.0), at(0.439)], ["Eroding …", "Eroding 43%"]);
    }
}
