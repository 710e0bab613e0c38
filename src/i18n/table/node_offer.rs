//! Texts of offers to add missing objects.

use manifest::node_sizes::{NodeCapacity, NodeSize};

use crate::{languages::Speaker, messages::node_offer as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of offers to add missing objects.
    pub struct OfferLabels from node_offer;
}

/// Sentences about offers to add missing objects.
pub trait OfferSentences: Grammar {
    fn offer_labels(&self) -> &'static OfferLabels {
        OfferLabels::of(self)
    }

    /// A node size with its capacity.
    fn node_size(&self, size: NodeSize) -> String {
        let name = match size {
            NodeSize::Small => messages::node_size_name_small(self.language()),
            NodeSize::Standard => messages::node_size_name_standard(self.language()),
            NodeSize::Large => messages::node_size_name_large(self.language()),
            NodeSize::Gpu => "GPU",
        };
        let NodeCapacity { cpu, memory, gpus, .. } = size.capacity();
        messages::NodeSize { name, cpu, memory, has_gpus: gpus > 0, gpus }.text(self.language())
    }

    /// A button that adds an object of this kind and name.
    fn add_object(&self, kind: &str, name: &str) -> String {
        messages::AddObject { kind, has_name: !name.is_empty(), name }.text(self.language())
    }
}

impl<T: Speaker> OfferSentences for T {}
