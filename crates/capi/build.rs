//! Gives the shared library the name by which programs find it, as cargo-c does: a version 0.N is compatible with
//! itself alone.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        let version = env!("CARGO_PKG_VERSION_MAJOR");
        let version = match version {
            "0" => concat!("0.", env!("CARGO_PKG_VERSION_MINOR")),
            major => major,
        };
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libtravertine.so.{version}");
    }
}
