//! `cargo dev test`: every check of the project, counted.

use crate::ready::{self, Ready};
use crate::shell::{Done, cargo, root, run, run_lines, say};
use crate::{page, sizes, tools};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// How many checks passed and failed.
#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    /// What to say at the end about failures.
    failures: Vec<String>,
    /// The steps, with when each began.
    steps: Vec<(String, Instant)>,
}

impl Tally {
    /// Says what comes next.
    fn step(&mut self, what: &str) {
        say(what);
        self.steps.push((what.to_owned(), Instant::now()));
    }

    /// What took the time, in the order in which it was done.
    fn times(&self) -> String {
        let ends = self.steps.iter().skip(1).map(|(_, began)| *began).chain([Instant::now()]);
        let line = |((what, began), end): (&(String, Instant), Instant)| {
            let seconds = end.saturating_duration_since(*began).as_secs();
            format!("{:>3} min {:02} s  {what}\n", seconds / 60, seconds % 60)
        };
        self.steps.iter().zip(ends).map(line).collect()
    }

    /// Counts a step that is one check.
    fn one(&mut self, done: Done) -> bool {
        match done {
            Ok(()) => {
                self.passed += 1;
                true
            }
            Err(why) => {
                self.fail(why);
                false
            }
        }
    }

    fn fail(&mut self, why: String) {
        eprintln!("\nerror: {why}");
        self.failed += 1;
        self.failures.push(why);
    }

    /// Counts a step by the lines it prints; a step that fails without naming a failed check is one.
    fn many(&mut self, command: &mut std::process::Command, read: fn(&str) -> Option<(u64, u64)>) {
        let (mut passed, mut failed) = (0, 0);
        let done = run_lines(command, |line| {
            if let Some((good, bad)) = read(line) {
                passed += good;
                failed += bad;
            }
        });
        self.passed += passed;
        self.failed += failed;
        match done {
            Err(why) if failed == 0 => self.fail(why),
            Err(why) => self.failures.push(why),
            Ok(()) if passed + failed == 0 => self.fail("a run of tests ran none".to_owned()),
            Ok(()) => {}
        }
    }
}

