//! What goes on between the steps of attempts, in words.
//!
//! Only the part of the page that teaches has these words: they are no part of [`Language`](super::table::Language).

use super::table::going::GoingSentences;
use super::{Lang, clock, short};
use record::{Point, Sheet};
use trace::going::{Busy, Going, Next};

apart!(GoingSentences);

/// Something that goes on. Points go by the names of the release.
pub fn going(lang: Lang, sheet: &Sheet, it: &Going) -> String {
    let (words, pod, node) = (words(lang), short(&it.pod), it.node.as_str());
    match &it.what {
        Busy::At(point) => {
            let bind = matches!(point, Point::PreBind | Point::Bind | Point::PostBind);
            words.at_point(pod, node, sheet.point(*point), bind)
        }
        Busy::InCycle => words.in_cycle(pod),
        Busy::InPermit(left) => words.in_permit(pod, node, &clock(*left)),
        Busy::InPreBind(left, claims) => {
            let claims: Vec<&str> = claims.iter().map(|claim| short(claim)).collect();
            words.in_pre_bind(pod, node, &clock(*left), &claims)
        }
        Busy::Binding => words.in_binding(pod, node),
        Busy::Starting => words.starts(pod, node),
        Busy::Terminating(left, by) => words.shuts_down(pod, &clock(*left), by.as_ref().map(|by| short(by))),
        Busy::Nominated => words.waits_for_victims(pod, node),
    }
}

/// The next scheduling cycle.
pub fn next(lang: Lang, next: &Next) -> String {
    let words = words(lang);
    match next {
        Next::Active(pod, priority, of) => words.next_active(short(pod), *priority, *of),
        Next::Backoff(pod, left) => words.next_backoff(short(pod), &clock(*left)),
        Next::Event(waiting) => words.next_event(*waiting),
        Next::Nobody => words.next_nobody(),
    }
}
