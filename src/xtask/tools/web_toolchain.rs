//! Finds or installs Rust for wasm: rustup's, or Debian's compiler with a standard library that is built here.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::Duration,
};

use crate::{
    error::{StepResult, TaskError},
    files::{list_dir, remove_dir, symlink, write_file, write_script},
    machine::{
        packages::{Consent, install_packages},
        system::System,
    },
    process::{
        cache_dir, command, command_output, find_program, make_dir, path_with, print_step, run_command, run_within,
        target_dir,
    },
    timings::time_step,
    tools::install::{atomic_dir, lock_tool},
};

const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
/// The target for which the browser programs are built.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// How long rustup may take for its download of 20 MB.
const RUSTUP_LIMIT: Duration = Duration::from_mins(5);

/// The Rust toolchain for wasm: folders for PATH, and environment variables for its commands.
#[derive(Clone)]
pub(crate) struct WebToolchain {
    source: Source,
    path: Vec<PathBuf>,
    variables: Vec<(&'static str, PathBuf)>,
    cargo: PathBuf,
}

impl WebToolchain {
    /// A command with this toolchain in its environment.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> StepResult<Command> {
        let mut command = command(program);
        command.env("PATH", path_with(&self.path)?).env("CARGO_TARGET_DIR", self.target_dir());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    /// A command for this toolchain's cargo.
    pub(crate) fn cargo(&self) -> StepResult<Command> {
        self.command(&self.cargo)
    }

    pub(crate) fn source(&self) -> Source {
        self.source
    }

    /// Cargo's target folder for this toolchain. Each source has its own, because cargo does not notice when the standard library changes.
    pub(crate) fn target_dir(&self) -> PathBuf {
        target_dir().join(match self.source {
            Source::Toolchain => "web",
            Source::Debian => "web-small",
        })
    }

    /// Adds folders to the front of PATH.
    pub(crate) fn with_path(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        self.path.extend(folders);
        self
    }
}

/// Where Rust for wasm comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The toolchain that runs this program, which has the target.
    Toolchain,
    /// Debian's compiler, with a standard library built from Debian's sources.
    Debian,
}

/// Whether rustup can add the target to the toolchain.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rustup {
    Absent,
    Untried,
    Failed(String),
}

/// The facts about this machine that decide the source.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Machine {
    /// The value of `SCHEDSCOPE_STD`.
    override_source: Option<Source>,
    /// Whether the toolchain has the target installed.
    has_target: bool,
    /// Whether an earlier run has built the standard library for Debian's compiler.
    has_library: bool,
    is_debian: bool,
    rustup: Rustup,
}

/// The next step towards having Rust for wasm.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    Use(Source),
    /// Let rustup add the target.
    AddTarget,
    /// There is no way to get it; contains the error message.
    Refuse(String),
}

impl Machine {
    /// Prefers what is installed, then rustup, then Debian's packages.
    fn next(&self) -> Next {
        match self.override_source {
            Some(Source::Debian) if self.is_debian => return Next::Use(Source::Debian),
            Some(Source::Debian) => return Next::Refuse("SCHEDSCOPE_STD=debian: this is no Debian".to_owned()),
            _ => {}
        }
        let may_be_debian = self.is_debian && self.override_source.is_none();
        if self.has_target {
            Next::Use(Source::Toolchain)
        } else if may_be_debian && self.has_library {
            Next::Use(Source::Debian)
        } else if self.rustup == Rustup::Untried {
            Next::AddTarget
        } else if may_be_debian {
            Next::Use(Source::Debian)
        } else {
            Next::Refuse(self.advice())
        }
    }

    fn missing_target(&self, advice: String) -> TaskError {
        let what = match &self.rustup {
            Rustup::Failed(reason) => format!("this Rust doesn't know {TARGET}, and rustup can't add it ({reason})"),
            Rustup::Absent | Rustup::Untried => format!("this Rust doesn't know {TARGET}"),
        };
        TaskError::missing(what, advice)
    }

