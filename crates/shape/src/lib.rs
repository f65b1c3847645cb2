//! Pictures of solids carved from a texture: shapes such as a sphere, a cube or a torus, and meshes of files.
//!
//! A [`Surface`] maps outputs of a texture to color, roughness, height and so on. A [`Scene`] holds a shape
//! or a [`Model`], its placement in the texture, the camera and the light. [`render`] renders the picture:
//!
//! ```
//! use travertine::{Context, Texture};
//! use travertine_shape::{Channels, Finish, Scene, Shape, Size, Surface, render, site};
//!
//! let texture = Texture::parse(r#"{
//!     "format": "travertine", "version": 1,
//!     "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 4, "min": 0, "max": 1}}},
//!     "outputs": {"height": {"node": "noise"}}
//! }"#)?;
//! let surface = Surface::new(&texture, &Channels::default())?;
//! let mut scene = Scene::new(Shape::Torus);
//! scene.view.yaw = 30.0;
//! let size = Size { width: 32, height: 32, samples: 4 };
//! let context = Context::default();
//! let picture = render(&surface, &scene, size, &context)?;
//! assert_eq!(picture.pixel(0, 0)[3], 0.0, "there is nothing in the corner");
//!
//! // The solid is carved: without light, a pixel holds the sample of the texture at its site, to the last bit.
//! scene.finish = Finish::Unlit;
//! let size = Size { samples: 1, ..size };
//! let picture = render(&surface, &scene, size, &context)?;
//! let site = site(&surface, &scene, size, [16.5, 24.5], &context)?.expect("the torus is there");
//! assert_eq!(picture.pixel(16, 24)[0], texture.field("height")?.sample(&[site])?[0][0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All arithmetic is deterministic, so a picture has the same bits on every machine.
#![forbid(unsafe_code)]

mod bumps;
mod camera;
mod displaced;
mod environment;
mod error;
mod hit;
mod lattice;
mod model;
mod pick;
mod picture;
mod ray;
mod render;
mod scene;
mod shape;
mod stage;
mod studio;
mod surface;
mod trace;
mod tracer;

pub use environment::Environment;
pub use error::ShapeError;
pub use model::Model;
pub use render::{Render, prepare, render, site};
pub use scene::{Finish, Placement, Scene, Size, View};
pub use shape::Shape;
pub use surface::{Channel, Channels, Surface};
