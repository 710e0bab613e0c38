//! Installs the tools that the page build needs and the machine lacks: Rust for wasm, Trunk, wasm-bindgen, wasm-opt.
//!
//! All of it lands in one cache folder outside the checkout and is found there by the next run.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use crate::{
    dir_lock::Lock,
    files::write_script,
    install::{atomic_dir, cargo_install, run_npm},
    process::{StepResult, cache_dir, find_program, join_step, root},
    timings::time_step,
    web_toolchain::{self, WebToolchain},
};

const TRUNK: &str = "0.21.14";
const SPLIT: &str = "0.2.4";
const BINARYEN: &str = "132.0.0";
/// npm's wasm-opt is WebAssembly itself, and most pieces are small: V8 would spend as long on making it fast as it then runs.
const QUICK: &str = "#!/bin/sh\nexec node --liftoff-only \"${0%/*}/../node_modules/.bin/wasm-opt\" \"$@\"\n";

/// Everything that building the page needs, and what `beside` makes: it begins as soon as cargo knows the wasm target, while other tools
/// are still built.
pub(crate) fn prepare_web_tools<T: Send>(
    build_beside: impl FnOnce(&WebToolchain) -> StepResult<T> + Send,
) -> StepResult<(WebToolchain, T)> {
    // Somebody may be asked: nothing else says anything meanwhile.
    web_toolchain::source()?;
    let lock = Lock::acquire(&cache_dir()?)?;
    let (rust, tools, output) = thread::scope(|scope| {
        // What these share is built once, so here it is one after the other: cargo fills the cores with each.
        let built = scope.spawn(|| [wasm_bindgen(), wasm_split(), trunk()].into_iter().collect::<StepResult<Vec<_>>>());
        let optimiser = scope.spawn(wasm_opt);
        let rust = web_toolchain::find_web_toolchain()?;
        let web_toolchain = rust.clone();
        let build_beside = scope.spawn(move || build_beside(&web_toolchain));
        let mut tools = join_step(built)?;
        tools.push(join_step(optimiser)?);
        // What the tools share was built for all of them.
        let _ = fs::remove_dir_all(cache_dir()?.join("build"));
        drop(lock);
        Ok::<_, String>((rust, tools, join_step(build_beside)?))
    })?;
    // Trunk calls this very program when the page is together.
    let path = std::env::current_exe().ok().and_then(|current_exe| current_exe.parent().map(Path::to_owned));
    Ok((rust.with_path(tools).with_path(path), output))
}

/// The folder with wasm-bindgen, of exactly the version that Cargo.lock names.
fn wasm_bindgen() -> StepResult<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    cargo_install("wasm-bindgen", "wasm-bindgen-cli", &version, "1", &[])
}

/// Trunk fetches nothing here and serves without certificates, so it needs none of its features. It only calls other programs: it is built
/// without optimisation.
fn trunk() -> StepResult<PathBuf> {
    cargo_install("trunk", "trunk", TRUNK, "0", &["--locked", "--no-default-features"])
}

/// What cuts a program into parts.
fn wasm_split() -> StepResult<PathBuf> {
    let command_args = ["--locked", "--features", "build-binary"];
    cargo_install("wasm-split-cli", "wasm_split_cli_support", SPLIT, "1", &command_args)
}

/// wasm-opt as npm packs it or, without npm, as a crate packs it.
fn wasm_opt() -> StepResult<PathBuf> {
    if find_program("npm").is_none() {
        return cargo_install("wasm-opt", "wasm-opt", "0.116.1", "2", &["--locked"]);
    }
    let home = cache_dir()?.join(format!("binaryen-{BINARYEN}"));
    let packed = home.join("node_modules/.bin");
    if !packed.join("wasm-opt").exists() {
        let package = format!("binaryen@{BINARYEN}");
        time_step("Installing wasm-opt from npm", || atomic_dir(&home, |work| run_npm(work, &["install", &package])))?;
    }
    let quick = home.join("quick");
    if cfg!(unix) && !quick.join("wasm-opt").exists() {
        atomic_dir(&quick, |work| write_script(&work.join("wasm-opt"), QUICK))?;
    }
    Ok(if cfg!(unix) { quick } else { packed })
}

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> StepResult<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")).and_then(|v| v.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| format!("{package} is not in Cargo.lock"))
}
