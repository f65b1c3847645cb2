//! A software painter for egui: triangles, blended as egui's own painters do.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use egui::epaint::{Primitive, Vertex};
use egui::{Color32, ImageData, Mesh, Pos2, Rect, TextureFilter, TextureId, TexturesDelta};
use egui_kittest::{Harness, TestRenderer};

/// A picture: width, height, and the pixels row by row.
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Color32>,
}

struct Texture {
    size: [usize; 2],
    pixels: Vec<Color32>,
    nearest: bool,
}

/// The textures of a harness; give a clone to its builder.
#[derive(Clone, Default)]
pub struct Painter {
    textures: Rc<RefCell<HashMap<TextureId, Texture>>>,
}

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.textures.borrow_mut();
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                let [width, height] = image.size;
                let Some([left, top]) = change.pos else {
                    let nearest = change.options.magnification == TextureFilter::Nearest;
                    textures.insert(id, Texture { size: image.size, pixels: image.pixels.clone(), nearest });
                    continue;
                };
                let texture = textures.get_mut(&id).expect("a part of a texture follows the whole");
                for row in 0..height {
                    let start = (top + row) * texture.size[0] + left;
                    let source = &image.pixels[row * width..(row + 1) * width];
                    texture.pixels[start..start + width].copy_from_slice(source);
                }
            }
        }
        for id in delta.free.drain() {
            textures.remove(&id);
        }
    }
}

impl Painter {
    /// Paints the window of the harness.
    pub fn paint<State>(&self, harness: &Harness<'_, State>) -> Picture {
        let scale = harness.ctx.pixels_per_point();
        let size = harness.ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as usize, size.y.round() as usize);
        let mut picture = Picture { width, height, pixels: vec![Color32::BLACK; width * height] };
        let textures = self.textures.borrow();
        for clipped in harness.ctx.tessellate(harness.output().shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &clipped.primitive else { continue };
            let Some(texture) = textures.get(&mesh.texture_id) else { continue };
            picture.mesh(mesh, texture, clipped.clip_rect, scale);
        }
        picture
    }
}

