//! What a link says about the page. Here are all keys that a link may have; `page::update::link` does what they say.

use crate::compare::branches;
use crate::gallery;
use crate::lang::Lang;
use crate::lesson;
use crate::lesson::predict;
use crate::panes::Page;
use crate::store::Store;
use api::link::{Fields, s2};
use trace::names::Name;

/// The name of a built-in scenario.
pub(crate) const SCENARIO: &str = "scenario";

/// The decision that comes next is asked for, and not shown before.
pub(crate) const QUIZ: &str = "quiz";

/// The text was left in the tab by the page that fetches files.
pub(crate) const HANDED: &str = "handed";

/// Pages of the inspector, as links name them. A form that is open stays behind.
pub const TABS: [(&str, Page); 9] = [
    ("now", Page::Now),
    ("filters", Page::Filters),
    ("scores", Page::Scores),
    ("preemption", Page::Preemption),
    ("pod", Page::Pod),
    ("node", Page::Node),
    ("around", Page::Around),
    ("whatif", Page::WhatIf),
    ("source", Page::Source),
];

pub(crate) const LANGS: [(&str, Lang); 2] = [("en", Lang::En), ("zh", Lang::Zh)];

/// Texts with more bytes are in no link.
const LARGEST: usize = 1 << 20;

/// Pods of this namespace go by their names alone.
pub const DEFAULT: &str = "default/";

/// The moment and the release.
fn place(store: &Store, at: usize) -> Fields {
    let mut fields = Fields::default();
    if at > 0
        && let Some(name) = Name::of(store.run.trace.trace.events(), &store.run.trace.moments, at)
    {
        fields.add("step", &name.to_string());
    }
    if let Some(release) = store.run.release {
        fields.add("release", release.name());
    }
    fields
}

/// What a link says that asks how the decision comes out which the moment shown belongs to. None of what is chosen is in it: that could tell.
pub fn quiz(store: &Store) -> Option<Fields> {
    let mut fields = place(store, predict::eve(store)?);
    fields.add(QUIZ, "");
    Some(fields)
}

/// What a link says about what is shown.
pub fn fields(store: &Store) -> Fields {
    let mut fields = place(store, store.player.at);
    if let Some(pod) = &store.selection.pod {
        fields.add("pod", pod.strip_prefix(DEFAULT).unwrap_or(pod));
    }
    if let Some(node) = &store.selection.node {
        fields.add("node", node);
    }
    if let Some((tab, _)) = TABS.iter().skip(1).find(|(_, page)| *page == store.inspector.page) {
        fields.add("tab", tab);
    }
    if let Some(release) = branches::other_release(store) {
        fields.add("beside", release.name());
    }
    // Inside of another page that is how it looks, not what somebody chose.
    if store.front.presents && !store.share.embedded {
        fields.add("present", "");
    }
    fields
}

/// The fragment of a link to what is shown, without `#`; none if it would be too long to be of use.
pub fn fragment(store: &Store) -> Option<String> {
    // A lesson has an address of its own.
    if let Some(taken) = store.course.taken.as_ref().filter(|taken| lesson::update::runs(&store.run, taken)) {
        // Somebody's own lesson has none: its file is what can be handed on.
        return Some(lesson::fragment(taken)).filter(|fragment| !fragment.is_empty());
    }
    with(store, &fields(store))
}

