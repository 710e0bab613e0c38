//! Manifests: multi-document YAML or JSON as typed objects, with errors that name the place and the fix.
//!
//! [`load`] reads text, unfolds lists, decodes the kinds that affect scheduling, and puts every object through [`admission`], as the API server
//! would. Unused kinds and fields are not errors: notices name them, and they stay in the text, which is what is stored and shared.
//!
//! There is one reader (`reader`), which yields one object at a time: a document, or an item of a list, since `kubectl -o json` writes `kind` after
//! the items. It reads YAML as kubectl does, with a port of kubectl's parser (`yaml`). An object is a tree in which every value has its bytes, line
//! and column. `load` decodes each object and drops its tree, so that a list of a hundred thousand pods is never a single tree. A text that was
//! reduced from a larger file has JSON on each line, which `dense_line` reads without the YAML parser into the same trees (a test compares them); if
//! any line is something else, the whole text is read as YAML. Admission needs all priority classes, so it runs at the end; if it rejects something,
//! the text is read again to find the places.
//!
//! `admission` rejects what the API server rejects: malformed or overlong names and labels (`fault`), numbers out of bounds, invalid pod specs
//! (`spec`). A check that needs only the object itself is a rule in `field_rules`. A text has at most 150,000 pods, and controllers create at most
//! 1,000 objects in a step, so that a run can always be stopped. Texts may omit what scheduling does not need: container names and, with a notice,
//! container images and workload selectors.
//!
//! Texts that are not only manifests are handled in one place, however they arrive (`recognition`): Markdown and commands around manifests are
//! skipped, a truncated list is read as far as it goes (`repair`), objects of a cluster without a kind are recognized by their fields and the folder
//! of their file (`implied_kind`), and files for other programs are named in an error.
//!
//! Limits on size, depth, values and alias expansion are enforced here, not by the parser. Problems and notices are data: a `Finding` has a place
//! (document, line, column, field path, bytes) and a `Problem`, an enum by area: reading, object, admission, scenario, configuration, notice.
//! Messages of a library, such as the YAML parser, are passed through unchanged. Types with their own scalar syntax (`Quantity`, `Time`) give the
//! deserializer their names, so that its errors can state what was expected.
//!
//! A program can read a [simple](Manifest::is_simple) text without linking the code for all others: [`load_common`] leaves out rare kinds and their
//! effects on pods, rows of a reduced text, and error messages (`LazyReader`).
//!
//! `edit` changes a text and leaves the rest of it unchanged, byte for byte. An edit is a splice located in the reader's trees, and is accepted only
//! if the new text, parsed again, means the same as the old one with the intended change.

mod admin_access;
pub mod admission;
mod alias_expansion;
mod annotation_notices;
mod caption;
mod cross_object_notices;
mod custom_resource;
mod dangling_refs;
mod decode;
mod dense_line;

pub mod edit;
mod fault_places;
mod feature_gates;
mod field_places;
mod field_rules;
mod foreign_groups;
mod implied_kind;
mod kind_versions;
mod lazy_kinds;
mod lists;
mod load;
mod loaded_manifest;
mod mapping_keys;
pub mod node_sizes;
mod own_documents;
mod plain_document;
mod plugin_faults;
mod reader;
mod recognition;
mod reduced_text;
mod repair;
mod replication_controller;
mod row_reader;
mod scenario;
mod scheduler_configuration;
mod scheduling_events;
mod schema;
mod script;
mod script_targets;
mod script_writer;
mod served_fields;
mod served_objects;
mod served_values;
mod steps;
mod string_cache;
mod template_digest;
mod text_diff;
mod text_limits;
pub mod tree;
mod unused_fields;
mod values;
mod wrapping;
mod yaml;

pub use caption::{Anchor, Caption, Happening, Translation};
pub use custom_resource::CustomResource;
pub use field_rules::CompileSelectorFn;
pub use foreign_groups::group_key_of_pod;
pub use implied_kind::{ImpliedKind, PATH_COMMENT, has_kind_key, implied_kind, path_above};
pub use kind_versions::is_custom_version;
pub use lazy_kinds::{load, load_compiled, load_for};
pub use lists::item_kind;
pub use load::{MissingDecoder, load_common};
pub use loaded_manifest::{KubeletVersion, Manifest, ManifestObject};
pub use own_documents::{OWN_KINDS, document_kinds, is_own_version};
pub use plain_document::{find_line, parse_value};
pub use plugin_faults::ManifestPlugin;
pub use reader::documents;
pub use reduced_text::{
    ReadCluster, ReducedHead, is_from_cluster, is_reduced, refresh_cluster, without_cluster_note,
    write_head as reduced_head,
};
pub use row_reader::RowParser;
pub use scenario::{
    ACTIONS, BindFailure, DrainDoc, NullPaths, PermitDoc, RejectedObject, ScenarioDoc, ScriptAction, Target,
    TimedAction, TimingsDoc,
};
pub use scheduler_configuration::ConfigurationDoc;
pub use scheduling_events::FAILED_SCHEDULING;
pub use schema::{FieldShape, field_shape};
pub use script_writer::{ObjectJson, ScriptCommand, append_script};
pub use text_diff::{TextChange, diff_texts};
pub use text_limits::{MAX_BYTES, MAX_DEPTH, MAX_REDUCED};
pub use tree::Span;
pub use values::object_values;
pub use wrapping::is_wrapping_line;
