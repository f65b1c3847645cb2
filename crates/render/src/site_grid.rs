//! Grids of sites, with coordinates that evaluators read.

use travertine_program::{Axes, Axis, Operation, Program, Site, SurfacePoint};

use crate::domain::{Domain, Rectangle, Shape, Slice};
use crate::volume::{Brick, BrickRows, Volume};

/// Sites in columns and rows. Coordinates that are the same in each row or column are stored once.
///
/// A list of sites is a grid of one row. Sites are numbered row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct SiteGrid {
    columns: usize,
    rows: usize,
    coordinates: [Coordinates; Axis::ALL.len()],
}

/// The coordinates of a grid's sites along an axis.
#[derive(Clone, PartialEq, Debug)]
pub enum Coordinates {
    /// The same everywhere.
    Same(f32),
    /// One for each column.
    Columns(Vec<f32>),
    /// One for each row.
    Rows(Vec<f32>),
    /// One for each site.
    Each(Vec<f32>),
}

impl SiteGrid {
    /// Sites, or positions (x, y, z, time) without a surface, as one row.
    pub fn list<S: Copy + Into<Site>>(points: &[S]) -> SiteGrid {
        SiteGrid::of_points(points, Axes::ALL)
    }

    /// The centers of a slice's pixels.
    pub fn slice(slice: &Slice) -> SiteGrid {
        let whole = Rectangle { x: 0, y: 0, width: slice.width, height: slice.height };
        SiteGrid::of_domain(slice, whole, Axes::ALL)
    }

    /// The samples of a volume: rows along x, then along y, then along z.
    ///
    /// # Panics
    ///
    /// If the volume has 2^32 rows or more.
    pub fn volume(volume: &Volume) -> SiteGrid {
        let brick = Brick { start: [0; 3], size: volume.size() };
        #[expect(clippy::expect_used, reason = "documented")]
        let height = u32::try_from(brick.rows()).expect("fewer than 2^32 rows");
        let whole = Rectangle { x: 0, y: 0, width: volume.width, height };
        SiteGrid::of_domain(&BrickRows { volume, brick }, whole, Axes::ALL)
    }

    /// Points with their coordinates along `axes`; those along others are 0.
    pub(crate) fn of_points<S: Copy + Into<Site>>(points: &[S], axes: Axes) -> SiteGrid {
        let coordinates = Axis::ALL.map(|axis| match axes.contains(axis) {
            true => Coordinates::Each(points.iter().map(|point| (*point).into().coordinate(axis)).collect()),
            false => Coordinates::Same(0.0),
        });
        SiteGrid { columns: points.len(), rows: 1, coordinates }
    }

