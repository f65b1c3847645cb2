//! The code of an interpreter's kernels: a loop over the steps of a run.

use travertine_shader::{Error, StepKind, StepParameter, Tape};

use crate::frame::{entry, head};

/// The code of the kernel that does the steps of a kind. The result of a step is in `REGISTERS`, where those of one
/// register follow each other, site by site.
pub(crate) fn step_code(kind: &StepKind) -> Result<String, Error> {
    let tape = StepKind::TAPE;
    let mut word = 0;
    let mut next = || {
        word += 1;
        format!("{tape}[AT + {word}u]")
    };
    let argument = |parameter: &StepParameter| match parameter {
        StepParameter::Value => format!("VALUE({}, INDEX, COLUMN, ROW)", next()),
        StepParameter::Float => format!("bitcast<f32>({})", next()),
        StepParameter::Uint => next(),
        StepParameter::Int => format!("bitcast<i32>({})", next()),
        StepParameter::Texture => "TEXTURE".to_owned(),
    };
    let arguments: Vec<String> = kind.parameters().iter().map(argument).collect();
    let (function, words, output) = (StepKind::FUNCTION, kind.words(), Tape::OUTPUT);
    let body = format!(
        "\x20   for (var AT = RUN.x; AT < RUN.y; AT += {words}u) {{\n\
        \x20       let RESULT = {function}({});\n\
        \x20       let TARGET = {tape}[AT];\n\
        \x20       if (TARGET & {output}u) != 0u {{\n\
        \x20           VALUES[INDEX * RUN.z + (TARGET & {PLACE}u)] = RESULT;\n\
        \x20       }} else {{\n\
        \x20           REGISTERS[TARGET * PART[0].z + INDEX] = RESULT;\n\
        \x20       }}\n\
        \x20   }}\n",
        arguments.join(", ")
    );
    let texture = if kind.has_texture() { "@group(0) @binding(7) var TEXTURE: texture_2d<f32>;\n" } else { "" };
    let (constant, coordinate) = (Tape::CONSTANT, Tape::COORDINATE);
    Ok(format!(
        "{}\n{}\n\
        @group(0) @binding(5) var<storage, read_write> REGISTERS: array<f32>;\n\
        @group(0) @binding(6) var<uniform> RUN: vec4<u32>;\n\
        {texture}\n\
        fn VALUE(WORD: u32, INDEX: u32, COLUMN: u32, ROW: u32) -> f32 {{\n\
        \x20   let PLACE = WORD & {PLACE}u;\n\
        \x20   if (WORD & {coordinate}u) != 0u {{\n\
        \x20       return COORDINATE(PLACE, COLUMN, ROW);\n\
        \x20   }}\n\
        \x20   if (WORD & {constant}u) != 0u {{\n\
        \x20       return bitcast<f32>({tape}[PLACE]);\n\
        \x20   }}\n\
        \x20   return REGISTERS[PLACE * PART[0].z + INDEX];\n\
        }}\n\n{}",
        kind.wgsl()?,
        head(),
        entry(&body)
    ))
}

/// The bits of a word without its mark.
const PLACE: u32 = (1 << 30) - 1;
