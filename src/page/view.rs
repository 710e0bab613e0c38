//! What every view gets: a look at everything, a way to act, and a few things that all of them draw.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::virtual_dom::AttributeOrProperty;
use yew::{AttrValue, Callback, Html, MouseEvent, Properties, component, html};

use crate::craft::{Craft, Made, Menu, MenuPage, Thing};
use crate::glossary::Defined;
use crate::lesson::Learning;
use crate::sees;
use crate::sees::Sees;
use crate::slot::Slot;
use crate::stage::scene::found::Scenes;
use crate::store::{Action, Store};
use api::{Set, Str, Table};
use record::Event;
use record::{Attempt, Sheet, Tried, Wording};
use trace::Frame;
use trace::compare;
use trace::compare::Delta;
use trace::ends::End;
use trace::guard::{Guard, Guards};
use trace::steps::{Moment, Step};
use words::labels::Words;
use words::story::Story;

/// Everything that a view needs: the state, and what follows from it for the moment shown.
pub struct View {
    /// The state.
    pub store: Rc<Store>,
    /// Words of its language.
    pub words: &'static Words,
    /// Words of its release.
    pub wording: &'static dyn Wording,
    /// Names of the profile that the attempt belongs to.
    pub sheet: Rc<Sheet>,
    /// The cluster at this moment.
    pub frame: Rc<Frame>,
    /// What happened last.
    pub event: Option<Rc<Event>>,
    /// The step within it.
    pub step: Step,
    /// The moment that is drawn.
    pub moment: Moment,
    /// The attempt that it belongs to, or the last one before, in short.
    pub tried: Option<Rc<Tried>>,
    /// All that it found; nothing before the worker has said so.
    pub attempt: Option<Rc<Attempt>>,
    /// Whether the detail of the moment shown is still to come: the picture is that of the moment before.
    pub waits: bool,
    /// The sentence.
    pub story: Story,
    /// Titles of the moments before and after, if there are any.
    pub around: [Option<String>; 2],
    /// Another branch at the moment that belongs to this one, and what differs.
    pub beside: Option<Beside>,
    /// Nodes that differ in the two branches: in what the attempt finds, or in the pods that they hold. In a fork, those that are otherwise
    /// than in the run that it left.
    pub unlike: Set<Str>,
    /// Pods that are otherwise than in the run that this one was forked from.
    pub changed: Set<Str>,
    /// While one builds: how the run ends for each pod.
    pub ends: Option<Rc<Table<Str, End>>>,
    /// How many pieces of the page are drawn. The others are still to come.
    pub pieces: usize,
    /// Whether the build draws it: nothing is measured, and nothing can be done.
    pub still: bool,
    /// Draws a place that belongs to a part of the page, within what another one draws.
    pub part: fn(Slot, &Rc<View>, &Callback<Action>) -> Html,
    /// Whether it is the other one of two: only in one of them pods are followed as they move.
    pub other: bool,
}

/// The pieces in which a page comes up, in this order.
#[derive(Clone, Copy)]
pub(crate) enum Piece {
    /// What follows from the state for the moment shown: only frames are drawn, with nothing in them.
    View,
    /// Its head.
    Head,
    /// What is told.
    Told,
    /// The line above the stage.
    Above,
    /// What the stage is to show.
    Model,
    /// The scene on the stage.
    Scene,
    /// The rail of all nodes beside it.
    Rail,
    /// What stands beside the stage.
    Side,
    /// The playhead and its timeline.
    Player,
    /// The inspector.
    Inspector,
    /// What is open besides.
    Rest,
}

impl Piece {
    /// How many there are.
    pub(crate) const ALL: usize = Self::Rest as usize + 1;
}

/// Another run beside the one shown.
pub struct Beside {
    /// What there is to see of it.
    pub view: Rc<View>,
    /// What the present attempt finds otherwise here than there.
    pub deltas: Vec<Delta>,
}

