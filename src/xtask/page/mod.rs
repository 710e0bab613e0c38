//! Builds the page, for `cargo dev build`, `serve` and the browser tests.
//!
//! `programs` compiles and bundles the programs, and `assembly` puts the page together around them. `server` and `source_watcher` are the development
//! server. `trunk build` and `trunk serve` produce the same page: Trunk calls `cargo dev finish` as a hook (`Trunk.toml`).

mod archive;
pub(crate) mod assembly;
pub(crate) mod editor_bundle;
mod licenses;
mod policy;
mod programs;
mod server;
pub(crate) mod sizes;
mod source_watcher;
mod styles;
pub(crate) mod trunk;

use std::{
    path::{Path, PathBuf},
    thread,
    time::UNIX_EPOCH,
};

use crate::{
    error::{StepResult, TaskError},
    files::{list_dir, move_path, read_file, remove_dir, remove_file},
    machine::packages::Consent,
    process::{join_step, make_dir, print_step, root, target_dir},
    timings::{self, time_step},
    tools::{
        self,
        dir_lock::Lock,
        web_toolchain::{self, WebToolchain},
    },
};
use assembly::PageSource;
pub(crate) use programs::BuildProfile;
use programs::{BuildScope, Bundles};
use server::{DevServer, RELOAD_SCRIPT};
use source_watcher::SourceWatcher;

/// Files and folders that the development server watches. `Trunk.toml` lists the same.
const SOURCES: [&str; 5] = ["index.html", "src", "www", "Cargo.toml", "Cargo.lock"];

/// Installs and builds the tools.
pub(crate) fn prepare_tools(consent: Consent) -> StepResult {
    web_toolchain::source(consent)?;
    thread::scope(|scope| {
        let optimizer = scope.spawn(tools::wasm_opt);
        let native = scope.spawn(|| programs::build_native_programs(BuildScope::WholeSite));
        web_toolchain::find_web_toolchain(consent)?;
        join_step(optimizer)?;
        join_step(native)?;
        Ok(())
    })
}

/// Builds the page into `dist/`.
pub(crate) fn build_page(profile: BuildProfile) -> StepResult<WebToolchain> {
    let consent = Consent::of_command();
    web_toolchain::source(consent)?;
    let bundles = programs::bundle_programs(profile, BuildScope::WholeSite)?;
    replace_page(&root().join("dist"), &PageSource::read()?, &bundles)?;
    sizes::record_library(bundles.library)?;
    web_toolchain::find_web_toolchain(consent)
}

/// Builds the site with a worker that checks its debug assertions and overflows. Returns its folder.
pub(crate) fn build_checked_site() -> StepResult<PathBuf> {
    // The page fetches files of the site, such as the glossary, so it needs all of them.
    let mut bundles = programs::bundle_programs(BuildProfile::Release, BuildScope::WholeSite)?;
    bundles.worker = programs::bundle_checked_worker()?;
    let folder = target_dir().join("checked");
    make_dir(&folder)?;
    replace_page(&folder, &PageSource::read()?, &bundles)?;
    Ok(folder)
}

/// Serves the page until this process is stopped, and rebuilds it after every change. If a build fails, the previous one stays in place.
pub(crate) fn serve_page(port: u16, profile: BuildProfile) -> StepResult {
    web_toolchain::source(Consent::of_command())?;
    let folder = target_dir().join("served");
    make_dir(&folder)?;
    let has_page = folder.join("index.html").is_file();
    let address = format!("http://127.0.0.1:{port}/");
    let server = DevServer::start(port, folder.clone())?;
    let watcher = SourceWatcher::watch_paths(&root(), &SOURCES)?;
    let build = |scope: BuildScope| -> StepResult {
        let bundles = programs::bundle_programs(profile, scope)?;
        replace_page(&folder, &PageSource::read_with_script(RELOAD_SCRIPT)?, &bundles)?;
        server.announce_build(UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos().to_string());
        print!("{}", timings::timing_table());
        print_step(&match scope {
            BuildScope::Playground => format!("The playground is at {address}. Lessons, manual and pictures follow"),
            BuildScope::WholeSite => format!("The page is at {address}. Press Ctrl-C to stop"),
        });
        Ok(())
    };
    // The first build is the playground only, so that it opens before the rest of the site is built.
    let mut done = if has_page { Ok(()) } else { build(BuildScope::Playground) };
    loop {
        done = done.and_then(|()| build(BuildScope::WholeSite));
        if let Err(error) = &done {
            eprintln!("\nerror: {error}");
            print_step("Waiting for a change");
        }
        watcher.wait_for_change();
        done = Ok(());
    }
}

/// Completes the page in Trunk's staging folder. Trunk calls this as a hook.
pub(crate) fn finish_page() -> StepResult {
    let trunk_variable = |name: &'static str| {
        std::env::var(name).map_err(|_| TaskError::missing(format!("{name} is not set"), "only Trunk calls this"))
    };
    let stage = PathBuf::from(trunk_variable("TRUNK_STAGING_DIR")?);
    let profile = BuildProfile::of_trunk(&trunk_variable("TRUNK_PROFILE")?);
    let source = read_file(Path::new(&trunk_variable("TRUNK_HTML_FILE")?))?;
    let page = PageSource::of_trunk(&source, read_file(&stage.join("index.html"))?);
    let bundles = programs::bundle_programs(profile, BuildScope::WholeSite)?;
    assembly::assemble_page(&stage, &page, &bundles)?;
    sizes::record_library(bundles.library)
}

/// Assembles the page in a subfolder of `folder`, then replaces the content of `folder`, so that it is incomplete only for a moment.
fn replace_page(folder: &Path, page: &PageSource, bundles: &Bundles) -> StepResult {
    let lock = Lock::acquire(&target_dir().join("page"))?;
    time_step(&format!("Putting the page together in {}", folder.display()), || {
        let stage = folder.join(".stage");
        if stage.exists() {
            remove_dir(&stage)?;
        }
        make_dir(&stage)?;
        assembly::assemble_page(&stage, page, bundles)?;
        for old in list_dir(folder)?.into_iter().filter(|path| *path != stage) {
            if old.is_dir() { remove_dir(&old)? } else { remove_file(&old)? }
        }
        for new in list_dir(&stage)? {
            move_path(&new, &folder.join(new.file_name().unwrap_or_default()))?;
        }
        remove_dir(&stage)
    })?;
    drop(lock);
    Ok(())
}
