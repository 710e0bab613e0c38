// The scheduler's queue as the stage: what is on each shelf, what the hints compared, and what the keyboard does there.
import assert from "node:assert/strict";
import { ready, settled, until, usable } from "./harness.mjs";

const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
];

/** The pods on each shelf of the picture, and the count that the shelf names. */
const shelves = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("#stage .shelf")].map((shelf) => [
        shelf.dataset.shelf,
        { count: shelf.querySelector(".shelf-count").textContent, pods: [...shelf.querySelectorAll("[data-pod]")].map((pod) => pod.dataset.pod.replace("default/", "")).sort() },
      ]),
    ),
  );

export async function an_event_meets_the_pods_in_the_queue({ open }) {
  for (const [width, height] of SIZES) {
    const { page, context } = await open("#scenario=woken&step=backoff:late&release=v1.34", { viewport: { width, height } });
    await ready(page);
    const picture = page.locator("#stage .queue-scene");
    await picture.waitFor();
    // The hints come from the worker. A narrow picture wraps them.
    const hint = "node-b has no label disk=ssd";
    await until(`${hint} at ${width}`, async () => (await picture.locator("text").allTextContents()).join(" ").includes(hint));
    await settled(page);
    const seen = await shelves(page);
    assert.deepEqual(seen.active, { count: "1", pods: ["big"] }, `${width}`);
    assert.deepEqual(seen.backoff, { count: "1", pods: ["late"] }, `${width}`);
    assert.equal(seen.unschedulable.count, "1 and 1 gated", `${width}`);
    assert.ok(seen.unschedulable.pods.includes("on-ssd"), `${width}`);
    assert.equal(await picture.locator(".queue-event").getAttribute("data-event"), "NodeAdd");
    // The backoff of late: 0.5 of 0.8 s are left, until 11 s.
    const ring = picture.locator(".shelf[data-shelf=backoff] .backoff-ring").last();
    assert.deepEqual([await ring.getAttribute("data-left"), await ring.getAttribute("data-total")], ["500", "800"]);
    await usable(page, `queue ${width}`);
    await context.close();
  }
}

export async function backoffs_are_drawn_over_time({ open }) {
  const { page } = await open("#scenario=backoff&step=backoff.3:big&release=v1.20");
  await ready(page);
  const bars = page.locator("#stage .queue-history .backoff-bar");
  await bars.first().waitFor();
  const lengths = await bars.evaluateAll((all) => all.map((bar) => Number(bar.dataset.backoff) / 1000));
  assert.deepEqual(lengths, [1, 2, 4, 8, 10, 10]);
  const ring = page.locator("#stage .backoff-ring").last();
  assert.deepEqual([await ring.getAttribute("data-left"), await ring.getAttribute("data-total")], ["7000", "8000"]);
}

export async function arrow_keys_go_from_pod_to_pod_and_enter_opens_one({ open }) {
  const { page } = await open("#scenario=woken&step=backoff:late&release=v1.34");
  await ready(page);
  await page.locator("#stage .queue-scene").waitFor();
  const pods = page.locator("#stage .queue-scene .in-queue");
  const names = await pods.evaluateAll((all) => all.map((pod) => pod.dataset.pod));
  await pods.first().focus();
  const focused = () => page.evaluate(() => document.activeElement?.dataset.pod);
  for (const name of names) {
    assert.equal(await focused(), name);
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), names.at(-2));
  await page.keyboard.press("Enter");
  await page.locator(`#stage .queue-scene .in-queue.chosen[data-pod="${names.at(-2)}"]`).waitFor();
}
