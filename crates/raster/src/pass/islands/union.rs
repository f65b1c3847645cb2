//! Runs of samples joined to islands, on a grid that may repeat.

/// Islands as sets of runs: a forest whose roots are the first runs of their islands.
///
/// After Bernard Galler and Michael Fischer, "An Improved Equivalence Algorithm" (1964). On a grid that repeats, a run
/// also keeps in which copy of the grid it lies, seen from its parent.
pub(super) struct Union {
    parents: Vec<u32>,
    /// Copies of the grid from the parent to the run, to the right and down.
    shifts: Vec<[i32; 2]>,
    /// Whether an island meets a copy of itself along each axis, for roots.
    endless: Vec<[bool; 2]>,
}

/// Memory of each run, in bytes.
pub(super) const BYTES_OF_RUN: usize = size_of::<u32>() + size_of::<[i32; 2]>() + size_of::<[bool; 2]>();

impl Union {
    pub(super) fn new(runs: usize) -> Union {
        Union { parents: (0..runs as u32).collect(), shifts: vec![[0; 2]; runs], endless: vec![[false; 2]; runs] }
    }

    /// The first run of a run's island, and the copies of the grid from there to the run.
    pub(super) fn root(&mut self, run: usize) -> (usize, [i32; 2]) {
        let (mut root, mut shift) = (run, [0; 2]);
        while self.parents[root] as usize != root {
            shift = sum(shift, self.shifts[root]);
            root = self.parents[root] as usize;
        }
        // All runs on the way become children of the root.
        let (mut at, mut left) = (run, shift);
        while self.parents[at] as usize != root {
            let next = self.parents[at] as usize;
            let own = std::mem::replace(&mut self.shifts[at], left);
            self.parents[at] = root as u32;
            left = difference(left, own);
            at = next;
        }
        (root, shift)
    }

    /// Joins the islands of two runs that touch: `other` lies in the copy of the grid `across` from that of `run`.
    pub(super) fn join(&mut self, run: usize, other: usize, across: [i32; 2]) {
        let ((a, to_run), (b, to_other)) = (self.root(run), self.root(other));
        let between = difference(sum(to_run, across), to_other);
        let (first, second, between) = if a <= b { (a, b, between) } else { (b, a, difference([0; 2], between)) };
        if first == second {
            self.endless[first] = either(self.endless[first], between.map(|copies| copies != 0));
            return;
        }
        (self.parents[second], self.shifts[second]) = (first as u32, between);
        self.endless[first] = either(self.endless[first], self.endless[second]);
    }

    /// Whether the island of a root meets a copy of itself along each axis.
    pub(super) fn is_endless(&self, root: usize) -> [bool; 2] {
        self.endless[root]
    }
}

fn either(a: [bool; 2], b: [bool; 2]) -> [bool; 2] {
    [a[0] || b[0], a[1] || b[1]]
}

fn sum(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn difference(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0] - b[0], a[1] - b[1]]
}
