//! Asks the linker to keep what the build needs to cut the page's program into parts (`src/bin/dev/split.rs`).

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|it| it == "wasm") {
        println!("cargo::rustc-link-arg-bin=page=--emit-relocs");
    }
}
