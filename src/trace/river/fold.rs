//! Folds the log of a run into its river.

use std::rc::Rc;

use api::{
    NamespacedName, Node, Pod, PodPhase, Str, Table,
    resources::{Accounting, Resource, Resources},
};
use runlog::{AttemptEnd, Deletion, Event, EventKind};

use super::{
    AnsweredEviction, BandSlot, CapacitySpan, NodeStay, PodLife, River, RiverBand, Shutdown, ShutdownCause, StayPiece,
    WaitPlace, WaitStretch, Weir, WeirCount, layout,
};
use crate::lanes::Edge;

impl River {
    /// The river of a run. Amounts are of `resource`, or of the scarcest one: the one of which the pods request the largest share of all nodes.
    #[must_use]
    pub fn from_events(events: &[Rc<Event>], resource: Option<&Resource>) -> Self {
        let (scarcest, resources) = rank_resources(events);
        let resource = resource.filter(|chosen| resources.contains(chosen)).cloned().unwrap_or(scarcest);
        let mut fold = RiverFold { resource, ..RiverFold::default() };
        for (index, event) in events.iter().enumerate() {
            fold.apply_event(Edge { at: event.at, events: index + 1 }, &event.what);
        }
        let end = Edge { at: events.last().map_or_else(Default::default, |event| event.at), events: events.len() };
        layout::lay_out(River {
            resource: fold.resource,
            resources,
            bands: fold.bands,
            pods: fold.pods,
            bank_height: 0,
            weirs: fold.weirs,
            evictions: fold.evictions,
            end,
        })
    }
}

/// The resource of which the largest share is requested, and all resources that can be shown.
fn rank_resources(events: &[Rc<Event>]) -> (Resource, Vec<Resource>) {
    let (mut requested, mut allocatable) = (Resources::default(), Resources::default());
    let mut accounting = Accounting::default();
    for event in events {
        match &event.what {
            EventKind::Profiles(profiles) => {
                accounting = profiles.first().map_or(accounting, |profile| profile.accounting);
            }
            EventKind::PodCreated { pod, .. } => requested.add(&accounting.incoming_request(pod)),
            EventKind::NodeAdded(node) => allocatable.add(&Resources::from_list(&node.status.allocatable)),
            _ => {}
        }
    }
    let mut resources: Vec<Resource> = Resources::default().decreased_since(&requested);
    resources.retain(|resource| requested.get(resource) > 0 && !resource.is_pods());
    let shares =
        |resource: &Resource| (i128::from(requested.get(resource)), i128::from(allocatable.get(resource).max(1)));
    let scarcest = resources.iter().fold(None::<&Resource>, |best, resource| {
        let is_scarcer = |best: &Resource| {
            let ((one, of_one), (other, of_other)) = (shares(resource), shares(best));
            one * of_other > other * of_one
        };
        if best.is_none_or(is_scarcer) { Some(resource) } else { best }
    });
    let scarcest = scarcest.cloned().unwrap_or_else(Resource::pods);
    resources.push(Resource::pods());
    (scarcest, resources)
}

/// A pod that exists.
#[derive(Debug)]
struct LivePod {
    /// The object, as far as its requests depend on it.
    object: Rc<Pod>,
    /// The index of its life.
    life: usize,
    /// The band of the node that it is nominated to.
    nominated: Option<usize>,
    state: LiveState,
}

/// Where a pod is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveState {
    Waits,
    OnNode,
    /// It has completed or failed, or terminates without a node.
    Elsewhere,
}

/// The fold of the log so far.
#[derive(Debug, Default)]
struct RiverFold {
    resource: Resource,
    accounting: Accounting,
    bands: Vec<RiverBand>,
    by_node: Table<Str, usize>,
    pods: Vec<PodLife>,
    live: Table<NamespacedName, LivePod>,
    weirs: Vec<Weir>,
    evictions: Vec<AnsweredEviction>,
}

