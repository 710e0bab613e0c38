// All it takes: import the module, initialize it once, call its functions.
import init, { decide, explain, version } from "../api/v1/schedscope.js";

const CLUSTER = {
  nodes: [
    { metadata: { name: "node-a" }, status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } } },
    { metadata: { name: "node-b" }, status: { allocatable: { cpu: "8", memory: "8Gi", pods: "110" } } },
    {
      metadata: { name: "node-c" },
      spec: { taints: [{ key: "gpu", effect: "NoSchedule" }] },
      status: { allocatable: { cpu: "32", memory: "64Gi", pods: "110" } },
    },
  ],
  pods: [
    {
      metadata: { name: "db", namespace: "default" },
      spec: { nodeName: "node-a", containers: [{ name: "db", resources: { requests: { cpu: "3", memory: "2Gi" } } }] },
      status: { phase: "Running" },
    },
  ],
  pod: {
    metadata: { name: "web", namespace: "default" },
    spec: { containers: [{ name: "web", resources: { requests: { cpu: "1", memory: "1Gi" } } }] },
  },
};

const find = (id) => document.getElementById(id);
const make = (tag, text, ...children) => {
  const it = Object.assign(document.createElement(tag), { textContent: text });
  it.append(...children);
  return it;
};
const options = () => ({ release: find("release").value, lang: find("lang").value });

/** Shows what a call gives, or why it gives nothing. */
function show(place, call) {
  try {
    place.replaceChildren(...call());
  } catch (error) {
    const problems = error.name === "SchedscopeError" ? error.problems : [{ message: `JSON: ${error.message}` }];
    const line = ({ field, line, message, remedy }) => make("li", [line && `line ${line}`, field, message, remedy].filter(Boolean).join(": "));
    place.replaceChildren(make("ul", "", ...problems.map(line)));
    place.firstChild.className = "trouble";
  }
}

function decided() {
  const decision = decide(JSON.parse(find("cluster").value), options());
  const verdicts = decision.nodes.map(({ node, verdict, plugins }) => {
    const why = plugins.filter((it) => it.verdict === "failed").map((it) => `${it.plugin}: ${it.why}`);
    const total = decision.totals.find((it) => it.node === node);
    const row = make("tr", "", make("th", node), make("td", verdict), make("td", why.join(" ")), make("td", total ? `${total.total} points` : ""));
    row.className = verdict;
    return row;
  });
  const said = decision.node ? `${decision.pod} → ${decision.node}` : decision.message;
  const victims = decision.preemption?.victims.map((victim) => make("li", `evicts ${victim}`)) ?? [];
  return [make("p", "", make("strong", said)), make("ul", "", ...victims), make("table", "", ...verdicts)];
}

function explained() {
  const story = explain(find("text").value, options());
  const step = ({ at, title, text }) => make("tr", "", make("td", `${at / 1000} s`), make("th", title), make("td", text));
  return [make("table", "", ...story.steps.map(step))];
}

find("cluster").value = JSON.stringify(CLUSTER, null, 1);
find("text").value = await (await fetch("../scenarios/reprieve.yaml")).text();
await init();
const { releases } = version();
find("release").append(...releases.map((release) => Object.assign(make("option", release), { value: release })));
find("release").value = "v1.34";
find("decide").onclick = () => show(find("decision"), decided);
find("explain").onclick = () => show(find("story"), explained);
find("decide").disabled = find("explain").disabled = false;
