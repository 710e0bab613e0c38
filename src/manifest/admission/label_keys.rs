//! `matchLabelKeys` and `mismatchLabelKeys` of pod affinity, which the API server merges into the selector of a new pod. The scheduler only reads the
//! selector. Upstream: `mutatePodAffinity`, `applyMatchLabelKeysAndMismatchLabelKeys`.

use api::{Labels, Operator, PodAffinityTerm, PodSpec, Requirement};

/// Merges the keys into the selectors of a spec, with the values of the pod's own labels. A selector that already contains them, as that of a pod
/// from a cluster does, is unchanged.
pub fn merge_label_keys(pod_spec: &mut PodSpec, labels: &Labels) {
    for term in terms_with_keys(pod_spec) {
        let merged = merged_requirements(term, labels);
        let Some(selector) = &mut term.label_selector else { continue };
        for requirement in merged {
            if !selector.match_expressions.contains(&requirement) {
                selector.match_expressions.push(requirement);
            }
        }
    }
}

/// Removes what [`merge_label_keys`] added: the API server rejects a new pod whose selector contains it along with the keys.
pub fn remove_merged_label_keys(pod_spec: &mut PodSpec, labels: &Labels) {
    for term in terms_with_keys(pod_spec) {
        let merged = merged_requirements(term, labels);
        if let Some(selector) = &mut term.label_selector {
            selector.match_expressions.retain(|requirement| !merged.contains(requirement));
        }
    }
}

fn terms_with_keys(pod_spec: &mut PodSpec) -> impl Iterator<Item = &mut PodAffinityTerm> {
    let affinities = pod_spec.affinity.iter_mut().flat_map(|affinity| {
        [affinity.pod_affinity.as_mut(), affinity.pod_anti_affinity.as_mut()].into_iter().flatten()
    });
    let terms = affinities.flat_map(|pods| {
        pods.required.iter_mut().chain(pods.preferred.iter_mut().map(|weighted| &mut weighted.pod_affinity_term))
    });
    terms.filter(|term| !term.match_label_keys.is_empty() || !term.mismatch_label_keys.is_empty())
}

/// The requirements to add to a selector. Keys that the pod has no label for add none.
fn merged_requirements(affinity_term: &PodAffinityTerm, labels: &Labels) -> Vec<Requirement> {
    let lists =
        [(&affinity_term.match_label_keys, Operator::In), (&affinity_term.mismatch_label_keys, Operator::NotIn)];
    let requirements = lists.into_iter().flat_map(|(keys, operator)| {
        keys.iter().filter_map(move |key| {
            let values = vec![labels.get(key)?.clone()];
            Some(Requirement { key: key.clone(), operator: operator.clone(), values })
        })
    });
    requirements.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Pod;

    fn pod(expressions: &str) -> Pod {
        let term = format!(
            r#"{{"topologyKey":"h","matchLabelKeys":["hash","absent"],"mismatchLabelKeys":["team"],"labelSelector":{{"matchExpressions":[{expressions}]}}}}"#
        );
        let affinity = format!(
            r#"{{"podAffinity":{{"preferredDuringSchedulingIgnoredDuringExecution":[{{"weight":1,"podAffinityTerm":{term}}}]}},
            "podAntiAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[{term},{{"topologyKey":"h","matchLabelKeys":["hash"]}}]}}}}"#
        );
        let json = format!(
            r#"{{"metadata":{{"labels":{{"app":"web","hash":"1","team":"a"}}}},"spec":{{"affinity":{affinity}}}}}"#
        );
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"))
    }

    #[test]
    fn keys_join_the_selectors_once() {
        let written = r#"{"key":"app","operator":"In","values":["web"]}"#;
        let text = r#"{"key":"hash","operator":"In","values":["1"]},{"key":"team","operator":"NotIn","values":["a"]}"#;
        let (before, merged) = (pod(written), pod(&format!("{written},{text}")));
        let mut pod = before.clone();
        for _ in 0..2 {
            merge_label_keys(&mut pod.spec, &before.metadata.labels);
            assert_eq!(pod, merged, "a selector that is absent stays absent");
        }
        remove_merged_label_keys(&mut pod.spec, &before.metadata.labels);
        assert_eq!(pod, before);
    }
}
