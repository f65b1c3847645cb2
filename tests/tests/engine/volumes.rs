//! Volumes and their slices hold the samples at their positions, whatever the sizes of the bricks.

use proptest::prelude::*;
use proptest::sample::select;
use travertine_noise::Level;
use travertine_render::{Brick, Cancel, Context, Render, Slice, Tile, Volume, VolumeRender, sample};
use travertine_tests::bundled::{bundled_graphs, node_examples};
use travertine_tests::{graph, program};

/// Graphs that are evaluated in different ways: noise along rows, warps, cells, curves, colors.
const GRAPHS: [&str; 6] = ["marble", "wood", "agate", "domain/warp", "noise/cellular", "input/position"];

fn text(name: &str) -> String {
    let graphs = bundled_graphs().into_iter().chain(node_examples());
    let found = graphs.into_iter().find(|(graph, _)| graph == name);
    found.unwrap_or_else(|| panic!("there is no graph {name}")).1
}

/// The starts and sizes of the bricks along an axis; the last one may be smaller.
fn starts(side: u32, brick: u32) -> impl Iterator<Item = (u32, u32)> + Clone {
    (0..side).step_by(brick as usize).map(move |start| (start, brick.min(side - start)))
}

fn tiles() -> impl Strategy<Value = Option<Tile>> {
    prop_oneof![Just(None), Just(Some(Tile::Whole)), (1..9_u32).prop_map(|edge| Some(Tile::Square(edge)))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bricks_and_slices_hold_samples(
        name in select(&GRAPHS[..]),
        size in [1..24_u32, 1..12, 1..9],
        brick in [1..30_u32, 1..12, 1..9],
        corner in [-4.0..4.0_f64, -4.0..4.0, -4.0..4.0],
        extent in [0.01..3.0_f64, 0.01..3.0, 0.01..3.0],
        time in -2.0..2.0_f32,
        level in select(Level::available()),
        threads in 1..4_usize,
        tile in tiles(),
    ) {
        let (program, bound) = program(&graph(&text(name)), 0);
        let far = [0, 1, 2].map(|axis| corner[axis] + extent[axis]);
        let region = [corner[0], corner[1], corner[2], far[0], far[1], far[2]];
        let volume = Volume { region, time, ..Volume::new(size[0], size[1], size[2]) };
        let context = Context::default().level(level).threads(threads).tile(tile);
        let render = VolumeRender::new(&program, &bound, volume, brick, &context).unwrap();
        let channels = render.format().channels();
        let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<_>>();

        let mut whole = vec![f32::NAN; volume.samples() as usize * channels];
        for (z, depth) in starts(size[2], brick[2]) {
            for (y, height) in starts(size[1], brick[1]) {
                for (x, width) in starts(size[0], brick[0]) {
                    let brick = Brick { start: [x, y, z], size: [width, height, depth] };
                    let mut samples = vec![f32::NAN; brick.samples() as usize * channels];
                    render.brick(brick, &mut samples).unwrap();
                    for (index, row) in samples.chunks_exact(width as usize * channels).enumerate() {
                        let (y, z) = (y + index as u32 % height, z + index as u32 / height);
                        let start = (((z * size[1] + y) * size[0] + x) as usize) * channels;
                        whole[start..start + row.len()].copy_from_slice(row);
                    }
                }
            }
        }

        let places = (0..size[2]).flat_map(|z| (0..size[1]).flat_map(move |y| (0..size[0]).map(move |x| [x, y, z])));
        let points: Vec<[f32; 4]> = places.map(|place| volume.position(place)).collect();
        let sampled = sample(&program, &bound, &points, &Context::default().level(Level::Scalar)).unwrap();
        // A volume omits an alpha that is 1 everywhere.
        let sampled = sampled.chunks_exact(render.format().value_type.width()).flat_map(|sample| &sample[..channels]);
        prop_assert_eq!(bits(&whole), bits(&sampled.copied().collect::<Vec<_>>()));

        let slice: Slice = volume.slice(size[2] - 1);
        let picture = Render::new(&program, &bound, slice, None, &context).unwrap().image().unwrap();
        let last = &whole[whole.len() - picture.data.len()..];
        prop_assert_eq!(bits(last), bits(&picture.data));
    }
}

#[test]
fn limits_bound_a_brick_of_a_huge_volume() {
    let (program, bound) = program(&graph(&text("clouds")), 0);
    let (side, size) = (1 << 14, [8, 4, 2]);
    let volume = Volume::new(side, side, side);
    let context = Context::default();
    let render = VolumeRender::new(&program, &bound, volume, size, &context).unwrap();
    assert!(render.estimate().work > context.work_limit());
    let start = size.map(|length| side - length);
    let mut samples = vec![f32::NAN; 64 * render.format().channels()];
    render.brick(Brick { start, size }, &mut samples).unwrap();
    let position = volume.position(start);
    let sampled = sample(&program, &bound, &[position], &context).unwrap();
    assert_eq!(samples[..render.format().channels()], sampled[..render.format().channels()]);

    let small = context.work(1000);
    let refused = VolumeRender::new(&program, &bound, volume, size, &small).err().unwrap().to_string();
    assert!(refused.contains("operations"), "{refused}");
}

#[test]
fn sizes_regions_and_budgets_have_limits() {
    let (program, bound) = program(&graph(&text("marble")), 0);
    let refused = |volume: Volume, context: &Context| {
        VolumeRender::new(&program, &bound, volume, [1, 1, 1], context).map(drop).unwrap_err().to_string()
    };
    for size in [[0, 4, 4], [4, 4, 0], [1 << 21, 4, 4], [1 << 31; 3]] {
        let message = refused(Volume::new(size[0], size[1], size[2]), &Context::default());
        assert!(message.contains("too large"), "{message}");
    }
    for axis in 0..3 {
        let mut volume = Volume::new(4, 4, 4);
        volume.region[axis + 3] = volume.region[axis];
        assert!(refused(volume, &Context::default()).contains("region"));
        volume.region[axis] = f64::NAN;
        assert!(refused(volume, &Context::default()).contains("region"));
    }
    let poor = Context::default().memory(1);
    assert!(refused(Volume::new(4, 4, 4), &poor).contains("memory"));
}

#[test]
fn a_brick_can_be_cancelled() {
    const NOISE: &str = r#"{
        "format": "travertine", "version": 1,
        "nodes": {"noise": {"type": "noise/perlin"}},
        "outputs": {"noise": {"node": "noise"}}
    }"#;
    for text in [&text("marble"), NOISE] {
        let (program, bound) = program(&graph(text), 0);
        let cancel = Cancel::new();
        let context = Context::default().cancel(&cancel);
        let render = VolumeRender::new(&program, &bound, Volume::new(8, 8, 8), [8; 3], &context).unwrap();
        cancel.cancel();
        let mut samples = vec![0.0; 512 * render.format().channels()];
        let brick = Brick { start: [0; 3], size: [8; 3] };
        let refused = render.brick(brick, &mut samples);
        assert!(refused.is_err_and(|error| error.to_string() == "cancelled"));
    }
}
