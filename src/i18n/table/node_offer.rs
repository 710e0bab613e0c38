//! What can be added to a text that lacks it.

use manifest::node_sizes::{NodeCapacity, NodeSize};

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct OfferLabels {
        size: "Size of the nodes", "节点规格";
        how_many: "How many nodes", "节点数量";
        add_nodes: "Add nodes", "添加节点";
        value: "Priority value", "优先级的值";
        may_matter: "May change decisions", "可能影响决策";
    }
}

/// Sentences of it.
pub trait OfferSentences: Grammar {
    /// The fixed words.
    fn offer_labels(&self) -> &'static OfferLabels {
        OfferLabels::of(self)
    }

    /// A size of nodes, with what they have.
    fn node_size(&self, size: NodeSize) -> String {
        let name = match size {
            NodeSize::Small => translate!(self, "Small", "小型"),
            NodeSize::Standard => translate!(self, "Standard", "标准"),
            NodeSize::Large => translate!(self, "Large", "大型"),
            NodeSize::Gpu => "GPU",
        };
        let NodeCapacity { cpu, memory, gpus, .. } = size.capacity();
        translate!(
            self,
            {
                let gpus = if gpus > 0 { format!(", {gpus} GPU") } else { String::new() };
                format!("{name}: {cpu} cpu, {memory}Gi{gpus}")
            },
            {
                let gpus = if gpus > 0 { format!("，{gpus} GPU") } else { String::new() };
                format!("{name}：{cpu} cpu，{memory}Gi{gpus}")
            }
        )
    }

    /// Adds an object of this kind and name.
    fn add_object(&self, kind: &str, name: &str) -> String {
        translate!(
            self,
            {
                let name = if name.is_empty() { "default" } else { name };
                format!("Add {kind} {name}")
            },
            {
                let name = if name.is_empty() { "（默认）" } else { name };
                format!("添加 {kind} {name}")
            }
        )
    }
}

impl<T: Speaker> OfferSentences for T {}
