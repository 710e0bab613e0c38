// The engine as a JavaScript module: the example, and whether results match the published types.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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

/** The results of every function for these texts and clusters, and the errors that it throws. */
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

/** The recorded stories of a scenario by release. `tests/stories` has the latest in full, and each earlier one as a diff from the next. */
function recordedStories(name, latest) {
  const read = (ending) => readFileSync(new URL(`../stories/${name}.${ending}`, import.meta.url), "utf8");
  let story = read(`${latest}.txt`);
  const stories = { [latest]: story };
  for (const part of read("earlier.diff").split(/^(?=--- |v[\d.]+: the same$)/m)) {
    const same = /^(\S+): the same$/m.exec(part);
    if (same) {
      stories[same[1]] = story;
      continue;
    }
    const [, header, ...hunks] = part.split(/^(?=\+\+\+ |@@ )/m);
    const lines = story.split(/(?<=\n)/);
    // From the last hunk to the first, so that line numbers stay valid.
    for (const hunk of hunks.reverse()) {
      const [, at, count = "1"] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk);
      const added = hunk.split(/(?<=\n)/).filter((line) => line.startsWith("+")).map((line) => line.slice(1));
      lines.splice(Number(count) === 0 ? Number(at) : Number(at) - 1, Number(count), ...added);
    }
    story = lines.join("");
    stories[header.slice(4).trim()] = story;
  }
  return stories;
}

/** The WebAssembly build produces exactly the stories in `tests/stories`, which the native build recorded. */
export async function webassembly_decides_like_the_native_engine({ open }) {
  const { page } = await opened(open);
  const folder = join(dist, "scenarios");
  const texts = readdirSync(folder).filter((name) => name.endsWith(".yaml")).sort().map((name) => [name.slice(0, -5), readFileSync(join(folder, name), "utf8")]);
  const told = await page.evaluate(async (texts) => {
    const api = await import(new URL("../api/v1/schedscope.js", location.href));
    const { releases } = api.version();
    return texts.map(([name, text]) => [name, releases.map((release) => [release, api.story(text, { release })])]);
  }, texts);
  assert.ok(told.length >= 50, `${told.length} scenarios`);
  const differ = told.flatMap(([name, stories]) => {
    const recorded = recordedStories(name, stories.map(([release]) => release).sort().at(-1));
    assert.equal(Object.keys(recorded).length, stories.length, name);
    return stories.filter(([release, story]) => story !== recorded[release]).map(([release]) => `${name} ${release}`);
  });
  assert.deepEqual(differ, []);
}

/** TypeScript's errors about a program that uses the module. */
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

