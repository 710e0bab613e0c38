//! The developer commands: `cargo dev serve`, `cargo dev build`, `cargo dev test`.
//!
//! `machine` detects and installs browsers and system packages, `tools` installs what the build needs, `page` builds the page, and `test_suites` runs
//! tests and benches.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // native, and never part of the page

mod error;
mod files;
mod machine;
mod page;
mod process;
mod test_suites;
mod timings;
mod tools;

use std::process::ExitCode;

use error::{StepResult, TaskError};
use machine::{browsers::Browser, packages::Consent, system::System, test_environment};
use page::{BuildProfile, editor_bundle, sizes};
use process::print_step;

const USAGE: &str = "\
cargo dev serve [--port 8080] [--release]  serve the playground at http://127.0.0.1:8080/ and rebuild it on every change
cargo dev build [--debug]                  build the site into dist/
cargo dev test [native] [browser]          run all tests, or only those named
cargo dev bench [native] [browser]         measure the engine natively, and engine and page in headless Chromium
cargo dev fuzz [--runs N] [--seed S] [FILES…]    run mutated manifests through the engine with overflow checks; findings go to target/findings
cargo dev sizes                            compare the download sizes in dist/ with tests/sizes.txt
cargo dev vendor                           bundle the text editor again after a change in www/vendor (needs npm)
cargo dev setup [--yes]                    install what the other commands need; asks before it installs system packages
cargo dev finish                           complete a page that Trunk built: Trunk.toml runs this as a hook

SCHEDSCOPE_STD=debian    take the standard library for wasm from Debian's packages (=rustup: never from them)
SCHEDSCOPE_SITE=URL      the public address of the site, which link previews and translations of pages need
SCHEDSCOPE_CACHE=DIR     where tools are kept; by default `schedscope` in your cache folder
CHROMIUM or CHROME_PATH, FIREFOX, CHROMEDRIVER    the browsers and Chromium's driver, where they are not found by themselves";

fn main() -> ExitCode {
    timings::start_clock();
    let cli_args: Vec<String> = std::env::args().skip(1).collect();
    let cli_args: Vec<&str> = cli_args.iter().map(String::as_str).collect();
    let done = match cli_args.split_first() {
        Some((&"serve", rest)) => serve(rest),
        Some((&"build", rest)) => build(rest),
        Some((&"setup", rest)) => setup(rest),
        Some((&"sizes", [])) => sizes::check(),
        Some((&"vendor", [])) => editor_bundle::bundle_editor(),
        Some((&"finish", [])) => page::finish_page(),
        Some((&"test", rest)) => return test_suites::run_suites(rest),
        Some((&"fuzz", rest)) => test_suites::run_fuzzer(rest),
        Some((&"bench", rest)) => test_suites::run_benches(rest),
        None | Some((&("help" | "--help" | "-h"), _)) => {
            println!("{USAGE}");
            Ok(())
        }
        Some((other, _)) => Err(usage_error(&format!("no command `{other}`"))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error}");
            error.exit_code().map_or(ExitCode::FAILURE, ExitCode::from)
        }
    }
}

fn usage_error(problem: &str) -> TaskError {
    TaskError::Usage(format!("{problem}\n\n{USAGE}"))
}

fn setup(cli_args: &[&str]) -> StepResult {
    let consent = match cli_args {
        [] => Consent::of_command(),
        ["--yes"] => Consent::Given,
        _ => return Err(usage_error("setup knows only --yes")),
    };
    print_step("Looking for the tools (about 3 min if all are missing, otherwise a second)");
    page::prepare_tools(consent)?;
    // Building the page needs no browsers, only testing it does.
    if System::here() == System::Debian {
        test_environment::install_browsers(&Browser::ALL, consent);
    }
    print!("{}", timings::timing_table());
    Ok(())
}

fn serve(cli_args: &[&str]) -> StepResult {
    let (mut port, mut profile) = ("8080", BuildProfile::Debug);
    let mut cli_args = cli_args.iter();
    while let Some(&word) = cli_args.next() {
        match word {
            "--port" => port = cli_args.next().ok_or_else(|| usage_error("--port wants a number"))?,
            "--release" => profile = BuildProfile::Release,
            "--debug" => profile = BuildProfile::Debug,
            other => return Err(usage_error(&format!("serve does not know `{other}`"))),
        }
    }
    let port = port.parse::<u16>().map_err(|_| usage_error(&format!("`{port}` is no port")))?;
    print_step("Building the page (about 5 min the first time), then serving it");
    page::serve_page(port, profile)
}

fn build(cli_args: &[&str]) -> StepResult {
    let profile = match cli_args {
        [] => BuildProfile::Release,
        ["--debug"] => BuildProfile::Debug,
        _ => return Err(usage_error("build knows only --debug")),
    };
    print_step("Building the page into dist/ (about 8 min the first time, 2 afterwards)");
    page::build_page(profile)?;
    print!("{}", timings::timing_table());
    Ok(())
}
