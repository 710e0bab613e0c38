//! Relations between objects: selectors, uses, and protection.

use i18n::table::form_labels::FormLabel;
use serde_json::{Value, json};

use crate::builder::{
    claims,
    labels::{has_matching_labels, is_same_namespace},
    outline::{ObjectGroup, Outline, OutlineItem, plain_scalar, value_at},
    priorities,
};

/// The objects with one relation to an object.
#[derive(Debug, PartialEq)]
pub struct RelatedObjects<'o> {
    pub relation: FormLabel,
    /// A detail such as a topology key; may be empty.
    pub detail: String,
    /// The related objects.
    pub entries: Vec<&'o OutlineItem>,
    /// The number of their pods.
    pub pods: usize,
}

/// All relations of an object to others.
pub fn find_related<'o>(outline: &'o Outline, outline_item: &OutlineItem) -> Vec<RelatedObjects<'o>> {
    let namespace = plain_scalar(value_at(&outline_item.value, "metadata.namespace"));
    let mut relations = Vec::new();
    let mut add = |how: FormLabel, detail: String, entries: Vec<&'o OutlineItem>| {
        let pods = entries.iter().map(|outline_item| pod_count(outline, outline_item)).sum();
        relations.push(RelatedObjects { relation: how, detail, entries, pods });
    };
    let all = |fits: &dyn Fn(&OutlineItem) -> bool| {
        outline.entries.iter().filter(|outline_item| fits(outline_item)).collect::<Vec<_>>()
    };
    match outline_item.group {
        ObjectGroup::Budgets => {
            let selector = value_at(&outline_item.value, "spec.selector");
            let entries = if selector.is_null() { Vec::new() } else { outline.pods_matching(selector, &namespace) };
            add(FormLabel::Protects, String::new(), entries);
        }
        ObjectGroup::Services => {
            let selector = value_at(&outline_item.value, "spec.selector");
            let entries = if selector.is_null() {
                Vec::new()
            } else {
                outline.pods_matching(&json!({"matchLabels": selector}), &namespace)
            };
            add(FormLabel::Selects, String::new(), entries);
        }
        ObjectGroup::Classes => {
            add(FormLabel::UsedBy, String::new(), all(&|item| priorities::class_name(item) == outline_item.name));
        }
        ObjectGroup::Devices if outline_item.kind == "DeviceClass" => {
            let requests_class = |item: &OutlineItem| {
                claims::device_classes(claims::device_spec(item)).any(|class| class == outline_item.name)
            };
            add(
                FormLabel::UsedBy,
                String::new(),
                all(&|item| item.group == ObjectGroup::Devices && requests_class(item)),
            );
        }
        ObjectGroup::Devices if outline_item.kind.starts_with("ResourceClaim") => {
            let uses = |item: &OutlineItem| {
                let same = is_same_namespace(&plain_scalar(value_at(&item.value, "metadata.namespace")), &namespace);
                same && claims::has_claim(item, outline_item)
            };
            add(FormLabel::UsedBy, String::new(), all(&uses));
        }
        ObjectGroup::Nodes => {
            let is_in_namespace = |item: &OutlineItem| {
                item.group == ObjectGroup::Pods && item.value["spec"]["nodeName"] == outline_item.name.as_str()
            };
            add(FormLabel::InitialPods, String::new(), all(&is_in_namespace));
            let slices = all(&|item| {
                item.kind == "ResourceSlice" && item.value["spec"]["nodeName"] == outline_item.name.as_str()
            });
            if !slices.is_empty() {
                add(FormLabel::ItsDevices, String::new(), slices);
            }
        }
        ObjectGroup::Namespaces => {
            let is_in_namespace =
                |item: &OutlineItem| plain_scalar(value_at(&item.value, "metadata.namespace")) == outline_item.name;
            add(FormLabel::ContainedObjects, String::new(), all(&is_in_namespace));
        }
        ObjectGroup::Pods | ObjectGroup::Workloads => {
            let (spec, labels) = pod_spec_and_labels(outline_item);
            if outline_item.group == ObjectGroup::Workloads && !outline_item.value["spec"]["selector"].is_null() {
                let mut others = outline.pods_matching(&outline_item.value["spec"]["selector"], &namespace);
                others.retain(|other| other.id != outline_item.id);
                if !others.is_empty() {
                    add(FormLabel::AlsoMatched, String::new(), others);
                }
            }
            if let Some(json_map) = spec["nodeSelector"].as_object() {
                let fits = |item: &OutlineItem| {
                    let labels = value_at(&item.value, "metadata.labels");
                    item.group == ObjectGroup::Nodes
                        && json_map.iter().all(|(key, value)| labels.get(key) == Some(value))
                };
                add(FormLabel::NodesWithTheseLabels, String::new(), all(&fits));
            }
            for (how, detail, selector) in pod_terms(spec) {
                let mut matched = outline.pods_matching(&selector, &namespace);
                if outline_item.group == ObjectGroup::Pods {
                    matched.retain(|item| item.id != outline_item.id);
                }
                add(how, detail, matched);
            }
            let protects = |item: &OutlineItem| {
                let of = plain_scalar(value_at(&item.value, "metadata.namespace"));
                item.group == ObjectGroup::Budgets
                    && is_same_namespace(&of, &namespace)
                    && has_matching_labels(value_at(&item.value, "spec.selector"), labels)
            };
            let budgets = all(&protects);
            if !budgets.is_empty() {
                add(FormLabel::ProtectedBy, String::new(), budgets);
            }
        }
        _ => {}
    }
    relations
}

