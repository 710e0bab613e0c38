// The console (links to moments, `kubectl describe`, copying) and the timeline.
import assert from "node:assert/strict";
import { lastMoment, looked, LOOKS, moment, openConsole, openLanes, ready, seenGood, settled, spoken, usable } from "./harness.mjs";

const title = (page) => page.locator(".story h2");
const tab = async (page, name) => page.locator(".console").getByRole("tab", { name }).click();

export async function a_log_line_links_to_its_moment({ open }) {
  const { page } = await open("#scenario=preemption");
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
  await page.locator("select.release").selectOption("v1.16");
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

export async function a_pending_pod_is_described({ open }) {
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
  const at = await moment(page);
  await page.getByRole("button", { name: /FailedScheduling/ }).click();
  assert.ok(Number(await moment(page)) < Number(at));
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
const at = async (page) => Number(await moment(page));

export async function the_playhead_moves_by_keyboard_and_pointer({ open }) {
  const { page } = await open();
  await ready(page);
  await openLanes(page);
  await grip(page).focus();
  for (const [key, wanted] of [["ArrowRight", 1], ["ArrowUp", 2], ["PageUp", 12], ["ArrowDown", 11], ["ArrowLeft", 10], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await at(page), wanted, key);
  }
  await page.keyboard.press("End");
  await page.locator("select.scale").selectOption({ index: 1 });
  const last = await lastMoment(page);
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
  await openLanes(page);
  await page.locator("select.scale").selectOption({ index: 1 });
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
  await page.getByRole("button", { name: "The whole run" }).click();
  assert.equal((await ticks()).length, 7);
  await page.keyboard.press("n");
  // Waits until the worker has recomputed the details of the attempt.
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
  await page.locator("select.scale").selectOption({ index: 2 });
  assert.deepEqual((await ticks()).slice(0, 3), ["0", "10", "20"]);
  const sign = page.locator(".lane-row .sign.preempts").last();
  await sign.click();
  assert.equal(await title(page).innerText(), "Can it preempt?");
}

/** The lane of a link's pod is scrolled into view, even though the timeline has no height at first, while a picture or a question hides it. */
export async function the_lane_of_a_link_is_visible({ open }) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const address of ["#scenario=ladder&pod=preemptor&step=preempts:preemptor", "s/ladder/#pod=preemptor&step=preempts:preemptor"]) {
      const { page, context } = await open(address, { viewport: { width, height } });
      await ready(page);
      await openLanes(page);
      const place = () =>
        page.evaluate(() => {
          const [name, list, head] = [".lane-name.chosen", ".timeline .window", ".timeline .window-head"].map((it) => document.querySelector(it).getBoundingClientRect());
          const row = document.querySelector(".lane-row").offsetHeight;
          return { in_sight: name.top >= head.bottom - 1 && name.bottom <= list.bottom + 1, cut: document.querySelector(".timeline .window").scrollTop % row };
        });
      // On a phone, the list may end in the middle of a row.
      const cut = (it) => (width === 1440 ? it.cut : 0);
      await seenGood(`${address} ${width}: the chosen lane is in sight, and none is cut`, place, (it) => it.in_sight && cut(it) === 0);
      await context.close();
    }
  }
}

export async function lanes_show_the_state_of_each_pod({ open }) {
  const { page } = await open();
  await ready(page);
  await openLanes(page);
  const vip = page.locator(".timeline").getByRole("button", { name: /^nginx-a, priority 1000000/ });
  assert.match(await spoken(vip), /not in the cluster$/);
  await page.keyboard.press("n");
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowRight");
  await page.locator(".timeline").getByRole("button", { name: /^nginx-a, priority 1000000, nominated$/ }).waitFor();
  await page.getByRole("button", { name: /^▾ ReplicaSet\/nginx-/ }).click();
  assert.equal(await page.locator(".lane-name").count(), 1);
  await page.getByRole("searchbox", { name: "Filter the pods" }).fill("nothing");
  assert.equal(await page.locator(".lane-row").count(), 0);
}

export async function bookmarks_are_saved({ open }) {
  const { page } = await open();
  await ready(page);
  await openLanes(page);
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
  await page.locator("select.release").selectOption("v1.16");
  await ready(page);
  await page.getByText("Bookmarks (0)").waitFor();
  await page.locator("select.release").selectOption("v1.34");
  await list.getByRole("button", { name: /^Remove: 37 s/ }).waitFor({ state: "detached" });
}

