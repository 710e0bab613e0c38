// Questions: what is asked gives its answer nowhere away, what is tried stays where it is, and what operators ask takes two clicks.
import assert from "node:assert/strict";
import { moments, openBuilder, openConsole, ready, settled, until, usable } from "./harness.mjs";

const asked = (page) => page.locator("#narrator.course");
const open_question = (page) => page.locator(".page.asks #narrator .choice").first().waitFor();
const at = async (page) => Number(await moments(page).inputValue());
const inspector = (page) => page.locator(".inspector");

/** All that a document says, to eyes and to assistive technology, seen or not: each text and each attribute that is read. `but` is left out. */
const said = (page, but = "") =>
  page.evaluate((but) => {
    const read = ["title", "aria-label", "aria-valuetext", "aria-description", "alt", "placeholder", "value"];
    const found = new Set([document.title, decodeURIComponent(location.href)]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let it = walk.currentNode; it; it = walk.nextNode()) {
      const element = it.nodeType === Node.TEXT_NODE ? it.parentElement : it;
      if (!element || element.closest("script, style, #answers-of-the-question") || (but && element.closest(but))) continue;
      if (it.nodeType === Node.TEXT_NODE) found.add(it.data.trim());
      else for (const name of read) found.add((it.getAttribute(name) ?? "").trim());
    }
    return [...found].filter((it) => it.length > 2);
  }, but);

/** What is said in the places that show one moment alone: the stage, and the narrator without captions. */
const shown = (page) =>
  page.evaluate(() => [...document.querySelectorAll("#stage, #narrator, .header, header, .controls")].map((it) => it.outerHTML).join("\n"));

/**
 * What a page says at a question, and may not: texts that come only later in the run and have one of these names in them, captions and
 * the title of the scenario. `later` are the texts of the moments after the question, `before` is what was shown up to it.
 */
