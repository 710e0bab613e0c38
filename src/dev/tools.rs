//! Sets up what a machine lacks: the standard library for wasm, Trunk, wasm-bindgen, wasm-opt, the browser tests' packages.
//!
//! Everything but the standard library lands in one cache folder outside the checkout and is found there by the next run.

use crate::shell::{Done, cache_dir, cargo, command, find, make_dir, output, path_with, root, run, say, target_dir};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TRUNK: &str = "0.21.14";
const SPLIT: &str = "0.2.4";
const BINARYEN: &str = "132.0.0";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
/// What the programs of the browser are built for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// What builds the page: folders for PATH and variables for every command.
pub struct Web {
    path: Vec<PathBuf>,
    variables: Vec<(&'static str, PathBuf)>,
    cargo: PathBuf,
}

impl Web {
    /// A command that sees the tools of the web build.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Done<Command> {
        let mut it = command(program);
        it.env("PATH", path_with(&self.path)?).env("CARGO_TARGET_DIR", target_dir().join("web"));
        it.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if std::env::var_os("NO_COLOR").is_some() {
            // Trunk reads this variable as a flag with a value.
            it.env("NO_COLOR", "true");
        }
        Ok(it)
    }

    /// The cargo that knows the wasm target.
    pub fn cargo(&self) -> Done<Command> {
        self.command(&self.cargo)
    }

    /// Brings every crate of Cargo.lock here, so that Trunk can work offline.
    pub fn fetch(&self) -> Done {
        run(self.cargo()?.args(["fetch", "--locked"]))
    }
}

/// Holds a folder while something is put into it: two runs neither build the same tool twice nor write over each other's page.
pub struct Lock(fs::File);