export async function can_be_used_by_everybody({ open }) {
  const names = { "en-US": ["Scheduler log", "kubectl describe pod"], "zh-CN": ["调度器日志", "kubectl describe pod"] };
  for (const look of LOOKS) {
    const { page } = await open("", look);
    await ready(page);
    await openLanes(page);
    await openConsole(page);
    await page.keyboard.press("b");
    await page.keyboard.press("n");
    await page.locator(".bookmarks summary").click();
    for (const name of names[look.locale]) {
      await tab(page, name);
      await settled(page);
      await usable(page, `${looked(look)} ${name}`);
    }
  }
}

export async function idle_time_is_folded_until_it_is_opened({ open }) {
  const { page } = await open();
  await ready(page);
  await openLanes(page);
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
  // Moments on both sides of a fold have the right positions.
  await page.keyboard.press("End");
  const head = await page.locator(".timeline .playhead").evaluate((it) => it.getBoundingClientRect().left);
  const track = await page.locator(".ruler .track").boundingBox();
  assert.ok(head > track.x + track.width * 0.97);
}

/** The arrows' tips and lanes, as the browser draws them. */
const arrowsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".timeline .arrow")].map((arrow) => {
      const [head, shaft] = [".arrow-head", ".arrow-shaft"].map((it) => arrow.querySelector(it).getBoundingClientRect());
      const color = getComputedStyle(arrow.querySelector(".arrow-head")).fill;
      return { told: arrow.getAttribute("aria-label"), color, left: Math.min(head.left, shaft.left), right: head.right, tip: [head.top, head.bottom], shaft: [shaft.top, shaft.bottom] };
    }),
  );

export async function arrows_lead_from_a_preemptor_to_its_victims({ open }) {
  for (const [colorScheme, forcedColors, width] of [["light", "none", 1440], ["dark", "none", 1440], ["dark", "active", 1440], ["light", "none", 390]]) {
    const { page } = await open("#scenario=ladder&step=preempts:preemptor", { colorScheme, forcedColors, viewport: { width, height: 900 } });
    await ready(page);
    await openLanes(page);
    await page.locator(".timeline .arrow").first().waitFor();
    const said = `${colorScheme} ${forcedColors} ${width}`;
    const victims = await page.evaluate(() => [...document.querySelectorAll(".lane-row .seg.terminating")].map((it) => it.closest(".lane-row").querySelector(".name").innerText));
    const arrows = await arrowsOf(page);
    assert.ok(victims.length > 0);
    // The last victim is deleted one request later than the others.
    assert.deepEqual(arrows.map((it) => it.told.replace(/ at [\d.]+ s$/, " at")).sort(), victims.map((name) => `preemptor preempts ${name} at`).sort(), said);
    const rows = await page.evaluate(() =>
      Object.fromEntries([...document.querySelectorAll(".lane-row:has(.name)")].map((row) => [row.querySelector(".name").innerText, row.getBoundingClientRect().toJSON()])),
    );
    const side = await page.locator(".lane-row .track").first().boundingBox();
    for (const arrow of arrows) {
      const [, by, victim] = /^(\S+) preempts (\S+) at/.exec(arrow.told);
      const [from, to] = [rows[by], rows[victim]];
      // The tip is in the victim's lane, and the other end in the preemptor's.
      const tip = from.top > to.top ? arrow.tip[0] : arrow.tip[1];
      assert.ok(tip > to.top && tip < to.bottom, `${said}: ${arrow.told}: ${tip} in ${to.top}–${to.bottom}`);
      const end = from.top > to.top ? arrow.shaft[1] : arrow.shaft[0];
      assert.ok(end > from.top && end < from.bottom, `${said}: ${arrow.told}: ${end} in ${from.top}–${from.bottom}`);
      assert.ok(arrow.left >= side.x - 1 && arrow.right <= side.x + side.width + 1, `${said}: ${arrow.told} covers no name`);
    }
    // The arrow has enough contrast to the background.
    const paper = await page.evaluate(() => getComputedStyle(document.querySelector(".window-head")).backgroundColor);
    const light = (color) => color.match(/[\d.]+/g).slice(0, 3).map(Number).reduce((sum, it) => sum + it) / 3;
    assert.ok(Math.abs(light(paper) - light(arrows[0].color)) > 100, `${said}: ${arrows[0].color} on ${paper}`);
  }
}

export async function a_grace_period_is_a_wedge({ open }) {
  const { page } = await open();
  await ready(page);
  await openLanes(page);
  await page.locator("select.scale").selectOption({ index: 1 });
  const wedge = page.locator(".lane-row .seg.terminating .grace");
  assert.equal(await wedge.count(), 1);
  assert.equal(await wedge.getAttribute("d"), "M0 0.50L100 6.00V6.00L0 11.50Z");
  const box = await wedge.boundingBox();
  const seg = await page.locator(".lane-row .seg.terminating").boundingBox();
  assert.ok(Math.abs(box.width - seg.width) < 2 && box.height > 9, `${JSON.stringify(box)} in ${JSON.stringify(seg)}`);
  assert.match(await page.locator(".lane-row .seg.terminating").getAttribute("title"), /^terminating: 37 s – 1 m 07 s$/);
  // The nomination is dashed, and lasts as long.
  assert.equal(await page.locator(".lane-row .seg.nominated").evaluate((it) => getComputedStyle(it).borderTopStyle), "dashed");
}

