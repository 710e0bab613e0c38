//! The list calls of a reading: one for each kind of the table of kinds, and one for what schedulers said about pods.

use std::{fmt::Write, rc::Rc};

use api::{KINDS, Kind, KindInfo};

/// The most objects of a page.
const PAGE_LIMIT: u32 = 500;
/// The lists that are watched while a cluster is followed. Two of the six connections that a browser keeps to a host remain for other requests.
const WATCHED: [&str; 4] = ["nodes", "pods", "persistentvolumeclaims", "poddisruptionbudgets.policy"];
/// The path of the names that are offered for the choice of a namespace.
pub const NAMESPACES: &str = "/api/v1/namespaces?limit=500";

/// A list call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListCall {
    /// The resource with its group, as `kubectl auth can-i list` takes it: `poddisruptionbudgets.policy`.
    pub resource: Rc<str>,
    /// The version of the resource that the cluster serves.
    pub version: &'static str,
    plural: &'static str,
    is_namespaced: bool,
    /// The namespace to which it is limited; empty for all.
    pub namespace: Rc<str>,
    /// The field selector that it passes on; empty for none.
    selector: &'static str,
}

impl ListCall {
    /// The command that shows whether the visitor may do it.
    pub fn can_i(&self) -> String {
        let scope = match (self.is_namespaced, &*self.namespace) {
            (false, _) => String::new(),
            (true, "") => " -A".to_owned(),
            (true, namespace) => format!(" -n {namespace}"),
        };
        format!("kubectl auth can-i list {}{scope}", self.resource)
    }

    /// The path of a watch, from the root of the API, without the version from which it goes on.
    pub fn watch_address(&self) -> String {
        let mut path = self.path();
        path.push_str("?watch=true&allowWatchBookmarks=true");
        self.add_selector(&mut path);
        path
    }

    /// Whether the list is watched while a cluster is followed.
    pub fn is_watched(&self) -> bool {
        WATCHED.contains(&&*self.resource)
    }

    fn path(&self) -> String {
        let mut path = format!("/{}/{}", if self.version.contains('/') { "apis" } else { "api" }, self.version);
        if !self.namespace.is_empty() {
            let _ = write!(path, "/namespaces/{}", escape(&self.namespace));
        }
        path + "/" + self.plural
    }

    fn add_selector(&self, path: &mut String) {
        if !self.selector.is_empty() {
            let _ = write!(path, "&fieldSelector={}", escape(self.selector));
        }
    }

    /// The path of a page from the root of the API. `continue_token` is empty for the first page.
    pub fn address(&self, continue_token: &str) -> String {
        let mut path = self.path();
        let _ = write!(path, "?limit={PAGE_LIMIT}");
        self.add_selector(&mut path);
        if !continue_token.is_empty() {
            let _ = write!(path, "&continue={}", escape(continue_token));
        }
        path
    }
}

/// The list calls for a cluster of a minor version: nodes and pods first. A namespace limits the kinds that have namespaces, except pods: the scheduler
/// sees all of them.
pub fn list_calls(minor: Option<u32>, namespace: &str) -> Vec<ListCall> {
    let mut kinds: Vec<&KindInfo> = KINDS.iter().collect();
    kinds.sort_by_key(|info| (info.kind != Kind::Node, info.kind != Kind::Pod));
    let list_call = |info: &&KindInfo| {
        let is_limited = info.is_namespaced && info.kind != Kind::Pod;
        ListCall {
            resource: Rc::from(&*info.kind.resource_name()),
            version: match info.introduced {
                Some((since, before)) if minor.is_some_and(|minor| minor < since) => before,
                _ => info.api_version,
            },
            plural: info.plural,
            is_namespaced: info.is_namespaced,
            namespace: if is_limited { namespace.into() } else { "".into() },
            selector: "",
        }
    };
    let mut calls: Vec<ListCall> = kinds.iter().map(list_call).collect();
    calls.push(ListCall {
        resource: "events".into(),
        version: "v1",
        plural: "events",
        is_namespaced: true,
        namespace: namespace.into(),
        selector: "reason=FailedScheduling",
    });
    calls
}

/// A text as a part of an address.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(minor: u32, namespace: &str) -> Vec<String> {
        list_calls(Some(minor), namespace).iter().map(|call| call.address("")).collect()
    }

    #[test]
    fn each_kind_is_listed_once_in_the_version_that_the_cluster_serves() {
        let calls = addresses(36, "");
        assert_eq!(calls.len(), KINDS.len() + 1);
        assert_eq!(
            calls.last().map(|call| &**call),
            Some("/api/v1/events?limit=500&fieldSelector=reason%3DFailedScheduling")
        );
        assert_eq!(calls[..2], ["/api/v1/nodes?limit=500", "/api/v1/pods?limit=500"]);
        assert!(calls.contains(&"/apis/policy/v1/poddisruptionbudgets?limit=500".to_owned()));
        assert!(addresses(20, "").contains(&"/apis/policy/v1beta1/poddisruptionbudgets?limit=500".to_owned()));
    }

    #[test]
    fn a_namespace_limits_all_but_what_the_scheduler_sees() {
        let calls = addresses(36, "web");
        assert_eq!(calls[..2], ["/api/v1/nodes?limit=500", "/api/v1/pods?limit=500"]);
        assert!(calls.contains(&"/apis/apps/v1/namespaces/web/deployments?limit=500".to_owned()));
        assert!(calls.contains(&"/api/v1/persistentvolumes?limit=500".to_owned()));
        assert!(calls.contains(&NAMESPACES.to_owned()), "what selectors of namespaces need");
    }

    #[test]
    fn a_page_passes_on_the_token_and_no_text_leaves_the_path() {
        let calls = list_calls(None, "a/../../b?c");
        let [.., events] = &calls[..] else { panic!("no events") };
        assert_eq!(
            events.address("x+/="),
            "/api/v1/namespaces/a%2F..%2F..%2Fb%3Fc/events?limit=500&fieldSelector=reason%3DFailedScheduling&continue=x%2B%2F%3D"
        );
    }

    #[test]
    fn connections_remain_besides_the_watches() {
        let calls = list_calls(None, "web");
        let watched: Vec<&str> = calls.iter().filter(|call| call.is_watched()).map(|call| &*call.resource).collect();
        assert!(WATCHED.iter().all(|resource| watched.contains(resource)) && watched.len() == 4, "{watched:?}");
    }

    #[test]
    fn the_command_shows_whether_the_visitor_may_list_it() {
        let command = |namespace: &str, kind: Kind| {
            list_calls(None, namespace)
                .iter()
                .rfind(|call| *call.resource == *kind.resource_name())
                .expect("a call")
                .can_i()
        };
        assert_eq!(command("", Kind::Pod), "kubectl auth can-i list pods -A");
        assert_eq!(command("web", Kind::Deployment), "kubectl auth can-i list deployments.apps -n web");
        assert_eq!(command("web", Kind::Node), "kubectl auth can-i list nodes");
    }
}
