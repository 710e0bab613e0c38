// Generates manifests of large clusters, for benches and tests.

const node = (number, zones) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: `node-${number}`,
    labels: { "kubernetes.io/hostname": `node-${number}`, ...(zones > 0 && { "topology.kubernetes.io/zone": `zone-${number % zones}` }) },
  },
  spec: {
    unschedulable: number % 97 === 50,
    taints: number % 53 === 20 ? [{ key: "team", value: "ml", effect: "NoSchedule" }] : [],
  },
  status: {
    allocatable: { cpu: "16", memory: "64Gi", pods: "110" },
    conditions: [{ type: "Ready", status: number % 211 === 100 ? "False" : "True" }],
  },
});

const pod = (name, cpu, priority, nodeName) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "default", labels: { app: "web" } },
  spec: {
    ...(nodeName && { nodeName }),
    priority,
    containers: [{ name: "c", image: "web:1", resources: { requests: { cpu: `${cpu}m`, memory: `${cpu * 3}Mi` } } }],
  },
  ...(nodeName && { status: { phase: "Running", startTime: "2026-01-01T00:00:00Z" } }),
});

/** `nodes` nodes with `each` pods each, and `pending` pending pods. */
export function cluster({ nodes, each, pending, zones = 3, cpu = (at, n) => 200 + ((at * 7 + n * 13) % 12) * 100, wants = 900 }) {
  const items = Array.from({ length: nodes }, (_, number) => node(number, zones));
  for (let n = 0; n < nodes; n += 1) {
    for (let at = 0; at < each; at += 1) items.push(pod(`pod-${n}-${at}`, cpu(at, n), 0, `node-${n}`));
  }
  for (let n = 0; n < pending; n += 1) items.push(pod(`new-${n}`, wants, n % 5 === 4 ? 1000 : 0));
  return JSON.stringify({ apiVersion: "v1", kind: "List", items });
}

/** Opens a text as a file, and closes the editor. */
export async function load(page, text) {
  const open = page.getByRole("complementary", { name: "Builder" });
  if (!(await open.isVisible())) await page.getByRole("button", { name: "Build", exact: true }).click();
  await page.getByRole("tab", { name: "YAML" }).click();
  await page.locator("input[type=file]").first().setInputFiles({ name: "cluster.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.getByRole("tab", { name: "Build" }).click();
  await page.getByRole("button", { name: "Hide the editor" }).click();
}

/** The same cluster in kubectl's output format, of which a scheduler needs a tenth. */
export function dump(size) {
  const list = JSON.parse(cluster(size));
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f:field${at}`, { "f:inner": {}, "f:more": { ".": {} } }]));
  for (const [at, item] of list.items.entries()) {
    item.metadata.uid = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    item.metadata.managedFields = [{ apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:spec": fields }, manager: "kubelet", operation: "Update" }];
    for (const container of item.spec.containers ?? []) container.env = Array.from({ length: 40 }, (_, at) => ({ name: `SETTING_${at}`, value: "a \"value\" that no decision needs" }));
  }
  return JSON.stringify(list, null, 4);
}
