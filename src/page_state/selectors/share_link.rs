//! The fields of links: all keys, and the fields for the current state. `crate::update::link` applies them.

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

/// The format version of a link.
pub const FORMAT_FIELD: &str = "v";

/// The current format version. A link without one is older.
pub const CURRENT_FORMAT: &str = "3";

/// The release for a manifest that names none, by the format version of its link. It changes only with a new version, so that existing
/// links keep their results.
pub fn fallback_release(format: Option<&str>) -> Option<Release> {
    match format {
        None => Release::from_name("v1.34"),
        Some(CURRENT_FORMAT) => Release::from_name("v1.36"),
        Some(_) => None,
    }
}

/// The format version whose links have this fallback release; `None` for links without a version.
fn format_of_fallback(release: Release) -> Option<&'static str> {
    (fallback_release(None) != Some(release)).then_some(CURRENT_FORMAT)
}

/// The fragment of a link to a built-in scenario, which runs under `fallback` if its manifest names no release.
pub fn scenario_fragment(name: &str, fallback: Release) -> String {
    let format = format_of_fallback(fallback).map(|format| format!("&{FORMAT_FIELD}={format}"));
    format!("{SCENARIO_FIELD}={name}{}", format.unwrap_or_default())
}

/// The name of a built-in scenario.
pub const SCENARIO_FIELD: &str = "scenario";

/// The pod, the axes and the point of the field.
pub const FIELD_FIELD: &str = "field";

/// Turns predictions on.
pub const QUIZ_FIELD: &str = "quiz";

/// The page that fetches files left the manifest in the session storage.
pub const HANDOFF_FIELD: &str = "handed";

/// Values of the theme field. The system's theme isn't part of a link.
pub const THEME_NAMES: [(&str, Theme); 2] = [("light", Theme::Light), ("dark", Theme::Dark)];

/// Presentation mode.
pub const PRESENT_FIELD: &str = "present";

/// The value of the theme field; `None` for the system's theme.
pub fn theme_name(store: &Store) -> Option<&'static str> {
    THEME_NAMES.iter().find(|(_, theme)| *theme == store.theme).map(|(name, _)| *name)
}

/// The limit of a manifest in a link, in bytes.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Links omit this namespace of pods.
pub const DEFAULT_NAMESPACE_PREFIX: &str = "default/";

/// The fields for the appearance of the page.
fn look_fields(store: &Store) -> LinkFields {
    let mut fields = LinkFields::default();
    if let Some(name) = theme_name(store) {
        fields.push("theme", name);
    }
    // An embedded page always looks like a presentation.
    if store.overlays.is_presenting && !store.share.is_embedded {
        fields.push(PRESENT_FIELD, "");
    }
    fields
}

/// The fields for the format version, the moment and the release.
fn moment_fields(store: &Store, at: usize) -> LinkFields {
    let mut fields = LinkFields::default();
    // A run keeps the fallback release of the link that it was opened with.
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

/// The fields of a link that asks for the outcome of the decision at the current moment. The selection is omitted, because it could
/// reveal the answer.
pub fn quiz_fields(store: &Store) -> Option<LinkFields> {
    let mut fields = moment_fields(store, predictions::moment_before_decision(store)?);
    fields.push(QUIZ_FIELD, "");
    Some(fields)
}

/// The fields of a link to the current state.
pub fn link_fields(store: &Store) -> LinkFields {
    let mut fields = moment_fields(store, store.player.moment);
    if let Some(pod) = &store.selection.pod {
        fields.push("pod", pod.strip_prefix(DEFAULT_NAMESPACE_PREFIX).unwrap_or(pod));
    }
    if let Some(node) = &store.selection.node {
        fields.push("node", node);
    }
    let panel = store.inspector.page.panel();
    // Without a tab, a link opens the first page.
    if panel.page != InspectorPage::default() && !panel.link_name.is_empty() {
        fields.push("tab", panel.link_name);
    }
    if panel.page == InspectorPage::Field && !store.inspector.field.is_empty() {
        fields.push(FIELD_FIELD, &store.inspector.field);
    }
    if let Some(release) = branch_comparison::compared_release(store) {
        fields.push("beside", release.name());
    }
    look_fields(store).iter().for_each(|(key, value)| fields.push(key, value));
    fields
}

/// The fragment of a link to the current state, without `#`; `None` if the manifest is too long.
pub fn link_fragment(store: &Store) -> Option<String> {
    // A lesson has its own address.
    if let Some(progress) =
        store.lesson.current.as_ref().filter(|progress| lesson::update::is_lesson_run(&store.run, progress))
    {
        // The link to a custom lesson contains its source.
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

/// The fragment of a link with these fields.
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
            (store.overlays.is_presenting, store.theme, store.inspector.field.clone()),
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
    fn a_link_keeps_the_fallback_release_of_its_version() {
        for (fields, release, notices) in [
            // The oldest links have no version.
            ("step=preempts:preemptor", Release::V1_34, 0),
            ("v=3&step=preempts:preemptor", Release::V1_36, 0),
            ("v=3&release=v1.16", Release::V1_16, 0),
            ("release=v1.16", Release::V1_16, 0),
            ("v=99", Release::default(), 1),
        ] {
            let store = open_link(LADDER, None, fields);
            assert_eq!(store.run.shown_release(), release, "{fields}");
            assert_eq!(store.recovery.notices.len(), notices, "{fields}");
            // A link to the opened state keeps it as well.
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
    fn a_link_restores_the_state() {
        let ladder = gallery::scenario_number("ladder");
        for fields in [
            "",
            "step=preempts:preemptor",
            "step=judged.1.3:preemptor&release=v1.16&pod=preemptor&node=node-c&tab=node",
            "step=fewestVictims:preemptor&pod=kube-system/x&tab=preemption&present",
            "step=preempts:preemptor&theme=dark",
            "step=preempts:preemptor&tab=field",
            "step=preempts:preemptor&tab=field&field=preemptor:cpu:preemptor:node-cpu:node-c:1500:4000",
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
            // The link of a custom manifest encodes the same fields differently.
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
    fn a_quiz_link_opens_before_its_decision() {
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
            // A plain link to this state has no quiz.
            assert_eq!(link_fields(&with_quiz).get(QUIZ_FIELD), None);
        }
    }

    #[test]
    fn unsupported_fields_of_a_link_are_reported() {
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
    fn the_link_of_a_changed_scenario_contains_its_text() {
        let mut store = open_link(LADDER, gallery::scenario_number("ladder"), "");
        store.run.text = format!("{LADDER}\n").into();
        assert!(link_fragment(&store).is_some_and(|link| link.starts_with(s2::PREFIX)));
        store.run.text = "x".repeat(MAX_TEXT_BYTES + 1).into();
        assert_eq!(link_fragment(&store), None);
    }
}
