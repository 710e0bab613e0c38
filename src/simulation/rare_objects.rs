//! Objects that few scenarios have: they come with the controllers, which a program may fetch when it needs them.

use super::{
    client::Client,
    scenario::Scenario,
    simulation::{SetupStage, Simulation},
};

/// Gives a new run what comes before a stage: objects that are no nodes, pods, priority classes or budgets.
pub(super) fn create_rare_objects(run: &mut Simulation, scenario: &mut Scenario, stage: SetupStage) {
    let mut client = Client::new(run);
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
