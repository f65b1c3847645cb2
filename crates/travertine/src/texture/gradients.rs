//! Outputs with their derivatives, by the position and by parameters.

use travertine_graph::diagnostic::{Diagnostic, quote};
use travertine_graph::json::pointer;
use travertine_program::{Slot, Variable};

use super::Texture;
use crate::fields::along_axes;
use crate::refusal::refused;
use crate::{Error, Fields};

impl Texture {
    /// Several outputs to be evaluated together, each followed by its derivatives: by x, y and z, and by the components
    /// of parameters, for whoever fits or optimizes. Derivatives have the type of their output. Those of an output
    /// `height` are called `height.dx`, `height.dy`, `height.dz`, then `height.scale` for a float and `height.tint.red`
    /// for the first component of a color.
    ///
    /// Where a field has creases, the [rules](travertine_program::Builder::derivative) hold. What a parameter decides
    /// as a setting, or before the raster of an erosion, counts as constant.
    ///
    /// # Errors
    ///
    /// As [`Texture::fields`], or if there is no such parameter, or it is not a float, a vector or a color.
    pub fn gradients(&self, outputs: &[&str], parameters: &[&str]) -> Result<Fields, Error> {
        let mut by = along_axes();
        for name in parameters {
            by.extend(self.components(name)?);
        }
        self.fields_by(outputs, &by)
    }

    /// The components of a parameter, with the names of the derivatives by them.
    fn components(&self, name: &str) -> Result<Vec<(String, Variable)>, Error> {
        let parameter = self.graph.find_parameter(name).map_err(refused)?;
        let names: &[&str] = match self.arguments.get(parameter).floats().map(<[f32]>::len) {
            Some(1) => &[""],
            Some(3) => &[".x", ".y", ".z"],
            Some(4) => &[".red", ".green", ".blue", ".alpha"],
            _ => {
                let message =
                    format!("{} is not a float, a vector or a color, so nothing has a derivative by it", quote(name));
                return Err(refused(Diagnostic::error(pointer::pointer(&["parameters", name]), message)));
            }
        };
        let named = names
            .iter()
            .enumerate()
            .map(|(component, ending)| (format!("{name}{ending}"), Variable::Slot(Slot { parameter, component })));
        Ok(named.collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Context, Texture};

    const DOCUMENT: &str = r##"{
      "format": "travertine", "version": 1,
      "parameters": {
        "scale": {"type": "float", "default": 3}, "tint": {"type": "color", "default": "#ffffff"},
        "octaves": {"type": "integer", "default": 2}
      },
      "nodes": {
        "position": {"type": "input/position"},
        "product": {
          "type": "math/multiply",
          "inputs": {"a": {"node": "position", "output": "x"}, "b": {"parameter": "scale"}}
        },
        "color": {"type": "math/multiply", "inputs": {"a": {"parameter": "tint"}, "b": {"node": "product"}}},
        "noise": {"type": "noise/perlin", "inputs": {"octaves": {"parameter": "octaves"}}}
      },
      "outputs": {"height": {"node": "product"}, "color": {"node": "color"}, "noise": {"node": "noise"}}
    }"##;

    fn values(texture: &Texture, output: &str, parameters: &[&str]) -> (Vec<String>, Vec<f32>) {
        let fields = texture.gradients(&[output], parameters).unwrap();
        let mut values = vec![0.0; fields.width()];
        fields.sampler(&Context::default()).unwrap().sample(&[[0.5, 0.25, 0.0, 0.0]], &mut values).unwrap();
        (fields.outputs().iter().map(|output| output.name.clone()).collect(), values)
    }

    #[test]
    fn outputs_are_followed_by_their_derivatives() {
        let mut texture = Texture::parse(DOCUMENT).unwrap();
        let (names, found) = values(&texture, "height", &["scale"]);
        assert_eq!(names, ["height", "height.dx", "height.dy", "height.dz", "height.scale"]);
        assert_eq!(found, [1.5, 3.0, 0.0, 0.0, 0.5]);
        texture.set("scale", 5.0).unwrap();
        assert_eq!(values(&texture, "height", &["scale"]).1, [2.5, 5.0, 0.0, 0.0, 0.5], "the kept program");
        let (names, found) = values(&texture, "color", &["tint"]);
        assert_eq!(names[4..], ["color.tint.red", "color.tint.green", "color.tint.blue", "color.tint.alpha"]);
        assert_eq!(found[..4], [2.5, 2.5, 2.5, 1.0]);
        assert_eq!(found[16..20], [2.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn what_has_no_derivative_is_refused() {
        let texture = Texture::parse(DOCUMENT).unwrap();
        let error = |parameter| texture.gradients(&["noise"], &[parameter]).unwrap_err().to_string();
        assert!(error("octaves").contains("`octaves` is not a float"), "{}", error("octaves"));
        assert!(error("scal").contains("did you mean `scale`"), "{}", error("scal"));
        assert!(texture.gradients(&[], &[]).unwrap_err().to_string().contains("no output is named"));
    }
}