/// The spec and labels of a pod, or of a workload's pod template.
fn pod_spec_and_labels(outline_item: &OutlineItem) -> (&Value, &Value) {
    let paths = match outline_item.group {
        ObjectGroup::Pods => ["spec", "metadata.labels"],
        _ => ["spec.template.spec", "spec.template.metadata.labels"],
    };
    let [spec, labels] = paths.map(|path| value_at(&outline_item.value, path));
    (spec, labels)
}

/// The terms of affinity, anti-affinity and topology spreading with selectors for other pods.
fn pod_terms(spec: &Value) -> Vec<(FormLabel, String, Value)> {
    let mut terms = Vec::new();
    for (kind, must, rather) in [
        ("podAffinity", FormLabel::RequiredAffinityTo, FormLabel::PreferredAffinityTo),
        ("podAntiAffinity", FormLabel::RequiredAntiAffinityTo, FormLabel::PreferredAntiAffinityTo),
    ] {
        let of = |when: &str| {
            value_at(spec, &format!("affinity.{kind}.{when}DuringSchedulingIgnoredDuringExecution")).as_array()
        };
        let mut add = |how: FormLabel, term: &Value| {
            terms.push((how, plain_scalar(&term["topologyKey"]), term["labelSelector"].clone()));
        };
        of("required").into_iter().flatten().for_each(|term| add(must, term));
        of("preferred").into_iter().flatten().for_each(|term| add(rather, &term["podAffinityTerm"]));
    }
    for constraint in spec["topologySpreadConstraints"].as_array().into_iter().flatten() {
        let selector = constraint["labelSelector"].clone();
        terms.push((FormLabel::SpreadAmong, plain_scalar(&constraint["topologyKey"]), selector));
    }
    terms.retain(|(_, _, selector)| selector.is_object());
    terms
}

/// The number of pods that an object creates.
pub fn pod_count(outline: &Outline, outline_item: &OutlineItem) -> usize {
    let number = |path: &str| value_at(&outline_item.value, path).as_u64().and_then(|n| usize::try_from(n).ok());
    match (outline_item.group, outline_item.kind.as_str()) {
        (ObjectGroup::Pods, _) => 1,
        (ObjectGroup::Workloads, "DaemonSet") => outline.names_of_kind("Node").count(),
        (ObjectGroup::Workloads, "Job") => number("spec.parallelism").unwrap_or(1),
        (ObjectGroup::Workloads, _) => number("spec.replicas").unwrap_or(1),
        _ => 0,
    }
}

