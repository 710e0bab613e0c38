//! The arguments of the functions, decoded from JSON; rejects unknown keys and values of the wrong type.

use findings::ExpectedValue;
use serde_json::{Map, Value};

use super::{
    decision::Cluster,
    misuse::Misuse,
    shapes::{Lang, Options, Refused, Release},
    values::shape_of_json,
};

impl Options {
    const KEYS: [&str; 3] = ["release", "lang", "pod"];

    /// Decodes the options. `lang` is the language of the error messages.
    pub(super) fn of(json_value: &Value, lang: i18n::Lang) -> Result<Self, Refused> {
        let Value::Object(fields) = json_value else {
            return Err(Misuse::misfit("options", ExpectedValue::Mapping, shape_of_json(json_value)).into_refusal(lang));
        };
        let mut misuses = find_unknown_keys(fields, "options.", &Self::KEYS);
        let (mut options, choice) = (Self::default(), |key: &str| fields.get(key).filter(|value| !value.is_null()));
        if let Some(value) = choice("release") {
            let releases = releases::Release::ALL;
            let release = releases.into_iter().find(|release| value.as_str() == Some(release.name()));
            options.release = release.map(Release);
            misuses.extend(
                release
                    .is_none()
                    .then(|| refuse_word("options.release", value, releases.map(|release| release.name()).to_vec())),
            );
        }
        if let Some(value) = choice("lang") {
            options.lang = value.as_str().and_then(i18n::Lang::from_folder).map(Lang);
            let names = || i18n::Lang::ALL.iter().map(|lang| lang.folder()).collect();
            misuses.extend(options.lang.is_none().then(|| refuse_word("options.lang", value, names())));
        }
        if let Some(value) = choice("pod") {
            options.pod = value.as_str().map(str::to_owned);
            misuses.extend(
                options.pod.is_none().then(|| Misuse::misfit("options.pod", ExpectedValue::Text, shape_of_json(value))),
            );
        }
        refuse_if_any(misuses, lang).map(|()| options)
    }
}

impl Cluster {
    const KEYS: [&str; 4] = ["nodes", "pods", "pod", "objects"];

    /// Decodes a cluster. Its objects are parsed later.
    pub(super) fn of(json_value: Value, lang: i18n::Lang) -> Result<Self, Refused> {
        let Value::Object(mut fields) = json_value else {
            return Err(
                Misuse::misfit("cluster", ExpectedValue::Mapping, shape_of_json(&json_value)).into_refusal(lang)
            );
        };
        let mut misuses = find_unknown_keys(&fields, "", &Self::KEYS);
        let mut list = |key: &str, is_needed: bool| match fields.remove(key) {
            Some(Value::Array(items)) => items,
            None if !is_needed => Vec::new(),
            other => {
                misuses.push(Misuse::misfit(key, ExpectedValue::List, shape_of_json(&other.unwrap_or_default())));
                Vec::new()
            }
        };
        let (nodes, pods, objects) = (list("nodes", true), list("pods", false), list("objects", false));
        let pod = fields.remove("pod").unwrap_or_else(|| {
            misuses.push(Misuse::misfit("pod", ExpectedValue::Mapping, shape_of_json(&Value::Null)));
            Value::Null
        });
        refuse_if_any(misuses, lang)?;
        Ok(Self { nodes, pods, pod, objects })
    }

    /// Rejects objects that occur twice, because it would be unclear which one is meant.
    pub(super) fn refuse_twins(&self, lang: i18n::Lang) -> Result<(), Refused> {
        let nodes = self.nodes.iter().enumerate().map(|(at, node)| (node, Some("Node"), format!("nodes[{at}]")));
        let pods = self.pods.iter().enumerate().filter(|(_, pod)| !self.is_copy(pod));
        let pods = pods.map(|(at, pod)| (pod, Some("Pod"), format!("pods[{at}]")));
        let objects = self.objects.iter().enumerate().map(|(at, object)| (object, None, format!("objects[{at}]")));
        let pod = (&self.pod, Some("Pod"), "pod".to_owned());
        let all = nodes.chain([pod]).chain(pods).chain(objects);
        let mut rows: Vec<_> =
            all.filter_map(|(object, kind, path)| Some((Identity::of(object, kind)?, path))).collect();
        // The sort is stable, so equal objects remain in their order.
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        let twins = rows.chunk_by(|(one, _), (other, _)| one == other).filter_map(|rows| rows.split_first());
        let misuses = twins.flat_map(|((identity, first), twins)| {
            let twin = |(_, path): &(Identity, String)| {
                Misuse::duplicate(&format!("{path}.metadata.name"), identity.display_name(), first)
            };
            twins.iter().map(twin).collect::<Vec<_>>()
        });
        let misuses = misuses.collect();
        refuse_if_any(misuses, lang)
    }

