// Lessons: steps that select moments, questions that the engine checks, tasks.
import assert from "node:assert/strict";
import { LOOKS, fillText, looked, moment, ready, settled, textOf, until, usable } from "./harness.mjs";

const teacher = (page) => page.locator("#narrator.course");
const title = (page, text) => teacher(page).locator("h2").filter({ hasText: text }).waitFor();
const choose = (page, name) => teacher(page).locator(".choice", { hasText: name }).click();
const score = (page) => teacher(page).locator(".score").innerText();

/** Steps through to the end of the lesson, and returns the titles of the steps. */
async function through(page, next) {
  const titles = [];
  const count = teacher(page).locator(".count");
  for (;;) {
    titles.push(await teacher(page).locator("h2").innerText());
    const button = teacher(page).getByRole("button", { name: next });
    if (!(await button.count())) return titles;
    const before = await count.innerText();
    await button.click();
    await page.waitForFunction((before) => document.querySelector("#narrator .count").innerText !== before, before);
  }
}

export async function a_lesson_is_chosen_in_the_gallery_and_completed({ open }) {
  for (const [locale, button, tab, course, next, first, none] of [
    ["en-US", "Open", "Lessons", "Course", /^Next ›/, "One cycle: filter, score, bind", "You didn’t answer any questions."],
    ["zh-CN", "打开", "课程", "课程", /^下一步/, "一次调度周期：过滤、打分、绑定", "没有回答任何问题。"],
  ]) {
    const { page } = await open("", { locale });
    await ready(page);
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.locator(".gallery").getByRole("tab", { name: tab }).click();
    const shelf = page.locator(".gallery .lessons");
    await shelf.getByRole("heading", { name: course }).waitFor();
    assert.ok((await shelf.locator(".card").count()) >= 8);
    await shelf.locator(".card", { hasText: first }).click();
    await teacher(page).locator(".about", { hasText: first }).waitFor();
    const titles = await through(page, next);
    assert.equal(titles.length, 8, titles.join(" · "));
    assert.equal(new Set(titles).size, 8);
    assert.equal(await score(page), none);
    assert.equal(await teacher(page).locator(".choices button").count(), 2, "the next lesson, and all of them");
    assert.equal(await teacher(page).locator(".told button.accent:visible").count(), 1, "one thing to do next");
    assert.ok((await teacher(page).locator(".learned").innerText()).length > 20, "what was learned");
    await page.evaluate(() => history.back());
    await teacher(page).waitFor({ state: "detached" });
  }
}

export async function a_step_shows_the_field({ open }) {
  const { page } = await open("#lesson=asking-for-more");
  await title(page, "Who has to go?");
  await choose(page, "web and db");
  await teacher(page).locator(".answer.right").waitFor();
  const next = teacher(page).getByRole("button", { name: /^Next ›/ });
  await next.click();
  await next.click();
  await choose(page, "batch and db");
  await teacher(page).locator(".answer.right").waitFor();
  await next.click();
  await title(page, "Every answer at once");
  await page.locator(".field-picture path.area").first().waitFor();
  // What the text says about the point is what the engine decides.
  const said = () => page.locator(".field-page strong").innerText();
  await until("the answer at 2 cpu", async () => /batch.*db|db.*batch/.test(await said()) && !/web/.test(await said()));
  await page.locator(".field-plot").focus();
  await page.keyboard.press("ArrowRight");
  await until("only web goes", async () => /web/.test(await said()) && !/db|batch/.test(await said()));
  await usable(page, "a lesson with a field");
  await next.click();
  await page.locator(".field-picture").waitFor({ state: "detached" });
}

export async function a_question_is_answered_wrong_and_right({ open }) {
  const { page } = await open("#lesson=one-cycle&at=2");
  await title(page, "The cycle begins");
  // What would reveal the answer is hidden.
  await page.locator(".page.asks").waitFor();
  for (const hidden of [".console", ".inspector [role=tab]", ".inspector table"]) {
    assert.equal(await page.locator(hidden).count(), 0, hidden);
  }
  const before = await moment(page);
  await choose(page, "It fits");
  await teacher(page).locator(".answer.wrong", { hasText: "node-a is rejected" }).waitFor();
  assert.equal(await moment(page), before, "a wrong answer reveals nothing");
  await teacher(page).locator(".choice", { hasText: "It doesn’t fit" }).focus();
  await page.keyboard.press("Enter");
  await teacher(page).locator(".answer.right").waitFor();
  // The chosen answer is disabled now, so the focus moves to the next button.
  await page.waitForFunction(() => document.activeElement?.matches("#narrator .course-nav .accent"));
  await page.locator(".page:not(.asks)").waitFor();
  assert.notEqual(await moment(page), before, "the run goes to what bears the answer out");
  assert.ok(await page.locator(".console").first().isVisible());
  // The second question is answered correctly at once, by a click on the stage.
  await page.keyboard.press("c");
  await page.keyboard.press("c");
  await title(page, "Two nodes are left");
  await page.locator("#stage .node-link", { hasText: "node-c" }).first().click();
  await teacher(page).locator(".answer.right", { hasText: "435" }).waitFor();
  await through(page, /^Next ›/);
  assert.equal(await score(page), "1 of 2 right on the first try");
}

