//! Cuts a program into the part that every visit needs and those that are fetched when they are needed.
//!
//! The programs of page and worker are linked whole, then cut, with the tool of Yew's and Leptos' authors: what only a function marked
//! `wasm_split` in `src/web/page.rs` or `src/web/worker.rs` reaches becomes a file of its own. The cut is made in what the linker left
//! (with its relocations, see `src/web/build.rs`), then wasm-bindgen and wasm-opt see the pieces. Trunk cannot cut
//! (trunk-rs/trunk#1022), so what it makes of the two is thrown away. All pieces of a
//! program have its number in their names. Within a file functions stand by their names, so that those made of the same
//! source are neighbours: gzip makes 2 to 3 % less of them. Errors that the code of every field hands on (`DecodeError`,
//! `ConfigError`) are boxes: copied at every `?`, they made up 5 % of the engine.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    files::{fingerprint, read_file, write_file},
    process::{StepResult, command, make_dir, run_command, target_dir},
};

/// What rustc lets the pieces use; the cut does not keep the list.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// A program with late parts.
pub(crate) struct SplitProgram {
    /// Its name.
    pub name: &'static str,
    /// How the names of its late parts begin.
    pub split_parts: &'static str,
}

/// The page: its late parts have names of their own.
pub(crate) const PAGE: SplitProgram = SplitProgram { name: "page", split_parts: "" };
/// The worker.
pub(crate) const WORKER: SplitProgram = SplitProgram { name: "worker", split_parts: "engine-" };

/// Puts the pieces into the folder in which Trunk puts the page together, in the place of what Trunk made. Gives how the names of the
/// program's files begin: before and now.
pub(crate) fn split_program(stage: &Path, program: &SplitProgram) -> StepResult<(String, String)> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| target_dir().join("web"), PathBuf::from);
    let linked = target.join(format!("wasm32-unknown-unknown/web/{}.wasm", program.name));
    let bytes = fs::read(&linked).map_err(|e| format!("{}: {e}", linked.display()))?;
    // All pieces are of one program, so they have one name.
    let hash = format!("{:016x}", fingerprint(&bytes));
    let name = format!("{}-{hash}", program.name);
    let work = target.join("split").join(program.name);
    let _ = fs::remove_dir_all(&work);
    make_dir(&work)?;
    run_command(command("wasm-split-cli").arg(&linked).arg(&work).args(["--target", "web", "--out-name", &name]))?;
    let bound = work.join("bound");
    // The parts share the table of functions, which is otherwise left out.
    let command_args = ["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", &name, "--out-dir"];
    run_command(command("wasm-bindgen").args(command_args).arg(&bound).arg(work.join(format!("{name}.wasm"))))?;

    let theirs = trunk_stem(stage, program)?;
    let links = format!("{}parts-{hash}.js", program.split_parts);
    let mut table = read_file(&work.join("__wasm_split.js"))?;
    let mut pieces = vec![(bound.join(format!("{name}_bg.wasm")), format!("{name}_bg.wasm"))];
    for file in list_files(&work)? {
        let cut = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(stem) = cut.strip_suffix(".wasm").filter(|stem| *stem != name) {
            let text = format!("{}{}-{hash}.wasm", program.split_parts, stem.trim_start_matches("split_"));
            table = table.replace(&format!("./{cut}"), &format!("./{text}"));
            pieces.push((file, text));
        }
    }
    if pieces.len() < 2 {
        return Err(format!("the program {} has no chunk to split off", program.name));
    }
    let script = read_file(&bound.join(format!("{name}.js")))?;
    write_file(
        &stage.join(format!("{name}.js")),
        &script.replace("from \"./__wasm_split.js\"", &format!("from \"./{links}\"")),
    )?;
    let mut small = Vec::new();
    for (piece, text) in &pieces {
        if text.contains("chunk_") {
            let chunk = strip_custom_sections(&fs::read(piece).map_err(|e| format!("{}: {e}", piece.display()))?)?;
            if chunk.len() < SMALL {
                small.push((text.as_str(), chunk));
                continue;
            }
        }
        let features = FEATURES.iter().map(|text| format!("--enable-{text}"));
        // By their names, functions that were made of the same source stand beside each other, which gzip makes 2 to 3 % less of. The lowest
        // kilobyte of the memory is the far end of the stack: who knows that nothing is kept there can fold additions into addresses (1 %).
        let how = ["-Oz", "--low-memory-unused", "--reorder-functions-by-name"];
        run_command(command("wasm-opt").args(how).args(features).arg(piece).arg("-o").arg(stage.join(text)))?;
    }
    let bundle = format!("{}chunk_small-{hash}.bin", program.split_parts);
    write_file(&stage.join(&links), &bundle_small_chunks(table, &small, &bundle)?)?;
    let small = small.into_iter().flat_map(|(_, chunk)| chunk).collect::<Vec<u8>>();
    fs::write(stage.join(&bundle), small).map_err(|e| format!("{bundle}: {e}"))?;
    for end in PROGRAM_SUFFIXES {
        let file = stage.join(format!("{theirs}{end}"));
        fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok((theirs, name))
}

