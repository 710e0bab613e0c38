//! The field that is shown: which decision of the run it is about, and the queries for it.

use api::NamespacedName;
use protocol::{
    Answer, AreaMap, FieldAxis, FieldBytes, FieldDecision, FieldNumber, FieldPoint, FieldPointQuery, FieldQuery, Query,
    Question,
};
use trace::Frame;

use crate::{
    field::{self, FieldChoice},
    panels::InspectorPage,
    selectors::spoiler_guard,
    store::Store,
};

/// Whether the stage shows the field.
pub fn is_field_shown(store: &Store) -> bool {
    store.inspector.page == InspectorPage::Field
        && store.branches.compared.is_none()
        && !spoiler_guard::has_open_question(store)
}

/// The field of a decision of the run.
pub struct FieldCase {
    /// The cluster in which the pod is scheduled.
    pub frame: Frame,
    pub pod: NamespacedName,
    pub axes: [FieldAxis; 2],
    pub point: FieldPoint,
    /// Whether something else was chosen that does not exist.
    pub is_choice_missing: bool,
    /// The queries for the areas and for the point.
    pub map_query: Query,
    pub point_query: Query,
}

impl FieldCase {
    /// The chosen field, or the default one where what is chosen does not exist. `None` if the run has no pod to schedule.
    pub fn of_store(store: &Store) -> Option<Self> {
        let run_view = &store.run.view;
        let choice = FieldChoice::parse(&store.inspector.field);
        let now = store.run.events_at(store.player.moment);
        let case_of = |pod: &NamespacedName| {
            let events = field::events_before_attempt(run_view, now, pod);
            let frame = run_view.trace.frame_at(events);
            let exists = frame.pods.get(pod).is_some_and(|view| !view.phase.is_over());
            (exists && !frame.nodes.is_empty()).then(|| (pod.clone(), events, frame))
        };
        let wanted = choice.pod.as_ref().and_then(case_of);
        let is_pod_missing = choice.pod.is_some() && wanted.is_none();
        let (pod, events, frame) = wanted
            .or_else(|| store.selection.pod.as_ref().and_then(case_of))
            .or_else(|| field::default_pod(run_view, now).as_ref().and_then(case_of))?;
        let axes_of = |numbers: &[FieldNumber; 2]| {
            let [x, y] = numbers.each_ref().map(|number| field::number_axis(&frame, &pod, number));
            x.zip(y).filter(|_| numbers[0] != numbers[1]).map(|(x, y)| [x, y])
        };
        let chosen_axes = choice.numbers.as_ref().and_then(axes_of);
        let is_choice_missing = is_pod_missing || choice.numbers.is_some() && chosen_axes.is_none();
        let values = choice.values.filter(|_| chosen_axes.is_some());
        let axes = chosen_axes.or_else(|| axes_of(&field::default_numbers(&frame, &pod)?))?;
        let point = [0, 1].map(|axis| {
            let current = field::current_value(&frame, &pod, &axes[axis].number).unwrap_or_default();
            field::coordinate_of(&axes[axis], values.map_or(current, |values| values[axis]))
        });
        let query = FieldQuery { pod: pod.clone(), axes: axes.clone() };
        let ask = |question: Question| Query { run: run_view.run, events, question };
        Some(Self {
            map_query: ask(Question::Field(FieldBytes::new(&query))),
            point_query: ask(Question::FieldPoint(FieldBytes::new(&FieldPointQuery { field: query, point }))),
            frame,
            pod,
            axes,
            point,
            is_choice_missing,
        })
    }

    /// The areas as far as they are known.
    pub fn known_map(&self, store: &Store) -> Option<AreaMap> {
        let part = || store.answer_cache.get_awaited(&self.map_query)?.part.as_ref().map(|part| &part.0);
        match &**store.answer_cache.get(&self.map_query).or_else(part)? {
            Answer::Field(map) => Some(map.decode::<AreaMap>()).filter(|map| !map.areas.is_empty()),
            _ => None,
        }
    }

    /// The decision at the point; until it arrives, that at the last point of the same field.
    pub fn known_decision(&self, store: &Store) -> Option<FieldDecision> {
        let (query, answer) = store.answer_cache.get_point(&self.point_query)?;
        match (&query.question, &**answer) {
            (Question::FieldPoint(point), Answer::FieldPoint(decision)) => {
                let FieldPointQuery { field, .. } = point.decode();
                decision.decode::<Option<FieldDecision>>().filter(|_| field == self.field_query())
            }
            _ => None,
        }
    }

    fn field_query(&self) -> FieldQuery {
        FieldQuery { pod: self.pod.clone(), axes: self.axes.clone() }
    }