impl RiverFold {
    fn apply_event(&mut self, edge: Edge, event_kind: &EventKind) {
        match event_kind {
            EventKind::Profiles(profiles) => {
                self.accounting = profiles.first().map_or(self.accounting, |profile| profile.accounting);
            }
            EventKind::NodeAdded(node) | EventKind::NodeUpdated(node) => self.set_node(edge, node),
            EventKind::NodeRemoved(name) => self.remove_node(edge, name),
            EventKind::PodCreated { pod, by, .. } => self.create_pod(edge, pod, by),
            EventKind::PodUpdated(pod) => {
                if let Some(live) = self.live.get_mut(&pod.key()) {
                    live.object = Rc::clone(pod);
                }
                self.refresh_amount(edge, &pod.key());
            }
            EventKind::Attempted(summary) if matches!(summary.end, AttemptEnd::Failed { .. }) => {
                self.change_life(&summary.pod, |life| life.failures.push(edge));
            }
            EventKind::Nominated { pod, node } => self.nominate_pod(edge, pod, Some(node)),
            EventKind::NominationCleared { pod, .. } => self.nominate_pod(edge, pod, None),
            // The pod is on that node already.
            EventKind::Expected { pod, .. } => self.forget_nomination(pod),
            EventKind::Assumed { pod, node } => self.place_pod(edge, pod, node),
            EventKind::Bound { pod, node } => {
                self.place_pod(edge, pod, node);
                self.change_stay(pod, |stay| stay.bound = stay.bound.or(Some(edge)));
                self.forget_nomination(pod);
            }
            EventKind::Unreserved { pod, .. } => self.return_pod(edge, pod),
            EventKind::Running { pod, .. } => {
                self.change_stay(pod, |stay| stay.running = stay.running.or(Some(edge)));
                if let Some(live) = self.live.get_mut(pod)
                    && !live.object.status.container_statuses.is_empty()
                {
                    Rc::make_mut(&mut live.object).status.report_running();
                }
                self.refresh_amount(edge, pod);
            }
            EventKind::Succeeded(pod) | EventKind::Failed { pod, .. } => self.end_pod(edge, pod),
            EventKind::Terminating { pod, until, why } => {
                let shutdown = Shutdown { from: edge, until: *until, cause: cause_of(why) };
                self.change_stay(pod, |stay| stay.shutdown = Some(shutdown));
                if self.live.get(pod).is_some_and(|live| live.state == LiveState::Waits) {
                    self.end_pod(edge, pod);
                }
            }
            EventKind::PodRemoved(pod) => {
                self.end_pod(edge, pod);
                self.change_life(pod, |life| life.removed = Some(edge));
                self.live.remove(pod);
            }
            EventKind::BudgetUpdated(_)
            | EventKind::BudgetCounted(_)
            | EventKind::BudgetRemoved(_)
            | EventKind::EvictionAnswered(_) => self.apply_budget(edge, event_kind),
            _ => {}
        }
    }

    fn apply_budget(&mut self, edge: Edge, event_kind: &EventKind) {
        match event_kind {
            EventKind::BudgetUpdated(budget) => {
                let status = &budget.status;
                let count = WeirCount {
                    from: edge,
                    healthy: status.current_healthy,
                    needed: status.desired_healthy,
                    allowed: status.disruptions_allowed,
                    expected: status.expected_pods,
                };
                self.count_budget(&NamespacedName::of(&budget.metadata), count);
            }
            EventKind::BudgetCounted(count) => {
                let weir_count = WeirCount {
                    from: edge,
                    healthy: count.healthy,
                    needed: count.desired,
                    allowed: count.allowed,
                    expected: count.expected,
                };
                self.count_budget(&count.budget, weir_count);
            }
            EventKind::BudgetRemoved(key) => {
                let weir = self.weirs.iter_mut().rev().find(|weir| weir.budget == *key && weir.removed.is_none());
                if let Some(weir) = weir {
                    weir.removed = Some(edge);
                }
            }
            EventKind::EvictionAnswered(eviction) => self.evictions.push(AnsweredEviction {
                edge,
                pod: self.live.get(&eviction.pod).map(|live| live.life),
                budget: eviction.budget.clone(),
                is_allowed: eviction.answer.is_allowed(),
            }),
            _ => {}
        }
    }

    fn count_budget(&mut self, budget: &NamespacedName, count: WeirCount) {
        let weir = self.weirs.iter_mut().find(|weir| weir.budget == *budget && weir.removed.is_none());
        let Some(weir) = weir else {
            self.weirs.push(Weir { budget: budget.clone(), counts: vec![count], removed: None });
            return;
        };
        match weir.counts.last() {
            Some(last) if *last == (WeirCount { from: last.from, ..count }) => {}
            _ => weir.counts.push(count),
        }
    }

    /// The index of the band of a node, which may not exist.
    fn band_of(&mut self, node: &Str) -> usize {
        let bands = &mut self.bands;
        *self.by_node.or_insert_with(node.clone(), || {
            bands.push(RiverBand {
                node: node.clone(),
                zone: Str::default(),
                spans: Vec::new(),
                cordons: Vec::new(),
                height: 0,
                headroom: 0,
            });
            bands.len() - 1
        })
    }

