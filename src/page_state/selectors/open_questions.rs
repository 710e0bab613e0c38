//! The questions that can be asked about a pod, a node or the whole run, and the open queries.

use api::{NamespacedName, Set, Str};
use protocol::{Query, Question, Trial};
use runlog::{AttemptSummary, EventKind};
use trace::{Frame, History, Phase};

use crate::{
    inspector::{log_query, query_at},
    panels::InspectorPage,
    selectors::field_case::is_field_shown,
    store::Store,
};

/// The limit of zones with a question.
const MAX_ZONES: usize = 8;

/// All queries to be answered now.
pub fn open_queries(store: &Store) -> Vec<Query> {
    let mut open: Vec<Query> = open_query(store).into_iter().collect();
    if store.inspector.page == InspectorPage::Node
        && !store.is_fast()
        && let (Some(node), Some(moment)) = (&store.selection.node, store.moment())
    {
        let frame = store.run.view.trace.frame_at(moment.events);
        open.extend(node_queries(store, &frame, node).into_iter().map(|(_, query)| query));
    }
    if let Some(updates) = store.chunks.study.ready() {
        if is_field_shown(store) {
            open.extend((updates.field_queries)(store));
        }
        open.extend((updates.hint_query)(store).filter(|_| !store.is_fast()));
    }
    open.extend(store.console.is_full_log_needed.then(|| log_query(store.run.view.run)));
    open
}

/// The open query. A question why a pod isn't on a node uses the selected node; `None` without one.
pub fn open_query(store: &Store) -> Option<Query> {
    let mut query = store.inspector.query.clone()?;
    if let Question::NotThere(_, node) = &mut query.question {
        *node = store.selection.node.clone()?;
    }
    Some(query)
}

/// Whether a question is the open one, regardless of its node.
pub fn is_open(store: &Store, question: &Question) -> bool {
    store.inspector.query.as_ref().is_some_and(|query| match (&query.question, question) {
        (Question::NotThere(pod, _), Question::NotThere(other, _)) => pod == other,
        (open_question, question) => open_question == question,
    })
}

/// The questions that apply to a pod at the current moment, and the open one.
pub fn pod_questions(store: &Store, frame: &Frame, pod: &NamespacedName) -> Vec<Question> {
    let past = History::new(&store.run.view.trace, store.moment().map_or(0, |moment| moment.events));
    let pod_view = frame.pods.get(pod);
    let is_bound = pod_view.is_some_and(|pod| pod.node.is_some());
    let pending = pod_view.is_some() && !is_bound;
    let is_terminating = pod_view.is_none_or(|pod| pod.phase == Phase::Terminating);
    let spares = |attempt_summary: &AttemptSummary| {
        attempt_summary.pod != *pod && !attempt_summary.room().is_some_and(|room| room.victims.contains(pod))
    };
    let preempted = || past.last_preemption().is_some_and(|(_, attempt_summary)| spares(attempt_summary));
    let questions = [
        (Question::Here(pod.clone()), is_bound && !is_terminating),
        (Question::Pending(pod.clone()), pending),
        (Question::Help(pod.clone()), pending),
        (Question::Gone(pod.clone()), is_terminating),
        (Question::Spared(pod.clone()), is_bound && !is_terminating && preempted()),
        (Question::NotThere(pod.clone(), Str::default()), past.attempts(pod).next().is_some()),
        (Question::Evictors(pod.clone()), is_bound && !is_terminating),
        (Question::More(pod.clone(), false), pod_view.is_some()),
        (Question::More(pod.clone(), true), pod_view.is_some()),
    ];
    questions
        .into_iter()
        .filter(|(question, fits)| *fits || is_open(store, question))
        .map(|(question, _)| question)
        .collect()
}

/// The questions that apply to a node.
pub fn node_questions(frame: &Frame, node: &Str) -> Vec<Question> {
    let Some(view) = frame.nodes.get(node) else { return Vec::new() };
    let zone = Some(view.zone()).filter(|zone| !zone.is_empty());
    let lost = zone.map(|zone| Trial::LoseZone(zone.into()));
    [Trial::Drain(node.clone())].into_iter().chain(lost).map(Question::Consequences).collect()
}

/// The questions that apply to the whole run: what the cluster's own scheduler said, rebalancing, and the loss of each zone.
pub fn run_questions(frame: &Frame) -> Vec<Question> {
    let zones: Set<&str> = frame.nodes.values().map(|view| view.zone()).filter(|zone| !zone.is_empty()).collect();
    let lost = zones.into_iter().take(MAX_ZONES).map(|zone| Question::Consequences(Trial::LoseZone(zone.into())));
    let has_opinions = frame.pods.values().any(|view| view.pod.status.unscheduled_condition().is_some());
    let opinion = has_opinions.then_some(Question::SecondOpinion);
    opinion.into_iter().chain([Question::Rebalance]).chain(lost).collect()
}

/// Whether schedulers wrote about pods of the manifest, so that it can be asked whether the engine agrees.
pub fn has_opinions(store: &Store) -> bool {
    store.run.view.trace.events().iter().any(|event| {
        matches!(&event.what, EventKind::PodCreated { pod, .. } if pod.status.unscheduled_condition().is_some())
    })
}

/// The queries of a node's page: why the pod of the last attempt, and the selected pod, are or aren't on the node. `frame` is the cluster
/// at the current moment.
pub fn node_queries(store: &Store, frame: &Frame, node: &Str) -> Vec<(NamespacedName, Query)> {
    let events = store.moment().map_or(0, |moment| moment.events);
    let last = store
        .run
        .view
        .attempt_at(events)
        .and_then(|number| store.run.view.attempt_summary(number))
        .map(|attempt_summary| &attempt_summary.pod);
    let selected = store.selection.pod.as_ref().filter(|key| Some(*key) != last);
    let about = last.into_iter().chain(selected).map(|key| {
        let is_on_node = frame.pods.get(key).is_some_and(|view| view.node.as_ref() == Some(node));
        let question = match is_on_node {
            true => Question::Here(key.clone()),
            false => Question::NotThere(key.clone(), node.clone()),
        };
        (key.clone(), query_at(&store.run, store.player.moment, question))
    });
    about.collect()
}
