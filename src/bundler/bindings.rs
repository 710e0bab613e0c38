//! Has wasm-bindgen write the JavaScript that connects a program with the browser.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::error::BundleError;

/// How a program is connected.
pub(crate) struct Bindings<'a> {
    /// The program as the linker or wasm-split left it.
    pub(crate) program: &'a Path,
    /// What the names of the two files begin with: `NAME.js` and `NAME_bg.wasm`.
    pub(crate) name: &'a str,
    /// Whether other programs use it: then it also gets `NAME.d.ts`.
    pub(crate) has_types: bool,
    /// Whether chunks use its table of functions, which is otherwise left out.
    pub(crate) has_chunks: bool,
}

impl Bindings<'_> {
    /// Writes script and module into a folder.
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
        })
    }
}
