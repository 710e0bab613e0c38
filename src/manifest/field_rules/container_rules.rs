//! Rules about containers. Upstream: `validateContainers`, `validateContainerPorts`, `ValidateContainerResourceRequirements` and
//! `checkHostPortConflicts` of `pkg/apis/core/validation`.

use api::{Quantity, Set};
use findings::FieldRule;

use super::{
    field::{Field, FieldFaults},
    provenance::Provenance,
    word_rules::{check_container_restart_policy, check_protocol},
};

/// Native resources of containers, besides huge pages.
const OF_CONTAINERS: [&str; 3] = ["cpu", "memory", "ephemeral-storage"];

/// Native resources that containers cannot request.
const OF_OTHERS: [&str; 12] = [
    "pods",
    "services",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "storage",
    "requests.cpu",
    "requests.memory",
    "limits.cpu",
    "limits.memory",
];

const HUGE_PAGES: &str = "hugepages-";
const MAX_PORT_NAME: usize = 15;

/// Checks the containers of a pod. `claim_volumes` are the volumes from a StatefulSet's claim templates.
pub(super) fn check_containers(
    spec: &Field<'_>,
    provenance: Provenance,
    claim_volumes: &[String],
    faults: &mut FieldFaults,
) {
    let mut volumes: Vec<String> = claim_volumes.to_vec();
    if let Some(list) = spec.get("volumes") {
        volumes.extend(list.items().map(|volume| volume.text("name").to_owned()));
    }
    let in_host_network = spec.text("hostNetwork") == "true";
    let has_pod_level_amounts = spec.get("resources").is_some_and(|resources| asks_for_cpu_or_memory(&resources));
    // Regular containers run at the same time and share the host's ports. Init containers run one after another.
    let mut host_ports = Set::new();
    for list in ["initContainers", "containers"] {
        let Some(containers) = spec.get(list) else { continue };
        for container in containers.items() {
            check_container_restart_policy(&container, faults);
            if provenance == Provenance::New && container.text("image").is_empty() {
                container.report(".image", FieldRule::Required, &[], faults);
            }
            if let Some(mounts) = container.get("volumeMounts").filter(|_| provenance == Provenance::New) {
                for mount in mounts.items().filter(|mount| !volumes.iter().any(|volume| volume == mount.text("name"))) {
                    mount.report(".name", FieldRule::MountVolume, &[mount.text("name")], faults);
                }
            }
            if let Some(ports) = container.get("ports") {
                if list == "initContainers" {
                    host_ports = Set::new();
                }
                check_ports(&ports, in_host_network, &mut host_ports, faults);
            }
            if let Some(resources) = container.get("resources") {
                check_resources(&resources, has_pod_level_amounts, faults);
            }
        }
        host_ports = Set::new();
    }
}

fn check_ports(ports: &Field<'_>, in_host_network: bool, host_ports: &mut Set<String>, faults: &mut FieldFaults) {
    let mut names = Set::new();
    for port in ports.items() {
        let name = port.text("name");
        if name.len() > MAX_PORT_NAME {
            port.report(".name", FieldRule::PortNameLength, &[name], faults);
        } else if !name.is_empty() && !names.insert(name.to_owned()) {
            port.report(".name", FieldRule::Duplicate, &[name], faults);
        }
        check_protocol(&port, faults);
        let (host_port, container_port) = (port.text("hostPort"), port.text("containerPort"));
        if matches!(host_port, "" | "0") {
            continue;
        }
        if in_host_network && host_port != container_port {
            port.report(".hostPort", FieldRule::HostNetworkPort, &[host_port], faults);
        }
        let protocol = Some(port.text("protocol")).filter(|protocol| !protocol.is_empty()).unwrap_or("TCP");
        let claimed_port = format!("{protocol}/{}/{host_port}", port.text("hostIP"));
        if !host_ports.insert(claimed_port.clone()) {
            port.report(".hostPort", FieldRule::Duplicate, &[&claimed_port], faults);
        }
    }
}

