//! What can be added to a text that lacks it, in English.

use super::En;
use crate::catalogue::offer::{Offer, Sentences};
use api::offer::{Room, Size};

static OFFER: Offer = Offer {
    size: "Size of the nodes",
    how_many: "How many nodes",
    add_nodes: "Add nodes",
    value: "Priority value",
    may_matter: "May change decisions",
};

impl Sentences for En {
    fn offer(&self) -> &'static Offer {
        &OFFER
    }

    fn size(&self, size: Size) -> String {
        let name = match size {
            Size::Small => "Small",
            Size::Standard => "Standard",
            Size::Large => "Large",
            Size::Gpu => "GPU",
        };
        let Room { cpu, memory, gpus, .. } = size.room();
        let gpus = if gpus > 0 { format!(", {gpus} GPU") } else { String::new() };
        format!("{name}: {cpu} cpu, {memory}Gi{gpus}")
    }

    fn add_object(&self, kind: &str, name: &str) -> String {
        let name = if name.is_empty() { "default" } else { name };
        format!("Add {kind} {name}")
    }
}
