//! Builds the page, for `cargo dev build`, `serve` and the browser tests.
//!
//! Trunk does it: it copies files, watches the sources and serves. What it cannot do is its hook (`Trunk.toml`): `cargo dev finish` makes the
//! programs (`programs`) and puts the page together (`assembly`). So `trunk build` and `trunk serve` do the same as the commands here.

pub(crate) mod assembly;
pub(crate) mod editor_bundle;
mod licenses;
mod policy;
mod programs;
pub(crate) mod sizes;
mod styles;

use std::{path::Path, process::Command, thread};

use crate::{
    error::{StepResult, TaskError},
    machine::packages::Consent,
    process::{command, join_step, make_dir, print_step, replace_process, run_command, target_dir},
    timings::time_step,
    tools::{
        self,
        dir_lock::Lock,
        web_toolchain::{self, WebToolchain},
    },
};
pub(crate) use programs::Profile;

/// The address of the page while it is served.
pub(crate) fn served_address(port: u16) -> String {
    format!("http://127.0.0.1:{port}/")
}

/// Installs and builds the tools.
pub(crate) fn prepare_tools(consent: Consent) -> StepResult {
    web_toolchain::source(consent)?;
    thread::scope(|scope| {
        let trunk = scope.spawn(tools::trunk);
        let optimizer = scope.spawn(tools::wasm_opt);
        let native = scope.spawn(programs::build_native_programs);
        web_toolchain::find_web_toolchain(consent)?;
        join_step(trunk)?;
        join_step(optimizer)?;
        join_step(native)?;
        Ok(())
    })
}

/// Trunk. If it has to be built first, the programs are compiled meanwhile: its last steps use one core.
fn trunk_command(profile: Profile) -> StepResult<Command> {
    // Somebody may have to do something first.
    web_toolchain::source(Consent::of_command())?;
    let trunk = thread::scope(|scope| {
        let trunk = scope.spawn(tools::trunk);
        let programs = scope.spawn(|| programs::bundle_programs(profile));
        join_step(programs)?;
        join_step(trunk)
    })?;
    let mut command = command(trunk);
    if std::env::var_os("NO_COLOR").is_some() {
        // Trunk reads this variable as a flag with a value.
        command.env("NO_COLOR", "true");
    }
    Ok(command)
}

/// Builds the page into `dist/`.
pub(crate) fn build_page(profile: Profile) -> StepResult<WebToolchain> {
    let mut trunk = trunk_command(profile)?;
    let lock = Lock::acquire(&target_dir().join("page"))?;
    time_step("Putting the page together in dist/", || run_command(trunk.arg("build").args(profile.trunk_option())))?;
    drop(lock);
    web_toolchain::find_web_toolchain(Consent::of_command())
}

/// Serves the page until this is ended, and builds it again on every change.
pub(crate) fn serve_page(port: u16, profile: Profile) -> StepResult {
    let mut trunk = trunk_command(profile)?;
    print_step(&format!("Serving the page at {} until you press Ctrl-C", served_address(port)));
    // Not into dist/: what is served reloads itself.
    let dist = target_dir().join("web/served");
    make_dir(&dist)?;
    trunk.args(["serve", "--port", &port.to_string(), "--dist"]).arg(dist).args(profile.trunk_option());
    replace_process(&mut trunk)
}

/// Finishes the page in the folder in which Trunk puts it together. Trunk calls it as a hook.
pub(crate) fn finish_page() -> StepResult {
    let trunk_variable = |name: &'static str| {
        std::env::var(name).map_err(|_| TaskError::missing(format!("{name} is not set"), "only Trunk calls this"))
    };
    let stage = trunk_variable("TRUNK_STAGING_DIR")?;
    let profile = Profile::of_trunk(&trunk_variable("TRUNK_PROFILE")?);
    let source = trunk_variable("TRUNK_HTML_FILE")?;
    let bundles = programs::bundle_programs(profile)?;
    assembly::assemble_page(Path::new(&stage), Path::new(&source), &bundles)?;
    sizes::record_library(bundles.library)
}
