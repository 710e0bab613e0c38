//! The browsers of this machine, and the packages that drive them.

use crate::file::fingerprint;
use crate::install::{link, npm, whole};
use crate::lock::Lock;
use crate::shell::{Done, cache_dir, find, root};
use crate::times::step;
use std::fs;
use std::path::{Path, PathBuf};

/// Chromium and the driver for it.
pub(crate) fn chromium() -> Done<(PathBuf, PathBuf)> {
    let given = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let browser = given("CHROMIUM").or_else(|| {
        let mac = Path::new("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
        ["chromium", "chromium-browser", "google-chrome", "chrome"]
            .iter()
            .find_map(|n| find(n))
            .or_else(|| mac.is_file().then(|| mac.to_owned()))
    });
    let driver = given("CHROMEDRIVER").or_else(|| find("chromedriver"));
    match (browser, driver) {
        (Some(browser), Some(driver)) => Ok((browser, driver)),
        (None, _) => Err("no Chromium or Chrome on PATH: install one, or name it in CHROMIUM".to_owned()),
        (_, None) => {
            Err("no chromedriver on PATH: install the one of your Chromium, or name it in CHROMEDRIVER".to_owned())
        }
    }
}

/// Chromium without the windows around its pages, where Debian's package of it is there and no other browser is named: the tests take
/// a third less of the processor in it.
pub(crate) fn chromium_without_windows() -> Option<PathBuf> {
    find(SHELL).filter(|_| std::env::var_os("CHROMIUM").is_none())
}

/// Debian's package, and the program in it.
pub(crate) const SHELL: &str = "chromium-headless-shell";

/// Firefox.
pub(crate) fn firefox() -> Done<PathBuf> {
    let mac = Path::new("/Applications/Firefox.app/Contents/MacOS/firefox");
    std::env::var_os("FIREFOX")
        .map(PathBuf::from)
        .or_else(|| ["firefox-esr", "firefox"].iter().find_map(|name| find(name)))
        .or_else(|| mac.is_file().then(|| mac.to_owned()))
        .ok_or_else(|| "no Firefox on PATH: install one, or name it in FIREFOX".to_owned())
}

/// Whether there is a `WebKit` that can be driven: as a package of Linux only.
pub(crate) fn webkit() -> bool {
    find("WebKitWebDriver").is_some()
}

/// The packages of the browser tests, kept in the cache and linked into tests/browser.
pub(crate) fn packages() -> Done {
    if find("npm").is_none() {
        return Err("the browser tests need Node 20 or later with npm: install it (https://nodejs.org)".to_owned());
    }
    let lock = Lock::take(&cache_dir()?)?;
    let tests = root().join("tests/browser");
    let wanted =
        fs::read(tests.join("package-lock.json")).map_err(|e| format!("tests/browser/package-lock.json: {e}"))?;
    let home = cache_dir()?.join(format!("browser-{:016x}", fingerprint(&wanted)));
    if !home.is_dir() {
        let install = |work: &Path| {
            for file in ["package.json", "package-lock.json"] {
                fs::copy(tests.join(file), work.join(file)).map_err(|e| format!("tests/browser/{file}: {e}"))?;
            }
            npm(work, &["ci"])
        };
        step("The browser tests' packages, from npm", || whole(&home, install))?;
    }
    let (theirs, ours) = (home.join("node_modules"), tests.join("node_modules"));
    if fs::read_link(&ours).is_ok_and(|there| there != theirs) {
        fs::remove_file(&ours).map_err(|e| e.to_string())?;
    }
    if !ours.exists() {
        link(&theirs, &ours)?;
    }
    drop(lock);
    Ok(())
}