    /// Whether this is the pod that is to be scheduled: a list of all pods includes it. It has no node yet, so it doesn't count.
    pub(super) fn is_copy(&self, pod: &Value) -> bool {
        let node = pod.pointer("/spec/nodeName").and_then(Value::as_str).unwrap_or_default();
        let identity = Identity::of(pod, Some("Pod"));
        node.is_empty() && identity.is_some() && identity == Identity::of(&self.pod, Some("Pod"))
    }
}

/// What identifies an object, regardless of its version and content.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Identity<'a> {
    group: &'a str,
    kind: &'a str,
    namespace: &'a str,
    name: &'a str,
}

impl<'a> Identity<'a> {
    /// The identity of an object of this kind, or of the kind that it states. `None` without a name.
    fn of(object: &'a Value, kind: Option<&'a str>) -> Option<Self> {
        let text = |path: &str| object.pointer(path).and_then(Value::as_str).filter(|text| !text.is_empty());
        let group = text("/apiVersion").and_then(|version| version.split_once('/')).map_or("", |(group, _)| group);
        let (group, kind) = match kind {
            Some(kind) => ("", kind),
            None => (group, text("/kind")?),
        };
        let (name, namespace) = (text("/metadata/name")?, text("/metadata/namespace").unwrap_or("default"));
        Some(Self { group, kind, namespace: if kind == "Node" { "" } else { namespace }, name })
    }

    fn display_name(&self) -> String {
        let namespace = if self.namespace.is_empty() { String::new() } else { format!("{}/", self.namespace) };
        format!("{} {namespace}{}", self.kind, api::shorten(self.name))
    }
}

/// The keys that are not among the known ones.
fn find_unknown_keys(
    fields: &Map<String, Value>,
    path_prefix: &str,
    known_names: &'static [&'static str],
) -> Vec<Misuse> {
    let keys = fields.keys().filter(|key| !known_names.contains(&key.as_str()));
    keys.map(|key| Misuse::key(&format!("{path_prefix}{}", api::shorten(key)), key, known_names)).collect()
}

/// A value that is not among the known words.
fn refuse_word(path: &str, value: &Value, known_names: Vec<&'static str>) -> Misuse {
    match value.as_str() {
        Some(word) => Misuse::word(path, word, known_names),
        None => Misuse::misfit(path, ExpectedValue::Text, shape_of_json(value)),
    }
}

