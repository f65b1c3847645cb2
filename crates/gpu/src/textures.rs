//! Textures of samples in the memory of a GPU.

use travertine::Image;
use wgpu::util::{DeviceExt, TextureDataOrder};
use wgpu::{
    Extent3d, TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureView, TextureViewDescriptor,
};

use crate::device::Device;
use crate::error::Error;

impl Device {
    /// Textures with the floats of pictures of three floats.
    pub(crate) fn textures(&self, pictures: &[Image]) -> Result<Vec<TextureView>, Error> {
        self.checked("textures", || Ok(pictures.iter().map(|picture| texture(self, picture)).collect()))
    }
}

fn texture(device: &Device, picture: &Image) -> TextureView {
    // There is no format of three floats.
    let texels: Vec<[f32; 4]> =
        picture.data.as_chunks().0.iter().map(|[red, green, blue]| [*red, *green, *blue, 1.0]).collect();
    let descriptor = TextureDescriptor {
        label: None,
        size: Extent3d { width: picture.format.width, height: picture.format.height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format: TextureFormat::Rgba32Float,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let order = TextureDataOrder::default();
    let texels = bytemuck::cast_slice(&texels);
    let texture = device.device.create_texture_with_data(&device.queue, &descriptor, order, texels);
    texture.create_view(&TextureViewDescriptor::default())
}
