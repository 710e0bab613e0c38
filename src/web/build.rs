//! Makes the linker keep relocations, which the build needs to split the programs into chunks (`src/bundler/chunks.rs`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|var| var == "wasm") {
        for program in ["page", "worker"] {
            println!("cargo::rustc-link-arg-bin={program}=--emit-relocs");
        }
    }
}
