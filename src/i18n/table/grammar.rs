//! How a language counts and lists.

use api::Millis;

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

    /// A duration in its two largest units.
    fn length_of(&self, time: Millis) -> String {
        let seconds = time.to_millis() / 1000;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        let units = translate!(self, [" d", " h", " min", " s"], [" 天", " 小时", " 分钟", " 秒"]);
        let parts = [days, hours, minutes, seconds % 60];
        let first = parts.iter().position(|part| *part > 0).unwrap_or(3);
        let largest_parts = parts.iter().zip(units).skip(first).take(2).filter(|(part, _)| **part > 0);
        let texts: Vec<String> = largest_parts.map(|(part, unit)| format!("{part}{unit}")).collect();
        if texts.is_empty() { format!("0{}", units[3]) } else { texts.join(" ") }
    }
}

impl<T: Speaker> Grammar for T {}
