//! Installs packages of the system, which nobody's machine gets unasked.

use std::io::{IsTerminal, Write};

use crate::{
    error::{StepResult, TaskError},
    process::{command, command_output, find_program, run_command},
    timings::time_step,
};

/// Whether packages of the system may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    /// On a machine of a CI, which is there for nothing else, or by `cargo dev setup --yes`.
    Given,
    /// By `cargo dev setup`, after a yes at the terminal.
    AfterYes,
    /// By no other command: it says what is missing.
    Refused,
}

impl Consent {
    /// What every command may do.
    pub(crate) fn of_command() -> Self {
        Caller::here().consent_of_command()
    }

    /// What `cargo dev setup` may do.
    pub(crate) fn of_setup(is_confirmed: bool) -> Self {
        Caller::here().consent_of_setup(is_confirmed)
    }
}

/// Who runs this, and where.
#[derive(Clone, Copy, Debug)]
struct Caller {
    is_root: bool,
    in_ci: bool,
    at_terminal: bool,
}

impl Caller {
    fn here() -> Self {
        Self {
            is_root: is_root(),
            in_ci: std::env::var("CI").is_ok_and(|value| value == "true"),
            at_terminal: std::io::stdin().is_terminal() && std::io::stdout().is_terminal(),
        }
    }

    fn consent_of_command(self) -> Consent {
        if self.is_root && self.in_ci { Consent::Given } else { Consent::Refused }
    }

    fn consent_of_setup(self, is_confirmed: bool) -> Consent {
        match self.consent_of_command() {
            _ if is_confirmed => Consent::Given,
            Consent::Refused if self.at_terminal => Consent::AfterYes,
            consent => consent,
        }
    }
}

fn is_root() -> bool {
    command_output(command("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Installs those of Debian's packages that are missing, or says how.
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
        Consent::AfterYes => ask_for_yes(&format!("Install Debian's packages {names}, {how}?"))?,
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

/// What is missing, and the commands that install it.
fn missing_packages(names: &str) -> TaskError {
    TaskError::missing(
        format!("this needs Debian's packages {names}"),
        format!(
            "`cargo dev setup` installs them after a yes (`cargo dev setup --yes` without asking), or as root:\n\n    \
             apt-get update && apt-get install --no-install-recommends {names}"
        ),
    )
}

/// Asks whoever sits at the terminal. Everything but a yes is a no.
fn ask_for_yes(question: &str) -> StepResult<bool> {
    print!("\n{question} [y/N] ");
    let mut answer = String::new();
    let read = std::io::stdout().flush().and_then(|()| std::io::stdin().read_line(&mut answer));
    read.map_err(TaskError::file("the terminal"))?;
    Ok(is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::{Caller, Consent, is_yes, missing_packages};

    #[test]
    fn packages_are_installed_as_root_in_a_ci_or_by_the_setup() {
        for (is_root, in_ci, at_terminal, command, setup) in [
            (true, true, false, Consent::Given, Consent::Given),
            (true, true, true, Consent::Given, Consent::Given),
            (true, false, true, Consent::Refused, Consent::AfterYes),
            (true, false, false, Consent::Refused, Consent::Refused),
            (false, true, true, Consent::Refused, Consent::AfterYes),
            (false, true, false, Consent::Refused, Consent::Refused),
            (false, false, true, Consent::Refused, Consent::AfterYes),
            (false, false, false, Consent::Refused, Consent::Refused),
        ] {
            let caller = Caller { is_root, in_ci, at_terminal };
            assert_eq!([caller.consent_of_command(), caller.consent_of_setup(false)], [command, setup], "{caller:?}");
            assert_eq!(caller.consent_of_setup(true), Consent::Given, "{caller:?}");
        }
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        for (answer, yes) in
            [("y\n", true), (" Yes\n", true), ("", false), ("\n", false), ("no\n", false), ("yikes", false)]
        {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }

    #[test]
    fn whoever_lacks_packages_learns_how_to_get_them() {
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
