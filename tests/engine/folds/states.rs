//! The pods of a frame, and what is derived from it: the active component, the next pod, and the ending.

use std::rc::Rc;

use schedscope::{
    api::{
        Millis, NamespacedName, Set, Str, Table,
        devices::{DeviceObject, DeviceRecord},
    },
    runlog::{Deletion, Event, EventKind, ProfileSummary, Queue},
    trace::{
        Frame, Phase,
        current_activity::{ActivityKind, NextCycle, current_activities, next_cycle},
        pod_ends::{PodEnd, pod_ends},
        steps::Step,
    },
};

use super::Events;

/// The state of a pod, tracked from its events independently of the frame.
#[derive(Default)]
struct PodFacts {
    backoff: Option<Millis>,
    preempted: Option<NamespacedName>,
    waits: Millis,
    prepares: Millis,
}

pub(crate) fn check(events: &Events) {
    let (mut frame, mut facts) = (Frame::default(), Table::<NamespacedName, PodFacts>::new());
    let mut known = Table::<Str, DeviceRecord>::new();
    for (index, event) in events.iter().enumerate() {
        frame.apply_event(event);
        let mut of = |pod: &NamespacedName, change: &dyn Fn(&mut PodFacts)| change(facts.or_default(pod.clone()));
        match &event.what {
            EventKind::PodCreated { pod, .. } => of(&pod.key(), &|pod_facts| *pod_facts = PodFacts::default()),
            EventKind::Queued { pod, until, .. } => of(pod, &|pod_facts| pod_facts.backoff = *until),
            EventKind::Popped { pod, .. } | EventKind::Assumed { pod, .. } | EventKind::Bound { pod, .. } => {
                of(pod, &|pod_facts| pod_facts.backoff = None);
            }
            EventKind::Terminating { pod, why, .. } => {
                let preemptor = match why {
                    Deletion::Preempted { by } | Deletion::PreemptedForGroup { group: by } => Some(by.clone()),
                    _ => None,
                };
                of(pod, &|pod_facts| pod_facts.preempted.clone_from(&preemptor));
            }
            EventKind::Waits { pod, until, .. } => of(pod, &|pod_facts| pod_facts.waits = *until),
            EventKind::PreBinding { pod, until, .. } => of(pod, &|pod_facts| pod_facts.prepares = *until),
            _ => {}
        }
        for (pod, view) in frame.pods.iter() {
            assert_eq!(view.backoff_until, facts[pod].backoff, "{pod} after {}", event.what.story_line());
        }
        check_devices(&frame, event, &mut known);
        if index % 5 == 0 || index + 1 == events.len() {
            check_activities(&frame, &events[..=index], &facts);
            check_ends(&frame, &pod_ends(&events[..=index]), &facts);
        }
    }
}

/// A frame has the device objects from the events. Each device is allocated to one claim at most, and a bound pod is listed as a user of each of its
/// claims, which are allocated.
fn check_devices(frame: &Frame, event: &Event, known: &mut Table<Str, DeviceRecord>) {
    match &event.what {
        EventKind::DeviceApplied(object) => drop(known.insert(object.key(), object.clone())),
        EventKind::DeviceRemoved(key) => drop(known.remove(key)),
        EventKind::Bound { pod, .. } => {
            let allocates =
                |sheet: &Rc<ProfileSummary>| sheet.filters.iter().any(|row| row.id.name() == "DynamicResources");
            let view = frame.pods.get(pod).filter(|_| frame.profiles.iter().all(allocates));
            for entry in view.iter().flat_map(|view| &view.pod.spec.resource_claims) {
                let name = &entry.resource_claim_name;
                if name.is_empty() {
                    continue;
                }
                let key = format!("ResourceClaim/{}/{name}", pod.split('/').next().unwrap_or_default());
                let Ok(DeviceObject::Claim(claim)) = DeviceObject::from_record(&known[&*key]) else { panic!("{key}") };
                assert!(claim.status.allocation.is_some(), "{key} has devices when {pod} is bound");
                let users = claim.status.reserved_for.iter().map(|user| format!("default/{}", user.name));
                assert!(users.into_iter().any(|user| user == **pod), "{pod} is a user of {key}");
            }
            return;
        }
        _ => return,
    }
    assert!(known.iter().eq(frame.devices.iter().map(|(key, object)| (key, &**object))));
    let mut held = Set::new();
    for object in known.values() {
        let Ok(DeviceObject::Claim(claim)) = DeviceObject::from_record(object) else { continue };
        for result in claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results) {
            let device = (result.driver.clone(), result.pool.clone(), result.device.clone());
            let alone = result.admin_access.is_none() && result.share_id.is_none();
            assert!(!alone || held.insert(device), "{:?} is held twice", result.device);
        }
    }
}

