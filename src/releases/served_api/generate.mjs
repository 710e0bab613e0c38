// Writes `fields.txt` and `gates.txt`, the tables of what the API server of each release knows, from Kubernetes' own sources:
//
//   node generate.mjs SOURCES
//
// SOURCES is a folder with, for each release,
//   swagger-1.16.json …     `api/openapi-spec/swagger.json` of the tag (`definitions` is all that is read), and
//   features-1.16.go …      the `kube_features.go` of pkg/features, apiserver and apiextensions-apiserver of the tag, one behind the other,
// and, of the latest release,
//   features-1.36.yaml      `test/compatibility_lifecycle/reference/versioned_feature_list.yaml`, which has the history of each gate, and
//   types-*.go              `staging/src/k8s.io/api/*/types.go`, whose comments say which field is behind which gate.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const sources = process.argv[2];
const RELEASES = ["1.16", "1.20", "1.34", "1.36"];
const LATEST = RELEASES.at(-1);

// Kinds, each with the versions in which to look for it, the best one first.
const KINDS = {
  Pod: ["v1"], Node: ["v1"], Deployment: ["v1"], StatefulSet: ["v1"], DaemonSet: ["v1"], ReplicaSet: ["v1"],
  ReplicationController: ["v1"], Job: ["v1"], PriorityClass: ["v1"], Workload: ["v1alpha2"], PodGroup: ["v1alpha2"],
  PodDisruptionBudget: ["v1", "v1beta1"], Service: ["v1"], Namespace: ["v1"], RuntimeClass: ["v1", "v1beta1"], LimitRange: ["v1"],
  ResourceQuota: ["v1"], PersistentVolume: ["v1"], PersistentVolumeClaim: ["v1"], StorageClass: ["v1"], CSINode: ["v1", "v1beta1"],
  CSIDriver: ["v1", "v1beta1"], CSIStorageCapacity: ["v1", "v1alpha1"], VolumeAttachment: ["v1"], ResourceClaim: ["v1"],
  ResourceClaimTemplate: ["v1"], ResourceSlice: ["v1"], DeviceClass: ["v1"],
  // Not simulated, but its fields are checked.
  CronJob: ["v1", "v1beta1"],
};

// Two types of Kubernetes that have the same name in two groups, where the one that is not a kind gets another here.
const RENAMED = { "core/ResourceClaim": "ContainerClaim", "storage/TokenRequest": "StorageTokenRequest" };

// Fields behind gates that the comments of the latest release do not name, because the gates are gone by then or were never written there:
// from `dropDisabledFields` and `DropDisabled*` of pkg/api/pod, pkg/registry/*/*/strategy.go and pkg/apis/*/validation of each tag.
const GATED = {
  "PodSpec.topologySpreadConstraints": "EvenPodsSpread",
  "PodSpec.overhead": "PodOverhead",
  "RuntimeClass.overhead": "PodOverhead",
  "PodSpec.preemptionPolicy": "NonPreemptingPriority",
  "PriorityClass.preemptionPolicy": "NonPreemptingPriority",
  "PodSpec.ephemeralContainers": "EphemeralContainers",
  "Container.startupProbe": "StartupProbe",
  "JobSpec.ttlSecondsAfterFinished": "TTLAfterFinished",
  "SecurityContext.procMount": "ProcMountType",
  "CSIDriverSpec.storageCapacity": "CSIStorageCapacity",
  "CSIStorageCapacity": "CSIStorageCapacity",
  "Volume.ephemeral": "GenericEphemeralVolume",
  "ServiceSpec.ipFamily": "IPv6DualStack",
  "ServiceSpec.ipFamilies": "IPv6DualStack",
  "ServiceSpec.ipFamilyPolicy": "IPv6DualStack",
  "ServiceSpec.topologyKeys": "ServiceTopology",
  "ServiceSpec.allocateLoadBalancerNodePorts": "ServiceLBNodePortControl",
  "Volume.image": "ImageVolume",
  "VolumeProjection.podCertificate": "PodCertificateRequest",
  "Workload": "GenericWorkload",
  "PodGroup": "GenericWorkload",
};

const swagger = {};
for (const release of RELEASES) {
  const definitions = JSON.parse(readFileSync(join(sources, `swagger-${release}.json`), "utf8")).definitions;
  swagger[release] = definitions;
}

// `io.k8s.api.core.v1.Pod` and `V1Pod`, which generated clients write, as group, version and name.
function parts(name) {
  const long = name.match(/\.(\w+)\.(v\d\w*)\.(\w+)$/);
  if (long) return { group: long[1], version: long[2], name: long[3] };
  const short = name.match(/^(Core|Resource|Storage)?(V\d+(?:(?:alpha|beta)\d+)?)(\w+)$/);
  if (short) return { group: (short[1] ?? "").toLowerCase(), version: short[2].toLowerCase(), name: short[3] };
  return { group: "", version: "", name: name.split(".").at(-1) };
}

const GROUPS = ["core", "apps", "batch", "policy", "resource", "scheduling", "storage", "node", "meta", ""];

function definitionOfKind(release, kind, versions) {
  for (const version of versions) {
    const of = Object.keys(swagger[release]).filter((key) => {
      const { group, version: its, name } = parts(key);
      return name === kind && its === version && (group !== "core" || kind !== "ResourceClaim");
    });
    of.sort((a, b) => GROUPS.indexOf(parts(a).group) - GROUPS.indexOf(parts(b).group));
    const key = of.find((key) => swagger[release][key].properties?.spec || swagger[release][key].properties?.metadata);
    if (key) return key;
  }
  return undefined;
}

function typeName(key) {
  const { group, name } = parts(key);
  return RENAMED[`${group}/${name}`] ?? name;
}

