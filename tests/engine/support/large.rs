//! Generates large scenarios.

/// A manifest with `nodes` nodes that have room for `room` pods each, and a `ReplicaSet` with `pods` replicas.
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

/// The same with eight devices on each node, and a claim for one device per pod.
#[allow(dead_code)] // not every program that reads this file has claims
pub(crate) fn with_claims(nodes: usize, pods: usize, room: usize) -> String {
    let plain = scenario(nodes, pods, room).replace(
        "spec: {containers:",
        "spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}], containers:",
    );
    let slices = (0..nodes).map(|number| {
        let devices: Vec<String> = (0..8)
            .map(|device| {
                let model = if device < 6 { "l4" } else { "h100" };
                format!("{{name: gpu-{device}, attributes: {{model: {{string: {model}}}}}}}")
            })
            .collect();
        format!(
            "---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {{name: node-{number}-gpu}}\nspec: {{driver: \
             gpu.example.com, nodeName: node-{number}, pool: {{name: node-{number}, generation: 1, resourceSliceCount: 1}}, devices: \
             [{}]}}\n",
            devices.join(", ")
        )
    });
    let rest = "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu}\nspec: {selectors: [{cel: {expression: \
                'device.driver == \"gpu.example.com\"'}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: \
                {name: gpu}\nspec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, selectors: [{cel: {expression: \
                'device.attributes[\"gpu.example.com\"].model == \"l4\"'}}]}}]}}}\n";
    [plain].into_iter().chain(slices).chain([rest.to_owned()]).collect()
}
