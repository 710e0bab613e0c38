// Predictions: the run stops before a decision, and the engine checks the user's prediction.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { LOOKS, fillText, lastMoment, looked, moment, openBuilder, openConsole, ready, settled, textOf, usable, written } from "./harness.mjs";

export const notInFirefox = { a_teachers_own_lesson_can_be_saved_as_a_file: "its driver does not tell of downloads" };

const asked = (page) => page.locator("#narrator.course");
const open_question = (page) => page.locator(".page.asks #narrator .choice").first().waitFor();
const choose = (page, name) => asked(page).locator(".choice", { hasText: name }).click();
const at = async (page) => Number(await moment(page));

export async function decisions_are_predicted_wrong_and_right({ open }) {
  const { page, context } = await open("#scenario=first-pod", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  await openConsole(page);
  await page.keyboard.press("q");
  await page.locator(".predict[aria-pressed=true]").waitFor();
  await page.locator(".page.predicts").waitFor();
  // Neither jumping to the end nor playing passes the decision.
  await page.keyboard.press("End");
  await open_question(page);
  const before = await at(page);
  assert.match(await asked(page).locator(".question").innerText(), /Which node does web get/);
  // The past is visible: the timeline ends at the question.
  assert.ok(await page.locator(".timeline").first().isVisible());
  assert.equal(await at(page), Number(await lastMoment(page)), "nothing comes after the question");
  const told = () => page.locator(".page").innerText();
  assert.doesNotMatch(await told(), /449|Successfully assigned/);
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(page), before);
  await choose(page, "node-a");
  await asked(page).locator(".answer.wrong", { hasText: "node-a is rejected" }).waitFor();
  assert.doesNotMatch(await told(), /449/, "a wrong answer reveals nothing of the others");
  await page.locator("#stage .node-link", { hasText: "node-c" }).first().click();
  await asked(page).locator(".answer.right", { hasText: "449" }).waitFor();
  await asked(page).locator("li", { hasText: "node-b fits and scores 399, but node-c scores 449" }).waitFor();
  await page.locator(".page:not(.predicts)").waitFor();
  assert.ok(await page.locator(".timeline").first().isVisible());
  assert.ok(await page.locator("#console").isVisible());
  await page.keyboard.press("End");
  await page.locator("#narrator .predicted.over", { hasText: "0 of 1 predicted" }).waitFor();
  // The setting is remembered, but the answers are not.
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".page.predicts").waitFor();
  await other.keyboard.press("End");
  await open_question(other);
  await other.keyboard.press("q");
  await asked(other).waitFor({ state: "detached" });
}

export async function victims_are_predicted_in_their_order({ open }) {
  for (const [locale, show, score] of [["en-US", "Show me", "1 of 2 predicted"], ["zh-CN", "显示答案", "预测对 1/2"]]) {
    const { page } = await open("#scenario=reprieve", { locale });
    await ready(page);
    await page.locator("button.predict").click();
    await page.keyboard.press("End");
    await open_question(page);
    await choose(page, "node-a");
    await asked(page).locator(".answer.right").waitFor();
    await page.keyboard.press("End");
    await asked(page).locator(".question", { hasText: "2" }).waitFor();
    await open_question(page);
    // A click on a pod on the stage answers; the second victim is another pod than the first.
    await choose(page, "batch");
    await asked(page).locator(".answer.wrong").waitFor();
    await choose(page, "web");
    await asked(page).locator(".answer.right").waitFor();
    await open_question(page);
    await choose(page, "batch");
    await page.locator(".page:not(.asks)").waitFor();
    await asked(page).locator(".count", { hasText: score }).waitFor();
    // The second attempt: revealing without an answer shows the result.
    await page.keyboard.press("End");
    await open_question(page);
    await asked(page).getByRole("button", { name: show }).click();
    await asked(page).locator(".answer", { hasText: "node-a" }).waitFor();
  }
}

