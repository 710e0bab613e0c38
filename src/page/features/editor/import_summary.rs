//! The summary of an import: what was used of a cluster dump, what was dropped, and what was assumed. It is shown above all other notices.

use std::cmp::Reverse;

use findings::{Finding, Notice, Place, Problem};
use i18n::problem_text;
use page_state::actions::{
    Action,
    builder::{BuilderMsg, ObjectMsg},
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The maximum number of positions that a line links to.
const MAX_PLACES: usize = 24;

/// The summary, in which every item leads to its position in the manifest.
pub fn draw_import_summary(view: &View, dispatch: &Callback<Action>) -> Html {
    let load_result = &view.store.run.manifest_summary;
    let catalog = problem_text::words(view.store.lang);
    let labels = catalog.import_labels();
    let of = |pair: &dyn Fn(&Notice) -> Option<String>| -> Vec<SummaryItem> {
        let one = |finding: &Finding| match &finding.problem {
            Problem::Notice(notice) => {
                let times = if finding.times > 1 { format!(" ×{}", finding.times) } else { String::new() };
                let owners = matches!(notice, Notice::OwnersAssumed { .. });
                let whole = has_dropped_objects(notice);
                Some(SummaryItem {
                    text: format!("{}{times}", pair(notice)?),
                    position: finding.place.clone(),
                    is_about_owners: owners,
                    is_whole_object: whole,
                })
            }
            _ => None,
        };
        load_result.notices.items().iter().filter_map(one).collect()
    };
    let mut left_out = of(&|notice| catalog.left_out_text(notice));
    // Dropped objects come before dropped fields.
    left_out.sort_by_key(|summary_item| Reverse(summary_item.is_whole_object));
    let assumed = of(&|notice| catalog.assumed_text(notice));
    let kinds = load_result
        .notices
        .items()
        .iter()
        .any(|finding| matches!(&finding.problem, Problem::Notice(notice) if has_dropped_objects(notice)));
    if !load_result.is_dump && !kinds {
        return Html::default();
    }
    let imported = load_result.imported_counts.iter().map(|object_count| SummaryItem {
        text: format!("{} ×{}", object_count.kind, object_count.count),
        position: object_count.place.clone(),
        is_about_owners: false,
        is_whole_object: true,
    });
    let imported = imported.collect();
    let lines = [(labels.taken, imported), (labels.left_out, left_out), (labels.assumed, assumed)];
    html! {
        <section class="came" aria-label={labels.came}>
            <dl>{ for lines.into_iter().map(|(name, summary_items)| draw_line(view, dispatch, name, summary_items)) }</dl>
        </section>
    }
}

/// An item of a line of the summary.
struct SummaryItem {
    text: String,
    /// Its position in the manifest.
    position: Place,
    /// Whether it is about inferred owners, which can be switched off.
    is_about_owners: bool,
    /// Whether it concerns whole objects.
    is_whole_object: bool,
}

/// Whether the notice means that whole objects were dropped.
fn has_dropped_objects(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::KindIgnored { .. }
            | Notice::NotSimulated { .. }
            | Notice::CustomResource { .. }
            | Notice::MissingNodes { .. }
            | Notice::ForeignGroup { .. }
            | Notice::Reduced { .. }
    )
}

fn draw_line(view: &View, dispatch: &Callback<Action>, name: &'static str, summary_items: Vec<SummaryItem>) -> Html {
    let labels = problem_text::words(view.store.lang).import_labels();
    let rest = summary_items.len().saturating_sub(MAX_PLACES);
    let none = summary_items.is_empty();
    let item_texts = summary_items.into_iter().take(MAX_PLACES).map(|SummaryItem { text, position: place, is_about_owners: owners, .. }| {
        let title = format!("{} {}", view.words.line, place.line);
        let go = on_action(dispatch, Action::Builder(BuilderMsg::GoToPosition(place.line as usize, place.column as usize)));
        html! {
            <li>if place.line > 0 { <button type="button" class="link" {title} onclick={go}>{ text }</button> } else { { text } }
                if owners { { " " }<button type="button" class="link" title={labels.switch_off_is} onclick={on_action(dispatch, Action::from(ObjectMsg::DropAssumedOwners))}>{ labels.switch_off }</button> }</li>
        }
    });
    html! {
        <>
            <dt>{ name }</dt>
            <dd>if none { <span class="muted">{ labels.nothing }</span> } else { <ul>{ for item_texts }if rest > 0 { <li class="muted">{ view.store.lang.and_more(rest) }</li> }</ul> }</dd>
        </>
    }
}
