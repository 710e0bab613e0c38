//! Builds the view model of a moment.

use std::{cell::RefCell, rc::Rc};

use api::{Millis, NamespacedName, Table};
use i18n::{
    Lang,
    story::{self, MomentText},
};
use page_state::{
    run_view::RunView,
    selectors::{
        branch_comparison,
        spoiler_guard::{self, HiddenRun},
    },
    store::Store,
};
use protocol::RunNumber;
use releases::Release;
use runlog::{Attempt, AttemptSummary, Event};
use trace::{
    Frame, FrameAt,
    compare::ClusterDiff,
    pod_ends::{PodEnd, pod_ends},
    steps::{Moment, Step},
};

use crate::view::{LoadedChunks, PagePiece, Study, View};

/// The view model of the current moment. While the detail of an attempt is being fetched, or while the compared run waits for one (`holds`), the
/// previous picture stays; only the texts are updated.
pub(crate) fn build_view(store: Rc<Store>, chunks: LoadedChunks, cache: &RefCell<ViewCache>, holds: bool) -> View {
    let store = cache.borrow_mut().spoiler_guard.hide_future(store);
    let moment = store.moment().unwrap_or(Moment { events: 0, step: Step::Start, dwell: 0 });
    let wording = releases::wording(store.run.shown_release());
    let mut cache = cache.borrow_mut();
    let (frame, attempt_summary) = cache.advance_to(&store.run.view, moment.events);
    let story = cache.stories.story_at(store.player.moment, &store, &frame).unwrap_or_default();
    let mut title = |at: usize| Some(cache.stories.story_at(at, &store, &frame)?.title);
    let around = [store.player.moment.checked_sub(1).and_then(&mut title), title(store.player.moment + 1)];
    let event = moment.events.checked_sub(1).and_then(|last| store.run.view.trace.events().get(last)).cloned();
    let attempt = attempt_summary
        .as_ref()
        .and_then(|summary| store.detail_cache.get(store.run.view.run, summary.number))
        .cloned();
    let inside = moment.step.is_in_attempt();
    let picture = DrawnMoment { run: store.run.view.run, frame, event, moment, attempt };
    let is_waiting = (holds || inside && picture.attempt.is_none()) && cache.picture.run == picture.run;
    if !is_waiting {
        // The tables of the last attempt stay until those of the current one are available.
        let before =
            cache.picture.attempt.take().filter(|_| cache.picture.run == picture.run && attempt_summary.is_some());
        cache.picture = DrawnMoment { attempt: picture.attempt.or(before), ..picture };
    }
    let DrawnMoment { frame, event, moment, attempt, .. } = cache.picture.clone();
    let frame = cache.frame_after(frame, if is_waiting { Millis::ZERO } else { store.player.elapsed });
    let profile_summary =
        frame.profiles.get(attempt.as_ref().map_or(0, |attempt| attempt.profile)).cloned().unwrap_or_default();
    let labels = store.lang.page_labels();
    // While the user predicts decisions, the end of the run is not revealed.
    let pod_ends = (store.is_editing() && !store.lesson.predictions.is_on).then(|| cache.ends_of(&store.run.view));
    let fork =
        branch_comparison::current_fork(&store).filter(|_| !store.is_fast() && !spoiler_guard::is_hiding(&store));
    let ClusterDiff { nodes: unlike, pods: changed } =
        fork.zip(chunks.study).map_or_else(ClusterDiff::default, |((_, original_branch), study)| {
            cache.changes_since(&frame, &original_branch.view, study)
        });
    View {
        store,
        words: labels,
        wording,
        profile: profile_summary,
        frame,
        event,
        step: moment.step,
        moment,
        attempt_summary,
        attempt,
        is_waiting_for_detail: is_waiting,
        story,
        neighbor_titles: around,
        compared: None,
        differing_nodes: unlike,
        changed_pods: changed,
        pod_ends,
        drawn_pieces: PagePiece::ALL,
        is_prerender: false,
        chunks,
        is_second: false,
    }
}

