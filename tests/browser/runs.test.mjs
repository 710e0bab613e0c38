// Runs with a configuration, forked runs, and long runs.
import assert from "node:assert/strict";
import { fillText, inspect, lastMoment, moment, openBuilder, openConsole, ready, settled, until, usable } from "./harness.mjs";

const title = (page) => page.locator(".story h2");
const done = async (page) => page.waitForFunction(() => !document.querySelector(".pace .cancel"));

/** Replaces the manifest and runs it. */
async function run(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.getByRole("button", { name: /^Run/ }).click();
}

const node = (name) => `---\nkind: Node\nmetadata: {name: ${name}}\nstatus: {allocatable: {cpu: "4", memory: 8Gi}}\n`;
const pod = (name, more = "") =>
  `---\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${more} containers: [{name: c, resources: {requests: {cpu: "1"}}}]}\n`;

export async function runs_under_a_configuration({ open }) {
  const { page } = await open();
  await ready(page);
  const configuration = `---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration
profiles:\n- plugins:\n    score:\n      disabled: [{name: "*"}]\n      enabled: [{name: ImageLocality, weight: 7}]\n`;
  await run(page, `${node("a")}${node("b")}${configuration}${pod("p")}`);
  await page.getByRole("tab", { name: "Scores" }).click();
  await page.keyboard.press("End");
  const rows = page.locator("#inspector tbody tr");
  await rows.first().waitFor();
  assert.match(await page.locator("#inspector").innerText(), /ImageLocality/);
  assert.doesNotMatch(await page.locator("#inspector").innerText(), /NodeResourcesFit/);
  await run(page, `${node("a")}${configuration.replace("ImageLocality", "ImageLocalty")}${pod("p")}`);
  await page.getByText(/did you mean “ImageLocality”\?/).first().waitFor();
}

export async function shows_every_extension_point_of_a_binding({ open }) {
  const { page } = await open();
  await ready(page);
  const points = ["Reserve", "Permit", "PreBind", "Bind", "PostBind"];
  const seen = [];
  for (let step = 0; step < 40 && seen.length < points.length; step += 1) {
    await page.keyboard.press("ArrowRight");
    const point = points[seen.length];
    if ((await title(page).innerText()) !== point) continue;
    await page.locator(".phases [aria-current]").getByText(point, { exact: true }).waitFor();
    seen.push(point);
  }
  assert.deepEqual(seen, points);
}

export async function forks_a_run_and_returns({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("n");
  const [before, here] = [await title(page).innerText(), await moment(page)];
  await inspect(page, "What if");
  await page.getByLabel("Action").selectOption("Add another node like this");
  await page.getByRole("button", { name: "Fork here" }).click();
  await page.getByRole("heading", { name: "How the runs end" }).waitFor();
  await until("the same step", async () => (await title(page).innerText()) === before);
  assert.equal(await moment(page), here);
  assert.match(await page.locator(".differences:not(.ends)").innerText(), /test-worker-copy/);
  await openConsole(page);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "original run", exact: true }).click();
  await page.getByRole("heading", { name: "Branches" }).waitFor();
  await page.keyboard.press("End");
  assert.doesNotMatch(await page.locator("#console").innerText(), /test-worker-copy/);
  await page.getByRole("button", { name: "add node test-worker-copy", exact: true }).click();
  await page.keyboard.press("End");
  assert.match(await page.locator("#console").innerText(), /test-worker-copy/);
}

export async function answers_what_would_make_a_pod_fit({ open }) {
  const { page } = await open();
  await ready(page);
  await run(page, `${node("a")}${pod("there", "nodeName: a,").replace('"1"', '"3"')}${pod("wants").replace('"1"', '"2"')}`);
  await page.waitForFunction(() => document.querySelector(".clock")?.innerText.includes(" of "));
  await page.keyboard.press("End");
  await page.locator(".lane.unschedulable [data-pod], .lane.backoff [data-pod]").first().click();
  await page.getByRole("button", { name: "What would make it fit?" }).click();
  const answers = page.locator("ul.answers");
  assert.match(await answers.innerText(), /With 1 more cpu on a, it goes to a\./);
  assert.match(await answers.innerText(), /Without there on a, it goes to a after 30 s\./);
  await answers.getByRole("button", { name: "Try it" }).first().click();
  await page.waitForFunction(() => document.querySelector(".clock")?.innerText.includes(" of "));
  await openConsole(page);
  await page.keyboard.press("End");
  assert.match(await page.locator("#console").innerText(), /wants\s+1\/1\s+Running/);
}