export async function a_quiz_is_a_link({ open }) {
  const { page } = await open("#scenario=ladder&step=preempts:preemptor");
  await ready(page);
  await page.locator("#open-share").click();
  const link = page.getByRole("textbox", { name: "As a quiz" });
  await link.waitFor();
  const quiz = await link.inputValue();
  assert.match(await page.locator(".ways section").filter({ has: link }).innerText(), /^As a quiz\s+The link opens/, "the heading stands above what it is for");
  assert.match(quiz, /\/s\/ladder\/#step=potential:preemptor&quiz$/);
  // A fresh profile, without any stored state.
  const { page: pupil } = await open("", { nowhere: true });
  await pupil.goto(quiz);
  await open_question(pupil);
  assert.match(await asked(pupil).locator(".question").innerText(), /evicted from node-./);
  assert.equal(await at(pupil), Number(await lastMoment(pupil)), "nothing comes after the question");
  await choose(pupil, "a-database");
  await asked(pupil).locator(".answer.wrong").waitFor();
  assert.equal(await pupil.evaluate(() => localStorage.getItem("schedscope.predict")), null, "a quiz changes nobody's settings");
  // Presentation mode: large, with a QR code.
  await pupil.keyboard.press("p");
  await pupil.locator(".page.presents #narrator svg.code path").waitFor();
  const size = await asked(pupil).locator(".question").evaluate((it) => parseFloat(getComputedStyle(it).fontSize));
  assert.ok(size >= 28, `${size} px`);
  const bottom = async (place) => place.evaluate((it) => it.getBoundingClientRect().bottom);
  assert.ok((await bottom(asked(pupil).locator(".question"))) <= (await bottom(asked(pupil))), "all of the question is in sight");
}

export async function predictions_can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("#scenario=reprieve", look);
    await ready(page);
    await page.keyboard.press("q");
    await page.keyboard.press("End");
    await open_question(page);
    await asked(page).locator(".choice").last().click();
    await asked(page).locator(".answer").waitFor();
    await settled(page);
    await usable(page, looked(look));
  }
}

const LESSON = `---
title: Mine
goal: Try it
misconception: Files cannot teach
scenario: first-pod
zh: {title: 我的, goal: 试试, misconception: 文件不能教}
---

## Where does it go?
\`\`\`step
at: {event: popped, pod: default/web}
ask: {kind: node, text: Which node?, zh: 哪个节点？, then: {event: selected, pod: default/web}}
\`\`\`
Look at **requests**.

### 它去哪里？
看看请求。

## The end
That was it.

### 结束
就是这样。
`;

/** Drops a text as a file on the page. */
async function drop(page, text) {
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "mine.md", { type: "text/markdown" }));
    return data;
  }, text);
  await page.dispatchEvent("#stage", "drop", { dataTransfer: data });
}

