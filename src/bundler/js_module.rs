//! Bundles the engine as a JavaScript module for other programs.

use std::path::PathBuf;

use crate::{
    bindings::Bindings,
    error::BundleError,
    files::{read_text, write_file},
    program::LinkedProgram,
};

/// The stem of its files, which other programs import.
const NAME: &str = "schedscope";

/// Functions that are appended to wasm-bindgen's script.
const GUARD: &str = include_str!("../web/module.js");

/// Writes the module into the program's folder. Returns the WebAssembly modules to optimize.
pub(crate) fn bundle_module(program: &LinkedProgram) -> Result<Vec<PathBuf>, BundleError> {
    let folder = &program.folder;
    Bindings { program: &program.linked, name: NAME, has_types: true, has_chunks: false }.write(folder)?;
    // Types of the WebAssembly module's raw exports, which are not part of the API.
    let inner_types = folder.join(format!("{NAME}_bg.wasm.d.ts"));
    std::fs::remove_file(&inner_types).map_err(BundleError::file(inner_types))?;
    let script = folder.join(format!("{NAME}.js"));
    write_file(&script, guard_script(&read_text(&script)?)?)?;
    // Node reads the module type from the nearest `package.json`.
    write_file(
        &folder.join("package.json"),
        format!("{{ \"type\": \"module\", \"main\": \"{NAME}.js\", \"types\": \"{NAME}.d.ts\" }}\n"),
    )?;
    Ok(vec![folder.join(format!("{NAME}_bg.wasm"))])
}

/// Changes wasm-bindgen's script so that it can start in Node, and can be called again after a call crashed. wasm-bindgen has no options for this, so
/// two lines of its script are replaced.
fn guard_script(script: &str) -> Result<String, BundleError> {
    let mut script = script.to_owned();
    for (line, guarded_line) in [
        ("module_or_path = fetch(module_or_path);", "module_or_path = fetchEngine(module_or_path);"),
        ("wasm = instance.exports;", "wasm = guardExports(instance.exports);"),
    ] {
        if script.matches(line).count() != 1 {
            return Err(BundleError::Output {
                library: "wasm-bindgen",
                problem: format!("the module's script does not have `{line}` once"),
            });
        }
        script = script.replace(line, guarded_line);
    }
    Ok(script + GUARD)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{GUARD, bundle_module, guard_script};
    use crate::{
        error::BundleError,
        program::{LinkedProgram, ProgramKind},
    };

    #[test]
    fn wasm_bindgens_script_has_the_lines_that_are_replaced() {
        let top = std::env::temp_dir().join(format!("schedscope-module-{}", std::process::id()));
        let folder = top.join("module-1");
        fs::create_dir_all(&folder).expect("a folder");
        let linked = top.join("module.wasm");
        fs::write(&linked, b"\0asm\x01\0\0\0").expect("an empty program");
        let program = LinkedProgram { kind: ProgramKind::Module, linked, folder: folder.clone() };
        let modules = bundle_module(&program).expect("wasm-bindgen writes what it did");
        assert_eq!(modules, [folder.join("schedscope_bg.wasm")]);
        let script = fs::read_to_string(folder.join("schedscope.js")).expect("a script");
        for call in ["guardExports(instance.exports)", "fetchEngine(module_or_path)"] {
            assert_eq!(script.matches(call).count(), 1, "{call}");
        }
        // The guard calls these functions of wasm-bindgen's script to make a new instance.
        for function in ["__wbg_finalize_init(instance, module)", "__wbg_get_imports()"] {
            assert!(script.contains(&format!("function {function}")), "{function}");
        }
        assert!(script.contains("wasmModule = module;"), "{script}");
        for name in ["schedscope.d.ts", "package.json"] {
            assert!(folder.join(name).is_file(), "{name}");
        }
        fs::remove_dir_all(top).expect("it can go");
    }

    #[test]
    fn a_script_without_these_lines_is_rejected() {
        for name in ["fetchEngine", "guardExports"] {
            assert!(GUARD.contains(&format!("function {name}(")), "{name}");
        }
        let refused = guard_script("wasm = instance.exports;\n");
        assert!(matches!(refused, Err(BundleError::Output { library: "wasm-bindgen", .. })));
    }
}