/// A chunk with fewer bytes than this is not worth a request of its own, nor wasm-opt, which takes a second to start.
const SMALL: usize = 4096;

/// The table of parts, which takes the small chunks from one file in which they lie one after the other. What some of the parts share, and
/// no others, becomes a chunk for each such set of parts: dozens hold a few bytes, and asking for each kept a phone busy for half a second.
fn bundle_small_chunks(mut table: String, small: &[(&str, Vec<u8>)], bundle: &str) -> StepResult<String> {
    let mut from = 0;
    for (name, chunk) in small {
        let text = fetch_call(name);
        if !table.contains(&text) {
            return Err(format!("unexpected code for {name} in the loader that wasm-split-cli wrote"));
        }
        table = table.replace(&text, &slice_call(from..from + chunk.len()));
        from += chunk.len();
    }
    Ok(format!("{table}{}", SHARED.replace("BUNDLE", bundle)))
}

/// A module without its custom sections: names, and who made it.
fn strip_custom_sections(module: &[u8]) -> StepResult<Vec<u8>> {
    const HEAD: usize = 8;
    let mut bare = module.get(..HEAD).ok_or("a chunk without a header")?.to_vec();
    let mut rest = &module[HEAD..];
    while let Some((&kind, after)) = rest.split_first() {
        // The size in LEB128: seven bits of each byte, the lowest first.
        let digits = after.iter().take_while(|byte| **byte >= 0x80).count() + 1;
        let size = after.iter().take(digits).rev().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f));
        let section = rest.get(..1 + digits + size).ok_or("a truncated section")?;
        if kind != 0 {
            bare.extend(section);
        }
        rest = &rest[section.len()..];
    }
    Ok(bare)
}

/// How wasm-split-cli fetches a chunk.
fn fetch_call(name: &str) -> String {
    format!(
        "    const src = fetch(new URL(\"./{name}\", import.meta.url));\n    src.catch(() => {{}});\n    \
         return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n"
    )
}

/// How these bytes of the bundle become a chunk: beside the page's thread, for several dozen at once kept a phone's busy.
fn slice_call(Range { start, end }: Range<usize>) -> String {
    format!(
        "    const src = small({start}, {end});\n    src.catch(() => {{}});\n    \
         return async (imports) => WebAssembly.instantiate(await src, imports);\n"
    )
}

/// What fetches the bundle, once; after a failure the next part tries again.
const SHARED: &str = r#"
let bundle;
async function small(from, to) {
    bundle ??= fetch(new URL("./BUNDLE", import.meta.url)).then((answer) => {
        if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
        return answer.arrayBuffer();
    });
    try {
        return new Uint8Array(await bundle, from, to - from);
    } catch (error) {
        bundle = undefined;
        throw error;
    }
}
"#;

/// The two files that make a program.
const PROGRAM_SUFFIXES: [&str; 2] = [".js", "_bg.wasm"];

/// How the names of the files begin that Trunk made of a program.
fn trunk_stem(stage: &Path, program: &SplitProgram) -> StepResult<String> {
    let mut program_stems = list_files(stage)?.into_iter().filter_map(|file| {
        let name = file.file_name()?.to_str()?.strip_suffix(PROGRAM_SUFFIXES[1])?.to_owned();
        let is_its = name == program.name || name.starts_with(&format!("{}-", program.name));
        is_its.then_some(name)
    });
    program_stems.next().ok_or_else(|| format!("Trunk did not produce {}", program.name))
}

/// The files of a folder, in order.
pub(crate) fn list_files(folder: &Path) -> StepResult<Vec<PathBuf>> {
    let read_dir = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> =
        read_dir.filter_map(Result::ok).map(|dir_entry| dir_entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::{bundle_small_chunks, fetch_call, strip_custom_sections};

    #[test]
    fn small_chunks_come_in_one_file() {
        let table = ["chunk_1.wasm", "chunk_2.wasm", "chunk_3.wasm"].map(fetch_call).concat();
        let small = [("chunk_1.wasm", vec![0; 3]), ("chunk_3.wasm", vec![0; 4])];
        let bundled_table = bundle_small_chunks(table, &small, "all.bin").expect("a table");
        assert!(
            bundled_table.contains("small(0, 3)")
                && bundled_table.contains("small(3, 7)")
                && bundled_table.contains("\"./all.bin\""),
            "{bundled_table}"
        );
        assert!(
            bundled_table.contains("./chunk_2.wasm") && !bundled_table.contains("./chunk_1.wasm"),
            "{bundled_table}"
        );
        // A tool that writes its table otherwise is found out.
        assert!(bundle_small_chunks("fetch(…)".to_owned(), &small, "all.bin").is_err());
    }

    #[test]
    fn custom_sections_go() {
        let head = *b"\0asm\x01\0\0\0";
        let long = [vec![11, 0x80, 0x01], vec![7; 128]].concat();
        let module = [&head[..], &[0, 3, 1, 2, 3], &long, &[0, 1, 9]].concat();
        assert_eq!(strip_custom_sections(&module), Ok([&head[..], &long].concat()));
        assert!(strip_custom_sections(&module[..20]).is_err() && strip_custom_sections(&head[..4]).is_err());
    }
}
