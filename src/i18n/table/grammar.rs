//! How a language counts and lists.

use crate::languages::Speaker;

/// A title and a sentence or two.
pub type TitleAndText = (String, String);

pub fn title_and_text(title: impl Into<String>, text: impl Into<String>) -> TitleAndText {
    (title.into(), text.into())
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedNoun {
    Node,
    Pod,
    Victim,
    Candidate,
    Disruption,
    Zone,
    Point,
}

/// Plurals and lists.
pub trait Grammar: Speaker {
    /// `1 node`, `2 nodes`.
    fn count(&self, count: usize, of: CountedNoun) -> String {
        translate!(
            self,
            {
                let noun = match of {
                    CountedNoun::Node => "node",
                    CountedNoun::Pod => "pod",
                    CountedNoun::Victim => "victim",
                    CountedNoun::Candidate => "candidate",
                    CountedNoun::Disruption => "disruption",
                    CountedNoun::Zone => "zone",
                    CountedNoun::Point => "point",
                };
                let many = if count == 1 { "" } else { "s" };
                format!("{count} {noun}{many}")
            },
            match of {
                CountedNoun::Node => format!("{count} 个节点"),
                CountedNoun::Pod => format!("{count} 个 Pod"),
                CountedNoun::Victim => format!("{count} 个牺牲者"),
                CountedNoun::Candidate => format!("{count} 个候选"),
                CountedNoun::Disruption => format!("{count} 次干扰"),
                CountedNoun::Zone => format!("{count} 个可用区"),
                CountedNoun::Point => format!("{count} 分"),
            }
        )
    }

    /// `a, b, c`.
    fn list(&self, items: &[&str]) -> String {
        translate!(self, items.join(", "), items.join("、"))
    }
}

impl<T: Speaker> Grammar for T {}
