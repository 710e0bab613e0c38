//! 文本中缺少、可以添加的内容。

use super::Zh;
use crate::catalogue::offer::{Offer, Sentences};
use api::offer::{Room, Size};

static OFFER: Offer = Offer {
    size: "节点规格",
    how_many: "节点数量",
    add_nodes: "添加节点",
    value: "优先级的值",
    may_matter: "可能影响决策",
};

impl Sentences for Zh {
    fn offer(&self) -> &'static Offer {
        &OFFER
    }

    fn size(&self, size: Size) -> String {
        let name = match size {
            Size::Small => "小型",
            Size::Standard => "标准",
            Size::Large => "大型",
            Size::Gpu => "GPU",
        };
        let Room { cpu, memory, gpus, .. } = size.room();
        let gpus = if gpus > 0 { format!("，{gpus} GPU") } else { String::new() };
        format!("{name}：{cpu} cpu，{memory}Gi{gpus}")
    }

    fn add_object(&self, kind: &str, name: &str) -> String {
        let name = if name.is_empty() { "（默认）" } else { name };
        format!("添加 {kind} {name}")
    }
}
