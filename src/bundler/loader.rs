//! Generates the script that loads the chunks of a program.
//!
//! It replaces wasm-split's own script, which fetches every chunk as a separate file with a fixed name. Both scripts rely on an undocumented contract
//! with the code that wasm-split's macro generates. The test `chunks::tests::wasm_splits_script_is_unchanged` fails if this contract changes.

use std::{collections::BTreeMap, fmt::Write as _, ops::Range};

use crate::error::BundleError;

/// The fixed part of the script; the list of chunks follows it.
const RUNTIME: &str = include_str!("loader.js");

/// A function whose code is loaded on demand.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SplitPoint {
    /// The name in `#[wasm_split(NAME)]`.
    pub(crate) name: String,
    /// wasm-split's names of the chunks that it needs: shared ones first, then its own, if it has one.
    pub(crate) chunks: Vec<String>,
}

impl SplitPoint {
    /// The name of the imported function that loads it.
    pub(crate) fn loader(&self) -> String {
        format!("__wasm_split_load_{}", self.name)
    }

    /// wasm-split's name of the chunk that no other split point shares.
    fn own_chunk(&self) -> String {
        format!("split_{}", self.name)
    }
}

/// Where a chunk is stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ChunkSource {
    /// In the file with this name.
    File(String),
    /// At this byte range of the bundle of small chunks.
    Bundle(Range<usize>),
}

impl ChunkSource {
    /// The JavaScript expression that fetches the chunk.
    fn fetch_expression(&self) -> String {
        match self {
            Self::File(name) => format!("file(\"./{name}\")"),
            Self::Bundle(Range { start, end }) => format!("slice({start}, {end})"),
        }
    }
}

/// Generates the script. `program` is the file name of the program's script, and `sources` has the chunks by wasm-split's names.
pub(crate) fn write_loader(
    program: &str,
    bundle: &str,
    split_points: &[SplitPoint],
    sources: &BTreeMap<String, ChunkSource>,
) -> Result<String, BundleError> {
    let mut script =
        format!("import {{ initSync }} from \"./{program}\";\n\nconst BUNDLE = \"./{bundle}\";\n\n{RUNTIME}\n");
    let own_chunks: Vec<String> = split_points.iter().map(SplitPoint::own_chunk).collect();
    for (name, source) in sources.iter().filter(|(name, _)| !own_chunks.contains(name)) {
        let _ = writeln!(script, "const {name} = chunk({});", source.fetch_expression());
    }
    for split_point in split_points {
        let own_chunk = split_point.own_chunk();
        let needed: Vec<&str> =
            split_point.chunks.iter().map(String::as_str).filter(|name| *name != own_chunk).collect();
        if let Some(name) = split_point.chunks.iter().find(|name| !sources.contains_key(*name)) {
            return Err(BundleError::Output {
                library: "wasm-split",
                problem: format!("it names a chunk {name} without a file"),
            });
        }
        let fetch = sources.get(&own_chunk).map_or_else(|| "nothing".to_owned(), ChunkSource::fetch_expression);
        let _ = writeln!(
            script,
            "export const {} = splitPoint(chunk({fetch}, [{}]));",
            split_point.loader(),
            needed.join(", ")
        );
    }
    Ok(script)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ChunkSource, SplitPoint, write_loader};

    #[test]
    fn every_split_point_loads_the_chunks_that_it_needs() {
        let sources = BTreeMap::from([
            ("chunk_1".to_owned(), ChunkSource::Bundle(0..3)),
            ("chunk_2".to_owned(), ChunkSource::File("chunk_2-7.wasm".to_owned())),
            ("split_maps".to_owned(), ChunkSource::File("maps-7.wasm".to_owned())),
        ]);
        let split_point = |name: &str, chunks: &[&str]| SplitPoint {
            name: name.to_owned(),
            chunks: chunks.iter().map(|&chunk| chunk.to_owned()).collect(),
        };
        let points = [split_point("maps", &["chunk_1", "chunk_2", "split_maps"]), split_point("rest", &["chunk_1"])];
        let script = write_loader("page-7.js", "small-7.wasm", &points, &sources).expect("a script");
        assert!(
            script.starts_with("import { initSync } from \"./page-7.js\";\n\nconst BUNDLE = \"./small-7.wasm\";\n")
        );
        let list = "const chunk_1 = chunk(slice(0, 3));\n\
                    const chunk_2 = chunk(file(\"./chunk_2-7.wasm\"));\n\
                    export const __wasm_split_load_maps = splitPoint(chunk(file(\"./maps-7.wasm\"), [chunk_1, chunk_2]));\n\
                    export const __wasm_split_load_rest = splitPoint(chunk(nothing, [chunk_1]));\n";
        assert!(script.ends_with(list), "{script}");
        assert!(write_loader("page-7.js", "small-7.wasm", &[split_point("maps", &["chunk_3"])], &sources).is_err());
    }
}
