//! Asks the linker to keep what the build needs to cut a program into parts (`src/dev/split.rs`): the build script of `page` and `worker`.

fn main() {
    println!("cargo::rerun-if-changed=../build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|it| it == "wasm") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