impl Beside {
    /// Another run, made known to the one shown.
    pub fn new(here: &mut View, mut there: View) -> Self {
        let attempts = here.attempt.as_ref().zip(there.attempt.as_ref()).filter(|_| here.live());
        let same = attempts.filter(|(here, there)| here.pod == there.pod);
        let deltas = same.map_or_else(Vec::new, |(here, there)| compare::deltas(here, there));
        here.unlike = compare::unlike_nodes(&here.frame, &there.frame);
        here.unlike.extend(deltas.iter().filter_map(Delta::node).cloned());
        there.unlike.clone_from(&here.unlike);
        there.changed = Set::new();
        there.other = true;
        Self { view: Rc::new(there), deltas }
    }
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl View {
    /// The slices in which it differs from another one.
    pub fn differs(&self, other: &Self) -> Sees {
        if std::ptr::eq(self, other) {
            return 0;
        }
        let moment = (self.moment, self.step, self.waits) == (other.moment, other.step, other.waits)
            && Rc::ptr_eq(&self.frame, &other.frame)
            && shared(self.event.as_ref(), other.event.as_ref())
            && shared(self.tried.as_ref(), other.tried.as_ref())
            && shared(self.attempt.as_ref(), other.attempt.as_ref())
            && self.sheet == other.sheet
            && (&self.story, &self.around) == (&other.story, &other.around);
        let beside = |view: &Self| view.beside.as_ref().map(|beside| Rc::as_ptr(&beside.view));
        let beside = (beside(self), self.other, self.still) == (beside(other), other.other, other.still)
            && (&self.unlike, &self.changed) == (&other.unlike, &other.changed);
        let ends = shared(self.ends.as_ref(), other.ends.as_ref());
        let slice = |slice: Sees, same: bool| if same { 0 } else { slice };
        sees::OTHER
            | sees::differ(&self.store, &other.store)
            | slice(sees::MOMENT, moment)
            | slice(sees::BRANCHES, beside)
            | slice(sees::ENDS, ends)
    }

    /// Whether this piece of the page is drawn.
    pub(crate) fn has(&self, piece: Piece) -> bool {
        self.pieces > piece as usize
    }

    /// Whether the attempt is what is looked at now, not something past.
    pub fn live(&self) -> bool {
        !matches!(self.step, Step::Start | Step::Event | Step::Point(_))
    }

    /// Whether the stage offers to add something: not while two runs stand side by side, and not to an audience.
    pub fn offers(&self) -> bool {
        !self.other && self.beside.is_none() && !self.store.front.presents
    }

    /// What the step makes of the nodes of the attempt, if that is what is looked at.
    pub(crate) fn scenes(&self) -> Option<Scenes> {
        self.attempt.as_ref().filter(|_| self.live()).map(|attempt| Scenes::new(attempt, self.step))
    }
}

/// Whether two are the same thing, or neither is there.
fn shared<T>(a: Option<&Rc<T>>, b: Option<&Rc<T>>) -> bool {
    a.map(Rc::as_ptr) == b.map(Rc::as_ptr)
}

/// What every view gets. It draws anew when what it sees of the view changed.
#[derive(Clone, Properties)]
pub struct Props {
    /// What there is to see.
    pub view: Rc<View>,
    /// The way to act.
    pub act: Callback<Action>,
    /// What of it is drawn.
    #[prop_or(sees::ALL)]
    pub sees: Sees,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.act == other.act && self.sees == other.sees && self.sees & self.view.differs(&other.view) == 0
    }
}

impl Props {
    /// For what draws only this of a view.
    pub(crate) fn seeing(sees: Sees, view: &Rc<View>, act: &Callback<Action>) -> Self {
        Self { view: Rc::clone(view), act: act.clone(), sees }
    }
}

/// A part of the page that has nothing of its own to remember.
type Draw = fn(&Rc<View>, &Callback<Action>) -> Html;

#[derive(Clone, Properties)]
struct MemoProps {
    draw: Draw,
    of: Props,
}

impl PartialEq for MemoProps {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.draw, other.draw) && self.of == other.of
    }
}

#[component]
fn Memo(props: &MemoProps) -> Html {
    (props.draw)(&props.of.view, &props.of.act)
}

/// Draws anew only when this of a view changed.
pub(crate) fn memo(draw: Draw, sees: Sees, view: &Rc<View>, act: &Callback<Action>) -> Html {
    html! { <Memo {draw} of={Props::seeing(sees, view, act)} /> }
}

/// Something shared, equal only to itself: what a memo of it depends on.
pub struct Same<T>(pub Rc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A callback that opens a term.
pub fn defines(act: &Callback<Action>) -> Callback<Defined> {
    act.reform(|defined| Action::Lesson(Learning::Define(Some(defined))))
}

/// A callback that does one thing.
pub fn on<T: 'static>(act: &Callback<Action>, action: Action) -> Callback<T> {
    let act = act.clone();
    Callback::from(move |_| act.emit(action.clone()))
}

