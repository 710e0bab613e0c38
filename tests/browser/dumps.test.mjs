// Files that are larger than the limit for texts, and operators' questions about them.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { dump, load } from "./big.mjs";
import { inspect, inspected, openBuilder, openConsole, ready, textOf } from "./harness.mjs";

const pending = (page) => page.locator(".console-pending");

/** Creates a file of more than 40 MB, and deletes it after use. */
async function withFile(does) {
  const folder = await mkdtemp(join(tmpdir(), "schedscope-"));
  try {
    const text = dump({ nodes: 210, each: 8, pending: 9, wants: 20000 });
    assert.ok(text.length > 40 * 2 ** 20, `${text.length} bytes`);
    const path = join(folder, "cluster.json");
    await writeFile(path, text);
    return await does(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function choose(page, path) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await page.getByLabel("Open a file").setInputFiles(path);
}

/** Records the texts of the progress note, and clicks its button if `cancels`. */
const watch = (page, cancels) =>
  page.evaluate((cancels) => {
    window.told = [];
    new MutationObserver(() => {
      const note = document.querySelector(".reading");
      if (!note) return;
      window.told.push(note.querySelector("p").textContent);
      if (cancels) note.querySelector("button").click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, cancels);

export async function reads_a_dump_above_the_size_limit_of_texts({ open }) {
  await withFile(async (path) => {
    const { page } = await open();
    await ready(page);
    await watch(page, false);
    await choose(page, path);
    await pending(page).getByText("9 pods stay Pending").waitFor({ timeout: 200_000 });
    await page.getByRole("img", { name: /^Nodes: 210 in 3 zones\. Pods on nodes: 1,680\./ }).waitFor();
    const told = await page.evaluate(() => window.told);
    const shares = told.map((it) => Number(it.match(/^cluster\.json: (\d+)% read, \d+ objects$/)[1]));
    assert.deepEqual(shares, [...shares].sort((a, b) => a - b));
    assert.ok(shares.some((share) => share > 0 && share < 100), told.join("\n"));
    assert.equal(await page.locator(".reading").count(), 0);
    // Pods with a node exist at the start; only the others are scheduled.
    assert.ok(Number(await page.locator(".grip").getAttribute("aria-valuemax")) < 20_000);
    await page.getByRole("group").filter({ hasText: /Left out, with sizes in bytes: Pod / }).first().waitFor({ state: "attached" });
    // The excerpt is the draft.
    await page.waitForFunction(async () => {
      const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
      const request = indexedDB.open("schedscope");
      request.onupgradeneeded = () => request.transaction.abort();
      const database = await answer(request);
      const texts = await answer(database.transaction("texts").objectStore("texts").getAll());
      database.close();
      // Long texts are stored as bytes.
      const said = (text) => (typeof text === "string" ? text : new TextDecoder().decode(text));
      return texts.some((text) => said(text).includes("schedscope.dev/read-bytes") && text.length < 4e6);
    });
    await page.reload();
    await pending(page).getByText("9 pods stay Pending").waitFor({ timeout: 200_000 });
  });
}

/** Creates a zip archive whose entries are alternately stored and deflated. */
function zip(files) {
  const [bodies, directory] = [[], []];
  let at = 0;
  for (const [name, data, deflates] of files) {
    const body = deflates ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(deflates ? 8 : 0, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    bodies.push(Buffer.from("PK\x03\x04"), common, Buffer.from(name), body);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), common, place, Buffer.from(name));
    at += 30 + name.length + body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}

/** A support bundle of more than 64 MB, mostly logs. The worker reads it in pieces. */
export async function reads_a_large_zip({ open }) {
  const folder = await mkdtemp(join(tmpdir(), "schedscope-"));
  try {
    const path = join(folder, "bundle.zip");
    const cluster = Buffer.from(dump({ nodes: 30, each: 8, pending: 3, wants: 20000 }));
    const log = Buffer.alloc(70 * 2 ** 20, "a line of a log\n");
    await writeFile(path, zip([["bundle/kubelet.log", log, false], ["bundle/nodes-and-pods.json", cluster, true]]));
    const { page } = await open();
    await ready(page);
    await choose(page, path);
    await pending(page).getByText("3 pods stay Pending").waitFor({ timeout: 100_000 });
    assert.match(await page.locator("#stage").innerText(), /^Nodes\n30$/m);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function stops_reading_at_once({ open }) {
  await withFile(async (path) => {
    const { page } = await open();
    await ready(page);
    const before = await page.locator(".stage").getAttribute("class");
    const title = await page.title();
    await watch(page, true);
    await choose(page, path);
    await page.waitForFunction(() => window.told.length > 0 && !document.querySelector(".reading"));
    // The engine can run another text, which the canceled file does not replace.
    await load(page, dump({ nodes: 2, each: 1, pending: 3, wants: 20000 }));
    await pending(page).getByText("3 pods stay Pending").waitFor();
    assert.equal(await page.getByRole("img", { name: /^Nodes: 210/ }).count(), 0);
    assert.deepEqual([await page.locator(".stage").getAttribute("class"), await page.locator(".trouble").count()], [before, 0], title);
  });
}

export const alone = { draws_a_dump_while_it_is_read: "its picture has to be drawn before the end of the file is read" };

export async function draws_a_dump_while_it_is_read({ open }) {
  await withFile(async (path) => {
    const { page } = await open();
    await ready(page);
    const title = await page.locator(".story h2").innerText();
    // Observes the page from within while the file is read, and cancels when the preview has been drawn completely.
    await page.evaluate((before) => {
      const visible = (selector) => getComputedStyle(document.querySelector(selector)).visibility;
      new MutationObserver((_, observer) => {
        const [map, note] = [".page.sketched [role=img]", ".reading p"].map((it) => document.querySelector(it));
        if (!map || !note || document.querySelector(".story h2").textContent === before) return;
        observer.disconnect();
        window.seen = {
          title: document.querySelector(".story h2").textContent,
          text: document.querySelector(".story p").textContent,
          map: map.getAttribute("aria-label"),
          read: note.textContent,
          hidden: [".player", ".console", ".inspector", ".side"].map(visible),
          inert: document.querySelector("main").inert,
        };
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
        document.querySelector(".reading button").click();
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    }, title);
    // The file may be read before a chunk of the page has been fetched for the first time, so it is read twice.
    for (let times = 0; times < 2; times += 1) {
      await choose(page, path);
      await page.waitForFunction(() => window.seen || /9 pods stay Pending/.test(document.querySelector(".console-pending")?.textContent), undefined, { timeout: 200_000 });
      if (await page.evaluate(() => window.seen)) break;
    }
    const seen = await page.evaluate(() => window.seen);
    assert.equal(seen.title, "Reading the cluster");
    assert.match(seen.text, /^The first \d+ nodes and \d+ pods? in the file, in their current state\. Nothing is scheduled until the whole file is loaded\.$/);
    assert.match(seen.map, /^Nodes: 2\d\d/);
    assert.match(seen.read, /^cluster\.json: \d+% read, \d+ objects$/);
    assert.deepEqual(seen.hidden, ["hidden", "hidden", "hidden", "hidden"]);
    assert.equal(seen.inert, true);
    // The previous run is shown again at once, paused.
    await page.waitForFunction(() => !document.querySelector(".sketched, .reading"));
    assert.equal(await page.locator(".story h2").innerText(), title);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });
}

const CORP = [
  "kind: Node\nmetadata: {name: db-1.corp, labels: {team: payments}}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n---\n",
  "kind: Pod\nmetadata: {name: ledger, namespace: money, labels: {app: ledger}}\nspec: {nodeSelector: {team: payments}, containers: [{name: a, image: 'corp/ledger:1', env: [{name: KEY, value: hush}], resources: {requests: {cpu: 1}}}]}\n",
].join("");

export const notInFirefox = { names_are_anonymized_and_restored: "its driver tells of no downloads" };

export async function names_are_anonymized_and_restored({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, CORP);
  await ready(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Replace the names" }).click()]);
  assert.equal(file.suggestedFilename(), "names.json");
  const table = await readFile(await file.path(), "utf8");
  assert.deepEqual(JSON.parse(table).names["node-01"], "db-1.corp");
  await page.waitForFunction(() => /node-01/.test(document.querySelector("#stage").textContent));
  await page.keyboard.press("Escape");
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  const other = await textOf(page);
  for (const told of ["corp", "payments", "ledger", "money", "hush"]) assert.ok(!other.includes(told), `${told} in ${other}`);
  await page.getByLabel("Open a file").setInputFiles({ name: "names.json", mimeType: "application/json", buffer: Buffer.from(table) });
  await page.waitForFunction(() => /db-1\.corp/.test(document.querySelector("#stage").textContent));
  const back = await textOf(page);
  assert.ok(back.includes("corp/ledger:1") && back.includes('"namespace":"money"') && !back.includes("hush"), back);
}

export async function pods_that_would_get_another_node_are_listed({ open }) {
  const { page } = await open();
  await ready(page);
  const pod = (name) => `kind: Pod\nmetadata: {name: ${name}}\nspec: {nodeName: a, containers: [{name: a, resources: {requests: {cpu: 1}}}]}\nstatus: {phase: Running}\n---\n`;
  await load(page, [NODE("a", 4), NODE("b", 4), pod("one"), pod("two"), pod("three")].join(""));
  await page.locator("#stage [data-node='b']").first().waitFor();
  await inspect(page, "What if");
  await page.getByRole("button", { name: "Which pods would land on a different node now?" }).click();
  const table = page.locator(".answered table");
  await page.getByText("3 of 3 pods would land on a different node.").waitFor();
  assert.deepEqual(await table.locator("tbody tr").allInnerTexts().then((all) => all.map((it) => it.split(/\s+/).join(" "))), ["one a b", "three a b", "two a b"]);
  // Choosing another action resets the target.
  const [what, target] = [page.locator(".whatif form select").first(), page.locator(".whatif form select").nth(1)];
  const index = () => target.evaluate((it) => it.selectedIndex);
  const before = await index();
  assert.ok(before < 2);
  await what.selectOption({ label: "Drain a node" });
  await target.selectOption({ index: 1 - before });
  await what.selectOption({ index: 0 });
  assert.equal(await index(), before);
}

export async function what_the_clusters_scheduler_wrote_is_compared({ open }) {
  const { page } = await open();
  await ready(page);
  const message = (cpu) => `0/2 nodes are available: ${cpu} Insufficient cpu. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.`;
  const pod = (name, status) => `kind: Pod\nmetadata: {name: ${name}, uid: ${name}}\nspec: {containers: [{name: a, resources: {requests: {cpu: 8}}}]}\nstatus: {${status}}\n---\n`;
  const condition = (text) => `conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: "${text}"}]`;
  const event = `apiVersion: v1\nkind: Event\nmetadata: {name: e, uid: e}\nreason: FailedScheduling\nmessage: "${message(2)}"\ninvolvedObject: {kind: Pod, namespace: default, name: told, uid: told}\n`;
  await load(page, [NODE("a", 4), NODE("b", 4), pod("alike", condition(message(2))), pod("differs", condition(message(1))), pod("told", ""), event].join(""));
  await inspect(page, "What if");
  await page.getByRole("button", { name: "Does the cluster’s own scheduler agree?" }).click();
  await page.getByText("2 of 3 pending pods: same reasons.").waitFor();
  const rows = await page.locator(".answered table tbody tr").allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\s+/)[0]), ["differs", "alike", "told"]);
  assert.match(rows[0], /“Insufficient cpu”: 1 there, 2 here\. Usually, nodes or pods changed/);
  await page.locator(".answered table").getByRole("button", { name: "differs" }).click();
  await inspected(page, "Pod").waitFor();
}

const NODE = (name, cpu) => `kind: Node\nmetadata: {name: ${name}, labels: {kubernetes.io/os: linux}}\nstatus: {allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 9}}\n---\n`;
const POD = (name, cpu, more = "") =>
  `kind: Pod\nmetadata: {name: ${name}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: ${name}-rs, uid: u, controller: true}]}\nspec: {${more}containers: [{name: a, resources: {requests: {cpu: ${cpu}}}}]}\n---\n`;

export async function explains_why_pods_are_pending({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, [NODE("small", 1), NODE("large", 4), POD("fits", 1), POD("big", 8), POD("huge", 9), POD("lost", 1, "nodeSelector: {a: b}, ")].join(""));
  await pending(page).getByText("3 pods stay Pending at the end: why?").click();
  const list = page.locator("#console");
  assert.deepEqual(await list.locator(".line").allInnerTexts().then((all) => all.map((it) => it.trim())), [
    "2 pods: 2 Insufficient cpu",
    "big   8 cpu   ReplicaSet/big-rs",
    "huge   9 cpu   ReplicaSet/huge-rs",
    "1 pod: 2 node(s) didn't match Pod's node affinity/selector",
    "lost   1 cpu   ReplicaSet/lost-rs",
  ]);
  await page.getByRole("searchbox", { name: "Filter the lines" }).fill("HUGE-rs");
  await page.getByText("1 of 3 lines").waitFor();
  // The pod's last attempt, by node.
  await list.getByRole("button", { name: /^huge/ }).click();
  const table = page.locator(".inspector .matrix");
  await table.getByRole("button", { name: "large" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "Filters" }).getAttribute("aria-selected"), "true");
  const reasons = page.locator(".inspector .reasons");
  assert.match(await reasons.innerText(), /2\s+Insufficient cpu/);
  // Filters the table by reason, and shows all nodes again.
  await reasons.getByRole("button", { name: "Insufficient cpu" }).click();
  assert.equal(await reasons.getByRole("button", { name: "Insufficient cpu" }).getAttribute("aria-pressed"), "true");
  assert.equal(await table.locator("tbody tr").count(), 2);
}

export async function a_line_of_the_console_selects_its_pod({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, [NODE("a", 4), POD("one", 1), POD("two", 1)].join(""));
  await ready(page);
  await page.keyboard.press("End");
  await openConsole(page);
  await page.getByRole("tab", { name: /get pods/ }).click();
  const line = page.locator("#console button.line").filter({ hasText: /^two / }).last();
  await line.click();
  await page.locator("#console button.line.chosen").filter({ hasText: /^two / }).first().waitFor();
  await page.getByRole("tab", { name: "kubectl describe pod" }).click();
  await page.locator("#console").getByText(/^Name: +two$/).waitFor();
}

export async function answers_how_many_more_pods_fit({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, [NODE("small", 2), NODE("large", 5), POD("one", 2), POD("low", 1, "nodeName: large, priority: -5, ")].join(""));
  await ready(page);
  await page.keyboard.press("End");
  await page.locator("[data-pod='default/one']").first().click();
  const part = page.locator(".ask");
  await part.getByRole("button", { name: "How many more pods like this would fit?" }).click();
  const lines = async () => (await part.locator("tbody tr, li").allInnerTexts()).map((it) => it.replace(/\s+/g, " ").trim());
  await part.getByText("2 more would fit.").waitFor();
  assert.deepEqual(await lines(), ["large 1", "small 1", "2 Insufficient cpu small, large"]);
  await part.getByRole("button", { name: "…and with preemption?" }).click();
  await part.getByText("2 more would fit.").waitFor();
  // At another moment the answer stays, with a link back to the moment of the question.
  await page.keyboard.press("ArrowLeft");
  await part.getByRole("button", { name: "Back to the question" }).click();
  await part.getByRole("button", { name: "Back to the question" }).waitFor({ state: "detached" });
}

const FILES = {
  "cluster/nodes.yaml": NODE("n-1", 4) + NODE("n-2", 4),
  "cluster/default/pods.yaml": POD("one", 1) + POD("two", 9),
  "cluster/default/web/deep.json": JSON.stringify({ kind: "Pod", metadata: { name: "three" }, spec: { containers: [{ name: "a" }] } }),
  "cluster/default/web/logs.txt": "nothing of ours: kind of a log",
  "cluster/default/web/settings.yaml": "a: b\n",
};
const LEFT = "3 files read; 2 skipped, which aren’t manifests.";

/** Drops a folder in the way of a browser, with at most a hundred entries per call. */
const dropEntries = (page, files) =>
  page.evaluate((files) => {
    const root = {};
    for (const [path, text] of Object.entries(files)) {
      const steps = path.split("/");
      const name = steps.pop();
      const folder = steps.reduce((at, step) => (at[step] ??= {}), root);
      folder[name] = text;
    }
    const entry = (name, what) => {
      if (typeof what === "string") return { name, isDirectory: false, isFile: true, file: (good) => setTimeout(good, 0, new File([what], name)) };
      if (what === null) return { name, isDirectory: false, isFile: true, file: (_, bad) => bad(new DOMException("it is gone", "NotFoundError")) };
      return {
        name,
        isDirectory: true,
        isFile: false,
        createReader() {
          const all = Object.entries(what).map(([name, what]) => entry(name, what));
          return { readEntries: (good) => setTimeout(good, 0, all.splice(0, 100)) };
        },
      };
    };
    const items = Object.entries(root).map(([name, what]) => ({ kind: "file", webkitGetAsEntry: () => entry(name, what) }));
    const data = new DataTransfer();
    data.items.add(new File(["x"], "x"));
    Object.defineProperty(data, "items", { value: items });
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);

export async function opens_folders_that_are_dropped({ open }) {
  const { page } = await open();
  await ready(page);
  await dropEntries(page, FILES);
  await pending(page).getByText("1 pod stays Pending at the end: why?").waitFor();
  await page.getByText(LEFT).waitFor();
  await page.locator("[data-pod='default/three']").first().waitFor();
  // More files than the browser returns per call, an unreadable file, and a file outside the folder.
  const many = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`many/pod-${at}.yaml`, POD(`p-${at}`, 9)]));
  await dropEntries(page, { ...many, "many/gone.yaml": null, "node.yaml": NODE("only", 1) });
  await pending(page).getByText("230 pods stay Pending at the end: why?").waitFor();
  await page.getByText("many/gone.yaml").waitFor();
}

export async function lists_pending_pods_at_the_current_step({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, [NODE("large", 4), POD("fits", 1), POD("big", 8)].join(""));
  await pending(page).getByText("1 pod stays Pending at the end: why?").click();
  const lines = () => page.locator("#console li").allInnerTexts().then((all) => all.map((text) => text.replace("\nWhat would make it fit?", "").trim()));
  const atEnd = ["1 pod: 1 Insufficient cpu", "big   8 cpu   ReplicaSet/big-rs"];
  assert.deepEqual(await lines(), atEnd);
  await page.keyboard.press("Home");
  assert.deepEqual(await lines(), atEnd);
  await page.getByLabel("At this step").check();
  await page.locator("#console").getByText("2 pods: Waiting for an attempt, or in one").waitFor();
  assert.deepEqual(await lines(), ["2 pods: Waiting for an attempt, or in one", "big   8 cpu   ReplicaSet/big-rs", "fits   1 cpu   ReplicaSet/fits-rs"]);
  await page.getByLabel("At this step").blur();
  await page.keyboard.press("End");
  await page.locator("#console").getByText("1 pod: 1 Insufficient cpu").waitFor();
  assert.deepEqual(await lines(), atEnd);
}

export async function shows_differences_to_the_clusters_own_release({ open }) {
  const { page } = await open();
  await ready(page);
  await load(page, NODE("n", 4).replace("status: {", "status: {nodeInfo: {kubeletVersion: v1.31.4}, ") + POD("one", 1));
  await openBuilder(page);
  const differs = page.locator("details.differs");
  await differs.getByText("What differs between v1.31 and v1.34: 6 changes").click();
  assert.equal(await differs.locator("li").count(), 6);
  await differs.getByText("v1.33: requests of running pods can be resized in place").waitFor();
  // Another release is compared with the cluster's own, too.
  await page.locator("select.release").selectOption("v1.20");
  await page.getByText("the nodes run v1.31.4, but v1.20 is used, as selected").waitFor();
  await differs.getByText("What differs between v1.31 and v1.20: 13 changes").waitFor();
}

export async function compares_what_if_runs({ open }) {
  const { page } = await open();
  await ready(page);
  const zoned = (name, zone) => NODE(name, 2).replace("labels: {", `labels: {topology.kubernetes.io/zone: ${zone}, `);
  await load(page, [zoned("a-1", "a"), zoned("a-2", "a"), zoned("b-1", "b"), ...["one", "two", "three", "four"].map((name) => POD(name, 2))].join(""));
  await pending(page).getByText("1 pod stays Pending at the end: why?").waitFor();
  await page.keyboard.press("End");
  await inspect(page, "What if");
  const form = page.locator(".whatif form").first();
  const rows = () => page.locator(".ends tbody tr").allInnerTexts().then((all) => all.map((it) => it.trim().split(/\s*[\t\n]\s*/)));
  await form.locator("select").first().selectOption({ label: "Add three nodes like this" });
  await form.locator("select").nth(1).selectOption("a-1");
  await form.getByRole("button", { name: "Fork here" }).click();
  await page.locator(".ends tbody tr").nth(1).waitFor();
  assert.deepEqual(await rows(), [["original run", "3", "1", "0", "0"], ["add 3 nodes like a-1", "4", "0", "1", "0"]]);
  await page.getByRole("button", { name: "original run", exact: true }).click();
  await ready(page);
  await page.keyboard.press("End");
  await form.locator("select").first().selectOption({ label: "Lose a zone: its nodes become unreachable" });
  assert.deepEqual(await form.locator("select").nth(1).locator("option").allInnerTexts(), ["a", "b"]);
  await form.locator("select").nth(1).selectOption("a");
  await form.getByRole("button", { name: "Fork here" }).click();
  await page.locator(".ends tbody tr").nth(2).waitFor();
  const lost = (await rows())[2];
  assert.equal(lost[0], "a ✗");
}
