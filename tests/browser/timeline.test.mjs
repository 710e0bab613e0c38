// The console: lines that lead to their moments, a pod described, text to copy.
import assert from "node:assert/strict";
import { moments, openConsole, ready } from "./harness.mjs";

const slider = moments;
const title = (page) => page.locator(".story h2");
const tab = async (page, name) => page.locator(".console").getByRole("tab", { name }).click();

export async function a_log_line_leads_to_its_moment({ open }) {
  const { page } = await open();
  await ready(page);
  await openConsole(page);
  await tab(page, "Scheduler log");
  await page.keyboard.press("End");
  const present = page.locator("#console [aria-current]");
  assert.match(await present.innerText(), /to the unschedulable pods/);
  const search = page.getByRole("searchbox", { name: "Filter the lines" });
  await search.fill("potential preemption");
  await page.getByRole("button", { name: /Pod is a potential preemption victim/ }).click();
  await search.fill("");
  assert.match(await title(page).innerText(), /is a victim$/);
  assert.match(await present.innerText(), /potential preemption victim/);
  assert.equal(await page.getByRole("button", { name: /Preemptor Pod preempted/ }).count(), 0, "the future is not told");
  await page.getByLabel("Show future lines").check();
  await page.getByRole("button", { name: /Preemptor Pod preempted/ }).click();
  assert.equal(await title(page).innerText(), "Victim terminating");
  await page.getByRole("button", { name: "v1.16" }).click();
  await ready(page);
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Attempting to schedule pod: default/nginx-a" }).first().waitFor();
}

export async function the_newest_line_stays_in_its_place({ open }) {
  const { page } = await open();
  await ready(page);
  await openConsole(page);
  const fresh = page.locator(".console .line.fresh").last();
  for (let step = 0; step < 40 && (await fresh.count()) === 0; step += 1) await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await fresh.evaluate((it) => getComputedStyle(it).position), "static");
}

export async function a_waiting_pod_is_described({ open }) {
  const { page } = await open();
  await ready(page);
  await openConsole(page);
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
  const { page } = await open();
  await ready(page);
  await openConsole(page);
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

const grip = (page) => page.getByRole("slider", { name: "Playhead" });
const at = async (page) => Number(await slider(page).inputValue());

export async function the_playhead_goes_by_keyboard_and_by_pointer({ open }) {
  const { page } = await open();
  await ready(page);
  await grip(page).focus();
  for (const [key, wanted] of [["ArrowRight", 1], ["ArrowUp", 2], ["PageUp", 12], ["ArrowDown", 11], ["ArrowLeft", 10], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await at(page), wanted, key);
  }
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Time", exact: true }).click();
  const last = await slider(page).getAttribute("max");
  assert.equal(await grip(page).getAttribute("aria-valuetext"), `1 m 09 s, moment ${last} of ${last}`);
  const ruler = await page.locator(".ruler .track").boundingBox();
  await page.mouse.move(ruler.x + ruler.width * 0.9, ruler.y + 10);
  await page.mouse.down();
  await page.mouse.move(ruler.x + ruler.width * 0.7, ruler.y + 10, { steps: 4 });
  await page.mouse.up();
  assert.match(await grip(page).getAttribute("aria-valuetext"), /^37\.1 s, /, "between the preemption and the victim's end");
}

export async function a_range_is_zoomed_to({ open }) {
  const { page } = await open();
  await ready(page);
  await page.getByRole("button", { name: "Time", exact: true }).click();
  const ticks = () => page.locator(".ruler b").allInnerTexts();
  assert.deepEqual(await ticks(), ["0 s", "10 s", "20 s", "30 s", "40 s", "50 s", "1:00"]);
  const lane = await page.locator(".lane-row .track").first().boundingBox();
  const drag = async (box, from, to) => {
    await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await drag(lane, 0.5, 0.6);
  assert.match((await ticks()).join(" "), /^35 s 36 s 37 s/);
  assert.equal(await at(page), 0, "a drag does not move the playhead");
  const overview = await page.locator(".overview .track").boundingBox();
  await drag(overview, 0.55, 0.95);
  assert.match((await ticks()).join(" "), /1:0[1-9]/);
  await page.getByRole("button", { name: "The whole run" }).click();
  assert.equal((await ticks()).length, 7);
  await page.keyboard.press("n");
  // The picture waits for the detail of the attempt, which the worker finds.
  await page.waitForFunction(() => document.querySelector(".story h2")?.innerText === "Can it preempt?");
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  await page.waitForFunction(() => /^30 s.*4\d s$/.test([...document.querySelectorAll(".ruler b")].map((it) => it.innerText).join(" ")));
  await page.keyboard.press("0");
  assert.equal((await ticks()).length, 7);
  await page.mouse.move(lane.x + lane.width / 2, lane.y + 5);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.querySelector(".ruler b").innerText !== "0 s");
  await page.keyboard.press("0");
  await page.getByRole("button", { name: "Steps" }).click();
  assert.deepEqual((await ticks()).slice(0, 3), ["0", "10", "20"]);
  const sign = page.locator(".sign.preempts").last();
  await sign.click();
  assert.equal(await title(page).innerText(), "Can it preempt?");
}

export async function lanes_tell_the_state_of_each_pod({ open }) {
  const { page } = await open();
  await ready(page);
  const vip = page.locator(".timeline").getByRole("button", { name: /^nginx-a, priority 1000000/ });
  assert.match(await vip.getAttribute("aria-label"), /not in the cluster$/);
  await page.keyboard.press("n");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".timeline").getByRole("button", { name: /^nginx-a, priority 1000000, nominated$/ }).waitFor();
  await page.getByRole("button", { name: /^▾ ReplicaSet\/nginx-/ }).click();
  assert.equal(await page.locator(".lane-name").count(), 1);
  await page.getByRole("searchbox", { name: "Filter the pods" }).fill("nothing");
  assert.equal(await page.locator(".lane-row").count(), 0);
}

