//! The initial objects of kinds that few scenarios have. They are part of the controllers, which a program may load on demand.

use crate::{
    client::{Client, Cluster, SetupStage},
    scenario::Scenario,
};

/// Creates the objects of a scenario that precede a stage of the setup, except nodes, pods, priority classes and budgets.
pub(super) fn create_rare_objects(cluster: &mut Cluster, scenario: &mut Scenario, stage: SetupStage) {
    let mut client = Client::new(cluster);
    match stage {
        SetupStage::Nodes => {
            client.set_admission(&scenario.quotas, std::mem::take(&mut scenario.limits));
            for namespace in std::mem::take(&mut scenario.namespaces) {
                client.apply_namespace(namespace);
            }
            client.set_initial_objects(std::mem::take(&mut scenario.services), scenario.claims.take());
            for object in std::mem::take(&mut scenario.devices) {
                client.apply_device(object);
            }
            for object in std::mem::take(&mut scenario.storage) {
                client.apply_storage(object);
            }
        }
        SetupStage::Budgets => {
            for workload in std::mem::take(&mut scenario.gang_workloads) {
                client.apply_gang_workload(workload);
            }
            for group in std::mem::take(&mut scenario.pod_groups) {
                client.apply_pod_group(group);
            }
        }
        SetupStage::Pods => {
            for (kind, workload) in std::mem::take(&mut scenario.selectors) {
                client.list_for_plugins(kind, workload.into());
            }
            for (kind, workload) in std::mem::take(&mut scenario.workloads) {
                client.create_workload(kind, workload);
            }
        }
    }
}
