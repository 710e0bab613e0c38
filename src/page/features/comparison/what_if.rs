//! The what-if form: forks the run at the current moment, and lists the branches with their outcomes.

use std::rc::Rc;

use api::Str;
use i18n::{capacity, format_clock, labels::PageLabels, short_pod_name};
use manifest::ScriptCommand;
use page_state::{
    actions::{
        Action, EditingAction,
        comparison::{BranchMsg, Fork},
    },
    overlays::{OverlayMsg, Toast},
    run::Status,
    selectors::branch_comparison::{branch_ends, end_differences},
};
use releases::{Release, documents::sample};
use ui::{callback::on_action, text_field::TextField};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::{Callback, Html, NodeRef, TargetCast, component, html, use_memo, use_node_ref, use_state};

use crate::{
    features::comparison::{
        number_change::ChangeableNumber,
        what_if_actions::{WHAT_IF_ACTIONS, WhatIfAction},
    },
    view::{Props, View},
};

/// The What if page of the inspector.
pub fn draw_what_if(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <WhatIf view={view.clone()} dispatch={dispatch.clone()} /> }
}

#[component]
fn WhatIf(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let action = use_state(|| WhatIfAction::CopyNode);
    let (target, node_ref) = (use_node_ref(), use_node_ref());
    let choose = {
        let action = action.clone();
        Callback::from(move |event: yew::Event| {
            let at = event.target_dyn_into::<HtmlSelectElement>().map_or(-1, |select| select.selected_index());
            if let Some(chosen_action) = usize::try_from(at).ok().and_then(|at| WHAT_IF_ACTIONS.get(at)) {
                action.set(*chosen_action);
            }
        })
    };
    let submit = {
        let (dispatch, action, frame) = (dispatch.clone(), *action, view.frame.clone());
        let (target, node_ref) = (target.clone(), node_ref.clone());
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            let what_if = match action {
                WhatIfAction::Custom => node_ref.cast::<HtmlTextAreaElement>().map(|area| {
                    let text = area.value();
                    let label = text.lines().next().unwrap_or_default().to_owned();
                    let is_empty = text.trim().is_empty();
                    let command = (!is_empty).then(|| ScriptCommand::Handwritten(text.into()));
                    Fork { label, commands: command.into_iter().collect() }
                }),
                action => target.cast::<HtmlSelectElement>().and_then(|select| action.fork(&frame, &select.value())),
            };
            if let Some(fork) = what_if.filter(|fork| !fork.commands.is_empty()) {
                dispatch.emit(Action::Branches(BranchMsg::Fork(fork)));
            }
        })
    };
    let names: Vec<Str> = action.list_targets(&view.frame);
    html! {
        <div class="whatif">
            <p class="muted">{ store.lang.forks_at(&format_clock(store.current_time())) }</p>
            <form onsubmit={submit}>
                <label>{ labels.deed }
                    <select onchange={choose}>
                        { for WHAT_IF_ACTIONS.iter().map(|what_if_action| html! { <option selected={*what_if_action == *action}>{ what_if_action.name(labels) }</option> }) }
                    </select>
                </label>
                if *action == WhatIfAction::Custom { { draw_custom_action(labels, &node_ref) } } else { { draw_targets(view, &target, *action, &names) } }
                <button type="submit" class="accent" disabled={store.run.status == Status::Working || *action != WhatIfAction::Custom && names.is_empty()}>{ labels.fork }</button>
            </form>
            <CompareRuns view={view.clone()} dispatch={dispatch.clone()} />
            <ChangeNumber view={view.clone()} dispatch={dispatch.clone()} />
            if !store.branches.branches.is_empty() { { draw_branches(view, dispatch) } <BranchEnds view={view.clone()} dispatch={dispatch.clone()} /> { draw_compared(view) } }
        </div>
    }
}

