//! 中文，用语依照 Kubernetes 文档。

mod calls;
mod capacity;
mod care;
mod compare;
mod configuring;
mod evidence;
mod export;
mod extender;
mod form;
mod gallery;
mod going;
mod labels;
mod lesson;
mod minors;
mod module;
mod notice;
mod offer;
mod opened;
mod phrases;
mod problem;
mod reason;
mod share;
mod stage;
mod story;
mod teach;
mod volumes;
mod why;
mod written;

use crate::catalogue::grammar::{Grammar, Noun};

/// 中文。
pub struct Zh;

impl Grammar for Zh {
    fn count(&self, count: usize, of: Noun) -> String {
        match of {
            Noun::Node => format!("{count} 个节点"),
            Noun::Pod => format!("{count} 个 Pod"),
            Noun::Victim => format!("{count} 个牺牲者"),
            Noun::Candidate => format!("{count} 个候选"),
            Noun::Disruption => format!("{count} 次干扰"),
            Noun::Zone => format!("{count} 个可用区"),
            Noun::Point => format!("{count} 分"),
        }
    }

    fn list(&self, items: &[&str]) -> String {
        items.join("、")
    }
}
