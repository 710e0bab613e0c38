// The stage: the subject of each moment is in the picture, large, and drawn once.
import assert from "node:assert/strict";
import { inspected, lastMoment, moment, MOVING, ready, seenGood, settled, spoken } from "./harness.mjs";

const at = (page) => moment(page).then(Number);
const title = (page) => page.locator(".story h2").innerText();

/** What is visible of the picture: each subject's box and what covers it, its share of the window, and pods that are drawn twice. */
const look = (page) =>
  page.evaluate(() => {
    const area = innerWidth * innerHeight;
    const inside = (box) => {
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      return Math.max(0, right - left) * Math.max(0, bottom - top);
    };
    const subjects = [...document.querySelectorAll("#stage [data-subject]")].map((element) => {
      const box = element.getBoundingClientRect();
      return { name: element.dataset.node ?? element.dataset.pod ?? element.getAttribute("class"), size: box.width * box.height, seen: inside(box) };
    });
    const verdicts = [...document.querySelectorAll("#stage .scene [data-verdict]")].map((element) => {
      const box = element.getBoundingClientRect();
      return { name: element.textContent.slice(0, 40), size: box.width * box.height, seen: inside(box) };
    });
    const pods = [...document.querySelectorAll("#stage [data-pod]")].map((it) => it.dataset.pod);
    const promises = [...document.querySelectorAll("#stage .promise.aside[data-promise]")].map((it) => it.dataset.promise);
    const onStage = [...document.querySelectorAll("#stage .scene [data-pod]")].map((it) => it.dataset.pod);
    return {
      subjects,
      verdicts,
      twice: pods.filter((pod, index) => pods.indexOf(pod) !== index).concat(promises.filter((pod) => onStage.includes(pod))),
      share: subjects.filter((it) => it.size > 0).reduce((sum, it) => sum + it.seen, 0) / area,
      styled: document.querySelectorAll("#stage .picture [style], #stage .mini [style]").length,
    };
  });

/** Drawing errors in the picture: texts crossed by an outline, victims without their mark, a wrong "empty" node column in the rail, touching numbers in the
 *  ranking of candidates, a clipped phase. */
const faults = (page) =>
  page.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(`#stage ${selector}`)];
    const box = (it) => it.getBoundingClientRect();
    const middle = (it) => (it.top + it.bottom) / 2;
    const rims = all(".scene .rim").map(box);
    const struck = all(".scene .newcomer text, .scene .promise text").filter((text) => {
      const own = box(text);
      // A tile with one line has no space for text next to the outline.
      const low = box(text.closest("g[data-pod], g.promise").querySelector(".body")).height < 40;
      return !low && own.width > 0 && rims.some((rim) => rim.left < own.right && rim.right > own.left && Math.abs(middle(rim) - middle(own)) < own.height / 4);
    });
    const unmarked = all(".scene .pod.victim").filter((pod) => {
      const { width, height } = box(pod.querySelector(".body"));
      return width >= 64 && height >= 20 && ![...pod.querySelectorAll("text")].some((it) => it.textContent.includes("✗"));
    });
    const empty = all(".mini-node.on").filter((it) => /^[\d.]*[1-9][\d.]* of .* requested$/.test(it.querySelector(".mini-told span").textContent) && !it.querySelector(".mini .pod"));
    const values = all(".ladder .value .body").map(box);
    const touching = values.filter((one) => values.some((other) => other.left > one.left && other.left - one.right < 3 && Math.abs(middle(one) - middle(other)) < 4));
    const cut = all(".phases [aria-current]").filter((it) => box(it).width > 0 && box(it).right > box(it.parentElement).right + 1);
    return [
      ...struck.map((it) => `the rim strikes out “${it.textContent}”`),
      ...unmarked.map((it) => `${it.dataset.pod} is not marked as a victim`),
      ...empty.map((it) => `${it.dataset.mini} is drawn empty`),
      ...touching.map(() => "numbers of the ladder touch"),
      ...cut.map((it) => `the phase ${it.textContent} is cut off`),
    ];
  });

