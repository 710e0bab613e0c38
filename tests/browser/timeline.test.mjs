// The console: lines that lead to their moments, a pod described, text to copy.
import assert from "node:assert/strict";

const slider = (page) => page.locator(".player input[type=range]");
const title = (page) => page.locator(".story h2");
const ready = async (page) => page.waitForFunction(() => Number(document.querySelector("input[type=range]")?.max) > 10);
const tab = async (page, name) => page.getByRole("tab", { name }).click();

export async function a_log_line_leads_to_its_moment({ open }) {
  const { page } = await open();
  await ready(page);
  await tab(page, "Scheduler log");
  await page.keyboard.press("End");
  const present = page.locator("#console [aria-current]");
  assert.match(await present.innerText(), /to the unschedulable pods/);
  const search = page.getByRole("searchbox", { name: "Filter the lines" });
  await search.fill("potential preemption");
  await page.getByRole("button", { name: /Pod is a potential preemption victim/ }).click();
  await search.fill("");
  assert.match(await title(page).innerText(), /must go$/);
  assert.match(await present.innerText(), /potential preemption victim/);
  assert.equal(await page.getByRole("button", { name: /Preemptor Pod preempted/ }).count(), 0, "the future is not told");
  await page.getByLabel("What comes").check();
  await page.getByRole("button", { name: /Preemptor Pod preempted/ }).click();
  assert.equal(await title(page).innerText(), "A pod has to go");
  await page.getByRole("button", { name: "v1.16" }).click();
  await ready(page);
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Attempting to schedule pod: default/nginx-a" }).first().waitFor();
}

export async function a_waiting_pod_is_described({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("End");
  await tab(page, "kubectl describe pod");
  await page.keyboard.press("n");
  const text = () => page.locator("#console .described").innerText();
  assert.match(await text(), /Name: +nginx-a/);
  assert.doesNotMatch(await text(), /FailedScheduling/);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("Shift+ArrowRight");
  assert.match(await text(), /PodScheduled +False +Unschedulable +0\/1 nodes are available: 1 Insufficient cpu\./);
  assert.match(await text(), /Warning +FailedScheduling +0s +default-scheduler/);
  const at = await slider(page).inputValue();
  await page.getByRole("button", { name: /FailedScheduling/ }).click();
  assert.ok(Number(await slider(page).inputValue()) < Number(at));
}

export async function lines_are_filtered_and_copied({ open }) {
  const { page, context } = await open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ready(page);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Copy as text" }).click();
  await page.locator(".toast.shown").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^NAME +READY +STATUS/);
  assert.match(copied, /nginx-a +1\/1 +Running/);
  await tab(page, "Scheduler log");
  await page.getByRole("searchbox", { name: "Filter the lines" }).fill("no fit");
  const lines = await page.locator("#console .rows li").allInnerTexts();
  assert.ok(lines.length > 0 && lines.every((line) => line.includes("no fit")), lines.join("\n"));
  await page.getByRole("button", { name: "Copy as text" }).click();
  await page.waitForFunction(async (count) => (await navigator.clipboard.readText()).trim().split("\n").length === count, lines.length);
}
