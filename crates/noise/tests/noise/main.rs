//! Tests of the noises, in one program: linking the kernels takes seconds.

mod laws;
mod levels;
mod patterns;
mod periods;
mod quality;
mod strokes;
mod support;