const whole = (seen) => [...seen.subjects, ...seen.verdicts].every((it) => it.seen >= it.size * 0.9);

/** Shows every moment of a scenario, waits for animations, and checks the picture. */
async function walk(page, judge) {
  const last = Number(await lastMoment(page));
  for (let step = 0; step <= last; step += 1) {
    // Waits until the page has scrolled to its subject (on a phone) and animations have ended (where they cannot be turned off).
    const all = async () => {
      const [shown, told, seen, wrong] = await Promise.all([at(page), title(page), look(page), faults(page)]);
      return { ...seen, faults: wrong, told, there: shown === step };
    };
    const seen = await seenGood(`step ${step} is shown whole`, all, (it) => it.there && whole(it) && it.faults.length === 0);
    await judge(seen.told, seen);
    await page.keyboard.press("ArrowRight");
  }
}

const SCENARIOS = ["first-pod", "preemption", "reprieve", "ladder", "nomination", "budget"];

/** The titles of moments whose subject must be large. */
const LARGE = /fits|doesn’t fit|victim|can stay|Dry run|candidate|goes to|nominated|Bound|terminating|Budget of|Fewest|Lowest|Smallest|Latest/;

/** Checks every moment of some scenarios in one window size. In Firefox, two scenarios are enough, because the layout is the same. */
const pictures = (width, height) => async ({ open, engine }) => {
  for (const scenario of engine === "chromium" ? SCENARIOS : ["preemption", "ladder"]) {
    const { page, context } = await open(`#scenario=${scenario}`, { viewport: { width, height } });
    await ready(page);
    await walk(page, (told, seen) => {
      const place = `${scenario} ${width}: “${told}”`;
      assert.deepEqual(seen.twice, [], `${place}: drawn twice`);
      assert.equal(seen.styled, 0, `${place}: style attributes`);
      assert.deepEqual(seen.faults, [], place);
      for (const it of [...seen.subjects, ...seen.verdicts].filter((it) => it.size > 0)) {
        assert.ok(it.seen >= it.size * 0.9, `${place}: ${it.name} is ${Math.round((it.seen / it.size) * 100)} % in sight`);
      }
      if (width === 1440 && LARGE.test(told)) assert.ok(seen.share >= 0.15, `${place}: the subject has ${Math.round(seen.share * 100)} %`);
    });
    await context.close();
  }
};

export async function a_pod_without_requests_is_visible({ open }) {
  const { page } = await open("#scenario=no-requests");
  await ready(page);
  for (const _ of ["Pop", "PreFilter", "Filter"]) await page.keyboard.press("ArrowRight");
  await page.locator(".story h2", { hasText: / fits on node-a$/ }).waitFor();
  const tried = page.locator("#stage .scene .newcomer.fits");
  await tried.waitFor();
  assert.ok((await tried.boundingBox()).height >= 20);
  await page.locator("#stage .scene [data-verdict]", { hasText: "✓ fits" }).waitFor();
}

export const in_the_picture_on_a_laptop = pictures(1440, 900);
export const in_the_picture_on_a_projector = pictures(1920, 1080);
export const in_the_picture_on_a_telephone = pictures(390, 844);

