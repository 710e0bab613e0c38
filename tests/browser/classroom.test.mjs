// Classes without a server: lessons written in the page, students' results, and the teacher's table.
import assert from "node:assert/strict";
import { LOOKS, looked, ready, settled, until, usable } from "./harness.mjs";

const WIDE = { viewport: { width: 1440, height: 900 } };

/** Opens a tab of the dialog for teachers. */
async function sheet(page, [open, teachers, tab] = ["Open", "For teachers", "Lesson"]) {
  await page.getByRole("button", { name: open, exact: true }).click();
  await page.locator(".gallery").getByRole("button", { name: teachers }).click();
  const dialog = page.locator("dialog.classroom");
  await dialog.getByRole("tab", { name: tab, exact: true }).click();
  return dialog;
}

const narrator = (page) => page.locator("#narrator.course");
const title = (page, text) => narrator(page).locator("h2").filter({ hasText: text }).waitFor();
const next = (page) => narrator(page).getByRole("button", { name: /^Next ›/ }).click();
const choose = (page, name) => narrator(page).locator(".choice", { hasText: name }).click();
const isRight = (dialog) => dialog.locator(".verdict .right", { hasText: "6 steps, 2 questions, 1 task" }).waitFor();
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Creates a lesson from the template, and returns its text. */
async function template(dialog) {
  await dialog.locator(".verdict", { hasText: "Nothing is written yet" }).waitFor();
  await dialog.getByRole("button", { name: "Start from the template" }).click();
  await isRight(dialog);
  return dialog.locator("#lesson-text").inputValue();
}