/// The moment that is drawn.
#[derive(Clone)]
struct DrawnMoment {
    run: RunNumber,
    frame: Rc<Frame>,
    event: Option<Rc<Event>>,
    moment: Moment,
    attempt: Option<Rc<Attempt>>,
}

impl Default for DrawnMoment {
    fn default() -> Self {
        Self {
            run: 0,
            frame: Rc::default(),
            event: None,
            moment: Moment { events: 0, step: Step::Start, dwell: 0 },
            attempt: None,
        }
    }
}

/// The narrator's texts of the current moment and its neighbors, each rendered once while stepping through a run.
#[derive(Default)]
struct StoryCache {
    run: Rc<RunView>,
    language_and_release: (Lang, Option<Release>),
    stories: Vec<(usize, MomentText)>,
}

impl StoryCache {
    /// The text of a moment, which is cached if it is final.
    fn story_at(&mut self, at: usize, store: &Store, frame: &Frame) -> Option<MomentText> {
        let moment = store.run.view.moments.get(at)?;
        let of = (store.lang, store.run.release);
        if !Rc::ptr_eq(&self.run, &store.run.view) || self.language_and_release != of {
            *self = Self { run: Rc::clone(&store.run.view), language_and_release: of, stories: Vec::new() };
        }
        self.stories.retain(|(known, _)| known.abs_diff(store.player.moment) < 2);
        if let Some((_, story)) = self.stories.iter().find(|(known, _)| *known == at) {
            return Some(story.clone());
        }
        let detail = store
            .run
            .view
            .attempt_at(moment.events)
            .and_then(|number| store.detail_cache.get(store.run.view.run, number));
        let wording = releases::wording(store.run.shown_release());
        let story = story::moment_text(
            store.lang,
            store.run.view.trace.events(),
            *moment,
            frame,
            wording,
            detail.map(|detail| &**detail),
        );
        // The text of the first moment depends on the cluster shown, and a text without the detail is replaced once the detail is available.
        if moment.step != Step::Start && detail.is_some() {
            self.stories.push((at, story.clone()));
        }
        Some(story)
    }
}

/// Data of the view model that only depends on the run and the number of events, kept until these change.
#[derive(Default)]
pub struct ViewCache {
    run: Rc<RunView>,
    events: usize,
    frame: Rc<Frame>,
    attempt_summary: Option<Rc<AttemptSummary>>,
    picture: DrawnMoment,
    /// The last frame that was drawn later than its moment: the frame of the moment, and that one.
    later_frame: (Rc<Frame>, Rc<Frame>),
    stories: StoryCache,
    ends: (Rc<RunView>, Rc<Table<NamespacedName, PodEnd>>),
    changed: (Rc<Frame>, Rc<RunView>, ClusterDiff),
    spoiler_guard: HiddenRun,
}

impl ViewCache {
    /// How a run ends for each pod.
    fn ends_of(&mut self, run_view: &Rc<RunView>) -> Rc<Table<NamespacedName, PodEnd>> {
        if !Rc::ptr_eq(&self.ends.0, run_view) {
            self.ends = (Rc::clone(run_view), Rc::new(pod_ends(run_view.trace.events())));
        }
        Rc::clone(&self.ends.1)
    }

    /// The differences from another run, which require a walk through that run.
    fn changes_since(&mut self, frame: &Rc<Frame>, previous_view: &Rc<RunView>, study: &Study) -> ClusterDiff {
        let (here, run_view, _) = &self.changed;
        if !(Rc::ptr_eq(here, frame) && Rc::ptr_eq(run_view, previous_view)) {
            self.changed =
                (Rc::clone(frame), Rc::clone(previous_view), (study.diff_clusters)(frame, &previous_view.trace));
        }
        self.changed.2.clone()
    }

