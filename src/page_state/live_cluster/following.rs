//! Following a cluster: watches of some of its lists report what happens to their objects. Each change that is listed leads to a moment, which can be
//! shown: the cluster as it was after it.
//!
//! A browser makes six requests to a host at once, and a watch is one that does not end; so other lists are read again when the user reads the cluster
//! again.

use std::rc::Rc;

use imports::dump::{PageProblem, SeenChange, WatchPart};

use super::reading::{ListReading, SeenMoment};
use crate::{
    actions::{import::ChosenFile, live_cluster::ApiFailure},
    browser_handle::BrowserHandle,
    effects::{ClusterEffect, Effect, WorkerEffect},
};

/// The most changes that are listed; earlier ones are only counted.
const MAX_SEEN: usize = 200;
/// The seconds before a watch that ended begins again, and before one that broke.
const END_PAUSE: u32 = 0;
const BREAK_PAUSE: u32 = 2;

/// A cluster that is being followed.
#[derive(Clone, Debug, PartialEq)]
pub struct Following {
    /// The number of the reading whose lists are watched.
    number: u32,
    watches: Vec<ListWatch>,
    /// What was seen, latest first, with its time in milliseconds since 1970.
    pub seen: Vec<(f64, SeenChange)>,
    /// The number of changes that were seen.
    pub changes: u64,
    /// The first moment that can still be shown.
    pub first_moment: u64,
    /// When the server last said something, in milliseconds since 1970.
    pub last_word: f64,
    /// Whether the server forgot the version from which a watch began, so that the cluster has to be read again.
    pub has_expired: bool,
    /// Whether the user has ended it. What was seen is kept.
    pub has_ended: bool,
}

/// A watch of a list.
#[derive(Clone, Debug, PartialEq)]
struct ListWatch {
    list: usize,
    address: Rc<str>,
    /// The version from which the next watch goes on.
    resource_version: String,
    /// Whether the next part is the first of a watch.
    is_new: bool,
    /// Why it is not live, if it is not.
    failure: Option<ApiFailure>,
    /// A part that waits until the worker has read the one before.
    waiting: Vec<(BrowserHandle, f64)>,
    is_busy: bool,
    /// The watch has ended, and another one begins after these seconds once all parts are read.
    next_after: Option<u32>,
}

impl Following {
    /// Begins to watch the lists of a reading.
    pub fn begin(number: u32, lists: &[ListReading], now: f64) -> (Self, Vec<Effect>) {
        let watches = lists.iter().enumerate().filter(|(_, list)| list.is_watched()).map(|(index, list)| ListWatch {
            list: index,
            address: list.call.watch_address().into(),
            resource_version: list.resource_version.clone(),
            is_new: true,
            failure: None,
            waiting: Vec::new(),
            is_busy: false,
            next_after: None,
        });
        let following = Self {
            number,
            watches: watches.collect(),
            seen: Vec::new(),
            changes: 0,
            first_moment: 0,
            last_word: now,
            has_expired: false,
            has_ended: false,
        };
        let effects = following.begin_watches();
        (following, effects)
    }

    fn begin_watches(&self) -> Vec<Effect> {
        self.watches.iter().map(|watch| watch.begin(self.number, END_PAUSE)).collect()
    }

    /// Goes on after it was ended, from where it was.
    pub fn resume(&mut self, now: f64) -> Vec<Effect> {
        (self.has_ended, self.last_word) = (false, now);
        for watch in &mut self.watches {
            (watch.is_new, watch.failure, watch.next_after) = (true, None, None);
            watch.waiting.clear();
        }
        self.begin_watches()
    }

    /// The number of the reading whose lists are watched.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Why the cluster is not followed at the moment; `None` if it is.
    pub fn failure(&self) -> Option<&ApiFailure> {
        self.watches.iter().find_map(|watch| watch.failure.as_ref())
    }

    /// The moment with this number, if it can be shown. The first one is the cluster as it was read at `read_at`.
    pub fn moment(&self, number: u64, read_at: f64) -> Option<SeenMoment> {
        let change = self.seen.iter().find(|(_, change)| change.moment == number);
        let at = if number == self.first_moment { Some(read_at) } else { change.map(|(at, _)| *at) };
        at.map(|at| SeenMoment { number, at })
    }

