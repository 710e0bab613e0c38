// The inspector: tables of a large cluster, scores, preemption candidates and their ranking, pages of pods and nodes, questions.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { inspect, inspected, lastMoment, moment, playhead, ready, settled, usable } from "./harness.mjs";

const title = (page) => page.locator(".story h2");
const tab = (page, name) => page.locator(".inspector").getByRole("tab", { name, exact: true });

const selected = inspected;

/** The fragment of a link that contains a text. */
function link(text) {
  const json = Buffer.from(JSON.stringify({ text, step: 0 }));
  let [a, b] = [1, 0];
  for (const byte of json) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(((b << 16) | a) >>> 0);
  return `#s1:${deflateRawSync(Buffer.concat([json, sum])).toString("base64url")}`;
}

/** A hundred nodes, most of them nearly full, some tainted or cordoned; a pod that fits, and one that preempts. */
function hundred() {
  const documents = [];
  for (let at = 0; at < 100; at += 1) {
    const name = `worker-${String(at).padStart(3, "0")}`;
    const taint = "spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}\n";
    const spec = at % 9 === 4 ? taint : at % 25 === 7 ? "spec: {unschedulable: true}\n" : "";
    const [cpu, memory] = [at % 2 ? 4 : 8, at % 4 ? 8 : 16];
    documents.push(`kind: Node\nmetadata: {name: ${name}}\n${spec}status: {capacity: {cpu: "${cpu}", memory: ${memory}Gi, pods: "110"}}`);
    const requests = `{cpu: "${at % 2 ? 3.5 : at % 4 ? 6 : 1}", memory: ${1 + (at % 5)}Gi}`;
    documents.push(`kind: Pod\nmetadata: {name: filler-${at}}\nspec: {nodeName: ${name}, priority: ${(at % 3) * 10}, containers: [{name: c, resources: {requests: ${requests}}}]}\nstatus: {phase: Running, startTime: "2026-01-01T0${at % 6}:00:00Z"}`);
  }
  const pod = (name, priority, cpu) =>
    `kind: Pod\nmetadata: {name: ${name}}\nspec: {priority: ${priority}, containers: [{name: c, resources: {requests: {cpu: "${cpu}", memory: 1Gi}}}]}`;
  return [...documents, pod("small", 100, 2), pod("large", 90, 8), pod("huge", 80, 64)].join("\n---\n");
}

/** Steps forward until the inspector's title matches, waiting for each step to be drawn. */
async function until(page, pattern) {
  const at = () => moment(page);
  for (let step = 0; step < 400; step += 1) {
    if (pattern.test(await title(page).innerText())) return;
    const before = await at();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((value) => document.querySelector(".grip").ariaValueNow !== value, before);
  }
  assert.fail(`no step reads ${pattern}`);
}

/** Opens a scenario of the gallery. */
async function scenario(page, name) {
  await ready(page);
  await page.keyboard.press("g");
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  await dialog.getByRole("button", { name }).click();
  await dialog.waitFor({ state: "detached" });
  await ready(page);
  await page.waitForFunction(() => document.querySelector(".grip").ariaValueNow === "0");
}

async function done(page) {
  await ready(page);
  await page.waitForFunction(() => {
    const max = document.querySelector(".grip").ariaValueMax;
    const before = window.lastMax;
    window.lastMax = max;
    return max === before;
  }, null, { polling: 400 });
}

