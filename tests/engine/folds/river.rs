//! The river: at every instant its heights add up to what the frame says is requested, and no ribbon overlaps another or lies outside of its life.

use schedscope::{
    api::resources::Resource,
    runlog::{AttemptEnd, EventKind},
    trace::{
        Frame, Phase, PodView,
        lanes::Edge,
        river::{
            BandSlot, River, WaitPlace, is_within,
            reading::RiverReading,
            streams::{StreamLevel, value_at},
        },
    },
};

use super::Events;

pub(crate) fn check(events: &Events) {
    let resources = River::from_events(events, None).resources;
    for resource in &resources {
        let river = River::from_events(events, Some(resource));
        assert_eq!(river.resource, *resource);
        check_lives(&river);
        let mut frame = Frame::default();
        for (index, event) in events.iter().enumerate() {
            frame.apply_event(event);
            let reading = river.read_at(index + 1);
            let story = || format!("{resource} after {}", event.what.story_line());
            check_reading(&river, &reading, &frame, &story);
            check_slots(&river, index + 1, &story);
            for band in &river.bands {
                let is_cordoned = band.cordons.iter().any(|(from, to)| is_within(*from, *to, index + 1));
                let node = frame.nodes.get(&band.node);
                let is_unschedulable = node.is_some_and(|node| node.node.spec.unschedulable);
                assert_eq!(is_cordoned, is_unschedulable, "{}: {}", band.node, story());
            }
        }
        check_streams(&river, events.len());
        assert_eq!(river.failure_count(), events.iter().filter(|event| is_failure(&event.what)).count());
    }
}

fn is_failure(what: &EventKind) -> bool {
    match what {
        EventKind::Attempted(summary) => matches!(summary.end, AttemptEnd::Failed { .. }),
        EventKind::Unreserved { .. } => true,
        EventKind::EvictionAnswered(eviction) => !eviction.answer.is_allowed(),
        _ => false,
    }
}

/// The sums at an instant are those of the frame.
fn check_reading(river: &River, reading: &RiverReading, frame: &Frame, story: &dyn Fn() -> String) {
    let resource = &river.resource;
    let is_pending = |view: &PodView| view.node.is_none() && view.phase == Phase::Pending;
    let mut pending = frame.pods.values().filter(|view| is_pending(view));
    let is_nominated = |view: &PodView| frame.nodes.values().any(|node| node.nominated.contains(&view.pod.key()));
    let amount =
        |view: &PodView| if is_nominated(view) { view.amount_kept(resource) } else { view.amount_of(resource) };
    assert_eq!(reading.waiting, pending.clone().count(), "{}", story());
    assert_eq!(reading.waiting_amount, pending.by_ref().map(|view| amount(view)).sum::<i64>(), "{}", story());
    for (at, band) in river.bands.iter().enumerate() {
        let on_node = frame.pods.values().filter(|view| view.node.as_ref() == Some(&band.node));
        let requested: i64 = on_node.map(|view| view.amount_of(resource)).sum();
        assert_eq!(reading.requested[at], requested, "{} {}", band.node, story());
        let view = frame.nodes.get(&band.node);
        assert_eq!(
            reading.capacities[at],
            view.map(|view| view.allocatable_amount(resource)),
            "{} {}",
            band.node,
            story()
        );
        if let Some(view) = view {
            let nominated = view.nominated.iter().filter_map(|pod| frame.pods.get(pod));
            let nominated: i64 = nominated.filter(|view| is_pending(view)).map(|view| view.amount_kept(resource)).sum();
            assert_eq!(reading.nominated[at], nominated, "{} {}", band.node, story());
        }
    }
    assert!(frame.nodes.keys().all(|node| river.bands.iter().any(|band| band.node == *node)), "{}", story());
    for (key, budget) in &frame.budgets {
        let weir = river
            .weirs
            .iter()
            .position(|weir| weir.budget == *key && weir.removed.is_none_or(|removed| removed.at >= frame.now));
        let count = reading.counts[weir.expect("a weir for each budget")].expect("a count");
        let status = &budget.status;
        assert_eq!(
            (count.healthy, count.needed, count.allowed),
            (status.current_healthy, status.desired_healthy, status.disruptions_allowed),
            "{key} {}",
            story()
        );
    }
}

