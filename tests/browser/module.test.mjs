// The engine as a JavaScript module: the example, and whether what it gives has the types that are written down.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { dist, usable } from "./harness.mjs";

const EXAMPLE = "examples/module.html";
const API = join(dist, "api/v1/schedscope");

const opened = async (open) => {
  const it = await open(EXAMPLE, { still: true });
  await it.page.locator("#decide:enabled").waitFor();
  return it;
};

export async function the_example_decides_and_explains({ open }) {
  const { page } = await opened(open);
  const decision = page.locator("#decision");
  await page.locator("#decide").click();
  await decision.getByText("default/web → node-b", { exact: true }).waitFor();
  await decision.locator("tr.failed").filter({ hasText: "node-c" }).filter({ hasText: "gpu" }).waitFor();
  await page.locator("#lang").selectOption("zh");
  await page.locator("#decide").click();
  await decision.locator("tr.failed").filter({ hasText: "污点" }).waitFor();
  const cluster = JSON.parse(await page.locator("#cluster").inputValue());
  cluster.pod.spec.containers[0].resources.requests.cpu = "16";
  await page.locator("#lang").selectOption("en");
  await page.locator("#release").selectOption("v1.16");
  await page.locator("#cluster").fill(JSON.stringify(cluster));
  await page.locator("#decide").click();
  await decision.getByText(/^0\/3 nodes are available: .*2 Insufficient cpu/).waitFor();
  cluster.nodes[1].status.allocatable.cpu = "lots";
  await page.locator("#cluster").fill(JSON.stringify(cluster));
  await page.locator("#decide").click();
  await decision.locator(".trouble").filter({ hasText: "nodes[1].status.allocatable.cpu: expected a quantity, found `lots`" }).waitFor();
  await page.locator("#cluster").fill("{");
  await page.locator("#decide").click();
  await decision.locator(".trouble").filter({ hasText: "JSON" }).waitFor();
  await page.locator("#release").selectOption("v1.34");
  await page.locator("#explain").click();
  await page.locator("#story tr").filter({ hasText: "Dry run" }).first().waitFor();
  await page.locator("#text").fill("kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n");
  await page.locator("#explain").click();
  await page.locator("#story .trouble").filter({ hasText: "line 3" }).waitFor();
  await usable(page, "the example");
}

/** What every function gives for these texts and clusters, and what it throws. */
const answers = ([texts, clusters]) =>
  import(new URL("../api/v1/schedscope.js", location.href)).then((api) => {
    const caught = (call) => {
      try {
        return { given: call() };
      } catch (error) {
        return { name: error.name, isError: error instanceof Error, message: error.message, problems: error.problems };
      }
    };
    const { releases } = api.version();
    const told = { Version: [api.version()], Loaded: [], Run: [], Explanation: [], Decision: [] };
    texts.forEach((text, at) => {
      const options = { release: releases[at % releases.length], lang: at % 2 ? "zh" : "en" };
      told.Loaded.push(api.load(text, options));
      told.Run.push(api.run(text, options));
      told.Explanation.push(api.explain(text, options));
    });
    for (const cluster of clusters) for (const release of releases) told.Decision.push(api.decide(cluster, { release }));
    const thrown = [
      () => api.load("kind: Pod\n"),
      () => api.run("kind: Node\nmetadata: {name: a}\n", { pod: "nobody" }),
      () => api.explain("kind: Node\nmetadata: {name: a}\n", { release: "v1.17" }),
      () => api.decide({ nodes: [], pod: 3 }),
      () => api.decide({}),
      () => api.lesson("## One\n"),
    ].map(caught);
    return { names: Object.keys(api), told, thrown };
  });

const node = (name, cpu) => ({ metadata: { name }, status: { allocatable: { cpu, memory: "8Gi", pods: "110" } } });
const pod = (name, priority, nodeName) => ({
  metadata: { name, namespace: "default" },
  spec: { nodeName, priority, containers: [{ name, resources: { requests: { cpu: "2" } } }] },
});
const CLUSTERS = [
  { nodes: [node("a", "4"), node("b", "4")], pods: [pod("x", 0, "a")], pod: pod("web", 0) },
  { nodes: [node("a", "2"), node("b", "2")], pods: [pod("x", 0, "a"), pod("y", 1, "b")], pod: pod("web", 9) },
];

