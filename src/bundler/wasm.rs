//! Parses and rewrites WebAssembly modules.

use std::collections::BTreeMap;

use wasm_encoder::{
    ImportSection,
    reencode::{Reencode, RoundtripReencoder},
};
use wasmparser::{Imports, Parser, Payload};

/// The size of a module's magic number and version, in bytes.
const HEADER_SIZE: usize = 8;

/// The names that a module imports from the module `from`.
pub(crate) fn list_imports(module: &[u8], from: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ImportSection(imports) = payload.map_err(|e| e.to_string())? {
            for import in imports {
                if let Imports::Single(_, import) = import.map_err(|e| e.to_string())?
                    && import.module == from
                {
                    names.push(import.name.to_owned());
                }
            }
        }
    }
    Ok(names)
}

/// Renames what a module imports from the module `from`: `new_names` has the new names by the old ones.
pub(crate) fn rename_imports(
    module: &[u8],
    from: &str,
    new_names: &BTreeMap<String, String>,
) -> Result<Vec<u8>, String> {
    rewrite_sections(module, |payload, bytes| {
        let Payload::ImportSection(imports) = payload else { return Ok(bytes.to_vec()) };
        let mut renamed = ImportSection::new();
        for import in imports.clone() {
            let Imports::Single(index, mut import) = import.map_err(|e| e.to_string())? else {
                return Err("it has a compact list of imports".to_owned());
            };
            if let Some(name) = new_names.get(import.name).filter(|_| import.module == from) {
                import.name = name;
            }
            RoundtripReencoder
                .parse_imports(&mut renamed, Imports::Single(index, import))
                .map_err(|e| e.to_string())?;
        }
        let mut section = Vec::new();
        wasm_encoder::Section::append_to(&renamed, &mut section);
        Ok(section)
    })
}

/// Removes a module's custom sections, such as names and producers.
pub(crate) fn strip_custom_sections(module: &[u8]) -> Result<Vec<u8>, String> {
    rewrite_sections(module, |payload, bytes| {
        Ok(if matches!(payload, Payload::CustomSection(_)) { Vec::new() } else { bytes.to_vec() })
    })
}

/// Replaces each section of a module by what `rewrite` returns for it and its bytes, which include its id and size.
fn rewrite_sections(
    module: &[u8],
    mut rewrite: impl FnMut(&Payload<'_>, &[u8]) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    let mut rewritten = module.get(..HEADER_SIZE).ok_or("it has no header")?.to_vec();
    let mut section_start = HEADER_SIZE;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload.map_err(|e| e.to_string())?;
        let Some((_, section)) = payload.as_section() else { continue };
        let section_end = usize::try_from(section.end).map_err(|e| e.to_string())?;
        // The parser's range starts after the section's id and size.
        rewritten.extend(rewrite(&payload, &module[section_start..section_end])?);
        section_start = section_end;
    }
    Ok(rewritten)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wasm_encoder::{EntityType, ImportSection, Module, TypeSection};

    use super::{list_imports, rename_imports, strip_custom_sections};

    #[test]
    fn only_imports_of_the_named_module_are_renamed() {
        let (mut module, mut types, mut imports) = (Module::new(), TypeSection::new(), ImportSection::new());
        types.ty().function([], []);
        imports.import("script", "now", EntityType::Function(0)).import("other", "now", EntityType::Function(0));
        module.section(&types).section(&imports);
        let new_names = BTreeMap::from([("now".to_owned(), "a".to_owned())]);
        let renamed = rename_imports(&module.finish(), "script", &new_names).expect("a module");
        assert_eq!(list_imports(&renamed, "script").expect("imports"), ["a"]);
        assert_eq!(list_imports(&renamed, "other").expect("imports"), ["now"]);
    }

    #[test]
    fn custom_sections_are_removed() {
        let header = *b"\0asm\x01\0\0\0";
        // An empty type section whose size is encoded in two bytes.
        let types = [1, 0x81, 0x00, 0];
        let module = [&header[..], &[0, 3, 1, b'x', 3], &types, &[0, 2, 1, b'y']].concat();
        assert_eq!(strip_custom_sections(&module), Ok([&header[..], &types].concat()));
        assert!(strip_custom_sections(&module[..15]).is_err() && strip_custom_sections(&header[..4]).is_err());
    }
}
