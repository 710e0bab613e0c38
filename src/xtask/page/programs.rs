//! Builds the programs of the page: cargo compiles and links them, and the crate `bundler` turns them into files that a browser loads.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, list_dir, move_path, read_bytes, remove_dir},
    machine::packages::Consent,
    process::{cargo, command, join_step, make_dir, run_command, target_dir},
    timings::time_step,
    tools::{
        self,
        dir_lock::Lock,
        web_toolchain::{Source, TARGET, WebToolchain, find_web_toolchain},
    },
};

/// How the programs are optimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildProfile {
    /// For development: quick to rebuild.
    Debug,
    /// For publication: as small as possible.
    Release,
}

impl BuildProfile {
    /// Parses the value of `TRUNK_PROFILE`, which Trunk passes to its hooks.
    pub(crate) fn of_trunk(name: &str) -> Self {
        if name == "release" { Self::Release } else { Self::Debug }
    }

    /// The name of the profile in `Cargo.toml`.
    fn cargo_profile(self) -> &'static str {
        match self {
            Self::Debug => "web-debug",
            Self::Release => "web",
        }
    }
}

/// Folders with the bundled programs. A folder's name consists of the program's name and its version.
pub(crate) struct Bundles {
    pub(crate) page: PathBuf,
    pub(crate) worker: PathBuf,
    /// The other programs of the site, unless only the playground was built.
    pub(crate) site: Option<SitePrograms>,
    /// Where their standard library comes from.
    pub(crate) library: Source,
}

/// The programs of the site that the playground does not need.
pub(crate) struct SitePrograms {
    pub(crate) module: PathBuf,
    pub(crate) figures: PathBuf,
    /// The native program that renders the site's pictures, lessons, handbook and manual.
    pub(crate) generator: PathBuf,
}

/// Which programs to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildScope {
    /// Page and worker only: enough to open the playground.
    Playground,
    WholeSite,
}

/// Compiles the programs, and bundles those that changed.
pub(crate) fn bundle_programs(profile: BuildProfile, scope: BuildScope) -> StepResult<Bundles> {
    thread::scope(|scope_of_threads| {
        let native = scope_of_threads.spawn(move || build_native_programs(scope));
        let optimizer = scope_of_threads.spawn(move || match profile {
            BuildProfile::Debug => Ok(None),
            BuildProfile::Release => tools::wasm_opt(),
        });
        let web = find_web_toolchain(Consent::of_command())?;
        let linked = match scope {
            BuildScope::Playground => {
                let programs = ["--bin", "page", "--bin", "worker"];
                compile_programs("Building page and worker as WebAssembly", &web, profile, &programs)
            }
            BuildScope::WholeSite => {
                let label = "Building page, worker, module and figures as WebAssembly";
                compile_programs(label, &web, profile, &["--bins"])
            }
        }?;
        join_step(native)?;
        let store = BundleStore::of_profile(&web, profile, join_step(optimizer)?);
        let [page, worker] = store.provide(&linked, ["page", "worker"])?;
        let site = match scope {
            BuildScope::Playground => None,
            BuildScope::WholeSite => {
                let [module, figures] = store.provide(&linked, ["module", "figures"])?;
                Some(SitePrograms { module, figures, generator: native_program("site") })
            }
        };
        Ok(Bundles { page, worker, site, library: web.source() })
    })
}

/// Compiles and bundles the worker alone, with the checks of a debug build. The bundler is the one that made the page.
pub(super) fn bundle_checked_worker() -> StepResult<PathBuf> {
    let (web, profile) = (find_web_toolchain(Consent::of_command())?, BuildProfile::Debug);
    let programs = ["--bin", "worker", "--no-default-features"];
    let linked = compile_programs("Building the worker with debug assertions", &web, profile, &programs)?;
    let [worker] = BundleStore::of_profile(&web, profile, None).provide(&linked, ["worker"])?;
    Ok(worker)
}

/// Compiles the native programs that the build runs (`bundler` and, for the whole site, `site`).
pub(super) fn build_native_programs(scope: BuildScope) -> StepResult {
    let (label, packages): (_, &[_]) = match scope {
        BuildScope::Playground => ("Building the bundler", &["--package", "bundler"]),
        BuildScope::WholeSite => {
            ("Building the bundler and the static-site generator", &["--package", "bundler", "--package", "site"])
        }
    };
    time_step(label, || {
        let mut build = cargo();
        build.args(["build", "--quiet", "--locked"]).args(packages);
        if std::env::var_os("CARGO_INCREMENTAL").is_none() {
            // Writing incremental data takes a tenth of the time, and these programs rarely change between builds of the page.
            build.env("CARGO_INCREMENTAL", "0");
        }
        run_command(&mut build)
    })
}

