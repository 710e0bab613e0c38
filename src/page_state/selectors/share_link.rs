//! What a link says about the page. Here are all keys that a link may have; `crate::update::link` does what they say.

use i18n::Lang;
use links::{LinkFields, class_link::encode_lesson, s2};
use releases::Release;
use trace::moment_names::MomentName;

use crate::{
    gallery, lesson,
    panels::InspectorPage,
    selectors::{branch_comparison, predictions},
    settings::Theme,
    store::Store,
};

/// The version of what links say.
pub const FORMAT_FIELD: &str = "v";

/// The version that is written now. A link without one is older.
pub const CURRENT_FORMAT: &str = "3";

/// The release of a text that names none, by what its link says of its version. It changes with a new version only, so that every link keeps what it
/// shows.
pub fn fallback_release(format: Option<&str>) -> Option<Release> {
    match format {
        None => Release::from_name("v1.34"),
        Some(CURRENT_FORMAT) => Release::from_name("v1.36"),
        Some(_) => None,
    }
}

/// The version whose links have this release where a text names none; nothing for links that name no version.
fn format_of_fallback(release: Release) -> Option<&'static str> {
    (fallback_release(None) != Some(release)).then_some(CURRENT_FORMAT)
}

/// The fragment that names a built-in scenario, which runs under `fallback` if its text names no release.
pub fn scenario_fragment(name: &str, fallback: Release) -> String {
    let format = format_of_fallback(fallback).map(|format| format!("&{FORMAT_FIELD}={format}"));
    format!("{SCENARIO_FIELD}={name}{}", format.unwrap_or_default())
}

/// The name of a built-in scenario.
pub const SCENARIO_FIELD: &str = "scenario";

/// The decision that comes next is asked for, and not shown before.
pub const QUIZ_FIELD: &str = "quiz";

/// The text was left in the tab by the page that fetches files.
pub const HANDOFF_FIELD: &str = "handed";

pub const LANG_NAMES: [(&str, Lang); 2] = [("en", Lang::En), ("zh", Lang::Zh)];

/// Themes that somebody chose, as links name them. What the system has is each reader's own.
pub const THEME_NAMES: [(&str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];

/// The presentation, without what stands around it.
pub const PRESENT_FIELD: &str = "present";

/// The theme of a link; none where the system's is shown.
pub fn theme_name(store: &Store) -> Option<&'static str> {
    THEME_NAMES.iter().find(|(_, theme)| *theme == store.theme).map(|(name, _)| *name)
}

/// Texts with more bytes are in no link.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Pods of this namespace go by their names alone.
pub const DEFAULT_NAMESPACE_PREFIX: &str = "default/";

/// How the page looks.
fn look_fields(store: &Store) -> LinkFields {
    let mut fields = LinkFields::default();
    if let Some(name) = theme_name(store) {
        fields.push("theme", name);
    }
    // Inside of another page that is how it looks, not what somebody chose.
    if store.overlays.is_presenting && !store.share.is_embedded {
        fields.push(PRESENT_FIELD, "");
    }
    fields
}

/// The version, the moment and the release.
fn moment_fields(store: &Store, at: usize) -> LinkFields {
    let mut fields = LinkFields::default();
    // A run keeps the release that its own link gave it.
    if let Some(format) = format_of_fallback(store.run.fallback_release) {
        fields.push(FORMAT_FIELD, format);
    }
    if at > 0
        && let Some(name) = MomentName::of_moment(store.run.view.trace.events(), &store.run.view.moments, at)
    {
        fields.push("step", &name.to_string());
    }
    if let Some(release) = store.run.release {
        fields.push("release", release.name());
    }
    fields
}

/// What a link says that asks how the decision comes out which the moment shown belongs to. None of what is chosen is in it: that could tell.
pub fn quiz_fields(store: &Store) -> Option<LinkFields> {
    let mut fields = moment_fields(store, predictions::moment_before_decision(store)?);
    fields.push(QUIZ_FIELD, "");
    Some(fields)
}

