//! Installs the tools that the page build needs and the machine lacks: Rust for wasm, Trunk, wasm-opt.
//!
//! All of it lands in one cache folder outside the checkout and is found there by the next run. wasm-bindgen and wasm-split are no tools but
//! libraries of the crate `bundler`.

pub(crate) mod dir_lock;
pub(crate) mod install;
pub(crate) mod web_toolchain;

use std::path::PathBuf;

use crate::{
    error::{StepResult, TaskError},
    files::{read_file, write_script},
    process::{cache_dir, command, command_output, find_program, root},
    timings::time_step,
};
use install::{atomic_dir, cargo_install, lock_tool, run_npm};

const TRUNK: &str = "0.21.14";
const BINARYEN: &str = "132.0.0";
/// npm's wasm-opt is WebAssembly itself, and most pieces are small: V8 would spend as long on making it fast as it then runs.
const QUICK: &str = "#!/bin/sh\nexec node --liftoff-only \"${0%/*}/../node_modules/.bin/wasm-opt\" \"$@\"\n";

/// Trunk: that on PATH if it has the version that this is written for, otherwise one in the cache folder. It fetches nothing here and serves
/// without certificates, so it needs none of its features, and it only calls other programs, so it is built without optimization.
pub(crate) fn trunk() -> StepResult<PathBuf> {
    if let Some(program) = installed_trunk() {
        return Ok(program);
    }
    let lock = lock_tool("trunk")?;
    let folder = cargo_install("trunk", "trunk", TRUNK, "0", &["--locked", "--no-default-features"])?;
    drop(lock);
    Ok(folder.join(format!("trunk{}", std::env::consts::EXE_SUFFIX)))
}

fn installed_trunk() -> Option<PathBuf> {
    let program = find_program("trunk")?;
    let version = command_output(command(&program).arg("--version")).ok()?;
    is_known_trunk(&version).then_some(program)
}

/// Reads `trunk 0.21.14`. Another patch release does the same.
fn is_known_trunk(version: &str) -> bool {
    let minor = |text: &str| text.rsplit_once('.').map(|(minor, _)| minor.to_owned());
    version.split_once(' ').is_some_and(|(_, number)| minor(number) == minor(TRUNK))
}

/// The program wasm-opt as npm packs it or, without npm, as a crate packs it.
pub(crate) fn wasm_opt() -> StepResult<PathBuf> {
    let lock = lock_tool("wasm-opt")?;
    if find_program("npm").is_none() {
        let folder = cargo_install("wasm-opt", "wasm-opt", "0.116.1", "2", &["--locked"])?;
        return Ok(folder.join(format!("wasm-opt{}", std::env::consts::EXE_SUFFIX)));
    }
    let home = cache_dir()?.join(format!("binaryen-{BINARYEN}"));
    let packed = home.join("node_modules/.bin/wasm-opt");
    if !packed.exists() {
        let package = format!("binaryen@{BINARYEN}");
        time_step("Installing wasm-opt from npm", || atomic_dir(&home, |work| run_npm(work, &["install", &package])))?;
    }
    let quick = home.join("quick");
    if cfg!(unix) && !quick.join("wasm-opt").exists() {
        atomic_dir(&quick, |work| write_script(&work.join("wasm-opt"), QUICK))?;
    }
    drop(lock);
    Ok(if cfg!(unix) { quick.join("wasm-opt") } else { packed })
}

/// The folder with what runs benches in a browser, of exactly the version that Cargo.lock names for wasm-bindgen.
pub(crate) fn bench_runner() -> StepResult<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    let lock = lock_tool("wasm-bindgen")?;
    let folder = cargo_install("wasm-bindgen", "wasm-bindgen-cli", &version, "1", &[])?;
    drop(lock);
    Ok(folder)
}

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> StepResult<String> {
    let text = read_file(&root().join("Cargo.lock"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")).and_then(|v| v.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| TaskError::content("Cargo.lock", format!("it has no {package}")))
}

#[cfg(test)]
mod tests {
    use super::{is_known_trunk, locked_version};

    #[test]
    fn a_trunk_of_another_minor_version_is_not_used() {
        assert!(is_known_trunk("trunk 0.21.14") && is_known_trunk("trunk 0.21.9"));
        assert!(!is_known_trunk("trunk 0.22.0") && !is_known_trunk("trunk") && !is_known_trunk(""));
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        assert!(locked_version("wasm-bindgen").is_ok_and(|version| version.starts_with("0.2.")));
        assert!(locked_version("no-such-package").is_err());
    }
}