    /// The cluster some time after a moment, if nothing but time passes.
    fn frame_after(&mut self, frame: Rc<Frame>, elapsed: Millis) -> Rc<Frame> {
        if elapsed.is_zero() {
            return frame;
        }
        let now = frame.now + elapsed;
        if !Rc::ptr_eq(&self.later_frame.0, &frame) || self.later_frame.1.now != now {
            let mut later = Frame::clone(&frame);
            later.now = now;
            self.later_frame = (frame, Rc::new(later));
        }
        Rc::clone(&self.later_frame.1)
    }

    /// Updates to a number of events, computing the cluster from the previous one if possible.
    fn advance_to(&mut self, run_view: &Rc<RunView>, events: usize) -> (Rc<Frame>, Option<Rc<AttemptSummary>>) {
        let is_same = Rc::ptr_eq(&self.run, run_view);
        if !is_same || self.events != events {
            let trace = &run_view.trace;
            let frame = match is_same {
                true => trace.frame_after(FrameAt { events: self.events, frame: &self.frame }, events),
                false => trace.frame_at(events),
            };
            let attempt_summary =
                run_view.attempt_at(events).and_then(|number| run_view.attempt_summary(number)).cloned();
            (self.run, self.events) = (Rc::clone(run_view), events);
            (self.frame, self.attempt_summary) = (Rc::new(frame), attempt_summary);
        }
        (Rc::clone(&self.frame), self.attempt_summary.clone())
    }
}

#[cfg(test)]
mod tests {
    use manifest::ScriptCommand;
    use page_state::{
        actions::{
            Action,
            comparison::{BranchMsg, Fork},
            player::PlayerMsg,
        },
        open_target::OpenTarget,
        selectors::branch_comparison::current_fork,
        testing::InlineWorker,
        update::reduce,
    };

    use super::*;
    use crate::shell::chunk_tables;

    #[test]
    fn what_a_fork_changed_is_marked_and_nothing_else() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi}}\n---\nkind: Node\nmetadata: {name: b}\nspec: {unschedulable: true}\nstatus: {allocatable: {cpu: 4, memory: 4Gi}}\n---\nkind: Pod\nmetadata: {name: fits}\nspec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}\n";
        let (store, effects) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text(text.into())));
        let mut worker = InlineWorker::default();
        let store = reduce(&worker.run_effects(store, effects), Action::Player(PlayerMsg::End)).0;
        let marks = |store: &Store| {
            let view = build_view(Rc::new(store.clone()), chunk_tables::ALL, &RefCell::default(), false);
            let nodes: Vec<&str> = view.differing_nodes.iter().map(|name| name.as_str()).collect();
            let pods: Vec<&str> = view.changed_pods.iter().map(NamespacedName::as_str).collect();
            (nodes.join(" "), pods.join(" "))
        };
        assert_eq!(marks(&store), (String::new(), String::new()));
        let (label, about) = ("uncordon b".into(), "default/wants".into());
        let trial = Action::Branches(BranchMsg::TryFork {
            fork: Fork { label, commands: vec![ScriptCommand::Uncordon("b".into())] },
            about,
        });
        let (forked, effects) = reduce(&store, trial);
        assert_eq!(marks(&forked), (String::new(), String::new()), "the picture is still the one before");
        let forked = worker.run_effects(forked, effects);
        assert_eq!(
            current_fork(&forked)
                .map(|(branch, original_branch)| (branch.label.as_str(), original_branch.label.as_str())),
            Some(("uncordon b", ""))
        );
        assert_eq!(marks(&reduce(&forked, Action::Player(PlayerMsg::End)).0), ("b".into(), "default/wants".into()));
        for at in 0..=store.player.moment {
            let early_store = reduce(&forked, Action::Player(PlayerMsg::Seek(at))).0;
            let passed = early_store.current_time() > store.current_time();
            assert!(
                passed || marks(&early_store) == (String::new(), String::new()),
                "nothing of what both have is marked: {at}"
            );
        }
        assert!(current_fork(&reduce(&forked, Action::Branches(BranchMsg::ReturnToOriginal)).0).is_none());
        assert!(current_fork(&reduce(&forked, Action::Branches(BranchMsg::CompareBranch(Some(0)))).0).is_none());
    }
}
