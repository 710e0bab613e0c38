//! The field of a run at a moment, on ever finer grids, and single points of it. The run keeps the field, so that no point is decided twice.

use std::{any::Any, cell::RefCell, rc::Rc};

use api::Str;
use protocol::{Answer, AnswerProgress, AreaMap, FieldAxis, FieldBytes, FieldDecision, FieldPointQuery, FieldQuery};
use trace::History;

use super::{DecisionField, area_tracer::AreaTracer};
use crate::{ClusterAt, PendingDecision, active_runs::ActiveRun, answer_task::AnswerTask, profile_of};

/// The number of lines of the coarsest grid in each direction, at most.
const FIRST_LINES: i64 = 10;
/// How often the grid is halved.
const HALVINGS: u32 = 3;
/// The number of decisions after which other requests are handled. In a large cluster a decision takes milliseconds.
const DECISIONS_AT_ONCE: usize = 6;
/// The same for items of the tracer, most of which need no decision.
const ITEMS_AT_ONCE: usize = 200;

/// The field that a run was asked for last.
struct KeptField {
    /// The number of events up to its moment.
    events: usize,
    query: FieldQuery,
    field: RefCell<DecisionField>,
}

/// Finds the areas of a field.
pub(crate) struct FieldTask {
    known_field: Rc<KeptField>,
    tracer: AreaTracer,
    /// The grids that are still to be traced, the finest first.
    next_steps: Vec<[i64; 2]>,
    done_before: usize,
    item_count: usize,
    map: AreaMap,
    /// Whether the map has not been sent.
    is_map_new: bool,
}

impl FieldTask {
    fn new(known_field: Rc<KeptField>) -> Self {
        let field = known_field.field.borrow();
        let first = known_field.query.axes.each_ref().map(coarsest_step);
        let units = known_field.query.axes.each_ref().map(|axis| axis.unit.max(1));
        let mut steps: Vec<[i64; 2]> = (0..=HALVINGS)
            .map(|halvings| [0, 1].map(|axis| (first[axis] >> halvings).max(units[axis]) / units[axis] * units[axis]))
            .collect();
        steps.dedup();
        let item_count = steps.iter().map(|steps| AreaTracer::new(&field, *steps).item_count()).sum();
        steps.reverse();
        let tracer = AreaTracer::new(&field, steps.pop().unwrap_or(first));
        drop(field);
        Self {
            known_field,
            tracer,
            next_steps: steps,
            done_before: 0,
            item_count,
            map: AreaMap::default(),
            is_map_new: false,
        }
    }
}

/// A power of two of the axis's unit, so that finer grids have all its lines.
fn coarsest_step(axis: &FieldAxis) -> i64 {
    let mut step = axis.unit.max(1);
    while axis.max / step > FIRST_LINES {
        step = step.saturating_mul(2);
    }
    step
}

impl AnswerTask for FieldTask {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        let field = &mut *self.known_field.field.borrow_mut();
        let decided_before = field.decision_count();
        for _ in 0..ITEMS_AT_ONCE {
            if self.tracer.step(field) {
                self.done_before += self.tracer.item_count();
                let steps = self.next_steps.pop();
                let next = AreaTracer::new(field, steps.unwrap_or([i64::MAX; 2]));
                self.map = std::mem::replace(&mut self.tracer, next).finish(field);
                self.is_map_new = true;
                return steps.is_none();
            }
            if field.decision_count() - decided_before >= DECISIONS_AT_ONCE {
                break;
            }
        }
        false
    }

    fn progress(&self) -> AnswerProgress {
        AnswerProgress { done: self.done_before + self.tracer.done_count(), total: self.item_count }
    }

    fn answer(&mut self) -> Option<Answer> {
        self.is_map_new = false;
        (!self.map.areas.is_empty()).then(|| Answer::Field(FieldBytes::new(&self.map)))
    }

    fn has_news(&self) -> bool {
        self.is_map_new
    }
}

impl ActiveRun {
    /// Starts to find the areas of a field; `None` if its pod does not exist at the moment.
    pub(crate) fn start_field(&self, events: usize, query: &FieldQuery) -> Option<FieldTask> {
        self.keep_field(events, query).map(FieldTask::new)
    }

    /// The decision at a point of a field; `None` if its pod does not exist at the moment.
    pub(crate) fn decide_point(&self, events: usize, query: &FieldPointQuery) -> Option<FieldDecision> {
        let known_field = self.keep_field(events, &query.field)?;
        let decision = known_field.field.borrow_mut().decision(query.point);
        Some(decision)
    }

    /// The field of a query, with what was decided for the same query before.
    fn keep_field(&self, events: usize, query: &FieldQuery) -> Option<Rc<KeptField>> {
        let known_field =
            self.kept_field.borrow().clone().and_then(|known_field| known_field.downcast::<KeptField>().ok());
        if let Some(known_field) =
            known_field.filter(|known_field| known_field.events == events && known_field.query == *query)
        {
            return Some(known_field);
        }
        let field = DecisionField::new(self.pending_decision(events, query)?, query.axes.clone());
        let known_field = Rc::new(KeptField { events, query: query.clone(), field: RefCell::new(field) });
        self.kept_field.replace(Some(Rc::clone(&known_field) as Rc<dyn Any>));
        Some(known_field)
    }

    /// The decision about the pod at a moment. A pod that has a node is scheduled as if it had none yet.
    fn pending_decision(&self, events: usize, query: &FieldQuery) -> Option<PendingDecision> {
        let frame = History::new(&self.trace(), events).frame();
        let view = frame.pods.get(&query.pod)?;
        let mut pod = (*view.pod).clone();
        pod.spec.node_name = Str::default();
        pod.status.nominated_node_name = view.nominated.clone().unwrap_or_default();
        let profiles = self.replay.borrow().simulation().shared_profiles();
        let profile_ix = profile_of(&profiles, &pod)?;
        let mut cluster = ClusterAt::new(&frame, self.release, profiles, profile_ix, self.objects.clone());
        cluster.bound_pods.retain(|(_, other)| other.key() != query.pod);
        Some(PendingDecision { cluster, pod })
    }
}
