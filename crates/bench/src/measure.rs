//! Measures medians of times, with contenders taking turns.

use std::time::{Duration, Instant};

use crate::contender::Contender;

/// Minimum duration of a turn. Short work runs several times in a turn.
const TURN: Duration = Duration::from_millis(20);

/// The median time of each contender over `turns` turns (at least 1), in seconds.
///
/// Contenders take turns, so that a temporary slowdown of the machine affects all of them. Before each turn, an
/// uncounted one warms up caches and wakes sleeping CPUs.
pub fn measure(contenders: &mut [Contender], turns: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(turns); contenders.len()];
    for _ in 0..turns {
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            turn(&mut contender.run);
            times.push(turn(&mut contender.run));
        }
    }
    times.into_iter().map(median).collect()
}

/// Repeats work for the duration of a turn, and returns its mean time.
fn turn(work: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    let mut runs = 0;
    while runs == 0 || start.elapsed() < TURN {
        work();
        runs += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(runs)
}

/// The median: the middle value, or the mean of the two in the middle.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    let (low, high) = (times[(times.len() - 1) / 2], times[times.len() / 2]);
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
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
        let order = Rc::new(RefCell::new(Vec::new()));
        let contender = |index: usize| {
            let order = Rc::clone(&order);
            let work = move || {
                std::thread::sleep(TURN);
                order.borrow_mut().push(index);
            };
            Contender { who: Who::Peer("sleeper"), run: Box::new(work) }
        };
        let times = measure(&mut [contender(0), contender(1)], 2);
        assert_eq!(*order.borrow(), [0, 0, 1, 1, 0, 0, 1, 1], "a warm-up turn and a counted turn each");
        assert!(times.into_iter().all(|time| time >= TURN.as_secs_f64()));
    }
}
