//! Pages: each has a texture of its own for every map.

use std::fmt::{Display, Formatter, Result};

use travertine_mesh::{TextureSet, Tile};

use crate::maps::Map;

/// A texture set, or a UDIM tile of one that has several.
#[derive(Clone, Copy)]
pub struct Page<'s> {
    /// The set.
    pub set: &'s TextureSet,
    /// The tile, or `None` if the set has UVs in the unit square alone.
    pub tile: Option<Tile>,
}

impl<'s> Page<'s> {
    /// The pages of a set, in the order of the tiles; at least one.
    pub fn of(set: &'s TextureSet) -> impl Iterator<Item = Page<'s>> {
        let whole = set.tiles.is_empty().then_some(None);
        let tiles = whole.into_iter().chain(set.tiles.iter().copied().map(Some));
        tiles.map(move |tile| Page { set, tile })
    }

    /// The name of the file of a map.
    pub(crate) fn file_name(&self, map: &Map) -> String {
        file_name(self.set, map, self.tile.map(Tile::number))
    }
}

/// The name of the files of a map, as programs that read UDIM tiles take it: `<UDIM>` is the number of a tile.
pub(crate) fn file_names(set: &TextureSet, map: &Map) -> String {
    file_name(set, map, (!set.tiles.is_empty()).then_some("<UDIM>"))
}

fn file_name(set: &TextureSet, map: &Map, tile: Option<impl Display>) -> String {
    let (set, ending) = (&set.name, map.file.ending());
    // Output names may contain any character.
    let fit = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' };
    let name: String = map.name.chars().map(fit).collect();
    match tile {
        Some(tile) => format!("{set}_{name}.{tile}.{ending}"),
        None => format!("{set}_{name}.{ending}"),
    }
}

/// As in messages: `` `stone` `` or `` `stone`, tile 1002 ``.
impl Display for Page<'_> {
    fn fmt(&self, out: &mut Formatter) -> Result {
        write!(out, "`{}`", self.set.name)?;
        self.tile.map_or(Ok(()), |tile| write!(out, ", tile {}", tile.number()))
    }
}
