//! Splits a program into a main module and chunks that are loaded on demand.
//!
//! Page and worker are linked as one module each, which wasm-split (by the authors of Yew and Leptos) then splits: code that is reachable only from a
//! function marked `wasm_split` in `src/web/page.rs` or `src/web/worker.rs` becomes a chunk. wasm-split needs the linker's relocations (see
//! `src/web/build.rs`). wasm-bindgen and wasm-opt process the modules afterwards. The names of all files contain the program's version.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use wasm_split_cli_support::{Options, SplitWasm, transform};

use crate::{
    bindings::Bindings,
    error::BundleError,
    files::{clear_dir, move_file, read_bytes, write_file},
    loader::{self, ChunkSource, SplitPoint},
    program::LinkedProgram,
    wasm::{list_imports, strip_custom_sections},
};

/// Shared chunks smaller than this, in bytes, are bundled into one file. They are not worth a request each, nor a run of wasm-opt, which takes a
/// second to start.
const SMALL: usize = 4096;

/// Splits a program and writes its files into its folder. Returns the modules to optimize. File names of chunks begin with `prefix`.
pub(crate) fn bundle_chunks(program: &LinkedProgram, linked: &[u8], prefix: &str) -> Result<Vec<PathBuf>, BundleError> {
    let (folder, stem) = (&program.folder, program.stem());
    let version = stem.rsplit('-').next().unwrap_or_default();
    let work = folder.join("work");
    clear_dir(&work)?;
    let loader_name = format!("{prefix}parts-{version}.js");
    let main_module = work.join(format!("{stem}.wasm"));
    let split = split_program(program, linked, &work, &main_module, &loader_name)?;
    let split_points = list_split_points(&split);
    if split_points.is_empty() {
        return Err(BundleError::Output {
            library: "wasm-split",
            problem: format!("{stem} has no chunk to split off"),
        });
    }
    check_split_points(&main_module, &loader_name, &split_points)?;

    Bindings { program: &main_module, name: &stem, has_types: false, has_chunks: true }.write(folder)?;
    let mut modules = vec![folder.join(format!("{stem}_bg.wasm"))];
    // The bundle's extension is `wasm`, because hosts compress WebAssembly, but not files of unknown types.
    let bundle_name = format!("{prefix}chunk_small-{version}.wasm");
    let (mut sources, mut bundle) = (BTreeMap::new(), Vec::new());
    let mut chunks = split.split_modules;
    chunks.sort();
    for chunk in chunks {
        let chunk_stem = chunk.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if is_shared(&chunk_stem) {
            let bytes = strip_custom_sections(&read_bytes(&chunk)?)
                .map_err(|reason| BundleError::Wasm { path: chunk.clone(), reason })?;
            if bytes.len() < SMALL {
                let start = bundle.len();
                bundle.extend(bytes);
                sources.insert(chunk_stem, ChunkSource::Bundle(start..bundle.len()));
                continue;
            }
        }
        let name = format!("{prefix}{}-{version}.wasm", chunk_stem.trim_start_matches("split_"));
        move_file(&chunk, &folder.join(&name))?;
        modules.push(folder.join(&name));
        sources.insert(chunk_stem, ChunkSource::File(name));
    }
    let script = loader::write_loader(&format!("{stem}.js"), &bundle_name, &split_points, &sources)?;
    write_file(&folder.join(&loader_name), script)?;
    write_file(&folder.join(&bundle_name), bundle)?;
    std::fs::remove_dir_all(&work).map_err(BundleError::file(work))?;
    Ok(modules)
}

/// Whether several split points share the chunk. There is one such chunk for each set of split points. Dozens of them have a few bytes only, and
/// fetching each of these kept a phone busy for half a second.
fn is_shared(chunk_stem: &str) -> bool {
    chunk_stem.starts_with("chunk_")
}

fn split_program(
    program: &LinkedProgram,
    linked: &[u8],
    work: &Path,
    main_module: &Path,
    loader_name: &str,
) -> Result<SplitWasm, BundleError> {
    let link_name = format!("./{loader_name}");
    let mut options = Options::new(linked);
    options.output_dir = work;
    options.main_out_path = main_module;
    options.link_name = &link_name;
    transform(options).map_err(|error| BundleError::Library {
        name: "wasm-split",
        program: program.linked.clone(),
        reason: format!("{error:#}"),
    })
}

/// The split points sorted by name, so that the output is reproducible.
fn list_split_points(split: &SplitWasm) -> Vec<SplitPoint> {
    let by_name: BTreeMap<_, _> = split.prefetch_map.iter().collect();
    let split_point =
        |(name, chunks): (&String, &Vec<String>)| SplitPoint { name: name.clone(), chunks: chunks.clone() };
    by_name.into_iter().map(split_point).collect()
}

/// Fails if the program imports functions from the loader script that the script does not have.
fn check_split_points(main_module: &Path, loader_name: &str, split_points: &[SplitPoint]) -> Result<(), BundleError> {
    let imports = list_imports(&read_bytes(main_module)?, &format!("./{loader_name}"))
        .map_err(|reason| BundleError::Wasm { path: main_module.to_owned(), reason })?;
    let imports: BTreeSet<String> = imports.into_iter().collect();
    let loaders: BTreeSet<String> = split_points.iter().map(SplitPoint::loader).collect();
    if imports.is_subset(&loaders) {
        Ok(())
    } else {
        Err(BundleError::Output { library: "wasm-split", problem: format!("it imports {imports:?}, not {loaders:?}") })
    }
}

#[cfg(test)]
mod tests;
