//! The layers of the crate `page`: modules, each of which uses only the ones before it.

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
const ABOVE_THE_FEATURES: [&str; 4] = ["store", "selectors", "update", "worker_protocol"];

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

#[test]
fn layers_are_recognized_by_folder_or_file() {
    assert_eq!(layer_of("src/page/page_metadata.rs"), Some(0));
    assert_eq!(layer_of("src/page/view/timeline/axis.rs"), Some(1));
    assert_eq!(layer_of("src/page/shell/app.rs"), Some(4));
    assert_eq!(layer_of("src/page/other/a.rs"), None);
    assert_eq!(layer_of("src/page_state/store.rs"), None);
}
