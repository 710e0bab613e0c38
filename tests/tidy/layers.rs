//! The layers within crates: the modules of `page`, and the floors of `page_state`, `simulation` and `manifest`.

use std::collections::BTreeSet;

use super::{circles, report, sources};

/// From bottom to top. The state of the page is below all of them, in a crate of its own.
const LAYERS: [&str; 6] = ["page_metadata", "view", "effects", "features", "shell", "lib"];

/// The index of a file's layer in [`LAYERS`]; `src/page/view/dirty.rs` is in the second one.
fn layer_of(file: &str) -> Option<usize> {
    let path = file.strip_prefix("src/page/")?;
    let name = path.split('/').next()?.trim_end_matches(".rs");
    LAYERS.iter().position(|layer| *layer == name)
}

#[test]
fn the_page_uses_only_lower_layers() {
    let sources = sources();
    let graph = circles::imports(sources.iter().map(|source| (&*source.path, &*source.code)));
    let mut upward = Vec::new();
    let mut downward = 0;
    for (file, uses) in graph.iter().filter(|(file, _)| file.starts_with("src/page/")) {
        let layer = layer_of(file).unwrap_or_else(|| panic!("{file} is in no layer"));
        for used in uses.iter().filter(|used| used.starts_with("src/page/")) {
            match layer_of(used) {
                Some(other) if other <= layer => downward += usize::from(other < layer),
                _ => upward.push(format!("{file} uses {used}")),
            }
        }
    }
    assert!(downward > 100, "uses are found: {downward}");
    report("the page uses a layer above", &upward);
}

/// Floors of the page's state that no feature may use: the features are below them.
const ABOVE_THE_FEATURES: [&str; 5] = ["store", "selectors", "slice_table", "update", "worker_protocol"];

#[test]
fn the_features_of_the_state_are_below_the_store() {
    let sources = sources();
    let graph = circles::imports(sources.iter().map(|source| (&*source.path, &*source.code)));
    let rooms = circles::rooms(&graph, "src/page_state/");
    assert!(rooms["store"].len() > 10 && rooms["builder"].contains("actions"), "uses are found");
    let mut texts: Vec<String> = circles::circles(&rooms).into_iter().map(|circle| circle.join(", ")).collect();
    let is_above = |name: &String| ABOVE_THE_FEATURES.contains(&name.as_str());
    for (room, used) in rooms.iter().filter(|(room, _)| !is_above(room) && *room != "testing") {
        texts.extend(used.iter().filter(|used| is_above(used)).map(|used| format!("{room} uses {used}")));
    }
    report("folders of src/page_state that use each other, or a feature that uses what is above it", &texts);
}

