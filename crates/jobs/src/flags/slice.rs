//! Flags for the slice of space that a picture shows.

use clap::Args;
use travertine::Slice;

use super::value::{self, PlaneFlag, Size};

/// Plane, depth and region of a slice.
#[derive(Args)]
pub struct SliceFlags {
    /// Plane of the slice
    #[arg(long, value_enum, default_value = "xy", help_heading = "Slice")]
    plane: PlaneFlag,

    /// Position of the plane along its third axis, in graph units
    #[arg(
        long, value_name = "D", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    depth: f32,

    /// Region of the plane, in graph units: left, top, right, bottom. A single --size is that of its longer side
    #[arg(
        long, value_name = "X0,Y0,X1,Y1", value_parser = value::region,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    region: Option<[f64; 4]>,
}

impl SliceFlags {
    /// The slice of the given size, in pixels, and time.
    pub fn slice(&self, size: Size, time: f32) -> Slice {
        let size = size.over(self.region);
        let slice = Slice::new(size.width, size.height);
        let region = self.region.unwrap_or(slice.region);
        Slice { plane: self.plane.into(), depth: self.depth, time, region, ..slice }
    }

    /// The command-line arguments that give these flags.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![value::flag("plane", &self.plane), format!("--depth={}", self.depth)];
        if let Some([left, top, right, bottom]) = self.region {
            arguments.push(format!("--region={left},{top},{right},{bottom}"));
        }
        arguments
    }
}