/// Fails if there are any misuses.
fn refuse_if_any(misuses: Vec<Misuse>, lang: i18n::Lang) -> Result<(), Refused> {
    let problems: Vec<_> = misuses.into_iter().map(|misuse| misuse.problem(lang)).collect();
    if problems.is_empty() { Ok(()) } else { Err(Refused { problems }) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Problem;

    fn options(json_value: &Value) -> Result<Options, Vec<Problem>> {
        Options::of(json_value, i18n::Lang::En).map_err(|refusal| refusal.problems)
    }

    fn cluster(json_value: Value) -> Result<Cluster, Vec<Problem>> {
        Cluster::of(json_value, i18n::Lang::En).map_err(|refusal| refusal.problems)
    }

    /// Code, field, message and remedy of a problem.
    fn row(problem: &Problem) -> [&str; 4] {
        let Problem { code, field, message, remedy, .. } = problem;
        [code, field.as_deref().unwrap_or_default(), message, remedy.as_deref().unwrap_or_default()]
    }

    fn rows(problems: &[Problem]) -> Vec<[&str; 4]> {
        problems.iter().map(row).collect()
    }

    #[test]
    fn what_can_be_chosen_is_read() {
        let parsed_options = options(&json!({"release": "v1.20", "lang": "zh", "pod": "web"})).expect("options");
        assert_eq!(
            (parsed_options.release, parsed_options.lang),
            (Some(Release(releases::Release::V1_20)), Some(Lang(i18n::Lang::Zh)))
        );
        assert_eq!(parsed_options.pod_key().as_deref(), Some("default/web"));
        for nothing in [json!({}), json!({"release": null, "lang": null, "pod": null})] {
            let parsed_options = options(&nothing).expect("options");
            assert!(parsed_options.release.is_none() && parsed_options.lang.is_none() && parsed_options.pod.is_none());
        }
    }

    #[test]
    fn a_wrong_choice_is_refused_with_what_would_be_right() {
        for (json_value, expected_misuse) in [
            (
                json!({"realese": "v1.34"}),
                ["Call.UnknownKey", "options.realese", "unknown key `realese`", "did you mean release?"],
            ),
            (json!({"x": 1}), ["Call.UnknownKey", "options.x", "unknown key `x`", "known are release, lang, pod"]),
            (
                json!({"release": "1.36"}),
                [
                    "Call.Arguments",
                    "options.release",
                    "`1.36` is none of v1.16, v1.20, v1.34, v1.36",
                    "did you mean v1.36?",
                ],
            ),
            (json!({"release": 1.34}), ["Call.Arguments", "options.release", "expected text, found `1.34`", ""]),
            (json!({"lang": "EN"}), ["Call.Arguments", "options.lang", "`EN` is none of en, zh", "did you mean en?"]),
            (json!({"pod": ["web"]}), ["Call.Arguments", "options.pod", "expected text, found a list", ""]),
            (json!("v1.34"), ["Call.Arguments", "options", "expected a mapping (key: value), found `v1.34`", ""]),
            (json!([]), ["Call.Arguments", "options", "expected a mapping (key: value), found a list", ""]),
        ] {
            assert_eq!(rows(&options(&json_value).expect_err("wrong")), [expected_misuse], "{json_value}");
        }
        assert_eq!(options(&json!({"release": 3, "lang": 3, "pod": 3, "no": 3})).expect_err("wrong").len(), 4);
    }

    #[test]
    fn a_cluster_of_another_shape_is_refused() {
        let node = json!({"metadata": {"name": "a"}});
        for (json_value, fields) in [
            (json!({}), &["nodes", "pod"][..]),
            (json!(3), &["cluster"]),
            (json!([node]), &["cluster"]),
            (json!({"nodes": node, "pod": {}}), &["nodes"]),
            (json!({"nodes": [node], "pods": null, "pod": {}, "objects": "x"}), &["pods", "objects"]),
            (json!({"nodes": [node], "pod": {}, "podes": []}), &["podes"]),
        ] {
            let problems = cluster(json_value.clone()).expect_err("wrong");
            assert_eq!(rows(&problems).iter().map(|row| row[1]).collect::<Vec<_>>(), fields, "{json_value}");
        }
        assert_eq!(cluster(json!({"nodes": [node], "pod": {}})).map(|cluster| cluster.nodes.len()), Ok(1));
    }

    #[test]
    fn what_is_there_twice_is_refused() {
        let named = |name: &str| json!({"metadata": {"name": name}});
        let of = |version: &str, kind: &str, name: &str| json!({"apiVersion": version, "kind": kind, "metadata": {"name": name}});
        let on = |name: &str, node: &str| json!({"metadata": {"name": name, "namespace": "default"}, "spec": {"nodeName": node}});
        let twins = |cluster: &Cluster| cluster.refuse_twins(i18n::Lang::En).map_err(|refusal| refusal.problems);
        let one = Cluster { nodes: vec![named("a"), named("b")], pod: named("web"), ..Cluster::default() };
        for (cluster, field, message) in [
            (
                Cluster { nodes: vec![named("a"), named("b"), named("a")], ..one.clone() },
                "nodes[2].metadata.name",
                "Node a stands at nodes[0] already",
            ),
            (
                Cluster { pods: vec![on("x", "a"), on("x", "b")], ..one.clone() },
                "pods[1].metadata.name",
                "Pod default/x stands at pods[0] already",
            ),
            (
                Cluster { pods: vec![on("web", "a")], ..one.clone() },
                "pods[0].metadata.name",
                "Pod default/web stands at pod already",
            ),
            (
                Cluster { objects: vec![of("v1", "Node", "b")], ..one.clone() },
                "objects[0].metadata.name",
                "Node b stands at nodes[1] already",
            ),
            (
                Cluster { objects: vec![of("policy/v1", "X", "b"), of("policy/v1beta1", "X", "b")], ..one.clone() },
                "objects[1].metadata.name",
                "X default/b stands at objects[0] already",
            ),
        ] {
            let problems = twins(&cluster).expect_err("twins");
            let row = rows(&problems)[0];
            assert_eq!((problems.len(), row[0], row[1], row[2]), (1, "Call.Duplicate", field, message));
        }
        let other = json!({"metadata": {"name": "x", "namespace": "kube-system"}});
        let fine = Cluster {
            pods: vec![named("web"), named("x"), other],
            objects: vec![
                of("v1", "X", "b"),
                of("apps/v1", "X", "b"),
                json!({"kind": "Y"}),
                json!({"kind": "Y"}),
                json!(3),
            ],
            ..one
        };
        assert_eq!(twins(&fine), Ok(()));
    }
}
