//! The contract with wasm-split, checked with a program of two split points that share a function.

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
    program::{Program, ProgramKind},
};

const SPLIT_POINTS: [&str; 2] = ["graphs", "maps"];
/// The functions: the imports (the two split points and their loaders), then one that the split points share, then the split points' own, then
/// two that call the loaders.
const LOADERS: [u32; 2] = [2, 3];
const SHARED: u32 = 4;
const FUNCTION_COUNT: u32 = 9;

/// A program as the linker leaves it, with what the macro `wasm_split` puts into it.
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
    // The version of the macro's contract.
    module.section(&CustomSection { name: Cow::Borrowed("__wasm_split_unstable"), data: Cow::Borrowed(&[1, 1, 1]) });
    module.finish()
}

/// A folder for one test, with the program in it.
fn place_program(test: &str) -> (PathBuf, Program) {
    let top = std::env::temp_dir().join(format!("schedscope-{test}-{}", std::process::id()));
    let program = Program {
        kind: ProgramKind::Worker,
        linked: top.join("worker.wasm"),
        folder: top.join("worker-0123456789abcdef"),
    };
    fs::create_dir_all(&program.folder).expect("a folder");
    (top, program)
}

/// `loader.js` does what wasm-split's own script does. If this fails after an update of wasm-split, see what its script does otherwise now,
/// bring `loader.js` in line with it, and write the new text into `wasm_split.js`.
#[test]
fn the_contract_with_wasm_split_is_known() {
    let (top, program) = place_program("contract");
    let split =
        split_program(&program, &linked_program(), &top, &top.join("main.wasm"), "parts.js").expect("a split program");
    let script = fs::read_to_string(top.join("parts.js")).expect("its script");
    if std::env::var_os("WASM_SPLIT").is_some_and(|value| value == "write") {
        let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("chunks/wasm_split.js");
        fs::write(recorded, &script).expect("a writable checkout");
    }
    assert_eq!(script, include_str!("wasm_split.js"), "wasm-split writes another script");
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
fn a_program_becomes_chunks_with_its_version_in_their_names() {
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
fn a_program_without_split_points_is_refused() {
    let (top, program) = place_program("whole");
    let bundle = bundle_chunks(&program, b"\0asm\x01\0\0\0", "");
    assert!(matches!(bundle, Err(BundleError::Library { .. } | BundleError::Output { .. })), "{bundle:?}");
    fs::remove_dir_all(top).expect("it can go");
}