/// Runs the same scenario under another release or configuration, for comparison.
#[component]
fn CompareRuns(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let area = use_node_ref();
    let busy = store.run.status == Status::Working;
    let others = Release::ALL.into_iter().filter(|release| *release != store.run.shown_release());
    let submit = {
        let (dispatch, area, label) = (dispatch.clone(), area.clone(), labels.configuration);
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            if let Some(text) = area.cast::<HtmlTextAreaElement>().map(|area| area.value()) {
                dispatch.emit(EditingAction::CompareConfiguration(label.to_owned(), text).into());
            }
        })
    };
    html! {
        <>
            <div class="compare">
                <span>{ labels.compare }</span>
                { for others.map(|release| html! {
                    <button type="button" class="plain" disabled={busy} onclick={on_action(dispatch, Action::Branches(BranchMsg::CompareRelease(release)))}>{ release.name() }</button>
                }) }
                if store.run.manifest_summary.gangs.is_some() {
                    <button type="button" class="plain" disabled={busy} onclick={on_action(dispatch, Action::from(EditingAction::CompareGangs))}>{ store.lang.group_labels().gangs_choice }</button>
                }
            </div>
            <details class="configure">
                <summary>{ labels.another_configuration }</summary>
                <form onsubmit={submit}>
                    <label><span class="muted">{ labels.configuration_hint }</span>
                        <TextField node={area} rows={10} value={sample(store.run.shown_release())} />
                    </label>
                    <button type="submit" class="accent" disabled={busy}>{ labels.compare_run }</button>
                </form>
            </details>
        </>
    }
}

/// Runs the same scenario with another number.
#[component]
fn ChangeNumber(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let store = &view.store;
    let catalog = capacity::words(store.lang);
    let capacity_labels = catalog.capacity_labels();
    let number = use_state(|| ChangeableNumber::Class);
    let (target, value_ref) = (use_node_ref(), use_node_ref());
    let choose = {
        let number = number.clone();
        Callback::from(move |event: yew::Event| {
            let at = event.target_dyn_into::<HtmlSelectElement>().map_or(-1, |select| select.selected_index());
            if let Some(chosen_number) = usize::try_from(at).ok().and_then(|at| ChangeableNumber::ALL.get(at)) {
                number.set(*chosen_number);
            }
        })
    };
    let submit = {
        let (dispatch, number, view) = (dispatch.clone(), *number, view.clone());
        let (target, value_ref) = (target.clone(), value_ref.clone());
        Callback::from(move |event: yew::SubmitEvent| {
            event.prevent_default();
            let target = target.cast::<HtmlSelectElement>().map(|select| select.value());
            let new_value = value_ref.cast::<HtmlInputElement>().and_then(|input| input.value().trim().parse().ok());
            let changed_manifest = target.zip(new_value).and_then(|(target, new_value)| {
                number.change_number(&view.store.run.text, view.store.run.shown_release(), &target, new_value)
            });
            dispatch.emit(match changed_manifest {
                Some((label, text)) => Action::Branches(BranchMsg::CompareManifest(label, text.into())),
                None => Action::Overlays(OverlayMsg::SetToast(Some(Toast::NotInText))),
            });
        })
    };
    let targets = number.list_targets(view);
    let (least, most) = number.number_range();
    let first = targets.first().map_or(0, |(_, current_value)| *current_value);
    html! {
        <details class="configure amend">
            <summary>{ capacity_labels.amend }</summary>
            <form onsubmit={submit}>
                <label>{ capacity_labels.amend_what }
                    <select onchange={choose}>{ for ChangeableNumber::ALL.iter().map(|kind| html! { <option selected={*kind == *number}>{ kind.name(capacity_labels) }</option> }) }</select>
                </label>
                <label>{ capacity_labels.amend_of }
                    <select key={number.name(capacity_labels)} ref={target}>{ for targets.iter().map(|(name, current_value)| html! {
                        <option value={name.to_string()}>{ format!("{} ({current_value})", short_pod_name(name)) }</option>
                    }) }</select>
                </label>
                <label>{ capacity_labels.amend_to }<TextField key={number.name(capacity_labels)} node={value_ref} kind="number" required=true bounds={(least, most)} value={first.to_string()} /></label>
                <p class="muted">{ capacity_labels.amend_how }</p>
                if *number == ChangeableNumber::Class {
                    <p class="muted">{ capacity_labels.amend_class_how }</p>
                }
                <button type="submit" class="accent" disabled={store.run.status == Status::Working || targets.is_empty()}>{ view.words.compare_run }</button>
            </form>
        </details>
    }
}