    fn set_node(&mut self, edge: Edge, node: &Node) {
        let (band, status) = (self.band_of(&node.metadata.name), &node.status);
        let name = self.resource.name();
        let quantity = status.allocatable.get(name).or_else(|| status.capacity.get(name));
        let capacity = quantity.map_or(0, |quantity| self.resource.amount(quantity)).max(0);
        let band = &mut self.bands[band];
        let label = |key: &str| node.metadata.labels.get(key).cloned();
        band.zone = label("topology.kubernetes.io/zone")
            .or_else(|| label("failure-domain.beta.kubernetes.io/zone"))
            .unwrap_or_default();
        if band.spans.last().is_none_or(|span| span.to.is_some() || span.capacity != capacity) {
            band.close_span(edge);
            band.spans.push(CapacitySpan { from: edge, to: None, capacity });
        }
        match (node.spec.unschedulable, band.cordons.last().is_some_and(|(_, to)| to.is_none())) {
            (true, false) => band.cordons.push((edge, None)),
            (false, true) => band.close_cordon(edge),
            _ => {}
        }
    }

    /// Ends the band of a node. Pods that are nominated to it wait at the bank from then on.
    fn remove_node(&mut self, edge: Edge, node: &Str) {
        let Some(&band) = self.by_node.get(node) else { return };
        self.bands[band].close_span(edge);
        self.bands[band].close_cordon(edge);
        let nominated = self.live.iter().filter(|(_, live)| live.nominated == Some(band));
        let pods: Vec<NamespacedName> = nominated.map(|(pod, _)| pod.clone()).collect();
        for pod in &pods {
            self.nominate_pod(edge, pod, None);
        }
    }

    fn create_pod(&mut self, edge: Edge, pod: &Rc<Pod>, creator: &Str) {
        let key = pod.key();
        let owner = pod.metadata.controller().map(|owner| format!("{}/{}", owner.kind, owner.name));
        let life = self.pods.len();
        self.pods.push(PodLife {
            pod: key.clone(),
            owner: owner.map_or_else(|| creator.clone(), Str::from),
            priority: pod.priority(),
            created: edge,
            removed: None,
            waits: Vec::new(),
            stays: Vec::new(),
            failures: Vec::new(),
        });
        let is_over = matches!(pod.status.phase, PodPhase::Succeeded | PodPhase::Failed);
        let node = &pod.spec.node_name;
        let waits = node.is_empty() && !is_over && !pod.is_terminating();
        let state = if waits { LiveState::Waits } else { LiveState::Elsewhere };
        self.live.insert(key.clone(), LivePod { object: Rc::clone(pod), life, nominated: None, state });
        if waits {
            let nominated = &pod.status.nominated_node_name;
            let band = (!nominated.is_empty()).then(|| self.band_of(nominated));
            if let Some(live) = self.live.get_mut(&key) {
                live.nominated = band;
            }
            self.begin_wait(edge, &key);
        } else if !node.is_empty() && !is_over {
            self.place_pod(edge, &key, node);
            let is_running = pod.status.phase == PodPhase::Running;
            self.change_stay(&key, |stay| {
                stay.bound = Some(edge);
                stay.running = is_running.then_some(edge);
                if pod.is_terminating() {
                    stay.shutdown = Some(Shutdown { from: edge, until: edge.at, cause: ShutdownCause::Deleted });
                }
            });
        }
    }

    fn change_life(&mut self, pod: &NamespacedName, change: impl FnOnce(&mut PodLife)) {
        if let Some(life) = self.live.get(pod).and_then(|live| self.pods.get_mut(live.life)) {
            change(life);
        }
    }

    /// Changes the stay of a pod that is on a node.
    fn change_stay(&mut self, pod: &NamespacedName, change: impl FnOnce(&mut NodeStay)) {
        if self.live.get(pod).is_some_and(|live| live.state == LiveState::OnNode) {
            self.change_life(pod, |life| {
                if let Some(stay) = life.stays.last_mut() {
                    change(stay);
                }
            });
        }
    }

    /// What a pod requests where it is.
    fn amount_of(&self, live: &LivePod) -> i64 {
        let requests = match live.state {
            _ if self.resource.is_pods() => return 1,
            LiveState::Waits if live.nominated.is_none() => self.accounting.incoming_request(&live.object),
            _ => self.accounting.bound_request(&live.object),
        };
        requests.get(&self.resource).max(0)
    }

    /// Begins a stretch of waiting, at the bank or at the rim of its node.
    fn begin_wait(&mut self, edge: Edge, pod: &NamespacedName) {
        let Some(live) = self.live.get(pod) else { return };
        let place = live.nominated.map_or(WaitPlace::Bank, WaitPlace::Rim);
        let stretch = WaitStretch { from: edge, to: None, place, amount: self.amount_of(live), offset: 0 };
        self.change_life(pod, |life| {
            life.end_wait(edge);
            life.waits.push(stretch);
        });
    }

