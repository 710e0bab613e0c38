//! How large the parts of the page are, against `tests/sizes.txt`.

use crate::{
    postbuild::API,
    process::{StepResult, print_step, root},
};
use std::fs;

/// Measures the parts in `dist/` as they cross the network, and complains of those that are over their limits.
pub(crate) fn check() -> StepResult {
    let limits = fs::read_to_string(root().join("tests/sizes.txt")).map_err(|e| format!("tests/sizes.txt: {e}"))?;
    let mut sizes = Vec::new();
    for folder in ["", API] {
        let files = fs::read_dir(root().join("dist").join(folder)).map_err(|e| format!("dist/{folder}: {e}"))?;
        for file in files.filter_map(Result::ok).map(|file| file.path()).filter(|file| file.is_file()) {
            let name = format!("{folder}{}", file.file_name().unwrap_or_default().to_string_lossy());
            let bytes = fs::read(&file).map_err(|e| format!("{name}: {e}"))?;
            sizes.push((name, miniz_oxide::deflate::compress_to_vec(&bytes, 9).len() + 18));
        }
    }
    print_step("Chunk sizes, compressed");
    let mut over = Vec::new();
    for line in limits.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let part = words.next();
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
        let (Some(part), Some(goal), Some(known)) = (part, number(), number()) else { continue };
        let starts: Vec<&str> = words.collect();
        let item = sizes.iter().filter(|(name, _)| {
            let ends = [".wasm", ".bin", ".js", ".css"].iter().any(|end| name.ends_with(end));
            ends && starts.iter().any(|start| name.starts_with(start))
        });
        let size = item.map(|(_, size)| size).sum::<usize>().div_ceil(1000);
        println!("    {part:8} {size:4} kB, goal {goal}, known {known}");
        if size == 0 || size > goal.max(known) {
            over.push(format!("{part}: {size} kB, expected 1 to {} kB", goal.max(known)));
        // Within a hundredth of the goal, another patch release of the compiler may still decide.
        } else if known > goal && size <= goal - goal / 100 {
            over.push(format!("{part}: {size} kB meets its goal: lower its known size to the goal in tests/sizes.txt"));
        }
    }
    if over.is_empty() { Ok(()) } else { Err(over.join("\n")) }
}
