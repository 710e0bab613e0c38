//! Large scenarios, as text.

/// So many nodes with room for `room` pods each, and a `ReplicaSet` of so many pods.
pub(crate) fn scenario(nodes: usize, pods: usize, room: usize) -> String {
    let nodes = (0..nodes).map(|number| {
        format!(
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: node-{number}\n  labels: {{kubernetes.io/hostname: node-{number}, \
             topology.kubernetes.io/zone: zone-{}}}\nstatus:\n  allocatable: {{cpu: \"{room}\", memory: 64Gi, pods: \"110\"}}\n---\n",
            number % 3
        )
    });
    let set = format!(
        "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {{name: web}}\nspec:\n  replicas: {pods}\n  selector: {{matchLabels: \
         {{app: web}}}}\n  template:\n    metadata: {{labels: {{app: web}}}}\n    spec: {{containers: [{{name: web, image: \
         web:1, resources: {{requests: {{cpu: \"1\", memory: 200Mi}}}}}}]}}\n"
    );
    nodes.chain([set]).collect()
}