/// An element with a place or a size that follows from numbers. The page's policy lets in no attribute `style`, but the property. Where
/// the build draws there are no properties: `index.html` sets those that it finds.
pub fn placed(style: &str, mut it: Html) -> Html {
    if let Html::VTag(tag) = &mut it {
        let tag = Rc::make_mut(tag);
        if cfg!(target_arch = "wasm32") {
            tag.add_property("style", style);
        } else {
            tag.add_attribute("data-style", style.to_owned());
            // Yew 0.23 writes no others of a tag that was given one more.
            for value in tag.attributes.get_mut_index_map().values_mut() {
                if let AttributeOrProperty::Static(text) = value {
                    *value = AttributeOrProperty::Attribute(AttrValue::Static(text));
                }
            }
        }
    }
    it
}

/// A card with a plus: one click adds a node or a pod.
pub fn plus(act: &Callback<Action>, name: &'static str, made: Made) -> Html {
    html! {
        <button type="button" class="plus" onclick={on(act, Action::Crafting(Craft::Add(made)))}><span aria-hidden="true">{ "+ " }</span>{ name }</button>
    }
}

/// Opens the menu of a thing below a button.
pub fn below(act: &Callback<Action>, thing: Thing) -> Callback<MouseEvent> {
    below_at(act, thing, MenuPage::All)
}

/// The same, with this page of it.
pub(crate) fn below_at(act: &Callback<Action>, thing: Thing, page: MenuPage) -> Callback<MouseEvent> {
    let act = act.clone();
    Callback::from(move |event: MouseEvent| {
        let Some(element) = event.target().and_then(|it| it.dyn_into::<Element>().ok()) else { return };
        act.emit(Action::Crafting(Craft::Menu(Some(Menu { thing: thing.clone(), at: corner(&element), page }))));
    })
}

/// Where something opens that belongs to an element: at its lower left, in pixels of the window.
#[allow(clippy::cast_possible_truncation)] // pixels
pub(crate) fn corner(element: &Element) -> (i32, i32) {
    let area = element.get_bounding_client_rect();
    (area.left() as i32, area.bottom() as i32)
}

/// A button with a name and a drawing or a word.
pub(crate) fn button(name: &str, class: &'static str, face: Html, click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" {class} aria-label={name.to_owned()} title={name.to_owned()} onclick={click}>{ face }</button> }
}

/// The sign of a disruption budget, drawn, as few fonts have it.
pub fn shield() -> Html {
    html! {
        <svg class="shield" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M6 0.5 11 2v4c0 2.8-2 4.6-5 5.5C3 10.600 1 8.800 1 6V2z" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
    }
}

/// The shield of a pod whose budgets stand like this, 12 pixels wide.
pub(crate) fn shield_of(guard: Guard) -> Html {
    html! { <svg class={format!("shield {}", guard.name())} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">{ plate(guard) }</svg> }
}

/// The shield that a pod in a list wears, with what it says; nothing without a budget.
pub(crate) fn worn(view: &View, guards: &Guards) -> Html {
    guards.stand().map_or_else(Html::default, |guard| {
        let told = view.store.lang.guards(guards);
        html! { <span class="guard" title={told.clone()}>{ shield_of(guard) }<span class="hidden">{ told }</span></span> }
    })
}

/// The same, at a place of a picture. Firefox would take an `svg` within a picture for much larger than it is.
pub(crate) fn badge(guard: Guard, (x, y): (i64, i64), size: i64) -> Html {
    html! { <g class={format!("shield {}", guard.name())} transform={format!("translate({x} {y}) scale({size}) scale(0.08333)")}>{ plate(guard) }</g> }
}

/// What a shield is drawn with, 12 units wide. Its form tells how the budgets stand, as well as its colour.
fn plate(guard: Guard) -> Html {
    let sign = match guard {
        Guard::Uncounted => "",
        Guard::Open => "M3.4 5.8 5.3 7.7 8.6 4",
        Guard::Closed => "M3.2 5.8h5.6",
        Guard::Short => "M6 2.8v3.4M6 7.7v1.2",
    };
    html! {
        <>
            <path class="plate" d="M6 0.7 10.8 2.2v3.7c0 2.7-1.9 4.4-4.8 5.3C3.1 10.3 1.2 8.6 1.2 5.9V2.2z" />
            if !sign.is_empty() { <path class="sign" d={sign} /> }
        </>
    }
}

/// A plugin's name that may be broken between its words.
pub fn parted(name: &str) -> Html {
    let starts = name.char_indices().filter(|(at, c)| *at > 0 && c.is_ascii_uppercase()).map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut from = 0;
    for at in starts.chain([name.len()]) {
        parts.push(html! { <>{ name[from..at].to_owned() }<wbr /></> });
        from = at;
    }
    html! { { for parts } }
}
