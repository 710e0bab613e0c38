//! Applies the actions of reading a running cluster.

use api::Str;

use super::{
    ClusterVersion, Following, LiveCluster, OpenedCluster, Reading, ReadingPhase, VersionState,
    namespaces::namespace_names,
};
use crate::{
    actions::{
        Action,
        import::ImportMsg,
        live_cluster::{ApiFailure, ClusterMsg},
    },
    effects::{ClusterEffect, Effect, WorkerEffect},
    outcome::UpdateOutcome,
    run::RunMsg,
};

/// Applies an action of reading a running cluster. `is_run_untouched`: the run of the moment that is shown is complete, and its start is shown. Only
/// then does a new moment replace it.
pub fn update_cluster(
    live_cluster: &mut LiveCluster,
    cluster_msg: ClusterMsg,
    is_run_untouched: bool,
) -> UpdateOutcome {
    let is_news = matches!(cluster_msg, ClusterMsg::WatchRead(..) | ClusterMsg::ClockRead(_));
    let outcome = apply_message(live_cluster, cluster_msg);
    match live_cluster.latest_to_show().filter(|_| is_news && is_run_untouched) {
        Some(latest) => outcome.then(ClusterMsg::Show(latest)),
        None => outcome,
    }
}

fn apply_message(live_cluster: &mut LiveCluster, cluster_msg: ClusterMsg) -> UpdateOutcome {
    match cluster_msg {
        ClusterMsg::Open => {
            live_cluster.is_open = true;
            live_cluster.version_request += 1;
            live_cluster.version = VersionState::Asking;
            return Effect::Cluster(ClusterEffect::AskVersion(live_cluster.version_request)).into();
        }
        ClusterMsg::Close => live_cluster.is_open = false,
        ClusterMsg::VersionAnswered(number, answer) if number == live_cluster.version_request => {
            let version = answer.and_then(|text| ClusterVersion::parse(&text).ok_or(ApiFailure::NotJson));
            live_cluster.version = version.map_or_else(VersionState::Missing, VersionState::Found);
            if let VersionState::Found(_) = live_cluster.version {
                return Effect::Cluster(ClusterEffect::AskNamespaces(number)).into();
            }
        }
        ClusterMsg::NamespacesAnswered(number, answer) if number == live_cluster.version_request => {
            live_cluster.namespaces = answer.map(|text| namespace_names(&text)).unwrap_or_default();
        }
        ClusterMsg::VersionAnswered(..) | ClusterMsg::NamespacesAnswered(..) => {}
        ClusterMsg::SetNamespace(namespace) => live_cluster.namespace = namespace.trim().into(),
        ClusterMsg::Read => {
            live_cluster.is_open = false;
            return Action::Import(ImportMsg::BeginCluster(false)).into();
        }
        ClusterMsg::Refresh => {
            live_cluster.follows_next = live_cluster.is_followed();
            return Action::Import(ImportMsg::BeginCluster(true)).into();
        }
        ClusterMsg::Show(number) => {
            let LiveCluster { opened, following, .. } = live_cluster;
            let moment =
                opened.as_ref().zip(following.as_ref()).map(|(opened, seen)| seen.moment(number, opened.read_at));
            live_cluster.is_at_latest = following.as_ref().is_some_and(|seen| seen.latest_moment() == number);
            live_cluster.shows_next = moment.flatten();
            if live_cluster.shows_next.is_some() {
                return Action::Import(ImportMsg::BeginCluster(true)).into();
            }
        }
        ClusterMsg::Begin(number) => return begin_reading(live_cluster, number),
        ClusterMsg::PageAnswered(number, list, answer) => {
            return change_reading(live_cluster, number, |reading| reading.take_answer(list, answer));
        }
        ClusterMsg::PageRead(number, list, page) => {
            let list = usize::try_from(list).unwrap_or(usize::MAX);
            return change_reading(live_cluster, number, |reading| reading.take_page(list, page.get()));
        }
        ClusterMsg::Waited(number, list) => {
            return change_reading(live_cluster, number, |reading| reading.end_pause(list));
        }
        ClusterMsg::Stop => return change_current(live_cluster, Reading::stop),
        ClusterMsg::GoOn => return change_current(live_cluster, Reading::resume),
        ClusterMsg::OpenPart => return change_current(live_cluster, Reading::join_part),
        ClusterMsg::Discard => return Action::Import(ImportMsg::Stop).into(),
        ClusterMsg::Joined(number, at, time) => return join_reading(live_cluster, number, at, &time),
        ClusterMsg::SetFollowing(follows) => return set_following(live_cluster, follows),
        ClusterMsg::WatchArrived(number, list, now, arrival) => {
            return change_following(live_cluster, number, |following| following.take_arrival(list, now, arrival));
        }
        ClusterMsg::WatchRead(number, list, part) => {
            let list = usize::try_from(list).unwrap_or(usize::MAX);
            return change_following(live_cluster, number, |following| {
                following.take_part(list, following.last_word, part.get())
            });
        }
        ClusterMsg::ClockRead(now) => {
            if let Some(opened) = &mut live_cluster.opened {
                opened.now = now;
            }
        }
    }
    UpdateOutcome::default()
}