    /// What the user can install if there is no automatic way.
    fn advice(&self) -> String {
        match &self.rustup {
            Rustup::Failed(_) => {
                format!("with a way to https://static.rust-lang.org:\n\n    rustup target add {TARGET}")
            }
            Rustup::Absent | Rustup::Untried => {
                "it was not installed by rustup: install the target with your package manager, or get rustup \
                 (https://rustup.rs)"
                    .to_owned()
            }
        }
    }
}

/// Parses the value of `SCHEDSCOPE_STD`.
fn parse_override(value: Option<&str>) -> StepResult<Option<Source>> {
    match value {
        None | Some("") => Ok(None),
        Some("rustup") => Ok(Some(Source::Toolchain)),
        Some("debian") => Ok(Some(Source::Debian)),
        Some(other) => {
            Err(TaskError::content("SCHEDSCOPE_STD", format!("it is `{other}`, and may be `rustup` or `debian`")))
        }
    }
}

/// Chooses where Rust for wasm comes from, once per process, and installs packages for it if necessary. May ask at the terminal, so nothing else
/// should be printing meanwhile.
pub(crate) fn source(consent: Consent) -> StepResult<Source> {
    static SOURCE: OnceLock<Source> = OnceLock::new();
    match SOURCE.get() {
        Some(&source) => Ok(source),
        None => choose_source(consent).map(|source| *SOURCE.get_or_init(|| source)),
    }
}

fn choose_source(consent: Consent) -> StepResult<Source> {
    let is_debian = System::here() == System::Debian;
    let mut machine = Machine {
        override_source: parse_override(std::env::var("SCHEDSCOPE_STD").ok().as_deref())?,
        has_target: has_target().unwrap_or(false),
        has_library: is_debian && library_home().is_ok_and(|home| home.is_dir()),
        is_debian,
        rustup: if find_program("rustup").is_some() { Rustup::Untried } else { Rustup::Absent },
    };
    loop {
        match machine.next() {
            Next::AddTarget => match add_target() {
                Ok(()) => machine.has_target = true,
                Err(error) => machine.rustup = Rustup::Failed(error.to_string()),
            },
            Next::Use(Source::Debian) => {
                if machine.override_source.is_none() {
                    print_step(&match &machine.rustup {
                        Rustup::Failed(reason) => {
                            format!("Turning to Debian's packages, for rustup can't add {TARGET}: {reason}")
                        }
                        Rustup::Absent => format!("Turning to Debian's packages: this Rust doesn't know {TARGET}"),
                        Rustup::Untried => {
                            format!("With Debian's packages, as before: this Rust doesn't know {TARGET}")
                        }
                    });
                }
                install_packages(&PACKAGES, consent).map_err(|error| match machine.override_source {
                    None => TaskError::Several {
                        summary: "there are two ways to have Rust for the browser:",
                        errors: vec![machine.missing_target(machine.advice()), error],
                    },
                    Some(_) => error,
                })?;
                return Ok(Source::Debian);
            }
            Next::Use(Source::Toolchain) => return Ok(Source::Toolchain),
            Next::Refuse(advice) => return Err(machine.missing_target(advice)),
        }
    }
}

/// Returns Rust for wasm. Builds the standard library for Debian's compiler if necessary.
pub(crate) fn find_web_toolchain(consent: Consent) -> StepResult<WebToolchain> {
    match source(consent)? {
        Source::Debian => debian_library(),
        Source::Toolchain => {
            let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            Ok(WebToolchain { source: Source::Toolchain, path: Vec::new(), variables: Vec::new(), cargo })
        }
    }
}

