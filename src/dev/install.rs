//! Installing what a machine lacks, so that it is whole or not there.

use crate::shell::{Done, cache_dir, cargo, command, find, make_dir, output, run};
use crate::times::step;
use std::fs;
use std::path::{Path, PathBuf};

fn is_root() -> bool {
    output(command("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Whether packages can be installed without asking for a password.
pub(crate) fn may_install() -> bool {
    is_root() || find("sudo").is_some() && output(command("sudo").args(["-n", "true"])).is_ok()
}

/// Installs Debian packages that are missing, as root or with sudo.
pub(crate) fn apt(packages: &[&str]) -> Done {
    let installed = |name: &&str| {
        output(command("dpkg-query").args(["-W", "-f=${Status}", name])).is_ok_and(|s| s.ends_with(" installed"))
    };
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (root, packages) = (is_root(), missing.join(" "));
    let how = if root { "as root" } else { "with sudo" };
    let apt = || {
        let mut it = command(if root { "apt-get" } else { "sudo" });
        if !root {
            it.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        it.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y", "-o", "DPkg::Lock::Timeout=600"]);
        it
    };
    step(&format!("Debian's packages, {how}: {packages}"), || {
        run(apt().arg("update"))?;
        run(apt().args(["install", "--no-install-recommends"]).args(&missing))
    })
}

pub(crate) fn npm(dir: &Path, words: &[&str]) -> Done {
    let quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix"];
    run(command("npm").current_dir(dir).args(words).args(quiet).arg(dir))
}

/// Fills a folder under another name first: one that has its name is whole, whenever this is ended. The other name is this run's own, for
/// what a run that was ended has started may still write.
pub(crate) fn whole(home: &Path, fill: impl FnOnce(&Path) -> Done) -> Done {
    let name = home.file_name().unwrap_or_default().to_string_lossy();
    let part = format!("{name}.part");
    let (top, work) = (home.parent().unwrap_or(home), home.with_file_name(format!("{part}-{}", std::process::id())));
    make_dir(top)?;
    for old in list(top)? {
        let left = old.file_name().is_some_and(|it| it.to_string_lossy().starts_with(&part));
        if left || old == home {
            fs::remove_dir_all(&old).map_err(|e| format!("{}: {e}", old.display()))?;
        }
    }
    make_dir(&work)?;
    fill(&work)?;
    fs::rename(&work, home).map_err(|e| format!("cannot move {} into place: {e}", work.display()))
}

/// Builds a tool into a folder of its own name and version; optimised as little as its work allows, for it runs for seconds.
pub(crate) fn cargo_install(
    program: &str,
    package: &str,
    version: &str,
    optimised: &str,
    words: &[&str],
) -> Done<PathBuf> {
    let cache = cache_dir()?;
    let home = cache.join(format!("{program}-{version}"));
    let bin = home.join("bin");
    if bin.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    let install = |work: &Path| {
        run(cargo()
            .current_dir(&cache)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimised)
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
            .env("CARGO_TARGET_DIR", cache.join("build"))
            .args(["install", "--quiet", package, "--version", version, "--root"])
            .arg(work)
            .args(words))
    };
    step(&format!("{package} {version}"), || whole(&home, install))?;
    Ok(bin)
}

pub(crate) fn list(dir: &Path) -> Done<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
}

pub(crate) fn link(to: &Path, from: &Path) -> Done {
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
    use super::{list, whole};
    use std::fs;

    #[test]
    fn what_was_ended_in_the_middle_is_begun_anew() {
        let top = std::env::temp_dir().join(format!("schedscope-install-{}", std::process::id()));
        // Another run was ended in the middle.
        fs::create_dir_all(top.join("tool-1.2.3.part-1")).expect("a folder");
        fs::create_dir_all(top.join("tool-1.2.4")).expect("a folder");
        let home = top.join("tool-1.2.3");
        let fails = whole(&home, |work| {
            fs::write(work.join("half"), "").map_err(|e| e.to_string())?;
            Err("ended".to_owned())
        });
        assert!(fails.is_err() && !home.exists());
        whole(&home, |work| fs::write(work.join("all"), "").map_err(|e| e.to_string())).expect("whole");
        assert_eq!(list(&home).expect("a folder"), [home.join("all")]);
        let mut there = list(&top).expect("a folder");
        there.sort();
        assert_eq!(there, [home, top.join("tool-1.2.4")]);
        fs::remove_dir_all(top).expect("it can go");
    }
}
