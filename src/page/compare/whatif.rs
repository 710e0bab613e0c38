//! What if? A form that forks the run at the moment shown, the branches so far, and what they come to.

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::{Callback, Html, NodeRef, TargetCast, component, html, use_memo, use_node_ref, use_state};

use crate::acts::Branching;
use crate::compare::amend::Number;
use crate::compare::branches::{ending_differently, endings};
use crate::compare::deed::{DEEDS, Deed};
use crate::front::{Showing, Toast};
use crate::run::Status;
use crate::store::Action;
use crate::typing::TextField;
use crate::view::{Props, View, on};
use api::Str;
use releases::Release;
use releases::documents::sample;
use words::labels::Words;
use words::{capacity, clock, short};

/// The page of the inspector.
pub fn page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    html! { <WhatIf view={view.clone()} act={act.clone()} /> }
}

#[component]
fn WhatIf(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let deed = use_state(|| Deed::CopyNode);
    let (target, own) = (use_node_ref(), use_node_ref());
    let choose = {
        let deed = deed.clone();
        Callback::from(move |event: yew::Event| {
            let at = event.target_dyn_into::<HtmlSelectElement>().map_or(-1, |select| select.selected_index());
            if let Some(chosen) = usize::try_from(at).ok().and_then(|at| DEEDS.get(at)) {
                deed.set(*chosen);
            }
        })
    };
    let submit = {
        let (act, deed, frame) = (act.clone(), *deed, view.frame.clone());
        let (target, own) = (target.clone(), own.clone());
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            let made = match deed {
                Deed::Own => own.cast::<HtmlTextAreaElement>().map(|area| {
                    let text = area.value();
                    let label = text.lines().next().unwrap_or_default().to_owned();
                    (vec![text].into_iter().filter(|text| !text.trim().is_empty()).collect(), label)
                }),
                deed => target.cast::<HtmlSelectElement>().and_then(|select| deed.actions(&frame, &select.value())),
            };
            if let Some((entries, label)) = made.filter(|(entries, _): &(Vec<String>, String)| !entries.is_empty()) {
                act.emit(Action::Branches(Branching::Fork { label, entries }));
            }
        })
    };
    let names: Vec<Str> = deed.targets(&view.frame);
    html! {
        <div class="whatif">
            <p class="muted">{ store.lang.forks_at(&clock(store.now())) }</p>
            <form onsubmit={submit}>
                <label>{ words.deed }
                    <select onchange={choose}>
                        { for DEEDS.iter().map(|it| html! { <option selected={*it == *deed}>{ it.name(words) }</option> }) }
                    </select>
                </label>
                if *deed == Deed::Own { { own_action(words, &own) } } else { { targets(view, &target, *deed, &names) } }
                <button type="submit" class="accent" disabled={store.run.status == Status::Working || *deed != Deed::Own && names.is_empty()}>{ words.fork }</button>
            </form>
            <Others view={view.clone()} act={act.clone()} />
            <Amend view={view.clone()} act={act.clone()} />
            if !store.branches.all.is_empty() { { branches(view, act) } <Ends view={view.clone()} act={act.clone()} /> { compared(view) } }
        </div>
    }
}

/// The same scenario under another release or configuration, to be held beside this run.
#[component]
fn Others(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let area = use_node_ref();
    let busy = store.run.status == Status::Working;
    let others = Release::ALL.into_iter().filter(|release| *release != store.run.shown_release());
    let submit = {
        let (act, area, label) = (act.clone(), area.clone(), words.configuration);
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            if let Some(text) = area.cast::<HtmlTextAreaElement>().map(|area| area.value()) {
                act.emit(Action::Branches(Branching::Reconfigure(label.to_owned(), text)));
            }
        })
    };
    html! {
        <>
            <div class="compare">
                <span>{ words.compare }</span>
                { for others.map(|release| html! {
                    <button type="button" class="plain" disabled={busy} onclick={on(act, Action::Branches(Branching::Release(release)))}>{ release.name() }</button>
                }) }
            </div>
            <details class="configure">
                <summary>{ words.another_configuration }</summary>
                <form onsubmit={submit}>
                    <label><span class="muted">{ words.configuration_hint }</span>
                        <TextField node={area} rows={10} value={sample(store.run.shown_release())} />
                    </label>
                    <button type="submit" class="accent" disabled={busy}>{ words.compare_run }</button>
                </form>
            </details>
        </>
    }
}