/// Runs the suites that are named, or all.
pub fn all(words: &[&str]) -> ExitCode {
    if let Some(other) = words.iter().find(|word| !["native", "wasm", "browser"].contains(word)) {
        eprintln!("error: no tests `{other}`: there are native, wasm and browser");
        return ExitCode::FAILURE;
    }
    let wanted = |name: &str| words.is_empty() || words.contains(&name);
    say("All checks: about 50 min on two cores where every tool is missing, half of that afterwards");
    let ready = match ready::look(wanted("wasm"), wanted("browser")) {
        Ok(ready) => ready,
        Err(why) => {
            eprintln!("\nerror: {why}\n\nThe native tests need none of it: cargo dev test native");
            return ExitCode::FAILURE;
        }
    };
    let mut tally = Tally::default();
    if wanted("native") {
        native(&mut tally);
    }
    if let Some((_, driver)) = ready.chromium.as_ref().filter(|_| wanted("wasm"))
        && let Err(why) = wasm(&mut tally, driver)
    {
        tally.fail(why);
    }
    if wanted("browser")
        && let Err(why) = browser(&mut tally, &ready)
    {
        tally.fail(why);
    }
    println!("\n{}", tally.times());
    for (browser, how) in &ready.left_out {
        println!("left out: {} is not here. To have it: {how}", browser.name());
    }
    for why in &tally.failures {
        println!("failed: {why}");
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.failed == 0 && tally.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn native(tally: &mut Tally) {
    tally.step("Layout of the code");
    tally.one(run(cargo().args(["fmt", "--check"])));
    tally.step("Lints");
    tally.one(run(cargo().args(["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])));
    tally.step("Native tests");
    tally.many(cargo().args(["test", "--locked", "--workspace", "--no-fail-fast"]), cargo_test_line);
    tally.step("Documentation");
    tally.one(run(cargo()
        .args(["doc", "--locked", "--workspace", "--no-deps", "--lib"])
        .env("RUSTDOCFLAGS", "-D warnings")));
}

fn wasm(tally: &mut Tally, driver: &Path) -> Done {
    tally.step("wasm tests in headless Chromium");
    tally.many(&mut in_chromium("wasm-tests", "wasm", driver)?, cargo_test_line);
    Ok(())
}

/// A test target, built for wasm and run in headless Chromium.
fn in_chromium(profile: &str, name: &str, driver: &Path) -> Result<std::process::Command, String> {
    let web = tools::wasm()?;
    let mut test = web.cargo()?;
    test.args(["test", "--locked", "--profile", profile, "--target", "wasm32-unknown-unknown"])
        .args(["--test", name])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("tests/webdriver.json"))
        .env("WASM_BINDGEN_TEST_TIMEOUT", "600")
        .env("CHROMEDRIVER", driver);
    Ok(test)
}

/// Lets mutated texts loose on the engine: optimised, and with every check of numbers on.
pub fn fuzz(words: &[&str]) -> Done {
    run(cargo().args(["run", "--quiet", "--profile", "fuzz", "--package", "dev", "--", "fuzz", "--here"]).args(words))
}

/// Measures the engine, natively and in the browser, and there the page too; or only where it is said.
pub fn bench(words: &[&str]) -> Done {
    if let Some(other) = words.iter().find(|word| !["native", "browser"].contains(word)) {
        return Err(format!("no benches `{other}`: there are native and browser"));
    }
    let wanted = |name: &str| words.is_empty() || words.contains(&name);
    if wanted("native") {
        say("Benches of the engine (about 3 min)");
        run(cargo().arg("bench"))?;
    }
    if wanted("browser") {
        say("The same in headless Chromium (about 3 min)");
        let chromium = ready::look(true, false)?.chromium;
        let (chromium, driver) = chromium.ok_or("the benches in the browser need Chromium and its driver")?;
        run(in_chromium("web", "in_browser", &driver)?.args(["--", "--nocapture"]))?;
        let web = tools::web()?;
        tools::browser_packages()?;
        page::build(&web, true)?;
        say("Frames of the page with big clusters (about 5 min)");
        run(web.command("node")?.arg("tests/browser/frames.mjs").env("CHROMIUM", chromium))?;
    }
    Ok(())
}

fn browser(tally: &mut Tally, ready: &Ready) -> Done {
    tally.step("Tools of the page");
    let web = tools::web()?;
    tools::browser_packages()?;
    tally.step("The page");
    if !tally.one(page::build(&web, true)) {
        return Ok(());
    }
    tally.one(sizes::check());
    let chromium = ready.chromium.as_ref().map(|(browser, _)| ("Chromium", "--chromium", "CHROMIUM", browser));
    let firefox = ready.firefox.as_ref().map(|browser| ("Firefox", "--firefox", "FIREFOX", browser));
    for (name, flag, variable, browser) in chromium.into_iter().chain(firefox) {
        tally.step(&format!("Browser tests in {name}"));
        let mut tests = web.command("node")?;
        tests.args(["tests/browser/run.mjs", flag]).env(variable, browser);
        tally.many(&mut tests, plain_line);
    }
    if ready.webkit {
        tally.step("The way through the page in WebKit");
        tally.many(web.command("node")?.arg("tests/browser/webkit.mjs"), plain_line);
    }
    Ok(())
}

/// Reads `test result: ok. 3 passed; 0 failed; ...`.
fn cargo_test_line(line: &str) -> Option<(u64, u64)> {
    let counts = line.trim().strip_prefix("test result: ")?;
    let mut counts = counts.split_once(". ")?.1.split("; ");
    let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

/// Reads `3 passed, 0 failed`.
fn plain_line(line: &str) -> Option<(u64, u64)> {
    let (passed, failed) = line.trim().split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{cargo_test_line, plain_line};

    #[test]
    fn closing_lines_are_read() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(cargo_test_line(line), Some((12, 3)));
        assert_eq!(cargo_test_line("running 3 tests"), None);
        assert_eq!(plain_line("4 passed, 1 failed"), Some((4, 1)));
        assert_eq!(plain_line("all passed, none failed"), None);
    }
}
