//! What happens now and why, in a sentence, with numbers and the function that does it upstream.

use std::cmp::Ordering;
use std::rc::Rc;

use yew::{Callback, Html, component, html};

use crate::api::Str;
use crate::app::answer;
use crate::app::page::View;
use crate::app::state::{Action, Page, Status};
use crate::app::text::{amount, bytes, clock, short, story, upstream};
use crate::trace::steps::Step;

use crate::framework::Outcome;
use crate::simulation::What;

use super::whatif::WhatIf;
use super::{Props, on, tables, tile};

/// The inspector.
#[component]
pub fn Inspector(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words) = (&view.store, view.words);
    let pages = [
        (Page::Now, words.page_now),
        (Page::Filters, words.page_filters),
        (Page::Scores, words.page_scores),
        (Page::Preemption, words.page_preemption),
        (Page::Pod, words.page_pod),
        (Page::WhatIf, words.page_whatif),
    ];
    let tabs = pages.iter().map(|(page, name)| {
        let selected = store.page == *page;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="inspector"
                onclick={on(act, Action::Page(*page))}>{ *name }</button>
        }
    });
    html! {
        <aside class="inspector">
            { tell(view) }
            <div class="tabs" role="tablist">{ for tabs }</div>
            <div id="inspector" class="inspector-body" role="tabpanel" tabindex="0" aria-label={words.page_now}>
                { match store.page {
                    Page::Now => now(view, act),
                    Page::Filters => html! { <tables::Filters view={view.clone()} act={act.clone()} /> },
                    Page::Scores => html! { <tables::Scores view={view.clone()} act={act.clone()} /> },
                    Page::Preemption => tables::preemption(view),
                    Page::Pod => pod(view, act),
                    Page::WhatIf => html! { <WhatIf view={view.clone()} act={act.clone()} /> },
                } }
            </div>
        </aside>
    }
}

fn tell(view: &View) -> Html {
    let (store, words) = (&view.store, view.words);
    let release = store.shown_release();
    let (function, file) = match (view.step, &view.event) {
        (Step::Start, _) | (_, None) => ("", ""),
        (Step::Event, Some(event)) => (upstream::of_event(release, &event.what), ""),
        (step, _) => upstream::of_step(release, step),
    };
    let polite = if store.playing { "off" } else { "polite" };
    html! {
        <div class="story" aria-live={polite} aria-atomic="true">
            <h2>{ view.story.title.clone() }</h2>
            <p>{ view.story.text.clone() }</p>
            if !view.story.quote.is_empty() {
                <p class="quote"><span>{ words.upstream_says }</span><q>{ view.story.quote.clone() }</q></p>
            }
            if !function.is_empty() {
                <p class="upstream"><span>{ words.upstream }</span><code>{ function }</code>
                    if !file.is_empty() { <small>{ file }</small> }</p>
            }
        </div>
    }
}

/// What matters most at this step.
fn now(view: &Rc<View>, act: &Callback<Action>) -> Html {
    match view.step {
        Step::PreFilter | Step::Filter(_) => html! { <tables::Filters view={view.clone()} act={act.clone()} /> },
        Step::Score(_) | Step::Select => html! { <tables::Scores view={view.clone()} act={act.clone()} /> },
        Step::Start | Step::Event | Step::Point(_) => legend(view),
        Step::Failed if view.attempt.as_ref().is_none_or(|attempt| attempt.preemption.is_none()) => {
            html! { <tables::Filters view={view.clone()} act={act.clone()} /> }
        }
        _ => tables::preemption(view),
    }
}

fn legend(view: &View) -> Html {
    let levels = view.store.trace.levels.iter().rev();
    html! {
        <div class="legend">
            <h3>{ view.words.legend }</h3>
            <ul>{ for levels.map(|priority| html! { <li class={tile::level(view, *priority)}><span class="prio">{ tile::priority(*priority) }</span></li> }) }</ul>
            <p class="muted">{ view.words.no_attempt }</p>
        </div>
    }
}