fn native_program(name: &str) -> PathBuf {
    target_dir().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Compiles and links the programs for the browser. Returns the folder that contains them.
fn compile_programs(label: &str, web: &WebToolchain, profile: BuildProfile, programs: &[&str]) -> StepResult<PathBuf> {
    let profile = profile.cargo_profile();
    time_step(label, || {
        let command_args =
            ["build", "--quiet", "--locked", "--package", "web", "--profile", profile, "--target", TARGET];
        run_command(web.cargo()?.args(command_args).args(programs))
    })?;
    Ok(web.target_dir().join(TARGET).join(profile))
}

/// Caches bundled programs, because splitting and optimizing takes longer than most other steps.
struct BundleStore {
    folder: PathBuf,
    bundler: PathBuf,
    optimizer: Option<PathBuf>,
}

impl BundleStore {
    fn of_profile(web: &WebToolchain, profile: BuildProfile, optimizer: Option<PathBuf>) -> Self {
        let folder = web.target_dir().join("bundles").join(profile.cargo_profile());
        Self { folder, bundler: native_program("bundler"), optimizer }
    }

    /// Returns the folders of these bundled programs, after bundling those that are not cached.
    fn provide<const N: usize>(&self, linked: &Path, programs: [&'static str; N]) -> StepResult<[PathBuf; N]> {
        let lock = Lock::acquire(&self.folder)?;
        let mut folders = programs.map(PathBuf::from);
        for (name, folder) in programs.iter().zip(&mut folders) {
            let bytes = read_bytes(&linked.join(format!("{name}.wasm")))?;
            *folder = self.folder.join(format!("{name}-{:016x}", fingerprint(&bytes)));
        }
        let missing: Vec<(&str, &Path)> = programs
            .into_iter()
            .zip(folders.iter().map(PathBuf::as_path))
            .filter(|(_, folder)| !self.is_current(folder))
            .collect();
        if !missing.is_empty() {
            time_step("Bundling the programs", || self.bundle(linked, &missing))?;
        }
        drop(lock);
        Ok(folders)
    }

    /// Whether the folder exists and is newer than the bundler.
    fn is_current(&self, folder: &Path) -> bool {
        let time = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
        matches!((time(folder), time(&self.bundler)), (Ok(made), Ok(bundler)) if made >= bundler)
    }

    fn bundle(&self, linked: &Path, programs: &[(&str, &Path)]) -> StepResult {
        let work = self.folder.join("work");
        if work.exists() {
            remove_dir(&work)?;
        }
        make_dir(&work)?;
        let mut bundler = command(&self.bundler);
        if let Some(wasm_opt) = &self.optimizer {
            bundler.arg("--wasm-opt").arg(wasm_opt);
        }
        let moves =
            programs.iter().map(|(name, folder)| (*name, work.join(folder.file_name().unwrap_or_default()), *folder));
        for (name, made, _) in moves.clone() {
            bundler.arg(name).arg(linked.join(format!("{name}.wasm"))).arg(made);
        }
        run_command(&mut bundler)?;
        for (name, made, folder) in moves {
            for old in list_dir(&self.folder)? {
                let file_name = old.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if file_name.starts_with(&format!("{name}-")) {
                    remove_dir(&old)?;
                }
            }
            move_path(&made, folder)?;
        }
        remove_dir(&work)
    }
}

/// The name of a program's folder, which is the prefix of its file names.
pub(crate) fn bundle_stem(folder: &Path) -> StepResult<&str> {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.ok_or_else(|| TaskError::content(folder.display().to_string(), "it has no name"))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    use super::{BuildProfile, BundleStore};
    use crate::files::{list_files, write_file, write_script};

    #[test]
    fn the_profile_is_parsed_from_trunks_variable() {
        assert_eq!(
            [BuildProfile::of_trunk("release"), BuildProfile::of_trunk("debug")],
            [BuildProfile::Release, BuildProfile::Debug]
        );
        for profile in [BuildProfile::Release, BuildProfile::Debug] {
            let manifest = include_str!("../../../Cargo.toml");
            assert!(manifest.contains(&format!("\n[profile.{}]\n", profile.cargo_profile())), "{profile:?}");
        }
    }

    #[cfg(unix)]
    const PROGRAMS: [&str; 4] = ["page", "worker", "module", "figures"];

    #[cfg(unix)]
    #[test]
    fn only_programs_that_changed_are_bundled() {
        let top = std::env::temp_dir().join(format!("schedscope-bundles-{}", std::process::id()));
        let linked = top.join("linked");
        fs::create_dir_all(&linked).expect("a folder");
        for name in PROGRAMS {
            write_file(&linked.join(format!("{name}.wasm")), name).expect("a program");
        }
        // A bundler that logs its arguments and creates the folders.
        let bundler = top.join("bundler");
        let script =
            "#!/bin/sh\necho \"$@\" >> \"${0%/*}/calls\"\nwhile [ $# -gt 0 ]; do mkdir -p \"$3\"; shift 3; done\n";
        write_script(&bundler, script).expect("a script");
        let store = BundleStore { folder: top.join("bundles"), bundler, optimizer: None };
        let call_count = || {
            fs::read_to_string(top.join("calls"))
                .expect("calls")
                .lines()
                .map(|line| line.split(' ').count() / 3)
                .collect::<Vec<_>>()
        };
        let first = store.provide(&linked, PROGRAMS).expect("all programs");
        assert_eq!(store.provide(&linked, PROGRAMS).expect("the same"), first);
        assert_eq!(call_count(), [4]);
        write_file(&linked.join("page.wasm"), "another page").expect("a program");
        let second: [PathBuf; 4] = store.provide(&linked, PROGRAMS).expect("all programs");
        assert_eq!(call_count(), [4, 1]);
        assert_eq!(second[1..], first[1..]);
        assert!(!first[0].exists() && second.iter().all(|folder| Path::is_dir(folder)), "the old page is gone");
        assert!(list_files(&store.folder).is_ok());
        fs::remove_dir_all(top).expect("it can go");
    }
}