fn asks_for_cpu_or_memory(resources: &Field<'_>) -> bool {
    ["requests", "limits"].iter().any(|list| {
        resources.get(list).is_some_and(|amounts| amounts.texts().any(|(name, _)| matches!(name, "cpu" | "memory")))
    })
}

fn check_resources(resources: &Field<'_>, has_pod_level_amounts: bool, faults: &mut FieldFaults) {
    let (requests, limits) = (resources.get("requests"), resources.get("limits"));
    let mut has_huge_pages = false;
    for amounts in [&limits, &requests].into_iter().flatten() {
        has_huge_pages |= amounts.keys().any(|name| name.starts_with(HUGE_PAGES));
        check_amounts(amounts, faults);
    }
    if let Some(requests) = &requests {
        let is_limit_missing = requests
            .texts()
            .any(|(name, _)| is_not_overcommitted(name) && limits.as_ref().is_none_or(|limits| !limits.has(name)));
        if is_limit_missing {
            resources.report(".limits", FieldRule::LimitMissing, &[], faults);
        }
        for (name, request) in requests.texts().filter(|(name, _)| is_not_overcommitted(name)) {
            let limit = limits.as_ref().map_or("", |limits| limits.text(name));
            let milli_value = |text: &str| Quantity::parse(text).map(|quantity| quantity.milli_value());
            // For every resource, admission rejects a request above the limit.
            if milli_value(request).zip(milli_value(limit)).is_some_and(|(request, limit)| request < limit) {
                resources.report(".requests", FieldRule::LimitDiffers, &[request, name, limit], faults);
            }
        }
    }
    if has_huge_pages && !has_pod_level_amounts && !asks_for_cpu_or_memory(resources) {
        resources.report("", FieldRule::HugePagesAlone, &[], faults);
    }
}

/// Checks amounts that containers request.
pub(super) fn check_amounts(amounts: &Field<'_>, faults: &mut FieldFaults) {
    for (name, amount) in amounts.texts() {
        check_amount(amounts, name, amount, faults);
    }
}

/// Reports a resource that containers cannot request.
pub(super) fn report_unknown_resource(amounts: &Field<'_>, name: &str, faults: &mut FieldFaults) {
    if !name.contains('/') && !name.starts_with(HUGE_PAGES) && !OF_CONTAINERS.contains(&name) {
        let rule = if OF_OTHERS.contains(&name) { FieldRule::ResourceOfOthers } else { FieldRule::ResourceUnknown };
        amounts.report(&format!("[{name}]"), rule, &[name], faults);
    }
}

fn check_amount(amounts: &Field<'_>, name: &str, amount: &str, faults: &mut FieldFaults) {
    let place = format!("[{name}]");
    report_unknown_resource(amounts, name, faults);
    let Some(quantity) = Quantity::parse(amount) else { return };
    let page_size = name.strip_prefix(HUGE_PAGES).and_then(Quantity::parse).map(|size| size.value());
    if let Some(size) = page_size.filter(|size| *size > 0)
        && (quantity.value() <= 0 || quantity.value() % size != 0)
    {
        amounts.report(&place, FieldRule::HugePagesUneven, &[amount, name], faults);
    }
    if matches!(name, "memory" | "ephemeral-storage") && quantity.milli_value() % 1000 != 0 {
        amounts.report(&place, FieldRule::FractionalByte, &[amount], faults);
    }
}

/// Whether the request for a resource has to equal its limit: huge pages and extended resources. Upstream: `IsOvercommitAllowed`.
pub(super) fn is_not_overcommitted(name: &str) -> bool {
    let is_native = name.split_once('/').is_none_or(|(vendor, _)| vendor.ends_with("kubernetes.io"));
    name.starts_with(HUGE_PAGES) || !is_native
}