export async function a_lesson_is_written_answered_and_handed_in({ open }) {
  const { page: teacher } = await open("", WIDE);
  await ready(teacher);
  const dialog = await sheet(teacher);
  const area = dialog.locator("#lesson-text");
  const text = (await template(dialog)).replace("title: Where does the pod go?", "title: Our first lesson");
  // A problem is shown with its line and a suggestion.
  const wrong = text.replace("at: {event: bound, pod: default/report}", "at: {event: bound, pod: default/repot}");
  await area.fill(wrong);
  const said = dialog.locator(".verdict .warned");
  await said.filter({ hasText: /line \d+: step .*the run has no such moment.*check the name and namespace/ }).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Try it as a student" }).isDisabled(), true);
  await dialog.getByRole("button", { name: /^Go to line \d+$/ }).click();
  const line = Number(/line (\d+)/.exec(await said.innerText())[1]);
  const selected = await area.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd));
  assert.equal(selected, wrong.split("\n")[line - 1]);
  assert.equal(selected, "at: {event: bound, pod: default/repot}");
  // All problems are shown at once, each with its line.
  const more = wrong.replace("look: default/batch", "lok: default/batch").replace("bound: [default/batch]", "bound: [default/batsch]");
  await area.fill(more);
  await dialog.locator(".verdict li").nth(2).waitFor();
  const lines = (await said.allInnerTexts()).map((problem) => Number(/line (\d+)/.exec(problem)[1]));
  assert.deepEqual(lines, ["default/repot", "lok: ", "default/batsch"].map((words) => more.slice(0, more.indexOf(words)).split("\n").length));
  await dialog.getByRole("button", { name: `Go to line ${lines[1]}` }).click();
  assert.equal(await area.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd)), "lok: default/batch");
  // A missing translation is only a warning.
  await area.fill(text.replace("goal: Say", "zh: {title: 第一课}\ngoal: Say"));
  await isRight(dialog);
  await dialog.locator(".verdict .noted", { hasText: /line 3: not translated: zh\.goal/ }).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Try it as a student" }).isDisabled(), false);
  await area.fill(text);
  await isRight(dialog);
  await dialog.locator(".seen h2", { hasText: "Our first lesson" }).waitFor();
  // A reload keeps the lesson.
  await teacher.reload();
  await ready(teacher);
  await sheet(teacher);
  assert.equal(await area.inputValue(), text);
  await isRight(dialog);
  await dialog.locator(".shares summary").click();
  const link = await dialog.getByLabel("Link to the lesson").inputValue();
  assert.match(link, /#l1:[\w-]+$/);
  assert.ok(link.length < 1200, `${link.length} characters`);
  await dialog.locator(".link-box svg.code").waitFor();

  // A student, in a separate browser profile.
  const { page: student } = await open(new URL(link).hash, WIDE);
  await title(student, "Two nodes");
  await next(student);
  await choose(student, "small");
  await narrator(student).locator(".answer.wrong").waitFor();
  await choose(student, "large");
  await narrator(student).locator(".answer.right").waitFor();
  await next(student);
  await next(student);
  await choose(student, "No");
  await narrator(student).locator(".answer.right").waitFor();
  // A reload keeps the student's place and answers.
  await student.reload();
  await title(student, "The second pod");
  for (const step of ["Free cpu in pieces", "Your turn", "End of the lesson"]) {
    await next(student);
    await title(student, step);
  }
  const output = narrator(student).getByLabel("Result code");
  const before = await output.innerText();
  // The code contains the name while it is being typed.
  await student.locator("#student-name").pressSequentially("Ada Lovelace");
  await narrator(student).locator(".hand-in", { hasText: "It is no proof" }).waitFor();
  await until("the name is in the code", async () => (await output.innerText()) !== before);
  await narrator(student).getByRole("button", { name: "Copy the code" }).click();
  const code = await until("a code", async () => (await copied(student)).startsWith("r3:") && copied(student));
  assert.equal(code, await output.innerText());

  // The teacher's table, with invalid lines.
  await dialog.getByRole("tab", { name: "Results" }).click();
  await dialog.getByText("No results yet.").waitFor();
  await dialog.locator("#result-codes").fill(`Here it is: ${code}\n${code.slice(0, -2)}\nhello\n${code}\n`);
  await dialog.locator(".verdict", { hasText: "1 result; 1 sent twice; 2 lines could not be used" }).waitFor();
  const problems = await dialog.locator(".verdict li").allInnerTexts();
  assert.match(problems[0], /^Line 2: the code is cut off or mistyped/);
  assert.match(problems[1], /^Line 3: no code on this line/);
  assert.match(problems[2], /^Line 4: sent twice: the same attempt as on line 1/);
  await dialog.getByRole("button", { name: "Copy for a spreadsheet" }).click();
  const table = await until("a table", async () => (await copied(teacher)).startsWith("Student\t") && copied(teacher));
  const rows = table.trim().split("\n").map((row) => row.split("\t"));
  assert.deepEqual(rows.slice(1).map((row) => [row[0], row[1], row[3], row[5], row[6], row[7]]), [
    ["Ada Lovelace", "Our first lesson", "2", "small", "right later", "2"],
    ["Ada Lovelace", "Our first lesson", "4", "No", "right at the first try", "1"],
    ["Ada Lovelace", "Our first lesson", "6", "", "task not solved", "0"],
  ]);
  assert.ok(Number(rows[1][8]) >= 1, `${rows[1][7]} s`);
  assert.equal(rows[1][4], "report requests 2500m. Where does it go?");
  // What was answered: the question that fewest got right comes first, and its wrong choices before the right one.
  const asked = dialog.locator("tbody tr", { hasText: "Step 2: report requests 2500m. Where does it go?" }).first();
  assert.deepEqual(await asked.locator(".first-choices li.warned").allInnerTexts(), ["1 × small"]);
  assert.equal(await dialog.locator("tbody tr").first().innerText(), await asked.innerText());
}

