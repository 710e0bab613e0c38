//! The first seconds: what the page is for, in the narrator's place, and where one may begin. Behind it stands a scenario at a moment at
//! which something is about to happen.

use yew::{Callback, Html, html};

use crate::acts::{Browsing, Playing};
use crate::builder::{Build, Tab};
use crate::front::Showing;
use crate::opening::Opening;
use crate::run::alike;
use crate::store::{Action, Store};
use crate::view::View;

/// Whether nothing was chosen since: no door, no step, no drawer. What arrives by itself is no choice, nor is a look at the scenarios.
pub fn stays(before: &Store, now: &Store) -> bool {
    let chosen = |it: &Store| (it.player.playing, it.front.presents, it.front.editor, it.run.release);
    let stands = before.player.wanted.is_some() || before.player.at == now.player.at;
    stands
        && chosen(before) == chosen(now)
        && alike(&before.builder.text, &now.builder.text)
        && now.course.taken.is_none()
}

/// One sentence and three doors.
pub fn welcome(view: &View, act: &Callback<Action>) -> Html {
    let own = view.store.lang.stage();
    let open = |tab: Tab| {
        vec![
            Action::Open(Opening::Text("".into())),
            Action::Front(Showing::Editor(true)),
            Action::Builder(Build::Tab(tab)),
        ]
    };
    let door = |class: &'static str, label: &'static str, actions: Vec<Action>| {
        let act = act.clone();
        let onclick = move |_| actions.iter().for_each(|action| act.emit(action.clone()));
        html! { <button type="button" {class} {onclick}>{ label }</button> }
    };
    // Of a draft the page goes on where it was left; the example is fetched.
    let drafted = view.store.gallery.scenario.is_none();
    let why = if drafted { own.welcome_back } else { own.welcome_why };
    let (watch, build) = match drafted {
        true => {
            (Action::Gallery(Browsing::Watch), ("accent", own.door_go_on, vec![Action::Front(Showing::Editor(true))]))
        }
        false => (Action::Player(Playing::Toggle), ("plain", own.door_build, open(Tab::Build))),
    };
    html! {
        <section id="narrator" class="story welcome" aria-label={own.welcome}>
            <div class="told" tabindex="0" role="group" aria-label={own.welcome}>
                <h2>{ own.welcome }</h2>
                <p>{ why }{ " " }<b>{ view.story.title.clone() }</b>{ " · " }{ view.story.text.clone() }</p>
            </div>
            <div class="doors">
                { door(if drafted { "plain" } else { "accent" }, own.door_watch, vec![watch]) }
                { door(build.0, build.1, build.2) }
                { door("plain", own.door_paste, [open(Tab::Yaml), vec![Action::Builder(Build::Go(1, 1))]].concat()) }
            </div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;
    use crate::lang::Lang;
    use crate::settings::Setting;
    use crate::settings::Theme;
    use crate::store::Effect;
    use crate::testing::Worker;
    use crate::update::reduce;
    use record::What;
    use trace::steps::Step;

    fn welcomed() -> Store {
        let text = include_str!("../../www/scenarios/preemption.yaml");
        let number = gallery::named(gallery::FIRST).unwrap();
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Welcome(number, text.into())));
        Worker::default().serve(store, effects)
    }

    #[test]
    fn it_stands_before_a_preemption() {
        let store = welcomed();
        assert!(store.front.welcomes);
        let moment = store.moment().unwrap();
        let tried = &store.run.trace.trace.events()[moment.events - 1].what;
        assert!(matches!(tried, What::Attempted(tried) if &*tried.pod == "default/nginx-a"), "{tried:?}");
        assert_eq!(moment.step, Step::Filter(0));
    }

    #[test]
    fn a_draft_offers_the_same_ways_until_one_is_taken() {
        let text = include_str!("../../www/scenarios/ladder.yaml");
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Draft(text.into())));
        let mut worker = Worker::default();
        let store = worker.serve(store, effects);
        assert!(store.front.welcomes && store.gallery.scenario.is_none());
        assert!(!reduce(&store, Action::Player(Playing::StepBy(1))).0.front.welcomes);
        let (watched, effects) = reduce(&store, Action::Gallery(Browsing::Watch));
        assert_eq!(effects, [Effect::Watch]);
        let first = include_str!("../../www/scenarios/preemption.yaml");
        let number = gallery::named(gallery::FIRST).unwrap();
        let (watched, effects) = reduce(&watched, Action::Open(Opening::Watch(number, first.into())));
        let watched = worker.serve(watched, effects);
        assert!(watched.player.playing && !watched.front.welcomes);
        assert_eq!(watched.moment().unwrap().step, Step::Filter(0));
    }

    #[test]
    fn it_goes_where_nothing_moves() {
        let mut store = welcomed();
        store.player.at = 0;
        assert!(!reduce(&store, Action::Player(Playing::Home)).0.front.welcomes);
    }

    #[test]
    fn it_is_there_after_a_look_at_the_scenarios() {
        let (looking, _) = reduce(&welcomed(), Action::Gallery(Browsing::Show(true)));
        let (back, _) = reduce(&looking, Action::Front(Showing::Dismiss));
        assert!(back.front.welcomes && !back.gallery.open);
    }

    #[test]
    fn it_goes_with_the_first_choice() {
        for (action, stays) in [
            (Action::Settings(Setting::Lang(Lang::Zh)), true),
            (Action::Settings(Setting::Theme(Theme::Dark)), true),
            (Action::Front(Showing::Help(true)), true),
            (Action::Player(Playing::Toggle), false),
            (Action::Player(Playing::StepBy(1)), false),
            (Action::Player(Playing::Home), false),
            (Action::Gallery(Browsing::Show(true)), true),
            (Action::Front(Showing::Editor(true)), false),
            (Action::Open(Opening::Text("".into())), false),
        ] {
            let said = format!("{action:?}");
            assert_eq!(reduce(&welcomed(), action).0.front.welcomes, stays, "{said}");
        }
    }
}
