//! Turns linked programs into files that a browser loads: splits page and worker into chunks, generates the JavaScript that connects each program with
//! the browser, and optimizes the WebAssembly.
//!
//! It is a crate of its own because it needs wasm-bindgen and wasm-split, which take minutes to compile. `cargo dev` runs it.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // native, and never part of the page

mod bindings;
mod chunks;
mod error;
mod files;
mod import_names;
mod js_module;
mod loader;
mod optimizer;
mod program;
mod wasm;

use std::{path::PathBuf, process::ExitCode, thread};

use bindings::Bindings;
use error::BundleError;
use files::{clear_dir, read_bytes};
use optimizer::Optimizer;
use program::{LinkedProgram, ProgramKind};

const USAGE: &str = "\
bundler [--wasm-opt FILE] KIND LINKED FOLDER [KIND LINKED FOLDER]…

KIND      page, worker, module or figures
LINKED    the program as cargo links it
FOLDER    where its files go; the name of this folder is the beginning of their names";

fn main() -> ExitCode {
    match bundle_programs(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Bundles the programs that the arguments name, in parallel.
fn bundle_programs(cli_args: Vec<String>) -> Result<(), BundleError> {
    let (optimizer, programs) = parse_arguments(&cli_args).ok_or(BundleError::Usage(USAGE))?;
    let modules = thread::scope(|scope| {
        let bundles: Vec<_> = programs.iter().map(|program| scope.spawn(|| bundle_program(program))).collect();
        bundles
            .into_iter()
            .map(|bundle| bundle.join().unwrap_or(Err(BundleError::Panic)))
            .collect::<Result<Vec<_>, _>>()
    })?;
    // Together for all programs, so that the longest run does not come last and alone.
    match optimizer {
        Some(optimizer) => optimizer.optimize_modules(modules.concat()),
        None => Ok(()),
    }
}

/// Writes the files of a program into its folder. Returns the WebAssembly modules to optimize.
fn bundle_program(program: &LinkedProgram) -> Result<Vec<PathBuf>, BundleError> {
    clear_dir(&program.folder)?;
    match program.kind {
        ProgramKind::Page => chunks::bundle_chunks(program, &read_bytes(&program.linked)?, ""),
        ProgramKind::Worker => chunks::bundle_chunks(program, &read_bytes(&program.linked)?, "engine-"),
        ProgramKind::Module => js_module::bundle_module(program),
        ProgramKind::Figures => {
            let name = program.stem();
            Bindings { program: &program.linked, name: &name, has_types: false, has_chunks: false }
                .write(&program.folder)?;
            Ok(vec![program.folder.join(format!("{name}_bg.wasm"))])
        }
    }
}

fn parse_arguments(cli_args: &[String]) -> Option<(Option<Optimizer>, Vec<LinkedProgram>)> {
    let (optimizer, cli_args) = match cli_args {
        [option, file, rest @ ..] if option == "--wasm-opt" => {
            (Some(Optimizer { wasm_opt: PathBuf::from(file) }), rest)
        }
        _ => (None, cli_args),
    };
    let (triples, rest) = cli_args.as_chunks::<3>();
    let programs = triples.iter().map(|[kind, linked, folder]| {
        Some(LinkedProgram {
            kind: ProgramKind::parse(kind)?,
            linked: PathBuf::from(linked),
            folder: PathBuf::from(folder),
        })
    });
    let programs = programs.collect::<Option<Vec<_>>>()?;
    (rest.is_empty() && !programs.is_empty()).then_some((optimizer, programs))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ProgramKind, parse_arguments};

    #[test]
    fn arguments_are_parsed_into_programs() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (optimizer, programs) =
            parse_arguments(&words("--wasm-opt opt page a.wasm out/page-1 module b.wasm out/module-2"))
                .expect("two programs");
        assert_eq!(optimizer.expect("an optimizer").wasm_opt, Path::new("opt"));
        assert_eq!(
            programs.iter().map(|program| program.kind).collect::<Vec<_>>(),
            [ProgramKind::Page, ProgramKind::Module]
        );
        assert_eq!(programs[1].folder, Path::new("out/module-2"));
        assert!(parse_arguments(&words("page a.wasm out")).is_some_and(|(optimizer, _)| optimizer.is_none()));
        for text in ["", "page a.wasm", "pages a.wasm out", "--wasm-opt opt", "page a.wasm out worker"] {
            assert!(parse_arguments(&words(text)).is_none(), "{text}");
        }
    }
}
