//! Display: how the values of a picture become colors on the screen.

use travertine_program::{LUMINANCE, Type};
use travertine_render::{Format, Image};

/// The part of each value that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Channel {
    /// All components.
    #[default]
    All,
    /// One component: 0 is x or red, 3 is alpha. A missing component is shown as 0, a missing alpha as 1.
    Component(usize),
    /// The luminance of a color; the mean of a vector's components.
    Luminance,
}

/// The range of values shown from black to white.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum DisplayRange {
    /// From 0 to 1, as in picture files.
    #[default]
    Unit,
    /// From 0 to 1 if all values are within, else from the least to the greatest value.
    Fit,
    /// From the first to the second number.
    Between(f32, f32),
}

/// How values become colors on the screen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Display {
    /// The part of each value that is shown.
    pub channel: Channel,
    /// The range of values shown from black to white.
    pub span: DisplayRange,
    /// Shows single numbers in color, from dark violet through green to yellow: Stéfan van der Walt and Nathaniel
    /// Smith, "viridis" (2015), a perceptually uniform color map.
    pub false_color: bool,
    /// Marks values below the range in blue and values above it in red.
    pub mark_outside: bool,
}

/// Pixels for the screen: red, green, blue and straight alpha in sRGB, 8 bits each; rows from top to bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Four bytes per pixel.
    pub rgba: Vec<u8>,
}

/// The least and the greatest value of each component of an image.
pub fn observed(image: &Image) -> Vec<[f32; 2]> {
    let mut observed = vec![[f32::INFINITY, f32::NEG_INFINITY]; image.format.channels()];
    for pixel in image.data.chunks_exact(image.format.channels()) {
        for (seen, value) in observed.iter_mut().zip(pixel) {
            *seen = [seen[0].min(*value), seen[1].max(*value)];
        }
    }
    observed
}

/// The pixels of an image for the screen. With the default display they equal those of a PNG with 8 bits per channel.
pub fn show(image: &Image, display: &Display) -> Pixels {
    let Shown { mut values, channels } = shown(image, display.channel);
    let colors = channels.min(3);
    let [low, high] = ends(&values, channels, display.span);
    let outside: Vec<Option<[u8; 3]>> = match display.mark_outside {
        true => values.chunks_exact(channels).map(|value| mark(&value[..colors], low, high)).collect(),
        false => Vec::new(),
    };
    if [low, high] != [0.0, 1.0] {
        let width = if high > low { high - low } else { 1.0 };
        for value in values.chunks_exact_mut(channels) {
            value[..colors].iter_mut().for_each(|component| *component = (*component - low) / width);
        }
    }
    let (width, height) = (image.format.width, image.format.height);
    let mut rgba = if display.false_color && channels == 1 {
        values.iter().flat_map(|value| viridis(*value)).collect()
    } else {
        // A single component is a number, even if it is part of a color.
        let value_type = if display.channel == Channel::All { image.format.value_type } else { Type::Float };
        Image { format: Format { value_type, ..image.format }, data: values }.to_rgba8()
    };
    for (pixel, mark) in rgba.chunks_exact_mut(4).zip(outside) {
        if let Some(color) = mark {
            pixel[..3].copy_from_slice(&color);
        }
    }
    Pixels { width, height, rgba }
}

/// The values of an image that are shown black and white.
pub fn ends_of(image: &Image, display: &Display) -> [f32; 2] {
    if display.span != DisplayRange::Fit {
        return ends(&[], 1, display.span);
    }
    let Shown { values, channels } = shown(image, display.channel);
    ends(&values, channels, display.span)
}

/// The components shown: 1 for gray, 3 for colors, 4 with alpha.
struct Shown {
    values: Vec<f32>,
    channels: usize,
}

fn shown(image: &Image, channel: Channel) -> Shown {
    let width = image.format.channels();
    let pixels = image.data.chunks_exact(width);
    let values = match channel {
        Channel::All => return Shown { values: image.data.clone(), channels: width },
        Channel::Component(index) => {
            let missing = if index == 3 { 1.0 } else { 0.0 };
            pixels.map(|pixel| pixel.get(index).copied().unwrap_or(missing)).collect()
        }
        Channel::Luminance => {
            let weights = LUMINANCE;
            let luminance = |pixel: &[f32]| match (image.format.value_type, pixel) {
                (Type::Color, [red, green, blue, ..]) => red * weights[0] + green * weights[1] + blue * weights[2],
                (_, pixel) => pixel.iter().sum::<f32>() / pixel.len() as f32,
            };
            pixels.map(luminance).collect()
        }
    };
    Shown { values, channels: 1 }
}

