//! Parses and rewrites WebAssembly modules.

use wasmparser::{Imports, Parser, Payload};

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

/// Removes a module's custom sections, such as names and producers.
pub(crate) fn strip_custom_sections(module: &[u8]) -> Result<Vec<u8>, String> {
    const HEADER_SIZE: usize = 8;
    let mut stripped = module.get(..HEADER_SIZE).ok_or("it has no header")?.to_vec();
    let mut section_start = HEADER_SIZE;
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload.map_err(|e| e.to_string())?;
        let Some((_, section)) = payload.as_section() else { continue };
        let section_end = usize::try_from(section.end).map_err(|e| e.to_string())?;
        // The parser's range starts after the section's id and size.
        if !matches!(payload, Payload::CustomSection(_)) {
            stripped.extend(&module[section_start..section_end]);
        }
        section_start = section_end;
    }
    Ok(stripped)
}

#[cfg(test)]
mod tests {
    use super::strip_custom_sections;

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