fn draw_custom_action(labels: &PageLabels, node_ref: &NodeRef) -> Html {
    html! { <label>{ labels.deed_yaml }<textarea ref={node_ref.clone()} rows="4" spellcheck="false" placeholder="scale: {name: web, replicas: 5}" /></label> }
}

fn draw_targets(view: &View, target: &NodeRef, action: WhatIfAction, names: &[Str]) -> Html {
    let selected = view.store.selection.pod.as_ref();
    html! {
        <label>{ view.words.deed_target }
            // The key depends on the action, so that another action keeps no selection.
            <select key={action.name(view.words)} ref={target.clone()}>
                { for names.iter().map(|name| html! {
                    <option value={name.to_string()} selected={selected.is_some_and(|key| key.as_text() == name)}>{ short_pod_name(name).to_owned() }</option>
                }) }
            </select>
        </label>
    }
}

fn draw_branches(view: &View, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let busy = store.run.status == Status::Working;
    html! {
        <>
            <h3>{ labels.branches }</h3>
            <ol class="branches">
                { for store.branches.branches.iter().enumerate().map(|(at, branch)| {
                    let label = if branch.label.is_empty() { labels.branch_first.to_owned() } else { branch.label.clone() };
                    html! { <li><button type="button" aria-pressed={(at == store.branches.current).to_string()}
                        disabled={busy} onclick={on_action(dispatch, Action::Branches(BranchMsg::SwitchBranch(at)))}>{ label.clone() }</button>
                        if at != store.branches.current {
                            <button type="button" class="link" aria-pressed={(store.branches.compared == Some(at)).to_string()} disabled={busy}
                                onclick={on_action(dispatch, Action::Branches(BranchMsg::CompareBranch(Some(at).filter(|_| store.branches.compared != Some(at)))))}><span class="hidden">{ format!("{label}: ") }</span>{ labels.beside_with }</button>
                        }
                    </li> }
                }) }
            </ol>
        </>
    }
}

fn draw_compared(view: &View) -> Html {
    let labels = view.words;
    if view.store.run.status == Status::Working {
        return html! { <p class="muted">{ labels.working }</p> };
    }
    let differences = end_differences(&view.store);
    if differences.is_empty() {
        return html! { <p class="muted">{ labels.no_difference }</p> };
    }
    html! {
        <>
            <h3>{ labels.difference }</h3>
            <div class="scroll" tabindex="0" role="region" aria-label={labels.difference}><table class="differences">
                <thead><tr><th scope="col">{ "Pod" }</th><th scope="col">{ labels.other_branch }</th><th scope="col">{ labels.this_branch }</th></tr></thead>
                <tbody>{ for differences.iter().take(200).map(|end_difference| html! {
                    <tr><th scope="row">{ short_pod_name(&end_difference.pod).to_owned() }</th><td>{ end_difference.other_end.clone() }</td><td>{ end_difference.own_end.clone() }</td></tr>
                }) }</tbody>
            </table></div>
        </>
    }
}

/// The outcomes of all branches, each compared with the first one. A click on a branch above shows its run.
#[component]
fn BranchEnds(props: &Props) -> Html {
    let Props { view, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let dependencies = (
        store.run.status == Status::Working,
        store.branches.current,
        store.branches.branches.len(),
        store.run.view.run,
    );
    let ends = use_memo(dependencies, |(working, ..)| if *working { Vec::new() } else { branch_ends(store) });
    if ends.len() < 2 {
        return Html::default();
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={labels.branches}><table class="differences ends">
            <thead><tr><th scope="col">{ labels.branches }</th><th scope="col">{ labels.ends_running }</th><th scope="col">{ labels.ends_pending }</th>
                <th scope="col">{ labels.ends_elsewhere }</th><th scope="col">{ labels.ends_gone }</th></tr></thead>
            <tbody>{ for ends.iter().map(|end| html! {
                <tr class={(end.branch == store.branches.current).then_some("chosen")}>
                    <th scope="row">{ if end.label.is_empty() { labels.branch_first.to_owned() } else { end.label.clone() } }</th>
                    <td>{ end.scheduled }</td><td>{ end.pending }</td><td>{ end.moved }</td><td>{ end.missing }</td>
                </tr>
            }) }</tbody>
        </table></div>
    }
}
