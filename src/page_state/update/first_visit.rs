//! Decides how long the welcome of a first visit stays.

use crate::{shared_text::is_same_text, store::Store};

/// Whether the user has chosen nothing since: no step, no playback, no editor, no release, no other manifest. Changes that arrive by
/// themselves don't count, nor does opening the gallery.
pub fn is_still_first_visit(previous_store: &Store, now: &Store) -> bool {
    let choices = |store: &Store| {
        (store.player.is_playing, store.overlays.is_presenting, store.overlays.is_editor_open, store.run.release)
    };
    let stands = previous_store.player.target.is_some() || previous_store.player.moment == now.player.moment;
    stands
        && choices(previous_store) == choices(now)
        && is_same_text(&previous_store.builder.text, &now.builder.text)
        && now.lesson.current.is_none()
}

#[cfg(test)]
mod tests {
    use i18n::Lang;
    use runlog::EventKind;
    use trace::steps::Step;

    use crate::{
        actions::{gallery::GalleryMsg, player::PlayerMsg},
        effects::Effect,
        gallery,
        open_target::OpenTarget,
        overlays::OverlayMsg,
        settings::{SettingsMsg, Theme},
        store::Store,
        testing::InlineWorker,
        update::{Action, reduce},
    };

    fn open_welcome() -> Store {
        let text = include_str!("../../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        InlineWorker::default()
            .apply_action(&Store::with_all_chunks(), Action::Open(OpenTarget::FirstVisit(number, text.into())))
    }

    #[test]
    fn a_first_visit_opens_before_a_preemption() {
        let store = open_welcome();
        assert!(store.overlays.is_welcome_open);
        let moment = store.moment().unwrap();
        let attempted_event = &store.run.view.trace.events()[moment.events - 1].what;
        assert!(
            matches!(attempted_event, EventKind::Attempted(tried) if &*tried.pod == "default/nginx-a"),
            "{attempted_event:?}"
        );
        assert_eq!(moment.step, Step::Filter(0));
    }

    #[test]
    fn a_draft_shows_the_welcome_until_the_first_choice() {
        let text = include_str!("../../../www/scenarios/ladder.yaml");
        let mut worker = InlineWorker::default();
        let store = worker.apply_action(&Store::with_all_chunks(), Action::Open(OpenTarget::Draft(text.into())));
        assert!(store.overlays.is_welcome_open && store.gallery.scenario.is_none());
        assert!(!reduce(&store, Action::Player(PlayerMsg::StepBy(1))).0.overlays.is_welcome_open);
        let (watched, effects) = reduce(&store, Action::Gallery(GalleryMsg::FetchIntro));
        assert_eq!(effects, [Effect::FetchIntro]);
        let first = include_str!("../../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        let watched = worker.apply_action(&watched, Action::Open(OpenTarget::Intro(number, first.into())));
        assert!(watched.player.is_playing && !watched.overlays.is_welcome_open);
        assert_eq!(watched.moment().unwrap().step, Step::Filter(0));
    }

    #[test]
    fn a_seek_that_moves_nothing_closes_the_welcome() {
        let mut store = open_welcome();
        store.player.moment = 0;
        assert!(!reduce(&store, Action::Player(PlayerMsg::Home)).0.overlays.is_welcome_open);
    }

    #[test]
    fn the_welcome_stays_after_opening_the_gallery() {
        let (looking, _) = reduce(&open_welcome(), Action::Gallery(GalleryMsg::SetOpen(true)));
        let (restored_store, _) = reduce(&looking, Action::Overlays(OverlayMsg::DismissTop));
        assert!(restored_store.overlays.is_welcome_open && !restored_store.gallery.is_open);
    }

    #[test]
    fn the_first_choice_closes_the_welcome() {
        for (action, stays) in [
            (Action::Settings(SettingsMsg::SetLang(Lang::Zh)), true),
            (Action::Settings(SettingsMsg::SetTheme(Theme::Dark)), true),
            (Action::Overlays(OverlayMsg::SetHelpOpen(true)), true),
            (Action::Player(PlayerMsg::Toggle), false),
            (Action::Player(PlayerMsg::StepBy(1)), false),
            (Action::Player(PlayerMsg::Home), false),
            (Action::Gallery(GalleryMsg::SetOpen(true)), true),
            (Action::Overlays(OverlayMsg::SetEditorOpen(true)), false),
            (Action::Open(OpenTarget::Text("".into())), false),
        ] {
            let text = format!("{action:?}");
            assert_eq!(reduce(&open_welcome(), action).0.overlays.is_welcome_open, stays, "{text}");
        }
    }
}
