//! The developer commands: `cargo dev serve`, `cargo dev build`, `cargo dev test`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // native, and never part of the page

mod browsers;
mod build_tools;
mod dir_lock;
mod doctor;
mod editor_bundle;
mod files;
mod install;
mod page_build;
mod postbuild;
mod process;
mod sizes;
mod split;
mod system;
mod test_suites;
mod timings;
mod web_toolchain;

use std::process::ExitCode;

use process::{StepResult, make_dir, print_step, target_dir};

const USAGE: &str = "\
cargo dev serve [--port 8080] [--debug]    serve the playground at http://127.0.0.1:8080/, rebuilding on every change
cargo dev build [--debug]                  build the page into dist/
cargo dev test [native] [browser]          pass all tests, or those named
cargo dev bench [native] [browser]         measure the engine natively, and the engine and the page in headless Chromium
cargo dev fuzz [--runs N] [--seed S] [FILES…]    mutated texts through the engine, with overflow checks; findings go to target/findings
cargo dev sizes                            measure the parts in dist/ against tests/sizes.txt
cargo dev vendor                           bundle the text editor again (needs npm), after a change in www/vendor
cargo dev setup                            fetch and build the tools, nothing else

SCHEDSCOPE_STD=debian    build with Debian's packages without asking rustup first (rustup: never with them)
SCHEDSCOPE_SITE=URL      the address that the page will have: previews and translations of scenarios are found by whole addresses
SCHEDSCOPE_CACHE=DIR     keep tools there (otherwise in your cache folder, under schedscope)
CHROMIUM, CHROMEDRIVER, FIREFOX    the browsers and Chromium's driver, where they are not on PATH";

fn main() -> ExitCode {
    timings::start_clock();
    let cli_args: Vec<String> = std::env::args().skip(1).collect();
    let cli_args: Vec<&str> = cli_args.iter().map(String::as_str).collect();
    let done = match cli_args.split_first() {
        Some((&"serve", rest)) => serve(rest),
        Some((&"build", rest)) => build(rest),
        Some((&"setup", [])) => setup(),
        Some((&"sizes", [])) => sizes::check(),
        Some((&"vendor", [])) => editor_bundle::bundle_editor(),
        Some((&"finish", [])) => postbuild::finish_page(),
        Some((&"test", rest)) => return test_suites::run_suites(rest),
        Some((&"fuzz", rest)) => test_suites::run_fuzzer(rest),
        Some((&"bench", rest)) => test_suites::run_benches(rest),
        None | Some((&("help" | "--help" | "-h"), _)) => {
            println!("{USAGE}");
            Ok(())
        }
        Some((other, _)) => Err(format!("no command `{other}`\n\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("\nerror: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn setup() -> StepResult {
    print_step("Looking for the tools (about 5 min where all are missing, otherwise a second)");
    build_tools::prepare_web_tools(|_| Ok(()))?;
    print!("{}", timings::timing_table());
    Ok(())
}

fn serve(cli_args: &[&str]) -> StepResult {
    let (mut port, mut release) = ("8080", true);
    let mut cli_args = cli_args.iter();
    while let Some(&word) = cli_args.next() {
        match word {
            "--port" => port = cli_args.next().ok_or("--port wants a number")?,
            "--debug" => release = false,
            other => return Err(format!("serve does not know `{other}`\n\n{USAGE}")),
        }
    }
    port.parse::<u16>().map_err(|_| format!("`{port}` is no port"))?;
    print_step("Building the page (about 15 min where all tools are missing, 4 the first time, one afterwards)");
    let mut trunk = page_build::prepare_build()?.trunk_command()?;
    print!("{}", timings::timing_table());
    print_step(&format!(
        "Putting the page together, then serving it at http://127.0.0.1:{port}/ until you press Ctrl-C"
    ));
    trunk.env(postbuild::IS_SERVED, "1");
    // Not into dist/: what is served here carries the wire that reloads it.
    let dist = target_dir().join("web/served");
    make_dir(&dist)?;
    trunk.args(["serve", "--offline", "--port", port, "--dist"]).arg(dist);
    if release {
        trunk.arg("--release");
    }
    exec(trunk)
}

/// Replaces this process by a command, so that ending it ends the command.
#[cfg(unix)]
fn exec(mut command: std::process::Command) -> StepResult {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_it(mut command: std::process::Command) -> StepResult {
    run(&mut command)
}

fn build(cli_args: &[&str]) -> StepResult {
    let release = match cli_args {
        [] => true,
        ["--debug"] => false,
        _ => return Err(format!("build knows only --debug\n\n{USAGE}")),
    };
    print_step(
        "Building the page into dist/ (about 15 min where all tools are missing, 4 the first time, one afterwards)",
    );
    page_build::build_page(release)?;
    print!("{}", timings::timing_table());
    Ok(())
}
