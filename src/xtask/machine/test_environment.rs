//! Finds or installs what the browser tests need: Node, and at least one browser.

use std::{path::PathBuf, process::Command};

use crate::{
    error::{StepResult, TaskError},
    machine::{
        browsers::{Browser, install_test_packages},
        npm_chromium,
        packages::{Consent, install_packages},
        system::System,
    },
    process::{command_output, find_program, print_step},
};

/// The oldest major version of Node that the browser tests support.
const NODE: u32 = 20;

/// Alternative sets of Debian packages for a browser, the best first. Not every version of Debian has the headless Chromium.
fn debian_packages(browser: Browser) -> &'static [&'static [&'static str]] {
    match browser {
        Browser::Chromium => &[&["chromium-headless-shell"], &["chromium"]],
        Browser::Firefox => &[&["firefox-esr"]],
        Browser::WebKit => &[&["webkit2gtk-driver", "xvfb"]],
    }
}

impl System {
    /// How to install a browser on this system, for error messages.
    fn install_hint(self, browser: Browser) -> &'static str {
        match (self, browser) {
            (Self::Debian, _) => "cargo dev setup",
            (Self::Ubuntu, Browser::WebKit) => "apt-get install webkit2gtk-driver xvfb",
            // Tests cannot control a snap.
            (Self::Ubuntu, Browser::Chromium) => {
                "Ubuntu's chromium is a snap, which cannot be driven: install Google's package from https://www.google.com/chrome"
            }
            (Self::Ubuntu, Browser::Firefox) => {
                "Ubuntu's firefox is a snap, which cannot be driven: install Mozilla's package, \
                 https://support.mozilla.org/kb/install-firefox-linux"
            }
            (Self::Fedora, Browser::Chromium) => "dnf install chromium",
            (Self::Fedora, Browser::Firefox) => "dnf install firefox",
            (Self::Mac, Browser::Chromium) => "brew install --cask google-chrome",
            (Self::Mac, Browser::Firefox) => "brew install --cask firefox",
            (Self::Fedora | Self::Mac | Self::Other, Browser::WebKit) => {
                "only Debian and Ubuntu package the driver (webkit2gtk-driver)"
            }
            (Self::Other, Browser::Chromium) => "install Chromium or Chrome, or set CHROMIUM to its path",
            (Self::Other, Browser::Firefox) => "install Firefox, or set FIREFOX to its path",
        }
    }

    /// How to install Node on this system, for error messages.
    fn node_hint(self) -> &'static str {
        match self {
            Self::Debian | Self::Ubuntu => "apt-get install nodejs npm",
            Self::Fedora => "dnf install nodejs",
            Self::Mac => "brew install node",
            Self::Other => "https://nodejs.org",
        }
    }
}

/// The browsers for the browser tests.
pub(crate) struct TestEnvironment {
    pub(crate) chromium: PathBuf,
    pub(crate) firefox: Option<PathBuf>,
    pub(crate) has_webkit: bool,
}

impl TestEnvironment {
    /// Browsers that were not found, each with how to install it.
    pub(crate) fn missing_browsers(&self) -> Vec<(Browser, &'static str)> {
        let is_here = [(Browser::Firefox, self.firefox.is_some()), (Browser::WebKit, self.has_webkit)];
        let system = System::here();
        is_here
            .into_iter()
            .filter(|(_, is_here)| !is_here)
            .map(|(browser, _)| (browser, system.install_hint(browser)))
            .collect()
    }
}

/// Finds Node and the browsers, and installs what is needed.
///
/// If there is no Chromium, installs Debian's package if there is consent, and otherwise one from npm. Installs Firefox and `WebKit` only on CI
/// machines.
pub(crate) fn prepare_environment(consent: Consent) -> StepResult<TestEnvironment> {
    print_step("Looking for Node and browsers");
    check_node()?;
    let node_modules = install_test_packages()?;
    if System::here() == System::Debian {
        let browsers: &[Browser] = if Consent::is_of_ci() { &Browser::ALL } else { &[Browser::Chromium] };
        install_browsers(browsers, consent);
    }
    let chromium = match Browser::Chromium.find() {
        Some(chromium) => chromium,
        None => npm_chromium::install_chromium(&node_modules)
            .map_err(|error| error.with_advice(System::here().install_hint(Browser::Chromium)))?,
    };
    Ok(TestEnvironment { chromium, firefox: Browser::Firefox.find(), has_webkit: Browser::WebKit.find().is_some() })
}

/// Whether there is shellcheck, which a test of exported scripts needs. Installs it as a Debian package if there is consent.
pub(crate) fn prepare_shellcheck(consent: Consent) -> bool {
    if find_program("shellcheck").is_none() && matches!(System::here(), System::Debian | System::Ubuntu) {
        let _ = install_packages(&["shellcheck"], consent);
    }
    find_program("shellcheck").is_some()
}

/// Fails if Node is missing or older than [`NODE`].
fn check_node() -> StepResult {
    let need = format!("the browser tests need Node {NODE} or later with npm");
    let missing = |what: String| Err(TaskError::missing(what, System::here().node_hint()));
    if find_program("npm").is_none() {
        return missing(need);
    }
    let version = command_output(Command::new("node").arg("--version")).unwrap_or_default();
    let major = version.trim_start_matches('v').split('.').next().and_then(|text| text.parse::<u32>().ok());
    if major.is_some_and(|major| major >= NODE) { Ok(()) } else { missing(format!("{need}, and here is {version}")) }
}

/// Installs missing browsers as Debian packages. Failures are only printed, because the tests can do with one browser.
pub(crate) fn install_browsers(browsers: &[Browser], consent: Consent) {
    for browser in browsers.iter().filter(|browser| browser.find().is_none()) {
        let mut error = None;
        for packages in debian_packages(*browser) {
            error = install_packages(packages, consent).err();
            if error.is_none() || consent == Consent::Refused {
                break;
            }
        }
        if let Some(error) = error {
            println!("    {} is not installed: {error}", browser.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::{browsers::Browser, system::System};

    #[test]
    fn every_system_has_an_install_hint_for_every_browser() {
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
            assert!(!system.node_hint().is_empty());
        }
        assert!(System::Ubuntu.install_hint(Browser::Firefox).contains("snap"));
    }
}