impl Picture {
    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
        let limit = |value: f32, end: usize| (value * scale).round().clamp(0.0, end as f32) as usize;
        let columns = limit(clip.left(), self.width)..limit(clip.right(), self.width);
        let rows = limit(clip.top(), self.height)..limit(clip.bottom(), self.height);
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |index: usize| {
                let vertex = mesh.vertices[corners[index] as usize];
                Vertex { pos: (vertex.pos.to_vec2() * scale).to_pos2(), ..vertex }
            };
            self.triangle([corner(0), corner(1), corner(2)], texture, &columns, &rows);
        }
    }

    fn triangle(
        &mut self,
        [a, b, c]: [Vertex; 3],
        texture: &Texture,
        columns: &std::ops::Range<usize>,
        rows: &std::ops::Range<usize>,
    ) {
        let doubled = cross(a.pos, b.pos, c.pos);
        if doubled == 0.0 {
            return;
        }
        let (b, c, doubled) = if doubled < 0.0 { (c, b, -doubled) } else { (b, c, doubled) };
        let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]);
        let first = |value: f32| (value - 0.5).ceil().max(0.0) as usize;
        let last = |value: f32| ((value + 0.5).floor().max(0.0)) as usize;
        for y in first(bounds.top()).max(rows.start)..last(bounds.bottom()).min(rows.end) {
            for x in first(bounds.left()).max(columns.start)..last(bounds.right()).min(columns.end) {
                let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
                let weights = [
                    cross(b.pos, c.pos, at) / doubled,
                    cross(c.pos, a.pos, at) / doubled,
                    cross(a.pos, b.pos, at) / doubled,
                ];
                // A pixel on an edge belongs to the triangle on one side of it only.
                let edges = [(b.pos, c.pos), (c.pos, a.pos), (a.pos, b.pos)];
                let inside = weights.iter().zip(edges).all(|(weight, (from, to))| {
                    *weight > 0.0 || (*weight == 0.0 && (to.y < from.y || (to.y == from.y && to.x > from.x)))
                });
                if inside {
                    let mixed = |part: fn(&Vertex) -> f32| {
                        part(&a) * weights[0] + part(&b) * weights[1] + part(&c) * weights[2]
                    };
                    let color = [0, 1, 2, 3].map(|channel: usize| {
                        let part = |vertex: &Vertex| f32::from(vertex.color.to_array()[channel]);
                        part(&a) * weights[0] + part(&b) * weights[1] + part(&c) * weights[2]
                    });
                    let texel = texture.at(mixed(|vertex| vertex.uv.x), mixed(|vertex| vertex.uv.y));
                    self.blend(y * self.width + x, color, texel);
                }
            }
        }
    }

    /// Premultiplied, in gamma space, as egui defines it.
    fn blend(&mut self, index: usize, color: [f32; 4], texel: [f32; 4]) {
        let below = self.pixels[index].to_array();
        let alpha = color[3] * texel[3] / 255.0;
        let channel = |channel: usize| {
            let source = color[channel] * texel[channel] / 255.0;
            (source + f32::from(below[channel]) * (1.0 - alpha / 255.0)).round().clamp(0.0, 255.0) as u8
        };
        self.pixels[index] = Color32::from_rgb(channel(0), channel(1), channel(2));
    }

    /// Reads a PNG written by `save`.
    pub fn open(path: &std::path::Path) -> Picture {
        let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("it is a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it is small")];
        let info = reader.next_frame(&mut bytes).expect("it is whole");
        let pixels = bytes.chunks_exact(3).map(|pixel| Color32::from_rgb(pixel[0], pixel[1], pixel[2])).collect();
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// The mean difference of the channels of two pictures, from 0 to 255.
    pub fn difference(&self, other: &Picture) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 255.0;
        }
        let channels =
            |picture: &Picture| picture.pixels.iter().flat_map(|pixel| pixel.to_array()).collect::<Vec<u8>>();
        let (a, b) = (channels(self), channels(other));
        let sum: u64 = a.iter().zip(&b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        sum as f64 / a.len() as f64
    }

    /// A part of the picture.
    pub fn part(&self, part: Rect) -> Picture {
        let [left, top, right, bottom] =
            [part.left(), part.top(), part.right(), part.bottom()].map(|edge| edge.round() as usize);
        let rows = (top..bottom).flat_map(|row| &self.pixels[row * self.width..][left..right]);
        Picture { width: right - left, height: bottom - top, pixels: rows.copied().collect() }
    }

    /// Writes the picture as a PNG.
    pub fn save(&self, path: &std::path::Path) {
        let file = std::fs::File::create(path).expect("the file can be created");
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        let mut writer = encoder.write_header().expect("the header can be written");
        writer.write_image_data(&bytes).expect("the pixels can be written");
    }
}

impl Texture {
    fn at(&self, u: f32, v: f32) -> [f32; 4] {
        let [width, height] = self.size;
        let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
        let texel = |x: f32, y: f32| {
            let column = x.clamp(0.0, width as f32 - 1.0) as usize;
            let row = y.clamp(0.0, height as f32 - 1.0) as usize;
            self.pixels[row * width + column].to_array().map(f32::from)
        };
        if self.nearest {
            return texel(x.round(), y.round());
        }
        let (left, top) = (x.floor(), y.floor());
        let (right_part, lower_part) = (x - left, y - top);
        let mix = |a: [f32; 4], b: [f32; 4], t: f32| [0, 1, 2, 3].map(|i: usize| a[i] + (b[i] - a[i]) * t);
        let upper = mix(texel(left, top), texel(left + 1.0, top), right_part);
        let lower = mix(texel(left, top + 1.0), texel(left + 1.0, top + 1.0), right_part);
        mix(upper, lower, lower_part)
    }
}

fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
