//! What the rules depend on besides the object.

use releases::served_api::ServedApi;

use super::provenance::Provenance;

/// Compiles a CEL expression that selects devices, and returns the error. The flag states whether the release supports consumable capacity.
pub type CompileSelectorFn = fn(&str, bool) -> Option<String>;

/// What the rules depend on besides the object.
pub(crate) struct RuleContext {
    pub provenance: Provenance,
    pub served: ServedApi,
    /// `None` if the program has not loaded the compiler: then expressions are not checked.
    pub compile_selector: Option<CompileSelectorFn>,
}
