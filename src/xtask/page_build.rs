//! Builds the page, for `cargo dev build`, `serve` and the browser tests.

use std::{path::PathBuf, process::Command, thread};

use crate::{
    build_tools,
    dir_lock::Lock,
    postbuild,
    process::{StepResult, cargo, join_step, run_command, target_dir},
    sizes,
    timings::time_step,
    web_toolchain::{TARGET, WebToolchain},
};

/// What puts the page together.
pub(crate) struct PageBuild {
    pub web: WebToolchain,
    site_program: PathBuf,
}

impl PageBuild {
    /// Trunk, with what it calls.
    pub(crate) fn trunk_command(&self) -> StepResult<Command> {
        let mut trunk = self.web.command("trunk")?;
        trunk.env(postbuild::SITE_PROGRAM, &self.site_program);
        Ok(trunk)
    }
}

/// The tools and, side by side with them, the programs: Trunk builds one after the other, each linked on a single core. What it finds
/// built it does not build again.
pub(crate) fn prepare_build() -> StepResult<PageBuild> {
    thread::scope(|scope| {
        let site_program = scope.spawn(build_site_program);
        let (web, ()) = build_tools::prepare_web_tools(build_programs)?;
        Ok(PageBuild { web, site_program: join_step(site_program)? })
    })
}

/// Builds the static-site generator, and says where it is.
fn build_site_program() -> StepResult<PathBuf> {
    time_step("Building the static-site generator", || {
        run_command(cargo().args(["build", "--quiet", "--locked", "--package", "site"]))
    })?;
    Ok(target_dir().join("debug").join(format!("site{}", std::env::consts::EXE_SUFFIX)))
}

fn build_programs(web: &WebToolchain) -> StepResult {
    time_step("Building page, worker and module as WebAssembly", || {
        web.fetch()?;
        let command_args = ["build", "--quiet", "--offline", "--package", "web", "--bins", "--profile", "web"];
        run_command(web.cargo()?.args(command_args).args(["--target", TARGET]))
    })
}

/// Builds the page into `dist/`.
pub(crate) fn build_page(release: bool) -> StepResult<WebToolchain> {
    let ready = prepare_build()?;
    let held = Lock::acquire(&target_dir().join("page"))?;
    let mut trunk = ready.trunk_command()?;
    trunk.args(["build", "--offline"]);
    if release {
        trunk.arg("--release");
    }
    time_step("Assembling the page in dist/", || run_command(&mut trunk))?;
    sizes::record_library(ready.web.source())?;
    drop(held);
    Ok(ready.web)
}
