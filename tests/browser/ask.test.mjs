// Questions: the page does not reveal answers, a what-if trial keeps its place, and common questions take two clicks.
import assert from "node:assert/strict";
import { fillText, lastMoment, moment, openBuilder, openConsole, ready, settled, until, usable } from "./harness.mjs";

const asked = (page) => page.locator("#narrator.course");
const open_question = (page) => page.locator(".page.asks #narrator .choice").first().waitFor();
const at = async (page) => Number(await moment(page));
const inspector = (page) => page.locator(".inspector");

/** All texts of a document, visible or not, including attributes that assistive technology reads; without the elements that match `but`. */
const said = (page, but = "") =>
  page.evaluate((but) => {
    const read = ["title", "aria-label", "aria-valuetext", "aria-description", "alt", "placeholder", "value"];
    const found = new Set([document.title, decodeURIComponent(location.href)]);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let it = walk.currentNode; it; it = walk.nextNode()) {
      const element = it.nodeType === Node.TEXT_NODE ? it.parentElement : it;
      if (!element || element.closest("script, style") || (but && element.closest(but))) continue;
      if (it.nodeType === Node.TEXT_NODE) found.add(it.data.trim());
      else for (const name of read) found.add((it.getAttribute(name) ?? "").trim());
    }
    return [...found].filter((it) => it.length > 2);
  }, but);

/** The narrator's text at each moment of a run, without a question. */
async function story(page) {
  const all = [];
  await page.keyboard.press("Home");
  const last = Number(await lastMoment(page));
  for (let step = 0; step <= last; step += 1) {
    all.push({ at: await at(page), texts: await page.locator("#narrator .told > *").allInnerTexts() });
    await page.keyboard.press("ArrowRight");
  }
  return all;
}

/** Those of the secrets that occur in one of the texts. */
const leaks = (now, secrets) => secrets.filter((secret) => now.some((text) => text.includes(secret)));

