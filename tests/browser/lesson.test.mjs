// Lessons: steps that move the run, questions that the engine judges, tasks.
import assert from "node:assert/strict";
import { moments, ready, settled, usable } from "./harness.mjs";

const teacher = (page) => page.locator("#narrator.course");
const title = (page, text) => teacher(page).locator("h2").filter({ hasText: text }).waitFor();
const choose = (page, name) => teacher(page).locator(".choice", { hasText: name }).click();
const score = (page) => teacher(page).locator(".score").innerText();

/** Goes on until the end of the lesson, and gives the titles on the way. */
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

export async function a_lesson_is_chosen_in_the_gallery_and_taken_to_its_end({ open }) {
  for (const [locale, button, course, next, first, none] of [
    ["en-US", "Scenarios", "Course", /^Next ›/, "One cycle: filter, score, bind", "No question was answered."],
    ["zh-CN", "场景", "课程", /^下一步/, "一次调度周期：过滤、打分、绑定", "没有回答任何问题。"],
  ]) {
    const { page } = await open("", { locale });
    await ready(page);
    await page.getByRole("button", { name: button, exact: true }).click();
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
    await page.evaluate(() => history.back());
    await teacher(page).waitFor({ state: "detached" });
  }
}

export async function a_question_is_answered_wrong_and_right({ open }) {
  const { page } = await open("#lesson=one-cycle&at=2");
  await title(page, "The cycle begins");
  // What would tell is hidden.
  await page.locator(".page.asks").waitFor();
  for (const hidden of [".timeline", ".console", ".inspector"]) {
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  }
  const before = await moments(page).inputValue();
  await choose(page, "It fits");
  await teacher(page).locator(".answer.wrong", { hasText: "node-a is rejected" }).waitFor();
  assert.equal(await moments(page).inputValue(), before, "a wrong answer reveals nothing");
  await choose(page, "It doesn’t fit");
  await teacher(page).locator(".answer.right").waitFor();
  await page.locator(".page:not(.asks)").waitFor();
  assert.notEqual(await moments(page).inputValue(), before, "the run goes to what bears the answer out");
  assert.ok(await page.locator(".timeline").first().isVisible());
  // The second one right at once, by a click on the stage.
  await page.keyboard.press("c");
  await page.keyboard.press("c");
  await title(page, "Two nodes are left");
  await page.locator("#stage .node-link", { hasText: "node-c" }).first().click();
  await teacher(page).locator(".answer.right", { hasText: "449" }).waitFor();
  await through(page, /^Next ›/);
  assert.equal(await score(page), "1 of 2 right at the first try");
}

export async function a_lesson_is_opened_by_its_address_and_left({ open, url }) {
  const { page, context } = await open("#lesson=preemption&at=4", { viewport: { width: 1440, height: 900 } });
  await title(page, "Budgets come first");
  await ready(page);
  const at = await moments(page).inputValue();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((at) => document.querySelector(".controls input[type=range]").value !== at, at);
  await title(page, "Budgets come first");
  await page.getByRole("button", { name: "Back to this step’s moment" }).click();
  await page.waitForFunction((at) => document.querySelector(".controls input[type=range]").value === at, at);
  await teacher(page).getByRole("button", { name: /^Next/ }).click();
  await title(page, "Then by priority");
  assert.match(page.url(), /#lesson=preemption&at=5$/);
  await page.reload();
  await title(page, "Then by priority");
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await teacher(page).waitFor({ state: "detached" });
  assert.match(page.url(), /#scenario=reprieve$/);
  assert.match(await page.locator(".bar .title").innerText(), /put back first/);
  // A tab of its own, where a file that is not there is no complaint.
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
  const text = page.locator(".editor textarea");
  const before = await text.inputValue();
  await text.fill(before.replace("cpu: 2000m", "cpu: 1500m"));
  await page.keyboard.press("Control+Enter");
  await teacher(page).locator(".answer.right", { hasText: "the engine agrees" }).waitFor();
  await teacher(page).getByRole("button", { name: "Back to the lesson’s run" }).click();
  await teacher(page).locator(".answer", { hasText: "Not reached yet" }).waitFor();
  assert.equal(await text.inputValue(), before, "the lesson runs its own text again");
}

export async function lessons_can_be_used_by_everybody({ open }) {
  for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "zh-CN"]]) {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page } = await open("#lesson=one-cycle&at=2", { colorScheme, viewport, locale });
      await teacher(page).locator(".choice").first().waitFor();
      await page.locator(".page.asks").waitFor();
      await teacher(page).locator(".choice").first().click();
      await teacher(page).locator(".answer").waitFor();
      await settled(page);
      await usable(page, `${colorScheme} ${viewport.width}`);
    }
  }
}