export async function a_hundred_nodes_are_grouped_into_a_few_rows({ open }) {
  const { page } = await open(link(hundred()));
  await done(page);
  await until(page, / on worker-030$/);
  const rows = page.locator(".matrix tbody tr");
  assert.match(await rows.first().innerText(), /worker-030/, "the node looked at is on top");
  assert.ok((await rows.count()) < 10, `${await rows.count()} rows`);
  const group = page.getByRole("button", { name: /^Show these \d+ nodes$/ }).first();
  const size = Number((await group.innerText()).match(/\d+/)[0]);
  const before = await rows.count();
  await group.press("Enter");
  assert.equal(await group.getAttribute("aria-expanded"), "true");
  assert.equal(await rows.count(), before + size);
  const search = page.getByRole("searchbox", { name: "Find a node" });
  await search.fill("worker-01");
  const found = (await rows.allInnerTexts()).slice(1);
  assert.ok(found.length > 0);
  for (const name of found) assert.match(name, /nodes|worker-01/);
  await page.getByRole("checkbox", { name: "hide nodes that pass" }).check();
  await page.getByRole("checkbox", { name: "group identical nodes" }).uncheck();
  const failing = (await rows.allInnerTexts()).slice(1);
  assert.ok(failing.length > 0);
  for (const row of failing) assert.match(row, /✗/);
  await page.getByRole("combobox", { name: "Order" }).selectOption({ label: "by name" });
  const names = (await rows.locator("th").allInnerTexts()).slice(1);
  assert.deepEqual(names, [...names].sort());
  await page.keyboard.press("Escape");
  await search.fill("nothing");
  assert.match(await page.locator(".inspector").innerText(), /No matching node/);
}

export async function reasons_are_counted_as_in_the_message({ open }) {
  const { page } = await open(link(hundred()));
  await done(page);
  await page.keyboard.press("n");
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".stage [data-pod='default/large']").first().click();
  const quote = await page.locator(".pod-page dl").innerText();
  await tab(page, "Filters").click();
  const tallies = await page.locator(".reasons .tally").allInnerTexts();
  assert.ok(tallies.length > 0);
  for (const line of tallies) {
    const [, count, words] = line.match(/^(\d+)\s+(.*?)\s*(preemption .*)?$/s);
    assert.ok(quote.includes(`${count} ${words.trim()}`), `${count} ${words} in ${quote}`);
  }
}

export async function scores_are_bars_with_the_reasons_of_lower_ones({ open }) {
  const { page } = await open(link(hundred()));
  await done(page);
  await until(page, /^small goes to/);
  const winner = (await title(page).innerText()).split(" ").pop();
  assert.equal(await page.locator(".bars li").count(), 30);
  assert.match(await page.locator(".inspector-body").innerText(), /\d+ more\. Narrow the list by name/);
  assert.match(await page.locator(".bars li.won").innerText(), new RegExp(`${winner}[^]*winner`));
  const cut = await page.locator(".sums .scroll").evaluate((it) => it.scrollWidth - it.clientWidth);
  assert.ok(cut <= 0, `the table of points is cut by ${cut} px`);
  const stack = page.locator(".bars").getByRole("img").first();
  assert.match(await stack.getAttribute("aria-label"), /NodeResourcesFit \d+/);
  await page.getByRole("searchbox", { name: "Find a node" }).fill("worker-002");
  await page.locator(".bars").getByRole("button", { name: "worker-002" }).press("Enter");
  const told = await page.locator(".sums").innerText();
  assert.match(told, /Points of worker-002/);
  assert.match(told, new RegExp(`worker-002 needs \\d+ more points to beat ${winner}`));
  assert.match(told, /cpu: \(8 − 8\) \/ 8 → 0/);
}

export async function a_tie_is_marked({ open }) {
  const { page } = await open();
  await scenario(page, /^A tie of scores/);
  await until(page, /goes to/);
  assert.equal(await page.locator(".bars li.won").count(), 1);
  assert.equal(await page.locator(".bars .verdict .hidden", { hasText: "tie" }).count(), 2);
}

export async function victims_show_the_costs_of_their_eviction({ open }) {
  const { page } = await open();
  await scenario(page, /^Reprieve/);
  await until(page, /^web is a victim$/);
  const cards = page.getByRole("list", { name: "Candidates" });
  const told = await cards.innerText();
  assert.match(told, /db[^]*running for [^]*30 s grace period[^]*can stay: the pod still fits/);
  assert.match(told, /its eviction would violate/);
  assert.match(told, /web[^]*victim: NodeResourcesFit\. The pod requests 3 cpu/);
}