fn check_activities(frame: &Frame, events: &Events, facts: &Table<NamespacedName, PodFacts>) {
    let pod_activities = current_activities(frame, events, Step::Event);
    for (pod, view) in frame.pods.iter() {
        let left = |until: Millis| until.saturating_since(frame.now);
        let what: Vec<&ActivityKind> = pod_activities
            .iter()
            .filter(|pod_activity| pod_activity.pod == *pod)
            .map(|pod_activity| &pod_activity.kind)
            .collect();
        let known = match (view.phase, what.as_slice()) {
            _ if frame.in_cycle.as_ref() == Some(pod) => matches!(what[..], [ActivityKind::InCycle]),
            (Phase::Waiting, [ActivityKind::InPermit(time)]) => *time == left(facts[pod].waits),
            (Phase::PreBinding, [ActivityKind::InPreBind(time, _)]) => *time == left(facts[pod].prepares),
            (Phase::Terminating, [ActivityKind::Terminating(time, by)]) => {
                Some(*time) == view.terminates_at.map(left) && *by == facts[pod].preempted
            }
            (Phase::Terminating, []) => view.terminates_at.is_none(),
            (Phase::Pending, [ActivityKind::Nominated]) => view.nominated.is_some(),
            (Phase::Pending, []) => view.nominated.is_none(),
            (Phase::Assumed, [ActivityKind::Binding])
            | (Phase::Bound | Phase::Creating, [ActivityKind::Starting])
            | (Phase::Running | Phase::Succeeded | Phase::Failed, []) => true,
            _ => false,
        };
        assert!(known, "{pod} {:?} {what:?}", view.phase);
    }
    let many = |queue: Queue| frame.pods.values().filter(|view| view.queue == Some(queue)).count();
    match next_cycle(frame) {
        NextCycle::Active(pod, priority, waiting) => {
            let pod_priority = frame.pods[&pod].pod.priority();
            assert_eq!((priority, waiting), (pod_priority, many(Queue::Active)));
            let active = frame.pods.values().filter(|view| view.queue == Some(Queue::Active));
            assert!(active.map(|view| view.pod.priority()).all(|other| other <= pod_priority));
        }
        NextCycle::Backoff(pod, left) => {
            assert_eq!(many(Queue::Active), 0);
            let until = facts[&pod].backoff.expect("a backoff");
            assert_eq!(left, until.saturating_since(frame.now));
            let backing_off = frame.pods.iter().filter(|(_, view)| view.queue == Some(Queue::Backoff));
            assert!(backing_off.map(|(key, _)| facts[key].backoff).all(|other| other >= Some(until)));
        }
        NextCycle::Event(waiting) => {
            assert_eq!((many(Queue::Active), many(Queue::Backoff), waiting), (0, 0, many(Queue::Unschedulable)));
        }
        NextCycle::Nobody => assert_eq!(many(Queue::Active) + many(Queue::Backoff) + many(Queue::Unschedulable), 0),
    }
}

fn check_ends(frame: &Frame, ends: &Table<NamespacedName, PodEnd>, facts: &Table<NamespacedName, PodFacts>) {
    assert!(ends.keys().eq(facts.keys()));
    for (pod, end) in ends {
        let view = frame.pods.get(pod);
        let wanted = match (&facts[pod].preempted, view, view.and_then(|view| view.bound_to())) {
            (Some(by), ..) => PodEnd::Preempted(by.clone()),
            (None, None, _) => PodEnd::Gone,
            (None, Some(_), Some(node)) => PodEnd::On(node.clone()),
            (None, Some(_), None) => PodEnd::Pending,
        };
        assert_eq!(*end, wanted, "{pod}");
    }
}
