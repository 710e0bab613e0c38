//! Shortens the names of the functions that a program imports from wasm-bindgen's script.
//!
//! wasm-bindgen names each import after the browser's function and a hash, once in the script and once in the WebAssembly module. Hashes do not
//! compress: a program with 400 imports downloads 12 kB of them.

use std::{collections::BTreeMap, path::Path};

use crate::{
    error::BundleError,
    files::{read_bytes, read_text, write_file},
    wasm::{list_imports, rename_imports},
};

/// Renames the imports of the program that wasm-bindgen wrote as `NAME.js` and `NAME_bg.wasm`, in both files.
pub(crate) fn shorten_import_names(folder: &Path, name: &str) -> Result<(), BundleError> {
    let script_module = format!("./{name}_bg.js");
    let (script, module) = (folder.join(format!("{name}.js")), folder.join(format!("{name}_bg.wasm")));
    let program = read_bytes(&module)?;
    let wasm_error = |reason| BundleError::Wasm { path: module.clone(), reason };
    let imports = list_imports(&program, &script_module).map_err(wasm_error)?;
    let short_names: BTreeMap<String, String> =
        (0..).map(short_name).zip(imports).map(|(short, long)| (long, short)).collect();
    let renamed = rename_imports(&program, &script_module, &short_names).map_err(wasm_error)?;
    write_file(&script, rename_keys(&read_text(&script)?, &short_names)?)?;
    write_file(&module, renamed)
}

/// Renames the keys of the object of imports in wasm-bindgen's script. Each key begins a line.
fn rename_keys(script: &str, short_names: &BTreeMap<String, String>) -> Result<String, BundleError> {
    let mut renamed = String::with_capacity(script.len());
    let mut key_count = 0;
    for line in script.split_inclusive('\n') {
        let code = line.trim_start();
        match code.split_once(": ").and_then(|(key, value)| Some((short_names.get(key)?, value))) {
            Some((short, value)) => {
                key_count += 1;
                renamed.extend([&line[..line.len() - code.len()], short, ": ", value]);
            }
            None => renamed.push_str(line),
        }
    }
    if key_count == short_names.len() {
        Ok(renamed)
    } else {
        Err(BundleError::Output {
            library: "wasm-bindgen",
            problem: format!("{} imports are not each a line of its script", short_names.len()),
        })
    }
}

/// The name of an import by its number: first those of one letter, then those of two.
fn short_name(mut index: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        name.push(char::from(LETTERS[index % LETTERS.len()]));
        index /= LETTERS.len();
        if index == 0 {
            return name;
        }
        index -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{rename_keys, short_name};

    #[test]
    fn short_names_are_distinct() {
        let names: BTreeSet<String> = (0..3000).map(short_name).collect();
        assert_eq!(names.len(), 3000);
        assert!(names.iter().all(|name| name.len() <= 3));
        assert_eq!([short_name(0), short_name(51), short_name(52)], ["a", "Z", "aa"]);
    }

    #[test]
    fn each_import_is_one_key_of_the_script() {
        let short_names =
            BTreeMap::from([("__wbg_now_1".to_owned(), "a".to_owned()), ("__wbg_log_2".to_owned(), "b".to_owned())]);
        let script = "const import0 = {\n    __wbg_log_2: function() {\n    },\n    __wbg_now_1: now,\n};\n";
        assert_eq!(
            rename_keys(script, &short_names).expect("both are there"),
            "const import0 = {\n    b: function() {\n    },\n    a: now,\n};\n"
        );
        assert!(rename_keys("const import0 = {\n    __wbg_log_2: log,\n};\n", &short_names).is_err());
        assert!(rename_keys(&script.repeat(2), &short_names).is_err());
    }
}
