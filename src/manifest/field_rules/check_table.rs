//! The table of checks of single fields, for kinds that few texts have. Upstream: `pkg/apis/{core,storage,node,resource,coordination}/validation`.
//! The words that a field accepts are in `releases/served_api/values.rs`, by release; here are only those of fields that are not there.

use findings::NameForm::{Key, Label, Subdomain};

use super::field_checks::{
    CheckRow,
    FieldCheck::{
        self, Amount, AtLeast, AtMost, Labels, Name, Needed, NeededName, NotNegative, PositiveAmount, ResourceName,
        Set, Unique, Word,
    },
};

const fn unique(key: &'static str, place: &'static str) -> FieldCheck {
    Unique { key, place }
}

const fn row(kind: &'static str, path: &'static str, check: FieldCheck) -> CheckRow {
    CheckRow { kind, path, check }
}

const PROTOCOLS: FieldCheck = Word(&["SCTP", "TCP", "UDP"]);
const HOST_PATHS: FieldCheck =
    Word(&["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"]);

/// The checks, in the order in which the API server makes them.
pub(super) const CHECKS: &[CheckRow] = &[
    row("PersistentVolume", "spec.accessModes", Set("")),
    row("PersistentVolume", "spec.capacity", Set("")),
    row("PersistentVolume", "spec.capacity.storage", PositiveAmount),
    row("PersistentVolume", "spec.hostPath?.path", Set("")),
    row("PersistentVolume", "spec.hostPath?.type", HOST_PATHS),
    row("PersistentVolume", "spec.nfs?.server", Set("")),
    row("PersistentVolume", "spec.nfs?.path", Set("")),
    row("PersistentVolume", "spec.local?.path", Set("")),
    row("PersistentVolume", "spec.csi?.driver", Set("")),
    row("PersistentVolume", "spec.csi?.driver", Name(Subdomain)),
    row("PersistentVolume", "spec.csi?.volumeHandle", Set("")),
    row("PersistentVolume", "spec.storageClassName", Name(Subdomain)),
    row("PersistentVolumeClaim", "spec.accessModes", Set("at least 1 access mode is required")),
    row("PersistentVolumeClaim", "spec.storageClassName", Name(Subdomain)),
    row("PersistentVolumeClaim", "spec.dataSource?.name", Set("")),
    row("PersistentVolumeClaim", "spec.dataSource?.kind", Set("")),
    row("PersistentVolumeClaim", "spec.dataSourceRef?.name", Set("")),
    row("PersistentVolumeClaim", "spec.dataSourceRef?.kind", Set("")),
    row("StorageClass", "provisioner", Set("")),
    row("StorageClass", "provisioner", Name(Key)),
    row("StorageClass", "allowedTopologies[].matchLabelExpressions[].values", Needed("")),
    row("StorageClass", "allowedTopologies[].matchLabelExpressions[].values", unique("", "")),
    row("StorageClass", "allowedTopologies[].matchLabelExpressions[].key", NeededName(Key)),
    row("StorageClass", "allowedTopologies[].matchLabelExpressions", unique("key", ".key")),
    row("CSINode", "spec.drivers[].name", Set("")),
    row("CSINode", "spec.drivers[].name", Name(Subdomain)),
    row("CSINode", "spec.drivers[].nodeID", Set("")),
    row("CSINode", "spec.drivers[].allocatable?.count", NotNegative),
    row("CSINode", "spec.drivers", unique("name", ".name")),
    row("CSINode", "spec.drivers[].topologyKeys[]", Name(Key)),
    row("CSINode", "spec.drivers[].topologyKeys", unique("", "")),
    row("CSIDriver", "spec.fsGroupPolicy", Word(&["File", "None", "ReadWriteOnceWithFSType"])),
    row("CSIDriver", "spec.volumeLifecycleModes[]", Word(&["Persistent", "Ephemeral"])),
    row("CSIStorageCapacity", "storageClassName", NeededName(Subdomain)),
    row("CSIStorageCapacity", "capacity", Amount),
    row("CSIStorageCapacity", "nodeTopology?.matchLabels", Labels),
    row("VolumeAttachment", "spec.attacher", Set("")),
    row("VolumeAttachment", "spec.nodeName", NeededName(Subdomain)),
    row("RuntimeClass", "handler", Set("")),
    row("RuntimeClass", "handler", Name(Label)),
    row("RuntimeClass", "scheduling?.nodeSelector", Labels),
    row("ResourceSlice", "spec.driver", Needed("")),
    row("ResourceSlice", "spec.driver", Name(Subdomain)),
    row("ResourceSlice", "spec.pool.name", Needed("")),
    row("ResourceSlice", "spec.pool.name", Name(Subdomain)),
    row("ResourceSlice", "spec.pool.resourceSliceCount", AtLeast(1, "must be greater than zero")),
    row("ResourceSlice", "spec.pool.generation", AtLeast(0, "must be greater than or equal to zero")),
    row("ResourceSlice", "spec.devices", unique("name", "")),
    row("ResourceSlice", "spec.devices[].name", NeededName(Label)),
    row("ResourceSlice", "spec.devices[].taints", AtMost(16)),
    row("ResourceSlice", "spec.devices[].taints[].key", Name(Key)),
    row("ResourceSlice", "spec.devices[].taints[].effect", Needed("")),
    row("ResourceSlice", "spec.devices[].consumesCounters", AtMost(2)),
    row("ResourceSlice", "spec.devices[].consumesCounters", unique("counterSet", "")),
    row("ResourceSlice", "spec.devices[].consumesCounters[].counterSet", Needed("")),
    row("ResourceSlice", "spec.devices[].consumesCounters[].counters", Needed("")),
    row("ResourceSlice", "spec.sharedCounters", AtMost(8)),
    row("ResourceSlice", "spec.sharedCounters", unique("name", "")),
    row("ResourceSlice", "spec.sharedCounters[].name", Needed("")),
    row("ResourceSlice", "spec.sharedCounters[].counters", Needed("")),
    row("DeviceClass", "spec.selectors", AtMost(32)),
    row("DeviceClass", "spec.selectors[].cel", Needed("")),
    row("DeviceClass", "spec.selectors[].cel?.expression", Needed("")),
    row("DeviceClass", "spec.config", AtMost(32)),
    row("DeviceClass", "spec.config[].opaque", Needed("")),
    row("DeviceClass", "spec.config[].opaque?.driver", Needed("")),
    row("DeviceClass", "spec.extendedResourceName", ResourceName),
    row("CronJob", "spec.startingDeadlineSeconds", NotNegative),
    row("CronJob", "spec.concurrencyPolicy", Word(&["Allow", "Forbid", "Replace"])),
    row("CronJob", "spec.successfulJobsHistoryLimit", NotNegative),
    row("CronJob", "spec.failedJobsHistoryLimit", NotNegative),
    row("Service", "spec.ports[].protocol", PROTOCOLS),
    row("Service", "spec.selector", Labels),
    row("PodGroup", "spec.schedulingConstraints?.topology[].key", Name(Key)),
    row("PodGroup", "spec.podGroupTemplateRef?.workload?.workloadName", Name(Subdomain)),
    row("PodGroup", "spec.podGroupTemplateRef?.workload?.podGroupTemplateName", Name(Label)),
    row("Workload", "spec.controllerRef?.apiGroup", Name(Subdomain)),
    row("Workload", "spec.podGroupTemplates[].schedulingConstraints?.topology[].key", Name(Key)),
    row("Lease", "spec.leaseDurationSeconds", AtLeast(1, "must be greater than 0")),
    row("Lease", "spec.leaseTransitions", NotNegative),
];

