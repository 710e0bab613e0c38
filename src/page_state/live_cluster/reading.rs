//! A reading: its lists, which page is asked for next, and what an answer means.

use std::rc::Rc;

use imports::dump::{ListPage, PageProblem};

use super::{
    cluster_version::ClusterVersion,
    list_calls::{ListCall, list_calls},
};
use crate::{
    actions::{import::ChosenFile, live_cluster::ApiFailure},
    browser_handle::BrowserHandle,
    effects::{ClusterEffect, Effect, WorkerEffect},
};

/// How many lists are asked for at once.
const LISTS_AT_ONCE: usize = 3;
/// How often a page is asked for before its list fails.
const TRIES: u32 = 3;
/// How often an expired list is begun again before it fails.
const RESTARTS: u32 = 3;
/// The seconds before a page is asked for again, if the server does not say so.
const PAUSE_SECONDS: u32 = 1;
/// The most seconds that a server can ask to wait.
const MAX_PAUSE_SECONDS: u32 = 60;

/// A reading of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The number of its import.
    pub number: u32,
    pub version: ClusterVersion,
    pub lists: Vec<ListReading>,
    pub phase: ReadingPhase,
    /// The moment as which the lists are joined, if they were read before.
    pub moment: Option<SeenMoment>,
}

/// A moment of a cluster that is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenMoment {
    /// The number of changes before it.
    pub number: u64,
    /// Its time, in milliseconds since 1970.
    pub at: f64,
}

/// The phase of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingPhase {
    /// Pages are asked for.
    Asking,
    /// The user stopped it, or lists failed. What was read is kept until the user decides.
    Stopped,
    /// The worker makes one text of all lists.
    Joining,
}

/// A list of a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct ListReading {
    pub call: ListCall,
    pub status: ListStatus,
    /// The number of objects so far.
    pub objects: u64,
    /// How many more there are, if the server counts them.
    pub remaining: Option<u64>,
    /// The version of the list, from which a watch goes on.
    pub resource_version: String,
    /// What the request for the next page passes on.
    continue_token: String,
    /// How often the current page was asked for without success.
    failed_tries: u32,
    /// How often the list was begun again.
    restarts: u32,
}

/// The status of a list.
#[derive(Clone, Debug, PartialEq)]
pub enum ListStatus {
    /// The next page is not asked for yet.
    Waiting,
    /// A page is asked for.
    Asked,
    /// The page is asked for again after these seconds.
    Pausing(u32),
    /// The worker reads a page.
    Parsing,
    Done,
    LeftOut(LeftOut),
    /// It is incomplete.
    Failed(ListFailure),
}

/// Why a list is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The visitor may not list it; with the command that shows this.
    Forbidden { command: Rc<str> },
    /// The cluster does not have the kind.
    Absent,
}

/// Why a list is incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListFailure {
    /// A request for a page failed.
    Api(ApiFailure),
    /// A page could not be read.
    Page(PageProblem),
    /// It expired before it was read, each time that it was begun.
    Expired,
}

impl ListReading {
    /// Whether nothing is to be done for it anymore.
    pub fn is_over(&self) -> bool {
        matches!(self.status, ListStatus::Done | ListStatus::LeftOut(_))
    }

    /// Whether it was read completely and is watched while the cluster is followed.
    pub fn is_watched(&self) -> bool {
        self.status == ListStatus::Done && self.call.is_watched()
    }

    /// Begins the list again.
    fn begin_again(&mut self) {
        (self.objects, self.remaining, self.failed_tries) = (0, None, 0);
        self.continue_token.clear();
        self.status = ListStatus::Waiting;
    }
}