/** In a window of 1440×900 at 200 %, the subject of a moment and the narrator's text are visible without scrolling. */
export async function in_the_picture_at_200_percent({ open }) {
  const seen = (page) =>
    page.evaluate(() => {
      const [narrator, controls] = ["#narrator", ".player"].map((it) => document.querySelector(it).getBoundingClientRect());
      const [top, bottom] = [Math.max(0, narrator.bottom), Math.min(innerHeight, controls.top)];
      const told = document.querySelector("#narrator h2").getBoundingClientRect();
      const scene = [...document.querySelectorAll("#stage .scene [data-subject], #stage .scene [data-verdict]")].map((element) => {
        const box = element.getBoundingClientRect();
        const high = Math.max(0, Math.min(bottom, box.bottom) - Math.max(top, box.top));
        return { name: element.dataset.node ?? element.dataset.pod ?? element.textContent.slice(0, 30), seen: box.height > 0 ? high / box.height : 1 };
      });
      return { narrator: told.top >= 0 && told.bottom <= controls.top, scene, room: (bottom - top) / innerHeight };
    });
  let scenes = 0;
  for (const scenario of ["first-pod", "preemption", "reprieve", "ladder"]) {
    const { page, context } = await open(`#scenario=${scenario}`, { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
    await ready(page);
    const last = Number(await lastMoment(page));
    for (let step = 0; step <= last; step += 1) {
      await page.waitForFunction((step) => document.querySelector(".grip").ariaValueNow === String(step), step);
      const good = (it) => it.narrator && it.scene.every((one) => one.seen >= 0.9);
      const now = await seenGood(`${scenario}: step ${step} is in sight`, () => seen(page), good);
      const told = await title(page);
      assert.ok(now.room >= 0.6, `${scenario}: “${told}”: ${now.room} of the window is left for the picture`);
      if (LARGE.test(told) && now.scene.length > 0) scenes += 1;
      await page.keyboard.press("ArrowRight");
    }
    await context.close();
  }
  assert.ok(scenes > 40, `${scenes} scenes`);
}

export async function the_stage_has_enough_room({ open }) {
  for (const [width, height, share] of [[1440, 900, 0.45], [1920, 1080, 0.55]]) {
    const { page } = await open("#scenario=reprieve", { viewport: { width, height } });
    await ready(page);
    const has = await page.evaluate(() => {
      const box = document.querySelector(".centre").getBoundingClientRect();
      return (box.width * box.height) / (innerWidth * innerHeight);
    });
    assert.ok(has >= share, `${width}: ${has}`);
    assert.equal(await page.locator(".bar").evaluate((it) => it.offsetHeight), 44);
    const size = await page.locator(".story h2").evaluate((it) => parseFloat(getComputedStyle(it).fontSize));
    assert.ok(size >= 17);
  }
}

export async function the_narrator_keeps_its_height({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  const heights = new Set();
  for (let step = 0; step < 30; step += 1) {
    heights.add(await page.locator("#narrator").evaluate((it) => it.offsetHeight));
    const cut = await page.locator("#narrator .told").evaluate((it) => it.scrollHeight - it.clientHeight);
    assert.ok(cut <= 2, `“${await title(page)}” is cut by ${cut} px`);
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(heights.size, 1);
}

export async function presents_only_stage_and_narrator({ open }) {
  const { page } = await open("#scenario=reprieve", { viewport: { width: 1920, height: 1080 } });
  await ready(page);
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  await page.locator(".page.presents").waitFor();
  for (const gone of [".inspector", ".console", ".editor"]) assert.equal(await page.locator(gone).count(), 0, gone);
  for (const text of [".story h2", ".story p"]) {
    const [size, width] = await page.locator(text).evaluate((it) => [parseFloat(getComputedStyle(it).fontSize), innerWidth]);
    // In full screen, the width is that of the driver's screen.
    assert.ok(size >= (28 * Math.min(width, 1920)) / 1920, `${text} has ${size} px of ${width}`);
  }
  const before = await at(page);
  await page.keyboard.press("PageDown");
  assert.equal(await at(page), before + 1, "the keys of a remote");
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("PageDown");
  await settled(page);
  assert.ok((await look(page)).share >= 0.4, "the subject fills the stage");
  await page.keyboard.press("Escape");
  await page.locator(".inspector").waitFor();
}

export async function tiles_are_chosen_by_pointer_and_by_key({ open }) {
  const { page } = await open("#scenario=reprieve");
  await ready(page);
  const tile = page.locator(".scene [data-pod='default/web']");
  assert.match(await spoken(tile), /^web, priority 100, 2 cpu/);
  await tile.press("Enter");
  await inspected(page, "Pod").waitFor();
  assert.equal(await tile.getAttribute("aria-pressed"), "true");
  await tile.click();
  assert.equal(await tile.getAttribute("aria-pressed"), "false");
  await page.getByRole("button", { name: "Node node-a: show its details" }).first().press("Enter");
  await inspected(page, "Node").waitFor();
}

export async function arrow_keys_step_after_a_click_on_a_tab({ open }) {
  const { page } = await open();
  await ready(page);
  await page.locator(".inspector").getByRole("tab", { name: "Filters" }).click();
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(page), 1);
  await page.locator(".inspector").getByRole("tab", { name: "Filters", selected: true }).waitFor();
  await page.keyboard.press(".");
  await page.keyboard.press(",");
  assert.equal(await at(page), 1);
}

export async function the_preemptor_keeps_its_name_in_the_queue({ open }) {
  const { page } = await open("#scenario=preemption");
  await ready(page);
  await page.keyboard.press("n");
  await page.locator(".story h2", { hasText: /^Can it preempt\?$/ }).waitFor();
  const widths = () => page.locator(".queues .tile .name").evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().width)));
  await page.waitForFunction(() => {
    const names = [...document.querySelectorAll(".queues .tile .name")];
    return names.length > 0 && names.every((it) => it.getBoundingClientRect().width >= 24);
  }, null, { timeout: 5_000 }).catch(async () => assert.fail(`names are ${(await widths()).join(", ")} px wide`));
}

