//! Runs other programs and prints their command lines.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread::ScopedJoinHandle,
    time::{Duration, Instant},
};

use wait4::{ResUse, Wait4};

pub(crate) use crate::timings::print_step;
use crate::{
    error::{CommandFailure, StepResult, TaskError},
    timings::add_processor_time,
};

/// The root of the checkout, in which this package is `src/xtask`.
pub(crate) fn root() -> PathBuf {
    let path = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    path.and_then(|path| Some(path.ancestors().nth(2)?.to_owned())).unwrap_or_else(|| PathBuf::from("."))
}

/// A command for the cargo that started this program.
pub(crate) fn cargo() -> std::process::Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Cargo's target folder.
pub(crate) fn target_dir() -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").or_else(|| std::env::var_os("CARGO_BUILD_TARGET_DIR"));
    root().join(given.map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// The folder for installed tools, which all checkouts share.
pub(crate) fn cache_dir() -> StepResult<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    var("SCHEDSCOPE_CACHE")
        .or_else(|| var("XDG_CACHE_HOME").map(|d| d.join("schedscope")))
        .or_else(|| var("LOCALAPPDATA").map(|d| d.join("schedscope")))
        .or_else(|| var("HOME").map(|d| d.join(".cache/schedscope")))
        .ok_or_else(|| TaskError::missing("a folder for tools", "set HOME or SCHEDSCOPE_CACHE"))
}

/// Finds a program in the folders of PATH.
pub(crate) fn find_program(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(&name)).find(|file| file.is_file())
}

/// A command that runs in the root of the checkout, without the environment variables that `cargo run` sets.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text == "LD_LIBRARY_PATH"
            || text == "CARGO"
            || text.starts_with("CARGO_PKG_")
            || text.starts_with("CARGO_MANIFEST_")
        {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs a command and waits for it. Its output goes to the terminal.
pub(crate) fn run_command(command: &mut Command) -> StepResult {
    let began = print_command(command);
    let child = command.spawn().map_err(|error| fail_to_start(command, error))?;
    finish_command(command, child, began)
}

/// Runs a command like [`run_command`], but kills it after `limit`. For commands that use the network, which could hang.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> StepResult {
    let began = print_command(command);
    let mut child = command.spawn().map_err(|error| fail_to_start(command, error))?;
    loop {
        if let Some(usage) = child.try_wait4().map_err(|error| fail_to_start(command, error))? {
            return check_usage(command, usage, began);
        }
        if began.elapsed() >= limit {
            let _ = child.kill();
            let _ = child.wait();
            return Err(fail_command(command, CommandFailure::Timeout(limit)));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Runs a command, prints its standard output, and also passes each line of it to `line`.
pub(crate) fn run_lines(command: &mut Command, mut line: impl FnMut(&str)) -> StepResult {
    let began = print_command(command);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| fail_to_start(command, error))?;
    if let Some(stdout) = child.stdout.take() {
        for text in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let text = String::from_utf8_lossy(&text);
            println!("{text}");
            line(&text);
        }
    }
    finish_command(command, child, began)
}

fn finish_command(command: &Command, child: Child, began: Instant) -> StepResult {
    let usage = child.wait4().map_err(|error| fail_to_start(command, error))?;
    check_usage(command, usage, began)
}

/// Adds up and prints the time that a command took, and checks its exit status.
fn check_usage(command: &Command, usage: ResUse, began: Instant) -> StepResult {
    let processor_time = usage.rusage.utime + usage.rusage.stime;
    add_processor_time(processor_time);
    println!("    ({} s, {} s of processor time)", began.elapsed().as_secs(), processor_time.as_secs());
    check_status(command, usage.status)
}

/// Runs a command silently and returns its trimmed standard output.
pub(crate) fn command_output(command: &mut Command) -> StepResult<String> {
    let output = command.output().map_err(|error| fail_to_start(command, error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        let printed = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(fail_command(command, CommandFailure::Exit { status: output.status, output: printed }))
    }
}

/// Prints a command line. Returns the current time as the command's start.
fn print_command(command: &Command) -> Instant {
    println!("    $ {}", command_line(command));
    let _ = std::io::stdout().flush();
    Instant::now()
}

fn check_status(command: &Command, status: ExitStatus) -> StepResult {
    if status.success() {
        Ok(())
    } else {
        Err(fail_command(command, CommandFailure::Exit { status, output: String::new() }))
    }
}

fn fail_to_start(command: &Command, error: std::io::Error) -> TaskError {
    fail_command(command, CommandFailure::Start(error))
}

fn fail_command(command: &Command, failure: CommandFailure) -> TaskError {
    TaskError::Command { line: command_line(command), failure, advice: None }
}

/// Waits for a step that runs on a thread of its own.
pub(crate) fn join_step<T>(step: ScopedJoinHandle<'_, StepResult<T>>) -> StepResult<T> {
    step.join().unwrap_or(Err(TaskError::Panic))
}

/// A value for PATH that has these folders first.
pub(crate) fn path_with(first: &[PathBuf]) -> StepResult<std::ffi::OsString> {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(first.iter().cloned().chain(std::env::split_paths(&rest)))
        .map_err(|error| TaskError::content("PATH", error))
}

/// Creates a folder and its parents.
pub(crate) fn make_dir(dir: &Path) -> StepResult {
    std::fs::create_dir_all(dir).map_err(TaskError::file(dir))
}

fn command_line(command: &Command) -> String {
    let command_words = std::iter::once(command.get_program()).chain(command.get_args());
    command_words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{command, run_within};

    #[cfg(unix)]
    #[test]
    fn a_command_is_killed_after_its_time_limit() {
        let began = Instant::now();
        let hangs = run_within(command("sleep").arg("600"), Duration::from_millis(200));
        assert!(hangs.is_err_and(|error| error.to_string() == "`sleep 600` did not end within 0 s"));
        assert!(began.elapsed() < Duration::from_mins(1));
        assert!(run_within(&mut command("true"), Duration::from_mins(10)).is_ok());
        let fails = run_within(&mut command("false"), Duration::from_mins(10)).expect_err("it fails");
        assert!(fails.to_string().starts_with("`false` failed"));
        assert_eq!(fails.exit_code(), Some(1));
    }
}
