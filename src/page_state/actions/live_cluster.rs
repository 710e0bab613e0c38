//! Actions of reading a running cluster, with the data that they carry.

use std::rc::Rc;

use imports::dump::{ListPage, PageProblem, WatchPart};
use protocol::EncodedValue;

use crate::browser_handle::BrowserHandle;

/// Actions of reading a running cluster.
#[derive(Clone, Debug)]
pub enum ClusterMsg {
    /// Opens the dialog, and asks for the version of the cluster beside the page.
    Open,
    Close,
    /// The answer to the request for the version: its text, and whether it was the request with this number.
    VersionAnswered(u32, Result<Rc<str>, ApiFailure>),
    /// The answer to the request for the namespaces: a list, and whether it was the request with this number.
    NamespacesAnswered(u32, Result<Rc<str>, ApiFailure>),
    /// Limits the kinds that have namespaces, except pods, to a namespace; empty for all.
    SetNamespace(Rc<str>),
    /// Starts to read.
    Read,
    /// Reads the cluster again that is open, and keeps what is selected, and what was added to it.
    Refresh,
    /// The import with this number began.
    Begin(u32),
    /// The answer to a list call of a reading, by the numbers of the reading and the list: the page, with the size in bytes.
    PageAnswered(u32, usize, Result<(BrowserHandle, f64), ApiFailure>),
    /// The worker read a page.
    PageRead(u32, u32, EncodedValue<Result<ListPage, PageProblem>>),
    /// The time after which a list call is tried again is over.
    Waited(u32, usize),
    /// Stops asking for further pages; what was read is kept.
    Stop,
    /// Goes on with the lists that are incomplete.
    GoOn,
    /// Opens what was read so far.
    OpenPart,
    /// Forgets what was read so far.
    Discard,
    /// All lists of a reading are to be joined: the time of what they show, in milliseconds since 1970, and as RFC 3339 has it.
    Joined(u32, f64, Rc<str>),
    /// Begins to follow the cluster that is open, or ends it.
    SetFollowing(bool),
    /// A part of a watch arrived, with its size in bytes and the time in milliseconds since 1970; or the watch ended, and why. By the numbers of the
    /// reading and the list.
    WatchArrived(u32, usize, f64, Result<(BrowserHandle, f64), Option<ApiFailure>>),
    /// The worker read a part of a watch.
    WatchRead(u32, u32, EncodedValue<Result<WatchPart, PageProblem>>),
    /// Opens the cluster as it was at a moment that was seen while following: after this number of changes.
    Show(u64),
    /// The time, in milliseconds since 1970, for the age of what is open.
    ClockRead(f64),
}

/// Why a request to the API server was not answered with what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiFailure {
    /// The page comes from a host that is not this machine, so nothing was asked.
    NotLocal,
    /// A status other than 200, with the seconds after which to try again, if it says so, and the message of the server.
    Status { code: u16, retry_after: Option<u32>, message: Rc<str> },
    /// The answer is not JSON.
    NotJson,
    /// The connection broke, with the browser's message.
    Broken(Rc<str>),
}
