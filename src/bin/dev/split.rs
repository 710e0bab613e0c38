//! Cuts the page's program into the part that every visit needs and those that are fetched when they are needed.
//!
//! Trunk knows nothing of this: what it has made of the page's program is thrown away. The cut is made in what the linker left (with
//! its relocations, see `src/build.rs`), then wasm-bindgen and wasm-opt see the pieces.

use crate::finish::{fingerprint, read, write};
use crate::shell::{Done, command, make_dir, run, target_dir};
use std::fs;
use std::path::{Path, PathBuf};

/// What rustc lets the pieces use; the cut does not keep the list.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// Puts the pieces into the folder in which Trunk puts the page together, and gives how the names of the page's files begin: before
/// and now.
pub fn split(stage: &Path) -> Done<(String, String)> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| target_dir().join("web"), PathBuf::from);
    let linked = target.join("wasm32-unknown-unknown/web/page.wasm");
    let bytes = fs::read(&linked).map_err(|e| format!("{}: {e}", linked.display()))?;
    // All pieces are of one program, so they have one name.
    let hash = format!("{:016x}", fingerprint(&bytes));
    let name = format!("page-{hash}");
    let work = target.join("split");
    let _ = fs::remove_dir_all(&work);
    make_dir(&work)?;
    run(command("wasm-split-cli").arg(&linked).arg(&work).args(["--target", "web", "--out-name", &name]))?;
    let bound = work.join("bound");
    // The parts share the table of functions, which is otherwise left out.
    let words = ["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", &name, "--out-dir"];
    run(command("wasm-bindgen").args(words).arg(&bound).arg(work.join(format!("{name}.wasm"))))?;

    let links = format!("parts-{hash}.js");
    let mut table = read(&work.join("__wasm_split.js"))?;
    let mut pieces = vec![(bound.join(format!("{name}_bg.wasm")), format!("{name}_bg.wasm"))];
    for file in files(&work)? {
        let cut = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(stem) = cut.strip_suffix(".wasm").filter(|stem| *stem != name) {
            let stem = stem.trim_start_matches("split_");
            let own = format!("{stem}-{hash}.wasm");
            table = table.replace(&format!("./{cut}"), &format!("./{own}"));
            pieces.push((file, own));
        }
    }
    if pieces.len() < 2 {
        return Err("the page's program has no part that can be fetched later".to_owned());
    }
    write(&stage.join(&links), &table)?;
    let script = read(&bound.join(format!("{name}.js")))?;
    write(
        &stage.join(format!("{name}.js")),
        &script.replace("from \"./__wasm_split.js\"", &format!("from \"./{links}\"")),
    )?;
    for (piece, own) in &pieces {
        let features = FEATURES.iter().map(|it| format!("--enable-{it}"));
        run(command("wasm-opt").arg("-Oz").args(features).arg(piece).arg("-o").arg(stage.join(own)))?;
    }

    let theirs = files(stage)?
        .iter()
        .filter_map(|it| it.file_name()?.to_str()?.strip_suffix("_bg.wasm").map(str::to_owned))
        .find(|it| it.starts_with("page-") && *it != name)
        .ok_or("Trunk made no page")?;
    for end in [".js", "_bg.wasm"] {
        let file = stage.join(format!("{theirs}{end}"));
        fs::remove_file(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok((theirs, name))
}

/// The files of a folder, in order.
pub fn files(folder: &Path) -> Done<Vec<PathBuf>> {
    let found = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<PathBuf> = found.filter_map(Result::ok).map(|it| it.path()).filter(|it| it.is_file()).collect();
    found.sort();
    Ok(found)
}
