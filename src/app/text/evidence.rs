//! The arithmetic behind a score, written out with its numbers.

use crate::app::state::Lang;
use crate::framework::{AllocationPart, Balance, Evidence, ImagePart, SpreadPart};

use super::{amount, bytes, pick};

/// How a raw score came about, one line for each part.
pub fn lines(lang: Lang, evidence: &Evidence) -> Vec<String> {
    match evidence {
        Evidence::Sum(parts) => parts.iter().map(|part| format!("{}: {}", part.what, part.value)).collect(),
        Evidence::Allocation { strategy, resources } => {
            resources.iter().map(|part| allocation(lang, strategy, part)).collect()
        }
        Evidence::Balance(balance) => vec![balanced(balance)],
        Evidence::Images { images, nodes, low, high, .. } => {
            let image = |part: &ImagePart| {
                format!(
                    "{}: {} × {}/{nodes} = {}",
                    part.image,
                    bytes(part.bytes),
                    part.nodes,
                    bytes(part.scaled(*nodes))
                )
            };
            let scale = pick(
                lang,
                format!("scaled from {} to {}", bytes(*low), bytes(*high)),
                format!("按 {} 到 {} 换算", bytes(*low), bytes(*high)),
            );
            if images.is_empty() {
                vec![pick(lang, "None of the pod's images is on the node.", "节点上没有该 Pod 的镜像。")]
            } else {
                images.iter().map(image).chain([scale]).collect()
            }
        }
        Evidence::Spread { domains, .. } => domains.iter().map(|part| spread(lang, part)).collect(),
    }
}

fn allocation(lang: Lang, strategy: &str, part: &AllocationPart) -> String {
    let AllocationPart { resource, requested, allocatable, score, weight } = part;
    let (asked, all) = (amount(resource, *requested), amount(resource, *allocatable));
    let fraction = match strategy {
        "LeastAllocated" => format!("({all} − {asked}) / {all}"),
        "MostAllocated" => format!("{asked} / {all}"),
        _ => pick(lang, format!("{asked} of {all}"), format!("{all} 中的 {asked}")),
    };
    let times = if *weight == 1 { String::new() } else { format!(" (×{weight})") };
    format!("{resource}: {fraction} → {score}{times}")
}

fn balanced(balance: &Balance) -> String {
    let told = |fractions: &[f64]| fractions.iter().map(|it| format!("{it:.2}")).collect::<Vec<_>>();
    match balance {
        Balance::Difference { fractions, max } => format!("(1 − |{}|) × {max}", told(fractions).join(" − ")),
        Balance::Deviation { fractions } => match fractions.as_slice() {
            [_, _] => format!("(1 − |{}| / 2) × 100", told(fractions).join(" − ")),
            _ => format!("(1 − σ({})) × 100", told(fractions).join(", ")),
        },
    }
}

fn spread(lang: Lang, part: &SpreadPart) -> String {
    let SpreadPart { key, count, weight, max_skew } = part;
    let skew = max_skew - 1;
    pick(
        lang,
        format!("{key}: {count} pods × {weight:.2} + {skew}"),
        format!("{key}：{count} 个 Pod × {weight:.2} + {skew}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_show_their_numbers() {
        let part = AllocationPart { resource: "cpu".into(), requested: 1500, allocatable: 4000, score: 62, weight: 1 };
        let least = Evidence::Allocation { strategy: "LeastAllocated".into(), resources: vec![part] };
        let balance = |fractions: &[f64]| Evidence::Balance(Balance::Deviation { fractions: fractions.to_vec() });
        let zone = SpreadPart { key: "zone".into(), count: 3, weight: 1.386, max_skew: 2 };
        for (evidence, wanted) in [
            (least, "cpu: (4 − 1.5) / 4 → 62"),
            (balance(&[0.5, 0.25]), "(1 − |0.50 − 0.25| / 2) × 100"),
            (balance(&[0.5, 0.25, 0.0]), "(1 − σ(0.50, 0.25, 0.00)) × 100"),
            (Evidence::Spread { domains: vec![zone], rounds: true }, "zone: 3 pods × 1.39 + 1"),
        ] {
            assert_eq!(lines(Lang::En, &evidence), [wanted]);
        }
    }
}
