//! The first visit: says what the page is for, in the narrator's place, and where one may begin. Behind it stands a scenario at a moment at
//! which something is about to happen.

use yew::{Callback, Html, html};

use crate::{
    builder::{BuilderMsg, Tab},
    open_target::OpenTarget,
    overlays::OverlayMsg,
    run::is_same_text,
    shared_actions::{GalleryMsg, PlayerMsg},
    store::{Action, Store},
    view::View,
};

/// Whether nothing was chosen since: no door, no step, no drawer. What arrives by itself is no choice, nor is a look at the scenarios.
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

/// One sentence and three doors.
pub fn draw_welcome(view: &View, dispatch: &Callback<Action>) -> Html {
    let stage = view.store.lang.stage_labels();
    let open = |tab: Tab| {
        vec![
            Action::Open(OpenTarget::Text("".into())),
            Action::Overlays(OverlayMsg::SetEditorOpen(true)),
            Action::Builder(BuilderMsg::ShowTab(tab)),
        ]
    };
    let door = |class: &'static str, label: &'static str, actions: Vec<Action>| {
        let dispatch = dispatch.clone();
        let onclick = move |_| actions.iter().for_each(|action| dispatch.emit(action.clone()));
        html! { <button type="button" {class} {onclick}>{ label }</button> }
    };
    // Of a draft the page goes on where it was left; the example is fetched.
    let drafted = view.store.gallery.scenario.is_none();
    let reason = if drafted { stage.welcome_back } else { stage.welcome_why };
    let (watch, build) = match drafted {
        true => (
            Action::Gallery(GalleryMsg::FetchIntro),
            ("accent", stage.door_go_on, vec![Action::Overlays(OverlayMsg::SetEditorOpen(true))]),
        ),
        false => (Action::Player(PlayerMsg::Toggle), ("plain", stage.door_build, open(Tab::Objects))),
    };
    html! {
        <section id="narrator" class="story welcome" aria-label={stage.welcome}>
            <div class="told" tabindex="0" role="group" aria-label={stage.welcome}>
                <h2>{ stage.welcome }</h2>
                <p>{ reason }{ " " }<b>{ view.story.title.clone() }</b>{ " · " }{ view.story.text.clone() }</p>
            </div>
            <div class="doors">
                { door(if drafted { "plain" } else { "accent" }, stage.door_watch, vec![watch]) }
                { door(build.0, build.1, build.2) }
                { door("plain", stage.door_paste, [open(Tab::Yaml), vec![Action::Builder(BuilderMsg::GoToPosition(1, 1))]].concat()) }
            </div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use runlog::EventKind;
    use trace::steps::Step;

    use super::*;
    use crate::{
        gallery,
        lang::Lang,
        settings::{SettingsMsg, Theme},
        store::Effect,
        testing::InlineWorker,
        update::reduce,
    };

    fn open_welcome() -> Store {
        let text = include_str!("../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        let (store, effects) =
            reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::FirstVisit(number, text.into())));
        InlineWorker::default().run_effects(store, effects)
    }

    #[test]
    fn it_stands_before_a_preemption() {
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
    fn a_draft_offers_the_same_ways_until_one_is_taken() {
        let text = include_str!("../../www/scenarios/ladder.yaml");
        let (store, effects) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Draft(text.into())));
        let mut worker = InlineWorker::default();
        let store = worker.run_effects(store, effects);
        assert!(store.overlays.is_welcome_open && store.gallery.scenario.is_none());
        assert!(!reduce(&store, Action::Player(PlayerMsg::StepBy(1))).0.overlays.is_welcome_open);
        let (watched, effects) = reduce(&store, Action::Gallery(GalleryMsg::FetchIntro));
        assert_eq!(effects, [Effect::FetchIntro]);
        let first = include_str!("../../www/scenarios/preemption.yaml");
        let number = gallery::scenario_number(gallery::FIRST_SCENARIO).unwrap();
        let (watched, effects) = reduce(&watched, Action::Open(OpenTarget::Intro(number, first.into())));
        let watched = worker.run_effects(watched, effects);
        assert!(watched.player.is_playing && !watched.overlays.is_welcome_open);
        assert_eq!(watched.moment().unwrap().step, Step::Filter(0));
    }

    #[test]
    fn it_goes_where_nothing_moves() {
        let mut store = open_welcome();
        store.player.moment = 0;
        assert!(!reduce(&store, Action::Player(PlayerMsg::Home)).0.overlays.is_welcome_open);
    }

    #[test]
    fn it_is_there_after_a_look_at_the_scenarios() {
        let (looking, _) = reduce(&open_welcome(), Action::Gallery(GalleryMsg::SetOpen(true)));
        let (restored_store, _) = reduce(&looking, Action::Overlays(OverlayMsg::DismissTop));
        assert!(restored_store.overlays.is_welcome_open && !restored_store.gallery.is_open);
    }

    #[test]
    fn it_goes_with_the_first_choice() {
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