/** The engine that is shipped gives what it gives natively, to the last letter: `tests/stories` was written there. */
export async function webassembly_decides_as_the_native_engine_does({ open }) {
  const { page } = await opened(open);
  const folder = join(dist, "scenarios");
  const stories = new URL("../stories/", import.meta.url);
  const texts = readdirSync(folder).filter((name) => name.endsWith(".yaml")).sort().map((name) => [name.slice(0, -5), readFileSync(join(folder, name), "utf8")]);
  const told = await page.evaluate(async (texts) => {
    const api = await import(new URL("../api/v1/schedscope.js", location.href));
    const { releases } = api.version();
    return texts.flatMap(([name, text]) => releases.map((release) => [`${name}.${release}.txt`, api.story(text, { release })]));
  }, texts);
  assert.ok(told.length >= 4 * 50, `${told.length} stories`);
  const differ = told.filter(([name, story]) => story !== readFileSync(new URL(name, stories), "utf8"));
  assert.deepEqual(differ.map(([name]) => name), []);
}

/** What TypeScript says of a program that uses the module. */
function complaints(code) {
  const folder = mkdtempSync(join(tmpdir(), "schedscope-types-"));
  try {
    const file = join(folder, "uses.ts");
    writeFileSync(file, code);
    const options = {
      strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
      module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, exactOptionalPropertyTypes: true,
    };
    const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
    return found.map((it) => ts.flattenDiagnosticMessageText(it.messageText, "\n").slice(0, 2000));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function what_is_given_has_the_types_that_are_written_down({ open }) {
  const { page } = await opened(open);
  const folder = join(dist, "scenarios");
  const texts = readdirSync(folder).filter((name) => name.endsWith(".yaml")).sort().map((name) => readFileSync(join(folder, name), "utf8"));
  const { names, told, thrown } = await page.evaluate(answers, [texts, CLUSTERS]);
  const declared = [...readFileSync(`${API}.d.ts`, "utf8").matchAll(/^export function (\w+)/gm)].map((it) => it[1]);
  assert.deepEqual(names.filter((name) => name !== "default").sort(), declared.sort());
  assert.deepEqual(declared.filter((name) => name !== "initSync").sort(), ["decide", "explain", "lesson", "load", "run", "story", "version"]);

  const head = `import init, { decide, explain, load, run, version } from ${JSON.stringify(`${API}.js`)};\nimport type * as it from ${JSON.stringify(`${API}.js`)};\n`;
  const values = Object.entries(told).map(([type, given]) => `export const all${type}: it.${type}[] = ${JSON.stringify(given)};\n`);
  assert.deepEqual(complaints(head + values.join("")), []);
  const problems = thrown.map((it) => it.problems);
  assert.deepEqual(complaints(`${head}export const problems: it.Problem[][] = ${JSON.stringify(problems)};\n`), []);
  const uses = `${head}
    export async function uses(): Promise<number> {
      await init();
      const fits: it.Judged = decide({ nodes: [{}], pods: [], pod: {}, objects: [] }, { release: "v1.34", lang: "zh" }).nodes[0]!.verdict;
      const last = run("", { pod: "web" }).events.at(-1)!;
      const why: string[] = explain("").pods[0]!.why;
      try {
        load("");
      } catch (error) {
        return (error as it.SchedscopeError).problems[0]!.line ?? version().api;
      }
      return fits === "passed" && last.kind === "End" ? why.length : 0;
    }
    // @ts-expect-error: there is no such release
    export const unknown = () => load("", { release: "v1.17" });
    // @ts-expect-error: there is no such kind of event
    export const never = (event: it.Event) => event.kind === "Exploded";
    // @ts-expect-error: a cluster has a pod
    export const empty = () => decide({ nodes: [] });
  `;
  assert.deepEqual(complaints(uses), []);

  for (const it of thrown) assert.ok(it.isError && it.name === "SchedscopeError" && it.message.length > 0, JSON.stringify(it));
  const codes = problems.map((found) => found[0].code);
  assert.deepEqual(codes.slice(1), ["Call.NoPod", "Call.Arguments", "Call.NotAPod", "Call.Arguments", "Call.Lesson"]);
  assert.match(thrown[2].message, /v1\.17.*v1\.36/s, "an unknown release is said, with those that are known");
}
