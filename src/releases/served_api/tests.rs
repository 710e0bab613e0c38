use super::*;

fn served(release: Release) -> ServedApi {
    ServedApi { release, gates: FeatureGates::default() }
}

/// The schema of the field at the end of a path, skipping the steps into lists and maps.
fn field_at(served: &ServedApi, kind: Kind, path: &str) -> ApiField {
    let mut value_type = ApiType::of_kind(kind);
    let mut last = None;
    for step in path.split('.') {
        let of = value_type.unwrap_or_else(|| panic!("{kind} {path}: nothing has a field {step}"));
        let field = served.field(of, step).unwrap_or_else(|| panic!("{kind} {path}: no field {step}"));
        value_type = field.value_type;
        last = Some(field);
    }
    last.expect("a path")
}

/// Each field with its support in v1.16, v1.20, v1.34 and v1.36: `+` supported, `.` unknown, `-` behind a feature gate
/// that is off.
const FIELDS_BY_RELEASE: &[(Kind, &str, &str)] = &[
    (Kind::Pod, "spec.topologySpreadConstraints", "-+++"),
    (Kind::Pod, "spec.topologySpreadConstraints.maxSkew", "++++"),
    (Kind::Pod, "spec.topologySpreadConstraints.minDomains", "..++"),
    (Kind::Pod, "spec.topologySpreadConstraints.nodeTaintsPolicy", "..++"),
    (Kind::Pod, "spec.topologySpreadConstraints.matchLabelKeys", "..++"),
    (Kind::Pod, "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.namespaceSelector", "..++"),
    (Kind::Pod, "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution.matchLabelKeys", "..++"),
    (Kind::Pod, "spec.schedulingGates", "..++"),
    (Kind::Pod, "spec.resourceClaims", "..++"),
    (Kind::Pod, "spec.resources", "..++"),
    (Kind::Pod, "spec.overhead", "-+++"),
    (Kind::Pod, "spec.preemptionPolicy", "-+++"),
    (Kind::Pod, "spec.schedulingGroup", "...-"),
    (Kind::Pod, "spec.containers.restartPolicyRules", "..-+"),
    (Kind::Pod, "spec.volumes.ephemeral", ".-++"),
    (Kind::PriorityClass, "preemptionPolicy", "-+++"),
    (Kind::DaemonSet, "spec.updateStrategy.rollingUpdate.maxSurge", "..++"),
    (Kind::StatefulSet, "spec.updateStrategy.rollingUpdate.maxUnavailable", "..--"),
    (Kind::Job, "spec.suspend", "..++"),
    (Kind::Job, "spec.ttlSecondsAfterFinished", "--++"),
    (Kind::PodDisruptionBudget, "spec.unhealthyPodEvictionPolicy", "..++"),
    (Kind::CSIDriver, "spec.storageCapacity", ".-++"),
    (Kind::ResourceSlice, "spec.sharedCounters", "..-+"),
    (Kind::ResourceSlice, "spec.devices.consumesCounters", "..-+"),
    (Kind::ResourceSlice, "spec.devices.taints", "..-+"),
    (Kind::ResourceSlice, "spec.devices.capacity", "..++"),
    (Kind::ResourceSlice, "spec.devices.capacity.requestPolicy", "..-+"),
    (Kind::ResourceClaim, "spec.devices.requests.firstAvailable", "..++"),
    (Kind::ResourceClaim, "spec.devices.requests.exactly.capacity", "..-+"),
    (Kind::DeviceClass, "spec.extendedResourceName", "..-+"),
    (Kind::PodGroup, "spec.schedulingConstraints", "...-"),
];

#[test]
fn served_fields_match_the_release() {
    for (kind, path, wanted) in FIELDS_BY_RELEASE {
        let state = |release| match field_at(&served(release), *kind, path).availability {
            Availability::Served => '+',
            Availability::GateOff { .. } => '-',
            Availability::OtherRelease(_) | Availability::Unknown => '.',
        };
        assert_eq!(Release::ALL.map(state).iter().collect::<String>(), **wanted, "{kind} {path}");
    }
}

