//! Installs missing tools atomically: a tool's folder exists only if it is complete.

use std::path::{Path, PathBuf};

use crate::{
    error::StepResult,
    files::{list_dir, move_path, remove_dir},
    process::{cache_dir, cargo, command, make_dir, run_command},
    timings::time_step,
    tools::dir_lock::Lock,
};

/// Locks a tool while it is looked for and installed, so that two processes do not build it twice.
pub(crate) fn lock_tool(name: &str) -> StepResult<Lock> {
    Lock::acquire(&cache_dir()?.join("locks").join(name))
}

pub(crate) fn run_npm(dir: &Path, npm_args: &[&str]) -> StepResult {
    let quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix"];
    run_command(command("npm").current_dir(dir).args(npm_args).args(quiet).arg(dir))
        .map_err(|error| error.with_advice("npm needs a way to its registry, https://registry.npmjs.org."))
}

/// Fills a folder under a temporary name, then renames it to `home`, so that `home` is complete even if this process is killed. The temporary name
/// contains the process's id, because children of a killed process may still be writing to its folder.
pub(crate) fn atomic_dir(home: &Path, fill: impl FnOnce(&Path) -> StepResult) -> StepResult {
    let name = home.file_name().unwrap_or_default().to_string_lossy();
    let part = format!("{name}.part");
    let (top, work) = (home.parent().unwrap_or(home), home.with_file_name(format!("{part}-{}", std::process::id())));
    make_dir(top)?;
    for old in list_dir(top)? {
        let is_leftover = old.file_name().is_some_and(|file_name| file_name.to_string_lossy().starts_with(&part));
        if is_leftover || old == home {
            remove_dir(&old)?;
        }
    }
    make_dir(&work)?;
    fill(&work)?;
    move_path(&work, home)
}

/// Builds a tool with `cargo install`, into a folder with its name and version. With few optimizations, because the tool runs for seconds only.
pub(crate) fn cargo_install(
    program: &str,
    package: &str,
    version: &str,
    opt_level: &str,
    words: &[&str],
) -> StepResult<PathBuf> {
    let cache = cache_dir()?;
    let home = cache.join(format!("{program}-{version}"));
    let bin = home.join("bin");
    if bin.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    let install = |work: &Path| {
        let built = work.join("build");
        let done = run_command(
            cargo()
                .current_dir(&cache)
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level)
                .env("CARGO_PROFILE_RELEASE_LTO", "false")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
                .env("CARGO_TARGET_DIR", &built)
                .args(["install", "--quiet", package, "--version", version, "--root"])
                .arg(work)
                .args(words),
        );
        done.map_err(|error| error.with_advice(format!("cargo needs a way to https://crates.io to build {package}.")))?;
        remove_dir(&built)
    };
    time_step(&format!("{package} {version}"), || atomic_dir(&home, install))?;
    Ok(bin)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::atomic_dir;
    use crate::{
        error::TaskError,
        files::{list_dir, write_file},
    };

    #[test]
    fn an_interrupted_installation_is_started_again() {
        let top = std::env::temp_dir().join(format!("schedscope-install-{}", std::process::id()));
        // An earlier process was killed during the installation.
        fs::create_dir_all(top.join("tool-1.2.3.part-1")).expect("a folder");
        fs::create_dir_all(top.join("tool-1.2.4")).expect("a folder");
        let home = top.join("tool-1.2.3");
        let fails = atomic_dir(&home, |work| {
            write_file(&work.join("half"), "")?;
            Err(TaskError::Panic)
        });
        assert!(fails.is_err() && !home.exists());
        atomic_dir(&home, |work| write_file(&work.join("all"), "")).expect("whole");
        assert_eq!(list_dir(&home).expect("a folder"), [home.join("all")]);
        assert_eq!(list_dir(&top).expect("a folder"), [home, top.join("tool-1.2.4")]);
        fs::remove_dir_all(top).expect("it can go");
    }
}
