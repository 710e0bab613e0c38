//! Finds the browsers of this machine and their drivers.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, read_bytes, symlink},
    process::{cache_dir, find_program, root},
    timings::time_step,
    tools::install::{atomic_dir, lock_tool, run_npm},
};

/// Chromium and the driver for it.
pub(crate) struct Chromium {
    pub(crate) browser: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Finds Chromium and its driver.
pub(crate) fn chromium() -> StepResult<Chromium> {
    let given = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let browser = given("CHROMIUM").or_else(|| {
        let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
        ["chromium", "chromium-browser", "google-chrome", "chrome"]
            .iter()
            .find_map(|n| find_program(n))
            .or_else(|| mac.is_file().then(|| mac.to_owned()))
    });
    let driver = given("CHROMEDRIVER").or_else(|| find_program("chromedriver"));
    match (browser, driver) {
        (Some(browser), Some(driver)) => Ok(Chromium { browser, driver }),
        (None, _) => {
            Err(TaskError::missing("no Chromium or Chrome on PATH", "install one, or set CHROMIUM to its path"))
        }
        (_, None) => Err(TaskError::missing(
            "no chromedriver on PATH",
            "install the one that matches your Chromium, or set CHROMEDRIVER to its path",
        )),
    }
}

/// Chromium without the windows around its pages, where Debian's package of it is there and no other browser is named: the tests take
/// a third less of the processor in it.
pub(crate) fn chromium_without_windows() -> Option<PathBuf> {
    find_program(SHELL).filter(|_| std::env::var_os("CHROMIUM").is_none())
}

/// Debian's package, and the program in it.
pub(crate) const SHELL: &str = "chromium-headless-shell";

/// Firefox.
pub(crate) fn firefox() -> StepResult<PathBuf> {
    let mac = Path::new("/Applications/Firefox.app/Contents/MacOS/firefox");
    std::env::var_os("FIREFOX")
        .map(PathBuf::from)
        .or_else(|| ["firefox-esr", "firefox"].iter().find_map(|name| find_program(name)))
        .or_else(|| mac.is_file().then(|| mac.to_owned()))
        .ok_or_else(|| TaskError::missing("no Firefox on PATH", "install it, or set FIREFOX to its path"))
}

/// Whether there is a `WebKit` that can be driven: as a package of Linux only.
pub(crate) fn webkit() -> bool {
    find_program("WebKitWebDriver").is_some()
}

/// The packages of the browser tests, kept in the cache and linked into tests/browser.
pub(crate) fn packages() -> StepResult {
    if find_program("npm").is_none() {
        return Err(TaskError::missing("the browser tests need Node 20 or later with npm", "https://nodejs.org"));
    }
    let lock = lock_tool("browser-packages")?;
    let tests = root().join("tests/browser");
    let package_lock = read_bytes(&tests.join("package-lock.json"))?;
    let home = cache_dir()?.join(format!("browser-{:016x}", fingerprint(&package_lock)));
    if !home.is_dir() {
        let install = |work: &Path| {
            for file in ["package.json", "package-lock.json"] {
                fs::copy(tests.join(file), work.join(file)).map_err(TaskError::file(tests.join(file)))?;
            }
            run_npm(work, &["ci"])
        };
        time_step("npm packages for the browser tests", || atomic_dir(&home, install))?;
    }
    let (theirs, ours) = (home.join("node_modules"), tests.join("node_modules"));
    if fs::read_link(&ours).is_ok_and(|path| path != theirs) {
        fs::remove_file(&ours).map_err(TaskError::file(&ours))?;
    }
    if !ours.exists() {
        symlink(&theirs, &ours)?;
    }
    drop(lock);
    Ok(())
}
