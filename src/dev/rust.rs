//! Rust for wasm: that of rustup, or Debian's compiler with a library of our own.

use crate::file::{program, write};
use crate::install::{apt, link, list, may_install, whole};
use crate::shell::{Done, cache_dir, command, find, make_dir, output, path_with, run, target_dir};
use crate::times::step;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
/// What the programs of the browser are built for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What builds for the web: folders for PATH and variables for every command.
#[derive(Clone)]
pub(crate) struct Web {
    path: Vec<PathBuf>,
    variables: Vec<(&'static str, PathBuf)>,
    cargo: PathBuf,
}

impl Web {
    /// A command that sees the tools of the web build.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Done<Command> {
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
    pub(crate) fn cargo(&self) -> Done<Command> {
        self.command(&self.cargo)
    }

    /// The same with the tools of these folders.
    pub(crate) fn with(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        self.path.extend(folders);
        self
    }

    /// Brings every crate of Cargo.lock here, so that Trunk can work offline.
    pub(crate) fn fetch(&self) -> Done {
        run(self.cargo()?.args(["fetch", "--locked"]))
    }
}

/// Whether Debian's packages are to be used where people would use rustup.
pub(crate) fn from_debian() -> Done<bool> {
    match std::env::var("SCHEDSCOPE_STD").ok().filter(|v| !v.is_empty()).as_deref() {
        None | Some("rustup") => Ok(false),
        Some("debian") => Ok(true),
        Some(other) => Err(format!("SCHEDSCOPE_STD is `{other}`: it may be `rustup` (the default) or `debian`")),
    }
}

/// The Rust of this machine that builds for wasm, made ready if need be.
pub(crate) fn library() -> Done<Web> {
    if from_debian()? { debian_library() } else { rustup_library() }
}

/// What is missing of Rust and cannot be got by itself.
pub(crate) fn missing_rust() -> Done<Option<String>> {
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
        step("The wasm target of your toolchain", || run(command("rustup").args(["target", "add", TARGET])))?;
    }
    Ok(web)
}

/// Debian ships a compiler that can, but no standard library for wasm32-unknown-unknown: builds one from its source.
fn debian_library() -> Done<Web> {
    apt(&PACKAGES)?;
    let rustc = Path::new("/usr/bin/rustc");
    let version = output(command(rustc).arg("--version"))?;
    let number = version.split(' ').nth(1).unwrap_or("unknown").to_owned();
    let home = cache_dir()?.join(format!("std-debian-{number}-small"));
    if !home.is_dir() {
        step("The standard library for wasm", || whole(&home, |work| build(work, &home.join("sysroot"), rustc)))?;
    }
    // A folder of its own: cargo does not see that the library is another one, and would mix what was built with each.
    let built = target_dir().join("web-small");
    let variables =
        vec![("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", PathBuf::from("wasm-ld-22")), ("CARGO_TARGET_DIR", built)];
    Ok(Web { path: vec![home.join("bin")], variables, cargo: home.join("bin/cargo") })
}

/// Fills a folder with the compiler's own programs and a library, which will lie in `sysroot`.
fn build(work: &Path, sysroot: &Path, rustc: &Path) -> Done {
    make_dir(&work.join("src"))?;
    let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    write(&work.join("Cargo.toml"), manifest)?;
    write(&work.join("src/lib.rs"), "#![no_std]\n")?;
    // Embedded bitcode lets the page's link-time optimisation see into std; `test` is for wasm-bindgen-test. What is fetched over the
    // network is to be small: of sorting alone, std's fast kind takes 7 % of each module.
    run(command("/usr/bin/cargo")
        .current_dir(work)
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
    for tool in ["rustc", "rustdoc"] {
        let script = format!("#!/bin/sh\nexec /usr/bin/{tool} --sysroot '{}' \"$@\"\n", sysroot.display());
        program(&work.join("bin").join(tool), &script)?;
    }
    link(Path::new("/usr/bin/cargo"), &work.join("bin/cargo"))?;
    fs::remove_dir_all(work.join("target")).map_err(|e| e.to_string())
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

#[cfg(test)]
mod tests {
    use super::link_others;
    use std::fs;

    #[cfg(unix)]
    #[test]
    fn a_library_of_the_system_does_not_take_the_place_of_ours() {
        let top = std::env::temp_dir().join(format!("schedscope-rust-{}", std::process::id()));
        for there in ["theirs/wasm32-unknown-unknown", "theirs/host", "ours/wasm32-unknown-unknown"] {
            fs::create_dir_all(top.join(there)).expect("a folder");
        }
        fs::write(top.join("theirs/host/lib"), "x").expect("a file");
        fs::write(top.join("ours/wasm32-unknown-unknown/own"), "x").expect("a file");
        link_others(&top.join("theirs"), &top.join("ours")).expect("what is there stays");
        assert!(top.join("ours/host/lib").is_file() && top.join("ours/wasm32-unknown-unknown/own").is_file());
        fs::remove_dir_all(top).expect("it can go");
    }
}
