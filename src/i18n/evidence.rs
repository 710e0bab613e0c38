//! The arithmetic of a score with its numbers.

use runlog::{AllocationPart, Balance, Evidence, ImagePart};

use super::{Lang, ResourceUsage, format_bytes};

/// How a raw score is computed, with a line for each part.
pub fn evidence_lines(lang: Lang, evidence: &Evidence) -> Vec<String> {
    match evidence {
        Evidence::Sum(parts) => parts.iter().map(|part| format!("{}: {}", part.what, part.value)).collect(),
        Evidence::Allocation { strategy, resources } => {
            resources.iter().map(|allocation_part| allocation_line(lang, strategy, allocation_part)).collect()
        }
        Evidence::Balance(balance) => balance_lines(lang, balance),
        Evidence::Images { images, .. } if images.is_empty() => vec![lang.no_image()],
        Evidence::Images { images, nodes, low, high, .. } => {
            let image = |part: &ImagePart| {
                let (size, scaled) = (format_bytes(part.bytes), format_bytes(part.scaled_bytes(*nodes)));
                format!("{}: {size} × {}/{nodes} = {scaled}", part.image, part.nodes)
            };
            images.iter().map(image).chain([lang.scaled_between(&format_bytes(*low), &format_bytes(*high))]).collect()
        }
        Evidence::Spread { domains, .. } => domains
            .iter()
            .map(|part| lang.spread_formula(&part.key, part.count, part.weight, part.max_skew - 1))
            .collect(),
    }
}

fn allocation_line(lang: Lang, strategy: &str, allocation_part: &AllocationPart) -> String {
    let AllocationPart { resource, requested, allocatable, score, weight } = allocation_part;
    let ResourceUsage { used: asked, capacity: all, .. } = ResourceUsage::new(resource, *requested, *allocatable);
    let fraction = match strategy {
        "LeastAllocated" => format!("({all} − {asked}) / {all}"),
        "MostAllocated" => format!("{asked} / {all}"),
        _ => lang.part_of(&asked, &all),
    };
    let times = if *weight == 1 { String::new() } else { format!(" (×{weight})") };
    format!("{resource}: {fraction} → {score}{times}")
}

fn balance_lines(lang: Lang, balance: &Balance) -> Vec<String> {
    let rounded = |fractions: &[f64]| fractions.iter().map(|fraction| format!("{fraction:.2}")).collect::<Vec<_>>();
    let deviation = |fractions: &[f64]| match fractions {
        [_, _] => format!("(1 − |{}| / 2) × 100", rounded(fractions).join(" − ")),
        _ => format!("(1 − σ({})) × 100", rounded(fractions).join(", ")),
    };
    match balance {
        Balance::Difference { fractions, max } => vec![format!("(1 − |{}|) × {max}", rounded(fractions).join(" − "))],
        Balance::Deviation { fractions } => vec![deviation(fractions)],
        Balance::Improvement { with, without } => {
            let (deviation_after, before) = (Balance::deviation(with), Balance::deviation(without));
            let (is, was) = (deviation(with), deviation(without));
            let sum = format!("50 + (50 + {deviation_after} − {before}) / 2 = {}", Balance::improvement(with, without));
            vec![lang.balance_with(&is, deviation_after), lang.balance_without(&was, before), sum]
        }
    }
}

#[cfg(test)]
mod tests {
    use runlog::SpreadPart;

    use super::*;

    #[test]
    fn formulas_show_their_numbers() {
        let allocation_part = AllocationPart {
            resource: api::resources::Resource::Cpu,
            requested: 1500,
            allocatable: 4000,
            score: 62,
            weight: 1,
        };
        let least = Evidence::Allocation { strategy: "LeastAllocated".into(), resources: vec![allocation_part] };
        let balance = |fractions: &[f64]| Evidence::Balance(Balance::Deviation { fractions: fractions.to_vec() });
        let zone = SpreadPart { key: "zone".into(), count: 3, weight: 1.386, max_skew: 2 };
        for (evidence, expected_text) in [
            (least, "cpu: (4 − 1.5) / 4 → 62"),
            (balance(&[0.5, 0.25]), "(1 − |0.50 − 0.25| / 2) × 100"),
            (balance(&[0.5, 0.25, 0.0]), "(1 − σ(0.50, 0.25, 0.00)) × 100"),
            (Evidence::Spread { domains: vec![zone], is_rounded: true }, "zone: 3 pods × 1.39 + 1"),
        ] {
            assert_eq!(evidence_lines(Lang::En, &evidence), [expected_text]);
        }
    }
}
