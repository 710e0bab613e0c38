//! Building the page: what `cargo dev build`, `serve` and the tests in browsers share.

use crate::shell::{Done, cargo, run, say, target_dir};
use crate::{finish, tools};

/// Builds the program that draws what is seen before the page has its own, and says where it is.
pub fn still() -> Done<std::path::PathBuf> {
    run(cargo().args(["build", "--quiet", "--locked", "--package", "still"]))?;
    Ok(target_dir().join("debug").join(format!("still{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the page into `dist/`.
pub fn build(web: &tools::Web, release: bool) -> Done {
    let held = tools::Lock::take(&target_dir().join("page"))?;
    web.fetch()?;
    say("Building the page into dist/ (about 3 min the first time, one afterwards)");
    let mut trunk = web.command("trunk")?;
    trunk.args(["build", "--offline"]).env(finish::STILL, still()?);
    if release {
        // Trunk builds one program after the other, each linked on a single core. What it finds built it does not build.
        let words = ["build", "--quiet", "--offline", "--package", "web", "--bins", "--profile", "web"];
        run(web.cargo()?.args(words).args(["--target", tools::TARGET]))?;
        trunk.arg("--release");
    }
    run(&mut trunk)?;
    drop(held);
    Ok(())
}
