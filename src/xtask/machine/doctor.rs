//! Checks whether a machine has what the tests need before anything runs, and prints all that is missing with how to install it.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::{StepResult, TaskError},
    machine::{
        browsers::{Chromium, SHELL, chromium, chromium_without_windows, firefox, webkit},
        packages::{Consent, install_packages},
        system::System,
    },
    process::{command_output, find_program, print_step},
    tools::web_toolchain,
};

/// The oldest Node that the browser tests run on.
const NODE: u32 = 20;

/// Browsers that the tests know.
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

    /// Debian's packages.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "chromium-driver"],
            Self::Firefox => &["firefox-esr"],
            Self::WebKit => &["webkit2gtk-driver", "xvfb"],
        }
    }
}

impl System {
    /// How a browser is got here.
    fn install_hint(self, browser: Browser) -> &'static str {
        match (self, browser) {
            (Self::Debian, Browser::Chromium) => "cargo dev setup, or apt-get install chromium chromium-driver",
            (Self::Debian, Browser::Firefox) => "cargo dev setup, or apt-get install firefox-esr",
            (Self::Debian, Browser::WebKit) => "cargo dev setup, or apt-get install webkit2gtk-driver xvfb",
            (Self::Ubuntu, Browser::WebKit) => "apt-get install webkit2gtk-driver xvfb",
            // Snaps cannot be driven from outside.
            (Self::Ubuntu, Browser::Chromium) => {
                "Ubuntu's chromium is a snap, which cannot be driven: install Google's package from \
                 https://www.google.com/chrome and its driver from https://googlechromelabs.github.io/chrome-for-testing"
            }
            (Self::Ubuntu, Browser::Firefox) => {
                "Ubuntu's firefox is a snap, which cannot be driven: install Mozilla's package, \
                 https://support.mozilla.org/kb/install-firefox-linux"
            }
            (Self::Fedora, Browser::Chromium) => "dnf install chromium chromedriver",
            (Self::Fedora, Browser::Firefox) => "dnf install firefox",
            (Self::Mac, Browser::Chromium) => "brew install --cask google-chrome chromedriver",
            (Self::Mac, Browser::Firefox) => "brew install --cask firefox",
            (Self::Fedora | Self::Mac | Self::Other, Browser::WebKit) => {
                "only Debian and Ubuntu package the driver (webkit2gtk-driver)"
            }
            (Self::Other, Browser::Chromium) => {
                "install Chromium or Chrome and its chromedriver, and name them in CHROMIUM and CHROMEDRIVER"
            }
            (Self::Other, Browser::Firefox) => "install Firefox, and name it in FIREFOX",
        }
    }
}

/// What the tests can run in.
#[derive(Default)]
pub(crate) struct TestEnvironment {
    /// Chromium and its driver.
    pub(crate) chromium: Option<Chromium>,
    /// Firefox.
    pub(crate) firefox: Option<PathBuf>,
    /// Whether there is a `WebKit`.
    pub(crate) webkit: bool,
    /// Browsers that are left out, each with how to get it.
    pub left_out: Vec<(Browser, &'static str)>,
}

/// Looks for what the benches in the browser need, or the tests of the page. All that is required and missing is printed at once.
pub(crate) fn check_environment(benches: bool, pages: bool) -> StepResult<TestEnvironment> {
    let mut ready = TestEnvironment::default();
    if !benches && !pages {
        return Ok(ready);
    }
    print_step("Looking for what the tests need (a second)");
    let browsers: &[Browser] = if pages { &Browser::ALL } else { &[Browser::Chromium] };
    let consent = Consent::of_command();
    if consent == Consent::Given {
        install_browsers(browsers, consent)?;
    }
    let system = System::here();
    let mut missing = web_toolchain::source(consent).err().into_iter().collect::<Vec<_>>();
    if pages {
        missing.extend(missing_node());
    }
    for &browser in browsers {
        let is_ready = match browser {
            Browser::Chromium => {
                ready.chromium = chromium().ok().filter(|chromium| can_be_driven(&chromium.browser));
                ready.chromium.is_some()
            }
            Browser::Firefox => {
                ready.firefox = firefox().ok().filter(|browser| can_be_driven(browser));
                ready.firefox.is_some()
            }
            Browser::WebKit => {
                ready.webkit = webkit();
                ready.webkit
            }
        };
        if !is_ready {
            println!(
                "    no {}, its tests are left out. To have them: {}",
                browser.name(),
                system.install_hint(browser)
            );
            ready.left_out.push((browser, system.install_hint(browser)));
        }
    }
    if ready.left_out.len() == browsers.len() {
        let advice = "the tests need Chromium, Firefox or WebKit";
        missing.push(TaskError::missing("no browser at all", advice));
    }
    if missing.is_empty() {
        return Ok(ready);
    }
    Err(TaskError::Several { summary: "this machine lacks what the tests need:", errors: missing })
}

/// Snaps are shut off from what drives them.
fn can_be_driven(browser: &Path) -> bool {
    let real = browser.canonicalize().unwrap_or_else(|_| browser.to_owned());
    !real.starts_with("/snap") && real.file_name().is_none_or(|name| name != "snap")
}

/// What is wrong with Node, if anything is.
fn missing_node() -> Option<TaskError> {
    let what = format!("the browser tests need Node {NODE} or later with npm");
    if find_program("npm").is_none() {
        return Some(TaskError::missing(what, "https://nodejs.org"));
    }
    let version = command_output(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim_start_matches('v').split('.').next().and_then(|text| text.parse::<u32>().ok());
    let is_too_old = major.is_none_or(|major| major < NODE);
    is_too_old.then(|| TaskError::missing(format!("{what}, and here is {version}"), "https://nodejs.org"))
}

/// Installs the browsers that are missing, where they come as Debian's packages.
pub(crate) fn install_browsers(browsers: &[Browser], consent: Consent) -> StepResult {
    if System::here() != System::Debian {
        return Ok(());
    }
    let is_missing = |browser: &&Browser| match browser {
        Browser::Chromium => chromium().is_err(),
        Browser::Firefox => firefox().is_err(),
        Browser::WebKit => !webkit(),
    };
    let packages = browsers.iter().filter(is_missing).flat_map(|browser| browser.packages()).copied();
    install_packages(&packages.collect::<Vec<_>>(), consent)?;
    let is_of_debian = || chromium().is_ok_and(|chromium| chromium.browser == Path::new("/usr/bin/chromium"));
    if chromium_without_windows().is_none() && is_of_debian() {
        // Tests pass without it, and take longer.
        if let Err(error) = install_packages(&[SHELL], consent) {
            println!("    {error}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Browser, can_be_driven};
    use crate::machine::system::System;

    #[test]
    fn every_system_is_told_how_to_get_every_browser() {
        for (release, expected) in [
            ("ID=debian\nVERSION_ID=\"12\"\n", System::Debian),
            ("NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n", System::Ubuntu),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::Ubuntu),
            ("ID=raspbian\nID_LIKE=debian\n", System::Debian),
            ("ID=fedora\n", System::Fedora),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=nixos\n", System::Other),
            ("", System::Other),
        ] {
            let system = System::of(release);
            assert_eq!(system, expected, "{release}");
            assert!(Browser::ALL.iter().all(|browser| system.install_hint(*browser).len() > 10));
        }
        assert!(System::Ubuntu.install_hint(Browser::Firefox).contains("snap"));
    }

    #[test]
    fn snaps_cannot_be_driven() {
        assert!(!can_be_driven(Path::new("/snap/bin/chromium")));
        assert!(can_be_driven(Path::new("/usr/bin/nothing-like-that")));
    }
}
