//! Measuring: medians of times taken in turns.

use std::time::{Duration, Instant};

use crate::contender::Contender;

/// How long a turn is at least: short work is done several times in it.
const TURN: Duration = Duration::from_millis(20);

/// The median time of each contender in seconds, over so many turns; `turns` must be at least 1.
///
/// They take turns with each other, so that what slows the machine down for a while slows down all of them. Before each
/// turn there is one that counts for nothing: it warms up caches, and wakes processors that slept while others had theirs.
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
        let contender = |me: usize| {
            let order = Rc::clone(&order);
            let work = move || {
                std::thread::sleep(TURN);
                order.borrow_mut().push(me);
            };
            Contender { who: Who::Peer("sleeper"), run: Box::new(work) }
        };
        let times = measure(&mut [contender(0), contender(1)], 2);
        assert_eq!(*order.borrow(), [0, 0, 1, 1, 0, 0, 1, 1], "once to warm up and once to count");
        assert!(times.into_iter().all(|time| time >= TURN.as_secs_f64()));
    }
}