export async function drawers_stay_as_they_were_left({ open }) {
  const { page } = await open();
  await ready(page);
  assert.equal(await page.locator(".editor").count(), 0, "whoever comes first watches");
  await page.locator(".console-line").click();
  await page.locator("#console").waitFor();
  await page.getByRole("button", { name: "Build", exact: true }).click();
  await page.reload();
  await page.locator("#console").waitFor();
  await page.locator(".editor").waitFor();
}

export async function every_tile_has_its_border_in_forced_colors({ open }) {
  const { page } = await open("#scenario=ladder", { forcedColors: "active" });
  await ready(page);
  const bodies = page.locator(".scene .pod .body");
  const strokes = await bodies.evaluateAll((all) => all.map((it) => [getComputedStyle(it).stroke, getComputedStyle(it).fill]));
  assert.ok(strokes.length > 0);
  for (const [stroke, fill] of strokes) assert.notEqual(stroke, fill);
}

export async function heights_show_the_chosen_resource({ open }) {
  const { page } = await open("#scenario=preemption");
  await ready(page);
  const measure = page.getByRole("combobox", { name: "Bar height shows" });
  const before = await page.locator("#stage .scene").textContent();
  await measure.selectOption("memory");
  await page.waitForFunction((before) => document.querySelector("#stage .scene").textContent !== before, before);
  assert.match(await page.locator("#stage .scene").textContent(), /Gi/);
  await page.reload();
  await ready(page);
  assert.equal(await measure.inputValue(), "memory");
  await measure.selectOption("");
}

export async function both_passes_of_the_filters_are_visible({ open }) {
  const { page } = await open("#scenario=nomination");
  await ready(page);
  const last = Number(await lastMoment(page));
  let passes = 0;
  for (let step = 0; step < last; step += 1) {
    if (/pass 1 of 2/.test(await title(page))) {
      passes += 1;
      assert.ok((await page.locator("#stage .scene .promise:not(.aside)").count()) > 0, "the nominated pod counts");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.locator("#stage .scene .promise:not(.aside)").count(), 0, "and now it does not");
    }
    await page.keyboard.press("ArrowRight");
  }
  assert.ok(passes > 0, "the filters ran twice somewhere");
}