    /// The moments that can be shown, the earliest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        [self.first_moment].into_iter().chain(self.seen.iter().rev().map(|(_, change)| change.moment))
    }

    /// The latest moment that was seen.
    pub fn latest_moment(&self) -> u64 {
        self.seen.first().map_or(self.first_moment, |(_, change)| change.moment)
    }

    /// Takes a part of a watch, or its end.
    pub fn take_arrival(
        &mut self,
        list: usize,
        now: f64,
        arrival: Result<(BrowserHandle, f64), Option<ApiFailure>>,
    ) -> Vec<Effect> {
        let number = self.number;
        let Some(watch) = self.watches.iter_mut().find(|watch| watch.list == list) else { return Vec::new() };
        match arrival {
            Ok(part) => {
                (self.last_word, watch.failure) = (now, None);
                watch.waiting.push(part);
                watch.go_on(number)
            }
            Err(Some(ApiFailure::Status { code: 410, .. })) => {
                self.has_expired = true;
                Vec::new()
            }
            Err(failure) => {
                let pause = if failure.is_some() { BREAK_PAUSE } else { END_PAUSE };
                watch.failure = failure;
                watch.next_after = Some(pause);
                watch.go_on(number)
            }
        }
    }

    /// Takes what the worker read in a part.
    pub fn take_part(&mut self, list: usize, now: f64, part: &Result<WatchPart, PageProblem>) -> Vec<Effect> {
        let number = self.number;
        let Some(watch) = self.watches.iter_mut().find(|watch| watch.list == list) else { return Vec::new() };
        watch.is_busy = false;
        match part {
            Ok(part) => {
                if !part.resource_version.is_empty() {
                    watch.resource_version.clone_from(&part.resource_version);
                }
                self.has_expired |= part.has_expired;
                self.changes += part.changes.len() as u64;
                self.seen.splice(0..0, part.changes.iter().rev().map(|change| (now, change.clone())));
                self.first_moment = self.first_moment.max(part.first_moment);
                self.seen.retain(|(_, change)| change.moment > self.first_moment);
                self.seen.truncate(MAX_SEEN);
            }
            Err(_) => watch.failure = Some(ApiFailure::NotJson),
        }
        watch.go_on(number)
    }
}

impl ListWatch {
    /// The effect that begins the watch.
    fn begin(&self, number: u32, after: u32) -> Effect {
        let address = format!("{}&resourceVersion={}", self.address, self.resource_version).into();
        Effect::Cluster(ClusterEffect::Watch { number, list: self.list, address, after })
    }

    /// Sends the next part to the worker, unless it reads one. After the last part of a watch that has ended, begins another.
    fn go_on(&mut self, number: u32) -> Vec<Effect> {
        if self.is_busy {
            return Vec::new();
        }
        if self.waiting.is_empty() {
            let next = self.next_after.take();
            self.is_new |= next.is_some();
            return next.map(|after| self.begin(number, after)).into_iter().collect();
        }
        self.is_busy = true;
        let (handle, bytes) = self.waiting.remove(0);
        vec![Effect::Worker(WorkerEffect::ReadWatch {
            number,
            list: u32::try_from(self.list).unwrap_or(u32::MAX),
            is_new: std::mem::take(&mut self.is_new),
            part: ChosenFile { handle, name: String::new(), bytes, path: String::new() },
        })]
    }
}

#[cfg(test)]
mod tests {
    use imports::dump::{ListPage, SeenWhat};

    use super::*;
    use crate::live_cluster::{ClusterVersion, Reading};

    fn begin() -> (Following, Vec<Effect>) {
        let version = ClusterVersion { text: "v1.36.2".into(), minor: Some(36) };
        let mut reading = Reading::new(7, version, "");
        reading.go_on();
        for list in [0, 1] {
            reading.take_answer(list, Ok((BrowserHandle::new(()), 9.0)));
            let resource_version = format!("{}", 100 + list);
            reading.take_page(list, &Ok(ListPage { resource_version, ..ListPage::default() }));
        }
        Following::begin(7, &reading.lists, 1.0)
    }

    fn watched(effects: &[Effect]) -> Vec<(usize, &str, u32)> {
        let watches = effects.iter().filter_map(|effect| match effect {
            Effect::Cluster(ClusterEffect::Watch { list, address, after, .. }) => {
                Some((*list, address.split('?').next()?, *after))
            }
            _ => None,
        });
        watches.collect()
    }

    #[allow(clippy::unnecessary_wraps)] // the type that the messages carry
    fn part() -> Result<(BrowserHandle, f64), Option<ApiFailure>> {
        Ok((BrowserHandle::new(()), 5.0))
    }