impl Lock {
    /// Waits for whoever holds the folder, then holds it until this is dropped or the process ends.
    pub fn take(dir: &Path) -> Done<Self> {
        make_dir(dir)?;
        let file = fs::File::create(dir.join(".lock")).map_err(|e| e.to_string())?;
        if file.try_lock().is_err() {
            say(&format!("Waiting for another command that works in {}", dir.display()));
            file.lock().map_err(|e| e.to_string())?;
        }
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Everything that building the page needs.
pub fn web() -> Done<Web> {
    let lock = Lock::take(&cache_dir()?)?;
    let mut web = standard_library()?;
    web.path.push(wasm_bindgen()?);
    web.path.push(wasm_split()?);
    web.path.push(trunk()?);
    web.path.push(wasm_opt()?);
    // What the tools share is built once for all of them.
    let _ = fs::remove_dir_all(cache_dir()?.join("build"));
    // Trunk calls this very program when the page is together.
    web.path.extend(std::env::current_exe().ok().and_then(|it| it.parent().map(Path::to_owned)));
    drop(lock);
    Ok(web)
}

/// What wasm tests need.
pub fn wasm() -> Done<Web> {
    let lock = Lock::take(&cache_dir()?)?;
    let mut web = standard_library()?;
    web.path.push(wasm_bindgen()?);
    drop(lock);
    Ok(web)
}

/// Whether Debian's packages are to be used where people would use rustup.
fn from_debian() -> Done<bool> {
    match std::env::var("SCHEDSCOPE_STD").ok().filter(|v| !v.is_empty()).as_deref() {
        None | Some("rustup") => Ok(false),
        Some("debian") => Ok(true),
        Some(other) => Err(format!("SCHEDSCOPE_STD is `{other}`: it may be `rustup` (the default) or `debian`")),
    }
}

fn standard_library() -> Done<Web> {
    if from_debian()? { debian_library() } else { rustup_library() }
}

/// What is missing of Rust and cannot be got by itself.
pub fn missing_rust() -> Done<Option<String>> {
    if from_debian()? {
        return Ok((!may_install()).then(|| "SCHEDSCOPE_STD=debian needs root or sudo, to install packages".to_owned()));
    }
    Ok((!has_target()? && find("rustup").is_none()).then(no_target))
}

fn has_target() -> Done<bool> {
    let sysroot = PathBuf::from(output(command("rustc").args(["--print", "sysroot"]))?);
    Ok(sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

fn no_target() -> String {
    format!(
        "this Rust has no {TARGET} and was not installed by rustup: install it with your package manager, or get rustup \
         (https://rustup.rs)"
    )
}

fn rustup_library() -> Done<Web> {
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let web = Web { path: Vec::new(), variables: Vec::new(), cargo };
    if !has_target()? {
        if find("rustup").is_none() {
            return Err(no_target());
        }
        say("Adding the wasm target to your toolchain (about 10 s, once)");
        run(command("rustup").args(["target", "add", TARGET]))?;
    }
    Ok(web)
}

/// Debian ships a compiler that can, but no standard library for wasm32-unknown-unknown: builds one from its source.
fn debian_library() -> Done<Web> {
    apt(&DEBIAN_PACKAGES)?;
    let rustc = Path::new("/usr/bin/rustc");
    let version = output(command(rustc).arg("--version"))?;
    let number = version.split(' ').nth(1).unwrap_or("unknown").to_owned();
    let home = cache_dir()?.join(format!("std-debian-{number}-small"));
    if !home.join("bin/rustc").is_file() {
        say("Building the standard library for wasm (about 70 s, once)");
        build_debian_library(&home, rustc)?;
    }
    // A folder of its own: cargo does not see that the library is another one, and would mix what was built with each.
    let built = target_dir().join("web-small");
    let variables =
        vec![("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", PathBuf::from("wasm-ld-22")), ("CARGO_TARGET_DIR", built)];
    Ok(Web { path: vec![home.join("bin")], variables, cargo: home.join("bin/cargo") })
}

fn build_debian_library(home: &Path, rustc: &Path) -> Done {
    let work = home.with_extension("work");
    let _ = fs::remove_dir_all(&work);
    let _ = fs::remove_dir_all(home);
    let write = |file: PathBuf, text: &str| fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()));
    make_dir(&work.join("src"))?;
    let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    write(work.join("Cargo.toml"), manifest)?;
    write(work.join("src/lib.rs"), "#![no_std]\n")?;
    // Embedded bitcode lets the page's link-time optimisation see into std; `test` is for wasm-bindgen-test. What is fetched over the
    // network is to be small: of sorting alone, std's fast kind takes 7 % of each module.
    run(command("/usr/bin/cargo")
        .current_dir(&work)
        .env("RUSTC", rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z")
        .env("CARGO_TARGET_DIR", work.join("target"))
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22")
        .args(["build", "--release", "--target", TARGET, "-Zbuild-std=std,panic_abort,test"])
        .arg("-Zbuild-std-features=optimize_for_size"))?;
    let rustlib = work.join("sysroot/lib/rustlib");
    let library = rustlib.join(TARGET).join("lib");
    make_dir(&library)?;
    for file in list(&work.join("target").join(TARGET).join("release/deps"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_some_and(|it| it == "rlib") && !name.starts_with("libnothing") {
            fs::copy(&file, library.join(&name)).map_err(|e| format!("cannot copy {name}: {e}"))?;
        }
    }
    link_others(Path::new("/usr/lib/rustlib"), &rustlib)?;
    make_dir(&work.join("bin"))?;
    let sysroot = home.join("sysroot");
    for tool in ["rustc", "rustdoc"] {
        let script = format!("#!/bin/sh\nexec /usr/bin/{tool} --sysroot '{}' \"$@\"\n", sysroot.display());
        write(work.join("bin").join(tool), &script)?;
        run(command("chmod").arg("+x").arg(work.join("bin").join(tool)))?;
    }
    link(Path::new("/usr/bin/cargo"), &work.join("bin/cargo"))?;
    let _ = fs::remove_dir_all(work.join("target"));
    fs::rename(&work, home).map_err(|e| format!("cannot move {} into place: {e}", work.display()))
}

/// Links into a folder what another one has and it lacks: the system may have a library for wasm too, which is another one.
fn link_others(theirs: &Path, ours: &Path) -> Done {
    for file in list(theirs)? {
        let own = ours.join(file.file_name().unwrap_or_default());
        if !own.exists() {
            link(&file, &own)?;
        }
    }
    Ok(())
}

fn is_root() -> bool {
    output(command("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Whether packages can be installed without asking for a password.
pub fn may_install() -> bool {
    is_root() || find("sudo").is_some() && output(command("sudo").args(["-n", "true"])).is_ok()
}

/// Installs Debian packages that are missing, as root or with sudo.
pub fn apt(packages: &[&str]) -> Done {
    let installed = |name: &&str| {
        output(command("dpkg-query").args(["-W", "-f=${Status}", name])).is_ok_and(|s| s.ends_with(" installed"))
    };
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (root, packages) = (is_root(), missing.join(" "));
    let how = if root { "as root" } else { "with sudo" };
    say(&format!("Installing Debian packages {how}: {packages} (about a minute, once)"));
    let apt = || {
        let mut it = command(if root { "apt-get" } else { "sudo" });
        if !root {
            it.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        it.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y", "-o", "DPkg::Lock::Timeout=600"]);
        it
    };
    run(apt().arg("update"))?;
    run(apt().args(["install", "--no-install-recommends"]).args(&missing))
}

/// The folder with wasm-bindgen, of exactly the version that Cargo.lock names.
fn wasm_bindgen() -> Done<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    cargo_install("wasm-bindgen", "wasm-bindgen-cli", &version, &[], "about 3 min")
}

fn trunk() -> Done<PathBuf> {
    cargo_install("trunk", "trunk", TRUNK, &["--locked"], "about 5 min")
}

/// What cuts a program into parts.
fn wasm_split() -> Done<PathBuf> {
    let words = ["--locked", "--features", "build-binary"];
    cargo_install("wasm-split-cli", "wasm_split_cli_support", SPLIT, &words, "about 1 min")
}

/// wasm-opt as npm packs it or, without npm, as a crate packs it.
fn wasm_opt() -> Done<PathBuf> {
    if find("npm").is_none() {
        return cargo_install("wasm-opt", "wasm-opt", "0.116.1", &["--locked"], "about 6 min");
    }
    let home = cache_dir()?.join(format!("binaryen-{BINARYEN}"));
    let bin = home.join("node_modules/.bin");
    if !bin.join("wasm-opt").exists() {
        say(&format!("Installing wasm-opt (binaryen {BINARYEN}, about 10 s, once)"));
        whole(&home, |work| npm(work, &["install", &format!("binaryen@{BINARYEN}")]))?;
    }
    Ok(bin)
}

fn npm(dir: &Path, words: &[&str]) -> Done {
    let quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix"];
    run(command("npm").current_dir(dir).args(words).args(quiet).arg(dir))
}

/// Fills a folder under another name first: one that has its name is whole, whenever this is ended.
fn whole(home: &Path, fill: impl FnOnce(&Path) -> Done) -> Done {
    let mut work = home.as_os_str().to_owned();
    work.push(".part");
    let work = PathBuf::from(work);
    for old in [&work, home] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|e| format!("{}: {e}", old.display()))?;
        }
    }
    make_dir(&work)?;
    fill(&work)?;
    fs::rename(&work, home).map_err(|e| format!("cannot move {} into place: {e}", work.display()))
}

/// Builds a tool into a folder of its own name and version; optimised little, for it runs for seconds.
fn cargo_install(program: &str, package: &str, version: &str, words: &[&str], takes: &str) -> Done<PathBuf> {
    let home = cache_dir()?.join(format!("{program}-{version}"));
    let bin = home.join("bin");
    if bin.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    say(&format!("Building {package} {version} ({takes}, once)"));
    let cache = cache_dir()?;
    whole(&home, |work| {
        run(cargo()
            .current_dir(&cache)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
            .env("CARGO_TARGET_DIR", cache.join("build"))
            .args(["install", "--quiet", package, "--version", version, "--root"])
            .arg(work)
            .args(words))
    })?;
    Ok(bin)
}

/// Chromium and the driver for it.
pub fn chromium() -> Done<(PathBuf, PathBuf)> {
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

/// Firefox.
pub fn firefox() -> Done<PathBuf> {
    let mac = Path::new("/Applications/Firefox.app/Contents/MacOS/firefox");
    std::env::var_os("FIREFOX")
        .map(PathBuf::from)
        .or_else(|| ["firefox-esr", "firefox"].iter().find_map(|name| find(name)))
        .or_else(|| mac.is_file().then(|| mac.to_owned()))
        .ok_or_else(|| "no Firefox on PATH: install one, or name it in FIREFOX".to_owned())
}

/// Whether there is a `WebKit` that can be driven: as a package of Linux only.
pub fn webkit() -> bool {
    find("WebKitWebDriver").is_some()
}

/// The packages of the browser tests, kept in the cache and linked into tests/browser.
pub fn browser_packages() -> Done {
    if from_debian()? && find("node").is_none() {
        apt(&["nodejs", "npm"])?;
    }
    if find("npm").is_none() {
        return Err("the browser tests need Node 20 or later with npm: install it (https://nodejs.org)".to_owned());
    }
    let lock = Lock::take(&cache_dir()?)?;
    let tests = root().join("tests/browser");
    let wanted =
        fs::read(tests.join("package-lock.json")).map_err(|e| format!("tests/browser/package-lock.json: {e}"))?;
    let home = cache_dir()?.join(format!("browser-{:016x}", crate::file::fingerprint(&wanted)));
    if !home.is_dir() {
        say("Installing the browser tests' packages (about 10 s, once)");
        whole(&home, |work| {
            for file in ["package.json", "package-lock.json"] {
                fs::copy(tests.join(file), work.join(file)).map_err(|e| format!("tests/browser/{file}: {e}"))?;
            }
            npm(work, &["ci"])
        })?;
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

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> Done<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = \"")).and_then(|v| v.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| format!("Cargo.lock names no {package}"))
}

fn list(dir: &Path) -> Done<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
}

fn link(to: &Path, from: &Path) -> Done {
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(to, from);
    #[cfg(windows)]
    let made = std::os::windows::fs::symlink_dir(to, from);
    #[cfg(not(any(unix, windows)))]
    let made: std::io::Result<()> = Err(std::io::Error::other("no links here"));
    made.map_err(|e| format!("cannot link {} to {}: {e}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::{Lock, link_others, list, whole};
    use std::fs;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("schedscope-tools-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[cfg(unix)]
    #[test]
    fn a_library_of_the_system_does_not_take_the_place_of_ours() {
        let top = folder("link");
        for there in ["theirs/wasm32-unknown-unknown", "theirs/host", "ours/wasm32-unknown-unknown"] {
            fs::create_dir_all(top.join(there)).expect("a folder");
        }
        fs::write(top.join("theirs/host/lib"), "x").expect("a file");
        fs::write(top.join("ours/wasm32-unknown-unknown/own"), "x").expect("a file");
        link_others(&top.join("theirs"), &top.join("ours")).expect("what is there stays");
        assert!(top.join("ours/host/lib").is_file() && top.join("ours/wasm32-unknown-unknown/own").is_file());
        fs::remove_dir_all(top).expect("it can go");
    }

    #[test]
    fn what_was_ended_in_the_middle_is_begun_anew() {
        let top = folder("whole");
        let home = top.join("tool-1.2.3");
        let fails = whole(&home, |work| {
            fs::write(work.join("half"), "").map_err(|e| e.to_string())?;
            Err("ended".to_owned())
        });
        assert!(fails.is_err() && !home.exists());
        whole(&home, |work| fs::write(work.join("all"), "").map_err(|e| e.to_string())).expect("whole");
        assert_eq!(list(&home).expect("a folder"), [home.join("all")]);
        assert_eq!(list(&top).expect("a folder"), std::slice::from_ref(&home));
        fs::remove_dir_all(top).expect("it can go");
    }

    #[test]
    fn a_folder_is_held_by_one() {
        let top = folder("lock");
        let first = Lock::take(&top).expect("free");
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_err());
        drop(first);
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_ok());
        fs::remove_dir_all(top).expect("it can go");
    }
}
