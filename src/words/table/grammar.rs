//! How a language counts and lists.

use crate::languages::Speaker;

/// A title and a sentence or two.
pub type Told = (String, String);

pub fn told(title: impl Into<String>, text: impl Into<String>) -> Told {
    (title.into(), text.into())
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
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
    fn count(&self, count: usize, of: Noun) -> String {
        say!(
            self,
            {
                let noun = match of {
                    Noun::Node => "node",
                    Noun::Pod => "pod",
                    Noun::Victim => "victim",
                    Noun::Candidate => "candidate",
                    Noun::Disruption => "disruption",
                    Noun::Zone => "zone",
                    Noun::Point => "point",
                };
                let many = if count == 1 { "" } else { "s" };
                format!("{count} {noun}{many}")
            },
            match of {
                Noun::Node => format!("{count} 个节点"),
                Noun::Pod => format!("{count} 个 Pod"),
                Noun::Victim => format!("{count} 个牺牲者"),
                Noun::Candidate => format!("{count} 个候选"),
                Noun::Disruption => format!("{count} 次干扰"),
                Noun::Zone => format!("{count} 个可用区"),
                Noun::Point => format!("{count} 分"),
            }
        )
    }

    /// `a, b, c`.
    fn list(&self, items: &[&str]) -> String {
        say!(self, items.join(", "), items.join("、"))
    }
}

impl<T: Speaker> Grammar for T {}
