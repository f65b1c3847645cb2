//! Programs: the flat lists of operations that graphs are lowered to, and the rasters that they sample.
//!
//! A [`Builder`] makes a [`Program`] from formulas. [`Program::evaluate`] defines its result. Programs do not depend on
//! nodes.
#![forbid(unsafe_code)]

mod axes;
mod basis;
mod bound;
mod builder;
mod canonical;
mod cellular_slope;
mod conditions;
mod curve;
mod derivative;
mod derived;
mod diff;
mod expression;
mod function;
pub mod image;
mod lanes;
mod lattice;
mod operation;
mod operations;
mod program;
mod raster_intervals;
mod raster_key;
mod rasters;
mod rate;
mod site;
mod types;

pub use axes::{Axes, Axis, Neutral};
pub use basis::BasisFunction;
pub use bound::Bound;
pub use builder::{Builder, TooLarge};
pub use conditions::Conditions;
pub use curve::{Curve, CurveInterpolation};
pub use derived::Variable;
pub use expression::{Expr, Operand};
pub use function::{Function, FunctionId};
pub use lanes::Lanes;
pub use operation::{Operation, RasterId, Value};
pub use operations::{Binary, Ternary, Unary};
pub use program::{Program, ProgramOutput, RasterSource, Slot};
pub use raster_key::RasterKey;
pub use rasters::Fields;
pub use site::{Site, SurfacePoint};
pub use types::{LUMINANCE, Type};