/// Ribbons on a node neither overlap nor leave the band.
fn check_slots(river: &River, events: usize, story: &dyn Fn() -> String) {
    let mut places: Vec<Vec<BandSlot>> = vec![Vec::new(); river.bands.len()];
    let (mut at_bank, mut on_rims) = (Vec::new(), vec![Vec::new(); river.bands.len()]);
    for life in &river.pods {
        for stay in life.stays.iter().filter(|stay| is_within(stay.from, stay.to, events)) {
            let pieces = stay.pieces.iter().filter(|piece| is_within(piece.from, piece.to, events));
            places[stay.band].extend(pieces.flat_map(|piece| piece.slots.iter().copied()));
        }
        for wait in life.waits.iter().filter(|wait| is_within(wait.from, wait.to, events)) {
            let slot = BandSlot { offset: wait.offset, amount: wait.amount };
            match wait.place {
                WaitPlace::Bank if wait.is_brief() => {}
                WaitPlace::Bank => at_bank.push(slot),
                WaitPlace::Rim(band) => on_rims[band].push(slot),
            }
        }
    }
    let heights = river.bands.iter().map(|band| band.height);
    let rooms = river.bands.iter().map(|band| band.headroom);
    let stacks = places.into_iter().zip(heights).chain(on_rims.into_iter().zip(rooms));
    for (mut slots, height) in stacks.chain([(at_bank, river.bank_height)]) {
        slots.retain(|slot| slot.amount > 0);
        slots.sort_unstable();
        assert!(slots.windows(2).all(|pair| pair[0].top() <= pair[1].offset), "{slots:?} {}", story());
        assert!(slots.iter().all(|slot| slot.offset >= 0 && slot.top() <= height), "{slots:?} {height} {}", story());
    }
}

/// Waits and stays follow each other within the life of their pod.
fn check_lives(river: &River) {
    for life in &river.pods {
        let waits = life.waits.iter().map(|wait| (wait.from, wait.to));
        let stays = life.stays.iter().map(|stay| (stay.from, stay.to));
        let mut spans: Vec<(Edge, Option<Edge>)> = waits.chain(stays).collect();
        spans.sort_by_key(|(from, _)| from.events);
        let until = life.removed.map_or(usize::MAX, |removed| removed.events);
        let ends = |to: &Option<Edge>| to.map_or(usize::MAX, |to| to.events);
        assert!(spans.iter().all(|(from, to)| from.events >= life.created.events && ends(to) <= until), "{life:?}");
        assert!(spans.iter().all(|(from, to)| to.is_none_or(|to| from.events < to.events && from.at <= to.at)));
        assert!(spans.windows(2).all(|pair| ends(&pair[0].1) <= pair[1].0.events), "{life:?}");
        for stay in &life.stays {
            assert_eq!(stay.pieces.first().map(|piece| piece.from), Some(stay.from));
            assert_eq!(stay.pieces.last().and_then(|piece| piece.to), stay.to);
            assert!(stay.pieces.windows(2).all(|pair| pair[0].to == Some(pair[1].from)));
            let is_within_stay = |edge: Edge| edge.events >= stay.from.events && edge.events <= ends(&stay.to);
            let states = [stay.bound, stay.running, stay.shutdown.as_ref().map(|shutdown| shutdown.from)];
            assert!(states.into_iter().flatten().all(is_within_stay), "{life:?}");
        }
    }
}

/// Streams carry what their ribbons carry.
fn check_streams(river: &River, events: usize) {
    for level in [StreamLevel::Owners, StreamLevel::Zones] {
        let bands = river.join_streams(level);
        for count in (1..=events).step_by(7) {
            let reading = river.read_at(count);
            let streams = bands.iter().flat_map(|band| &band.streams);
            let levels = streams.filter_map(|stream| value_at(&stream.levels, count, |level| level.from));
            assert_eq!(levels.map(|level| level.amount).sum::<i64>(), reading.requested.iter().sum::<i64>());
            let capacity: i64 = bands
                .iter()
                .filter_map(|band| value_at(&band.capacity, count, |change| change.0))
                .map(|change| change.1)
                .sum();
            assert_eq!(capacity, reading.capacities.iter().flatten().sum::<i64>());
        }
    }
}

/// What the picture of a budget shows, in numbers.
#[test]
fn budget_that_counts_is_a_river() {
    let text = include_str!("../../../www/scenarios/budget-counts.yaml");
    let events = super::run(crate::support::texts::scenario(text, schedscope::releases::Release::V1_36));
    let river = River::from_events(&events, None);
    assert_eq!(river.resource, Resource::Cpu);
    let names: Vec<&str> = river.bands.iter().map(|band| band.node.as_str()).collect();
    assert_eq!(names, ["node-a", "node-b", "node-c", "node-d"]);
    let last = river.read_at(events.len());
    let sums = |amounts: &[i64]| amounts.iter().sum::<i64>();
    let capacity: i64 = last.capacities.iter().flatten().sum();
    assert_eq!((sums(&last.requested), capacity, last.waiting), (17_000, 20_000, 0));
    let headrooms: Vec<i64> = river.bands.iter().map(|band| band.headroom).collect();
    assert_eq!(headrooms, [0, 4000, 0, 0], "room above the rim only where a pod is nominated");
    let constant: Vec<(&str, bool)> = river.weirs.iter().map(|weir| (weir.budget.name(), weir.is_constant())).collect();
    assert_eq!(constant, [("web", false), ("tools", true)]);
    let victims = river.pods.iter().flat_map(|life| &life.stays).filter_map(|stay| stay.shutdown.as_ref());
    assert_eq!(victims.filter(|shutdown| shutdown.cause.is_preemption()).count(), 2);
}
