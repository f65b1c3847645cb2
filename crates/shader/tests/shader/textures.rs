//! Rasters and images as textures in addition to the code.
//!
//! Without a C++ compiler the comparisons are skipped.

use std::path::Path;

use travertine::{Context, Texture};
use travertine_shader::{Error, Options, Shader, Target, Tier};
use travertine_tests::is_night;

use crate::{cpp, sites};

/// A picture with every way to read it: 4 x 2 texels, with the bytes 0, 20, 40 and so on, row by row.
fn picture(inputs: &str) -> Texture {
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "name": "Picture",
          "nodes": {{"scan": {{"type": "input/image", "inputs": {{"image": "it", "size": 0.5, {inputs}}}}},
            "rise": {{"type": "vector/gradient", "inputs": {{"value": {{"node": "scan", "output": "value"}}}}}},
            "bend": {{"type": "vector/gradient", "inputs": {{"value": {{"node": "rise"}}}}}}}},
          "outputs": {{"value": {{"node": "scan", "output": "value"}},
            "slope": {{"node": "rise"}}, "bend": {{"node": "bend"}}}},
          "images": {{"it": {{"data":
            "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAAEklEQVR42mNgENGwYQhIqegBAAcSAjGt8ZrCAAAAAElFTkSuQmCC"}}}}}}"#
    );
    Texture::parse(text.as_bytes()).unwrap()
}

/// A raster of a raster that repeats, with a parameter that is only in the samples.
const BLURRED: &str = r#"{"format": "travertine", "version": 1, "name": "Soft",
  "parameters": {"fine scale": {"type": "float", "default": 4, "min": 1, "max": 16},
    "gain": {"type": "float", "default": 2, "min": 0, "max": 4}},
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "fine scale"}, "octaves": 2}},
    "blur": {"type": "filter/gaussian-blur", "inputs": {"value": {"node": "noise"}, "resolution": 64}},
    "rise": {"type": "vector/gradient", "inputs": {"value": {"node": "blur"}}},
    "grown": {"type": "filter/dilate", "inputs": {"value": {"node": "blur"}, "resolution": 64, "edge": "repeat"}},
    "gained": {"type": "math/multiply", "inputs": {"a": {"node": "grown"}, "b": {"parameter": "gain"}}}
  },
  "outputs": {"soft": {"node": "blur"}, "wide": {"node": "gained"}, "slope": {"node": "rise"}}}"#;

fn bundled(name: &str) -> Texture {
    Texture::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../graphs/{name}.json"))).unwrap()
}

fn shader(texture: &Texture, outputs: &[&str], tier: Tier) -> Shader {
    let options = Options { tier, textures: true, ..Options::default() };
    Shader::with_options(texture, outputs, &options).unwrap()
}

/// The floats of shaders and of the library, for each texture; `None` without a C++ compiler.
fn floats(textures: &[(String, Texture)], outputs: &[&str], tier: Tier, size: f32) -> Option<Vec<[Vec<f32>; 2]>> {
    let mut sites = sites::sites(2000);
    for site in &mut sites {
        let farthest = site[..4].iter().fold(1.0, |most: f32, x| most.max(x.abs()));
        site[..4].iter_mut().for_each(|x| *x *= (size / farthest).min(1.0));
    }
    let shaders: Vec<_> = textures.iter().map(|(_, texture)| (texture, shader(texture, outputs, tier))).collect();
    sites::both(&shaders, &["-O1", "-ffast-math", "-mfma"], &sites)
}

fn readings() -> Vec<(String, Texture)> {
    let mut readings = Vec::new();
    for projection in ["plane", "triplanar", "sphere"] {
        for (interpolation, edge) in
            [("nearest", "repeat"), ("linear", "mirror"), ("cubic", "clamp"), ("linear", "repeat"), ("cubic", "mirror")]
        {
            let inputs =
                format!(r#""projection": "{projection}", "interpolation": "{interpolation}", "edge": "{edge}""#);
            readings.push((inputs.clone(), picture(&inputs)));
        }
    }
    readings
}

/// Checks that 99.9 % of the results of the close tier are within a tolerance for each name.
fn are_close(textures: &[(String, Texture)], outputs: &[&str], tolerance: impl Fn(&str) -> f32) {
    let Some(floats) = floats(textures, outputs, Tier::Close, 16.0) else { return };
    for ((name, _), [found, expected]) in textures.iter().zip(floats) {
        let mut differences: Vec<f32> = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).collect();
        differences.sort_by(f32::total_cmp);
        let most = differences[differences.len() * 999 / 1000];
        println!("{name}: 99.9 % within {most:.1e}, all within {:.1e}", differences[differences.len() - 1]);
        assert!(most <= tolerance(name), "{name}: {most:e}");
    }
}