export async function victims_drain_while_it_plays({ open }) {
  const { page } = await open("#scenario=preemption", MOVING);
  await ready(page);
  const last = Number(await lastMoment(page));
  for (let step = 0; step < last && (await title(page)) !== "Pod deleted"; step += 1) await page.keyboard.press("ArrowRight");
  // The last moment before the victim is removed, at the beginning of its grace period.
  await page.keyboard.press("ArrowLeft");
  const level = page.locator("#stage .scene .level");
  const still = await level.first().evaluate((it) => it.getBoundingClientRect().height);
  await page.keyboard.press("Space");
  const low = await page.waitForFunction((still) => {
    const height = document.querySelector("#stage .scene .level")?.getBoundingClientRect().height;
    return height < still * 0.5 ? { height, clock: document.querySelector(".clock b").textContent, scene: document.querySelector("#stage .scene").textContent } : false;
  }, still, { timeout: 10_000 });
  const { height, clock, scene } = await low.jsonValue();
  assert.ok(height < still);
  // The tile and the clock show the same moment.
  const left = Number(scene.match(/terminating · ([\d.]+) s/)[1]);
  const [, minutes = 0, seconds] = clock.match(/^(?:(\d+) m )?([\d.]+) s/);
  assert.equal(Math.round(Number(minutes) * 60 + Number(seconds) + left), 67, `${clock}, ${left} s left`);
}

export const notInFirefox = { with_reduced_motion_victims_do_not_drain: "its driver cannot pretend that no motion is wanted" };

export async function with_reduced_motion_victims_do_not_drain({ open }) {
  const { page } = await open("#scenario=preemption", { reducedMotion: "reduce" });
  await ready(page);
  const last = Number(await lastMoment(page));
  for (let step = 0; step < last && (await title(page)) !== "Pod deleted"; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  const level = page.locator("#stage .scene .level").first();
  const height = () => level.evaluate((it) => it.getBoundingClientRect().height);
  const before = await height();
  // Time has to pass: nothing happens in it.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  assert.equal(await height(), before);
}

export async function every_phase_is_visible_on_a_small_laptop({ open }) {
  for (const height of [720, 800]) {
    const { page } = await open("#scenario=first-pod", { viewport: { width: 1280, height } });
    await ready(page);
    // Phases become buttons once the chunk with their explanations has loaded.
    await page.locator(".phases button").first().waitFor();
    const last = Number(await lastMoment(page));
    for (let step = 0; step <= last; step += 1) {
      const phases = await page.locator(".phases").evaluate((it) => {
        const { right, bottom } = it.getBoundingClientRect();
        const whole = (li) => li.checkVisibility() && li.getBoundingClientRect().right <= right + 1 && li.getBoundingClientRect().bottom <= bottom + 1;
        return [...it.children].map((li) => [li.innerText, whole(li)]);
      });
      assert.equal(phases.length, 11, `step ${step}`);
      assert.deepEqual(phases.filter(([, whole]) => !whole), [], `step ${step}`);
      await page.keyboard.press("ArrowRight");
    }
  }
}

export async function two_groups_fit_into_the_queue_of_a_small_laptop({ open }) {
  const { page } = await open("#scenario=two-jobs", { viewport: { width: 1280, height: 800 } });
  await ready(page);
  for (let most = 0, step = 0; step < 40; step += 1) {
    await page.keyboard.press("ArrowRight");
    const measure = () => page.locator("#stage .side").evaluate((it) => {
      const over = (it) => Math.max(it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth);
      return { groups: it.querySelectorAll(".group-body").length, over: Math.max(over(it), ...[...it.querySelectorAll("ul")].map(over)) };
    });
    // While a group moves into its place, Firefox measures it a few pixels beyond the queue.
    const queue = await seenGood(`step ${step + 1} fits into the queue`, measure, (queue) => queue.over <= 1);
    most = Math.max(most, queue.groups);
    assert.ok(step < 39 || most === 2, `${most} groups`);
  }
}