    /// The choice that this field follows from, with other numbers or another point.
    pub fn choice_text(&self, numbers: [FieldNumber; 2], point: Option<FieldPoint>) -> String {
        let values = point.map(|point| [0, 1].map(|axis| self.axes[axis].value_at(point[axis])));
        FieldChoice { pod: Some(self.pod.clone()), numbers: Some(numbers), values }.to_text()
    }

    /// The numbers of the axes.
    pub fn numbers(&self) -> [FieldNumber; 2] {
        self.axes.each_ref().map(|axis| axis.number.clone())
    }
}

/// The queries for the field that is shown.
pub fn field_queries(store: &Store) -> Vec<Query> {
    FieldCase::of_store(store).map_or_else(Vec::new, |case| vec![case.point_query, case.map_query])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::{Action, inspector::InspectorMsg},
        testing::InlineWorker,
    };

    const TEXT: &str = include_str!("../../../www/essay/field.yaml");

    fn shown_field(text: &str, choice: &str) -> (InlineWorker, Store) {
        let mut worker = InlineWorker::default();
        let store = worker.open_text(text);
        let store = worker.apply_action(&store, Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Field)));
        let store = worker.apply_action(&store, Action::Inspector(InspectorMsg::SetField(choice.into())));
        (worker, store)
    }

    #[test]
    fn a_field_is_about_the_decision_of_the_run() {
        let (mut worker, store) = shown_field(TEXT, "");
        let case = FieldCase::of_store(&store).expect("a field");
        let numbers = [FieldNumber::PodCpu("default/urgent".into()), FieldNumber::PodCpu("default/web".into())];
        assert_eq!((case.numbers(), case.point, case.is_choice_missing), (numbers.clone(), [2750, 1750], false));
        let map = case.known_map(&store).expect("areas");
        assert!(map.areas.len() >= 7, "{}", map.areas.len());
        let decision = case.known_decision(&store).expect("a decision");
        assert_eq!(decision.point, case.point);
        // The engine decided the same in the run.
        let victims = store.run.view.trace.events().iter().find_map(|event| match &event.what {
            runlog::EventKind::Attempted(attempt) => attempt.room().map(|room| room.victims.clone()),
            _ => None,
        });
        let mut victims = victims.expect("a preemption").clone();
        let mut at_point = decision.answer.victims().to_vec();
        victims.sort();
        at_point.sort();
        assert_eq!(at_point, victims);
        // Another point is answered by itself; the areas stay.
        let text = case.choice_text(numbers, Some([1000, 500]));
        assert_eq!(text, "urgent:cpu:urgent:cpu:web:1000:500");
        let moved = worker.apply_action(&store, Action::Inspector(InspectorMsg::SetField(text.as_str().into())));
        let moved_case = FieldCase::of_store(&moved).expect("a field");
        assert_eq!(moved_case.known_decision(&moved).map(|decision| decision.point), Some([1000, 500]));
        assert_eq!(moved_case.map_query, case.map_query);
    }

    #[test]
    fn a_point_of_another_field_is_not_shown() {
        let (_, mut store) = shown_field(TEXT, "");
        // The answer for the new axes has not arrived.
        store.inspector.field = "urgent:cpu:urgent:cpu:db".into();
        let case = FieldCase::of_store(&store).expect("a field");
        assert!(case.known_decision(&store).is_none() && case.known_map(&store).is_none());
        // A point of the same field stays until that of the next one arrives.
        store.inspector.field = "urgent:cpu:urgent:cpu:web:1000:500".into();
        let case = FieldCase::of_store(&store).expect("a field");
        assert_eq!(case.known_decision(&store).map(|decision| decision.point), Some([2750, 1750]));
    }

    #[test]
    fn what_does_not_exist_is_replaced_by_the_default() {
        for choice in ["nobody", "urgent:cpu:urgent:cpu:nobody", "urgent:cpu:urgent:cpu:urgent"] {
            let (_, store) = shown_field(TEXT, choice);
            let case = FieldCase::of_store(&store).expect("a field");
            assert!(case.is_choice_missing, "{choice}");
            assert_eq!(case.point, [2750, 1750], "{choice}");
        }
        let (_, store) = shown_field("kind: Node\nmetadata: {name: a}\n", "");
        assert!(FieldCase::of_store(&store).is_none());
    }

    #[test]
    fn only_the_page_of_the_field_asks_for_it() {
        let (mut worker, store) = shown_field(TEXT, "");
        assert!(is_field_shown(&store));
        let other = worker.apply_action(&store, Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Now)));
        assert!(!is_field_shown(&other));
        assert_eq!(crate::selectors::open_questions::open_queries(&other), []);
    }
}
