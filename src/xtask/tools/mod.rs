//! Installs the tools that the build of the page needs and the machine lacks: Rust for wasm, and wasm-opt.
//!
//! They are installed into a cache folder outside the checkout. wasm-bindgen and wasm-split are not among them: the crate `bundler` uses them as
//! libraries.

pub(crate) mod dir_lock;
pub(crate) mod install;
pub(crate) mod web_toolchain;

use std::path::PathBuf;

use crate::{
    error::{StepResult, TaskError},
    files::{read_file, write_script},
    process::{cache_dir, command, command_output, find_program, print_step, root},
    timings::time_step,
};
use install::{atomic_dir, cargo_install, lock_tool, run_npm};

const BINARYEN: &str = "132.0.0";
const OLDEST_WASM_OPT: u32 = 122;
/// Script that starts npm's wasm-opt, which is WebAssembly itself, with V8's baseline compiler only: optimizing it would take as long as running it.
const QUICK: &str = "#!/bin/sh\nexec node --liftoff-only \"${0%/*}/../node_modules/.bin/wasm-opt\" \"$@\"\n";

/// Finds wasm-opt on PATH if it is new enough, otherwise installs it from npm. Returns `None` without npm; then the page is a fifth larger.
pub(crate) fn wasm_opt() -> StepResult<Option<PathBuf>> {
    if let Some(program) = installed_wasm_opt() {
        return Ok(Some(program));
    }
    if find_program("npm").is_none() {
        print_step("Without wasm-opt, the page is a fifth larger: it comes with Node's npm (https://nodejs.org)");
        return Ok(None);
    }
    let lock = lock_tool("wasm-opt")?;
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
    Ok(Some(if cfg!(unix) { quick.join("wasm-opt") } else { packed }))
}

fn installed_wasm_opt() -> Option<PathBuf> {
    let program = find_program("wasm-opt")?;
    let version = command_output(command(&program).arg("--version")).ok()?;
    is_known_wasm_opt(&version).then_some(program)
}

/// Whether wasm-opt has all passes that the build uses. `version` is its output, such as `wasm-opt version 132 (version_132)`.
fn is_known_wasm_opt(version: &str) -> bool {
    version
        .split_whitespace()
        .find_map(|word| word.parse::<u32>().ok())
        .is_some_and(|version| version >= OLDEST_WASM_OPT)
}

/// Installs the program that runs benches in a browser, in the same version as wasm-bindgen in `Cargo.lock`. Returns its folder.
pub(crate) fn bench_runner() -> StepResult<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    let lock = lock_tool("wasm-bindgen")?;
    let folder = cargo_install("wasm-bindgen", "wasm-bindgen-cli", &version, "1", &[])?;
    drop(lock);
    Ok(folder)
}

/// The version of a package in `Cargo.lock`.
fn locked_version(package: &str) -> StepResult<String> {
    let text = read_file(&root().join("Cargo.lock"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")).and_then(|v| v.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| TaskError::content("Cargo.lock", format!("it has no {package}")))
}

#[cfg(test)]
mod tests {
    use super::{is_known_wasm_opt, locked_version};

    #[test]
    fn an_old_wasm_opt_is_not_used() {
        assert!(is_known_wasm_opt("wasm-opt version 132 (version_132)") && is_known_wasm_opt("wasm-opt version 122"));
        assert!(!is_known_wasm_opt("wasm-opt version 108") && !is_known_wasm_opt("wasm-opt") && !is_known_wasm_opt(""));
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        assert!(locked_version("wasm-bindgen").is_ok_and(|version| version.starts_with("0.2.")));
        assert!(locked_version("no-such-package").is_err());
    }
}