/// The folders and files of a crate as floors, from bottom to top. Rooms of the same floor may use each other, but not in a circle.
type Floors = &'static [&'static [&'static str]];

/// Floors of the simulation. The fourth are the components, which do not use each other.
const SIMULATION: Floors = &[
    &["action", "admission_failure", "event_log", "ids", "node_conditions", "scenario", "settings", "task"],
    &["agenda", "api_server", "from_manifest", "inferred_owners", "work_queue"],
    &["client"],
    &[
        "controllers",
        "disruption",
        "kube_scheduler",
        "kubectl",
        "kubelet",
        "node_lifecycle",
        "pod_gc",
        "resource_claim",
        "taint_eviction",
        "volumes",
    ],
    &["components"],
    &["invariants", "replay", "setup", "simulation", "steps"],
];

/// Floors of the reader of manifests: words and rules that know no text, text as trees, what is read from a tree, loaded objects and edits, and loading.
const MANIFEST: Floors = &[
    &[
        "admission",
        "annotation_notices",
        "caption",
        "field_places",
        "node_sizes",
        "own_documents",
        "plugin_faults",
        "replication_controller",
        "script_writer",
        "steps",
        "string_cache",
        "text_limits",
    ],
    &["repair", "scenario", "schema", "tree", "wrapping", "yaml"],
    &[
        "alias_expansion",
        "custom_resource",
        "decode",
        "dense_line",
        "field_rules",
        "foreign_groups",
        "implied_kind",
        "kind_versions",
        "lists",
        "mapping_keys",
        "reader",
        "reduced_text",
        "row_reader",
        "scheduler_configuration",
        "served_fields",
        "served_values",
        "template_digest",
        "unused_fields",
    ],
    &[
        "admin_access",
        "cross_object_notices",
        "dangling_refs",
        "edit",
        "fault_places",
        "loaded_manifest",
        "plain_document",
        "scheduling_events",
        "script_targets",
        "text_diff",
        "values",
    ],
    &["feature_gates", "lazy_kinds", "load", "recognition", "script", "served_objects"],
];

/// The circles between the rooms of a crate, the uses of a room on a floor above, and the rooms that are on no floor.
fn breaches(rooms: &circles::Graph, floors: Floors) -> Vec<String> {
    let floor_of = |room: &str| floors.iter().position(|floor| floor.contains(&room));
    let mut texts: Vec<String> =
        circles::circles(rooms).into_iter().map(|circle| format!("circle: {}", circle.join(", "))).collect();
    for (room, used) in rooms {
        match floor_of(room) {
            Some(floor) => {
                let above = used.iter().filter(|used| floor_of(used).is_some_and(|other| other > floor));
                texts.extend(above.map(|used| format!("{room} uses {used}, which is above it")));
            }
            None => texts.push(format!("{room} is on no floor")),
        }
    }
    texts
}

#[test]
fn the_simulation_uses_only_lower_floors() {
    let sources = sources();
    let graph = circles::imports(sources.iter().map(|source| (&*source.path, &*source.code)));
    let rooms = circles::rooms(&graph, "src/simulation/");
    assert!(rooms["components"].len() > 10 && rooms["kubelet"].contains("client"), "uses are found");
    let mut texts = breaches(&rooms, SIMULATION);
    let components = SIMULATION[3];
    for room in components {
        let others = rooms[*room].iter().filter(|used| components.contains(&used.as_str()));
        texts.extend(others.map(|used| format!("the component {room} uses {used}")));
    }
    report("folders of src/simulation that use what is above them", &texts);
}

#[test]
fn manifest_uses_only_lower_floors() {
    let sources = sources();
    let manifest = sources.iter().filter(|source| source.path.starts_with("src/manifest/"));
    let graph = circles::imports(manifest.map(|source| (&*source.path, &*source.code)));
    let rooms = circles::rooms(&graph, "src/manifest/");
    assert!(rooms["load"].len() > 10 && rooms["edit"].contains("tree"), "uses are found");
    let mut texts = breaches(&rooms, MANIFEST);
    // `lib.rs` only lists the modules and what other crates use, so nothing in the crate needs it.
    let uses_root = |(_, used): &(&String, &BTreeSet<String>)| used.contains("src/manifest/lib.rs");
    texts.extend(graph.iter().filter(uses_root).map(|(file, _)| format!("{file} uses src/manifest/lib.rs")));
    report("files of src/manifest that use what is above them", &texts);
}

#[test]
fn breaches_of_floors_are_found() {
    let rooms = |uses: [&[&str]; 3]| -> circles::Graph {
        let rooms = ["ground", "first", "second"].into_iter().zip(uses);
        rooms.map(|(room, used)| (room.to_owned(), used.iter().map(|used| (*used).to_owned()).collect())).collect()
    };
    let floors: Floors = &[&["ground"], &["first", "second"]];
    assert_eq!(breaches(&rooms([&[], &["ground"], &["ground", "first"]]), floors), [""; 0]);
    assert_eq!(breaches(&rooms([&["second"], &[], &[]]), floors), ["ground uses second, which is above it"]);
    assert_eq!(breaches(&rooms([&[], &["second"], &["first"]]), floors), ["circle: first, second"]);
    assert_eq!(breaches(&rooms([&[], &[], &[]]), &floors[1..]), ["ground is on no floor"]);
}

#[test]
fn layers_are_recognized_by_folder_or_file() {
    assert_eq!(layer_of("src/page/page_metadata.rs"), Some(0));
    assert_eq!(layer_of("src/page/view/timeline/axis.rs"), Some(1));
    assert_eq!(layer_of("src/page/shell/app.rs"), Some(4));
    assert_eq!(layer_of("src/page/other/a.rs"), None);
    assert_eq!(layer_of("src/page_state/store.rs"), None);
}
