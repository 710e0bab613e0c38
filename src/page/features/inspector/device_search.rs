//! The search for devices on a node: for each request, the devices that each selector leaves and why the others are rejected, then the steps of the
//! search, then its result.

use api::Str;
use i18n::devices::words;
use runlog::{Attempt, DeviceRejection, DeviceRequestRecord, DeviceSearch, SearchEnd, SearchStep};
use trace::steps::Step;
use yew::{Html, classes, html};

use crate::view::View;

/// The maximum number of searches that are shown expanded.
const MAX_SEARCHES: usize = 6;

/// The searches of the attempt up to the current step.
pub fn draw_searches(view: &View) -> Html {
    let Some(attempt) = view.attempt.as_ref().filter(|attempt| !attempt.searches.is_empty()) else {
        return Html::default();
    };
    let device_sentences = words(view.store.lang);
    let of = |at: usize| attempt.device_search(attempt.filter.get(at)?.node);
    let search_on_selected = || {
        let node = view.store.selection.node.as_ref()?;
        attempt.device_search(attempt.nodes.iter().position(|name| name == node)?)
    };
    let device_searchs: Vec<&DeviceSearch> = match view.step {
        Step::PreFilter | Step::FirstPass(_) => Vec::new(),
        Step::Filter(current_index) => of(current_index).into_iter().collect(),
        _ => match search_on_selected() {
            Some(search) => vec![search],
            None => attempt.searches.iter().collect(),
        },
    };
    if device_searchs.is_empty() {
        return Html::default();
    }
    let only = device_searchs.len() == 1;
    let hidden_count = device_searchs.len().saturating_sub(MAX_SEARCHES);
    let each = device_searchs.iter().take(MAX_SEARCHES).enumerate().map(|(at, search)| {
        let name = attempt.nodes.get(search.node).map_or("", Str::as_str);
        let class = if has_failed(search) { "bad" } else { "good" };
        html! {
            <details key={name.to_owned()} class="search" open={only || at == 0}>
                <summary><b>{ name.to_owned() }</b>{ " " }<span {class}>{ device_sentences.search_end(search) }</span></summary>
                { self::draw_search(view, attempt, search) }
            </details>
        }
    });
    html! {
        <section class="searches">
            <h3>{ device_sentences.device_labels().search }</h3>
            { for each }
            if hidden_count > 0 { <p class="muted">{ device_sentences.more_not_listed(hidden_count) }</p> }
        </section>
    }
}

fn has_failed(search: &DeviceSearch) -> bool {
    !search.out_of_reach.is_empty() || !matches!(search.end, SearchEnd::Found | SearchEnd::Nothing)
}

fn draw_search(view: &View, _: &Attempt, search: &DeviceSearch) -> Html {
    let device_sentences = words(view.store.lang);
    let requests =
        search.requests.iter().enumerate().map(|(at, request)| self::draw_request(view, search, at, request));
    let steps = search.steps.iter().map(|step| {
        let class = match step {
            SearchStep::Chosen { .. } => "good",
            SearchStep::Refused { .. } | SearchStep::Short { .. } => "bad",
            SearchStep::PutBack { .. } => "soft",
        };
        let mark = match step {
            SearchStep::Chosen { .. } => "✓",
            SearchStep::Refused { .. } | SearchStep::Short { .. } => "✗",
            SearchStep::PutBack { .. } => "↩",
        };
        html! { <li><span {class} aria-hidden="true">{ mark }</span>{ " " }{ device_sentences.search_step(search, step) }</li> }
    });
    html! {
        <>
            { for requests }
            if !search.steps.is_empty() {
                <h4>{ device_sentences.device_labels().steps }</h4>
                <ol class="search-steps">{ for steps }if search.more_steps > 0 { <li class="muted">{ device_sentences.more_not_listed(search.more_steps) }</li> }</ol>
            }
        </>
    }
}

/// A selector that rejects devices: whether it is the class's, its index, and its expression.
type FailedSelector<'s> = (bool, usize, &'s Str);

fn draw_request(view: &View, search: &DeviceSearch, at: usize, request: &DeviceRequestRecord) -> Html {
    let device_sentences = words(view.store.lang);
    let total_count = request.devices.len();
    let mut selectors: Vec<(FailedSelector<'_>, usize)> = Vec::new();
    for rejection in &request.devices {
        if let Some(DeviceRejection::Selector { is_of_class, number, expression, .. }) = rejection {
            let selector = (*is_of_class, *number, expression);
            match selectors.iter_mut().find(|(other, _)| *other == selector) {
                Some((_, count)) => *count += 1,
                None => selectors.push((selector, 1)),
            }
        }
    }
    selectors.sort_by_key(|((is_of_class, number, _), _)| (!is_of_class, *number));
    let mut remaining = total_count;
    let selectors = selectors.iter().map(|((is_of_class, _, expression), rejection)| {
        let before = remaining;
        remaining -= rejection;
        html! { <li>{ device_sentences.devices_left_by_selector(*is_of_class, remaining, before) }{ " " }<code>{ expression.to_string() }</code></li> }
    });
    let selectors: Vec<Html> = selectors.collect();
    // Devices with the same result share a line.
    let mut groups: Vec<(&Option<DeviceRejection>, Vec<&str>)> = Vec::new();
    for (rejection, device) in request.devices.iter().zip(&search.devices) {
        match groups.iter_mut().find(|(other, _)| *other == rejection) {
            Some((_, names)) => names.push(&device.name),
            None => groups.push((rejection, vec![&device.name])),
        }
    }
    let devices = groups.iter().map(|(rejection, names)| {
        let (symbol, class) = if rejection.is_none() { ("✓", "good") } else { ("✗", "bad") };
        let text = rejection.as_ref().map_or_else(|| device_sentences.device_labels().would_do.to_owned(), |rejection| device_sentences.device_rejection(rejection));
        html! {
            <li class={classes!(rejection.is_none().then_some("suits"))}><span {class} aria-hidden="true">{ symbol }</span>{ " " }<b>{ names.join(", ") }</b>{ " " }{ text }</li>
        }
    });
    html! {
        <div class="wish" data-request={request.request.to_string()}>
            <h4><code>{ request.request.to_string() }</code>{ " " }{ device_sentences.device_request(request) }</h4>
            <p class="soft">{ device_sentences.devices_left(search.suitable_device_count(at), total_count + search.more_devices) }</p>
            if !selectors.is_empty() { <ul class="selectors">{ for selectors }</ul> }
            <ul class="search-devices">{ for devices }</ul>
        </div>
    }
}
