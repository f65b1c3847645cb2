//! Thermal erosion: slopes that are too steep slide until they are stable.

use super::neighbours::AROUND;
use super::stop::{Stop, check};
use crate::parallel;
use crate::raster::{Grid, Plane};

/// After F. Kenton Musgrave, Craig Kolb and Robert Mace, "The Synthesis and Rendering of Eroded Fractal Terrains"
/// (1989): where a neighbour is lower than the talus allows, a share of the greatest excess slides, distributed over
/// all such neighbours in proportion to their excess. All samples slide at once, so that rows run in parallel.
pub(super) fn run(
    grid: Grid,
    mut heights: Vec<f32>,
    talus: &Plane,
    share: &Plane,
    iterations: u32,
    stop: Stop,
) -> Option<Vec<f32>> {
    let columns = grid.columns();
    let spacing = 1.0 / grid.resolution as f32;
    let distances =
        AROUND.map(|[dx, dy]| if dx * dy == 0 { spacing } else { spacing * std::f32::consts::SQRT_2 });
    // For each sample, the amount that slides for each unit of excess.
    let mut sliding = vec![0.0_f32; heights.len()];
    let mut slid = vec![0.0_f32; heights.len()];
    for _ in 0..iterations {
        let steep = |here: usize| talus.at(here).clamp(0.0, super::GREATEST_HEIGHT);
        parallel::try_for_each(sliding.chunks_mut(columns).enumerate(), |(row, sliding)| {
            for (column, sliding) in sliding.iter_mut().enumerate() {
                let here = row * columns + column;
                let (mut sum, mut greatest) = (0.0, 0.0_f32);
                for (way, distance) in AROUND.iter().zip(distances) {
                    if let Some(there) = grid.neighbour(column, row, *way) {
                        let excess = (heights[here] - heights[there] - steep(here) * distance).max(0.0);
                        sum += excess;
                        greatest = greatest.max(excess);
                    }
                }
                // With half of the excess, both samples would lie on the talus.
                let amount = 0.5 * share.at(here).clamp(0.0, 1.0) * greatest;
                *sliding = if sum > 0.0 { amount / sum } else { 0.0 };
            }
            check(stop)
        })
        .ok()?;
        parallel::try_for_each(slid.chunks_mut(columns).enumerate(), |(row, slid)| {
            for (column, slid) in slid.iter_mut().enumerate() {
                let here = row * columns + column;
                let (mut change, mut least, mut greatest) = (0.0, heights[here], heights[here]);
                for (way, distance) in AROUND.iter().zip(distances) {
                    if let Some(there) = grid.neighbour(column, row, *way) {
                        let drop = heights[here] - heights[there];
                        change -= sliding[here] * (drop - steep(here) * distance).max(0.0);
                        change += sliding[there] * (-drop - steep(there) * distance).max(0.0);
                        (least, greatest) = (least.min(heights[there]), greatest.max(heights[there]));
                    }
                }
                // Several neighbours may slide here at once, but must not create a new peak or pit.
                *slid = (heights[here] + change).clamp(least, greatest);
            }
            check(stop)
        })
        .ok()?;
        std::mem::swap(&mut heights, &mut slid);
    }
    Some(heights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::{Edge, Sampling};

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 16, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    fn cone(sample: usize) -> f32 {
        let (x, y) = ((sample % 16) as f32 - 7.5, (sample / 16) as f32 - 7.5);
        (1.0 - (x * x + y * y).sqrt() / 8.0).max(0.0) * 2.0
    }

    fn steepest(grid: Grid, heights: &[f32]) -> f32 {
        let slopes = (0..heights.len()).flat_map(|here| {
            AROUND.into_iter().filter_map(move |way| {
                let there = grid.neighbour(here % 16, here / 16, way)?;
                let distance = if way[0] * way[1] == 0 { 1.0 } else { std::f32::consts::SQRT_2 };
                Some((heights[here] - heights[there]) / distance * 16.0)
            })
        });
        slopes.fold(0.0, f32::max)
    }

    #[test]
    fn slopes_come_to_rest_at_the_talus() {
        let heights: Vec<f32> = (0..256).map(cone).collect();
        let before = heights.iter().sum::<f32>();
        let run = |iterations| {
            let (talus, share) = (Plane::Uniform(1.5), Plane::Uniform(1.0));
            run(grid(Edge::Extend), heights.clone(), &talus, &share, iterations, &|| false).unwrap()
        };
        assert!(steepest(grid(Edge::Extend), &heights) > 3.9);
        let slid = run(400);
        let steepest = steepest(grid(Edge::Extend), &slid);
        assert!(steepest < 1.6, "{steepest}");
        let after = slid.iter().sum::<f32>();
        assert!((after - before).abs() < 0.02 * before, "{before} became {after}");
    }

    #[test]
    fn stable_slopes_stay() {
        let heights: Vec<f32> = (0..256).map(cone).collect();
        let (talus, share) = (Plane::Uniform(4.1), Plane::Uniform(1.0));
        let held = run(grid(Edge::Repeat), heights.clone(), &talus, &share, 5, &|| false).unwrap();
        assert_eq!(held, heights);
    }
}
