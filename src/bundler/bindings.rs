//! Generates the JavaScript that connects a program with the browser, with wasm-bindgen.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::{error::BundleError, import_names::shorten_import_names};

/// The options with which wasm-bindgen processes a program.
pub(crate) struct Bindings<'a> {
    /// The program as written by the linker or by wasm-split.
    pub(crate) program: &'a Path,
    /// The stem of the two files: `NAME.js` and `NAME_bg.wasm`.
    pub(crate) name: &'a str,
    /// Whether to write `NAME.d.ts`, for programs of others that use this one.
    pub(crate) has_types: bool,
    /// Whether to export the function table, which chunks use.
    pub(crate) has_chunks: bool,
}

impl Bindings<'_> {
    /// Writes the script and the WebAssembly module into a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), BundleError> {
        let mut bindgen = Bindgen::new();
        let done = bindgen.web(true).and_then(|bindgen| {
            bindgen
                .input_path(self.program)
                .out_name(self.name)
                .typescript(self.has_types)
                .keep_lld_exports(self.has_chunks)
                .omit_default_module_path(false)
                .generate(folder)
        });
        done.map_err(|error| BundleError::Library {
            name: "wasm-bindgen",
            program: self.program.to_owned(),
            reason: format!("{error:#}"),
        })?;
        shorten_import_names(folder, self.name)
    }
}