export async function compares_two_releases_in_step({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("n");
  const before = await title(page).innerText();
  // Beside the release, another one is offered for comparison.
  const release = page.locator("select.release");
  await release.selectOption({ label: "v1.36 · v1.16" });
  const halves = page.locator(".half");
  await page.waitForFunction(() => document.querySelectorAll(".half").length === 2);
  // Going back returns to the same step of the same release, with the other release beside it.
  await until("the same step", async () => (await title(page).innerText()) === before);
  assert.equal(await release.inputValue(), "v1.36");
  assert.match(await halves.nth(0).innerText(), /^v1\.36/);
  assert.match(await halves.nth(1).innerText(), /^v1\.16/);
  const there = halves.nth(1).locator("h2 small");
  assert.ok((await there.innerText()).endsWith(before), await there.innerText());
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press("ArrowRight");
    assert.ok((await there.innerText()).length > 0);
  }
  // Each picture has the narrator's text of its own run.
  const told = await page.locator(".half .narration").allInnerTexts();
  assert.ok(told.length === 2 && told.every((text) => text.length > 0), JSON.stringify(told));
  await settled(page);
  await usable(page, "two runs");
  await page.getByRole("button", { name: "Close" }).click();
  assert.equal(await halves.count(), 0);
  await inspect(page, "What if");
  await page.getByRole("heading", { name: "Branches" }).waitFor();
  await page.getByRole("button", { name: "v1.16: next to this run" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".half").length === 2);
}

export async function compares_two_configurations({ open }) {
  const { page } = await open();
  await ready(page);
  const there = pod("there", "nodeName: a,");
  await run(page, `${node("a")}${node("b")}${there}${pod("p")}`);
  await page.waitForFunction(() => document.querySelector(".clock")?.innerText.includes(" of "));
  await inspect(page, "What if");
  await page.getByText("Another configuration…").click();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".half").length === 2);
  const count = Number(await lastMoment(page));
  await page.keyboard.press("Home");
  for (let step = 0; step < count && (await title(page).innerText()) !== "The best node is taken"; step += 1) {
    if (/Rank of a/.test(await page.locator(".versus").innerText())) break;
    await page.keyboard.press("ArrowRight");
  }
  const versus = page.locator(".versus");
  assert.match(await versus.innerText(), /Rank of a/);
  assert.match(await versus.innerText(), /goes to b\s+goes to a/);
  assert.equal(await page.locator(".half").nth(0).locator(".node.unlike").count(), 2);
}

export async function shows_a_long_run_as_it_grows_and_stops_it({ open }) {
  const { page } = await open();
  await ready(page);
  const nodes = Array.from({ length: 150 }, (_, at) => node(`n${at}`)).join("");
  const web = `---\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3000, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}\n`;
  await run(page, `${nodes}${web}`);
  // Stopped within the page, because a fast run may end before the driver can click.
  await page.waitForFunction(() => {
    const stop = document.querySelector(".pace .cancel");
    const grows = stop?.innerText === "Stop" && /Scheduling… \d+/.test(document.querySelector(".clock").innerText);
    if (grows) stop.click();
    return grows;
  });
  await page.waitForFunction(() => /stopped/.test(document.querySelector(".clock")?.innerText ?? ""));
  await page.keyboard.press("End");
  const at = await moment(page);
  // Time has to pass here, to check that no more events come.
  await page.waitForTimeout(300);
  assert.equal(await lastMoment(page), at);
  await done(page);
}
