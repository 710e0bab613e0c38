//! Installs missing tools atomically: a tool is there completely or not at all.

use std::{
    fs,
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
};

use crate::{
    process::{StepResult, cache_dir, cargo, command, command_output, find_program, make_dir, run_command},
    timings::time_step,
};

/// Whether packages of the system may be installed. Nobody's machine is changed without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// A machine of a CI, which is there for nothing else.
    Given,
    /// Somebody at a terminal can be asked.
    Ask,
    /// Nobody can be asked, or nobody here may install anything.
    Refused,
}

impl Permission {
    /// What holds on this machine.
    pub(crate) fn here() -> Self {
        let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        Self::of(Caller { is_root: is_root(), has_sudo: find_program("sudo").is_some(), in_ci, at_terminal })
    }

    fn of(caller: Caller) -> Self {
        if caller.is_root && caller.in_ci {
            Self::Given
        } else if caller.at_terminal && (caller.is_root || caller.has_sudo) {
            Self::Ask
        } else {
            Self::Refused
        }
    }
}

/// Who runs this, and where.
#[derive(Clone, Copy, Debug)]
struct Caller {
    is_root: bool,
    has_sudo: bool,
    in_ci: bool,
    at_terminal: bool,
}

fn is_root() -> bool {
    command_output(command("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Installs Debian packages that are missing: as root in a CI, otherwise after a yes.
pub(crate) fn install_packages(packages: &[&str]) -> StepResult {
    let is_installed = |name: &&str| {
        command_output(command("dpkg-query").args(["-W", "-f=${Status}", name]))
            .is_ok_and(|s| s.ends_with(" installed"))
    };
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (is_root, packages) = (is_root(), missing.join(" "));
    let how = if is_root { "as root" } else { "with sudo" };
    let may = match Permission::here() {
        Permission::Given => true,
        Permission::Ask => asks_for_yes(&format!("Install Debian's packages {packages}, {how}?"))?,
        Permission::Refused => false,
    };
    if !may {
        return Err(explain_packages(&packages));
    }
    let apt = || {
        let mut apt = command(if is_root { "apt-get" } else { "sudo" });
        if !is_root {
            apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y", "-o", "DPkg::Lock::Timeout=600"]);
        apt
    };
    time_step(&format!("Debian's packages, {how}: {packages}"), || {
        run_command(apt().arg("update"))?;
        run_command(apt().args(["install", "--no-install-recommends"]).args(&missing))
    })
}

/// What is missing, and the command that installs it.
fn explain_packages(packages: &str) -> String {
    format!(
        "Debian's packages {packages} are needed, and are installed only as root with CI=true or after a yes at a terminal. \
         Install them as root:\n\n    apt-get update && apt-get install --no-install-recommends {packages}"
    )
}

/// Asks whoever sits at the terminal. Everything but a yes is a no.
fn asks_for_yes(question: &str) -> StepResult<bool> {
    print!("\n{question} [y/N] ");
    std::io::stdout().flush().map_err(|e| e.to_string())?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).map_err(|e| e.to_string())?;
    Ok(is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

pub(crate) fn run_npm(dir: &Path, npm_args: &[&str]) -> StepResult {
    let quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix"];
    run_command(command("npm").current_dir(dir).args(npm_args).args(quiet).arg(dir))
}

/// Fills a folder under another name first: one that has its name is whole, whenever this is ended. The other name is this run's own, for
/// what a run that was ended has started may still write.
pub(crate) fn atomic_dir(home: &Path, fill: impl FnOnce(&Path) -> StepResult) -> StepResult {
    let name = home.file_name().unwrap_or_default().to_string_lossy();
    let part = format!("{name}.part");
    let (top, work) = (home.parent().unwrap_or(home), home.with_file_name(format!("{part}-{}", std::process::id())));
    make_dir(top)?;
    for old in list_dir(top)? {
        let is_leftover = old.file_name().is_some_and(|file_name| file_name.to_string_lossy().starts_with(&part));
        if is_leftover || old == home {
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
) -> StepResult<PathBuf> {
    let cache = cache_dir()?;
    let home = cache.join(format!("{program}-{version}"));
    let bin = home.join("bin");
    if bin.join(format!("{program}{}", std::env::consts::EXE_SUFFIX)).is_file() {
        return Ok(bin);
    }
    let install = |work: &Path| {
        run_command(
            cargo()
                .current_dir(&cache)
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimised)
                .env("CARGO_PROFILE_RELEASE_LTO", "false")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
                .env("CARGO_TARGET_DIR", cache.join("build"))
                .args(["install", "--quiet", package, "--version", version, "--root"])
                .arg(work)
                .args(words),
        )
    };
    time_step(&format!("{package} {version}"), || atomic_dir(&home, install))?;
    Ok(bin)
}

pub(crate) fn list_dir(dir: &Path) -> StepResult<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    Ok(entries.filter_map(Result::ok).map(|dir_entry| dir_entry.path()).collect())
}

pub(crate) fn symlink(to: &Path, from: &Path) -> StepResult {
    #[cfg(unix)]
    let result = std::os::unix::fs::symlink(to, from);
    #[cfg(windows)]
    let result = std::os::windows::fs::symlink_dir(to, from);
    #[cfg(not(any(unix, windows)))]
    let result: std::io::Result<()> = Err(std::io::Error::other("no links here"));
    result.map_err(|e| format!("cannot link {} to {}: {e}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Caller, Permission, atomic_dir, explain_packages, is_yes, list_dir};

    #[test]
    fn packages_are_installed_as_root_in_a_ci_or_after_a_yes() {
        for (is_root, in_ci, at_terminal, has_sudo, permission) in [
            (true, true, false, false, Permission::Given),
            (true, true, true, true, Permission::Given),
            (true, false, true, false, Permission::Ask),
            (true, false, false, true, Permission::Refused),
            (false, false, true, true, Permission::Ask),
            (false, true, true, true, Permission::Ask),
            (false, false, true, false, Permission::Refused),
            (false, true, false, true, Permission::Refused),
            (false, false, false, true, Permission::Refused),
        ] {
            let caller = Caller { is_root, has_sudo, in_ci, at_terminal };
            assert_eq!(Permission::of(caller), permission, "{caller:?}");
        }
        for (answer, yes) in
            [("y\n", true), (" Yes\n", true), ("", false), ("\n", false), ("no\n", false), ("yikes", false)]
        {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
        let message = explain_packages("lld-22 rustc-web");
        assert!(message.ends_with("\n    apt-get update && apt-get install --no-install-recommends lld-22 rustc-web"));
    }

    #[test]
    fn what_was_ended_in_the_middle_is_begun_anew() {
        let top = std::env::temp_dir().join(format!("schedscope-install-{}", std::process::id()));
        // Another run was ended in the middle.
        fs::create_dir_all(top.join("tool-1.2.3.part-1")).expect("a folder");
        fs::create_dir_all(top.join("tool-1.2.4")).expect("a folder");
        let home = top.join("tool-1.2.3");
        let fails = atomic_dir(&home, |work| {
            fs::write(work.join("half"), "").map_err(|e| e.to_string())?;
            Err("ended".to_owned())
        });
        assert!(fails.is_err() && !home.exists());
        atomic_dir(&home, |work| fs::write(work.join("all"), "").map_err(|e| e.to_string())).expect("whole");
        assert_eq!(list_dir(&home).expect("a folder"), [home.join("all")]);
        let mut paths = list_dir(&top).expect("a folder");
        paths.sort();
        assert_eq!(paths, [home, top.join("tool-1.2.4")]);
        fs::remove_dir_all(top).expect("it can go");
    }
}
