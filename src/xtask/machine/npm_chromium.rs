//! A headless Chromium from npm, for machines that have none: the tests need no browser of the system.

use std::path::{Path, PathBuf};

use crate::{
    error::StepResult,
    files::write_script,
    process::{cache_dir, command, run_command},
    timings::time_step,
    tools::install::{atomic_dir, lock_tool, run_npm},
};

/// A package that carries Chromium for Linux on x86-64, and the libraries that it needs on a bare system: 67 MB, and nothing is fetched when it is
/// unpacked.
const PACKAGE: &str = "@sparticuz/chromium";
const VERSION: &str = "153.0.0";

/// Has the package unpack all that it carries: it takes the folder of temporary files, and adds the libraries where this variable names such a
/// system.
const UNPACK: &str = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
const SYSTEM_WITH_LIBRARIES: (&str, &str) = ("AWS_EXECUTION_ENV", "AWS_Lambda_nodejs22.x");

/// Starts it with its own libraries, and with its own font where the system has none.
const LAUNCHER: &str = "#!/bin/sh
here=$(dirname \"$0\")
export LD_LIBRARY_PATH=\"$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"
[ -d /etc/fonts ] || export FONTCONFIG_PATH=\"$here/fonts\"
exec \"$here/chromium\" \"$@\"
";

/// Installs it into the cache, if need be. Elsewhere than on Linux with x86-64, Playwright fetches a Chromium of its own, with `playwright-core` of these
/// packages.
pub(crate) fn install_chromium(node_modules: &Path) -> StepResult<PathBuf> {
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) { unpack_package() } else { fetch_build(node_modules) }
}

fn unpack_package() -> StepResult<PathBuf> {
    let lock = lock_tool("chromium")?;
    let home = cache_dir()?.join(format!("chromium-{VERSION}"));
    if !home.is_dir() {
        let install = |work: &Path| {
            run_npm(work, &["install", &format!("{PACKAGE}@{VERSION}")])?;
            let (name, value) = SYSTEM_WITH_LIBRARIES;
            run_command(command("node").current_dir(work).args(["-e", UNPACK]).env("TMPDIR", work).env(name, value))?;
            write_script(&work.join("launch"), LAUNCHER)
        };
        time_step("Headless Chromium from npm", || atomic_dir(&home, install))?;
    }
    drop(lock);
    Ok(home.join("launch"))
}

fn fetch_build(node_modules: &Path) -> StepResult<PathBuf> {
    let lock = lock_tool("chromium")?;
    let playwright = node_modules.join("playwright-core");
    let fetch =
        || run_command(command("node").arg(playwright.join("cli.js")).args(["install", "--only-shell", "chromium"]));
    time_step("Headless Chromium from Playwright", fetch)?;
    drop(lock);
    let locate = "console.log(require('playwright-core').chromium.executablePath())";
    let located = crate::process::command_output(command("node").current_dir(node_modules).args(["-e", locate]))?;
    Ok(PathBuf::from(located))
}