/// The same scenario with another number.
#[component]
fn Amend(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let store = &view.store;
    let says = capacity::words(store.lang);
    let words = says.capacity();
    let number = use_state(|| Number::Class);
    let (target, to) = (use_node_ref(), use_node_ref());
    let choose = {
        let number = number.clone();
        Callback::from(move |event: yew::Event| {
            let at = event.target_dyn_into::<HtmlSelectElement>().map_or(-1, |select| select.selected_index());
            if let Some(chosen) = usize::try_from(at).ok().and_then(|at| Number::ALL.get(at)) {
                number.set(*chosen);
            }
        })
    };
    let submit = {
        let (act, number, view) = (act.clone(), *number, view.clone());
        let (target, to) = (target.clone(), to.clone());
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            let target = target.cast::<HtmlSelectElement>().map(|select| select.value());
            let to = to.cast::<HtmlInputElement>().and_then(|input| input.value().trim().parse().ok());
            let made = target.zip(to).and_then(|(target, to)| {
                number.amended(&view.store.run.text, view.store.run.shown_release(), &target, to)
            });
            act.emit(match made {
                Some((label, text)) => Action::Branches(Branching::Retext(label, text.into())),
                None => Action::Front(Showing::Toast(Some(Toast::NotInText))),
            });
        })
    };
    let targets = number.targets(view);
    let (least, most) = number.bounds();
    let first = targets.first().map_or(0, |(_, now)| *now);
    html! {
        <details class="configure amend">
            <summary>{ words.amend }</summary>
            <form onsubmit={submit}>
                <label>{ words.amend_what }
                    <select onchange={choose}>{ for Number::ALL.iter().map(|it| html! { <option selected={*it == *number}>{ it.name(words) }</option> }) }</select>
                </label>
                <label>{ words.amend_of }
                    <select key={number.name(words)} ref={target}>{ for targets.iter().map(|(name, now)| html! {
                        <option value={name.to_string()}>{ format!("{} ({now})", short(name)) }</option>
                    }) }</select>
                </label>
                <label>{ words.amend_to }<TextField key={number.name(words)} node={to} kind="number" required=true bounds={(least, most)} value={first.to_string()} /></label>
                <p class="muted">{ words.amend_how }</p>
                <button type="submit" class="accent" disabled={store.run.status == Status::Working || targets.is_empty()}>{ view.words.compare_run }</button>
            </form>
        </details>
    }
}

fn own_action(words: &Words, own: &NodeRef) -> Html {
    html! { <label>{ words.deed_yaml }<textarea ref={own.clone()} rows="4" spellcheck="false" placeholder="scale: {name: web, replicas: 5}" /></label> }
}

fn targets(view: &View, target: &NodeRef, deed: Deed, names: &[Str]) -> Html {
    let chosen = view.store.selection.pod.as_ref();
    html! {
        <label>{ view.words.deed_target }
            // Another action is for other things: nothing of what was chosen stays.
            <select key={deed.name(view.words)} ref={target.clone()}>
                { for names.iter().map(|name| html! {
                    <option value={name.to_string()} selected={chosen == Some(name)}>{ short(name).to_owned() }</option>
                }) }
            </select>
        </label>
    }
}

fn branches(view: &View, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let busy = store.run.status == Status::Working;
    html! {
        <>
            <h3>{ words.branches }</h3>
            <ol class="branches">
                { for store.branches.all.iter().enumerate().map(|(at, branch)| {
                    let label = if branch.label.is_empty() { words.branch_first.to_owned() } else { branch.label.clone() };
                    html! { <li><button type="button" aria-pressed={(at == store.branches.shown).to_string()}
                        disabled={busy} onclick={on(act, Action::Branches(Branching::Switch(at)))}>{ label.clone() }</button>
                        if at != store.branches.shown {
                            <button type="button" class="link" aria-pressed={(store.branches.beside == Some(at)).to_string()} aria-label={format!("{label}: {}", words.beside_with)} disabled={busy}
                                onclick={on(act, Action::Branches(Branching::Beside(Some(at).filter(|_| store.branches.beside != Some(at)))))}>{ words.beside }</button>
                        }
                    </li> }
                }) }
            </ol>
        </>
    }
}

fn compared(view: &View) -> Html {
    let words = view.words;
    if view.store.run.status == Status::Working {
        return html! { <p class="muted">{ words.working }</p> };
    }
    let found = ending_differently(&view.store);
    if found.is_empty() {
        return html! { <p class="muted">{ words.no_difference }</p> };
    }
    html! {
        <>
            <h3>{ words.difference }</h3>
            <div class="scroll" tabindex="0" role="region" aria-label={words.difference}><table class="differences">
                <thead><tr><th scope="col">{ "Pod" }</th><th scope="col">{ words.other_branch }</th><th scope="col">{ words.this_branch }</th></tr></thead>
                <tbody>{ for found.iter().take(200).map(|it| html! {
                    <tr><th scope="row">{ short(&it.pod).to_owned() }</th><td>{ it.there.clone() }</td><td>{ it.here.clone() }</td></tr>
                }) }</tbody>
            </table></div>
        </>
    }
}

/// How all branches end, each against the first one. A click on a branch above shows its run.
#[component]
fn Ends(props: &Props) -> Html {
    let Props { view, .. } = props;
    let (store, words) = (&view.store, view.words);
    let known =
        (store.run.status == Status::Working, store.branches.shown, store.branches.all.len(), store.run.trace.run);
    let ends = use_memo(known, |(working, ..)| if *working { Vec::new() } else { endings(store) });
    if ends.len() < 2 {
        return Html::default();
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={words.branches}><table class="differences ends">
            <thead><tr><th scope="col">{ words.branches }</th><th scope="col">{ words.ends_running }</th><th scope="col">{ words.ends_pending }</th>
                <th scope="col">{ words.ends_elsewhere }</th><th scope="col">{ words.ends_gone }</th></tr></thead>
            <tbody>{ for ends.iter().map(|it| html! {
                <tr class={(it.branch == store.branches.shown).then_some("chosen")}>
                    <th scope="row">{ if it.label.is_empty() { words.branch_first.to_owned() } else { it.label.clone() } }</th>
                    <td>{ it.placed }</td><td>{ it.pending }</td><td>{ it.elsewhere }</td><td>{ it.gone }</td>
                </tr>
            }) }</tbody>
        </table></div>
    }
}