export async function results_match_the_published_types({ open }) {
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

/** Starts the module in Node, from a file, as the manual describes. */
const inNode = async () => {
  const api = await import(pathToFileURL(`${API}.js`));
  await api.default();
  return api;
};

export async function node_starts_the_module_from_its_file() {
  const api = await inNode();
  assert.equal(api.version().api, 1);
  const decision = api.decide(CLUSTERS[0], { release: "v1.34" });
  assert.deepEqual([decision.pod, decision.node], ["default/web", "b"]);
  const text = readFileSync(join(dist, "scenarios/ladder.yaml"), "utf8");
  assert.ok(api.run(text).events.length > 10);
  assert.ok(api.explain(text, { lang: "zh", pod: "preemptor" }).steps.length > 0);
}

/** Calls every function with values that are not texts, options or clusters. Returns what each threw, and whether the module still works. */
function misuse(api) {
  const node = (name) => ({ metadata: { name }, status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } } });
  const pod = (name, more = {}) => ({ metadata: { name }, spec: { containers: [{ name: "a" }] }, ...more });
  const cluster = (more = {}) => ({ nodes: [node("a"), node("b")], pod: pod("web"), ...more });
  const text = `kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: a}]}\n`;
  const good = () => JSON.stringify([api.decide(cluster()).node, api.run(text).pods, api.load(text, null).nodes, api.story(text).length]);
  const first = good();

  const itself = { metadata: { name: "a" } };
  itself.status = { itself };
  const ring = [];
  ring.push(ring);
  const deep = (levels) => Array.from({ length: levels }).reduce((inner) => ({ inner }), {});
  const throwing = { get metadata() { throw new TypeError("not today"); } };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const bottomless = new Proxy({}, { get: (_, key) => (typeof key === "string" && key !== "toJSON" ? bottomless : undefined), ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
  const rude = new Proxy({}, { get() { throw Object.create(null); } });
  const endless = { *[Symbol.iterator]() { for (;;) yield "x".repeat(100_000); } };
  const odd = {
    undefined: undefined, null: null, number: 1, NaN: NaN, Infinity: -Infinity, flag: true, BigInt: 1n, symbol: Symbol("a"), function: () => 1,
    list: [], ring, mapping: {}, itself, deep: deep(10_000), throwing, revoked: revoked.proxy, bottomless, rude, map: new Map([[1, 2]]), date: new Date(NaN), boxed: new String("a"), bare: Object.create(null),
  };
  const huge = "x".repeat(140_000_000);
  const texts = { ...odd, huge };
  const calls = [];
  for (const name of ["load", "run", "explain", "story", "lesson"]) {
    for (const [kind, value] of Object.entries(texts)) calls.push([`${name}(${kind})`, () => api[name](value)]);
    for (const [kind, value] of Object.entries(odd)) {
      // Missing options are valid.
      if (["undefined", "null", "mapping", "bare"].includes(kind)) continue;
      calls.push([`${name}(text, ${kind})`, () => api[name](text, ...(name === "lesson" ? [null, value] : [value]))]);
    }
    for (const wrong of [{ release: "v1.17" }, { release: 1.34 }, { release: NaN }, { lang: "EN" }, { lang: Symbol("en") }, { pod: 3 }, { realese: "v1.34" }, { Lang: "zh" }, { pod: huge }]) {
      calls.push([`${name}(text, {${Object.keys(wrong)}})`, () => api[name](text, ...(name === "lesson" ? [null, wrong] : [wrong]))]);
    }
  }
  for (const [kind, value] of Object.entries(odd)) if (kind !== "undefined" && kind !== "null") calls.push([`lesson(text, ${kind})`, () => api.lesson("## One\n", value)]);
  for (const [kind, value] of Object.entries(texts)) {
    calls.push([`decide(${kind})`, () => api.decide(value)]);
    calls.push([`decide({nodes: [${kind}]})`, () => api.decide(cluster({ nodes: [value] }))]);
    calls.push([`decide({pod: ${kind}})`, () => api.decide(cluster({ pod: value }))]);
    // An empty list of nodes is valid.
    if (kind !== "list") calls.push([`decide({nodes: ${kind}})`, () => api.decide(cluster({ nodes: value }))]);
    if (kind !== "list" && kind !== "undefined") {
      calls.push([`decide({pods: ${kind}})`, () => api.decide(cluster({ pods: value }))]);
      calls.push([`decide({objects: ${kind}})`, () => api.decide(cluster({ objects: value }))]);
    }
    if (!["undefined", "null", "bare", "mapping"].includes(kind)) calls.push([`decide(cluster, ${kind})`, () => api.decide(cluster(), value)]);
  }
  const places = [
    ["cyclic", { nodes: [itself] }],
    ["getter", { nodes: [node("a"), throwing] }],
    ["NaN", { pod: { metadata: { name: "web" }, spec: { priority: NaN } } }],
    ["Infinity", { nodes: [{ metadata: { name: "a" }, status: { allocatable: { cpu: Infinity } } }] }],
    ["undefined in a list", { nodes: [node("a"), undefined] }],
    ["BigInt", { pod: pod("web", { spec: { priority: 2n ** 70n } }) }],
    ["misspelt", { objcts: [] }],
    ["duplicate nodes", { nodes: [node("a"), node("b"), node("a")] }],
    ["duplicate pods", { pods: [pod("x"), pod("x")] }],
    ["the pod, bound", { pods: [{ metadata: { name: "web" }, spec: { nodeName: "a" } }] }],
    ["sparse", { nodes: new Array(4_000_000_000) }],
    ["endless", { objects: endless }],
    ["long", { pod: pod("web", { note: huge }) }],
  ].map(([name, more]) => [name, () => api.decide(cluster(more))]);
  places.push(["a number for a text", () => api.run(1)], ["a symbol for a text", () => api.load(Symbol("a"))], ["another release", () => api.story(text, { release: "v1.17" })]);
  const said = [...calls, ...places].map(([name, call]) => {
    let error;
    try {
      call();
      return { name };
    } catch (caught) {
      error = caught;
    }
    const { message, problems } = error;
    const stands = error instanceof Error && error.name === "SchedscopeError" && message.length > 0 && problems.every((it) => it.code && it.message);
    return { name, error: stands ? undefined : String(error), code: problems?.[0]?.code, field: problems?.[0]?.field, message, remedy: problems?.[0]?.remedy, zh: undefined };
  });
  const after = good();
  // Objects may contain dates and maps, and the list of pods may include the one to schedule.
  const taken = api.decide(
    cluster({ pods: new Set([pod("web"), pod("other", { metadata: { name: "other", creationTimestamp: new Date(0) } })]), objects: [new Map([["kind", "Namespace"], ["metadata", { name: "x" }], ["size", 5n]])] }),
    { release: undefined, lang: null },
  );
  let zh;
  try {
    api.decide(cluster(), { lang: "zh", realese: 1 });
  } catch (error) {
    zh = error.problems[0];
  }
  return { said, places: Object.fromEntries(said.slice(calls.length).map((it) => [it.name, it])), first, after, taken: taken.node, zh };
}

function judgeMisuse({ said, places, first, after, taken, zh }) {
  assert.deepEqual(said.filter((it) => it.code === undefined || it.error), []);
  assert.ok(said.length > 250, `${said.length} calls`);
  assert.deepEqual(said.filter((it) => it.code === "Call.Broken"), []);
  assert.equal(after, first, "the module goes on");
  assert.equal(taken, "a");
  const row = (name) => [places[name].code, places[name].field, places[name].message, places[name].remedy];
  const json = "give objects as JSON.parse makes them";
  const value = "give a number, text, true, false, null, a list or an object, or leave the field out";
  assert.deepEqual(row("cyclic"), ["Call.Cyclic", "nodes[0].status.itself", "nodes[0].status.itself: this object contains itself: it is the one at nodes[0]", json]);
  assert.deepEqual(row("getter"), ["Call.Threw", "nodes[1].metadata", "nodes[1].metadata: reading this threw an error: not today", json]);
  assert.deepEqual(row("NaN"), ["Call.NotJson", "pod.spec.priority", "pod.spec.priority: NaN is no value of JSON", value]);
  assert.deepEqual(row("Infinity").slice(0, 2), ["Call.NotJson", "nodes[0].status.allocatable.cpu"]);
  assert.deepEqual(row("undefined in a list").slice(0, 2), ["Call.NotJson", "nodes[1]"]);
  assert.deepEqual(row("BigInt").slice(0, 2), ["Call.NotJson", "pod.spec.priority"]);
  assert.deepEqual(row("misspelt"), ["Call.UnknownKey", "objcts", "objcts: unknown key `objcts`", "did you mean objects?"]);
  assert.deepEqual(row("duplicate nodes"), ["Call.Duplicate", "nodes[2].metadata.name", "nodes[2].metadata.name: Node a stands at nodes[0] already", "leave one of them out, or give it another name"]);
  assert.deepEqual(row("duplicate pods").slice(0, 2), ["Call.Duplicate", "pods[1].metadata.name"]);
  assert.deepEqual(row("the pod, bound").slice(0, 2), ["Call.Duplicate", "pods[0].metadata.name"]);
  assert.deepEqual(row("a number for a text").slice(0, 3), ["Call.Arguments", "text", "text: expected text, found `1`"]);
  assert.deepEqual(row("a symbol for a text").slice(0, 3), ["Call.Arguments", "text", "text: expected text, found `Symbol`"]);
  assert.deepEqual(row("another release").slice(0, 3), ["Call.Arguments", "options.release", "options.release: `v1.17` is none of v1.16, v1.20, v1.34, v1.36"]);
  assert.deepEqual(row("sparse").slice(0, 2), ["Call.NotJson", "nodes[0]"]);
  assert.equal(places.endless.code, "Reading.TooLarge");
  assert.deepEqual(row("long").slice(0, 2), ["Reading.TooLarge", "pod.note"]);
  assert.deepEqual([zh.message, zh.remedy], ["未知的键 `realese`", "是否想写 release？"]);
}

export async function invalid_input_is_rejected_and_the_module_continues_in_node() {
  judgeMisuse(misuse(await inNode()));
}

export async function invalid_input_is_rejected_and_the_module_continues({ open }) {
  const { page } = await opened(open);
  const api = `import(new URL("../api/v1/schedscope.js", location.href)).then((api) => api.default().then(() => api))`;
  judgeMisuse(await page.evaluate(`${api}.then(${misuse})`));
}

export async function the_module_recovers_from_a_crashed_call() {
  const api = await inNode();
  const text = readFileSync(join(dist, "scenarios/ladder.yaml"), "utf8");
  const first = JSON.stringify(api.run(text));
  // With an exhausted stack, a call crashes, at a different place each time.
  const ends = new Map();
  for (let room = 0; room < 60; room += 1) {
    const fall = () => {
      try {
        return fall();
      } catch (error) {
        if (left > 0) {
          left -= 1;
          throw error;
        }
        try {
          api.run(text);
          return "an answer";
        } catch (broken) {
          return broken.name;
        }
      }
    };
    let left = room * 4;
    const end = fall();
    ends.set(end, (ends.get(end) ?? 0) + 1);
    assert.equal(JSON.stringify(api.run(text)), first, `${room}`);
  }
  assert.ok((ends.get("SchedscopeError") ?? 0) > 0, JSON.stringify([...ends]));
}