export async function a_teachers_own_lesson_is_dropped_on_the_page({ open }) {
  const { page } = await open("#scenario=ladder", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  // A lesson that its run contradicts is rejected, with the line.
  await drop(page, LESSON.replace("at: {event: popped", "at: {event: gone"));
  await page.locator(".trouble", { hasText: "line 11: step `Where does it go?`: the run has no such moment: gone of default/web" }).waitFor();
  await drop(page, LESSON);
  await asked(page).locator("h2", { hasText: "Where does it go?" }).waitFor();
  await open_question(page);
  await choose(page, "node-b");
  await asked(page).locator(".answer.wrong", { hasText: "but another node scores more." }).waitFor();
  await choose(page, "node-c");
  await asked(page).locator(".answer.right").waitFor();
}

export async function a_teachers_own_lesson_can_be_saved_as_a_file({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  await drop(page, LESSON);
  await open_question(page);
  await page.locator("#open-share").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the lesson" }).click()]);
  assert.equal(saved.suggestedFilename(), "mine.md");
  assert.equal(readFileSync(await saved.path(), "utf8"), LESSON);
}

export async function a_teachers_own_lesson_survives_a_reload({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  // A claim that the run contradicts is rejected, with its line.
  await drop(page, LESSON.replace("at: {event: popped", 'claims: ["default/web bound to node-a"]\nat: {event: popped'));
  await page.locator(".trouble", { hasText: "line 11: step `Where does it go?`: this claim doesn’t hold in the run: default/web bound to node-a" }).waitFor();
  await drop(page, LESSON);
  await open_question(page);
  await written(page, "## Where does it go?");
  await page.reload();
  await asked(page).locator("h2", { hasText: "Where does it go?" }).waitFor();
  await open_question(page);
}

export async function a_teachers_own_lesson_can_be_fetched_from_another_host({ open, url }) {
  const { page, context } = await open("", { nowhere: true });
  const answer = (route, body) => route.fulfill({ body, headers: { "access-control-allow-origin": "*" } });
  await context.route("https://files.example/**", (route) => answer(route, LESSON));
  await context.route("https://api.github.com/gists/abc123", (route) => answer(route, JSON.stringify({ files: { "mine.md": { content: LESSON } } })));
  for (const fragment of ["#url=https://files.example/mine.md", "#gist=abc123"]) {
    await page.goto("about:blank");
    await page.goto(url + fragment, { waitUntil: "load" });
    await page.getByRole("button", { name: "Fetch and open it" }).click();
    await asked(page).locator("h2", { hasText: "Where does it go?" }).waitFor();
    await open_question(page);
  }
}

export async function problems_of_an_own_lesson_are_in_the_pages_language({ open }) {
  const { page } = await open("#scenario=ladder", { locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  await ready(page);
  const told = (text) => page.locator(".trouble", { hasText: text }).waitFor();
  await drop(page, LESSON.replace("at: {event: popped", "at: {event: gone"));
  await told("无法打开这节课：第 11 行：步骤 `Where does it go?`：本次运行中没有这一时刻：gone（default/web）");
  // Changing the language translates the current problem and later ones.
  await page.getByRole("button", { name: "English" }).click();
  await told("line 11: step `Where does it go?`: the run has no such moment: gone of default/web");
  for (const [old, wrong, said] of [
    ["scenario: first-pod", "scenario: nothing", "nothing"],
    ["kind: node", "kind: nose", "ask.kind"],
    ["## The end\n", "## The end\n<b>x</b>\n", "HTML is not allowed in a lesson"],
  ]) {
    await drop(page, LESSON.replace(old, wrong));
    await told(said);
  }
}

export async function an_own_lesson_keeps_its_place_after_an_edit_and_a_reload({ open }) {
  const { page } = await open("#scenario=ladder", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  await drop(page, LESSON);
  await open_question(page);
  await choose(page, "node-b");
  await choose(page, "node-c");
  await asked(page).locator(".answer.right").waitFor();
  await asked(page).getByRole("button", { name: /^Next ›/ }).click();
  await asked(page).locator("h2", { hasText: "The end" }).waitFor();
  // Only the place.
  await written(page, "<!-- schedscope 1 ");
  await page.reload();
  await asked(page).locator("h2", { hasText: "The end" }).waitFor();
  // The place, the answers and the changed text.
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  const changed = `# Mine now.\n${await textOf(page)}`;
  await fillText(page, changed);
  await page.keyboard.press("Control+Enter");
  await asked(page).getByRole("button", { name: "Back to the lesson’s run" }).waitFor();
  await written(page, "# Mine now.");
  await page.reload();
  await asked(page).locator("h2", { hasText: "The end" }).waitFor();
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  assert.equal(await textOf(page), changed);
  await asked(page).getByRole("button", { name: "Back to the lesson’s run" }).click();
  await asked(page).getByRole("button", { name: "Back to the lesson’s run" }).waitFor({ state: "detached" });
  await asked(page).getByRole("button", { name: /^Next ›/ }).click();
  assert.equal(await asked(page).locator(".score").innerText(), "0 of 1 right on the first try");
}
