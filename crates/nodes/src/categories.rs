//! Categories: when to use which node.

/// When to use which node of a category, in Markdown; `None` for a category without nodes of Travertine.
pub fn category_guide(category: &str) -> Option<&'static str> {
    GUIDES.iter().find(|(name, _)| *name == category).map(|(_, guide)| *guide)
}

const GUIDES: [(&str, &str); 14] = [
    (
        "blend",
        "Two textures become one. `mix` fades between them by a factor or a mask, `select` takes one or the other at a \
         threshold. `height` lets the higher one win, so that moss grows in joints and sand fills gaps. `color` has the \
         modes of drawing programs. `switch` chooses one of several, for variants within one graph.",
    ),
    (
        "color",
        "A texture is mostly made of numbers, and gets its colors at the end. `ramp` gives each value a color; \
         `palette` does so by four cosines. `hue-saturation` varies colors from piece to piece, `contrast` and `curves` \
         correct them, `convert` changes the color space. `blackbody` and `thin-film` are colors of physics: embers \
         and soap.",
    ),
    (
        "domain",
        "These nodes move the position at which their input is evaluated, so they bend any texture, of any type. `warp` \
         and `turbulence` make it irregular, `transform` places it, `repeat`, `mirror` and `kaleidoscope` multiply it, \
         `twist`, `swirl`, `bend` and `bulge` deform it. `at` evaluates it in the coordinates of a tile, `cells` once \
         for each stone. `hex-tile` hides the repetition of a tile; `seamless` makes any texture a tile.",
    ),
    (
        "filter",
        "What depends on neighboring values: light and shadow of a height, edges and wear, blur. Filters evaluate their \
         input at several positions, so they work at any resolution and on solids, and cost that many times the input. Others \
         work on a grid of the node's own, flat (z = 0) and still: `distance`, `bevel`, `flood-fill`, `dilate`, \
         `gaussian-blur` and `auto-levels`.",
    ),
    (
        "fractal",
        "Octaves of one input, each finer and weaker: `fbm` for clouds, `turbulence` and `billow` for cushions, `ridged` \
         for mountains and veins, `hybrid`, `hetero`, `multifractal` and `damped` for land whose valleys are smoother \
         than its peaks. Noises have octaves of their own; a fractal is for any other input, and for other sums. \
         Unwired, it sums noise/perlin.",
    ),
    (
        "input",
        "Where a texture begins: constants to share among nodes, the position and the time, and what is known of the \
         surface that it lies on. `image` reads a picture, for what lies on a plane or around a solid; `volume` reads \
         densities in space, for solids that are cut open: scans, simulations, fields that were computed before. `text` \
         writes labels, signs and dials as distances, for `shape/mask` to fill, engrave or emboss.",
    ),
    (
        "math",
        "Arithmetic for floats, and for vectors and colors component by component. `remap` and `levels` fit a range, \
         `smoothstep` and `threshold` make masks, `curve` and `gain` shape a response, `snap` and `terrace` make steps. \
         `formula` says in one line what would take many nodes.",
    ),
    (
        "noise",
        "Randomness over space. `perlin` is the usual start; `simplex` has fewer directions, `value` is blockier, `gabor` \
         has a direction and a frequency. `cellular` has stones and cracks, `dots` speckles, `scratches` and `fibers` \
         strokes. `cell` and `white` are random numbers without any smoothness. `curl` and `vector` are directions, for \
         warps.",
    ),
    (
        "pattern",
        "Regular patterns. Tilings (`tiles`, `bricks`, `hexagons`, `parquet`, `scales` and others) share their outputs: \
         `value` is the face of a piece, `edge` the distance to the joint, `id` a random number, `center` and `local` \
         place a texture on each piece. `scatter` copies any texture over space. `bands`, `rings`, `shells` and `spiral` \
         are waves.",
    ),
    (
        "reference",
        "Published noises, value for value, to reproduce numbers and pictures of their time. For new textures, `noise` \
         has better ones.",
    ),
    (
        "shape",
        "Signed distances in units, negative inside: from them follow outlines, bevels, masks and reliefs. `combine` \
         unites and cuts shapes, `mask` turns a distance into a picture, `pattern/scatter` and `domain` nodes multiply \
         and bend it.",
    ),
    (
        "terrain",
        "Land from a height, on a grid of the node's own: erosion by water and by landslides, and what follows from it: \
         `flow` is where water gathers, `drips` are stains that run down. Flat (z = 0) and still.",
    ),
    ("util", "Aids to order a graph."),
    ("vector", "Vectors taken apart, put together and measured: positions, directions, and colors as three numbers."),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::checks::evaluate::registry;

    #[test]
    fn every_category_has_nodes_and_a_guide_that_names_only_its_nodes() {
        let registry = registry();
        let categories: BTreeSet<String> = registry.iter().map(|definition| definition.category().to_owned()).collect();
        assert_eq!(categories, GUIDES.iter().map(|(category, _)| (*category).to_owned()).collect());
        for category in &categories {
            let guide = category_guide(category).unwrap_or_else(|| panic!("{category} has no guide"));
            for name in guide.split('`').skip(1).step_by(2) {
                let is_output = registry.iter().any(|definition| {
                    definition.category() == category
                        && (definition.outputs.iter().any(|output| output.name == *name)
                            || definition.inputs.iter().any(|input| input.name == *name))
                });
                let known = is_output
                    || categories.contains(name)
                    || registry.get(name, 1).is_some()
                    || registry.get(&format!("{category}/{name}"), 1).is_some();
                assert!(known, "the guide of {category} names `{name}`");
            }
        }
    }
}
