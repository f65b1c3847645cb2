//! Pictures, volumes and lists of sites by an evaluator have the bits of those by the CPU, and its failures reach the
//! caller.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::sync::Mutex;

use travertine::stages::program::{Bound, Program};
use travertine::stages::render::fingerprint;
use travertine::{
    Brick, Cancel, Context, Error, Evaluator, Fields, PictureFile, RenderError, Sampler, Site, SiteGrid, Slice,
    SurfacePoint, Texture, Volume,
};

/// An opaque color, a float and a vector.
const TEXT: &str = r#"{
    "format": "travertine", "version": 1,
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 7, "octaves": 3, "dimensions": 4}},
        "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
        "place": {"type": "input/position"}
    },
    "outputs": {"color": {"node": "ramp"}, "height": {"node": "noise"}, "place": {"node": "place", "output": "position"}}
}"#;

/// Evaluates by lists of positions, and fails when it has evaluated enough of them.
struct Lists {
    fields: Fields,
    left: Mutex<usize>,
}

impl Evaluator for Lists {
    fn evaluate(
        &self,
        program: &Program,
        bound: &Bound,
        sites: &SiteGrid,
        values: &mut [f32],
        _: &Cancel,
    ) -> Result<(), String> {
        assert_eq!(fingerprint(program, bound), self.fields.fingerprint());
        let mut left = self.left.lock().unwrap();
        *left = left.checked_sub(sites.len()).ok_or("the device burns")?;
        let sampler: Sampler = self.fields.sampler(&Context::default()).unwrap();
        let sites: Vec<Site> = (0..sites.len()).map(|index| sites.site(index)).collect();
        sampler.sample(&sites, values).map_err(|error| error.to_string())
    }
}

fn context(fields: &Fields, left: usize) -> Context<'static> {
    Context::default().threads(2).evaluator(Lists { fields: fields.clone(), left: left.into() })
}

#[test]
fn pictures_and_bricks_are_the_same() {
    let texture = Texture::parse(TEXT).unwrap();
    let names: Vec<&str> = texture.outputs().collect();
    let fields = texture.fields(&names).unwrap();
    let elsewhere = context(&fields, usize::MAX);
    for samples_per_side in [1, 2] {
        let slice = Slice { samples_per_side, depth: 0.3, time: 0.7, ..Slice::new(90, 70) };
        let images = |context: &Context| fields.prepare_file(slice, None, context).unwrap().images().unwrap();
        let found = images(&elsewhere);
        assert_eq!(found[0].format.channels(), 3, "an opaque color");
        assert!(found == images(&Context::default()), "{samples_per_side}");
    }
    let field = texture.field("color").unwrap();
    let elsewhere = context(&texture.fields(&["color"]).unwrap(), usize::MAX);
    let brick = Brick { start: [2, 1, 3], size: [5, 4, 3] };
    let samples = |context: &Context| {
        let render = field.prepare_volume_file(Volume::new(9, 8, 7), brick.size, context).unwrap();
        let mut samples = vec![f32::NAN; 60 * render.format().channels()];
        render.brick(brick, &mut samples).map(|()| samples).unwrap()
    };
    assert_eq!(samples(&elsewhere), samples(&Context::default()));
}

#[test]
fn sites_on_surfaces_are_the_same_and_a_failure_is_an_error() {
    let texture = Texture::parse(
        r#"{"format": "travertine", "version": 1, "nodes": {
            "noise": {"type": "noise/perlin"}, "normal": {"type": "input/normal"},
            "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"node": "normal"}}}
        }, "outputs": {"sum": {"node": "sum"}}}"#,
    )
    .unwrap();
    let fields = texture.fields(&["sum"]).unwrap();
    let site = |index: usize| {
        let [x, y] = [0.1, 0.37].map(|step| step * index as f32);
        let surface = SurfacePoint { normal: [x.fract(), 0.0, y.fract()], curvature: 2.0, uv: None };
        Site { position: [x, y, 0.5, 0.0], surface: (!index.is_multiple_of(4)).then_some(surface) }
    };
    // More than are asked for at once.
    let sites: Vec<Site> = (0..300_000).map(site).collect();
    let values = |context: &Context| {
        let mut values = vec![f32::NAN; sites.len() * 3];
        fields.sampler(context).unwrap().sample(&sites, &mut values).map(|()| values)
    };
    let expected = values(&Context::default()).unwrap();
    assert_eq!(values(&context(&fields, usize::MAX)).unwrap(), expected);
    let error = values(&context(&fields, 280_000)).unwrap_err();
    assert!(matches!(error, RenderError::Evaluator(_)), "{error}");
    assert_eq!(error.to_string(), "the device burns");
}

#[test]
fn a_failure_stops_the_render_and_names_its_reason() {
    let texture = Texture::parse(TEXT).unwrap();
    let fields = texture.fields(&["height"]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = PictureFile::new(folder.path().join("height.png")).unwrap();
    // With several bands, one of which is computed.
    let slice = Slice::new(1200, 1200);
    for threads in [1, 2] {
        let context = context(&fields, 1200 * 700).threads(threads);
        let render = fields.prepare_file(slice, None, &context).unwrap();
        let error = file.write(&render).unwrap_err();
        assert!(matches!(error, Error::Evaluator(_)), "{error}");
        assert_eq!(error.to_string(), "the device burns");
        assert!(!file.path.exists());
        let error = render.image().unwrap_err();
        assert!(matches!(error, RenderError::Evaluator(_)), "{error}");
    }
    let field = texture.field("height").unwrap();
    let context = context(&fields, 3);
    let render = field.prepare_volume(Volume::new(4, 4, 4), [4, 4, 4], &context).unwrap();
    let brick = Brick { start: [0; 3], size: [4; 3] };
    assert_eq!(render.brick(brick, &mut [0.0; 64]).unwrap_err().to_string(), "the device burns");
}
