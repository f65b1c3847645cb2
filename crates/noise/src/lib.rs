//! Deterministic noise: hashes, lattices, bases, interpolants and the mathematics under them.