export async function bookmarks_outlive_the_visit({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("n");
  await page.keyboard.press("b");
  const here = await at(page);
  await page.keyboard.press("Home");
  await page.getByText("Bookmarks (1)").click();
  const list = page.locator(".bookmark-list");
  await list.locator("form input").fill("the start");
  await list.getByRole("button", { name: "Add at this moment" }).click();
  await page.getByText("Bookmarks (2)").waitFor();
  await page.reload();
  await ready(page);
  await page.getByText("Bookmarks (2)").click();
  assert.equal(await list.locator("li input").first().inputValue(), "the start");
  await list.getByRole("button", { name: /^Go to 37 s/ }).click();
  assert.equal(await at(page), here);
  await page.getByRole("button", { name: "v1.16" }).click();
  await ready(page);
  await page.getByText("Bookmarks (0)").waitFor();
  await page.getByRole("button", { name: "v1.34" }).click();
  await list.getByRole("button", { name: /^Remove: 37 s/ }).waitFor({ state: "detached" });
}

export async function can_be_used_by_everybody({ open }) {
  const { default: AxeBuilder } = await import("@axe-core/playwright");
  const names = { "en-US": ["Scheduler log", "kubectl describe pod"], "zh-CN": ["调度器日志", "kubectl describe pod"] };
  for (const [colorScheme, locale] of [["light", "en-US"], ["dark", "zh-CN"]]) {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page } = await open("", { colorScheme, viewport, locale });
      await ready(page);
      await openConsole(page);
      await page.keyboard.press("b");
      await page.keyboard.press("n");
      await page.locator(".bookmarks summary").click();
      for (const name of names[locale]) {
        await tab(page, name);
        await page.waitForTimeout(600);
        const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa"]).analyze();
        const told = violations.map((it) => `${it.id}: ${it.nodes.slice(0, 4).map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("\n  ")}`);
        assert.deepEqual(told, [], `${colorScheme} ${viewport.width} ${name}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${viewport.width}: ${wide} px too wide`);
      }
    }
  }
}

export async function what_is_idle_is_folded_until_it_is_opened({ open }) {
  const { page } = await open();
  await ready(page);
  const fold = page.locator(".ruler .fold");
  await fold.first().waitFor();
  assert.match(await fold.first().innerText(), /^⋯ .* s$/);
  assert.match(await fold.first().getAttribute("aria-label"), /without an event$/);
  const width = () => fold.first().evaluate((it) => it.offsetWidth);
  const closed = await width();
  await fold.first().click();
  assert.equal(await fold.first().getAttribute("aria-expanded"), "true");
  assert.ok((await width()) > closed * 2, `${closed} → ${await width()}`);
  assert.equal(await at(page), 0, "opening a fold does not move the playhead");
  await fold.first().click();
  assert.equal(await width(), closed);
  // Moments are where they belong on both sides of a fold.
  await page.keyboard.press("End");
  const head = await page.locator(".timeline .playhead").evaluate((it) => it.getBoundingClientRect().left);
  const track = await page.locator(".ruler .track").boundingBox();
  assert.ok(head > track.x + track.width * 0.97);
}