export async function an_own_lesson_keeps_its_appearance({ open }) {
  const { page: teacher } = await open("", WIDE);
  await ready(teacher);
  const dialog = await sheet(teacher);
  await template(dialog);
  await dialog.locator(".shares summary").click();
  const link = await dialog.getByLabel("Link to the lesson").inputValue();
  const { page } = await open(`${new URL(link).hash}&theme=dark&present`, WIDE);
  await title(page, "Two nodes");
  await next(page);
  await title(page, "The first pod");
  // The text is not in the address: a reload opens the draft at the same step, with the same appearance.
  await until("the address", () => /#theme=dark&present$/.test(page.url()));
  await page.reload();
  await title(page, "The first pod");
  await page.locator(".page.presents").waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.keyboard.press("Escape");
  await page.locator(".page:not(.presents)").waitFor();
  await until("the address", () => /#theme=dark$/.test(page.url()));
}

export async function a_course_is_one_link({ open }) {
  const { page } = await open("#scenario=ladder", WIDE);
  await ready(page);
  const dialog = await sheet(page);
  await template(dialog);
  await dialog.getByRole("button", { name: "Add to the course" }).click();
  await dialog.locator(".plan li", { hasText: "Where does the pod go?" }).waitFor();
  await dialog.getByLabel("A lesson of this page").selectOption({ label: "Taints and tolerations" }).catch(() => dialog.getByLabel("A lesson of this page").selectOption({ index: 2 }));
  await dialog.getByLabel("A scenario of this page").selectOption({ index: 1 });
  await dialog.getByLabel("Title of the course").fill("Week one");
  await dialog.getByLabel("Title of the course").press("Enter");
  assert.equal(await dialog.locator(".plan li").count(), 3);
  await dialog.locator(".plan li").nth(2).getByRole("button", { name: /^Move up/ }).click();
  // The moved item keeps the focus.
  await page.waitForFunction(() => document.activeElement?.closest(".plan > li:nth-child(2)") && document.activeElement.textContent === "↑");
  const titles = await dialog.locator(".plan li b").allInnerTexts();
  const link = await dialog.getByLabel("Link to the course").inputValue();
  assert.match(link, /#c1:[\w-]+$/);

  const { page: student } = await open(new URL(link).hash, WIDE);
  const bar = student.locator(".course-bar");
  await bar.filter({ hasText: "Week one · part 1 of 3 · Where does the pod go?" }).waitFor();
  await title(student, "Two nodes");
  await narrator(student).locator(".count", { hasText: "Step 1 of 6" }).waitFor();
  assert.equal(await narrator(student).getByRole("group", { name: "Steps of the lesson" }).count(), 1);
  assert.equal(await bar.getByRole("button", { name: /^(Back|Next)$/ }).count(), 0, "no button is named as one of the steps");
  // The keys move by steps, not by parts.
  await student.keyboard.press("c");
  await choose(student, "large");
  await narrator(student).locator(".answer.right").waitFor();
  await bar.getByRole("button", { name: "Next scenario" }).click();
  await bar.filter({ hasText: `part 2 of 3 · ${titles[1]}` }).waitFor();
  await narrator(student).waitFor({ state: "detached" });
  await student.reload();
  await bar.filter({ hasText: "part 2 of 3" }).waitFor();
  // The answers are kept over a reload, and when the student returns to a lesson.
  await bar.getByRole("button", { name: "Previous lesson" }).click();
  await title(student, "Two nodes");
  await student.keyboard.press("c");
  await narrator(student).locator(".answer.right").waitFor();
  await bar.getByRole("button", { name: "Next scenario" }).click();
  await bar.getByRole("button", { name: "Next lesson" }).click();
  await narrator(student).locator(".about", { hasText: titles[2] }).waitFor();
  await bar.getByRole("button", { name: "Leave the course" }).click();
  await bar.waitFor({ state: "detached" });
}

export async function a_course_is_handed_in_with_one_code({ open }) {
  const { page: teacher } = await open("", WIDE);
  await ready(teacher);
  const dialog = await sheet(teacher);
  await template(dialog);
  await dialog.getByRole("button", { name: "Add to the course" }).click();
  const lessons = dialog.getByLabel("A lesson of this page");
  await until("the lessons", async () => (await lessons.locator("option").count()) > 2);
  const label = await lessons.locator("option").nth(1).innerText();
  await lessons.selectOption({ index: 1 });
  const link = await dialog.getByLabel("Link to the course").inputValue();

  const { page: student } = await open(new URL(link).hash, WIDE);
  const bar = student.locator(".course-bar");
  await title(student, "Two nodes");
  await next(student);
  await choose(student, "large");
  await narrator(student).locator(".answer.right").waitFor();
  await bar.getByRole("button", { name: "Next lesson" }).click();
  await narrator(student).locator(".about", { hasText: label }).waitFor();
  // Goes to the end and answers only the first question.
  let answered = false;
  for (;;) {
    if (!answered && (await narrator(student).locator(".choice").count())) {
      await narrator(student).locator(".choice").first().click();
      await narrator(student).locator(".answer").waitFor();
      answered = true;
    }
    const step = narrator(student).getByRole("button", { name: /^Next ›/ });
    if (!(await step.count())) break;
    const before = await narrator(student).locator(".count").innerText();
    await step.click();
    await student.waitForFunction((before) => document.querySelector("#narrator .count").innerText !== before, before);
  }
  assert.ok(answered, "the first lesson asks something");
  await narrator(student).getByText("your answers of 2 lessons").waitFor();
  await student.locator("#student-name").fill("Ada");
  const output = narrator(student).getByLabel("Result code");
  const code = await output.innerText();
  assert.match(code, /^r3:[0-9a-z-]+$/);
  await narrator(student).getByRole("button", { name: "QR code of the result", exact: true }).click();
  await narrator(student).locator("svg.code").waitFor();

  await dialog.getByRole("tab", { name: "Results" }).click();
  await dialog.locator("#result-codes").fill(`Hello, ${code}\n`);
  await dialog.locator(".verdict", { hasText: "2 results." }).waitFor();
  const names = await dialog.locator("tbody tr td:nth-child(2)").allInnerTexts();
  assert.ok(["Where does the pod go?", label].every((name) => names.some((it) => it.includes(name.replace(/^\d+ · /, "")))), names.join(" · "));
  // The link opens the same table.
  const { page: other } = await open(`#${code.replaceAll("-", "")}`, WIDE);
  await other.locator("dialog.classroom .verdict", { hasText: "2 results." }).waitFor();
}

export async function a_qr_code_can_fill_the_window({ open }) {
  const { page } = await open("", WIDE);
  await ready(page);
  const dialog = await sheet(page);
  await template(dialog);
  await dialog.locator(".shares summary").click();
  const small = dialog.locator(".link-box .qr-button");
  const large = page.locator("dialog.qr-large");
  for (const [how, close] of [
    ["Enter", () => page.keyboard.press("Escape")],
    ["click", () => large.locator("svg.code").click()],
    ["Enter", () => page.keyboard.press("Enter")],
    ["click", () => page.mouse.click(4, 4)],
  ]) {
    await (how === "click" ? small.click() : small.press("Enter"));
    await large.waitFor();
    const { width, height } = await large.locator("svg.code").boundingBox();
    assert.ok(Math.min(width, height) > 0.9 * WIDE.viewport.height && height <= WIDE.viewport.height, `${width} × ${height}`);
    await close();
    await large.waitFor({ state: "detached" });
    assert.ok(await dialog.isVisible(), "the sheet stays open");
    assert.equal(await page.evaluate(() => document.activeElement.className), "qr-button", how);
  }
}

export async function a_damaged_link_shows_an_error({ open }) {
  for (const [hash, said] of [
    ["#l1:AAAA", /link is damaged/],
    ["#c1:AAAA", /link is damaged/],
    ["#r1:00000-00000-00000", /link is damaged/],
    ["#r2:00000-00000-00000", /link is damaged/],
    ["#r3:00000-00000-00000", /link is damaged/],
    ["#l7:AAAA", /newer version of this page/],
  ]) {
    const { page } = await open(hash, WIDE);
    await ready(page);
    await page.locator(".troubles", { hasText: said }).waitFor();
  }
}

export async function everybody_can_teach_a_class({ open }) {
  for (const look of LOOKS) {
    const zh = look.locale === "zh-CN";
    const { page } = await open("", look);
    await ready(page);
    const dialog = await sheet(page, zh ? ["打开", "教师", "课程"] : ["Open", "For teachers", "Lesson"]);
    await dialog.getByRole("button", { name: zh ? "从模板开始" : "Start from the template" }).click();
    await dialog.locator(".verdict .right").waitFor();
    await dialog.locator(".shares summary").click();
    await settled(page);
    await usable(page, `lesson ${looked(look)}`, { within: ".classroom" });
    for (const name of zh ? ["课程计划", "结果"] : ["Course", "Results"]) {
      await dialog.getByRole("tab", { name, exact: true }).click();
      await settled(page);
      await usable(page, `${name} ${looked(look)}`, { within: ".classroom" });
    }
  }
}
