// The river: a whole run at once.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { moment, openLanes, ready, until, usable } from "./harness.mjs";

const RIVER = "#scenario=budget-counts&tab=river";
const river = (page) => page.locator(".river-sheet .river:not(.river-cursor)");

/** Waits until the river is drawn. */
const flows = (page) => page.locator(".river-sheet .ribbon-body").first().waitFor();

/** What the tags say at the playhead. */
const tags = (page) => page.locator(".river-cursor .tag-text").allTextContents();

/** Where the line is. */
const line = (page) => page.locator(".cursor-line").evaluate((line) => line.getBoundingClientRect().x);

/** Moves the playhead to the end of the run. */
async function toEnd(page) {
  await page.locator(".river-sheet").focus();
  await page.keyboard.press("End");
}

export async function the_river_shows_nodes_pods_and_budgets({ open }) {
  const { page } = await open(RIVER);
  await ready(page);
  await flows(page);
  const names = (await river(page).locator("text").allTextContents()).join("\n");
  for (const name of ["node-a", "node-b", "node-c", "node-d", "budget web", "4 needed"]) assert.ok(names.includes(name), name);
  // 7 failed tries of pods and 4 refused evictions, each once on its pod; those of the drawn budget also stand on its sill.
  assert.equal(await river(page).locator(".shutdown.preempted .wedge").count(), 2);
  assert.ok((await river(page).locator(".failure").count()) >= 6);
  // The names are as large as text has to be, and nothing has a style attribute.
  const sizes = await river(page).locator("text").evaluateAll((texts) => texts.map((text) => Number(text.getAttribute("font-size"))));
  assert.ok(Math.min(...sizes) >= 11, `${Math.min(...sizes)}`);
  assert.equal(await river(page).locator("[style]").count(), 0);
  // At the end, 17 of 20 CPUs are requested.
  await toEnd(page);
  await until("17 of 20", async () => {
    const sums = (await tags(page)).map((tag) => /^([\d.]+) of (\d+)$/.exec(tag)).filter(Boolean);
    const sum = (at) => sums.reduce((total, tag) => total + Number(tag[at]), 0);
    return sum(1) === 17 && sum(2) === 20;
  });
  assert.ok((await tags(page)).includes("none waiting"));
}

export async function the_pointer_reads_the_river_and_a_click_opens_the_stage({ open }) {
  const { page } = await open(RIVER);
  await ready(page);
  await flows(page);
  const box = await page.locator(".river-sheet").boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
  // The line stands at the last moment before the pointer.
  const behind = async () => box.x + box.width * 0.3 - (await line(page));
  await until("the line follows the pointer", async () => (await behind()) > -30 && (await behind()) < 200);
  const early = Number(await moment(page));
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60, { steps: 4 });
  await until("the playhead follows", async () => Number(await moment(page)) > early);
  const late = await moment(page);
  await page.mouse.down();
  await page.mouse.up();
  await page.locator(".stage .scene").waitFor();
  assert.equal(await page.locator(".river-view").count(), 0);
  assert.equal(await moment(page), late);
  await page.keyboard.press("r");
  await flows(page);
}

export async function keys_move_through_the_river({ open }) {
  const { page } = await open(RIVER);
  await ready(page);
  await flows(page);
  await page.locator(".river-sheet").focus();
  await page.keyboard.press("Home");
  await until("the start", async () => (await moment(page)) === "0");
  const start = await line(page);
  await page.keyboard.press("ArrowRight");
  await until("a moment later", async () => (await moment(page)) !== "0");
  await page.keyboard.press("End");
  await until("the line is at the end", async () => (await line(page)) > start + 300);
  await page.keyboard.press("Enter");
  await page.locator(".stage .scene").waitFor();
}

export async function a_selected_pod_stands_out_in_the_river({ open }) {
  const { page } = await open(RIVER);
  await ready(page);
  await flows(page);
  await page.locator('select[data-river="pod"]').selectOption({ label: "urgent" });
  await page.locator(".river.picks .life.chosen[data-pod='default/urgent']").first().waitFor();
  // Its victims stand out with it, and nobody else.
  const chosen = await page.locator(".river.picks .life.chosen[data-pod]").evaluateAll((lives) => lives.map((life) => life.dataset.pod));
  assert.deepEqual([...new Set(chosen)].sort(), ["default/urgent", "default/web-1", "default/web-3"]);
  // Heights may show another resource.
  const heights = page.locator('select[data-river="resource"]');
  await heights.selectOption({ label: "pods" });
  await until("tags count pods", async () => (await tags(page)).some((tag) => /^\d+ of \d{2,3}$/.test(tag)));
}

