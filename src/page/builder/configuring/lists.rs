//! Lists of plugins: what runs at an extension point, what else could, and by default.

use yew::{Callback, Html, html};

use crate::builder::Build;
use crate::builder::outline::{Outline, OutlineItem};
use crate::store::Action;
use crate::typing::TextField;
use crate::view::parted;
use releases::documents::{Chosen, MULTI_POINT, points, policy};
use words::table::configuring::Word;

use super::told::Form;
use super::{ConfigEdit, Turn, plugins, value};

/// Names of the plugins of one's own that extend a point.
pub fn own(outline: &Outline, point: &str) -> Vec<String> {
    let extends = |entry: &OutlineItem| point == MULTI_POINT || !entry.value[point].is_null();
    let plugins = outline.entries.iter().filter(|entry| entry.kind == "Plugin" && extends(entry));
    plugins.map(|entry| entry.name.clone()).collect()
}

/// What a list is of.
struct List<'l> {
    /// The field of the document.
    name: &'static str,
    /// What runs, in order.
    runs: Vec<Chosen>,
    /// What else could.
    idle: Vec<String>,
    /// What runs by default.
    defaults: &'l [(&'static str, i64)],
    /// Whether there are weights, and whether the order is a person's to choose.
    weighed: bool,
    ordered: bool,
    /// Whether the document says something of its own.
    says: bool,
    /// Where it stands in the document.
    path: String,
}

/// The extension points of a profile.
pub fn points_of(form: &Form<'_>, profile: usize) -> Html {
    let here = value::at(&form.entry.value, &format!("profiles.{profile}"));
    let one = |point: &'static releases::documents::Point| {
        let own = own(form.outline, point.name);
        let path = format!("profiles.{profile}.plugins.{}", point.name);
        let Some(runs) = plugins::runs(form.release, here, point, &own) else {
            return html! { <div key={point.name}><code>{ point.name }</code>{ " " }{ form.see_yaml() }{ form.found(&path) }</div> };
        };
        let idle = plugins::idle(point, &own, &runs).into_iter().map(ToOwned::to_owned).collect();
        let list = List {
            name: point.name,
            runs,
            idle,
            defaults: point.defaults,
            weighed: [MULTI_POINT, "score"].contains(&point.name),
            ordered: true,
            says: plugins::says(here, point.name),
            path,
        };
        let name = point.name;
        let change =
            move |name_of: String, turn: Turn| ConfigEdit::Plugin { profile, point: name, name: name_of, turn };
        draw(form, &list, &change, ConfigEdit::Reset { profile, point: name })
    };
    html! { <>{ for points(form.release).iter().map(one) }</> }
}

/// Predicates and priorities of a policy.
pub fn of_policy(form: &Form<'_>) -> Html {
    let one = |name: &'static str| {
        let (known, defaults) = policy(form.release, name);
        let Some(runs) = plugins::listed(&form.entry.value, name, defaults) else {
            return html! { <div key={name}><code>{ name }</code>{ " " }{ form.see_yaml() }{ form.found(name) }</div> };
        };
        let there = |it: &&&str| !runs.iter().any(|(other, _)| other == **it);
        let idle = known.iter().filter(there).map(|it| (*it).to_owned()).collect();
        let says = !form.entry.value[name].is_null();
        let weighed = name == "priorities";
        let list = List { name, runs, idle, defaults, weighed, ordered: false, says, path: name.to_owned() };
        let change = move |name_of: String, turn: Turn| ConfigEdit::Listed { list: name, name: name_of, turn };
        draw(form, &list, &change, ConfigEdit::ResetListed(name))
    };
    html! { <>{ one("predicates") }{ one("priorities") }</> }
}

fn draw(form: &Form<'_>, list: &List<'_>, change: &dyn Fn(String, Turn) -> ConfigEdit, reset: ConfigEdit) -> Html {
    let words = form.words;
    let last = list.runs.len().saturating_sub(1);
    let act = |name: &str, turn: Turn| form.on(change(name.to_owned(), turn));
    let row = |(at, (name, weight)): (usize, &Chosen)| {
        let default = list.defaults.iter().find(|(other, _)| other == name);
        let changed = default.is_none_or(|(_, of)| list.weighed && of != weight);
        let label = |word: Word| format!("{}: {name}", words.word(word));
        html! {
            <li key={name.clone()} class={if changed { "changed" } else { "" }}>
                <span>{ parted(name) }</span>
                if list.weighed && *weight > 0 {
                    <TextField kind="number" bounds={(1, i64::from(i32::MAX))} value={weight.to_string()} label={label(Word::Weight)}
                        title={default.map(|(_, of)| format!("{}: {of}", words.word(Word::Default)))} send={weigh(form.act, &form.entry.id, change(name.clone(), Turn::Weigh(1)))} />
                }
                if list.ordered {
                    <button type="button" class="icon" disabled={at == 0} aria-label={label(Word::Up)} title={label(Word::Up)} onclick={act(name, Turn::Up)}>{ "↑" }</button>
                    <button type="button" class="icon" disabled={at == last} aria-label={label(Word::Down)} title={label(Word::Down)} onclick={act(name, Turn::Down)}>{ "↓" }</button>
                }
                <button type="button" class="icon" aria-label={label(Word::Disable)} title={label(Word::Disable)} onclick={act(name, Turn::Disable)}>{ "×" }</button>
            </li>
        }
    };
    let chip = |name: &String| {
        let usual = list.defaults.iter().any(|(other, _)| other == name);
        let title = words.word(if usual { Word::EnableADefault } else { Word::Enable });
        html! { <li key={name.clone()}><button type="button" class="chip" {title} aria-label={format!("{title}: {name}")} onclick={act(name, Turn::Enable)}>{ "+ " }{ name.clone() }</button></li> }
    };
    html! {
        <details class="point" key={list.name}>
            <summary><code>{ list.name }</code><small>{ words.plugins(list.runs.len()) }if list.says { { " · " }{ words.word(Word::Changed) } }</small></summary>
            if list.runs.is_empty() { <p class="muted">{ words.word(Word::NothingRuns) }</p> }
            <ol class="plugin-list">{ for list.runs.iter().enumerate().map(row) }</ol>
            if !list.idle.is_empty() { <ul class="idle" aria-label={words.word(Word::CanBeEnabled)}>{ for list.idle.iter().map(chip) }</ul> }
            if list.says { <p><button type="button" class="link" onclick={form.on(reset)}>{ words.word(Word::AsByDefault) }</button></p> }
            { form.found(&list.path) }
        </details>
    }
}

/// Gives a plugin the weight that is typed.
fn weigh(act: &Callback<Action>, id: &str, change: ConfigEdit) -> Callback<String> {
    let (act, id) = (act.clone(), id.to_owned());
    Callback::from(move |typed: String| {
        // What is no weight is not written: the field shows the one that counts again.
        let weight = typed.trim().parse::<i64>().ok().filter(|it| (1..=i64::from(i32::MAX)).contains(it));
        let Some(weight) = weight else { return };
        let mut change = change.clone();
        if let ConfigEdit::Plugin { turn, .. } | ConfigEdit::Listed { turn, .. } = &mut change {
            *turn = Turn::Weigh(weight);
        }
        act.emit(Action::Builder(Build::Configure(id.clone(), change)));
    })
}
