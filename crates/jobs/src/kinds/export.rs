//! `travertine export`: writes a graph as a shader.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use travertine::Texture;
use travertine::stages::graph::diagnostic::quote;
use travertine_shader::{Error, Options, Shader, Target, Tier};

use crate::failure::{Failure, with_fields};
use crate::flags::execution::{Execution, without_tiles};
use crate::flags::source::{Source, file_about};
use crate::host::Host;
use crate::kind::{Definition, Job};
use crate::target::{check_job, failed, is_standard_output};

const EXAMPLES: &str = "\
Examples:
  travertine export marble.json --to wgsl
      marble.wgsl with a function of position and time for each output, for WebGPU
  travertine export marble.json --to godot --output color,roughness -o marble.gdshader
      a shader for objects in Godot, with the parameters as uniforms
  travertine export marble.json --to webgl -o marble.html
      a page that shows the marble in a browser
  travertine export marble.json --to osl -o marble.osl
      a shader for a Script node in Blender
  travertine export marble.json --to materialx
      marble.mtlx with a node and a material, for programs that read MaterialX, and the node's code beside it
  travertine export marble.json --to msl --exact
      code with the bits of `travertine sample`
  travertine export eroded-land.json --to glsl --textures
      eroded-land.glsl, and the eroded heights beside it in eroded-land.rain_samples.exr
  travertine export marble.json --to hlsl --preset Nero --prefix nero -o nero.hlsl
      code that fits into one shader with that of other presets";

/// Write a graph as a shader, for games and renderers
///
/// Each output becomes a function of the position, the time and the parameters. Settings, such as seeds and ramps,
/// become constants. With --textures, nodes that compute over a grid or read images become textures. Nodes that read
/// volumes or write text cannot become shaders.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("tile", without_tiles))]
#[command(mut_arg("output", |flag| flag.value_name("NAME,...").help(
    "Name of the output, or names of several, as in color,height, or `all`; repeatable [default: all outputs that can \
     be written as shaders]"
)))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Language, or program
    #[arg(long, value_name = "TARGET")]
    to: TargetName,

    /// File of the shader, with the target's ending, or `-` for standard output [default: GRAPH.ENDING in the current
    /// folder]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// The bits of `travertine sample`, instead of results within a tolerance; slower
    #[arg(long)]
    exact: bool,

    /// Also write the derivatives of each output along x, y and z: a function NAME_gradient for a float, and NAME_dx,
    /// NAME_dy and NAME_dz for a vector or a color
    #[arg(long)]
    gradient: bool,

    /// Write the samples of nodes that compute over a grid or read images, as OpenEXR files beside the code, which
    /// reads them as textures
    #[arg(long)]
    textures: bool,

    /// Start of every name in the code, so that several exports of a graph fit into one shader [default: the graph's
    /// name]
    #[arg(long, value_name = "NAME")]
    prefix: Option<String>,

    #[command(flatten)]
    execution: Execution,
}

/// A target on the command line.
#[derive(Clone, Copy)]
struct TargetName(Target);

impl ValueEnum for TargetName {
    fn value_variants<'a>() -> &'a [TargetName] {
        const ALL: [TargetName; Target::ALL.len()] = {
            let mut all = [TargetName(Target::Wgsl); Target::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = TargetName(Target::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

impl Definition for Arguments {
    const NAME: &'static str = "export";
    // `to` is the language.
    const TARGETS: &'static [(&'static str, &'static str)] = &[("file", "-o=")];
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        self.source.check(texture).map(drop)
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let target = self.to.0;
        let to_standard_output = is_standard_output(self.file.as_deref());
        let file = if to_standard_output {
            host.standard_output()?;
            PathBuf::new()
        } else {
            let file = file_about(&self.source.graph, self.file.as_deref(), &[target.ending()], "shader")?;
            // Refused before the work.
            travertine_files::resolve(&file).map_err(travertine_files::Error::write(&file))?;
            file
        };
        let texture = self.source.texture(host, &self.execution)?;
        let context = self.execution.context_of(host);
        let files = self.shader(&texture, host)?.files(target, stem(&file)?, &context)?;
        if to_standard_output {
            return match &files[..] {
                [(_, bytes)] => {
                    let mut stream = host.standard_output()?;
                    stream.write_all(bytes).and_then(|()| stream.flush()).map_err(failed)
                }
                _ => Err(Failure::usage(format!("{target} has several files, which name each other; use -o FILE"))),
            };
        }
        // The last one reads the others, and has the name that is asked for.
        let mut files: Vec<(PathBuf, Vec<u8>)> =
            files.into_iter().map(|(name, bytes)| (file.with_file_name(name), bytes)).collect();
        if let Some((path, _)) = files.last_mut() {
            *path = file;
        }
        check_job(host, &texture, &[], files.iter().map(|(path, _)| path))?;
        for (path, bytes) in &files {
            travertine_files::write(path, bytes)?;
        }
        let paths: Vec<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
        host.wrote(&paths, &target);
        Ok(())
    }
}

impl Arguments {
    /// The shader of the outputs that are asked for, or else of those that can be expressed.
    fn shader(&self, texture: &Texture, host: &dyn Host) -> Result<Shader, Failure> {
        let options = Options {
            tier: if self.exact { Tier::Exact } else { Tier::Close },
            textures: self.textures,
            gradient: self.gradient,
            name: self.prefix.clone(),
        };
        let asked = self.source.outputs(texture);
        if !asked.is_empty() {
            let names: Vec<&str> = asked.iter().map(String::as_str).collect();
            return match Shader::with_options(texture, &names, &options) {
                Err(error @ Error::NotExpressible { .. }) => {
                    let others = outputs(texture, &options)?.expressible;
                    Err(Failure::usage(with_fields(&error) + &advice(&others)))
                }
                other => Ok(other?),
            };
        }
        let Outputs { expressible, mut refused } = outputs(texture, &options)?;
        // Without any function, the last reason is the error.
        let error = refused.pop_if(|_| expressible.is_empty());
        for (output, error) in refused {
            host.note(&format_args!("note: left out {}: {}", quote(output), with_fields(&error)));
        }
        match error {
            Some((_, error)) => Err(error.into()),
            None => Ok(Shader::with_options(texture, &expressible, &options)?),
        }
    }
}

/// The name of a file without its ending, which other files may state.
fn stem(file: &Path) -> Result<&str, Failure> {
    file.file_stem()
        .unwrap_or_default()
        .to_str()
        .ok_or_else(|| Failure::usage(format!("the name of {} is not in Unicode; use -o FILE", file.display())))
}

/// The outputs of a texture.
struct Outputs<'t> {
    /// Those that can be expressed.
    expressible: Vec<&'t str>,
    /// The others, with the reasons.
    refused: Vec<(&'t str, Error)>,
}

fn outputs<'t>(texture: &'t Texture, options: &Options) -> Result<Outputs<'t>, Failure> {
    let mut outputs = Outputs { expressible: Vec::new(), refused: Vec::new() };
    for output in texture.outputs() {
        match Shader::with_options(texture, &[output], options) {
            Ok(_) => outputs.expressible.push(output),
            Err(error @ Error::NotExpressible { .. }) => outputs.refused.push((output, error)),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(outputs)
}

/// A clause that names the outputs that can be expressed, if there are any.
fn advice(outputs: &[&str]) -> String {
    if outputs.is_empty() {
        return String::new();
    }
    format!("; what can be written: ⟦output={}⟧", outputs.join(","))
}