fn are_exact(textures: &[(String, Texture)], outputs: &[&str]) {
    let Some(floats) = floats(textures, outputs, Tier::Exact, 1e5) else { return };
    for ((name, _), [found, expected]) in textures.iter().zip(floats) {
        let wrong = found.iter().zip(&expected).filter(|(a, b)| !sites::same(**a, **b)).count();
        assert_eq!(wrong, 0, "{name}");
    }
}

#[test]
fn pictures_are_read_as_by_the_library() {
    // A nearest texel at a border is a matter of the last bit.
    are_close(&readings(), &["value"], |name| if name.contains("nearest") { 0.4 } else { 2e-4 });
}

#[test]
fn pictures_have_the_bits_of_the_library_in_the_exact_tier() {
    are_exact(&readings(), &["value"]);
}

#[test]
fn slopes_of_samples_have_the_bits_of_the_library_in_the_exact_tier() {
    let readings = [("linear", "mirror"), ("cubic", "clamp"), ("cubic", "mirror")].map(|(interpolation, edge)| {
        let inputs = format!(r#""interpolation": "{interpolation}", "edge": "{edge}""#);
        (inputs.clone(), picture(&inputs))
    });
    are_exact(&readings, &["slope", "bend"]);
    are_exact(&[("blurred".to_owned(), Texture::parse(BLURRED.as_bytes()).unwrap())], &["slope"]);
}

#[test]
fn rasters_are_read_as_by_the_library() {
    let blurred = [("blurred".to_owned(), Texture::parse(BLURRED.as_bytes()).unwrap())];
    are_close(&blurred, &["soft", "wide"], |_| 1e-4);
    are_exact(&blurred, &["soft", "wide"]);
    let land = [("eroded-land".to_owned(), bundled("eroded-land"))];
    are_close(&land, &["height"], |_| 1e-4);
    // Its exact form compiles for long.
    if is_night() {
        are_exact(&land, &["height"]);
    }
}

#[test]
fn osl_reads_textures_as_the_other_languages() {
    let texture = Texture::parse(BLURRED.as_bytes()).unwrap();
    let shader = shader(&texture, &["soft", "wide"], Tier::Close);
    let flags = ["-O1", "-ffp-contract=off", "-fwrapv"];
    let sites: Vec<[f32; 10]> = sites::sites(300).into_iter().map(|site| site.map(|x| x.clamp(-16.0, 16.0))).collect();
    let Some(expected) = cpp::run(std::iter::once(&shader), &flags, &sites) else { return };
    let found = cpp::run_osl(&shader, &flags, &sites).unwrap();
    let wrong = found.iter().zip(&expected).filter(|(a, b)| !sites::same(**a, **b)).count();
    assert_eq!((found.len(), wrong), (expected.len(), 0));
}

#[test]
fn every_target_names_its_textures() {
    let texture = Texture::parse(BLURRED.as_bytes()).unwrap();
    for tier in [Tier::Close, Tier::Exact] {
        let shader = shader(&texture, &["soft", "wide"], tier);
        // Both planes have one size.
        assert_eq!(shader.textures().len(), 1);
        for target in Target::ALL {
            let files = match shader.files(target, "stone", &Context::default()) {
                Err(Error::NotExact { .. }) if tier == Tier::Exact => continue,
                files => files.unwrap_or_else(|error| panic!("{target}: {error}")),
            };
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            let has_picture = names.contains(&"stone.blur_samples.exr");
            assert_eq!(has_picture, target != Target::WebPage, "{target}: {names:?}");
            if target == Target::SpirV {
                continue;
            }
            let text = String::from_utf8_lossy(&files[files.len() - 1].1);
            let picture = if target == Target::WebPage { "[\"texture_of_blur_samples\", 64, 64, \"" } else { names[0] };
            assert!(text.contains(picture), "{target}: {text}");
        }
    }
    let files = shader(&texture, &["soft", "wide"], Tier::Close);
    let files = files.files(Target::Wgsl, "stone", &Context::default()).unwrap();
    let text = String::from_utf8_lossy(&files[1].1);
    for part in [
        "//   red: blur (filter/gaussian-blur), 1 x 1 unit, ",
        "; made with fine_scale\n",
        "gain: f32, blur_samples: texture_2d<f32>) -> f32 {",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn without_textures_the_refusal_names_them() {
    for (texture, output) in
        [(Texture::parse(BLURRED.as_bytes()).unwrap(), "soft"), (picture(r#""edge": "clamp""#), "value")]
    {
        let error = Shader::new(&texture, &[output], Tier::Close).unwrap_err().to_string();
        assert!(error.contains("; add `textures`, which"), "{error}");
    }
}