fn pod(view: &View, act: &Callback<Action>) -> Html {
    let words = view.words;
    let Some(key) = &view.store.pod else { return html! { <p class="muted">{ words.no_pod }</p> } };
    let Some(pod) = view.frame.pods.get(key) else {
        return html! { <><p class="muted">{ format!("{} · {}", short(key), words.gone) }</p>{ life(view, act, key) }</> };
    };
    let (cpu, memory) = tile::requests(&pod.pod);
    let budgets = view.frame.budgets_of(&pod.pod).iter().map(|it| it.metadata.name.to_string()).collect::<Vec<_>>();
    let class = &pod.pod.spec.priority_class_name;
    let priority =
        if class.is_empty() { pod.pod.priority().to_string() } else { format!("{} ({class})", pod.pod.priority()) };
    let now = view.frame.now;
    let rows = [
        (words.status, pod.status().to_owned()),
        (words.priority, priority),
        (words.requests, format!("{} cpu, {}", amount("cpu", cpu), bytes(memory))),
        (words.node, pod.node.as_ref().map_or_else(String::new, ToString::to_string)),
        (words.nominated, pod.nominated.as_ref().map_or_else(String::new, ToString::to_string)),
        (words.queue, pod.queue.map_or_else(String::new, |queue| story::queue_name(view.store.lang, queue).to_owned())),
        (words.moved_by, if pod.queue.is_some() { pod.queued_by.to_string() } else { String::new() }),
        (words.gone_in, pod.gone_at.map_or_else(String::new, |at| clock(at.saturating_sub(now)))),
        (words.attempts, if pod.attempts > 0 { pod.attempts.to_string() } else { String::new() }),
        (words.made_by, pod.by.to_string()),
        (words.budgets, budgets.join(", ")),
        (words.last_message, pod.message.to_string()),
    ];
    html! {
        <div class="pod-page">
            <h3 class={tile::level(view, pod.pod.priority())}><span class="prio">{ tile::priority(pod.pod.priority()) }</span>{ short(key).to_owned() }</h3>
            <dl>{ for rows.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| html! { <><dt>{ *name }</dt><dd>{ value.clone() }</dd></> }) }</dl>
            { what_would_help(view, act, key) }
            { life(view, act, key) }
            <button type="button" class="plain" onclick={on(act, Action::Pick(None))}>{ words.close }</button>
        </div>
    }
}

/// What would make a waiting pod fit, tried by the engine when asked.
fn what_would_help(view: &View, act: &Callback<Action>, key: &Str) -> Html {
    let (store, words) = (&view.store, view.words);
    if view.frame.pods.get(key).is_none_or(|pod| pod.node.is_some()) {
        return Html::default();
    }
    let events = store.moment().map_or(0, |moment| moment.events);
    let Some(asked) = store.asked.as_ref().filter(|asked| asked.pod == *key && asked.events == events) else {
        return html! { <button type="button" class="plain" onclick={on(act, Action::Ask(key.clone()))}>{ words.ask }</button> };
    };
    let told = asked.answers.iter().map(|it| {
        let fork = answer::script(key, it).map(|(entries, label)| on(act, Action::Fork { label, entries }));
        html! {
            <li><span>{ answer::tell(store.lang, it) }</span>
                if let Some(fork) = fork {
                    <button type="button" class="plain" disabled={store.status == Status::Working} onclick={fork}>{ words.try_it }</button>
                }
            </li>
        }
    });
    html! {
        <section class="answers" aria-live="polite">
            <h3>{ words.ask }</h3>
            if asked.answers.is_empty() { <p class="muted">{ words.no_help }</p> } else { <ul>{ for told }</ul> }
        </section>
    }
}

/// The whole life of a pod, each line a way to its moment.
fn life(view: &View, act: &Callback<Action>, key: &Str) -> Html {
    let store = &view.store;
    let now = store.moment().map_or(0, |moment| moment.events);
    let events = store.trace.trace.events();
    let lines = answer::life(&store.trace.trace, key).into_iter().take(300).map(|count| {
        let event = &events[count - 1];
        let title = match &event.what {
            What::Attempted(attempt) => match &attempt.outcome {
                Outcome::Scheduled { node, .. } => format!("→ {}", attempt.nodes.get(*node).map_or("", |name| name)),
                Outcome::Failed { message, .. } => message.to_string(),
                Outcome::Open => String::new(),
            },
            what => story::event(store.lang, what, event.at).text,
        };
        let class = match count.cmp(&now) {
            Ordering::Greater => "later",
            Ordering::Equal => "now",
            Ordering::Less => "",
        };
        html! {
            <li {class}><button type="button" onclick={on(act, Action::SeekEvents(count))}>
                <span class="when">{ clock(event.at) }</span><span>{ title }</span></button></li>
        }
    });
    html! { <section class="life"><h3>{ view.words.life }</h3><ol>{ for lines }</ol></section> }
}