    #[allow(clippy::unnecessary_wraps)] // the type that the messages carry
    fn seen(name: &str, version: &str) -> Result<WatchPart, PageProblem> {
        let moment = version.parse().unwrap_or_default();
        let change = SeenChange { kind: "Pod".into(), name: name.into(), what: SeenWhat::Came, moment };
        Ok(WatchPart { resource_version: version.into(), changes: vec![change], ..WatchPart::default() })
    }

    #[test]
    fn nodes_and_pods_are_watched_from_the_version_of_their_lists() {
        let (_, effects) = begin();
        assert_eq!(watched(&effects), [(0, "/api/v1/nodes", 0), (1, "/api/v1/pods", 0)]);
        let Effect::Cluster(ClusterEffect::Watch { address, .. }) = &effects[1] else { panic!("no watch") };
        assert_eq!(&**address, "/api/v1/pods?watch=true&allowWatchBookmarks=true&resourceVersion=101");
    }

    #[test]
    fn parts_are_read_one_after_the_other() {
        let (mut following, _) = begin();
        assert_eq!(following.take_arrival(1, 2.0, part()).len(), 1);
        assert_eq!(following.take_arrival(1, 3.0, part()), [], "the worker reads");
        assert!(following.last_word > 2.5, "it is the time of the last part");
        assert_eq!(following.take_part(1, 3.0, &seen("a/p", "105")).len(), 1, "the next part");
        following.take_part(1, 4.0, &seen("a/q", "106"));
        let names: Vec<&str> = following.seen.iter().map(|(_, change)| &*change.name).collect();
        assert_eq!((names, following.changes), (vec!["a/q", "a/p"], 2), "latest first");
        assert_eq!(following.moments().collect::<Vec<_>>(), [0, 105, 106]);
        let at = |number| following.moment(number, 1.0).map(|moment| moment.at.to_string());
        assert_eq!((at(0), at(106), at(7)), (Some("1".into()), Some("4".into()), None));
    }

    #[test]
    fn following_that_was_ended_goes_on_where_it_was() {
        let (mut following, _) = begin();
        following.take_arrival(1, 2.0, part());
        following.take_part(1, 2.0, &seen("a/p", "105"));
        following.has_ended = true;
        let effects = following.resume(9.0);
        let Effect::Cluster(ClusterEffect::Watch { address, .. }) = &effects[1] else { panic!("no watch") };
        assert!(address.ends_with("&resourceVersion=105"), "{address}");
        assert_eq!((following.seen.len(), following.has_ended), (1, false));
    }

    #[test]
    fn a_watch_that_ends_goes_on_from_the_last_version() {
        let (mut following, _) = begin();
        following.take_arrival(1, 2.0, part());
        following.take_part(1, 2.0, &seen("a/p", "105"));
        for (end, after, is_live) in
            [(None, END_PAUSE, true), (Some(ApiFailure::Broken("network".into())), BREAK_PAUSE, false)]
        {
            let effects = following.take_arrival(1, 3.0, Err(end));
            assert_eq!(watched(&effects), [(1, "/api/v1/pods", after)]);
            let Effect::Cluster(ClusterEffect::Watch { address, .. }) = &effects[0] else { panic!("no watch") };
            assert!(address.ends_with("&resourceVersion=105"), "{address}");
            assert_eq!(following.failure().is_none(), is_live);
        }
        following.take_arrival(1, 4.0, part());
        assert_eq!(following.failure(), None, "it is live again");
    }

    #[test]
    fn the_next_watch_waits_until_all_parts_are_read() {
        let (mut following, _) = begin();
        following.take_arrival(1, 2.0, part());
        assert_eq!(following.take_arrival(1, 3.0, Err(None)), []);
        let effects = following.take_part(1, 3.0, &seen("a/p", "109"));
        let Effect::Cluster(ClusterEffect::Watch { address, .. }) = &effects[0] else { panic!("no watch") };
        assert!(address.ends_with("&resourceVersion=109"), "{address}");
    }

    #[test]
    fn a_watch_that_expired_is_not_begun_again() {
        let (mut following, _) = begin();
        let gone = ApiFailure::Status { code: 410, retry_after: None, message: "gone".into() };
        assert_eq!(following.take_arrival(0, 2.0, Err(Some(gone))), []);
        assert!(following.has_expired);
        let (mut following, _) = begin();
        following.take_arrival(0, 2.0, part());
        following.take_part(0, 2.0, &Ok(WatchPart { has_expired: true, ..WatchPart::default() }));
        assert!(following.has_expired);
    }
}
