//! Has wasm-opt make modules smaller, as many at a time as there are cores.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    thread,
};

use crate::{error::BundleError, files::move_file};

/// What rustc lets the modules use; wasm-split does not keep the list.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// The passes that pay: less than half the processor time of `-Oz`, for 0.03 % more of the page's start. LLVM has done the rest.
///
/// By their names, functions that were made of the same source stand beside each other, of which gzip makes 2 to 3 % less. The lowest
/// kilobyte of the memory is the far end of the stack: since nothing is stored there, additions can be folded into addresses (1 %).
const OPTIONS: [&str; 10] = [
    "-O1",
    "--duplicate-function-elimination",
    "--rse",
    "--vacuum",
    "--merge-blocks",
    "--remove-unused-brs",
    "--optimize-instructions",
    "--vacuum",
    "--low-memory-unused",
    "--reorder-functions-by-name",
];

/// wasm-opt.
#[derive(Debug)]
pub(crate) struct Optimizer {
    pub(crate) wasm_opt: PathBuf,
}

impl Optimizer {
    /// Puts an optimized module in the place of each.
    pub(crate) fn optimize_modules(&self, mut modules: Vec<PathBuf>) -> Result<(), BundleError> {
        // The largest first: they take longest, and none is to be left when all others are done.
        modules.sort_by_cached_key(|module| module.metadata().map_or(0, |metadata| metadata.len()));
        let queue = Mutex::new(modules);
        let next_module = || queue.lock().ok()?.pop();
        let optimize_all = || {
            while let Some(module) = next_module() {
                self.optimize_module(&module)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let core_count = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..core_count).map(|_| scope.spawn(optimize_all)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(BundleError::Panic)))
        })
    }

    fn optimize_module(&self, module: &Path) -> Result<(), BundleError> {
        let optimized = module.with_extension("optimized");
        let mut command = Command::new(&self.wasm_opt);
        command.args(OPTIONS).args(FEATURES.map(|feature| format!("--enable-{feature}")));
        command.arg(module).arg("-o").arg(&optimized);
        // It warns of names that it does not know, which concerns nobody unless it fails.
        match command.output() {
            Ok(output) if output.status.success() => move_file(&optimized, module),
            failure => {
                let failure = failure.map(|output| {
                    eprint!("{}", String::from_utf8_lossy(&output.stderr));
                    output.status
                });
                let words = std::iter::once(command.get_program()).chain(command.get_args());
                let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
                Err(BundleError::Optimizer { command: words.join(" "), failure })
            }
        }
    }
}
