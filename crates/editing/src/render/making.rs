//! The phrase for a raster that is being computed.

use travertine::{Pass, RasterProgress};

/// A raster that is being computed, as a phrase: `Eroding 43 %`.
pub(super) fn phrase(progress: RasterProgress) -> String {
    let work = match progress.pass {
        Pass::Erode { .. } | Pass::Thermal { .. } | Pass::Hydraulic { .. } => "Eroding",
        Pass::Smooth { .. } => "Smoothing",
        Pass::Blur { .. } => "Blurring",
        Pass::Distance => "Measuring distances",
        Pass::Flow { .. } => "Following the water",
        Pass::Levels { .. } => "Measuring levels",
        Pass::Dilate { .. } => "Widening",
        Pass::Drips { .. } => "Dripping",
        Pass::Islands { .. } => "Finding islands",
        Pass::Normals => "Measuring slopes",
        Pass::Perturb => "Displacing",
    };
    match (progress.fraction * 100.0) as u32 {
        0 => format!("{work} …"),
        percent => format!("{work} {percent}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_is_told_once_it_is_known() {
        let at =
            |fraction| phrase(RasterProgress { pass: Pass::Hydraulic { rounds: 64, seed: 1 }, fraction });
        assert_eq!([at(0.0), at(0.439)], ["Eroding …", "Eroding 43%"]);
    }
}
