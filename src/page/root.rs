//! The whole page from its parts.

use std::rc::Rc;

use yew::{Callback, Html, classes, component, html, use_memo};

use crate::builder::files;
use crate::care::view as care;
use crate::compare::fork;
use crate::crafting::menu;
use crate::front::{Showing, Toast};
use crate::header;
use crate::inspector::view as inspector;
use crate::keys;
use crate::lesson::{hidden, predict};
use crate::parts;
use crate::player::{narrator, view as player};
use crate::reading::view as reading;
use crate::site;
use crate::slot::Slot;
use crate::stage::scene::model::Stage;
use crate::stage::{budgets, picture, queues, theatre};
use crate::store::Action;
use crate::view::memo;
use crate::view::{Piece, Props, Same, View, on};
use crate::welcome;

/// The page. While it comes up it has only some of its pieces.
#[component]
pub(crate) fn Root(props: &Props) -> Html {
    let Props { view, act, .. } = props.clone();
    let store = &view.store;
    let class = classes!(
        "page",
        (store.front.editor && !store.front.presents).then_some("with-editor"),
        store.inspector.folded.then_some("folded"),
        store.console.open.then_some("with-console"),
        store.front.presents.then_some("presents"),
        view.beside.is_some().then_some("compares"),
        store.course.taken.is_some().then_some("taught"),
        hidden::asks(store).then_some("asks"),
        predict::shown(store).is_some().then_some("asked"),
        store.share.handout.then_some("hands-out"),
        store.run.trace.sketch.then_some("sketched"),
        hidden::hides(store).then_some("predicts"),
    );
    // Of what is chosen only the resource changes the model.
    let parts = (Same(view.frame.clone()), Same(view.sheet.clone()), view.attempt.clone().map(Same));
    let single = view.beside.is_none() && view.has(Piece::Model);
    let known = (view.moment, view.step, single, parts, store.selection.measure.clone());
    // Two runs beside each other make their models themselves.
    let stage = use_memo(known, |(_, _, single, ..)| if *single { picture::model(&view) } else { Stage::default() });
    let (view, act) = (&view, &act);
    html! {
        <div {class}>
            <a class="skip" href="#player">{ view.words.skip }</a>
            if view.has(Piece::Head) { { memo(header::header, header::SEES, view, act) } }
            if view.has(Piece::Told) { { told(view, act) } }
            if store.share.embedded { { parts::draw(Slot::Away, view, act) } }
            if store.front.editor && !store.front.presents && view.has(Piece::Rest) { { parts::draw(Slot::Editor, view, act) } }
            <main id="stage" inert={store.run.trace.sketch} class={if store.hurries() { "stage quick" } else { "stage" }} oncontextmenu={(!store.share.embedded).then(|| menu::asked(act))}>
                if view.beside.is_some() {
                    { parts::draw(Slot::Beside, view, act) }
                } else {
                    <div class="centre">
                        if view.has(Piece::Above) {
                            <div class="above">{ queues::phases(view) }{ fork::line(view, act) }{ theatre::measure(view, act) }</div>
                            { menu::handle(view, act) }
                            { menu::classes(view) }
                        }
                        if view.has(Piece::Scene) { { theatre::theatre(&theatre::TheatreProps { view: view.clone(), stage: stage.clone(), act: act.clone(), sees: theatre::SEES }) } }
                    </div>
                    // After what it stands before on a large screen: below the stage on a small one, nothing moves while the page is read.
                    <div class="side">
                        if view.has(Piece::Side) {
                            <queues::Queues {view} {act} stage={stage.clone()} sees={queues::SEES} />
                            { budgets::budgets(view, &stage, act) }
                            { budgets::zones(view, act) }
                        }
                    </div>
                }
            </main>
            if !store.front.presents && view.has(Piece::Inspector) { { memo(inspector::inspector, inspector::sees(store), view, act) } }
            if view.has(Piece::Player) { <player::Player ..Props::seeing(player::SEES, view, act) /> }
            if view.has(Piece::Rest) { { rest(view, act) } }
        </div>
    }
}

/// What stands in the narrator's place.
fn told(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let store = &view.store;
    if store.course.taken.is_some() {
        parts::draw(Slot::Lesson, view, act)
    } else if predict::shown(store).is_some() {
        parts::draw(Slot::Question, view, act)
    } else if store.front.welcomes {
        welcome::welcome(view, act)
    } else {
        html! { <narrator::Narrator ..Props::seeing(narrator::SEES, view, act) /> }
    }
}

/// What opens above the rest of the page, or beside it.
fn rest(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let store = &view.store;
    html! {
        <>
            if !store.front.presents && !hidden::asks(store) { { parts::draw(Slot::Console, view, act) } }
            { toast(view) }
            if store.front.menu.is_some() { { parts::draw(Slot::Menu, view, act) } }
            if store.course.defined.is_some() { { parts::draw(Slot::Term, view, act) } }
            { care::troubles(view, act, reading::note(view, act)) }
            { files::zones(view) }
            if store.front.help { { help(view, act) } }
            if store.front.commands { { parts::draw(Slot::Commands, view, act) } }
            if store.share.handout { { parts::draw(Slot::HandOut, view, act) } }
            if store.share.open { { parts::draw(Slot::Sheet, view, act) } }
            if store.gallery.open { { parts::draw(Slot::Gallery, view, act) } }
        </>
    }
}

fn toast(view: &View) -> Html {
    let (words, more) = (view.words, view.store.lang.timeline());
    let text = view.store.front.toast.map_or("", |toast| match toast {
        Toast::Copied => words.copied,
        Toast::Text => more.text_copied,
        Toast::Refused => more.refused,
        Toast::TooLong => words.too_long,
        Toast::OfWorkload => view.store.lang.craft().of_workload,
        Toast::NoNames => view.store.lang.sharing().no_names,
        Toast::NoPicture => view.store.lang.sharing().no_picture,
        Toast::Reading => view.store.lang.care().still_reading,
        Toast::NotInText => view.store.lang.craft().not_in_text,
        Toast::NoLanguage => words.no_language,
        Toast::Predicts => view.store.lang.lesson().predicts,
        Toast::NothingToPredict => view.store.lang.lesson().nothing_to_predict,
    });
    let class = if text.is_empty() { "toast" } else { "toast shown" };
    html! { <div {class} role="status">{ text }</div> }
}

fn help(view: &View, act: &Callback<Action>) -> Html {
    let words = view.words;
    // Nothing of what is being done here is lost: the manual opens beside it.
    let manual = site::in_language(view.store.lang, "manual/");
    html! {
        <div class="veil" onclick={on(act, Action::Front(Showing::Help(false)))}>
            <div class="dialog" role="dialog" aria-modal="true" aria-label={words.keys}>
                <h2>{ words.keys }</h2>
                <dl class="keys">
                    { for keys::list(view.store.lang).map(|(key, what)| html! { <><dt><kbd>{ key }</kbd></dt><dd>{ what }</dd></> }) }
                </dl>
                <a href={manual} target="_blank" rel="noopener">{ words.manual }</a>
                <button type="button" class="plain" onclick={on(act, Action::Front(Showing::Help(false)))}>{ words.close }</button>
            </div>
        </div>
    }
}