fn ends(values: &[f32], channels: usize, span: DisplayRange) -> [f32; 2] {
    match span {
        DisplayRange::Unit => [0.0, 1.0],
        DisplayRange::Between(low, high) => [low, high],
        DisplayRange::Fit => {
            let colors = values.chunks_exact(channels).flat_map(|value| &value[..channels.min(3)]);
            let [low, high] = colors.fold([0.0_f32, 1.0_f32], |[low, high], value| [low.min(*value), high.max(*value)]);
            if [low, high] == [0.0, 1.0] {
                return [0.0, 1.0];
            }
            let colors = values.chunks_exact(channels).flat_map(|value| &value[..channels.min(3)]);
            colors.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], value| [low.min(*value), high.max(*value)])
        }
    }
}

fn mark(value: &[f32], low: f32, high: f32) -> Option<[u8; 3]> {
    const BELOW: [u8; 3] = [30, 80, 255];
    const ABOVE: [u8; 3] = [255, 40, 30];
    if value.iter().any(|component| *component > high) {
        Some(ABOVE)
    } else if value.iter().any(|component| *component < low) {
        Some(BELOW)
    } else {
        None
    }
}

/// Nine evenly spaced colors of viridis; linear interpolation between them looks like the original.
const VIRIDIS: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 45, 123],
    [59, 82, 139],
    [44, 114, 142],
    [33, 145, 140],
    [40, 174, 128],
    [94, 201, 98],
    [173, 220, 48],
    [253, 231, 37],
];

fn viridis(value: f32) -> [u8; 4] {
    let scaled = value.clamp(0.0, 1.0) * 8.0;
    let index = (scaled as usize).min(7);
    let share = scaled - index as f32;
    let mix = |channel: usize| {
        let (from, to) = (f32::from(VIRIDIS[index][channel]), f32::from(VIRIDIS[index + 1][channel]));
        (from + (to - from) * share + 0.5) as u8
    };
    [mix(0), mix(1), mix(2), 255]
}

#[cfg(test)]
mod tests {
    use travertine::{Context, Slice, Texture};

    use super::*;

    fn image(value_type: Type, opaque: bool, data: &[f32]) -> Image {
        let mut format = Format { width: 1, height: 1, value_type, opaque };
        format.width = (data.len() / format.channels()) as u32;
        Image { format, data: data.to_vec() }
    }

    #[test]
    fn pixels_equal_those_of_a_png() {
        let texture = Texture::open("../../graphs/marble.json").unwrap();
        for output in texture.outputs() {
            let field = texture.field(output).unwrap();
            let pixels = show(&field.render(Slice::new(32, 24), &Context::default()).unwrap(), &Display::default());
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("p.png");
            field.save(Slice::new(32, 24), &path, &Context::default()).unwrap();
            let written = image::open(path).unwrap().into_rgba8();
            assert_eq!(pixels.rgba, written.into_raw(), "{output}");
        }
    }

    #[test]
    fn ranges_stretch_and_clipping_is_marked() {
        let heights = image(Type::Float, false, &[-1.0, 0.0, 3.0]);
        let gray = |display: Display| show(&heights, &display).rgba.chunks(4).map(|pixel| pixel[0]).collect::<Vec<_>>();
        assert_eq!(gray(Display::default()), [0, 0, 255]);
        assert_eq!(gray(Display { span: DisplayRange::Fit, ..Display::default() }), [0, 64, 255]);
        assert_eq!(gray(Display { span: DisplayRange::Between(-1.0, 1.0), ..Display::default() }), [0, 128, 255]);
        assert_eq!(gray(Display { mark_outside: true, ..Display::default() }), [30, 0, 255]);
        let violet_to_yellow = Display { false_color: true, span: DisplayRange::Fit, ..Display::default() };
        assert_eq!(gray(violet_to_yellow), [68, 59, 253]);
        let flat = image(Type::Float, false, &[5.0, 5.0]);
        assert_eq!(show(&flat, &Display { span: DisplayRange::Fit, ..Display::default() }).rgba[0], 0);
        assert_eq!(observed(&heights), [[-1.0, 3.0]]);
    }

    #[test]
    fn single_channels_are_shown() {
        let color = image(Type::Color, false, &[0.2, 0.4, 0.6, 0.5]);
        let first = |channel| show(&color, &Display { channel, ..Display::default() }).rgba;
        assert_eq!(first(Channel::Component(2)), [153, 153, 153, 255]);
        assert_eq!(first(Channel::Component(3)), [128, 128, 128, 255]);
        assert_eq!(first(Channel::Luminance), [95, 95, 95, 255]);
        assert_eq!(first(Channel::All)[3], 128);
        let vector = image(Type::Vector, false, &[0.0, 0.5, 1.0]);
        let alpha = Display { channel: Channel::Component(3), ..Display::default() };
        assert_eq!(show(&vector, &alpha).rgba, [255; 4]);
    }
}