    fn nominate_pod(&mut self, edge: Edge, pod: &NamespacedName, node: Option<&Str>) {
        let band = node.map(|node| self.band_of(node));
        let Some(live) = self.live.get_mut(pod) else { return };
        live.nominated = band;
        if live.state == LiveState::Waits {
            self.begin_wait(edge, pod);
        }
    }

    /// A nomination ends with the binding; until then, a pod whose binding is refused is nominated as before.
    fn forget_nomination(&mut self, pod: &NamespacedName) {
        if let Some(live) = self.live.get_mut(pod) {
            live.nominated = None;
        }
    }

    fn place_pod(&mut self, edge: Edge, pod: &NamespacedName, node: &Str) {
        let band = self.band_of(node);
        let Some(live) = self.live.get_mut(pod) else { return };
        let was_on_node = live.state == LiveState::OnNode;
        live.state = LiveState::OnNode;
        let life = &mut self.pods[live.life];
        if was_on_node && life.stays.last().is_some_and(|stay| stay.band == band) {
            return;
        }
        life.end_wait(edge);
        life.end_stay(edge, false);
        life.stays.push(NodeStay {
            band,
            from: edge,
            to: None,
            bound: None,
            running: None,
            shutdown: None,
            pieces: Vec::new(),
            is_refused: false,
        });
        self.refresh_amount(edge, pod);
    }

    /// Takes a pod from its node, back to the bank.
    fn return_pod(&mut self, edge: Edge, pod: &NamespacedName) {
        let Some(live) = self.live.get_mut(pod) else { return };
        let was_on_node = live.state == LiveState::OnNode;
        live.state = LiveState::Waits;
        self.change_life(pod, |life| {
            life.failures.push(edge);
            if was_on_node {
                life.end_stay(edge, true);
            }
        });
        self.begin_wait(edge, pod);
    }

    /// Ends what a pod takes, on its node or as a pending pod.
    fn end_pod(&mut self, edge: Edge, pod: &NamespacedName) {
        if let Some(live) = self.live.get_mut(pod) {
            live.state = LiveState::Elsewhere;
        }
        self.change_life(pod, |life| {
            life.end_wait(edge);
            life.end_stay(edge, false);
        });
    }

    /// Begins a new piece if the request of the pod has changed.
    fn refresh_amount(&mut self, edge: Edge, pod: &NamespacedName) {
        let Some(live) = self.live.get(pod) else { return };
        let (amount, state) = (self.amount_of(live), live.state);
        let life = &self.pods[live.life];
        match state {
            LiveState::Waits if life.waits.last().is_some_and(|wait| wait.amount != amount) => {
                self.begin_wait(edge, pod);
            }
            LiveState::OnNode => self.change_stay(pod, |stay| {
                if stay.pieces.last().is_none_or(|piece| piece.amount() != amount) {
                    stay.end_piece(edge);
                    stay.pieces.push(StayPiece { from: edge, to: None, slots: vec![BandSlot { offset: 0, amount }] });
                }
            }),
            _ => {}
        }
    }
}

impl RiverBand {
    fn close_span(&mut self, edge: Edge) {
        if let Some(span) = self.spans.last_mut().filter(|span| span.to.is_none()) {
            span.to = Some(edge);
        }
    }

    fn close_cordon(&mut self, edge: Edge) {
        if let Some((_, to)) = self.cordons.last_mut().filter(|(_, to)| to.is_none()) {
            *to = Some(edge);
        }
    }
}

impl PodLife {
    fn end_wait(&mut self, edge: Edge) {
        if let Some(wait) = self.waits.last_mut().filter(|wait| wait.to.is_none()) {
            wait.to = Some(edge);
        }
    }

    fn end_stay(&mut self, edge: Edge, is_refused: bool) {
        if let Some(stay) = self.stays.last_mut().filter(|stay| stay.to.is_none()) {
            stay.end_piece(edge);
            (stay.to, stay.is_refused) = (Some(edge), is_refused);
        }
    }
}

impl NodeStay {
    fn end_piece(&mut self, edge: Edge) {
        if let Some(piece) = self.pieces.last_mut().filter(|piece| piece.to.is_none()) {
            piece.to = Some(edge);
        }
    }
}

fn cause_of(deletion: &Deletion) -> ShutdownCause {
    match deletion {
        Deletion::Preempted { by } => ShutdownCause::Preempted(by.clone()),
        Deletion::PreemptedForGroup { .. } => ShutdownCause::PreemptedForGroup,
        Deletion::Evicted | Deletion::Drained => ShutdownCause::Evicted,
        _ => ShutdownCause::Deleted,
    }
}