// What a property refers to, and whether it is a list (`*`) or a mapping (`%`) of such.
function target(property) {
  if (property.$ref) return { key: property.$ref.split("/").at(-1), many: "" };
  if (property.allOf) return target(property.allOf[0]);
  if (property.type === "array") return { ...target(property.items), many: "*" };
  if (property.additionalProperties) return { ...target(property.additionalProperties), many: "%" };
  return { key: undefined, many: "" };
}

// From the latest release back: a type that got another name since has that one here, by the field that it stands in.
const types = new Map();
const kinds = new Map();
for (const release of RELEASES.toReversed()) {
  const seen = new Set();
  const open = [];
  for (const [kind, versions] of Object.entries(KINDS)) {
    const key = definitionOfKind(release, kind, versions);
    if (!key) continue;
    kinds.set(kind, [release, ...(kinds.get(kind) ?? [])]);
    open.push({ key, name: typeName(key) });
  }
  const starts = new Set(open.map(({ key }) => key));
  while (open.length > 0) {
    const { key, name: own } = open.shift();
    if (seen.has(`${key} ${own}`)) continue;
    seen.add(`${key} ${own}`);
    const type = types.get(own) ?? new Map();
    types.set(own, type);
    for (const [name, property] of Object.entries(swagger[release][key].properties)) {
      if (starts.has(key) && (name === "apiVersion" || name === "kind")) continue;
      const { key: inner, many } = target(property);
      // Controllers write what is in a status, but for that of a node, which is written by hand here.
      const isOpen = starts.has(key) && name === "status" && typeName(key) !== "Node";
      const hasFields = !isOpen && inner && swagger[release][inner]?.properties;
      const field = type.get(name) ?? { releases: [], type: "", many };
      field.releases.unshift(release);
      field.type ||= hasFields ? typeName(inner) : "";
      type.set(name, field);
      if (hasFields) open.push({ key: inner, name: field.type });
    }
  }
}

const gated = new Map(Object.entries(GATED));
for (const file of readdirSync(sources).filter((name) => /^types-.*\.go$/.test(name))) {
  let type = "";
  let gate = "";
  for (const line of readFileSync(join(sources, file), "utf8").split("\n")) {
    const struct = line.match(/^type (\w+) struct/);
    if (struct) [type, gate] = [struct[1].replace("EphemeralContainerCommon", "EphemeralContainer"), ""];
    const comment = line.match(/^\s*\/\/\s*\+featureGate=(\w+)/);
    // Where there are two, the first one is the field's, and the others what it is for.
    if (comment && !gate) gate = comment[1].replace("PodCertificateProjection", "PodCertificateRequest");
    const field = line.match(/json:"(\w*)/);
    if (field && gate) gated.set(`${type}.${field[1]}`, gate);
    if (field) gate = "";
  }
}

// The state of each gate in each release: `-` off, `+` on, `.` unknown.
const gates = new Map();
const state = (name, release) => gates.get(name)?.[RELEASES.indexOf(release)] ?? ".";
function setGate(name, release, isOn) {
  const states = gates.get(name) ?? RELEASES.map(() => ".");
  states[RELEASES.indexOf(release)] = isOn ? "+" : "-";
  gates.set(name, states);
}
for (const release of RELEASES.filter((release) => release !== LATEST)) {
  for (const line of readFileSync(join(sources, `features-${release}.go`), "utf8").split("\n")) {
    const row = line.match(/^\s*(?:\w+\.)?(\w+):\s+\{Default: (true|false)/);
    if (row) setGate(row[1], release, row[2] === "true");
  }
}
const minor = (version) => Number(version.split(".")[1]);
let name = "";
let isOn = false;
for (const line of readFileSync(join(sources, "features-1.36.yaml"), "utf8").split("\n")) {
  name = line.match(/^- name: (\w+)/)?.[1] ?? name;
  isOn = /default: (true|false)/.test(line) ? line.includes("true") : isOn;
  const since = line.match(/version: "(1\.\d+)"/)?.[1];
  // The history reaches back to 1.0, but the lists of earlier releases are their own.
  for (const release of RELEASES) {
    if (since && minor(since) <= minor(release) && (minor(release) >= 34 || gates.get(name)?.[RELEASES.indexOf(release)] !== undefined)) {
      if (minor(release) >= 34) setGate(name, release, isOn);
    }
  }
}
for (const all of ["AllAlpha", "AllBeta"]) for (const release of ["1.34", "1.36"]) setGate(all, release, false);

// Where a field or type is: nothing is written if that is wherever what it belongs to is.
function suffix(path, releases, of) {
  const gate = gated.get(path);
  const isEverOff = gate && releases.some((release) => state(gate, release) === "-");
  const where = releases.length === of.length ? "" : `@${releases.map((release) => "abcd"[RELEASES.indexOf(release)]).join("")}`;
  return where + (isEverOff ? `?${gate}` : "");
}

const lines = [];
for (const [name, fields] of [...types].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const texts = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const where = RELEASES.filter((release) => texts.some(([, { releases }]) => releases.includes(release)));
  const words = texts.map(([field, { releases, type, many }]) => field + (type && `=${type}${many}`) + suffix(`${name}.${field}`, releases, where));
  lines.push(`${name}${suffix(name, where, RELEASES)}: ${words.join(" ")}`);
}
writeFileSync(join(here, "fields.txt"), lines.join("\n") + "\n");
const rows = [...gates].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, states]) => `${name} ${states.join("")}`);
writeFileSync(join(here, "gates.txt"), rows.join("\n") + "\n");
for (const [path, gate] of gated) {
  if (!gates.has(gate)) console.warn(`no release has the gate ${gate} of ${path}`);
}