impl Reading {
    /// A reading of all lists, of which none is asked for yet.
    pub fn new(number: u32, version: ClusterVersion, namespace: &str) -> Self {
        let list = |call| ListReading {
            call,
            status: ListStatus::Waiting,
            objects: 0,
            remaining: None,
            resource_version: String::new(),
            continue_token: String::new(),
            failed_tries: 0,
            restarts: 0,
        };
        let lists = list_calls(version.minor, namespace).into_iter().map(list).collect();
        Self { number, version, lists, phase: ReadingPhase::Asking, moment: None }
    }

    /// A reading of nothing more: what was read before is joined with what watches reported until a moment.
    pub fn of_followed(number: u32, version: ClusterVersion, lists: Vec<ListReading>, moment: SeenMoment) -> Self {
        Self { number, version, lists, phase: ReadingPhase::Joining, moment: Some(moment) }
    }

    /// How many lists are over.
    pub fn lists_over(&self) -> usize {
        self.lists.iter().filter(|list| list.is_over()).count()
    }

    /// The number of objects so far.
    pub fn objects(&self) -> u64 {
        self.lists.iter().map(|list| list.objects).fold(0, u64::saturating_add)
    }

    /// The number of objects so far and of those that the server still counts.
    pub fn known_objects(&self) -> u64 {
        self.lists.iter().filter_map(|list| list.remaining).fold(self.objects(), u64::saturating_add)
    }

    /// Whether a list failed.
    pub fn has_failure(&self) -> bool {
        self.lists.iter().any(|list| matches!(list.status, ListStatus::Failed(_)))
    }

    /// The lists that are left out, by their resources.
    pub fn left_out(&self) -> Vec<(Rc<str>, LeftOut)> {
        let left_out = |list: &ListReading| match &list.status {
            ListStatus::LeftOut(left_out) => Some((Rc::clone(&list.call.resource), left_out.clone())),
            _ => None,
        };
        self.lists.iter().filter_map(left_out).collect()
    }

    /// Asks for as many pages as are asked for at once. When no list is left, joins them, or stops if one failed.
    pub fn go_on(&mut self) -> Vec<Effect> {
        if self.phase != ReadingPhase::Asking {
            return Vec::new();
        }
        let is_busy = |list: &ListReading| {
            matches!(list.status, ListStatus::Asked | ListStatus::Pausing(_) | ListStatus::Parsing)
        };
        let mut busy = self.lists.iter().filter(|list| is_busy(list)).count();
        let mut effects = Vec::new();
        for (index, list) in self.lists.iter_mut().enumerate() {
            if busy < LISTS_AT_ONCE && list.status == ListStatus::Waiting {
                busy += 1;
                list.status = ListStatus::Asked;
                let address = list.call.address(&list.continue_token).into();
                effects.push(Effect::Cluster(ClusterEffect::GetPage { number: self.number, list: index, address }));
            }
        }
        if busy == 0 && self.has_failure() {
            self.phase = ReadingPhase::Stopped;
        } else if busy == 0 {
            effects.extend(self.join());
        }
        effects
    }

    /// Stops asking for pages. Pages that were asked for are dropped, and asked for again if the reading goes on.
    pub fn stop(&mut self) -> Vec<Effect> {
        if self.phase != ReadingPhase::Asking {
            return Vec::new();
        }
        self.phase = ReadingPhase::Stopped;
        for list in &mut self.lists {
            if matches!(list.status, ListStatus::Asked | ListStatus::Pausing(_)) {
                list.status = ListStatus::Waiting;
            }
        }
        vec![Effect::Cluster(ClusterEffect::Abort)]
    }

    /// Goes on after a stop: lists that failed continue where they failed.
    pub fn resume(&mut self) -> Vec<Effect> {
        if self.phase != ReadingPhase::Stopped {
            return Vec::new();
        }
        self.phase = ReadingPhase::Asking;
        for list in &mut self.lists {
            match list.status {
                ListStatus::Failed(ListFailure::Expired) => {
                    list.restarts = 0;
                    list.begin_again();
                }
                ListStatus::Failed(_) => (list.status, list.failed_tries) = (ListStatus::Waiting, 0),
                _ => {}
            }
        }
        self.go_on()
    }