/// The same, with what it is to say.
pub fn with(store: &Store, fields: &Fields) -> Option<String> {
    match store.gallery.runs(&store.run.text) {
        Some(number) => {
            let mut named = Fields::default();
            named.add(SCENARIO, gallery::name(number));
            fields.iter().for_each(|(key, value)| named.add(key, value));
            Some(named.to_string())
        }
        None => (store.run.text.len() <= LARGEST).then(|| s2::encode(&store.run.text, fields)),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::care::Trouble;
    use crate::opening::Opening;
    use crate::store::Action;
    use crate::testing::Worker;
    use crate::update::reduce;

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");

    fn follow(text: &str, scenario: Option<usize>, fields: &str) -> Store {
        let action = Action::Open(Opening::Link { text: text.into(), scenario, fields: Fields::read(fields) });
        let (store, effects) = reduce(&Store::default(), action);
        Worker::default().serve(store, effects)
    }

    fn shown(store: &Store) -> impl PartialEq + std::fmt::Debug + use<> {
        let chosen =
            (store.selection.pod.clone(), store.selection.node.clone(), store.inspector.page, store.front.presents);
        (
            store.player.at,
            store.run.release,
            chosen,
            store.branches.beside.is_some(),
            store.gallery.scenario,
            Rc::clone(&store.run.text),
        )
    }

    #[test]
    fn a_link_leads_back_to_what_was_shown() {
        let ladder = gallery::named("ladder");
        for fields in [
            "",
            "step=preempts:preemptor",
            "step=judged.1.3:preemptor&release=v1.16&pod=preemptor&node=node-c&tab=node",
            "step=fewestVictims:preemptor&pod=kube-system/x&tab=preemption&present",
            "step=preempts:preemptor&release=v1.34&beside=v1.16",
        ] {
            let store = follow(LADDER, ladder, fields);
            assert_eq!(store.care.troubles, [], "{fields}");
            assert_eq!(super::fields(&store).to_string(), fields);
            let link = fragment(&store).expect("a link");
            assert_eq!(
                link,
                if fields.is_empty() { "scenario=ladder".to_owned() } else { format!("scenario=ladder&{fields}") }
            );
            // An own text carries the same in another way.
            let own = follow(&format!("{LADDER}# mine\n"), None, fields);
            let link = fragment(&own).expect("a link");
            let carried = api::link::open(&link).expect("a text");
            assert_eq!(shown(&follow(&carried.text, None, &carried.fields.to_string())), shown(&own), "{fields}");
        }
    }

    #[test]
    fn a_quiz_stands_before_its_decision_and_asks() {
        for (from, step) in [
            ("", "popped:preemptor"),
            ("step=judged.1.3:preemptor", "popped:preemptor"),
            ("step=preempts:preemptor", "potential:preemptor"),
        ] {
            let store =
                follow(LADDER, gallery::named("ladder"), &format!("{from}&release=v1.34&pod=preemptor&tab=preemption"));
            let quiz = quiz(&store).expect("a decision").to_string();
            assert_eq!(quiz, format!("step={step}&release=v1.34&quiz"));
            let asked = follow(LADDER, gallery::named("ladder"), &quiz);
            assert_eq!(asked.care.troubles, []);
            assert!(predict::asks(&asked) && asked.selection.pod.is_none(), "{quiz}");
            // The plain link to it asks nothing.
            assert_eq!(fields(&asked).get(QUIZ), None);
        }
    }

    #[test]
    fn what_a_link_wants_and_is_not_there_is_told() {
        let told = |fields: &str| follow(LADDER, gallery::named("ladder"), fields);
        let store = told("release=v9&tab=dance&step=..&pod=preemptor&colour=red&lang=xx&beside=v0");
        let strange = "tab=dance, step=.., colour=red, lang=xx, beside=v0";
        assert_eq!(store.care.troubles, [Trouble::UnknownRelease("v9".into()), Trouble::Strange(strange.into())]);
        assert_eq!((store.selection.pod.as_deref(), store.player.at), (Some("default/preemptor"), 0));
        let store = told("step=popped.9:preemptor&tab=filters");
        assert_eq!(store.care.troubles, [Trouble::NoMoment("popped.9:preemptor".into())]);
        assert_eq!(
            (super::fields(&store).get("step"), store.inspector.page),
            (Some("popped.3:preemptor"), Page::Filters)
        );
    }

    #[test]
    fn a_changed_scenario_is_a_text_of_its_own() {
        let mut store = follow(LADDER, gallery::named("ladder"), "");
        store.run.text = format!("{LADDER}\n").into();
        assert!(fragment(&store).is_some_and(|link| link.starts_with(s2::PREFIX)));
        store.run.text = "x".repeat(LARGEST + 1).into();
        assert_eq!(fragment(&store), None);
    }
}
