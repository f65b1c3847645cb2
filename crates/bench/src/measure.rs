//! Measuring: medians of times taken in turns.

use std::time::{Duration, Instant};

use crate::contender::Contender;

/// How long a turn is at least: short work is done several times in it.
const TURN: Duration = Duration::from_millis(20);

/// The median time of each contender in seconds, over so many turns; `turns` must be at least 1.
///
/// They take turns with each other, so that what slows the machine down for a while slows down all of them. A turn
/// before the first warms up caches and counts for nothing.
pub fn measure(contenders: &mut [Contender], turns: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(turns); contenders.len()];
    for index in 0..=turns {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let time = turn(&mut contender.run);
            if index > 0 {
                times.push(time);
            }
        }
    }
    times.into_iter().map(median).collect()
}

/// The mean time of doing the work for as long as a turn.
fn turn(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed() < TURN {
        work();
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

/// The middle one of some times, or the mean of the two in the middle.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let (low, high) = (times[(times.len() - 1) / 2], times[times.len() / 2]);
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;
    use crate::contender::Who;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 100.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 100.0]), 3.0);
        assert_eq!(median(vec![7.0]), 7.0);
    }

    #[test]
    fn contenders_take_turns() {
        let last = Rc::new(Cell::new(1));
        let contender = |me: usize| {
            let last = Rc::clone(&last);
            let work = move || {
                std::thread::sleep(TURN);
                assert_eq!(last.replace(me), 1 - me, "each comes after the other");
            };
            Contender { who: Who::Peer("sleeper"), run: Box::new(work) }
        };
        let times = measure(&mut [contender(0), contender(1)], 2);
        assert!(times.into_iter().all(|time| time >= TURN.as_secs_f64()));
    }
}