/// What a link says about what is shown.
pub fn link_fields(store: &Store) -> LinkFields {
    let mut fields = moment_fields(store, store.player.moment);
    if let Some(pod) = &store.selection.pod {
        fields.push("pod", pod.strip_prefix(DEFAULT_NAMESPACE_PREFIX).unwrap_or(pod));
    }
    if let Some(node) = &store.selection.node {
        fields.push("node", node);
    }
    let panel = store.inspector.page.panel();
    // A link without a tab leads to the first page.
    if panel.page != InspectorPage::default() && !panel.link_name.is_empty() {
        fields.push("tab", panel.link_name);
    }
    if let Some(release) = branch_comparison::compared_release(store) {
        fields.push("beside", release.name());
    }
    look_fields(store).iter().for_each(|(key, value)| fields.push(key, value));
    fields
}

/// The fragment of a link to what is shown, without `#`; none if it would be too long to be of use.
pub fn link_fragment(store: &Store) -> Option<String> {
    // A lesson has an address of its own.
    if let Some(progress) =
        store.lesson.current.as_ref().filter(|progress| lesson::update::is_lesson_run(&store.run, progress))
    {
        // Nothing but its text names somebody's own lesson.
        let fragment = match &progress.custom_source {
            Some(source) => encode_lesson(source),
            None => lesson::step_fragment(progress),
        };
        return match look_fields(store).to_string() {
            look if look.is_empty() => Some(fragment),
            look => Some([&fragment, "&", &look].concat()),
        };
    }
    fragment_with(store, &link_fields(store))
}

