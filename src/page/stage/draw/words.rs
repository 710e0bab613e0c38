//! What is said beside a node: its verdict, its room, what is missing.

use crate::stage::draw::pen::Pen;
use crate::stage::draw::tiles::{amount_of, with_unit};
use crate::stage::scene::node::{Lack, Newcomer, Standing, Verdict, Vessel};
use record::Failure;
use words::{Room, short};

/// A verdict in a few words, with its mark and its class.
pub fn verdict(pen: &Pen<'_>, verdict: &Verdict) -> (&'static str, String) {
    let words = pen.lang.stage();
    match verdict {
        Verdict::Open => ("", String::new()),
        Verdict::Fits => ("good", format!("✓ {}", words.fits)),
        Verdict::Fails(failure, _) => ("bad", format!("✗ {}", brief(pen, failure))),
        Verdict::NoHelp(None) => ("bad", format!("✗ {}", words.no_help)),
        Verdict::NoHelp(Some(failure)) => ("bad", format!("✗ {} · {}", brief(pen, failure), words.no_help)),
        Verdict::MightHelp => ("maybe", format!("? {}", words.might_help)),
        Verdict::Trial => ("maybe", words.trial.to_owned()),
        Verdict::Candidate(victims, violations) => {
            ("good", format!("✓ {}", pen.lang.candidate_with(*victims, *violations)))
        }
        Verdict::NoCandidate(failure) => ("bad", format!("✗ {} · {}", words.no_candidate, brief(pen, failure))),
        Verdict::Dropped => ("bad", format!("✗ {}", words.dropped)),
        Verdict::Taken => ("good", format!("✓ {}", words.chosen)),
        Verdict::Score(total) => ("maybe", pen.lang.points(*total)),
    }
}

/// All that a failure says, each reason in two or three words.
pub fn brief(pen: &Pen<'_>, failure: &Failure) -> String {
    failure.reasons.iter().map(|reason| pen.lang.brief(reason)).collect::<Vec<_>>().join(", ")
}

/// How full the vessel is in the picture.
pub fn room(pen: &Pen<'_>, vessel: &Vessel) -> String {
    let trial = vessel.tray.is_some();
    let room = Room::new(pen.resource, vessel.taken(), vessel.capacity);
    pen.lang.requested_of(&room.used, &with_unit(pen.resource, room.capacity), trial)
}

/// What else there is of the node: its other resource, its pods, its taints.
pub fn facts(pen: &Pen<'_>, vessel: &Vessel) -> String {
    let (name, taken, all) = &vessel.other;
    let mut facts = Vec::new();
    if vessel.missing {
        facts.push(pen.lang.stage().missing.to_owned());
    }
    if *all > 0 {
        let room = Room::new(name, *taken, *all);
        facts.push(pen.lang.other_of(name, &room.used, &room.capacity));
    }
    if vessel.pods.1 > 0 {
        facts.push(pen.lang.pods_of(vessel.pods.0, vessel.pods.1));
    }
    facts.extend(vessel.cordoned.then(|| pen.words.cordoned.to_owned()));
    facts.extend(vessel.taints.iter().cloned());
    facts.join(" · ")
}

/// What the tried pod needs.
pub fn needs(pen: &Pen<'_>, newcomer: &Newcomer) -> String {
    let pod = short(&newcomer.tile.key);
    match newcomer.tile.amount {
        0 => pen.lang.needs_nothing(pod),
        wanted => pen.lang.needs(pod, &amount_of(pen.resource, wanted)),
    }
}

/// Whether it fits, or what is missing.
pub fn outcome(pen: &Pen<'_>, newcomer: &Newcomer) -> (&'static str, String) {
    let short = newcomer.lack.as_ref().map(|lack| with_unit(&lack.resource, numbers(lack).short));
    match (newcomer.place, &newcomer.failure) {
        (Standing::Inside, _) => ("good", format!("✓ {}", pen.lang.stage().fits)),
        (Standing::Over(over), _) => {
            let short = short.unwrap_or_else(|| amount_of(pen.resource, over));
            ("bad", format!("✗ {}", pen.lang.too_few(&short)))
        }
        (Standing::Away, Some(failure)) => ("bad", format!("✗ {}", brief(pen, failure))),
        (Standing::Away, None) => ("bad", "✗".to_owned()),
    }
}

/// The arithmetic of what is missing, with every part of it.
pub fn lack(pen: &Pen<'_>, lack: &Lack) -> String {
    let sum = numbers(lack);
    let to: Vec<&str> = lack.to.iter().map(|key| short(key)).collect();
    let promised = (lack.promised != 0).then_some((sum.promised.as_str(), to.as_slice()));
    let capacity = with_unit(&lack.resource, sum.capacity);
    pen.lang.lack(&sum.needs, &sum.taken, &capacity, promised, &sum.short)
}

/// The numbers of a lack as they are read.
pub(crate) fn numbers(lack: &Lack) -> words::Lack {
    words::Lack::with_promises(&lack.resource, lack.needs, lack.taken, lack.promised, lack.capacity)
}
