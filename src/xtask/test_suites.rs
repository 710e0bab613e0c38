//! `cargo dev test`: runs every check of the project, and counts passes and failures.

use std::{
    path::Path,
    process::{Command, ExitCode},
    thread,
};

use crate::{
    error::{StepResult, TaskError},
    machine::{
        browsers,
        packages::{Consent, install_packages},
        test_environment::{TestEnvironment, prepare_environment, prepare_shellcheck},
    },
    page::{self, BuildProfile, sizes, trunk},
    process::{cargo, join_step, print_step, root, run_command, run_lines},
    timings::{self, time_step},
    tools::{
        self,
        web_toolchain::{self, TARGET, WebToolchain},
    },
};

/// How many checks passed and failed.
#[derive(Default)]
struct TestCounts {
    pass_count: u64,
    failure_count: u64,
    /// The errors, printed again at the end.
    failures: Vec<TaskError>,
}

impl TestCounts {
    /// Counts a step that is a single check.
    fn count_step<T>(&mut self, done: StepResult<T>) -> Option<T> {
        match done {
            Ok(result) => {
                self.pass_count += 1;
                Some(result)
            }
            Err(error) => {
                self.fail(error);
                None
            }
        }
    }

    fn fail(&mut self, error: TaskError) {
        eprintln!("\nerror: {error}");
        self.failure_count += 1;
        self.failures.push(error);
    }

    /// Runs a command and counts checks by the lines that it prints. If it fails without printing a failed check, that counts as one failure.
    fn count_lines(&mut self, command: &mut Command, parse_counts: fn(&str) -> Option<(u64, u64)>) {
        let (mut passed, mut failed) = (0, 0);
        let done = run_lines(command, |line| {
            if let Some((good, bad)) = parse_counts(line) {
                passed += good;
                failed += bad;
            }
        });
        self.pass_count += passed;
        self.failure_count += failed;
        match done {
            Err(error) if failed == 0 => self.fail(error),
            Err(error) => self.failures.push(error),
            Ok(()) if passed + failed == 0 => {
                let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
                self.fail(TaskError::content(words.join(" "), "no test ran"));
            }
            Ok(()) => {}
        }
    }
}

