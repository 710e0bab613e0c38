//! A lane for each pod, by controller, below the axis of time. It comes with a part of the page.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlSelectElement, InputEvent};
use yew::{Callback, Event, Html, TargetCast, UseStateHandle, html};

use crate::bookmarks::view as bookmarks;
use crate::bookmarks::view::Bookmarks;
use crate::store::Action;
use crate::timeline::arrows;
use crate::timeline::attempt;
use crate::timeline::axis::{Axis, Range, Scale};
use crate::timeline::hands;
use crate::timeline::row;
use crate::timeline::row::{left, sign, stretch};
use crate::timeline::ruler::{Listed, Ruler};
use crate::timeline::strip;
use crate::view::{Props, View, button, placed};
use crate::window::{Window, row_height};
use api::{Set, Str};
use trace::lanes::{Activity, Lanes, Sign};
use trace::opened::opened as steps_of;
use words::{clock, short};

/// The least height of a row in pixels: its name is a button, and the line below it takes one.
const TARGET: usize = 25;
/// Of so few lanes every mark can be reached by Tab.
const FEW: usize = 12;

/// A row of the list.
enum Row {
    /// A controller: index of its group, and how many pods it has in the list.
    Group(usize, usize),
    /// A pod: index of its lane.
    Lane(usize),
}

fn rows(lanes: &Lanes, folded: &Set<Str>, query: &str) -> Vec<Row> {
    let wanted = query.to_lowercase();
    let mut rows = Vec::new();
    let titled = lanes.groups.len() > 1 || lanes.groups.iter().any(|group| !group.by.is_empty());
    for (index, group) in lanes.groups.iter().enumerate() {
        let fits = |lane: &usize| wanted.is_empty() || lanes.lanes[*lane].pod.to_lowercase().contains(&wanted);
        let found: Vec<usize> = group.lanes.iter().copied().filter(fits).collect();
        if found.is_empty() {
            continue;
        }
        if titled {
            rows.push(Row::Group(index, found.len()));
        }
        if !(titled && folded.contains(&group.by)) {
            rows.extend(found.into_iter().map(Row::Lane));
        }
    }
    rows
}

/// The lanes below their axis, and what stands for them in the player.
pub fn draw(view: &Rc<View>, act: &Callback<Action>, ruler: &Rc<Ruler>) -> [Html; 2] {
    [list(view, act, ruler), bar(view, act, ruler)]
}

fn list(view: &Rc<View>, act: &Callback<Action>, ruler: &Rc<Ruler>) -> Html {
    let Ruler { axis, range, wanted, listed, kept, .. } = &**ruler;
    let (store, range) = (&view.store, *range);
    let rows = Rc::new(rows(&kept.borrow().lanes, &listed.folded, &listed.query));
    let run = store.run.trace.run;
    let attempt = listed.open.filter(|(of, _)| *of == run).map(|(_, count)| count);
    let marks = row::Marks {
        open: attempt,
        few: rows.len() <= FEW,
        toggle: {
            let (listed, wanted, axis, shown) =
                (listed.clone(), wanted.clone(), axis.clone(), Rc::clone(&store.run.trace));
            Callback::from(move |count: usize| {
                let closes = attempt == Some(count);
                listed.set(Listed { open: (!closes).then_some((run, count)), ..(*listed).clone() });
                // Where steps are what the axis counts, it shows those of the attempt.
                let steps = steps_of(shown.trace.events(), &shown.moments, count);
                if let (Scale::Steps, false, [first, .., last]) = (axis.scale, closes, &steps[..]) {
                    wanted.set(Some(axis.part(axis.between(hands::place(*first as u64), hands::place(*last as u64)))));
                }
            })
        },
    };

    // The pod that is chosen, else what the moment is about, else the pod that is scheduled.
    let about = view.event.as_ref().map(|event| event.what.called().1);
    let followed = [store.selection.pod.as_ref(), about.as_ref(), view.frame.in_cycle.as_ref()];
    let follow = followed.into_iter().flatten().find_map(|pod| {
        let kept = kept.borrow();
        rows.iter().position(|row| matches!(row, Row::Lane(lane) if kept.lanes.lanes[*lane].pod == *pod))
    });
    let draw = {
        let (ruler, rows, view, act) = (Rc::clone(ruler), Rc::clone(&rows), Rc::clone(view), act.clone());
        Callback::from(move |index: usize| {
            let lanes = &ruler.kept.borrow().lanes;
            let item = match rows[index] {
                Row::Lane(lane) => row::draw(&view, &act, &lanes.lanes[lane], (&ruler.axis, range), &marks),
                Row::Group(group, count) => {
                    let by = &lanes.groups[group].by;
                    let open = !ruler.listed.folded.contains(by);
                    let toggle = {
                        let (listed, by) = (ruler.listed.clone(), by.clone());
                        Callback::from(move |_| {
                            let mut next = (*listed).clone();
                            next.folded.toggle(by.clone());
                            listed.set(next);
                        })
                    };
                    let title = if by.is_empty() { view.store.lang.timeline().alone } else { by };
                    html! {
                        <button type="button" class="lane-group" aria-expanded={open.to_string()} onclick={toggle}>
                            { if open { "▾ " } else { "▸ " } }{ title.to_owned() }<small>{ format!(" {count}") }</small>
                        </button>
                    }
                }
            };
            html! { <li key={index} class="lane-row" aria-setsize={rows.len().to_string()} aria-posinset={(index + 1).to_string()}>{ item }</li> }
        })
    };
    let height = row_height().max(TARGET);
    let over = html! { <>{ evictions(view, &kept.borrow().lanes, &rows, (axis, range), height) }{ overlay(ruler) }</> };
    html! {
        <div class="lanes">
            <Window count={rows.len()} row={height} {follow} label={view.words.console_lanes.to_owned()} head={ruler.head.clone()} head_height={strip::HEIGHT} {draw} {over} />
            if let Some(count) = attempt { { opened_attempt(view, act, count, listed) } }
        </div>
    }
}

