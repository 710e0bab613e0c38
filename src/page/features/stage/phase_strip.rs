//! The phases above the stage as buttons, which open a card: the purpose of a phase, the release's built-in plugins, and a run that shows it.

use i18n::{
    phases,
    table::phases::{PhaseLabels, PhaseSentences},
};
use releases::{
    Release,
    documents::policy_names::policy_names,
    plugins::{ExtensionPoint, plugins, plugins_at},
};
use runlog::Point;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};
use yew::{Callback, Html, component, create_portal, html, use_state_eq};

use crate::{
    features::{
        lesson::terms::draw_code_spans,
        popover::{Popover, WordBox, word_box_of},
        stage::{
            group_phases,
            queues::{CYCLE_PHASES, CyclePhase, current_phase, phase_name},
        },
    },
    page_metadata,
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the strip depends on.
pub(crate) const SLICES: Slices = dirty::LANG | dirty::RUN | dirty::MOMENT;

struct PhaseFacts {
    phase: CyclePhase,
    purpose: fn(&PhaseLabels) -> &'static str,
    points: &'static [ExtensionPoint],
    /// A built-in scenario, and the name of the moment that shows the phase.
    shown_by: (&'static str, &'static str),
}

const PHASE_FACTS: [PhaseFacts; CYCLE_PHASES.len()] = [
    PhaseFacts {
        phase: CyclePhase::Pop,
        purpose: |labels| labels.pop,
        points: &[ExtensionPoint::QueueSort],
        shown_by: ("first-pod", "popped:web"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::PreFilter),
        purpose: |labels| labels.pre_filter,
        points: &[ExtensionPoint::PreFilter],
        shown_by: ("sampling", "preFilter:web-1"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::Filter),
        purpose: |labels| labels.filter,
        points: &[ExtensionPoint::Filter],
        shown_by: ("first-pod", "judged:web"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::PostFilter),
        purpose: |labels| labels.post_filter,
        points: &[ExtensionPoint::PostFilter],
        shown_by: ("preemption", "eligible:nginx-a"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::Score),
        purpose: |labels| labels.score,
        points: &[ExtensionPoint::PreScore, ExtensionPoint::Score],
        shown_by: ("first-pod", "scored:web"),
    },
    PhaseFacts {
        phase: CyclePhase::Select,
        purpose: |labels| labels.select,
        points: &[],
        shown_by: ("tie", "selected:first"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::Reserve),
        purpose: |labels| labels.reserve,
        points: &[ExtensionPoint::Reserve],
        shown_by: ("first-pod", "reserve:web"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::Permit),
        purpose: |labels| labels.permit,
        points: &[ExtensionPoint::Permit],
        shown_by: ("own-plugin", "permit:solver-1"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::PreBind),
        purpose: |labels| labels.pre_bind,
        points: &[ExtensionPoint::PreBind],
        shown_by: ("first-consumer", "preBind:db"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::Bind),
        purpose: |labels| labels.bind,
        points: &[ExtensionPoint::Bind],
        shown_by: ("first-pod", "bind:web"),
    },
    PhaseFacts {
        phase: CyclePhase::Point(Point::PostBind),
        purpose: |labels| labels.post_bind,
        points: &[ExtensionPoint::PostBind],
        shown_by: ("first-pod", "postBind:web"),
    },
];

/// The strip, and the card of the open phase.
#[component]
pub fn PhaseStrip(props: &Props) -> Html {
    let view = &props.view;
    let open_phase = use_state_eq(|| None::<(usize, WordBox)>);
    // The cycle of a group has phases of its own.
    if let Some(phases) = group_phases::draw_group_phases(view) {
        return phases;
    }
    let current = current_phase(view);
    let items = CYCLE_PHASES.iter().enumerate().filter(|(_, phase)| !phase_name(view, **phase).is_empty());
    let items = items.map(|(at, phase)| {
        let onclick = {
            let open_phase = open_phase.clone();
            Callback::from(move |event: MouseEvent| {
                let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                open_phase.set(button.map(|button| (at, word_box_of(&button))));
            })
        };
        let is_open = open_phase.is_some_and(|(open, _)| open == at);
        html! {
            <li aria-current={(current == Some(*phase)).then_some("step")}>
                <button type="button" aria-haspopup="dialog" aria-expanded={is_open.to_string()} {onclick}>{ phase_name(view, *phase).to_owned() }</button>
            </li>
        }
    });
    let on_close = {
        let open_phase = open_phase.clone();
        Callback::from(move |()| open_phase.set(None))
    };
    // The strip is a CSS size container, which would contain a descendant with a fixed position, so the card is drawn in the body.
    let card = open_phase.and_then(|(at, word_box)| {
        let body = gloo::utils::document().body()?;
        let name = phase_name(view, CYCLE_PHASES[at]).to_owned();
        let card = html! {
            <Popover key={at} {word_box} label={name.clone()} close_name={view.words.close} {on_close}>{ draw_facts(view, &PHASE_FACTS[at], name) }</Popover>
        };
        Some(create_portal(card, body.into()))
    });
    html! { <><ol class="phases">{ for items }</ol>{ card.unwrap_or_default() }</> }
}

/// The content of a phase's card.
fn draw_facts(view: &View, facts: &PhaseFacts, name: String) -> Html {
    let (lang, release) = (view.store.lang, view.store.run.shown_release());
    let (sentences, labels) = (phases::words(lang), phases::words(lang).phase_labels());
    let plugins = plugin_names(sentences, release, facts);
    let (scenario, step) = facts.shown_by;
    let href = page_metadata::localized_address(lang, &format!("s/{scenario}/#step={step}"));
    html! {
        <>
            <b>{ name }</b>
            <p>{ draw_code_spans((facts.purpose)(labels)) }</p>
            if let [_, ..] = &plugins[..] {
                <p class="phase-plugins"><span class="muted">{ sentences.plugins_of(release.name()) }</span>{ " " }{ plugins.join(", ") }</p>
            } else if !facts.points.is_empty() {
                <p class="muted">{ if has_framework(release) { labels.no_plugins } else { labels.no_framework } }</p>
            }
            <p class="links"><a {href} target="_blank" rel="noopener">{ labels.watch }</a></p>
        </>
    }
}

/// Whether a release has the plugins of the scheduling framework.
fn has_framework(release: Release) -> bool {
    plugins(release).next().is_some()
}

/// The built-in plugins of a phase, in order; predicates and priorities before the scheduling framework.
fn plugin_names(sentences: &dyn PhaseSentences, release: Release, facts: &PhaseFacts) -> Vec<String> {
    let list = match facts.phase {
        CyclePhase::Point(Point::Filter) => "predicates",
        CyclePhase::Point(Point::Score) => "priorities",
        _ => "",
    };
    if !has_framework(release) && !list.is_empty() {
        let names = policy_names(list).iter().filter(|name| name.is_default(release));
        return names.map(|name| name.name.to_owned()).collect();
    }
    let mut names = Vec::new();
    for plugin in facts.points.iter().flat_map(|point| plugins_at(release, *point)) {
        let name = match plugin.usage.is_optional {
            true => sentences.optional_plugin(plugin.name),
            false => plugin.name.to_owned(),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use i18n::Lang;
    use page_state::testing::InlineWorker;
    use trace::moment_names::{MomentName, NameMatch};

    use super::*;

    #[test]
    fn each_phase_has_a_text_and_a_scenario() {
        for (phase, facts) in CYCLE_PHASES.iter().zip(&PHASE_FACTS) {
            assert!(*phase == facts.phase);
            let (scenario, step) = facts.shown_by;
            let path = format!("{}/../../www/scenarios/{scenario}.yaml", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).expect("a scenario");
            let store = InlineWorker::default().open_text(&text);
            let name = MomentName::parse(step).expect("a name");
            let run_view = &store.run.view;
            let found = name.find_moment(run_view.trace.events(), &run_view.moments);
            assert!(
                matches!(found, NameMatch::Exact(_)),
                "{scenario} {step}: {:?}",
                (0..run_view.moments.len())
                    .filter_map(|at| MomentName::of_moment(run_view.trace.events(), &run_view.moments, at))
                    .map(|name| name.to_string())
                    .collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn plugins_are_those_of_the_release() {
        let names = |release, at: usize| plugin_names(phases::words(Lang::En), release, &PHASE_FACTS[at]);
        assert_eq!(names(Release::V1_34, 0), ["PrioritySort"]);
        assert!(names(Release::V1_34, 2).contains(&"NodeResourcesFit".to_owned()));
        assert!(names(Release::V1_16, 2).contains(&"CheckNodeUnschedulable".to_owned()));
        assert!(names(Release::V1_16, 3).is_empty());
        assert_eq!(names(Release::V1_20, 3), ["DefaultPreemption"]);
    }
}
