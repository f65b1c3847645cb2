//! Several outputs as one function.

use travertine::Texture;
use travertine_shader::{Argument, Error, Options, WholeShader};

/// Two outputs of nodes of their own.
fn texture(nodes: &str) -> Texture {
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "name": "Two",
          "parameters": {{"scale": {{"type": "float", "default": 3}}, "unused": {{"type": "float", "default": 1}}}},
          "nodes": {{{nodes}}}, "outputs": {{"first": {{"node": "first"}}, "second": {{"node": "second"}}}}}}"#
    );
    Texture::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn whole(texture: &Texture) -> Result<WholeShader, Error> {
    WholeShader::new(texture, &["first", "second"], &Options::default())
}

#[test]
fn the_function_has_the_floats_and_the_arguments_of_all_outputs() {
    let texture = texture(
        r#""noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "scale"}}},
           "first": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}},
           "second": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}"#,
    );
    let shader = whole(&texture).unwrap();
    let function = shader.function();
    assert_eq!((function.width, function.arguments.len()), (5, 3));
    assert!(matches!(&function.arguments[2], Argument::Parameter(parameter) if parameter.name == "scale"));
    let text = shader.wgsl().unwrap();
    let head = format!("fn {}(", function.name);
    let head = text.lines().find(|line| line.starts_with(&head)).unwrap();
    assert!(head.contains("-> array<f32, 5>"), "{head}");
    // What both need is computed once.
    assert_eq!(text.matches("gradient_noise_3d(").count(), 2, "its head and one call: {text}");
}

#[test]
fn an_error_names_the_output_or_tells_that_there_are_too_many() {
    let error = whole(&texture(
        r#""first": {"type": "noise/perlin"}, "second": {"type": "input/text", "inputs": {"text": "T"}}"#,
    ));
    assert!(matches!(error, Err(Error::NotExpressible { ref output, .. }) if output == "second"));

    let blurred = |name: &str, seed: u32| {
        format!(
            r#""{name} noise": {{"type": "noise/perlin", "inputs": {{"seed": {seed}, "octaves": 8}}}},
               "{name} once": {{"type": "filter/blur", "inputs": {{"value": {{"node": "{name} noise"}}}}}},
               "{name}": {{"type": "filter/blur", "inputs": {{"value": {{"node": "{name} once"}}}}}}"#
        )
    };
    let texture = texture(&format!("{}, {}", blurred("first", 1), blurred("second", 2)));
    let operations = |outputs: &[&str]| texture.program_of(outputs).unwrap().0.operations().len();
    let limit = travertine_shader::MOST_OPERATIONS;
    let together = operations(&["first", "second"]);
    assert!(operations(&["first"]) <= limit && together > limit, "{together}");
    let error = whole(&texture);
    assert!(
        matches!(error, Err(Error::TooLargeTogether { operations, limit: most }) if operations == together && most == limit)
    );
}