/// The ways to look at the lanes.
fn bar(view: &Rc<View>, act: &Callback<Action>, ruler: &Ruler) -> Html {
    let Ruler { scale, wanted, listed, hands, .. } = ruler;
    let (lang, more) = (view.store.lang, view.store.lang.timeline());
    let scales = [(Scale::Score, more.by_score), (Scale::Time, more.by_time), (Scale::Steps, more.by_step)];
    let options = scales.iter().map(|(to, name)| html! { <option selected={**scale == *to}>{ *name }</option> });
    let choose = {
        let (scale, wanted) = (scale.clone(), wanted.clone());
        Callback::from(move |event: Event| {
            let at = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            if let Some((to, _)) = usize::try_from(at).ok().and_then(|at| scales.get(at)) {
                scale.set(*to);
                wanted.set(None);
            }
        })
    };
    let zoom = |factor: f64| {
        let hands = Rc::clone(hands);
        Callback::from(move |_| hands.borrow().zoom(factor))
    };
    let legend = Activity::ALL.iter().map(|state| row::sample(lang, *state));
    let signs = [Sign::Preempts, Sign::Fails, Sign::Bound].map(|it| sign(lang, it));
    let signs = signs.iter().map(|(class, face, name)| html! { <li><b class={*class}>{ *face }</b>{ *name }</li> });
    let arrow = html! { <li><b class="sign arrow-sign">{ "↓" }</b>{ more.arrow_is }</li> };
    let search = {
        let listed = listed.clone();
        Callback::from(move |event: InputEvent| {
            let query = event.target_unchecked_into::<HtmlInputElement>().value();
            listed.set(Listed { query, ..(*listed).clone() });
        })
    };
    html! {
        <div class="timeline-bar">
            <select class="scale" aria-label={more.scale} onchange={choose}>{ for options }</select>
            <input type="search" value={listed.query.clone()} oninput={search} placeholder={more.search_pods} aria-label={more.search_pods} />
            { button(more.wider, "icon", html! { "−" }, zoom(2.0)) }
            { button(more.closer, "icon", html! { "+" }, zoom(0.5)) }
            <button type="button" class="plain all" disabled={wanted.is_none()} onclick={let wanted = wanted.clone(); move |_| wanted.set(None)}>{ more.whole }</button>
            <details class="signs"><summary>{ lang.stage().signs }</summary><ul class="legend-row">{ for legend }{ for signs }{ arrow }</ul></details>
            <Bookmarks ..Props::seeing(bookmarks::SEES, view, act) />
        </div>
    }
}

/// The arrows from preemptors to their victims.
fn evictions(view: &View, lanes: &Lanes, rows: &[Row], seen: (&Axis, Range), height: usize) -> Html {
    if lanes.evictions.is_empty() {
        return Html::default();
    }
    // A lane that is folded away has the row of its group.
    let row_of = |lane: usize| {
        let own = rows.iter().position(|row| matches!(row, Row::Lane(it) if *it == lane));
        let group = |row: &Row| matches!(row, Row::Group(group, _) if lanes.groups[*group].lanes.contains(&lane));
        own.or_else(|| rows.iter().position(group))
    };
    let drawn = arrows::draw(
        view.store.lang,
        lanes,
        view.store.selection.pod.as_deref(),
        seen,
        row_of,
        (height, strip::HEIGHT),
    );
    html! { <div class="lane-line over"><span class="lane-side"></span><span class="track">{ drawn }</span></div> }
}

/// The attempt that is open: whose it is, its steps, and a way to close it.
fn opened_attempt(view: &Rc<View>, act: &Callback<Action>, count: usize, listed: &UseStateHandle<Listed>) -> Html {
    let shown = &view.store.run.trace;
    let tried = shown.attempt_at(count).and_then(|number| shown.tried(number));
    let Some((tried, event)) = tried.zip(shown.trace.events().get(count - 1)) else { return Html::default() };
    let listed = listed.clone();
    let close = Callback::from(move |_| listed.set(Listed { open: None, ..(*listed).clone() }));
    let title = format!("{} · {}", short(&tried.pod), clock(event.at));
    html! {
        <section class="attempt" aria-label={title.clone()}>
            <span class="attempt-whose">{ title }</span>
            { attempt::draw(view, act, count) }
            { button(view.words.close, "icon", html! { "✕" }, close) }
        </section>
    }
}

/// What lies over the lanes: the playhead, what is still to come, and the range that is being chosen.
fn overlay(Ruler { axis, range, now, chosen, .. }: &Ruler) -> Html {
    let (range, now) = (*range, *now);
    let folds = axis.folds.iter().filter(|it| !it.open).filter_map(|fold| {
        let (from, to) = axis.of_fold(fold);
        let (left, right) = range.cells(from, to).filter(|(left, right)| right > left)?;
        Some(placed(&stretch(left, right), html! { <i class="folded"></i> }))
    });
    let later = hands::cell(range.share(hands::place(now)));
    let chosen = chosen.map(|part| (hands::cell(range.share(part.from)), hands::cell(range.share(part.to))));
    html! {
        <div class="lane-line over" aria-hidden="true">
            <span class="lane-side"></span>
            <span class="track">
                { for folds }
                { placed(&stretch(later, 10_000), html! { <i class="to-come"></i> }) }
                if let Some(style) = left(range, now) { { placed(&style, html! { <i class="playhead"></i> }) } }
                if let Some((from, to)) = chosen { { placed(&stretch(from, to), html! { <i class="choosing"></i> }) } }
            </span>
        </div>
    }
}