function leaks(now, { later, before, names, told }) {
  const tells = (text) => names.some((name) => text.includes(name));
  const known = before.join("\n");
  const early = now.filter((text) => later.has(text) && tells(text) && !known.includes(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")));
  return [...early, ...now.filter((text) => told.some((it) => it.length > 3 && text.includes(it)))];
}

/** Walks through the run without a question, and gives what is said after each moment. */
async function walked(page) {
  const all = [];
  await page.keyboard.press("Home");
  const last = Number(await moments(page).getAttribute("max"));
  for (let step = 0; step <= last; step += 1) {
    all.push({ at: await at(page), texts: await said(page), html: await shown(page) });
    await page.keyboard.press("ArrowRight");
  }
  return all;
}

// Which scenario, the titles and captions that would tell, and the kinds of its questions in their order.
const PREDICTED = [
  ["first-pod", ["A first pod"], ["node"]],
  ["reprieve", ["Reprieve: which pod is put back first"], ["node", "victims", "fits"]],
  ["rung-priority", ["Rule two", "规则二"], ["node", "victims", "fits"]],
  ["rung-count", ["Rule four", "规则四"], ["node", "victims", "fits"]],
];

export async function nothing_gives_an_answer_away({ open }) {
  for (const [name, told, kinds] of PREDICTED) {
    const viewport = { width: 1440, height: 900 };
    const { page: free } = await open(`#scenario=${name}`, { viewport });
    await ready(free);
    await openConsole(free);
    const run = await walked(free);
    const { page } = await open(`#scenario=${name}`, { viewport });
    await ready(page);
    await openConsole(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("q");
    await page.locator(".page.predicts").waitFor();
    for (const kind of kinds) {
      // On the way to the question nothing is told either.
      const look = async (where) => {
        const here = await at(page);
        const names = kind === "fits" ? [] : await right(page, run, here, kind);
        const before = run.filter((it) => it.at <= here).map((it) => it.html);
        const later = new Set(run.filter((it) => it.at > here).flatMap((it) => it.texts));
        run.filter((it) => it.at <= here).forEach((it) => it.own?.forEach((text) => later.delete(text)));
        const now = await said(page, "#narrator .choices");
        const all = { later, before, names, told };
        assert.deepEqual(leaks(now, all), [], `${name}, ${kind}, ${where}`);
        // And it is found when something leaks.
        if (names.length > 0) {
          const secret = [...later].find((text) => names.some((it) => text.includes(it)) && !before.join().includes(text));
          if (secret) assert.notDeepEqual(leaks([...now, secret], all), [], "a leak is found");
        }
        assert.notDeepEqual(leaks([...now, told[0]], all), [], "a title is found");
      };
      await page.keyboard.press("End");
      await open_question(page);
      await look("asked");
      await asked(page).getByRole("button", { name: "Show me" }).click();
      await page.locator(".page:not(.asks)").waitFor();
    }
  }
}

/** The names of what is right: read where the run tells it, later on. */
async function right(page, run, here, kind) {
  const later = run.filter((it) => it.at > here).flatMap((it) => it.texts);
  const pattern = kind === "node" ? /(?:bound to|nominatedNodeName of \S+ is now|evicted from) (node-[a-z])/ : /^(?:Victim|Pod) .*?([a-z0-9-]+) /;
  const found = later.map((text) => text.match(pattern)?.[1]).find(Boolean);
  return found ? [found] : [];
}

export async function a_lessons_question_gives_nothing_away({ open }) {
  const { page } = await open("#lesson=choosing", { viewport: { width: 1440, height: 900 } });
  await page.locator("#narrator.course h2").waitFor();
  for (let step = 0; step < 9; step += 1) {
    if (await page.locator(".page.asks").count()) {
      const here = await at(page);
      assert.equal(Number(await moments(page).getAttribute("max")), here, "the run ends where the question stands");
      assert.equal(await page.locator("#console").count(), 0);
      assert.equal(await page.locator(".inspector table, .inspector [role=tab]").count(), 0);
      const now = await said(page, "#narrator");
      assert.deepEqual(now.filter((text) => /Rule (one|two|three|four|five|six)|is chosen|drops out/.test(text)), []);
      await page.keyboard.press("ArrowRight");
      assert.equal(await at(page), here);
    }
    await asked(page).getByRole("button", { name: /^Next ›/ }).click();
  }
}

export async function victims_that_are_alike_are_right_in_any_order({ open }) {
  const { page } = await open("#scenario=ladder", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  await page.keyboard.press("Home");
  await page.keyboard.press("q");
  await page.keyboard.press("End");
  await open_question(page);
  await asked(page).getByRole("button", { name: "Show me" }).click();
  await page.keyboard.press("End");
  await open_question(page);
  for (const name of ["e-batch-2", "e-batch-1"]) {
    await asked(page).locator(".choice", { hasText: name }).click();
    await asked(page).locator(".answer.right").waitFor();
  }
  assert.match(await asked(page).locator(".note").innerText(), /same priority.*e-batch-1 is written first because it started first/);
}

const NODE = (name, cpu, zone = "z") =>
  `---\nkind: Node\nmetadata: {name: ${name}, labels: {topology.kubernetes.io/zone: ${zone}}}\nstatus: {allocatable: {cpu: ${cpu}, memory: 8Gi, pods: 20}}\n`;
const POD = (name, cpu, more = "") =>
  `---\nkind: Pod\nmetadata: {name: ${name}, labels: {app: ${name}}}\nspec: {${more} containers: [{name: c, resources: {requests: {cpu: ${cpu}}}}]}\n${more.includes("nodeName") ? "status: {phase: Running}\n" : ""}`;
const CLUSTER = [
  NODE("a", 4, "east"),
  NODE("b", 1, "west"),
  POD("there", 3, "nodeName: a,"),
  POD("kept", 1, "nodeName: a,"),
  POD("wants", 2),
  "---\nkind: PodDisruptionBudget\nmetadata: {name: kept}\nspec: {minAvailable: 1, selector: {matchLabels: {app: kept}}}\n",
  "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n",
].join("");

/** Runs a text of one's own, and goes to its end. */
async function own(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await page.locator("#text").fill(text);
  await page.keyboard.press("Control+Enter");
  await page.locator("[data-pod='default/wants']").first().waitFor();
  await ready(page);
  await page.keyboard.press("b");
  await page.keyboard.press("End");
}

export async function what_is_tried_stays_where_it_is_and_shows_the_change({ open }) {
  const { page } = await open("", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  await own(page, CLUSTER);
  await page.locator("#stage [data-pod='default/wants']").first().click();
  await inspector(page).getByRole("button", { name: "What would make it fit?" }).click();
  const tries = inspector(page).locator("ul.answers li");
  await tries.first().waitFor();
  const panel = page.locator("#inspector");
  const place = () => panel.evaluate((it) => ({ top: it.scrollTop, box: it.getBoundingClientRect().toJSON() }));
  await panel.evaluate((it) => (it.scrollTop = 40));
  const before = { ...(await place()), at: await at(page), line: await tries.nth(0).boundingBox() };
  await tries.nth(0).getByRole("button", { name: "Try it" }).click();
  const back = tries.nth(0).getByRole("button", { name: "Back to the run before" });
  await back.waitFor();
  await settled(page);
  const after = { ...(await place()), line: await tries.nth(0).boundingBox() };
  assert.deepEqual([after.top, after.box], [before.top, before.box]);
  assert.ok(Math.abs(after.line.y - before.line.y) < 2, "the line that was tried stays under the pointer");
  assert.ok(await back.evaluate((it) => it === document.activeElement), "the focus stays");
  assert.match(await tries.nth(0).innerText(), /Tried: wants goes to a/);
  // The picture and the narrator are those of the fork.
  assert.match(await page.locator("#narrator").innerText(), /wants/);
  assert.equal(await page.locator("#stage .node [data-pod='default/wants'], #stage [data-node] [data-pod='default/wants']").count() > 0, true);
  await back.click();
  await until("the run before is back", async () => (await at(page)) === before.at);
  await tries.nth(0).getByRole("button", { name: "Try it" }).waitFor();
  await usable(page, "a question with its answer");
}

export async function operators_questions_take_two_clicks({ open }) {
  const { page } = await open("", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  await own(page, CLUSTER);
  const answer = () => inspector(page).locator(".answered .sentence").innerText();
  const ask = async (name) => {
    await inspector(page).getByRole("button", { name }).click();
    await inspector(page).locator(".answered .sentence").waitFor();
    return answer();
  };
  await page.locator("#stage [data-pod='default/wants']").first().click();
  assert.match(await ask("Why pending?"), /wants fits on none of 2 nodes: 2 nodes with “Insufficient cpu”/);
  assert.match(await inspector(page).locator(".answered table").innerText(), /Insufficient cpu\s+2\s+a, b/);
  assert.match(await ask("How many more like it fit?"), /No more fits/);
  await inspector(page).getByLabel("Whom would this class preempt?").selectOption("high");
  await inspector(page).locator(".answered .sentence", { hasText: "preempts there" }).waitFor();
  await page.locator("#stage .node-link", { hasText: /^a$/ }).first().click();
  assert.match(await ask("Can I drain it?"), /^No: 1 of 2 pods stay on a, as kept allows no more evictions/);
  assert.match(await inspector(page).locator(".answered table").innerText(), /kept\s+a\s+stays: kept by kept/);
  assert.match(await ask("What if zone east is lost?"), /Zone east takes 1 node with it/);
  await inspector(page).getByRole("button", { name: "See it happen" }).click();
  await inspector(page).getByRole("button", { name: "Back to the run before" }).click();
  await inspector(page).getByRole("button", { name: "See it happen" }).waitFor();
  await usable(page, "questions about a node");
}
