//! Installs packages of the operating system, with the user's consent.

use std::io::{IsTerminal, Write};

use crate::{
    error::{StepResult, TaskError},
    process::{command, command_output, find_program, run_command},
    timings::time_step,
};

/// Whether system packages may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// Yes: by `--yes`, or as root without a terminal (a container or CI).
    Given,
    /// If the user says yes at the terminal.
    Ask,
    /// No: nobody can be asked, so missing packages are only printed.
    Refused,
}

impl Consent {
    /// The consent for the current process, from its user and terminal.
    pub(crate) fn of_command() -> Self {
        Caller::here().consent()
    }

    /// Whether this process runs as root on a CI machine, where everything may be installed.
    pub(crate) fn is_of_ci() -> bool {
        let Caller { is_root, is_in_ci, .. } = Caller::here();
        is_root && is_in_ci
    }
}

/// The user and environment of this process.
#[derive(Clone, Copy, Debug)]
struct Caller {
    is_root: bool,
    is_in_ci: bool,
    has_terminal: bool,
}

impl Caller {
    fn here() -> Self {
        Self {
            is_root: is_root(),
            is_in_ci: std::env::var("CI").is_ok_and(|value| value == "true"),
            has_terminal: std::io::stdin().is_terminal() && std::io::stdout().is_terminal(),
        }
    }

    fn consent(self) -> Consent {
        match self {
            Self { is_root: true, is_in_ci: true, .. } | Self { is_root: true, has_terminal: false, .. } => {
                Consent::Given
            }
            Self { has_terminal: true, .. } => Consent::Ask,
            Self { .. } => Consent::Refused,
        }
    }
}

fn is_root() -> bool {
    command_output(command("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Installs those of these Debian packages that are missing. Without consent, fails with the command that installs them.
pub(crate) fn install_packages(packages: &[&str], consent: Consent) -> StepResult {
    let is_installed = |name: &&str| {
        command_output(command("dpkg-query").args(["-W", "-f=${Status}", name]))
            .is_ok_and(|status| status.ends_with(" installed"))
    };
    let missing: Vec<&str> = packages.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (is_root, names) = (is_root(), missing.join(" "));
    let how = if is_root { "as root" } else { "with sudo" };
    let may_install = match consent {
        _ if !is_root && find_program("sudo").is_none() => false,
        Consent::Given => true,
        Consent::Ask => ask_for_yes(&format!("Install Debian's packages {names}, {how}?"))?,
        Consent::Refused => false,
    };
    if !may_install {
        return Err(missing_packages(&names));
    }
    let apt = || {
        let mut apt = command(if is_root { "apt-get" } else { "sudo" });
        if !is_root {
            apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y", "-o", "DPkg::Lock::Timeout=600"]);
        apt
    };
    time_step(&format!("Debian's packages, {how}: {names}"), || {
        run_command(apt().arg("update"))?;
        run_command(apt().args(["install", "--no-install-recommends"]).args(&missing))
    })
}

/// An error with the missing packages and the commands that install them.
fn missing_packages(names: &str) -> TaskError {
    TaskError::missing(
        format!("this needs Debian's packages {names}"),
        format!(
            "`cargo dev setup` installs them after a yes (`cargo dev setup --yes` without asking), or as root:\n\n    \
             apt-get update && apt-get install --no-install-recommends {names}"
        ),
    )
}

/// Asks a question at the terminal. Pressing Enter means yes.
fn ask_for_yes(question: &str) -> StepResult<bool> {
    print!("\n{question} [Y/n] ");
    let mut answer = String::new();
    let read = std::io::stdout().flush().and_then(|()| std::io::stdin().read_line(&mut answer));
    // The end of input does not count as Enter.
    Ok(read.map_err(TaskError::file("the terminal"))? > 0 && is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "" | "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::{Caller, Consent, is_yes, missing_packages};

    #[test]
    fn consent_is_given_in_containers_and_asked_for_at_a_terminal() {
        for (is_root, is_in_ci, has_terminal, consent) in [
            (true, true, false, Consent::Given),
            (true, true, true, Consent::Given),
            (true, false, false, Consent::Given),
            (true, false, true, Consent::Ask),
            (false, true, true, Consent::Ask),
            (false, false, true, Consent::Ask),
            (false, true, false, Consent::Refused),
            (false, false, false, Consent::Refused),
        ] {
            let caller = Caller { is_root, is_in_ci, has_terminal };
            assert_eq!(caller.consent(), consent, "{caller:?}");
        }
    }

    #[test]
    fn enter_means_yes() {
        for (answer, yes) in
            [("y\n", true), (" Yes\n", true), ("\n", true), ("n\n", false), ("no\n", false), ("yikes", false)]
        {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }

    #[test]
    fn missing_packages_are_reported_with_their_install_command() {
        let text = missing_packages("lld-22 rustc-web").to_string();
        assert!(
            text.starts_with("this needs Debian's packages lld-22 rustc-web: `cargo dev setup` installs them"),
            "{text}"
        );
        assert!(
            text.ends_with("\n    apt-get update && apt-get install --no-install-recommends lld-22 rustc-web"),
            "{text}"
        );
    }
}