export async function a_wrong_answer_does_not_reveal_the_right_node({ open }) {
  const { page } = await open("#lesson=one-cycle&at=4", { viewport: { width: 1440, height: 900 } });
  await title(page, "Two nodes are left");
  await choose(page, "node-b");
  const wrong = teacher(page).locator(".answer.wrong", { hasText: "another node scores more" });
  await wrong.waitFor();
  assert.doesNotMatch(await wrong.innerText(), /node-c/);
  await choose(page, "No node: it stays pending");
  await teacher(page).locator(".answer.wrong", { hasText: "passes every filter" }).waitFor();
  assert.doesNotMatch(await teacher(page).locator(".answer.wrong").innerText(), /node-c/);
  await choose(page, "node-c");
  await teacher(page).locator(".answer.right", { hasText: "node-c" }).waitFor();
}

export async function the_address_keeps_the_appearance({ open }) {
  const { page } = await open("#lesson=preemption&at=4&theme=dark&present", { viewport: { width: 1440, height: 900 } });
  await title(page, "Budgets come first");
  await page.locator(".page.presents").waitFor();
  await teacher(page).getByRole("button", { name: /^Next/ }).click();
  await title(page, "Then by priority");
  assert.match(page.url(), /#lesson=preemption&at=5&theme=dark&present$/);
  await page.reload();
  await title(page, "Then by priority");
  await page.locator(".page.presents").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  // Presenting has ended, so the address no longer has it.
  await page.keyboard.press("Escape");
  await page.locator(".page:not(.presents)").waitFor();
  await until("the address", () => /#lesson=preemption&at=5&theme=dark$/.test(page.url()));
}

export async function a_lesson_opens_by_its_address_and_closes({ open, url }) {
  const { page, context } = await open("#lesson=preemption&at=4", { viewport: { width: 1440, height: 900 } });
  await title(page, "Budgets come first");
  await ready(page);
  const at = await moment(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((at) => document.querySelector(".grip").ariaValueNow !== at, at);
  await title(page, "Budgets come first");
  await page.getByRole("button", { name: "Back to this step’s moment" }).click();
  await page.waitForFunction((at) => document.querySelector(".grip").ariaValueNow === at, at);
  await teacher(page).getByRole("button", { name: /^Next/ }).click();
  await title(page, "Then by priority");
  assert.match(page.url(), /#lesson=preemption&at=5$/);
  await page.reload();
  await title(page, "Then by priority");
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await teacher(page).waitFor({ state: "detached" });
  assert.match(page.url(), /#scenario=reprieve&v=3$/);
  assert.match(await page.locator(".bar .title").innerText(), /put back first/);
  // A separate tab, in which a missing file does not fail the test.
  const other = await context.newPage();
  await other.goto(`${url}#lesson=nothing-like-it`);
  await ready(other);
  await other.locator(".troubles", { hasText: "nothing-like-it" }).waitFor();
}

export async function a_task_is_judged_by_the_engine({ open }) {
  const { page } = await open("#lesson=fragmentation&at=6", { viewport: { width: 1440, height: 900 } });
  await title(page, "Your turn");
  await ready(page);
  await teacher(page).locator(".answer", { hasText: "Not reached yet" }).waitFor();
  await teacher(page).getByRole("button", { name: "Change the scenario" }).click();
  await page.locator(".editor").getByRole("tab", { name: "YAML" }).click();
  const before = await textOf(page);
  await fillText(page, before.replace("cpu: 2000m", "cpu: 1500m"));
  await page.keyboard.press("Control+Enter");
  await teacher(page).locator(".answer.right", { hasText: "the engine confirms it" }).waitFor();
  await teacher(page).getByRole("button", { name: "Back to the lesson’s run" }).click();
  await teacher(page).locator(".answer", { hasText: "Solved" }).waitFor();
  // The builder was closed when the lesson was left.
  await teacher(page).getByRole("button", { name: "Change the scenario" }).click();
  await page.locator(".editor").getByRole("tab", { name: "YAML" }).click();
  assert.equal(await textOf(page), before, "the lesson runs its own text again");
}

export async function lessons_can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("#lesson=one-cycle&at=2", look);
    await teacher(page).locator(".choice").first().waitFor();
    await page.locator(".page.asks").waitFor();
    await teacher(page).locator(".choice").first().click();
    await teacher(page).locator(".answer").waitFor();
    await settled(page);
    await usable(page, looked(look));
  }
}

/** Opens the card of a glossary term, and returns it. */
async function opened(page, within, term) {
  await within.getByRole("button", { name: term, exact: true }).first().click();
  const card = page.locator(".definition");
  await card.waitFor();
  return card;
}

export async function terms_in_texts_open_their_card({ open, url }) {
  for (const [address, locale, term, told, own, where] of [
    ["#scenario=reprieve", "en-US", "activeQ", "scheduled next", "", "glossary/#active-queue"],
    ["#scenario=reprieve", "zh-CN", "活动队列", "接下来要调度", "zh/", "zh/glossary/#active-queue"],
  ]) {
    const { page } = await open(address, { locale, viewport: { width: 1440, height: 900 } });
    await ready(page);
    const queue = page.locator("[data-lane='active'] h2");
    const word = locale === "en-US" ? "Active" : term;
    await queue.locator(".term").waitFor();
    const card = await opened(page, queue, word);
    assert.match(await card.innerText(), new RegExp(told));
    const links = await card.getByRole("link").evaluateAll((links) => links.map((link) => [link.href, link.target]));
    assert.deepEqual(links.map(([, target]) => target), ["_blank", "_blank", "_blank"], "nothing is lost");
    assert.equal(links[2][0], url + where);
    assert.equal(links[0][0], `${url}${own}s/backoff/#step=popped:big&release=v1.34`);
    // The card is within the window, gets the focus, and returns it.
    const box = await card.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 1440 && box.y >= 0 && box.y + box.height <= 900, JSON.stringify(box));
    const below = await queue.locator(".term").boundingBox();
    assert.ok(box.y >= below.y + below.height && box.y <= below.y + below.height + 12, "it stands below the word");
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.className), "term");
    await opened(page, queue, word);
    await page.locator(".player").click({ position: { x: 2, y: 2 } });
    await card.waitFor({ state: "detached" });
  }
}