fn has_target() -> StepResult<bool> {
    let sysroot = PathBuf::from(command_output(command("rustc").args(["--print", "sysroot"]))?);
    Ok(sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

/// Lets rustup download the target. With a time limit, because rustup may retry forever if its server cannot be reached.
fn add_target() -> StepResult {
    let mut rustup = command("rustup");
    rustup.args(["target", "add", TARGET]).env_remove("RUST_BACKTRACE");
    for (name, value) in [("RUSTUP_DOWNLOAD_TIMEOUT", "30"), ("RUSTUP_MAX_RETRIES", "1")] {
        if std::env::var_os(name).is_none() {
            rustup.env(name, value);
        }
    }
    time_step("The wasm target of your toolchain", || run_within(&mut rustup, RUSTUP_LIMIT))?;
    if has_target()? {
        Ok(())
    } else {
        Err(TaskError::content("rustup", format!("`rustup target add {TARGET}` changed another toolchain")))
    }
}

/// The path of Debian's compiler.
const RUSTC: &str = "/usr/bin/rustc";

/// The folder for the standard library of Debian's compiler; its name contains the compiler's version.
fn library_home() -> StepResult<PathBuf> {
    let version = command_output(command(RUSTC).arg("--version"))?;
    let number = version.split(' ').nth(1).unwrap_or("unknown").to_owned();
    Ok(cache_dir()?.join(format!("std-debian-{number}-small")))
}

/// Builds the standard library for wasm from Debian's sources. Debian's compiler supports wasm32-unknown-unknown, but has no library for it.
fn debian_library() -> StepResult<WebToolchain> {
    let lock = lock_tool("std")?;
    let (rustc, home) = (Path::new(RUSTC), library_home()?);
    if !home.is_dir() {
        time_step("The standard library for wasm", || {
            atomic_dir(&home, |work| build_sysroot(work, &home.join("sysroot"), rustc))
        })?;
    }
    drop(lock);
    let variables = vec![("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", PathBuf::from("wasm-ld-22"))];
    Ok(WebToolchain { source: Source::Debian, path: vec![home.join("bin")], variables, cargo: home.join("bin/cargo") })
}

/// Fills the folder `work` with scripts for the compiler and a sysroot with the standard library. `sysroot` is the path of this sysroot after `work`
/// has been moved.
fn build_sysroot(work: &Path, sysroot: &Path, rustc: &Path) -> StepResult {
    make_dir(&work.join("src"))?;
    let manifest = "[package]\nname = \"nothing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n";
    write_file(&work.join("Cargo.toml"), manifest)?;
    write_file(&work.join("src/lib.rs"), "#![no_std]\n")?;
    // Embedded bitcode allows link-time optimization across std; wasm-bindgen-test needs `test`. Optimized for size, because std's fast sorting
    // alone takes 7 % of each module.
    run_command(
        command("/usr/bin/cargo")
            .current_dir(work)
            .env("RUSTC", rustc)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "-Cembed-bitcode=yes")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z")
            .env("CARGO_TARGET_DIR", work.join("target"))
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22")
            .args(["build", "--release", "--target", TARGET, "-Zbuild-std=std,panic_abort,test"])
            .arg("-Zbuild-std-features=optimize_for_size"),
    )?;
    let rustlib = work.join("sysroot/lib/rustlib");
    let library = rustlib.join(TARGET).join("lib");
    make_dir(&library)?;
    for file in list_dir(&work.join("target").join(TARGET).join("release/deps"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_some_and(|extension| extension == "rlib") && !name.starts_with("libnothing") {
            fs::copy(&file, library.join(&name)).map_err(TaskError::file(&file))?;
        }
    }
    link_others(Path::new("/usr/lib/rustlib"), &rustlib)?;
    make_dir(&work.join("bin"))?;
    for tool in ["rustc", "rustdoc"] {
        let script = format!("#!/bin/sh\nexec /usr/bin/{tool} --sysroot '{}' \"$@\"\n", sysroot.display());
        write_script(&work.join("bin").join(tool), &script)?;
    }
    symlink(Path::new("/usr/bin/cargo"), &work.join("bin/cargo"))?;
    remove_dir(&work.join("target"))
}

/// Creates links in `ours` to the entries of `theirs` that it lacks. Existing entries stay: the system may have another standard library for wasm.
fn link_others(theirs: &Path, ours: &Path) -> StepResult {
    for file in list_dir(theirs)? {
        let path = ours.join(file.file_name().unwrap_or_default());
        if !path.exists() {
            symlink(&file, &path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Machine, Next, Rustup, Source, link_others, parse_override};

    const BARE: Machine = Machine {
        override_source: None,
        has_target: false,
        has_library: false,
        is_debian: false,
        rustup: Rustup::Absent,
    };

    #[test]
    fn installed_toolchains_come_before_rustup_and_rustup_before_debian_packages() {
        let failed = || Rustup::Failed("`rustup` did not end within 300 s".to_owned());
        for (machine, next) in [
            (Machine { has_target: true, rustup: Rustup::Untried, ..BARE }, Next::Use(Source::Toolchain)),
            (Machine { has_target: true, has_library: true, is_debian: true, ..BARE }, Next::Use(Source::Toolchain)),
            (Machine { rustup: Rustup::Untried, ..BARE }, Next::AddTarget),
            (Machine { rustup: Rustup::Untried, is_debian: true, ..BARE }, Next::AddTarget),
            (
                Machine { rustup: Rustup::Untried, is_debian: true, has_library: true, ..BARE },
                Next::Use(Source::Debian),
            ),
            (Machine { rustup: failed(), is_debian: true, ..BARE }, Next::Use(Source::Debian)),
            (Machine { is_debian: true, ..BARE }, Next::Use(Source::Debian)),
        ] {
            assert_eq!(machine.next(), next, "{machine:?}");
        }
    }

    #[test]
    fn the_environment_variable_overrides_the_choice() {
        let (debian, rustup) = (Some(Source::Debian), Some(Source::Toolchain));
        let every = Machine { has_target: true, has_library: true, is_debian: true, rustup: Rustup::Untried, ..BARE };
        assert_eq!(Machine { override_source: debian, ..every.clone() }.next(), Next::Use(Source::Debian));
        assert_eq!(Machine { override_source: rustup, ..every.clone() }.next(), Next::Use(Source::Toolchain));
        assert_eq!(Machine { override_source: rustup, has_target: false, ..every }.next(), Next::AddTarget);
        for machine in [
            Machine { override_source: debian, has_target: true, ..BARE },
            Machine { override_source: rustup, is_debian: true, has_library: true, ..BARE },
        ] {
            assert!(matches!(machine.next(), Next::Refuse(_)), "{machine:?}");
        }
        for (value, source) in [(None, None), (Some(""), None), (Some("debian"), debian)] {
            assert_eq!(parse_override(value).expect("a known value"), source);
        }
        assert!(parse_override(Some("fedora")).is_err_and(|error| error.to_string().contains("`fedora`")));
    }

    #[test]
    fn error_without_a_toolchain_lists_packages() {
        let failed = Machine { rustup: Rustup::Failed("no network".to_owned()), ..BARE };
        for (machine, expected_phrases) in [
            (failed, ["no network", "\n    rustup target add wasm32-unknown-unknown"]),
            (BARE, ["was not installed by rustup", "https://rustup.rs"]),
        ] {
            let Next::Refuse(advice) = machine.next() else { panic!("{machine:?}") };
            let text = machine.missing_target(advice).to_string();
            assert!(expected_phrases.iter().all(|part| text.contains(part)), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_library_of_the_system_does_not_replace_ours() {
        let top = std::env::temp_dir().join(format!("schedscope-rust-{}", std::process::id()));
        for text in ["theirs/wasm32-unknown-unknown", "theirs/host", "ours/wasm32-unknown-unknown"] {
            fs::create_dir_all(top.join(text)).expect("a folder");
        }
        fs::write(top.join("theirs/host/lib"), "x").expect("a file");
        fs::write(top.join("ours/wasm32-unknown-unknown/own"), "x").expect("a file");
        link_others(&top.join("theirs"), &top.join("ours")).expect("what is there stays");
        assert!(top.join("ours/host/lib").is_file() && top.join("ours/wasm32-unknown-unknown/own").is_file());
        fs::remove_dir_all(top).expect("it can go");
    }
}
