//! Which nodes have which images. Upstream: the cache's image states.

use api::{Node, Str, Table};

/// The size of each image name, and how many nodes have it.
#[derive(Clone, Debug, Default)]
pub struct ImageTable {
    images: Table<Str, ImageState>,
}

/// Size and spread of an image. Upstream: `ImageStateSummary`.
#[derive(Clone, Copy, Debug)]
pub struct ImageState {
    /// Size in bytes, as reported by the first node that listed the image: upstream's `cacheImpl.addNodeImageStates`
    /// keeps it, whatever other nodes report. Test: `scaled_by_spread_and_bounds`, at `ImageLocality`.
    pub size: i64,
    /// Number of nodes that have the image.
    pub nodes: i64,
}

impl ImageTable {
    /// Adds the images of a new node.
    pub fn add_node(&mut self, node: &Node) {
        for (name, size) in image_sizes(node) {
            self.images.or_insert(name.clone(), ImageState { size, nodes: 0 }).nodes += 1;
        }
    }

    /// Removes the images of a deleted node.
    pub fn remove_node(&mut self, node: &Node) {
        for (name, _) in image_sizes(node) {
            if let Some(image) = self.images.get_mut(name) {
                debug_assert!(image.nodes > 0, "an image of a node that goes was counted");
                image.nodes -= 1;
                if image.nodes == 0 {
                    self.images.remove(name);
                }
            }
        }
    }

    /// Returns the state of an image, if any node has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<ImageState> {
        self.images.get(name).copied()
    }
}

/// Returns every image name of a node once, with the first listed size in bytes.
fn image_sizes(node: &Node) -> Table<&Str, i64> {
    let mut names = Table::new();
    for image in &node.status.images {
        for name in &image.names {
            names.or_insert(name, image.size_bytes);
        }
    }
    names
}

/// Returns the name under which nodes list an image: `:latest` is appended if it has no tag. A digest counts as a tag.
#[must_use]
pub fn normalized_image(name: &str) -> String {
    if name.rfind(':') <= name.rfind('/') { format!("{name}:latest") } else { name.to_owned() }
}