export async function an_attempt_can_be_expanded_into_its_steps({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  await openLanes(page);
  const mark = page.locator(".lane-row .sign.preempts").first();
  const steps = page.locator(".attempt .attempt-step");
  assert.equal(await steps.count(), 0);
  // By keyboard, after the name of its lane.
  await mark.focus();
  assert.equal(await mark.getAttribute("tabindex"), "0");
  await page.keyboard.press("Enter");
  await steps.first().waitFor();
  assert.equal(await mark.getAttribute("aria-expanded"), "true");
  await page.waitForFunction(() => document.querySelector(".story h2")?.innerText === "Can it preempt?");
  assert.equal(await page.locator(".attempt-step[aria-current]").innerText(), "Can it preempt? ✓");
  const groups = await page.locator(".attempt-group > span").allInnerTexts();
  for (const wanted of ["Filter", "PostFilter", "Which candidate?"]) assert.ok(groups.includes(wanted), `${groups}`);
  assert.ok(groups.some((it) => it.startsWith("Dry run: node-")), `${groups}`);
  // The steps are next to each other, and each links to its moment.
  const tops = await steps.evaluateAll((all) => new Set(all.map((it) => Math.round(it.getBoundingClientRect().top))).size);
  assert.equal(tops, 1);
  const count = await steps.count();
  for (const at of [0, count - 1]) {
    await steps.nth(at).click();
    await page.waitForFunction((at) => document.querySelectorAll(".attempt-step")[at].getAttribute("aria-current") === "step", at);
    const box = await steps.nth(at).boundingBox();
    const list = await page.locator(".attempt-steps").boundingBox();
    assert.ok(box.x >= list.x - 1 && box.x + box.width <= list.x + list.width + 1, `step ${at} is in sight`);
  }
  assert.equal(await title(page).innerText(), "Not scheduled yet");
  // The steps are closed by the attempt's mark, or by a button.
  await page.locator(".attempt").getByRole("button", { name: "Close" }).click();
  assert.equal(await steps.count(), 0);
  await mark.click();
  await steps.first().waitFor();
  await mark.click();
  await page.locator(".attempt").waitFor({ state: "detached" });
  // If the axis counts steps, it shows those of the attempt.
  await page.locator("select.scale").selectOption({ index: 2 });
  const all = (await page.locator(".ruler b").allInnerTexts()).map(Number);
  await page.locator(".lane-row .sign.preempts").first().click();
  await page.waitForFunction((last) => Number([...document.querySelectorAll(".ruler b")].at(-1).innerText) < last, all.at(-1));
}

export async function times_on_the_axis_do_not_overlap({ open }) {
  for (const [width, height] of [[1280, 720], [1024, 700], [720, 450], [390, 844]]) {
    for (const scenario of ["budget-counts", "nomination", "second-gpu"]) {
      const { page, context } = await open(`#scenario=${scenario}`, { viewport: { width, height } });
      await ready(page);
      const covered = await page.evaluate(() => {
        const track = document.querySelector(".ruler .track").getBoundingClientRect();
        const labels = [...document.querySelectorAll(".ruler b")].filter((it) => it.checkVisibility());
        const places = labels.map((it) => [it.innerText, it.getBoundingClientRect()]).sort(([, a], [, b]) => a.left - b.left);
        const before = (at) => (at > 0 ? places[at - 1][1].right : track.left - 1);
        return places.filter(([, it], at) => it.left < before(at) || it.right > track.right + 1).map(([text]) => text);
      });
      assert.deepEqual(covered, [], `${scenario} ${width}×${height}`);
      assert.ok((await page.locator(".ruler b").filter({ visible: true }).count()) >= 2, `${scenario} ${width}×${height}`);
      await context.close();
    }
  }
}

export async function lanes_of_groups_can_be_used_by_everybody({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    const { page } = await open("#scenario=two-jobs", { colorScheme, viewport: { width: 1280, height: 720 } });
    await ready(page);
    await page.keyboard.press("End");
    await openLanes(page);
    await settled(page);
    assert.match(await page.locator(".gang-name").first().innerText(), /job-a/);
    await page.getByRole("button", { name: /^job-a, minCount 4, / }).first().waitFor();
    await usable(page, `${colorScheme} lanes of groups`);
  }
}
