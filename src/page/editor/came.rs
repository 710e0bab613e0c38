//! What came of a text that a cluster gave out, or of which something was left out: one notice above all others.

use std::cmp::Reverse;

use yew::{Callback, Html, html};

use crate::builder::Build;
use crate::store::Action;
use crate::view::{View, on};
use api::problem::{Finding, Notice, Place, Problem};
use words::problem;

/// Places that a line names at most.
const NAMED: usize = 24;

/// What was taken, what was left out and what was assumed, each a way to its place in the text.
pub fn notice(view: &View, act: &Callback<Action>) -> Html {
    let loaded = &view.store.run.loaded;
    let says = problem::words(view.store.lang);
    let words = says.came();
    let of = |told: &dyn Fn(&Notice) -> Option<String>| -> Vec<Part> {
        let one = |finding: &Finding| match &finding.problem {
            Problem::Notice(notice) => {
                let times = if finding.times > 1 { format!(" ×{}", finding.times) } else { String::new() };
                let owners = matches!(notice, Notice::OwnersAssumed { .. });
                let whole = leaves_out(notice);
                Some(Part { told: format!("{}{times}", told(notice)?), place: finding.place.clone(), owners, whole })
            }
            _ => None,
        };
        loaded.notices.iter().filter_map(one).collect()
    };
    let mut left_out = of(&|notice| says.left_out(notice));
    // Whole kinds before fields of what was taken.
    left_out.sort_by_key(|it| Reverse(it.whole));
    let assumed = of(&|notice| says.assumed(notice));
    let kinds = loaded.notices.iter().any(|it| matches!(&it.problem, Problem::Notice(notice) if leaves_out(notice)));
    if !loaded.dumped && !kinds {
        return Html::default();
    }
    let taken = loaded.taken.iter().map(|it| Part {
        told: format!("{} ×{}", it.kind, it.count),
        place: it.place.clone(),
        owners: false,
        whole: true,
    });
    let taken = taken.collect();
    let lines = [(words.taken, taken), (words.left_out, left_out), (words.assumed, assumed)];
    html! {
        <section class="came" aria-label={words.came}>
            <dl>{ for lines.into_iter().map(|(name, parts)| line(view, act, name, parts)) }</dl>
        </section>
    }
}

/// What a line of the notice lists.
struct Part {
    told: String,
    /// Where it stands.
    place: Place,
    /// Whether it is about owners that are assumed, which can be switched off.
    owners: bool,
    /// Whether whole objects are meant.
    whole: bool,
}

/// Whether whole objects are left out because of it.
fn leaves_out(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::KindIgnored { .. }
            | Notice::NotModelled { .. }
            | Notice::CustomResource { .. }
            | Notice::Reduced { .. }
    )
}

fn line(view: &View, act: &Callback<Action>, name: &'static str, parts: Vec<Part>) -> Html {
    let words = problem::words(view.store.lang).came();
    let rest = parts.len().saturating_sub(NAMED);
    let none = parts.is_empty();
    let parts = parts.into_iter().take(NAMED).map(|Part { told, place, owners, .. }| {
        let title = format!("{} {}", view.words.line, place.line);
        let go = on(act, Action::Builder(Build::Go(place.line as usize, place.column as usize)));
        html! {
            <li>if place.line > 0 { <button type="button" class="link" {title} onclick={go}>{ told }</button> } else { { told } }
                if owners { { " " }<button type="button" class="link" title={words.switch_off_is} onclick={on(act, Action::Builder(Build::LeaveOwners))}>{ words.switch_off }</button> }</li>
        }
    });
    html! {
        <>
            <dt>{ name }</dt>
            <dd>if none { <span class="muted">{ words.nothing }</span> } else { <ul>{ for parts }if rest > 0 { <li class="muted">{ view.store.lang.and_more(rest) }</li> }</ul> }</dd>
        </>
    }
}