    /// Whether the worker is reading a page.
    pub fn is_parsing(&self) -> bool {
        self.lists.iter().any(|list| list.status == ListStatus::Parsing)
    }

    /// Makes one text of the part that was read, once no page is being read.
    pub fn join_part(&mut self) -> Vec<Effect> {
        if self.phase == ReadingPhase::Stopped && !self.is_parsing() { self.join() } else { Vec::new() }
    }

    /// Makes one text of what was read so far.
    pub fn join(&mut self) -> Vec<Effect> {
        self.phase = ReadingPhase::Joining;
        let seen_at = self.moment.map(|moment| moment.at);
        vec![Effect::Cluster(ClusterEffect::Join { number: self.number, seen_at })]
    }

    /// Takes the answer to a request for a page.
    pub fn take_answer(&mut self, index: usize, answer: Result<(BrowserHandle, f64), ApiFailure>) -> Vec<Effect> {
        let number = self.number;
        let is_asking = self.phase == ReadingPhase::Asking;
        let Some(list) = self.lists.get_mut(index).filter(|list| is_asking && list.status == ListStatus::Asked) else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        match answer {
            Ok((handle, bytes)) => {
                list.status = ListStatus::Parsing;
                let page = ChosenFile { handle, name: String::new(), bytes, path: String::new() };
                effects.push(Effect::Worker(WorkerEffect::ReadPage {
                    number,
                    list: u32::try_from(index).unwrap_or(u32::MAX),
                    version: list.call.version.into(),
                    is_first: list.continue_token.is_empty(),
                    page,
                }));
            }
            Err(ApiFailure::Status { code: 403, .. }) => {
                list.status = ListStatus::LeftOut(LeftOut::Forbidden { command: list.call.can_i().into() });
            }
            Err(ApiFailure::Status { code: 404, .. }) => list.status = ListStatus::LeftOut(LeftOut::Absent),
            // The token of the page expired. The objects of a list are those of one moment, so it is begun again.
            Err(ApiFailure::Status { code: 410, .. }) => {
                list.restarts += 1;
                list.begin_again();
                if list.restarts > RESTARTS {
                    list.status = ListStatus::Failed(ListFailure::Expired);
                }
            }
            Err(ApiFailure::Status { code, retry_after, .. })
                if (code == 429 || code >= 500) && list.failed_tries + 1 < TRIES =>
            {
                list.failed_tries += 1;
                let seconds = retry_after.unwrap_or(PAUSE_SECONDS).min(MAX_PAUSE_SECONDS);
                list.status = ListStatus::Pausing(seconds);
                effects.push(Effect::Cluster(ClusterEffect::Wait { number, list: index, seconds }));
            }
            Err(failure) => list.status = ListStatus::Failed(ListFailure::Api(failure)),
        }
        effects.extend(self.go_on());
        effects
    }

    /// A pause of a list is over.
    pub fn end_pause(&mut self, index: usize) -> Vec<Effect> {
        if let Some(list) = self.lists.get_mut(index).filter(|list| matches!(list.status, ListStatus::Pausing(_))) {
            list.status = ListStatus::Waiting;
        }
        self.go_on()
    }

