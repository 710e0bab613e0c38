//! Building the page: what `cargo dev build`, `serve` and the tests in browsers share.

use crate::lock::Lock;
use crate::rust::{TARGET, Web};
use crate::shell::{Done, cargo, joined, run, target_dir};
use crate::times::step;
use crate::{finish, sizes, tools};
use std::path::PathBuf;
use std::process::Command;
use std::thread;

/// What puts the page together.
pub(crate) struct Ready {
    pub web: Web,
    still: PathBuf,
}

impl Ready {
    /// Trunk, with what it calls.
    pub(crate) fn trunk(&self) -> Done<Command> {
        let mut trunk = self.web.command("trunk")?;
        trunk.env(finish::STILL, &self.still);
        Ok(trunk)
    }
}

/// The tools and, side by side with them, the programs: Trunk builds one after the other, each linked on a single core. What it finds
/// built it does not build again.
pub(crate) fn prepare() -> Done<Ready> {
    thread::scope(|scope| {
        let still = scope.spawn(still);
        let (web, ()) = tools::web(programs)?;
        Ok(Ready { web, still: joined(still)? })
    })
}

/// The program that makes what of the site stands still, and where it is.
fn still() -> Done<PathBuf> {
    step("Building the static-site generator", || {
        run(cargo().args(["build", "--quiet", "--locked", "--package", "still"]))
    })?;
    Ok(target_dir().join("debug").join(format!("still{}", std::env::consts::EXE_SUFFIX)))
}

fn programs(web: &Web) -> Done {
    step("Building page, worker and module as WebAssembly", || {
        web.fetch()?;
        let words = ["build", "--quiet", "--offline", "--package", "web", "--bins", "--profile", "web"];
        run(web.cargo()?.args(words).args(["--target", TARGET]))
    })
}

/// Builds the page into `dist/`.
pub(crate) fn build(release: bool) -> Done<Web> {
    let ready = prepare()?;
    let held = Lock::take(&target_dir().join("page"))?;
    let mut trunk = ready.trunk()?;
    trunk.args(["build", "--offline"]);
    if release {
        trunk.arg("--release");
    }
    step("Assembling the page in dist/", || run(&mut trunk))?;
    sizes::record_library(ready.web.source())?;
    drop(held);
    Ok(ready.web)
}
