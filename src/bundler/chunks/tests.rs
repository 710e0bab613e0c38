//! Checks the contract with wasm-split, on a program with two split points that share a function.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use wasm_encoder::{
    CodeSection, CustomSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    Instruction, LinkingSection, MemorySection, MemoryType, Module, RefType, SymbolTable, TableSection, TableType,
    TypeSection,
};

use super::{bundle_chunks, list_split_points, split_program};
use crate::{
    error::BundleError,
    loader::SplitPoint,
    program::{LinkedProgram, ProgramKind},
};

const SPLIT_POINTS: [&str; 2] = ["graphs", "maps"];
/// Indices of the loaders. The program's functions are, in this order: the imports (two split points and their two loaders), the shared function, the
/// split points' own functions, and two functions that call the loaders.
const LOADERS: [u32; 2] = [2, 3];
const SHARED: u32 = 4;
const FUNCTION_COUNT: u32 = 9;

/// A program as the linker writes it, with the sections that `#[wasm_split]` adds.
fn linked_program() -> Vec<u8> {
    let mut module = Module::new();
    let mut types = TypeSection::new();
    types.ty().function([], []);
    module.section(&types);

    let symbol = |name: &str, end: &str| format!("__wasm_split_00{name}00_{end}_00000000000000000000000000000000");
    let mut imports = ImportSection::new();
    for name in SPLIT_POINTS {
        imports.import("__wasm_split_placeholder__", &symbol(name, "import"), EntityType::Function(0));
    }
    for name in SPLIT_POINTS {
        imports.import("__wasm_split_placeholder__", &format!("__wasm_split_load_{name}"), EntityType::Function(0));
    }
    module.section(&imports);
    let mut functions = FunctionSection::new();
    for _ in SHARED..FUNCTION_COUNT {
        functions.function(0);
    }
    module.section(&functions);
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        minimum: 1,
        maximum: Some(1),
        table64: false,
        shared: false,
    });
    module.section(&tables);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
    module.section(&memories);

    let mut exports = ExportSection::new();
    for (name, function) in SPLIT_POINTS.iter().zip(SHARED + 1..) {
        exports.export(&symbol(name, "export"), ExportKind::Func, function);
        exports.export(&format!("open_{name}"), ExportKind::Func, function + 2);
    }
    exports.export("__indirect_function_table", ExportKind::Table, 0);
    exports.export("memory", ExportKind::Memory, 0);
    module.section(&exports);

    let mut code = CodeSection::new();
    for callee in [None, Some(SHARED), Some(SHARED), Some(LOADERS[0]), Some(LOADERS[1])] {
        let mut function = Function::new([]);
        if let Some(callee) = callee {
            function.instruction(&Instruction::Call(callee));
        }
        function.instruction(&Instruction::End);
        code.function(&function);
    }
    module.section(&code);

    let mut linking = LinkingSection::new();
    let mut symbols = SymbolTable::new();
    symbols.table(SymbolTable::WASM_SYM_BINDING_LOCAL, 0, Some("__indirect_function_table"));
    linking.symbol_table(&symbols);
    module.section(&linking);
    // The version of the contract between macro and tool.
    module.section(&CustomSection { name: Cow::Borrowed("__wasm_split_unstable"), data: Cow::Borrowed(&[1, 1, 1]) });
    module.finish()
}

/// Creates a folder for one test, and describes the program in it.
fn place_program(test: &str) -> (PathBuf, LinkedProgram) {
    let top = std::env::temp_dir().join(format!("schedscope-{test}-{}", std::process::id()));
    let program = LinkedProgram {
        kind: ProgramKind::Worker,
        linked: top.join("worker.wasm"),
        folder: top.join("worker-0123456789abcdef"),
    };
    fs::create_dir_all(&program.folder).expect("a folder");
    (top, program)
}

/// `loader.js` does the same as wasm-split's own script. If this fails after an update of wasm-split, compare the scripts, change `loader.js`
/// accordingly, and record the new script in `wasm_split.js` (`UPDATE_EXPECT=1`).
#[test]
fn wasm_splits_script_is_unchanged() {
    let (top, program) = place_program("contract");
    let split =
        split_program(&program, &linked_program(), &top, &top.join("main.wasm"), "parts.js").expect("a split program");
    let script = fs::read_to_string(top.join("parts.js")).expect("its script");
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("chunks/wasm_split.js");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&recorded, &script).expect("a writable checkout");
    }
    let recorded = fs::read_to_string(recorded).expect("the recorded script");
    assert_eq!(script, recorded, "wasm-split's script has changed; UPDATE_EXPECT=1 records it anew");
    let split_point = |name: &str, chunks: &[&str]| SplitPoint {
        name: name.to_owned(),
        chunks: chunks.iter().map(|&chunk| chunk.to_owned()).collect(),
    };
    assert_eq!(
        list_split_points(&split),
        [split_point("graphs", &["chunk_3", "split_graphs"]), split_point("maps", &["chunk_3", "split_maps"])]
    );
    fs::remove_dir_all(top).expect("it can go");
}

#[test]
fn file_names_contain_the_programs_version() {
    let (top, program) = place_program("chunks");
    let modules = bundle_chunks(&program, &linked_program(), "engine-").expect("a bundle");
    let names: BTreeSet<String> = fs::read_dir(&program.folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    for name in &names {
        assert!(name.contains("0123456789abcdef"), "{name}");
    }
    assert!(modules.iter().all(|module| module.is_file()), "{modules:?}");
    let script = fs::read_to_string(program.folder.join("worker-0123456789abcdef.js")).expect("the program's script");
    assert!(script.contains("\"./engine-parts-0123456789abcdef.js\""), "{script}");
    let loader = fs::read_to_string(program.folder.join("engine-parts-0123456789abcdef.js")).expect("the loader");
    for name in SPLIT_POINTS {
        assert!(loader.contains(&format!("export const __wasm_split_load_{name} = ")), "{loader}");
    }
    fs::remove_dir_all(top).expect("it can go");
}

#[test]
fn a_program_without_split_points_is_rejected() {
    let (top, program) = place_program("whole");
    let bundle = bundle_chunks(&program, b"\0asm\x01\0\0\0", "");
    assert!(matches!(bundle, Err(BundleError::Library { .. } | BundleError::Output { .. })), "{bundle:?}");
    fs::remove_dir_all(top).expect("it can go");
}
