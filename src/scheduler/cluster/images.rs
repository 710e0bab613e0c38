//! Which nodes have which images: upstream's image states.

use api::{Node, Str, Table};

/// Size of each image name and how many nodes list it.
#[derive(Clone, Debug, Default)]
pub struct ImageTable {
    images: Table<Str, ImageState>,
}

/// What is known of an image: upstream's `ImageStateSummary`.
#[derive(Clone, Copy, Debug)]
pub struct ImageState {
    /// Bytes, as said by the node that brought the name first: upstream's `cacheImpl.addNodeImageStates` keeps them whatever others say.
    /// Test: `scaled_by_spread_and_bounds`, at `ImageLocality`.
    pub size: i64,
    /// How many nodes list it.
    pub nodes: i64,
}

impl ImageTable {
    /// Counts the images of a node that came.
    pub fn add_node(&mut self, node: &Node) {
        for (name, size) in image_sizes(node) {
            self.images.or_insert(name.clone(), ImageState { size, nodes: 0 }).nodes += 1;
        }
    }

    /// Forgets the images of a node that went.
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

    /// The state of an image, if any node lists it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<ImageState> {
        self.images.get(name).copied()
    }
}

/// Every image name of a node, once, with the size that stands first.
fn image_sizes(node: &Node) -> Table<&Str, i64> {
    let mut names = Table::new();
    for image in &node.status.images {
        for name in &image.names {
            names.or_insert(name, image.size_bytes);
        }
    }
    names
}

/// The name under which nodes list an image: `:latest` is added where there is no tag. A digest counts as a tag.
#[must_use]
pub fn normalized_image(name: &str) -> String {
    if name.rfind(':') <= name.rfind('/') { format!("{name}:latest") } else { name.to_owned() }
}