export async function terms_open_in_the_table_of_scores({ open }) {
  for (const [locale, raw, told, button] of [
    ["en-US", "raw", "with its own formula", "Scores"],
    ["zh-CN", "原始分", "插件按自己的公式", "打分"],
  ]) {
    const { page } = await open("#scenario=first-pod&step=selected:web", { locale, viewport: { width: 1440, height: 900 } });
    await ready(page);
    await page.getByRole("tab", { name: button, exact: true }).click();
    const table = page.locator(".sums table");
    await table.locator("thead .term").first().waitFor();
    const card = await opened(page, table, raw);
    assert.match(await card.innerText(), new RegExp(told));
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    // Plugins in the glossary are terms, in every language.
    const plugin = await opened(page, page.locator(".inspector .plugins"), "NodeResourcesBalancedAllocation");
    await plugin.waitFor();
    const cut = await page.locator(".sums .scroll").evaluate((it) => it.scrollWidth - it.clientWidth);
    assert.ok(cut <= 0, `the table of points is cut by ${cut} px`);
  }
}

export async function a_lesson_names_each_term_once_in_a_step({ open }) {
  const { page } = await open("#lesson=preemption&at=5");
  await title(page, "Then by priority");
  await teacher(page).locator(".term").first().waitFor();
  const terms = await teacher(page).locator(".told .term").allInnerTexts();
  assert.ok(terms.length > 0);
  assert.equal(new Set(terms.map((it) => it.toLowerCase())).size, terms.length, terms.join(", "));
  await teacher(page).locator(".term").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".definition").waitFor();
}

export async function a_tasks_changes_are_counted_and_its_nodes_are_checked({ open }) {
  const { page } = await open("#lesson=taints&at=8", { viewport: { width: 1440, height: 900 } });
  await title(page, "Your turn");
  await ready(page);
  await teacher(page).locator(".wishes li.not-yet", { hasText: "train is on gpu" }).waitFor();
  await teacher(page).locator(".wishes li.so", { hasText: "at most one change to the scenario (0 so far)" }).waitFor();
  await teacher(page).getByRole("button", { name: "Change the scenario" }).click();
  await page.locator(".editor").getByRole("tab", { name: "YAML" }).click();
  const before = await textOf(page);
  const selects = before.replace("{name: train}\n      spec:\n", "{name: train}\n      spec:\n        nodeSelector: {pool: gpu}\n");
  assert.notEqual(selects, before);
  await fillText(page, selects.replace('name: web}', 'name: web, labels: {a: b}}'));
  await page.keyboard.press("Control+Enter");
  await teacher(page).locator(".wishes li.not-yet", { hasText: "(2 so far)" }).waitFor();
  assert.equal(await teacher(page).locator(".changes li").count(), 2);
  await teacher(page).locator(".answer", { hasText: "Not reached yet" }).waitFor();
  await fillText(page, selects);
  await page.keyboard.press("Control+Enter");
  await teacher(page).locator(".answer.right", { hasText: "the engine confirms it" }).waitFor();
}

export async function at_200_percent_the_text_of_a_step_is_in_view({ open }) {
  const { page } = await open("#lesson=fragmentation", { viewport: { width: 720, height: 450 } });
  const steps = await teacher(page).locator(".count").innerText();
  for (let step = 1; step < Number(/of (\d+)/.exec(steps)[1]); step += 1) {
    await teacher(page).getByRole("button", { name: /^Next ›/ }).click();
    await teacher(page).locator(".count", { hasText: `${step + 1} of` }).waitFor();
    await settled(page);
    const { y } = await teacher(page).boundingBox();
    assert.ok(y >= -1, `step ${step + 1}: its text begins at ${y}`);
  }
}