/// Begins to read the cluster whose version is known. Its release applies to the run unless the text states another.
fn begin_reading(live_cluster: &mut LiveCluster, number: u32) -> UpdateOutcome {
    let version = match (&live_cluster.version, &live_cluster.opened) {
        (VersionState::Found(version), _) => version.clone(),
        (_, Some(opened)) => opened.version.clone(),
        _ => return Action::Import(ImportMsg::Stop).into(),
    };
    let release = version.release();
    let moment = live_cluster.shows_next.take();
    let (reading, effects) = match live_cluster.opened.as_ref().zip(moment) {
        Some((opened, moment)) => {
            let mut reading = Reading::of_followed(number, version, opened.lists.clone(), moment);
            let effects = reading.join();
            (reading, effects)
        }
        // The lists that are followed are replaced.
        None => {
            live_cluster.following = None;
            let mut reading = Reading::new(number, version, &live_cluster.namespace);
            let mut effects = vec![Effect::Cluster(ClusterEffect::Abort)];
            effects.extend(reading.go_on());
            (reading, effects)
        }
    };
    live_cluster.reading = Some(reading);
    UpdateOutcome::from(effects).then(Action::Run(RunMsg::SetRelease(release)))
}

/// Opens what was read as it was at a time, and goes on following.
fn join_reading(live_cluster: &mut LiveCluster, number: u32, at: f64, time: &str) -> UpdateOutcome {
    let Some(reading) = live_cluster.reading.as_ref().filter(|reading| reading.number == number) else {
        return UpdateOutcome::default();
    };
    let moment = reading.moment.map(|moment| moment.number);
    let (version, time) = (Str::from(&*reading.version.text), Str::from(time));
    let join = Effect::Worker(WorkerEffect::JoinLists { number, moment, version, time });
    if let (Some(opened), Some(moment)) = (&mut live_cluster.opened, moment) {
        opened.shown = moment;
        return join.into();
    }
    live_cluster.opened = Some(OpenedCluster {
        version: reading.version.clone(),
        read_at: at,
        now: at,
        left_out: reading.left_out(),
        is_partial: reading.lists_over() < reading.lists.len(),
        shown: 0,
        reading_number: number,
        lists: reading.lists.clone(),
    });
    let follows = std::mem::take(&mut live_cluster.follows_next);
    UpdateOutcome::from(join).join(set_following(live_cluster, follows))
}

/// Begins to follow the cluster that is open, or ends it.
fn set_following(live_cluster: &mut LiveCluster, follows: bool) -> UpdateOutcome {
    match (&live_cluster.opened, &mut live_cluster.following) {
        (Some(opened), None) if follows => {
            let (following, effects) = Following::begin(opened.reading_number, &opened.lists, opened.now);
            live_cluster.following = Some(following);
            live_cluster.is_at_latest = true;
            effects.into()
        }
        (Some(opened), Some(following)) if follows && following.has_ended => following.resume(opened.now).into(),
        (_, Some(following)) if !follows => {
            following.has_ended = true;
            Effect::Cluster(ClusterEffect::Abort).into()
        }
        _ => UpdateOutcome::default(),
    }
}

/// Changes what is followed. If the server forgot the version from which a watch went on, reads the cluster again.
fn change_following(
    live_cluster: &mut LiveCluster,
    number: u32,
    change: impl FnOnce(&mut Following) -> Vec<Effect>,
) -> UpdateOutcome {
    let is_current = |following: &&mut Following| following.number() == number && !following.has_ended;
    let Some(following) = live_cluster.following.as_mut().filter(is_current) else {
        return UpdateOutcome::default();
    };
    let outcome = UpdateOutcome::from(change(following));
    if following.has_expired && live_cluster.reading.is_none() { outcome.then(ClusterMsg::Refresh) } else { outcome }
}

