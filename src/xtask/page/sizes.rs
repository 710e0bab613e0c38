//! Checks the compressed sizes of the page's files against `tests/sizes.txt`.

use std::{fs, path::PathBuf};

use super::assembly::{API, ESSAY};
use crate::{
    error::{StepResult, TaskError},
    files::{list_files, read_bytes, read_file, write_file},
    process::{print_step, root, target_dir},
    tools::web_toolchain::Source,
};

/// How the standard library in the page's programs was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Library {
    /// Optimized for size, from Debian's sources. The limits in `tests/sizes.txt` are for this one.
    Small,
    /// Optimized for speed, as it comes with the toolchain.
    Fast,
}

impl Library {
    /// The limit for a page with this library, in kB, given the limit from `tests/sizes.txt`.
    fn raise_limit(self, limit: usize) -> usize {
        match self {
            Self::Small => limit,
            // With this library most chunks are 5 to 7 % larger, and one is 11 % larger.
            Self::Fast => limit + limit / 8,
        }
    }
}

/// The file that records which library the page in `dist/` uses. It is not in `dist/`, because all of that folder is published.
fn library_record() -> PathBuf {
    target_dir().join("page-library")
}

/// Records for [`check`] which library the page was built with.
pub(crate) fn record_library(source: Source) -> StepResult {
    let name = match source {
        Source::Debian => "small",
        Source::Toolchain => "fast",
    };
    write_file(&library_record(), name)
}

/// The recorded library of the page in `dist/`. Without a record, the unchanged limits apply.
fn find_library() -> Library {
    match fs::read_to_string(library_record()) {
        Ok(name) if name == "fast" => Library::Fast,
        _ => Library::Small,
    }
}

/// Compares a file's size with its goal and its known size, all in kB. Returns an error message, or `None`.
fn judge_size(part: &str, size: usize, goal: usize, known: usize, library: Library) -> Option<String> {
    let limit = library.raise_limit(goal.max(known));
    if size == 0 || size > limit {
        Some(format!("{part}: {size} kB, expected 1 to {limit} kB"))
    // Within 1 % of the goal, another patch release of the compiler could cross it again.
    } else if library == Library::Small && known > goal && size <= goal - goal / 100 {
        Some(format!("{part}: {size} kB meets its goal: lower its known size to the goal in tests/sizes.txt"))
    } else {
        None
    }
}

/// Measures the compressed sizes of the files in `dist/`. Fails if any is over its limit.
pub(crate) fn check() -> StepResult {
    let limits = read_file(&root().join("tests/sizes.txt"))?;
    let mut sizes = Vec::new();
    for folder in ["", API, ESSAY] {
        for file in list_files(&root().join("dist").join(folder))? {
            let name = format!("{folder}{}", file.file_name().unwrap_or_default().to_string_lossy());
            sizes.push((name, miniz_oxide::deflate::compress_to_vec(&read_bytes(&file)?, 9).len() + 18));
        }
    }
    let library = find_library();
    print_step("Chunk sizes, compressed");
    if library == Library::Fast {
        println!("    an eighth over each limit is allowed: the toolchain's standard library is built for speed");
    }
    let mut over = Vec::new();
    for line in limits.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split_whitespace();
        let part = columns.next();
        let mut number = || columns.next().and_then(|word| word.parse::<usize>().ok());
        let (Some(part), Some(goal), Some(known)) = (part, number(), number()) else { continue };
        let starts: Vec<&str> = columns.collect();
        let part_files = sizes.iter().filter(|(name, _)| {
            let ends = [".wasm", ".js", ".css"].iter().any(|end| name.ends_with(end));
            ends && starts.iter().any(|prefix| name.starts_with(prefix))
        });
        let size = part_files.map(|(_, size)| size).sum::<usize>().div_ceil(1000);
        println!("    {part:8} {size:4} kB, goal {goal}, known {known}");
        over.extend(judge_size(part, size, goal, known, library));
    }
    if over.is_empty() { Ok(()) } else { Err(TaskError::Sizes(over)) }
}

#[cfg(test)]
mod tests {
    use super::{Library, judge_size};

    #[test]
    fn limits_are_an_eighth_higher_with_the_library_built_for_speed() {
        let judge = |size, library| judge_size("engine", size, 350, 440, library);
        assert_eq!([judge(440, Library::Small), judge(495, Library::Fast)], [None, None]);
        let over = |limit| Some(format!("engine: {} kB, expected 1 to {limit} kB", limit + 1));
        assert_eq!([judge(441, Library::Small), judge(496, Library::Fast)], [over(440), over(495)]);
        assert!(judge(0, Library::Fast).is_some(), "a part that isn't there");
    }

    #[test]
    fn a_goal_counts_as_met_only_with_the_library_built_for_size() {
        let judge = |size, library| judge_size("engine", size, 350, 440, library);
        assert!(judge(347, Library::Small).is_some_and(|reason| reason.contains("meets its goal")));
        assert_eq!([judge(348, Library::Small), judge(347, Library::Fast)], [None, None]);
    }
}