/// The same, with what it is to say.
pub fn fragment_with(store: &Store, fields: &LinkFields) -> Option<String> {
    match store.gallery.unchanged_scenario(&store.run.text) {
        Some(number) => {
            let mut all_fields = LinkFields::default();
            all_fields.push(SCENARIO_FIELD, gallery::scenario_name(number));
            fields.iter().for_each(|(key, value)| all_fields.push(key, value));
            Some(all_fields.to_string())
        }
        None => (store.run.text.len() <= MAX_TEXT_BYTES).then(|| s2::encode(&store.run.text, fields)),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::{
        actions::{Action, recovery::PageNotice},
        open_target::OpenTarget,
        testing::InlineWorker,
    };

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");

    fn open_link(text: &str, scenario: Option<usize>, fields: &str) -> Store {
        let action = Action::Open(OpenTarget::Link { text: text.into(), scenario, fields: LinkFields::parse(fields) });
        InlineWorker::default().apply_action(&Store::with_all_chunks(), action)
    }

    fn shown_parts(store: &Store) -> impl PartialEq + std::fmt::Debug + use<> {
        let selection = (
            store.selection.pod.clone(),
            store.selection.node.clone(),
            store.inspector.page,
            (store.overlays.is_presenting, store.theme),
        );
        (
            store.player.moment,
            store.run.release,
            selection,
            store.branches.compared.is_some(),
            store.gallery.scenario,
            Rc::clone(&store.run.text),
        )
    }

    #[test]
    fn a_link_keeps_the_release_that_its_version_had() {
        for (fields, release, notices) in [
            // Links were written without a version at first.
            ("step=preempts:preemptor", Release::V1_34, 0),
            ("v=3&step=preempts:preemptor", Release::V1_36, 0),
            ("v=3&release=v1.16", Release::V1_16, 0),
            ("release=v1.16", Release::V1_16, 0),
            ("v=99", Release::default(), 1),
        ] {
            let store = open_link(LADDER, None, fields);
            assert_eq!(store.run.shown_release(), release, "{fields}");
            assert_eq!(store.recovery.notices.len(), notices, "{fields}");
            // And so does a link to what it opened.
            let again = open_link(LADDER, None, &link_fields(&store).to_string());
            assert_eq!(again.run.shown_release(), release, "{fields}");
        }
        let fixed =
            ["kind: Scenario\nrelease: v1.20\n---\n", LADDER.split_once("---\n").expect("documents").1].concat();
        assert_eq!(open_link(&fixed, None, "").run.shown_release(), Release::V1_20);
        assert_eq!(
            fallback_release(Some(CURRENT_FORMAT)),
            Some(Release::default()),
            "another default is another version"
        );
        for page in [include_str!("../../../www/404.html"), include_str!("../../../www/offline.js")] {
            assert!(page.contains(&format!("&{FORMAT_FIELD}={CURRENT_FORMAT}`")));
        }
    }

    #[test]
    fn a_link_leads_back_to_what_was_shown() {
        let ladder = gallery::scenario_number("ladder");
        for fields in [
            "",
            "step=preempts:preemptor",
            "step=judged.1.3:preemptor&release=v1.16&pod=preemptor&node=node-c&tab=node",
            "step=fewestVictims:preemptor&pod=kube-system/x&tab=preemption&present",
            "step=preempts:preemptor&theme=dark",
            "step=preempts:preemptor&tab=filters&theme=light&present",
            "step=preempts:preemptor&release=v1.34&beside=v1.16",
        ] {
            let store = open_link(LADDER, ladder, fields);
            assert_eq!(store.recovery.notices, [], "{fields}");
            assert_eq!(super::link_fields(&store).to_string(), fields);
            let link = link_fragment(&store).expect("a link");
            assert_eq!(
                link,
                if fields.is_empty() { "scenario=ladder".to_owned() } else { format!("scenario=ladder&{fields}") }
            );
            // An own text carries the same in another way.
            let store = open_link(&format!("{LADDER}# mine\n"), None, fields);
            let link = link_fragment(&store).expect("a link");
            let carried = links::open_fragment(&link).expect("a text");
            assert_eq!(
                shown_parts(&open_link(&carried.text, None, &carried.fields.to_string())),
                shown_parts(&store),
                "{fields}"
            );
        }
    }

    #[test]
    fn a_quiz_stands_before_its_decision_and_asks() {
        for (from, step) in [
            ("", "popped:preemptor"),
            ("step=judged.1.3:preemptor", "popped:preemptor"),
            ("step=preempts:preemptor", "potential:preemptor"),
        ] {
            let store = open_link(
                LADDER,
                gallery::scenario_number("ladder"),
                &format!("{from}&release=v1.34&pod=preemptor&tab=preemption"),
            );
            let quiz = quiz_fields(&store).expect("a decision").to_string();
            assert_eq!(quiz, format!("step={step}&release=v1.34&quiz"));
            let with_quiz = open_link(LADDER, gallery::scenario_number("ladder"), &quiz);
            assert_eq!(with_quiz.recovery.notices, []);
            assert!(predictions::is_unanswered(&with_quiz) && with_quiz.selection.pod.is_none(), "{quiz}");
            // The plain link to it asks nothing.
            assert_eq!(link_fields(&with_quiz).get(QUIZ_FIELD), None);
        }
    }

    #[test]
    fn what_a_link_wants_and_is_not_there_is_told() {
        let follow_ladder = |fields: &str| open_link(LADDER, gallery::scenario_number("ladder"), fields);
        let store = follow_ladder("release=v9&tab=dance&step=..&pod=preemptor&colour=red&lang=xx&beside=v0");
        let strange = "tab=dance, step=.., colour=red, lang=xx, beside=v0";
        assert_eq!(
            store.recovery.notices,
            [PageNotice::UnknownRelease("v9".into()), PageNotice::UnknownLinkField(strange.into())]
        );
        assert_eq!((store.selection.pod.as_deref(), store.player.moment), (Some("default/preemptor"), 0));
        let store = follow_ladder("step=popped.9:preemptor&tab=filters");
        assert_eq!(store.recovery.notices, [PageNotice::UnknownMoment("popped.9:preemptor".into())]);
        assert_eq!(
            (super::link_fields(&store).get("step"), store.inspector.page),
            (Some("popped.3:preemptor"), InspectorPage::Filters)
        );
    }

    #[test]
    fn a_changed_scenario_is_a_text_of_its_own() {
        let mut store = open_link(LADDER, gallery::scenario_number("ladder"), "");
        store.run.text = format!("{LADDER}\n").into();
        assert!(link_fragment(&store).is_some_and(|link| link.starts_with(s2::PREFIX)));
        store.run.text = "x".repeat(MAX_TEXT_BYTES + 1).into();
        assert_eq!(link_fragment(&store), None);
    }
}
