//! The moments that a handout shows as pictures.

use trace::decisions::DecisionKind;

use crate::{
    actions::{Action, worker_cache::CacheMsg},
    lesson::update::is_lesson_run,
    outcome::UpdateOutcome,
    store::Store,
};

/// The limit of pictures for a lesson.
const MAX_PICTURES: usize = 8;

/// The moments with pictures. For a lesson, those of its steps, each once. For a scenario, the current one, or the most relevant one if
/// the playhead is at the start or end.
pub fn pictured_moments(store: &Store) -> Vec<usize> {
    let Some(progress) = store.lesson.current.as_ref() else {
        let is_between_ends = store.player.moment > 0 && store.player.moment < store.run.last_moment();
        return vec![if is_between_ends {
            store.player.moment
        } else {
            store.run.view.decisive_moment().unwrap_or(store.player.moment)
        }];
    };
    // The moments of a lesson belong to its own run.
    if !is_lesson_run(&store.run, progress) {
        return vec![store.player.moment];
    }
    let mut moments = Vec::new();
    for step in &progress.lesson.steps {
        if moments.len() < MAX_PICTURES && !moments.contains(&step.at) {
            moments.push(step.at);
        }
    }
    moments
}

/// The moment for the first question of a scenario's handout: the last one before the first choice of a node, so that its picture doesn't
/// reveal the answer.
pub fn asked_moment(store: &Store) -> Option<usize> {
    let decisions = &store.run.view.decisions;
    let first = decisions.iter().find(|decision| decision.kind == DecisionKind::Node);
    first.filter(|_| store.lesson.current.is_none()).map(|decision| decision.before)
}

/// Requests the missing details of the attempts at these moments.
pub fn request_details(store: &Store) -> UpdateOutcome {
    let moments = pictured_moments(store).into_iter().chain(asked_moment(store));
    let events = moments.filter_map(|at| Some(store.run.view.moments.get(at)?.events));
    let request = |attempt| Action::Cache(CacheMsg::DetailRequested(store.run.view.run, attempt));
    let followups = events.filter_map(|events| store.run.view.attempt_at(events)).map(request).collect();
    UpdateOutcome { effects: Vec::new(), followups }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use protocol::{Lesson, LessonStep};

    use super::*;
    use crate::{
        actions::{builder::BuilderMsg, lesson::LessonMsg},
        run::RunMsg,
        testing::InlineWorker,
        update::reduce,
    };

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");

    #[test]
    fn the_question_of_a_scenario_precedes_its_pictures() {
        let open = Action::Open(crate::open_target::OpenTarget::Text(LADDER.into()));
        let store = InlineWorker::default().apply_action(&Store::with_all_chunks(), open);
        let asked = asked_moment(&store).expect("a question");
        assert!(pictured_moments(&store).iter().all(|moment| *moment > asked));
    }

    #[test]
    fn each_moment_of_a_lesson_is_pictured_once() {
        let step = |at| LessonStep { at, ..LessonStep::default() };
        let store_with_steps = |steps: Vec<LessonStep>| {
            let lesson = Lesson { text: LADDER.into(), scenario: "ladder".into(), steps, ..Lesson::default() };
            let lesson_parsed = LessonMsg::LessonParsed { lesson: Rc::new(lesson), step: 0, is_visit: false };
            InlineWorker::default().apply_action(&Store::with_all_chunks(), Action::Lesson(lesson_parsed))
        };
        assert_eq!(pictured_moments(&store_with_steps(vec![step(0), step(4), step(4), step(9), step(0)])), [0, 4, 9]);
        assert_eq!(pictured_moments(&store_with_steps((0..20).map(step).collect())).len(), MAX_PICTURES);
        let edited_store = reduce(
            &store_with_steps(vec![step(0), step(4)]),
            Action::Builder(BuilderMsg::EditText(format!("{LADDER}\n# mine\n").into())),
        )
        .0;
        let edited_store = InlineWorker::default().apply_action(&edited_store, Action::Run(RunMsg::Start));
        assert_eq!(pictured_moments(&edited_store), [edited_store.player.moment], "another run has other moments");
    }
}