/// The checks of the spec of a device claim, which a template has as well.
pub(super) const CLAIM_CHECKS: &[CheckRow] = &[
    row("", "devices.requests", AtMost(32)),
    row("", "devices.requests", unique("name", "")),
    row("", "devices.requests[].name", NeededName(Label)),
    row("", "devices.requests[].exactly?.deviceClassName", Needed("")),
    row("", "devices.requests[].exactly?.deviceClassName", Name(Subdomain)),
    row("", "devices.requests[].exactly?.allocationMode", Word(&["All", "ExactCount"])),
    row("", "devices.requests[].exactly?.selectors", AtMost(32)),
    row("", "devices.requests[].exactly?.selectors[].cel", Needed("")),
    row("", "devices.requests[].exactly?.selectors[].cel?.expression", Needed("")),
    row("", "devices.requests[].exactly?.tolerations", AtMost(16)),
    row("", "devices.requests[].firstAvailable", AtMost(8)),
    row("", "devices.requests[].firstAvailable", unique("name", "")),
    row("", "devices.requests[].firstAvailable[].name", NeededName(Label)),
    row("", "devices.requests[].firstAvailable[].deviceClassName", Needed("")),
    row("", "devices.requests[].firstAvailable[].deviceClassName", Name(Subdomain)),
    row("", "devices.requests[].firstAvailable[].allocationMode", Word(&["All", "ExactCount"])),
    row("", "devices.requests[].firstAvailable[].selectors", AtMost(32)),
    row("", "devices.requests[].firstAvailable[].selectors[].cel", Needed("")),
    row("", "devices.constraints", AtMost(32)),
    row("", "devices.config", AtMost(32)),
    row("", "devices.config[].opaque", Needed("")),
    row("", "devices.config[].opaque?.driver", Needed("")),
];

/// The checks of the spec of a Job, which the template of a `CronJob` has as well.
pub(super) const JOB_CHECKS: &[CheckRow] = &[
    row("", "activeDeadlineSeconds", NotNegative),
    row("", "podFailurePolicy?.rules", AtMost(20)),
    row(
        "",
        "podFailurePolicy?.rules[].action",
        Needed("valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]"),
    ),
    row("", "podFailurePolicy?.rules[].onPodConditions[].status", Word(&["False", "True", "Unknown"])),
    row("", "successPolicy?.rules", Needed("at least one rules must be specified when the successPolicy is specified")),
    row("", "successPolicy?.rules", AtMost(20)),
];