export async function the_ranking_of_candidates_is_shown_rule_by_rule({ open }) {
  const { page } = await open();
  await scenario(page, /^The tie-break ladder/);
  await until(page, /is chosen$/);
  const region = page.getByRole("region", { name: "How the node is chosen" });
  const rows = await region.getByRole("row").allInnerTexts();
  const row = (name) => rows.find((it) => it.startsWith(name)).replace(/\s+/g, " ");
  assert.match(row("node-a"), /1 ✗ out/);
  assert.match(row("node-b"), /0 stays 50 ✗ out/);
  assert.match(row("node-c"), /3·2³¹\+30 ✗ out/);
  assert.match(row("node-d"), /2·2³¹\+20 stays 2 stays first ✗ out/);
  assert.match(row("node-e"), /\+20 min stays ✓ ?chosen/);
  await scenario(page, /^A tie after the last rule/);
  await until(page, /is chosen$/);
  assert.equal(await region.locator(".tied").count(), 2);
  assert.equal(await region.locator(".taken").count(), 1);
}

export async function answers_link_to_their_moments({ open }) {
  const { page } = await open();
  await scenario(page, /^Reprieve/);
  await until(page, /^Victim terminating$/);
  await page.locator(".stage [data-pod='default/web']").first().press("Enter");
  const page_ = page.locator(".inspector");
  await selected(page, "Pod");
  await page_.getByRole("button", { name: "Why was it evicted?" }).press("Enter");
  const answers = page_.locator(".answered .sentence, .answered li");
  await answers.first().waitFor();
  assert.match((await answers.allInnerTexts()).join("\n"), /urgent preempted it on node-a[^]*With it put back, urgent didn’t fit/);
  await answers.nth(1).getByRole("button").press("Enter");
  assert.equal(await title(page).innerText(), "web is a victim");
  assert.equal(await answers.count(), 3, "the answer stays while its evidence is looked at");
  await page_.getByRole("button", { name: "Back to the question" }).click();
  assert.equal(await title(page).innerText(), "Victim terminating");
  await page.locator(".stage [data-pod='default/db']").first().click();
  await page_.getByRole("button", { name: "Why wasn’t it a victim?" }).click();
  assert.match(await answers.first().innerText(), /reprieved/);
  await page.locator(".stage [data-pod='default/urgent']").first().click();
  await page_.getByRole("button", { name: "Why pending?" }).click();
  await answers.getByText(/nodes are available/).first().waitFor();
  assert.match((await answers.allInnerTexts()).join("\n"), /0\/1 nodes are available[^]*waits for its victims to terminate: web/);
}

export async function a_node_has_a_page_and_links_carry_it({ open }) {
  const { page } = await open();
  await scenario(page, /^The tie-break ladder/);
  await until(page, /is chosen$/);
  await page.locator("[data-node='node-c'] .node-link").click();
  const inspector = page.locator(".inspector");
  await selected(page, "Node");
  const told = await inspector.innerText();
  assert.match(told, /cpu\s+2\s+2\s+0\s+100 %/);
  assert.match(told, /c-batch-1[^]*c-batch-2[^]*c-batch-3/);
  // The worker computes this answer.
  const answer = /Why is preemptor not here\?[^]*lost on the rule “Smallest sum of victim priorities/;
  await inspector.filter({ hasText: answer }).waitFor();
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => location.hash.startsWith("#scenario=ladder&") && location.hash.includes("node=node-c"));
  const hash = await page.evaluate(() => location.hash);
  const { page: other } = await open(hash);
  await ready(other);
  await inspect(other, "Node");
  await other.locator(".inspector").getByRole("heading", { name: "node-c" }).waitFor();
  await inspector.getByRole("combobox", { name: "Which node?" }).selectOption("node-a");
  await inspector.getByRole("button", { name: "a-database", exact: true }).click();
  await selected(page, "Pod");
}

export async function neighboring_steps_have_names({ open }) {
  const { page } = await open();
  await ready(page);
  const next = page.getByRole("button", { name: /^Step forward: / });
  const name = (await next.getAttribute("aria-label")).replace("Step forward: ", "");
  await next.click();
  assert.equal(await title(page).innerText(), name);
  await page.getByRole("button", { name: /^Step back: / }).click();
  assert.equal(await moment(page), "0");
}