// `src/page/shell/spoiler_tests.rs` checks everything that the page draws, in more scenarios and languages. This checks the whole document with title
// and address, after a user has gone to the question.
export async function no_text_of_the_page_reveals_the_answer({ open }) {
  for (const [name, title] of [["reprieve", "Reprieve: which pod is put back first"], ["rung-priority", "Rule two: the most important victim"]]) {
    const viewport = { width: 1440, height: 900 };
    const { page: free } = await open(`#scenario=${name}`, { viewport });
    await ready(free);
    const run = await story(free);
    const { page } = await open(`#scenario=${name}`, { viewport });
    await ready(page);
    await openConsole(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("q");
    await page.locator(".page.predicts").waitFor();
    for (let question = 1; question <= 3; question += 1) {
      await page.keyboard.press("End");
      await open_question(page);
      const here = await at(page);
      const early = run.filter((it) => it.at <= here).flatMap((it) => it.texts).join("\n");
      const later = run.filter((it) => it.at > here).flatMap((it) => it.texts);
      const secrets = [title, ...later.filter((text) => text.length > 24 && !early.includes(text))];
      assert.ok(secrets.length > 3, "there is something to tell");
      const now = await said(page);
      assert.deepEqual(leaks(now, secrets), [], `${name}, question ${question}`);
      // A leak is detected wherever it is.
      await page.locator(".clock").evaluate((it, text) => it.setAttribute("aria-description", text), secrets.at(-1));
      assert.deepEqual(leaks(await said(page), secrets), [secrets.at(-1)]);
      await page.locator(".clock").evaluate((it) => it.removeAttribute("aria-description"));
      await asked(page).getByRole("button", { name: "Show me" }).click();
      await page.locator(".page:not(.asks)").waitFor();
    }
  }
}

export async function a_lessons_question_does_not_reveal_its_answer({ open }) {
  const { page } = await open("#lesson=choosing", { viewport: { width: 1440, height: 900 } });
  await page.locator("#narrator.course h2").waitFor();
  const next = asked(page).getByRole("button", { name: /^Next ›/ });
  let questions = 0;
  for (;;) {
    if (await page.locator(".page.asks").count()) {
      questions += 1;
      const here = await at(page);
      assert.equal(Number(await lastMoment(page)), here, "the run ends where the question stands");
      assert.equal(await page.locator("#console").count(), 0);
      assert.equal(await page.locator(".inspector table, .inspector [role=tab]").count(), 0);
      const now = await said(page, "#narrator");
      assert.deepEqual(now.filter((text) => /Rule (one|two|three|four|five|six)|is chosen|a rule eliminates it/.test(text)), []);
      await page.keyboard.press("ArrowRight");
      assert.equal(await at(page), here);
    }
    if (!(await next.count())) break;
    await next.click();
  }
  assert.ok(questions > 0, "the lesson asks");
}

export async function equal_victims_are_accepted_in_any_order({ open }) {
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
  assert.match(await asked(page).locator(".note").innerText(), /same priority.*e-batch-1 is listed first because it started first/);
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

/** Runs a manifest and goes to its end. */
async function own(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
  await page.locator("[data-pod='default/wants']").first().waitFor();
  await ready(page);
  await page.getByRole("button", { name: "Build", exact: true }).click();
  await page.keyboard.press("End");
}

export async function a_what_if_trial_keeps_its_place_and_shows_the_change({ open }) {
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
  const back = tries.nth(0).getByRole("button", { name: "Back to the parent run" });
  await back.waitFor();
  await settled(page);
  const after = { ...(await place()), line: await tries.nth(0).boundingBox() };
  assert.deepEqual([after.top, after.box], [before.top, before.box]);
  // A pod with a node has other questions, whose buttons above may take one row more or less.
  assert.ok(Math.abs(after.line.y - before.line.y) < 40, `the line that was tried moves by ${after.line.y - before.line.y} px`);
  assert.ok(await back.evaluate((it) => it === document.activeElement), "the focus stays");
  assert.match(await tries.nth(0).innerText(), /Tried: wants goes to b/);
  // The stage and the narrator show the fork.
  assert.match(await page.locator("#narrator").innerText(), /wants/);
  assert.equal(await page.locator("#stage .node [data-pod='default/wants'], #stage [data-node] [data-pod='default/wants']").count() > 0, true);
  await back.click();
  await until("the run before is back", async () => (await at(page)) === before.at);
  await tries.nth(0).getByRole("button", { name: "Try it" }).waitFor();
  await usable(page, "a question with its answer");
}

export async function the_list_of_pending_pods_says_what_would_make_one_fit({ open }) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const { page, context } = await open("", { viewport: { width, height } });
    await ready(page);
    await own(page, CLUSTER);
    await page.keyboard.press("Home");
    await page.locator(".console-pending").click();
    const drawer = page.locator("#console");
    const ask = drawer.getByRole("button", { name: "What would make it fit? wants" });
    await ask.click();
    const answer = drawer.getByRole("region", { name: "Questions about wants" });
    await answer.locator(".sentence", { hasText: "would each make wants fit" }).waitFor();
    assert.equal(await ask.getAttribute("aria-expanded"), "true");
    assert.equal(await at(page), Number(await lastMoment(page)), "the list is about the end of the run");
    await usable(page, `the answer beside pending pods at ${width}`);
    // A change is applied: a line on the stage says what came of it.
    const change = answer.locator("ul.answers li").first();
    await change.getByRole("button", { name: "Try it" }).click();
    const fork = page.locator("#stage .fork");
    await fork.locator(".fork-result", { hasText: /^wants is bound to [ab] at / }).waitFor();
    await usable(page, `a fork with its result at ${width}`);
    const bar = await fork.boundingBox();
    assert.ok(bar.x >= 0 && bar.x + bar.width <= width, JSON.stringify(bar));
    await page.keyboard.press("Home");
    await fork.getByRole("button", { name: /^wants is bound/ }).click();
    assert.match(await page.locator("#narrator").innerText(), /wants/);
    await change.getByText("Tried: wants goes to").waitFor();
    await change.getByRole("button", { name: "Back to the parent run" }).click();
    await fork.waitFor({ state: "detached" });
    await answer.getByRole("button", { name: "Close" }).click();
    await answer.waitFor({ state: "detached" });
    await context.close();
  }
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
  assert.match(await ask("Why pending?"), /wants fits on none of the 2 nodes\. Most common reason \(2 nodes\): “Insufficient cpu”/);
  assert.match(await inspector(page).locator(".answered table").innerText(), /Insufficient cpu\s+2\s+a, b/);
  assert.match(await ask("How many more pods like this would fit?"), /No more would fit/);
  await inspector(page).getByLabel("Which pods would this class preempt?").selectOption("high");
  await inspector(page).locator(".answered .sentence", { hasText: "preempts there" }).waitFor();
  await page.locator("#stage .node-link", { hasText: /^a$/ }).first().click();
  assert.match(await ask("Can I drain it?"), /^Not with plain kubectl drain: .* Even with --force, 1 of 2 pods stay on a because kept allows no more evictions/);
  assert.match(
    await inspector(page).locator(".answered").innerText(),
    /kubectl drain says: cannot delete Pods that declare no controller \(use --force to override\): default\/kept, default\/there/,
  );
  assert.match(await inspector(page).locator(".answered table").innerText(), /kept\s+a\s+stays: protected by kept/);
  assert.match(await ask("What if zone east is lost?"), /Losing zone east takes down 1 node/);
  await inspector(page).getByRole("button", { name: "See it happen" }).click();
  await inspector(page).getByRole("button", { name: "Back to the parent run" }).click();
  await inspector(page).getByRole("button", { name: "See it happen" }).waitFor();
  await usable(page, "questions about a node");
}