    /// A part of a domain with its coordinates along `axes`; those along others are 0.
    pub(crate) fn of_domain(domain: &impl Domain, part: Rectangle, axes: Axes) -> SiteGrid {
        let (columns, rows) = (part.width as usize, part.height as usize);
        let coordinates = Axis::ALL.map(|axis| {
            if !axes.contains(axis) {
                return Coordinates::Same(0.0);
            }
            let shape = domain.shape(axis.into());
            let mut floats = vec![0.0; shape.len(columns, rows)];
            domain.fill(axis, part, &mut floats);
            match shape {
                Shape::Uniform => Coordinates::Same(floats[0]),
                Shape::Row => Coordinates::Columns(floats),
                Shape::Column => Coordinates::Rows(floats),
                Shape::Full => Coordinates::Each(floats),
            }
        });
        SiteGrid { columns, rows, coordinates }
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of sites.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether there are no sites.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The coordinates along an axis.
    pub fn along(&self, axis: Axis) -> &Coordinates {
        &self.coordinates[axis as usize]
    }

    /// The coordinate of a site.
    ///
    /// # Panics
    ///
    /// If there is no such site.
    pub fn coordinate(&self, axis: Axis, index: usize) -> f32 {
        match self.along(axis) {
            Coordinates::Same(coordinate) => *coordinate,
            Coordinates::Columns(floats) => floats[index % self.columns],
            Coordinates::Rows(floats) => floats[index / self.columns],
            Coordinates::Each(floats) => floats[index],
        }
    }

    /// A site. Without a surface it has the one of [`Axis::neutral`]; coordinates that were left out are 0.
    ///
    /// # Panics
    ///
    /// If there is no such site.
    pub fn site(&self, index: usize) -> Site {
        let at = |axis| self.coordinate(axis, index);
        let surface = SurfacePoint {
            normal: [Axis::NormalX, Axis::NormalY, Axis::NormalZ].map(at),
            curvature: at(Axis::Curvature),
            uv: Some([Axis::U, Axis::V].map(at)),
        };
        Site { position: Axis::POSITION.map(at), surface: Some(surface) }
    }
}

/// The axes whose coordinates a program reads.
pub(crate) fn axes_of(program: &Program) -> Axes {
    let read = program.operations().iter().filter_map(|operation| match operation {
        Operation::Coordinate(axis) => Some(Axes::from(*axis)),
        _ => None,
    });
    read.fold(Axes::NONE, |all, axis| all | axis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plane;

    /// Whether a grid has these sites, with the neutral surface where they have none.
    fn has(grid: &SiteGrid, sites: impl Iterator<Item = Site>) -> bool {
        let sites: Vec<Site> = sites.collect();
        let same = |(index, site): (usize, &Site)| {
            let whole = grid.site(index);
            Axis::ALL.iter().all(|axis| {
                let expected = site.coordinate(*axis);
                grid.coordinate(*axis, index) == expected && whole.coordinate(*axis) == expected
            })
        };
        grid.len() == sites.len() && sites.iter().enumerate().all(same)
    }

    #[test]
    fn sites_are_those_of_pixels_and_samples() {
        let slice = Slice { plane: Plane::Xz, depth: 0.3, time: 7.0, ..Slice::new(7, 5) };
        let part = Rectangle { x: 2, y: 1, width: 4, height: 3 };
        let grid = SiteGrid::of_domain(&slice, part, Axes::ALL);
        assert!(has(&grid, (1..4).flat_map(|row| (2..6).map(move |column| slice.position(column, row).into()))));
        assert_eq!(grid.along(Axis::Y), &Coordinates::Same(0.3));
        assert!(matches!(grid.along(Axis::X), Coordinates::Columns(floats) if floats.len() == 4));
        assert!(matches!(grid.along(Axis::Z), Coordinates::Rows(floats) if floats.len() == 3));

        let volume = Volume { time: 2.0, ..Volume::new(6, 5, 4) };
        let brick = Brick { start: [1, 2, 1], size: [3, 2, 2] };
        let rows = BrickRows { volume: &volume, brick };
        let part = Rectangle { x: 1, y: 0, width: 3, height: 4 };
        let expected =
            (1..3).flat_map(|z| (2..4).flat_map(move |y| (1..4).map(move |x| volume.position([x, y, z]).into())));
        assert!(has(&SiteGrid::of_domain(&rows, part, Axes::ALL), expected));

        let pixels = (0..5).flat_map(|row| (0..7).map(move |column| slice.position(column, row).into()));
        assert!(has(&SiteGrid::slice(&slice), pixels));
        let samples =
            (0..4).flat_map(|z| (0..5).flat_map(move |y| (0..6).map(move |x| volume.position([x, y, z]).into())));
        assert!(has(&SiteGrid::volume(&volume), samples));
    }

    #[test]
    fn a_list_is_a_row() {
        let surface = SurfacePoint { normal: [0.0, 0.6, 0.8], curvature: 0.5, uv: Some([0.1, 0.9]) };
        let sites = [
            Site { position: [1.0, 2.0, 3.0, 4.0], surface: Some(surface) },
            Site { position: [5.0, 6.0, 7.0, 8.0], surface: Some(SurfacePoint { uv: None, ..surface }) },
            Site::from([9.0, 10.0, 11.0, 12.0]),
        ];
        let grid = SiteGrid::list(&sites);
        assert_eq!((grid.columns(), grid.rows()), (3, 1));
        assert!(has(&grid, sites.into_iter()));
        assert!(SiteGrid::list::<Site>(&[]).is_empty());
    }
}