    /// Takes what the worker read in a page.
    pub fn take_page(&mut self, index: usize, page: &Result<ListPage, PageProblem>) -> Vec<Effect> {
        let Some(list) = self.lists.get_mut(index).filter(|list| list.status == ListStatus::Parsing) else {
            return Vec::new();
        };
        match page {
            Ok(ListPage { objects, continue_token, remaining, resource_version }) => {
                list.objects = list.objects.saturating_add(*objects);
                (list.remaining, list.failed_tries) = (*remaining, 0);
                list.continue_token.clone_from(continue_token);
                list.resource_version.clone_from(resource_version);
                list.status = if continue_token.is_empty() { ListStatus::Done } else { ListStatus::Waiting };
            }
            Err(problem) => list.status = ListStatus::Failed(ListFailure::Page(*problem)),
        }
        self.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin() -> (Reading, Vec<Effect>) {
        let version = ClusterVersion { text: "v1.36.2".into(), minor: Some(36) };
        let mut reading = Reading::new(7, version, "");
        let effects = reading.go_on();
        (reading, effects)
    }

    fn asked(effects: &[Effect]) -> Vec<(usize, &str)> {
        let pages = effects.iter().filter_map(|effect| match effect {
            Effect::Cluster(ClusterEffect::GetPage { list, address, .. }) => Some((*list, &**address)),
            _ => None,
        });
        pages.collect()
    }

    #[allow(clippy::unnecessary_wraps)] // the type that the messages carry
    fn page() -> Result<(BrowserHandle, f64), ApiFailure> {
        Ok((BrowserHandle::new(()), 9.0))
    }

    #[allow(clippy::unnecessary_wraps)] // the type that the messages carry
    fn read(objects: u64, continue_token: &str, remaining: Option<u64>) -> Result<ListPage, PageProblem> {
        Ok(ListPage { objects, continue_token: continue_token.into(), remaining, ..ListPage::default() })
    }

    fn status(code: u16, retry_after: Option<u32>) -> Result<(BrowserHandle, f64), ApiFailure> {
        Err(ApiFailure::Status { code, retry_after, message: "no".into() })
    }

    /// Answers all lists from this one on with an empty page.
    fn finish(reading: &mut Reading) -> Vec<Effect> {
        let mut effects = Vec::new();
        for _ in 0..reading.lists.len() {
            for index in 0..reading.lists.len() {
                if reading.lists[index].status == ListStatus::Asked {
                    reading.take_answer(index, page());
                    effects = reading.take_page(index, &read(0, "", None));
                }
            }
        }
        effects
    }

    #[test]
    fn nodes_and_pods_are_asked_for_first_and_all_lists_are_joined() {
        let (mut reading, effects) = begin();
        let first = [(0, "/api/v1/nodes?limit=500"), (1, "/api/v1/pods?limit=500")];
        assert_eq!(asked(&effects)[..2], first);
        assert_eq!(asked(&effects).len(), LISTS_AT_ONCE);
        let effects = reading.take_answer(0, page());
        assert!(matches!(&effects[..], [Effect::Worker(WorkerEffect::ReadPage { list: 0, is_first: true, .. })]));
        let effects = reading.take_page(0, &read(500, "t", Some(100)));
        assert_eq!(asked(&effects), [(0, "/api/v1/nodes?limit=500&continue=t")]);
        assert_eq!((reading.objects(), reading.known_objects()), (500, 600));
        let effects = reading.take_answer(0, page());
        assert!(matches!(&effects[..], [Effect::Worker(WorkerEffect::ReadPage { is_first: false, .. })]));
        assert_eq!(asked(&reading.take_page(0, &read(100, "", None))).len(), 1, "the next list");
        assert_eq!(finish(&mut reading), [Effect::Cluster(ClusterEffect::Join { number: 7, seen_at: None })]);
        assert_eq!((reading.lists_over(), reading.objects()), (reading.lists.len(), 600));
    }

    #[test]
    fn what_the_visitor_may_not_list_or_the_cluster_lacks_is_left_out() {
        let (mut reading, _) = begin();
        reading.take_answer(1, status(403, None));
        reading.take_answer(2, status(404, None));
        let command = Rc::from("kubectl auth can-i list pods -A");
        let third = Rc::clone(&reading.lists[2].call.resource);
        assert_eq!(reading.left_out(), [(Rc::from("pods"), LeftOut::Forbidden { command }), (third, LeftOut::Absent)]);
        finish(&mut reading);
        assert_eq!(reading.phase, ReadingPhase::Joining);
    }

    #[test]
    fn an_expired_list_begins_again() {
        let (mut reading, _) = begin();
        reading.take_answer(1, page());
        reading.take_page(1, &read(500, "old", Some(9)));
        for _ in 0..RESTARTS {
            let effects = reading.take_answer(1, status(410, None));
            assert_eq!(asked(&effects), [(1, "/api/v1/pods?limit=500")], "from its first page");
            assert_eq!((reading.lists[1].objects, reading.lists[1].remaining), (0, None));
        }
        reading.take_answer(1, status(410, None));
        assert_eq!(reading.lists[1].status, ListStatus::Failed(ListFailure::Expired));
        finish(&mut reading);
        assert_eq!(asked(&reading.resume()), [(1, "/api/v1/pods?limit=500")]);
    }

    #[test]
    fn a_busy_server_is_asked_again_when_it_says_so_and_three_times_at_most() {
        let (mut reading, _) = begin();
        for (code, retry_after, seconds) in [(429, Some(7), 7), (503, None, PAUSE_SECONDS)] {
            let effects = reading.take_answer(1, status(code, retry_after));
            assert_eq!(effects, [Effect::Cluster(ClusterEffect::Wait { number: 7, list: 1, seconds })]);
            assert_eq!(asked(&reading.end_pause(1)).len(), 1);
        }
        reading.take_answer(1, status(500, Some(1)));
        assert!(matches!(reading.lists[1].status, ListStatus::Failed(ListFailure::Api(_))));
        let (mut reading, _) = begin();
        let effects = reading.take_answer(1, status(429, Some(100_000)));
        let seconds = MAX_PAUSE_SECONDS;
        assert_eq!(effects, [Effect::Cluster(ClusterEffect::Wait { number: 7, list: 1, seconds })]);
    }

    #[test]
    fn a_broken_connection_keeps_what_was_read_and_goes_on() {
        for failure in [Err(ApiFailure::Broken("network".into())), Err(ApiFailure::NotJson), status(401, None)] {
            let (mut reading, _) = begin();
            reading.take_answer(1, page());
            reading.take_page(1, &read(500, "t", Some(9)));
            reading.take_answer(1, failure);
            finish(&mut reading);
            assert_eq!((reading.phase, reading.lists[1].objects), (ReadingPhase::Stopped, 500));
            let effects = reading.resume();
            assert_eq!(asked(&effects), [(1, "/api/v1/pods?limit=500&continue=t")]);
            reading.take_answer(1, page());
            reading.take_page(1, &read(9, "", None));
            assert_eq!((reading.phase, reading.lists[1].objects), (ReadingPhase::Joining, 509));
        }
    }

    #[test]
    fn a_page_that_ends_in_the_middle_of_an_object_is_asked_for_again() {
        let (mut reading, _) = begin();
        reading.take_answer(0, page());
        reading.take_page(0, &Err(PageProblem::BreaksOff));
        assert_eq!(reading.lists[0].status, ListStatus::Failed(ListFailure::Page(PageProblem::BreaksOff)));
        finish(&mut reading);
        assert_eq!(asked(&reading.resume()), [(0, "/api/v1/nodes?limit=500")]);
    }

    #[test]
    fn a_stop_drops_what_is_on_its_way_and_nothing_else() {
        let (mut reading, _) = begin();
        reading.take_answer(0, page());
        assert_eq!(reading.stop(), [Effect::Cluster(ClusterEffect::Abort)]);
        assert_eq!(reading.join_part(), [], "a page is being read");
        assert_eq!(reading.take_answer(1, page()), [], "it is late");
        assert_eq!(reading.take_page(0, &read(5, "", None)), [], "it was read");
        assert_eq!((reading.objects(), reading.phase), (5, ReadingPhase::Stopped));
        let effects = reading.resume();
        assert_eq!(asked(&effects)[0].0, 1);
        reading.stop();
        assert_eq!(reading.join_part(), [Effect::Cluster(ClusterEffect::Join { number: 7, seen_at: None })]);
    }
}