/// How many of these pods a budget allows to be disrupted; `None` if it sets no limit.
pub fn allowed_disruptions(budget: &OutlineItem, pods: usize) -> Option<usize> {
    let amount = |value: &Value| match value {
        Value::String(text) => {
            let percent: usize = text.strip_suffix('%')?.parse().ok()?;
            Some((percent * pods).div_ceil(100))
        }
        value => value.as_u64().and_then(|n| usize::try_from(n).ok()),
    };
    let spec = &budget.value["spec"];
    amount(&spec["minAvailable"]).map(|least| pods.saturating_sub(least)).or_else(|| amount(&spec["maxUnavailable"]))
}

#[cfg(test)]
mod tests {
    use i18n::Lang;

    use super::*;

    const TEXT: &str = "kind: Node\nmetadata: {name: n, labels: {disk: ssd}}\n---\nkind: PriorityClass\nmetadata: {name: high}\n---\n\
        kind: PodDisruptionBudget\nmetadata: {name: b}\nspec: {minAvailable: 50%, selector: {matchLabels: {app: web}}}\n---\n\
        kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 5, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {priorityClassName: high}}}\n---\n\
        kind: Pod\nmetadata: {name: p, labels: {app: web}}\nspec:\n  nodeSelector: {disk: ssd}\n  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}\n---\n\
        kind: Pod\nmetadata: {name: far, namespace: other, labels: {app: web}}\n---\n\
        kind: DeviceClass\nmetadata: {name: gpu}\n---\nkind: ResourceSlice\nmetadata: {name: s}\nspec: {nodeName: n}\n---\n\
        kind: ResourceClaimTemplate\nmetadata: {name: one}\nspec: {spec: {devices: {requests: [{exactly: {deviceClassName: gpu}}]}}}\n---\n\
        kind: Pod\nmetadata: {name: d}\nspec: {resourceClaims: [{resourceClaimTemplateName: one}]}\n---\n\
        kind: Pod\nmetadata: {name: e}\nspec: {resourceClaims: [{resourceClaimName: one}]}\n";

    #[test]
    fn related_objects_are_found() {
        let outline = Outline::new(TEXT);
        let related_names = |id: &str| -> Vec<(&str, Vec<&str>, usize)> {
            find_related(&outline, outline.get(id).expect("it is there"))
                .into_iter()
                .map(|related_objects| {
                    (
                        Lang::En.form_label(related_objects.relation),
                        related_objects.entries.iter().map(|outline_item| outline_item.name.as_str()).collect(),
                        related_objects.pods,
                    )
                })
                .collect()
        };
        assert_eq!(related_names("PodDisruptionBudget//b"), [("Protects", vec!["p", "web"], 6)]);
        assert_eq!(related_names("PriorityClass//high"), [("Used by", vec!["web"], 5)]);
        assert_eq!(
            related_names("Pod//p"),
            [
                ("Nodes with these labels", vec!["n"], 0),
                ("Required anti-affinity to", vec!["web"], 5),
                ("Protected by", vec!["b"], 0)
            ]
        );
        assert_eq!(related_names("Pod/other/far"), []);
        assert_eq!(related_names("DeviceClass//gpu"), [("Used by", vec!["one"], 0)]);
        assert_eq!(related_names("ResourceClaimTemplate//one"), [("Used by", vec!["d"], 1)]);
        assert_eq!(related_names("Node//n")[1], ("Its devices", vec!["s"], 0));
        let budget = outline.get("PodDisruptionBudget//b").expect("it is there");
        assert_eq!((allowed_disruptions(budget, 6), allowed_disruptions(budget, 5)), (Some(3), Some(2)));
    }
}
