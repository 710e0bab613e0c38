//! What a frame says of its pods, and what is read from it: who is busy, who comes next, how it ends.

use std::rc::Rc;

use schedscope::api::devices::{DeviceObject, Typed};
use schedscope::api::{Millis, Set, Str, Table};
use schedscope::record::{Deletion, Event, Queue, Sheet, What};
use schedscope::trace::ends::{End, ends};
use schedscope::trace::going::{Busy, Next, going, next};
use schedscope::trace::steps::Step;
use schedscope::trace::{Frame, Phase};

use super::Events;

/// What the events of a pod say of it, kept beside the frame.
#[derive(Default)]
struct Told {
    backoff: Option<Millis>,
    preempted: Option<Str>,
    waits: Millis,
    prepares: Millis,
}

pub(crate) fn check(events: &Events) {
    let (mut frame, mut told) = (Frame::default(), Table::<Str, Told>::new());
    let mut known = Table::<Str, DeviceObject>::new();
    for (index, event) in events.iter().enumerate() {
        frame.apply(event);
        let mut of = |pod: &Str, change: &dyn Fn(&mut Told)| change(told.or_default(pod.clone()));
        match &event.what {
            What::PodCreated { pod, .. } => of(&pod.key().into(), &|it| *it = Told::default()),
            What::Queued { pod, until, .. } => of(pod, &|it| it.backoff = *until),
            What::Popped { pod, .. } | What::Assumed { pod, .. } | What::Bound { pod, .. } => {
                of(pod, &|it| it.backoff = None);
            }
            What::Terminating { pod, why: Deletion::Preempted { by }, .. } => {
                of(pod, &|it| it.preempted = Some(by.clone()));
            }
            What::Waits { pod, until, .. } => of(pod, &|it| it.waits = *until),
            What::PreBinding { pod, until, .. } => of(pod, &|it| it.prepares = *until),
            _ => {}
        }
        for (pod, view) in frame.pods.iter() {
            assert_eq!(view.backoff_until, told[pod].backoff, "{pod} after {}", event.what.line());
        }
        devices(&frame, event, &mut known);
        if index % 5 == 0 || index + 1 == events.len() {
            busy(&frame, &events[..=index], &told);
            ended(&frame, &ends(&events[..=index]), &told);
        }
    }
}

/// A frame has the objects about devices that the events left; a device is held by one claim, and a pod that is bound is a user of each of
/// its claims, which has devices.
fn devices(frame: &Frame, event: &Event, known: &mut Table<Str, DeviceObject>) {
    match &event.what {
        What::DeviceApplied(object) => drop(known.insert(object.key(), object.clone())),
        What::DeviceRemoved(key) => drop(known.remove(key)),
        What::Bound { pod, .. } => {
            let allocates = |sheet: &Rc<Sheet>| sheet.filters.iter().any(|row| row.id.name() == "DynamicResources");
            let view = frame.pods.get(pod).filter(|_| frame.profiles.iter().all(allocates));
            for entry in view.iter().flat_map(|view| &view.pod.spec.resource_claims) {
                let name = &entry.resource_claim_name;
                if name.is_empty() {
                    continue;
                }
                let key = format!("ResourceClaim/{}/{name}", pod.split('/').next().unwrap_or_default());
                let Ok(Typed::Claim(claim)) = Typed::of(&known[&*key]) else { panic!("{key}") };
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
        let Ok(Typed::Claim(claim)) = Typed::of(object) else { continue };
        for result in claim.status.allocation.iter().flat_map(|it| &it.devices.results) {
            let device = (result.driver.clone(), result.pool.clone(), result.device.clone());
            let alone = result.admin_access.is_none() && result.share_id.is_none();
            assert!(!alone || held.insert(device), "{:?} is held twice", result.device);
        }
    }
}

fn busy(frame: &Frame, events: &Events, told: &Table<Str, Told>) {
    let found = going(frame, events, Step::Event);
    for (pod, view) in frame.pods.iter() {
        let left = |until: Millis| until.since(frame.now);
        let what: Vec<&Busy> = found.iter().filter(|it| it.pod == *pod).map(|it| &it.what).collect();
        let known = match (view.phase, what.as_slice()) {
            _ if frame.in_cycle.as_ref() == Some(pod) => matches!(what[..], [Busy::InCycle]),
            (Phase::Waiting, [Busy::InPermit(time)]) => *time == left(told[pod].waits),
            (Phase::PreBinding, [Busy::InPreBind(time, _)]) => *time == left(told[pod].prepares),
            (Phase::Terminating, [Busy::Terminating(time, by)]) => {
                Some(*time) == view.gone_at.map(left) && *by == told[pod].preempted
            }
            (Phase::Terminating, []) => view.gone_at.is_none(),
            (Phase::Pending, [Busy::Nominated]) => view.nominated.is_some(),
            (Phase::Pending, []) => view.nominated.is_none(),
            (Phase::Assumed, [Busy::Binding])
            | (Phase::Bound | Phase::Creating, [Busy::Starting])
            | (Phase::Running | Phase::Succeeded, []) => true,
            _ => false,
        };
        assert!(known, "{pod} {:?} {what:?}", view.phase);
    }
    let many = |queue: Queue| frame.pods.values().filter(|view| view.queue == Some(queue)).count();
    match next(frame) {
        Next::Active(pod, priority, waiting) => {
            let own = frame.pods[&pod].pod.priority();
            assert_eq!((priority, waiting), (own, many(Queue::Active)));
            let active = frame.pods.values().filter(|view| view.queue == Some(Queue::Active));
            assert!(active.map(|view| view.pod.priority()).all(|other| other <= own));
        }
        Next::Backoff(pod, left) => {
            assert_eq!(many(Queue::Active), 0);
            let until = told[&pod].backoff.expect("a backoff");
            assert_eq!(left, until.since(frame.now));
            let backing_off = frame.pods.iter().filter(|(_, view)| view.queue == Some(Queue::Backoff));
            assert!(backing_off.map(|(key, _)| told[key].backoff).all(|other| other >= Some(until)));
        }
        Next::Event(waiting) => {
            assert_eq!((many(Queue::Active), many(Queue::Backoff), waiting), (0, 0, many(Queue::Unschedulable)));
        }
        Next::Nobody => assert_eq!(many(Queue::Active) + many(Queue::Backoff) + many(Queue::Unschedulable), 0),
    }
}

fn ended(frame: &Frame, ends: &Table<Str, End>, told: &Table<Str, Told>) {
    assert!(ends.keys().eq(told.keys()));
    for (pod, end) in ends {
        let view = frame.pods.get(pod);
        let wanted = match (&told[pod].preempted, view, view.and_then(|view| view.bound_to())) {
            (Some(by), ..) => End::Preempted(by.clone()),
            (None, None, _) => End::Gone,
            (None, Some(_), Some(node)) => End::On(node.clone()),
            (None, Some(_), None) => End::Pending,
        };
        assert_eq!(*end, wanted, "{pod}");
    }
}