export async function the_river_opens_from_the_timeline_and_has_a_table({ open }) {
  const { page } = await open("#scenario=budget-counts");
  await ready(page);
  await openLanes(page);
  await page.locator(".river-toggle").click();
  await flows(page);
  await page.locator(".inspector .unfold").click();
  const rows = page.locator(".river-page tbody tr");
  await rows.first().waitFor();
  const text = (await rows.allTextContents()).join("\n");
  assert.match(text, /urgent.*nominated.*node-b/);
  assert.match(text, /web-1.*preempted/);
  await page.locator(".river-page tbody button").last().click();
  await until("the last row is the current one", async () => (await page.locator(".river-page tr.now").count()) === 1);
}

export async function on_a_phone_a_strip_has_the_whole_river({ open }) {
  const { page } = await open(RIVER, { viewport: { width: 390, height: 844 } });
  await ready(page);
  await flows(page);
  const strip = await page.locator(".river-strip").boundingBox();
  assert.ok(strip.width > 300 && Math.abs(strip.height - 58) < 4, JSON.stringify(strip));
  const scrolled = () => page.locator(".river-scroll").evaluate((scroller) => scroller.scrollLeft);
  await page.mouse.click(strip.x + strip.width * 0.9, strip.y + 30);
  await until("the window is at the end", async () => (await scrolled()) > 400);
  // The page itself never scrolls sideways.
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}

export async function an_empty_cluster_has_no_river({ open }) {
  const { page } = await open("#scenario=first-pod&tab=river");
  await ready(page);
  await page.locator(".river-view").waitFor();
}

export async function the_river_is_told_apart_in_forced_colors({ open }) {
  const { page } = await open(RIVER, { forcedColors: "active" });
  await ready(page);
  await flows(page);
  await usable(page, "a river in forced colors");
  const ribbons = await page.locator(".river .ribbon-body").evaluateAll((all) =>
    all.map((it) => [getComputedStyle(it).fill, getComputedStyle(it).stroke]));
  assert.ok(ribbons.length > 5 && ribbons.every(([fill, stroke]) => fill !== stroke && stroke !== "none"), JSON.stringify(ribbons.slice(0, 3)));
}

export async function the_poster_has_notes_and_can_be_saved({ open }) {
  const { page } = await open(RIVER);
  await ready(page);
  await flows(page);
  await page.locator(".river-tools").getByRole("button", { name: "Poster" }).click();
  const poster = page.getByRole("dialog", { name: "Poster" });
  await poster.locator(".ribbon-body").first().waitFor();
  const text = (await poster.locator("text").allTextContents()).join("\n");
  for (const part of ["What a budget counts", "Kubernetes v1.36", "node-d", "Schedscope"]) assert.ok(text.includes(part), part);
  // Each note has its number twice: in the river and beside its text.
  const numbers = (await poster.locator(".disc-number").allTextContents()).sort();
  assert.deepEqual(numbers, ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"]);
  const download = page.waitForEvent("download");
  await poster.getByRole("button", { name: "SVG" }).click();
  const file = await download;
  assert.equal(file.suggestedFilename(), "river.svg");
  const svg = readFileSync(await file.path(), "utf8");
  assert.ok(svg.includes("patternUnits=\"userSpaceOnUse\"") && svg.includes("web-4"), svg.slice(0, 400));
  assert.ok(svg.length < 200_000, `${svg.length}`);
  // On paper there is nothing else, on a single page.
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("#app").isVisible()) && (await poster.locator(".poster-sheet").isVisible()));
  assert.ok(!(await poster.getByRole("button", { name: "Print" }).isVisible()));
  await page.emulateMedia({ media: null });
  // The paper has no buttons, so the one with the focus has lost it.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Escape");
  await poster.waitFor({ state: "detached" });
  await flows(page);
}

export const notInFirefox = { the_poster_has_notes_and_can_be_saved: "its driver does not tell of downloads" };