/// Runs the named suites, or all of them if none is named.
pub(crate) fn run_suites(cli_args: &[&str]) -> ExitCode {
    if let Some(other) = cli_args.iter().find(|word| !["native", "browser"].contains(word)) {
        eprintln!("error: unknown tests `{other}`: expected native or browser");
        return ExitCode::FAILURE;
    }
    let is_requested = |name: &str| cli_args.is_empty() || cli_args.contains(&name);
    let (wants_native, wants_browser) = (is_requested("native"), is_requested("browser"));
    print_step("All checks (about 25 min on two cores)");
    let mut tally = TestCounts::default();
    // First, because it may have to ask before it installs something.
    let environment = wants_browser.then(prepare_browser_tests).and_then(|done| tally.count_step(done));
    let has_shellcheck = wants_native && prepare_shellcheck(Consent::of_command());
    let web = thread::scope(|scope| {
        // In parallel with the native tests, because linking uses one core only, and installing tools waits for the network.
        let build = || page::build_page(BuildProfile::Release).map(|web| (web, page::build_checked_site()));
        let web = environment.is_some().then(|| scope.spawn(build));
        if wants_native {
            run_native(&mut tally, has_shellcheck);
        }
        web.map(join_step)
    });
    // Nothing else runs at the same time, because some of these tests measure time.
    if let (Some(environment), Some((web, checked))) = (&environment, web.and_then(|web| tally.count_step(web))) {
        let checked = tally.count_step(checked);
        run_browsers(&mut tally, environment, &web, checked.as_deref());
    }
    println!("{}", timings::timing_table());
    for (browser, hint) in environment.iter().flat_map(TestEnvironment::missing_browsers) {
        println!("skipped: {} is not installed. To install it: {hint}", browser.name());
    }
    if wants_native && !has_shellcheck {
        println!(
            "skipped: shellcheck is not installed, which checks the exported scripts. To install it: apt-get install shellcheck"
        );
    }
    for error in &tally.failures {
        println!("failed: {error}");
    }
    println!("{} passed, {} failed", tally.pass_count, tally.failure_count);
    if tally.failure_count == 0 && tally.pass_count > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Finds or installs what the browser tests need. May ask at the terminal.
fn prepare_browser_tests() -> StepResult<TestEnvironment> {
    let consent = Consent::of_command();
    web_toolchain::source(consent)?;
    prepare_environment(consent)
}

fn run_native(tally: &mut TestCounts, has_shellcheck: bool) {
    tally.count_step(time_step("Formatting", || run_command(cargo().args(["fmt", "--check"]))));
    let lint = ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
    tally.count_step(time_step("Lints", || run_command(cargo().args(lint))));
    // Clippy has checked that all targets compile, so only targets with tests are linked.
    let test = ["test", "--locked", "--workspace", "--no-fail-fast", "--tests"];
    time_step("Native tests", || tally.count_lines(cargo().args(test), cargo_test_line));
    if has_shellcheck {
        // The workspace, because its features are those of the step before.
        let test = ["test", "--locked", "--workspace", "--lib", "a_checker_of_scripts", "--", "--ignored"];
        time_step("Exported scripts with shellcheck", || tally.count_lines(cargo().args(test), cargo_test_line));
    }
    let examples = ["test", "--locked", "--workspace", "--no-fail-fast", "--doc"];
    time_step("Examples in the documentation", || tally.count_lines(cargo().args(examples), cargo_test_line));
    let doc = ["doc", "--locked", "--workspace", "--no-deps", "--lib"];
    tally.count_step(time_step("Documentation", || run_command(cargo().args(doc).env("RUSTDOCFLAGS", "-D warnings"))));
}

/// The arguments with which cargo compiles the benches for the browser.
const BROWSER_BENCHES: [&str; 7] = ["--locked", "--profile", "web", "--target", TARGET, "--test", "in_browser"];

/// Runs the tests of the page in `dist/`, and a walkthrough of the one in `checked`, whose worker has debug assertions.
fn run_browsers(tally: &mut TestCounts, environment: &TestEnvironment, web: &WebToolchain, checked: Option<&Path>) {
    let mut suite = |name: &str, command: StepResult<Command>, parse_counts| match command {
        Ok(mut command) => time_step(name, || tally.count_lines(&mut command, parse_counts)),
        Err(error) => tally.fail(error),
    };
    let node = |script: &str, words: &[&str], variable: Option<(&str, &Path)>| {
        let mut tests = web.command("node")?;
        tests.arg(root().join("tests/browser").join(script)).args(words).envs(variable);
        Ok(tests)
    };
    let tests = node("run.mjs", &["--chromium"], Some(("CHROMIUM", &environment.chromium)));
    suite("Browser tests in Chromium", tests, plain_line);
    if let Some(checked) = checked {
        let tests = node("run.mjs", &["playground:"], Some(("CHROMIUM", &environment.chromium)));
        let tests = tests.map(|mut tests: Command| {
            tests.env("SCHEDSCOPE_DIST", checked);
            tests
        });
        suite("Walkthrough with debug assertions", tests, plain_line);
    }
    if let Some(browser) = &environment.firefox {
        let tests = node("run.mjs", &["--firefox"], Some(("FIREFOX", browser)));
        suite("Browser tests in Firefox", tests, plain_line);
    }
    if environment.has_webkit {
        suite("Walkthrough in WebKit", node("webkit.mjs", &[], None), plain_line);
    }
    tally.count_step(time_step("The same page by Trunk", trunk::compare_with_trunk));
    tally.count_step(time_step("Sizes", sizes::check));
}

/// Runs the engine on mutated manifests, optimized and with overflow checks.
pub(crate) fn run_fuzzer(cli_args: &[&str]) -> StepResult {
    run_command(cargo().args(["run", "--quiet", "--profile", "fuzz", "--example", "fuzz", "--"]).args(cli_args))
}

/// Runs the benches of the engine natively, and those of engine and page in a browser. With arguments, only the named ones.
pub(crate) fn run_benches(cli_args: &[&str]) -> StepResult {
    if let Some(other) = cli_args.iter().find(|word| !["native", "browser"].contains(word)) {
        return Err(TaskError::Usage(format!("unknown benches `{other}`: expected native or browser")));
    }
    let is_requested = |name: &str| cli_args.is_empty() || cli_args.contains(&name);
    if is_requested("native") {
        print_step("Engine benches (about 3 min)");
        run_command(cargo().arg("bench"))?;
    }
    if is_requested("browser") {
        print_step("Engine benches in headless Chromium (about 3 min)");
        let consent = Consent::of_command();
        if let Err(error) = browsers::chromedriver() {
            install_packages(&["chromium", "chromium-driver"], consent).map_err(|_| error)?;
        }
        let driver = browsers::chromedriver()?;
        let environment = prepare_browser_tests()?;
        let web = page::build_page(BuildProfile::Release)?;
        run_command(in_chromium(&web, &driver)?.args(["--", "--nocapture"]))?;
        print_step("Frame times of the page with large clusters (about 5 min)");
        run_command(web.command("node")?.arg("tests/browser/frames.mjs").env("CHROMIUM", environment.chromium))?;
    }
    Ok(())
}

/// The command that builds the benches with the page's profile and runs them in headless Chromium.
fn in_chromium(web: &WebToolchain, driver: &Path) -> StepResult<Command> {
    let mut bench = web.clone().with_path([tools::bench_runner()?]).cargo()?;
    bench
        .arg("test")
        .args(BROWSER_BENCHES)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("tests/webdriver.json"))
        .env("WASM_BINDGEN_TEST_TIMEOUT", "600")
        .env("CHROMEDRIVER", driver);
    Ok(bench)
}

/// Parses the numbers of passes and failures in `test result: ok. 3 passed; 0 failed; ...`.
fn cargo_test_line(line: &str) -> Option<(u64, u64)> {
    let counts = line.trim().strip_prefix("test result: ")?;
    let mut counts = counts.split_once(". ")?.1.split("; ");
    let passed = counts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = counts.next()?.strip_suffix(" failed")?.parse().ok()?;
    Some((passed, failed))
}

/// Parses the numbers of passes and failures in `3 passed, 0 failed`.
fn plain_line(line: &str) -> Option<(u64, u64)> {
    let (passed, failed) = line.trim().split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{cargo_test_line, plain_line};

    #[test]
    fn summary_lines_are_parsed() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(cargo_test_line(line), Some((12, 3)));
        assert_eq!(cargo_test_line("running 3 tests"), None);
        assert_eq!(plain_line("4 passed, 1 failed"), Some((4, 1)));
        assert_eq!(plain_line("all passed, none failed"), None);
    }
}