/** Checks the accessibility of every page of the inspector, after a preemption. */
async function accessible(open, hash, options) {
  const { page } = await open(hash, options);
  await done(page);
  await page.keyboard.press("n");
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".node-link, .mini-node").first().click();
  const tabs = page.locator(".inspector [role=tab]");
  const more = page.locator(".more-pages option:not([hidden])");
  const all = [...(await tabs.allInnerTexts()), ...(await more.allTextContents())];
  for (const at of all) {
    await inspect(page, at);
    await settled(page);
    await usable(page, `tab ${at}`, { within: ".inspector" });
  }
}

export async function can_be_used_by_everybody({ open }) {
  await accessible(open, link(hundred()), { colorScheme: "light" });
}

export async function can_be_used_on_a_phone({ open }) {
  await accessible(open, "", { colorScheme: "dark", locale: "zh-CN", viewport: { width: 390, height: 844 } });
}

export async function the_schedulers_functions_can_be_read_along({ open }) {
  for (const [locale, key, put, yes] of [
    ["en-US", "Source", "put back", "yes"],
    ["zh-CN", "源码", "放回", "可以"],
  ]) {
    const { page, context } = await open("#scenario=ladder&step=eligible:preemptor&release=v1.16", { locale });
    await ready(page);
    const lit = page.locator(".functions [aria-current=step]");
    const name = (text) => lit.filter({ has: page.locator("code", { hasText: new RegExp(`^${text}$`) }) }).waitFor();
    await playhead(page).focus();
    await page.keyboard.press("s");
    await selected(page, key);
    await name("podEligibleToPreemptOthers");
    // The active function is scrolled into view.
    await page.waitForFunction(() => {
      const [body, lit] = [".inspector-body", ".functions .lit"].map((it) => document.querySelector(it).getBoundingClientRect());
      return lit.top >= body.top - 1 && lit.bottom <= body.bottom + 1;
    });
    await lit.locator("dd").filter({ hasText: new RegExp(`^${yes}$`) }).waitFor();
    assert.equal(await lit.count(), 1);
    const callers = await page.locator(".functions .caller > :first-child").allInnerTexts();
    assert.deepEqual(callers, ["scheduleOne", "preempt", "genericScheduler.Preempt"]);
    const [address] = await lit.locator("a").evaluateAll((all) => all.map((it) => it.href));
    assert.equal(address, "https://github.com/kubernetes/kubernetes/blob/v1.16.6/pkg/scheduler/core/generic_scheduler.go");
    // Clicking a function goes to its next call, where its values differ.
    const of = async (function_) => {
      const row = page.locator(".functions .call").filter({ has: page.locator(`:scope > button > code:text-is("${function_}")`) });
      const before = await moment(page);
      await row.locator(":scope > button").click();
      await page.waitForFunction((value) => document.querySelector(".grip").ariaValueNow !== value, before);
      await name(function_);
      return lit.locator("dl").allInnerTexts();
    };
    const first = await of("reprievePod");
    assert.ok(first[0].includes(put), first[0]);
    assert.notDeepEqual(await of("reprievePod"), first);
    const rung = await of("pickOneNodeForPreemption");
    assert.ok(rung[0].includes("node-a = 1") && !rung[1].includes("node-a"), rung.join());
    // The page fits into the window, and is accessible.
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.locator(".functions").evaluate((it) => it.scrollWidth - it.clientWidth);
      assert.ok(wide <= 0, `${width}: ${wide} too wide`);
    }
    await settled(page);
    await usable(page, "the functions", { within: ".functions" });
    // The link contains the page of the inspector.
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => location.hash.includes("tab=source"));
    await context.close();
  }
}

export async function activity_between_attempts_is_shown({ open }) {
  const { page } = await open("#scenario=own-plugin");
  await ready(page);
  const told = page.locator("#inspector .going");
  const seen = new Set();
  const last = Number(await lastMoment(page));
  for (let step = 0; step < last; step += 1) {
    if ((await told.count()) > 0) for (const line of (await told.innerText()).split("\n")) seen.add(line);
    await page.keyboard.press("ArrowRight");
  }
  const all = [...seen].join("\n");
  for (const wanted of [/is waiting in Permit, for at most /, /is at Bind in its binding cycle/, /is terminating: .* left\. It was evicted for /, /^Next cycle: /m, /is bound to .*\. Its containers are starting/]) {
    assert.match(all, wanted);
  }
  assert.doesNotMatch(all, /Nothing is being scheduled/);
}