#[test]
fn served_values_match_the_release() {
    let has = |word| Release::ALL.map(|release| served(release).has_value("ResourceQuotaSpec.scopes", word));
    assert_eq!(has("CrossNamespacePodAffinity"), [false, false, true, true]);
    assert_eq!(has("BestEffort"), [true; 4]);
    let refuses = |kind, path: &str, field, value| {
        let object_type = field_at(&served(Release::V1_36), kind, path).value_type.expect("a type");
        Release::ALL
            .map(|release| served(release).values(object_type, field).is_some_and(|values| values.refuses(value)))
    };
    for (kind, path, field, value, refused) in [
        (Kind::PersistentVolume, "spec", "accessModes", "ReadWriteOncePod", [true, true, false, false]),
        (Kind::PersistentVolumeClaim, "spec", "accessModes", "ReadWriteOnce", [false; 4]),
        (Kind::PersistentVolumeClaim, "spec", "accessModes", "RWO", [true; 4]),
        (Kind::Pod, "spec.containers.ports", "protocol", "SCTP", [true, false, false, false]),
        // A rule of its own reports it.
        (Kind::Pod, "spec.containers.ports", "protocol", "tcp", [false; 4]),
        (Kind::Pod, "spec", "dnsPolicy", "Clusterfirst", [true; 4]),
        (Kind::Pod, "spec", "nodeName", "n", [false; 4]),
        (Kind::ResourceSlice, "spec.devices.taints", "effect", "None", [true, true, true, false]),
    ] {
        assert_eq!(refuses(kind, path, field, value), refused, "{kind} {path}.{field} {value}");
    }
}

#[test]
fn the_table_of_values_is_about_fields_of_the_api() {
    for (name, words, _) in super::values::VALUES {
        let (object_type, field) = name.split_once('.').expect("a type and a field");
        let row = type_rows().get(object_type).unwrap_or_else(|| panic!("no type {object_type}"));
        assert!(row.fields.iter().any(|row| row.name == field), "{name}");
        assert!(words.split(' ').all(|word| !word.is_empty()), "{name}");
    }
}

#[test]
fn served_kinds_match_the_release() {
    let old = Availability::OtherRelease(Release::V1_34);
    assert_eq!(served(Release::V1_20).kind(Kind::ResourceClaim), old);
    assert_eq!(served(Release::V1_34).kind(Kind::ResourceClaim), Availability::Served);
    assert_eq!(served(Release::V1_34).kind(Kind::PodGroup), Availability::OtherRelease(Release::V1_36));
    let off = Availability::GateOff { gate: "GenericWorkload", is_settable: true, served_by: None };
    assert_eq!(served(Release::V1_36).kind(Kind::PodGroup), off);
    let gates = FeatureGates { generic_workload: true, ..FeatureGates::default() };
    assert_eq!(ServedApi { release: Release::V1_36, gates }.kind(Kind::PodGroup), Availability::Served);
    // Feature gates of a later release have no effect in an earlier one.
    assert_eq!(
        ServedApi { release: Release::V1_34, gates }.kind(Kind::PodGroup),
        Availability::OtherRelease(Release::V1_36)
    );
}

#[test]
fn unknown_field_names_the_releases_that_have_it() {
    let counters = field_at(&served(Release::V1_34), Kind::ResourceSlice, "spec.sharedCounters").availability;
    let served_by = Some(Release::V1_36);
    assert_eq!(counters, Availability::GateOff { gate: "DRAPartitionableDevices", is_settable: false, served_by });
    let spread = field_at(&served(Release::V1_16), Kind::Pod, "spec.topologySpreadConstraints").availability;
    let served_by = Some(Release::V1_20);
    assert_eq!(spread, Availability::GateOff { gate: "EvenPodsSpread", is_settable: false, served_by });
    let gates = field_at(&served(Release::V1_16), Kind::Pod, "spec.schedulingGates").availability;
    assert_eq!(gates, Availability::OtherRelease(Release::V1_34));
    // v1.20 has it, too, but behind a gate that is off.
    let ephemeral = field_at(&served(Release::V1_16), Kind::Pod, "spec.volumes.ephemeral").availability;
    assert_eq!(ephemeral, Availability::OtherRelease(Release::V1_34));
}

#[test]
fn gates_belong_to_releases() {
    for (gate, states) in [
        ("GenericWorkload", [None, None, None, Some(false)]),
        ("EvenPodsSpread", [Some(false), Some(true), None, None]),
        ("PodLevelResources", [None, None, Some(true), Some(true)]),
        ("Gadgets", [None; 4]),
    ] {
        assert_eq!(Release::ALL.map(|release| default_gate_state(release, gate)), states, "{gate}");
    }
    assert_eq!(nearest_with_gate(Release::V1_16, "GenericWorkload"), Some(Release::V1_36));
    assert_eq!(nearest_with_gate(Release::V1_34, "Gadgets"), None);
}

#[test]
fn all_kinds_and_types_have_lines() {
    for info in &api::KINDS {
        assert!(ApiType::of_kind(info.kind).is_some(), "{}", info.name);
    }
    for row in type_rows().values() {
        for field in row.fields.iter().filter(|field| !field.type_name.is_empty()) {
            assert!(type_rows().get(&field.type_name).is_some(), "{}.{}", row.name, field.name);
        }
        for gate in row.fields.iter().map(|field| field.presence.gate).chain([row.presence.gate]).flatten() {
            assert!(Release::ALL.iter().any(|release| default_gate_state(*release, gate).is_some()), "{gate}");
        }
    }
}
