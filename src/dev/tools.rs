//! Sets up what a machine lacks to build the page: Rust for wasm, Trunk, wasm-bindgen, wasm-opt.
//!
//! All of it lands in one cache folder outside the checkout and is found there by the next run.

use crate::file::program;
use crate::install::{cargo_install, npm, whole};
use crate::lock::Lock;
use crate::rust::{self, Web};
use crate::shell::{Done, cache_dir, find, joined, root};
use crate::times::step;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

const TRUNK: &str = "0.21.14";
const SPLIT: &str = "0.2.4";
const BINARYEN: &str = "132.0.0";
/// npm's wasm-opt is WebAssembly itself, and most pieces are small: V8 would spend as long on making it fast as it then runs.
const QUICK: &str = "#!/bin/sh\nexec node --liftoff-only \"${0%/*}/../node_modules/.bin/wasm-opt\" \"$@\"\n";

/// Everything that building the page needs, and what `beside` makes: it begins as soon as cargo knows the wasm target, while other tools
/// are still built.
pub(crate) fn web<T: Send>(beside: impl FnOnce(&Web) -> Done<T> + Send) -> Done<(Web, T)> {
    // Somebody may be asked: nothing else says anything meanwhile.
    rust::source()?;
    let lock = Lock::take(&cache_dir()?)?;
    let (rust, tools, made) = thread::scope(|scope| {
        // What these share is built once, so here it is one after the other: cargo fills the cores with each.
        let built = scope.spawn(|| [wasm_bindgen(), wasm_split(), trunk()].into_iter().collect::<Done<Vec<_>>>());
        let optimiser = scope.spawn(wasm_opt);
        let rust = rust::library()?;
        let there = rust.clone();
        let beside = scope.spawn(move || beside(&there));
        let mut tools = joined(built)?;
        tools.push(joined(optimiser)?);
        // What the tools share was built for all of them.
        let _ = fs::remove_dir_all(cache_dir()?.join("build"));
        drop(lock);
        Ok::<_, String>((rust, tools, joined(beside)?))
    })?;
    // Trunk calls this very program when the page is together.
    let own = std::env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned));
    Ok((rust.with(tools).with(own), made))
}

/// The folder with wasm-bindgen, of exactly the version that Cargo.lock names.
fn wasm_bindgen() -> Done<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    cargo_install("wasm-bindgen", "wasm-bindgen-cli", &version, "1", &[])
}

/// Trunk fetches nothing here and serves without certificates, so it needs none of its features. It only calls other programs: it is built
/// without optimisation.
fn trunk() -> Done<PathBuf> {
    cargo_install("trunk", "trunk", TRUNK, "0", &["--locked", "--no-default-features"])
}

/// What cuts a program into parts.
fn wasm_split() -> Done<PathBuf> {
    let words = ["--locked", "--features", "build-binary"];
    cargo_install("wasm-split-cli", "wasm_split_cli_support", SPLIT, "1", &words)
}

/// wasm-opt as npm packs it or, without npm, as a crate packs it.
fn wasm_opt() -> Done<PathBuf> {
    if find("npm").is_none() {
        return cargo_install("wasm-opt", "wasm-opt", "0.116.1", "2", &["--locked"]);
    }
    let home = cache_dir()?.join(format!("binaryen-{BINARYEN}"));
    let packed = home.join("node_modules/.bin");
    if !packed.join("wasm-opt").exists() {
        let package = format!("binaryen@{BINARYEN}");
        step("wasm-opt, from npm", || whole(&home, |work| npm(work, &["install", &package])))?;
    }
    let quick = home.join("quick");
    if cfg!(unix) && !quick.join("wasm-opt").exists() {
        whole(&quick, |work| program(&work.join("wasm-opt"), QUICK))?;
    }
    Ok(if cfg!(unix) { quick } else { packed })
}

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> Done<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")).and_then(|v| v.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| format!("Cargo.lock names no {package}"))
}
