//! Finds installed browsers and their drivers.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, read_bytes, remove_file, symlink},
    process::{cache_dir, find_program, root},
    timings::time_step,
    tools::install::{atomic_dir, lock_tool, run_npm},
};

/// The browsers in which the tests can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
    WebKit,
}

impl Browser {
    pub(crate) const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKit",
        }
    }

    /// Finds the program that the tests start: the browser itself or, for `WebKit`, its driver.
    pub(crate) fn find(self) -> Option<PathBuf> {
        match self {
            Self::Chromium => find_browser(&CHROMIUM),
            Self::Firefox => find_browser(&FIREFOX),
            Self::WebKit => find_program("WebKitWebDriver"),
        }
    }
}

/// Where to look for a browser: environment variables with its path, names on PATH, and the usual install paths.
struct Places {
    variables: &'static [&'static str],
    programs: &'static [&'static str],
    /// Relative to `/`.
    linux: &'static [&'static str],
    /// Relative to `/Applications` and `~/Applications`.
    mac: &'static [&'static str],
    /// Relative to the folders in `ProgramFiles`, `ProgramFiles(x86)` and `LOCALAPPDATA`.
    windows: &'static [&'static str],
}

/// Chromium or a browser based on it. Debian's headless shell comes first, because it uses a third less processor time.
const CHROMIUM: Places = Places {
    variables: &["CHROMIUM", "CHROME_PATH"],
    programs: &[
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "microsoft-edge",
        "msedge",
    ],
    linux: &["opt/google/chrome/chrome", "opt/chromium.org/chromium/chromium", "opt/microsoft/msedge/msedge"],
    mac: &[
        "Google Chrome.app/Contents/MacOS/Google Chrome",
        "Chromium.app/Contents/MacOS/Chromium",
        "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ],
    windows: &[
        r"Google\Chrome\Application\chrome.exe",
        r"Chromium\Application\chrome.exe",
        r"Microsoft\Edge\Application\msedge.exe",
    ],
};

const FIREFOX: Places = Places {
    variables: &["FIREFOX"],
    programs: &["firefox-esr", "firefox"],
    linux: &["opt/firefox/firefox", "usr/lib/firefox/firefox"],
    mac: &["Firefox.app/Contents/MacOS/firefox"],
    windows: &[r"Mozilla Firefox\firefox.exe"],
};

/// Finds the first browser that tests can control.
fn find_browser(places: &Places) -> Option<PathBuf> {
    let named = places.variables.iter().filter_map(env::var_os).map(PathBuf::from);
    let on_path = places.programs.iter().filter_map(|name| find_program(name));
    let usual = usual_places(places, env::consts::OS, &|name| env::var_os(name).map(PathBuf::from));
    named.chain(on_path).chain(usual).find(|path| path.is_file() && can_be_driven(path))
}

/// The usual install paths on an operating system. `dir_of` reads an environment variable that contains a folder.
fn usual_places(places: &Places, os: &str, dir_of: &dyn Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let (folders, files) = match os {
        "macos" => {
            let of_user = dir_of("HOME").map(|home| home.join("Applications"));
            (vec![Some(PathBuf::from("/Applications")), of_user], places.mac)
        }
        "windows" => (["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map(dir_of).to_vec(), places.windows),
        _ => (vec![Some(PathBuf::from("/"))], places.linux),
    };
    let folders = folders.into_iter().flatten();
    folders.flat_map(|folder| files.iter().map(move |file| folder.join(file))).collect()
}

/// Whether tests can control this browser: snaps are sandboxed and cannot be controlled.
fn can_be_driven(browser: &Path) -> bool {
    let real = browser.canonicalize().unwrap_or_else(|_| browser.to_owned());
    !real.starts_with("/snap") && real.file_name().is_none_or(|name| name != "snap")
}

/// Finds the driver of Chromium, which the benches need.
pub(crate) fn chromedriver() -> StepResult<PathBuf> {
    let driver = env::var_os("CHROMEDRIVER").map(PathBuf::from).or_else(|| find_program("chromedriver"));
    driver.ok_or_else(|| {
        TaskError::missing(
            "no chromedriver on PATH",
            "install the one that matches your Chromium, or set CHROMEDRIVER to its path",
        )
    })
}

/// Installs the npm packages of the browser tests into the cache, and links them into `tests/browser`. Returns their folder.
pub(crate) fn install_test_packages() -> StepResult<PathBuf> {
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
        remove_file(&ours)?;
    }
    if !ours.exists() {
        symlink(&theirs, &ours)?;
    }
    drop(lock);
    Ok(theirs)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{CHROMIUM, FIREFOX, can_be_driven, usual_places};

    #[test]
    fn usual_install_paths_depend_on_the_system() {
        let dir_of = |name: &str| match name {
            "HOME" => Some(PathBuf::from("/Users/me")),
            "ProgramFiles" => Some(PathBuf::from("P")),
            "LOCALAPPDATA" => Some(PathBuf::from("L")),
            _ => None,
        };
        for (os, places, expected) in [
            ("linux", &CHROMIUM, "/opt/google/chrome/chrome"),
            ("freebsd", &FIREFOX, "/opt/firefox/firefox"),
            ("macos", &CHROMIUM, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            ("macos", &FIREFOX, "/Users/me/Applications/Firefox.app/Contents/MacOS/firefox"),
            ("windows", &CHROMIUM, r"P/Microsoft\Edge\Application\msedge.exe"),
            ("windows", &FIREFOX, r"L/Mozilla Firefox\firefox.exe"),
        ] {
            let found = usual_places(places, os, &dir_of);
            assert!(found.iter().any(|path| path == Path::new(expected)), "{os}: {found:?}");
        }
    }

    #[test]
    fn snaps_cannot_be_driven() {
        assert!(!can_be_driven(Path::new("/snap/bin/chromium")));
        assert!(can_be_driven(Path::new("/usr/bin/nothing-like-that")));
    }
}
