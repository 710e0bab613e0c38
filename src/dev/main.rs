//! The developer commands: `cargo dev serve`, `cargo dev build`, `cargo dev test`.

mod browsers;
mod checks;
mod file;
mod finish;
mod install;
mod lock;
mod page;
mod ready;
mod rust;
mod shell;
mod sizes;
mod split;
mod system;
mod times;
mod tools;
mod vendor;

use shell::{Done, make_dir, say, target_dir};
use std::process::ExitCode;

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
    times::begin();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.split_first() {
        Some((&"serve", rest)) => serve(rest),
        Some((&"build", rest)) => build(rest),
        Some((&"setup", [])) => setup(),
        Some((&"sizes", [])) => sizes::check(),
        Some((&"vendor", [])) => vendor::vendor(),
        Some((&"finish", [])) => finish::finish(),
        Some((&"test", rest)) => return checks::all(rest),
        Some((&"fuzz", rest)) => checks::fuzz(rest),
        Some((&"bench", rest)) => checks::bench(rest),
        None | Some((&("help" | "--help" | "-h"), _)) => {
            println!("{USAGE}");
            Ok(())
        }
        Some((other, _)) => Err(format!("no command `{other}`\n\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("\nerror: {why}");
            ExitCode::FAILURE
        }
    }
}

fn setup() -> Done {
    say("Looking for the tools (about 5 min where all are missing, otherwise a second)");
    tools::web(|_| Ok(()))?;
    print!("{}", times::table());
    Ok(())
}

fn serve(words: &[&str]) -> Done {
    let (mut port, mut release) = ("8080", true);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--port" => port = words.next().ok_or("--port wants a number")?,
            "--debug" => release = false,
            other => return Err(format!("serve does not know `{other}`\n\n{USAGE}")),
        }
    }
    port.parse::<u16>().map_err(|_| format!("`{port}` is no port"))?;
    say("Building the page (about 15 min where all tools are missing, 4 the first time, one afterwards)");
    let mut trunk = page::prepare()?.trunk()?;
    print!("{}", times::table());
    say(&format!("Putting the page together, then serving it at http://127.0.0.1:{port}/ until you press Ctrl-C"));
    trunk.env(finish::SERVED, "1");
    // Not into dist/: what is served here carries the wire that reloads it.
    let dist = target_dir().join("web/served");
    make_dir(&dist)?;
    trunk.args(["serve", "--offline", "--port", port, "--dist"]).arg(dist);
    if release {
        trunk.arg("--release");
    }
    become_it(trunk)
}

/// Gives this process to a command, so that ending it ends the command.
#[cfg(unix)]
fn become_it(mut command: std::process::Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_it(mut command: std::process::Command) -> Done {
    run(&mut command)
}

fn build(words: &[&str]) -> Done {
    let release = match words {
        [] => true,
        ["--debug"] => false,
        _ => return Err(format!("build knows only --debug\n\n{USAGE}")),
    };
    say("Building the page into dist/ (about 15 min where all tools are missing, 4 the first time, one afterwards)");
    page::build(release)?;
    print!("{}", times::table());
    Ok(())
}
