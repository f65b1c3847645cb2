//! Columns as rows, for passes that work along rows.

use travertine_parallel as parallel;

use super::stop::{Stop, check};

/// Side of the squares that are turned at a time, so that their rows stay in the cache.
const SIDE: usize = 32;

/// The transpose of rows of `columns` values; `None` if stopped.
pub(super) fn transposed<T>(values: &[T], columns: usize, stop: Stop) -> Option<Vec<T>>
where
    T: Copy + Default + Send + Sync,
{
    let rows = values.len() / columns;
    let mut turned = vec![T::default(); values.len()];
    parallel::try_for_each(turned.chunks_mut(rows * SIDE).enumerate(), |(band, turned)| {
        let (first, count) = (band * SIDE, turned.len() / rows);
        for top in (0..rows).step_by(SIDE) {
            check(stop)?;
            for row in top..(top + SIDE).min(rows) {
                for (column, value) in values[row * columns + first..][..count].iter().enumerate() {
                    turned[column * rows + row] = *value;
                }
            }
        }
        Ok::<_, super::stop::Stopped>(())
    })
    .ok()?;
    Some(turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for (columns, rows) in [(1, 1), (3, 2), (40, 70), (64, 32)] {
            let values: Vec<usize> = (0..columns * rows).collect();
            let turned = transposed(&values, columns, &|| false).unwrap();
            for (index, value) in turned.iter().enumerate() {
                assert_eq!(*value, index % rows * columns + index / rows);
            }
        }
    }
}