/// Changes the reading with this number, if it is the current one.
fn change_reading(
    live_cluster: &mut LiveCluster,
    number: u32,
    change: impl FnOnce(&mut Reading) -> Vec<Effect>,
) -> UpdateOutcome {
    match &mut live_cluster.reading {
        Some(reading) if reading.number == number && reading.phase != ReadingPhase::Joining => change(reading).into(),
        _ => UpdateOutcome::default(),
    }
}

fn change_current(live_cluster: &mut LiveCluster, change: impl FnOnce(&mut Reading) -> Vec<Effect>) -> UpdateOutcome {
    let number = live_cluster.reading.as_ref().map_or(0, |reading| reading.number);
    change_reading(live_cluster, number, change)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use imports::{
        dump::{ListPage, PageProblem, SeenChange, SeenWhat, WatchPart},
        files::OpenedFiles,
    };
    use manifest::{ReadCluster, ReducedHead, reduced_head};
    use protocol::EncodedValue;
    use releases::Release;

    use super::{super::MAX_TRACKED_OBJECTS, *};
    use crate::{
        actions::{EditingAction, bookmarks::BookmarkMsg},
        browser_handle::BrowserHandle,
        effects::StorageEffect,
        open_target::OpenTarget,
        store::Store,
        update::reduce,
    };

    /// The state after some actions, and the effects of the last one.
    fn after(store: &Store, actions: impl IntoIterator<Item = ClusterMsg>) -> (Store, Vec<Effect>) {
        let mut result = (store.clone(), Vec::new());
        for cluster_msg in actions {
            result = reduce(&result.0, cluster_msg.into());
        }
        result
    }

    fn version(text: &str) -> ClusterMsg {
        ClusterMsg::VersionAnswered(1, Ok(format!(r#"{{"gitVersion":"{text}"}}"#).into()))
    }

    fn begun() -> Store {
        after(&Store::with_all_chunks(), [ClusterMsg::Open, version("v1.33.1"), ClusterMsg::Read]).0
    }

    fn cluster_text(pod: &str) -> String {
        let cluster = Some(ReadCluster { version: "v1.33.1", time: "2026-01-01T00:00:00Z" });
        let head = reduced_head(&ReducedHead { bytes: 9, cluster, ..ReducedHead::default() });
        format!("{head}items:\n- {{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{{\"name\":\"{pod}\"}}}}\n")
    }

    /// A page on which a cluster is open.
    fn opened() -> Store {
        let mut store = begun();
        let number = store.import.import_number;
        for list in 0..store.live_cluster.reading.as_ref().map_or(0, |reading| reading.lists.len()) {
            let page: Result<ListPage, PageProblem> =
                Ok(ListPage { resource_version: "5".into(), ..ListPage::default() });
            store = after(
                &store,
                [
                    ClusterMsg::PageAnswered(number, list, Ok((BrowserHandle::new(()), 1.0))),
                    ClusterMsg::PageRead(number, u32::try_from(list).unwrap_or_default(), EncodedValue::new(&page)),
                ],
            )
            .0;
        }
        open_joined(&after(&store, [ClusterMsg::Joined(number, 1000.0, "2026-01-01T00:00:00Z".into())]).0, "p")
    }

    /// Opens the text that the worker made.
    fn open_joined(store: &Store, pod: &str) -> Store {
        let files = OpenedFiles { texts: vec![cluster_text(pod)], ..OpenedFiles::default() };
        let answer = EditingAction::OpenFiles(store.import.import_number, EncodedValue::new(&files));
        let (store, effects) = reduce(store, answer.into());
        assert!(effects.iter().any(|effect| matches!(effect, Effect::OpenImport(..))), "{effects:?}");
        let (store, effects) = reduce(&store, Action::Open(OpenTarget::Text(cluster_text(pod).into())));
        assert!(!effects.contains(&Effect::Storage(StorageEffect::SaveDraft)), "it is private");
        store
    }

    #[test]
    fn nothing_is_asked_before_the_dialog_is_open() {
        let (store, effects) = after(&Store::with_all_chunks(), [ClusterMsg::Open]);
        assert_eq!(effects, [Effect::Cluster(ClusterEffect::AskVersion(1))]);
        let failed = |failure| after(&store, [ClusterMsg::VersionAnswered(1, Err(failure))]).0.live_cluster.version;
        assert_eq!(failed(ApiFailure::NotLocal), VersionState::Missing(ApiFailure::NotLocal));
        let late = after(&store, [ClusterMsg::VersionAnswered(0, Err(ApiFailure::NotLocal))]).0;
        assert_eq!(late.live_cluster.version, VersionState::Asking, "the answer to an earlier request");
        let (found, effects) = after(&store, [version("v1.36.2")]);
        assert_eq!(effects, [Effect::Cluster(ClusterEffect::AskNamespaces(1))]);
        let list: Rc<str> =
            r#"{"kind":"NamespaceList","items":[{"metadata":{"name":"default"}},{"metadata":{"name":"web"}}]}"#.into();
        let named =
            |answer| after(&found, [ClusterMsg::NamespacesAnswered(1, answer)]).0.live_cluster.namespaces.join(",");
        assert_eq!(named(Ok(list)), "default,web");
        assert_eq!(named(Ok("<html>".into())), "", "none are offered");
        let html = after(&store, [ClusterMsg::VersionAnswered(1, Ok("<html>".into()))]).0;
        assert_eq!(html.live_cluster.version, VersionState::Missing(ApiFailure::NotJson));
    }

    #[test]
    fn a_reading_is_an_import_under_the_nearest_release() {
        let store = begun();
        assert!(store.import.is_replacing() && !store.live_cluster.is_open);
        assert_eq!(store.chosen_release(), Release::V1_34);
        let (store, effects) = reduce(&store, Action::Open(OpenTarget::Text("kind: Pod\n".into())));
        assert!(store.live_cluster.reading.is_none(), "another manifest ends it");
        assert!(effects.contains(&Effect::Cluster(ClusterEffect::Abort)));
    }

    #[test]
    fn a_stopped_reading_is_kept_until_the_user_decides() {
        let store = after(&begun(), [ClusterMsg::Stop]).0;
        assert!(store.import.is_replacing());
        let number = store.import.import_number;
        let (part, effects) = after(&store, [ClusterMsg::OpenPart]);
        assert!(effects.contains(&Effect::Cluster(ClusterEffect::Join { number, seen_at: None })));
        let (part, _) = after(&part, [ClusterMsg::Joined(number, 5.0, "2026-01-01T00:00:00Z".into())]);
        assert!(part.live_cluster.opened.is_some_and(|opened| opened.is_partial));
        let discarded = after(&store, [ClusterMsg::Discard]).0;
        assert!(discarded.live_cluster.reading.is_none() && discarded.import.current.is_none());
    }

    #[test]
    fn nothing_of_a_cluster_is_stored_and_what_is_not_from_it_is() {
        let store = opened();
        let stores = |(_, effects): (Store, Vec<Effect>)| {
            let is_stored = |effect: &Effect| {
                matches!(effect, Effect::Storage(StorageEffect::SaveDraft | StorageEffect::KeepBookmarks))
            };
            effects.iter().any(is_stored)
        };
        assert!(!stores(reduce(&store, Action::Bookmarks(BookmarkMsg::Toggle))));
        assert!(stores(reduce(&store, Action::Open(OpenTarget::Text("kind: Pod\n".into())))));
    }

    #[test]
    fn reading_again_keeps_the_selection_and_what_was_added() {
        let mut store = opened();
        let added = format!("{}---\nkind: Node\nmetadata: {{name: added}}\n", store.builder.text);
        store = reduce(&store, Action::Open(OpenTarget::Text(added.into()))).0;
        store.selection.node = Some("n1".into());
        let (store, effects) = after(&store, [ClusterMsg::Refresh]);
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Cluster(ClusterEffect::GetPage { .. }))));
        let number = store.import.import_number;
        let store = after(&store, [ClusterMsg::Stop, ClusterMsg::OpenPart]).0;
        let store = after(&store, [ClusterMsg::Joined(number, 5.0, "2026-01-01T00:00:01Z".into())]).0;
        let store = open_joined(&store, "later");
        assert_eq!(store.selection.node.as_deref(), Some("n1"));
        assert!(store.builder.text.contains("later") && store.builder.text.contains("added"), "{}", store.builder.text);
    }

    #[test]
    fn each_moment_that_was_seen_can_be_opened() {
        let (store, effects) = after(&opened(), [ClusterMsg::SetFollowing(true)]);
        let watches = effects.iter().filter(|effect| matches!(effect, Effect::Cluster(ClusterEffect::Watch { .. })));
        assert_eq!(watches.count(), 4);
        let followed = store.import.import_number;
        let changes =
            [3, 4].map(|moment| SeenChange { kind: "Pod".into(), name: "a/p".into(), what: SeenWhat::Came, moment });
        let part: Result<WatchPart, PageProblem> =
            Ok(WatchPart { resource_version: "9".into(), changes: changes.into(), ..WatchPart::default() });
        let handle = BrowserHandle::new(());
        let arrival = ClusterMsg::WatchArrived(followed, 1, 5000.0, Ok((handle, 1.0)));
        let mut store = after(&store, [arrival, ClusterMsg::WatchRead(followed, 1, EncodedValue::new(&part))]).0;
        assert_eq!(after(&store, [ClusterMsg::Show(7)]).0.import.import_number, followed, "no such moment");
        for (moment, seen_at) in [(3, 5000.0), (0, 1000.0), (4, 5000.0)] {
            let (begun, effects) = after(&store, [ClusterMsg::Show(moment)]);
            let number = begun.import.import_number;
            assert!(effects.contains(&Effect::Cluster(ClusterEffect::Join { number, seen_at: Some(seen_at) })));
            assert!(!effects.iter().any(|effect| matches!(effect, Effect::Cluster(ClusterEffect::GetPage { .. }))));
            let (begun, effects) = after(&begun, [ClusterMsg::Joined(number, seen_at, "2026-01-01T00:00:02Z".into())]);
            let joins = |effect: &Effect| matches!(effect, Effect::Worker(WorkerEffect::JoinLists { moment: Some(joined), .. }) if *joined == moment);
            assert!(effects.iter().any(joins), "{effects:?}");
            store = open_joined(&begun, "seen");
            let opened = store.live_cluster.opened.as_ref().expect("a cluster");
            assert_eq!((opened.shown, opened.read_at.to_string()), (moment, "1000".to_owned()));
            assert!(store.live_cluster.is_followed(), "it is still followed");
        }
        let (ended, effects) = after(&store, [ClusterMsg::SetFollowing(false)]);
        assert_eq!(effects, [Effect::Cluster(ClusterEffect::Abort)]);
        assert!(!ended.live_cluster.is_followed());
        assert!(
            ended.live_cluster.following.is_some_and(|following| following.seen.len() == 2),
            "what was seen is kept"
        );
        let (store, effects) = reduce(&store, Action::Open(OpenTarget::Text("kind: Pod\n".into())));
        assert!(store.live_cluster.following.is_none() && effects.contains(&Effect::Cluster(ClusterEffect::Abort)));
    }

    #[test]
    fn the_latest_moment_is_shown_as_long_as_it_is_watched() {
        let mut live_cluster = after(&opened(), [ClusterMsg::SetFollowing(true)]).0.live_cluster;
        let number = live_cluster.following.as_ref().map_or(0, Following::number);
        let seen = |moment| {
            let change = SeenChange { kind: "Pod".into(), name: "a/p".into(), what: SeenWhat::Came, moment };
            let part: Result<WatchPart, PageProblem> =
                Ok(WatchPart { resource_version: "9".into(), changes: vec![change], ..WatchPart::default() });
            ClusterMsg::WatchRead(number, 1, EncodedValue::new(&part))
        };
        // The moment that is shown by itself after a message.
        let mut shown = |cluster_msg, is_run_untouched| {
            let outcome = update_cluster(&mut live_cluster, cluster_msg, is_run_untouched);
            outcome.followups.into_iter().find_map(|action| match action {
                Action::Editing(EditingAction::Cluster(ClusterMsg::Show(moment))) => Some(moment),
                _ => None,
            })
        };
        assert_eq!(shown(seen(1), true), Some(1));
        assert_eq!(shown(seen(2), false), None, "the run is played");
        assert_eq!(shown(ClusterMsg::ClockRead(9.0), true), Some(2), "its start is shown again");
        shown(ClusterMsg::Show(1), true);
        assert_eq!(shown(seen(3), true), None, "another moment was chosen");
        shown(ClusterMsg::Show(3), true);
        assert_eq!(shown(seen(4), true), Some(4));
        if let Some(opened) = &mut live_cluster.opened {
            opened.lists[0].objects = MAX_TRACKED_OBJECTS + 1;
        }
        assert_eq!(live_cluster.latest_to_show(), None, "the cluster is too large");
    }

    #[test]
    fn a_cluster_whose_history_expired_is_read_again_and_followed() {
        let store = after(&opened(), [ClusterMsg::SetFollowing(true)]).0;
        let number = store.live_cluster.following.as_ref().map_or(0, Following::number);
        let gone = ApiFailure::Status { code: 410, retry_after: None, message: Rc::from("gone") };
        let (store, _) = after(&store, [ClusterMsg::WatchArrived(number, 1, 5.0, Err(Some(gone)))]);
        assert!(store.live_cluster.reading.is_some());
        let number = store.import.import_number;
        let store = after(&store, [ClusterMsg::Stop, ClusterMsg::OpenPart]).0;
        let store = after(&store, [ClusterMsg::Joined(number, 5.0, "2026-01-01T00:00:01Z".into())]).0;
        assert!(store.live_cluster.following.is_some());
    }
}
