//! The slice of space that a picture shows.

use clap::Args;
use travertine::Slice;

use crate::value::{self, PlaneFlag, Size};

/// Where a picture is taken, apart from its size.
#[derive(Args)]
pub struct SliceFlags {
    /// The plane that is cut
    #[arg(long, value_enum, default_value = "xy", help_heading = "Slice")]
    plane: PlaneFlag,

    /// Where the plane lies along its third axis
    #[arg(
        long, value_name = "D", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    depth: f32,

    /// The part of the plane, in graph units: left, top, right, bottom
    #[arg(
        long, value_name = "X0,Y0,X1,Y1", value_parser = value::region,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    region: Option<[f64; 4]>,
}

impl SliceFlags {
    /// The slice, of so many pixels at that time.
    pub fn slice(&self, size: Size, time: f32) -> Slice {
        let slice = Slice::new(size.width, size.height);
        let region = self.region.unwrap_or(slice.region);
        Slice { plane: self.plane.into(), depth: self.depth, time, region, ..slice }
    }

    /// The flags that say the same.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![value::flag("plane", &self.plane), format!("--depth={}", self.depth)];
        if let Some([left, top, right, bottom]) = self.region {
            arguments.push(format!("--region={left},{top},{right},{bottom}"));
        }
        arguments
    }
}
