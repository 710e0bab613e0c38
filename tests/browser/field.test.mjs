// The field: what is decided about a pod for all values of two numbers.
import assert from "node:assert/strict";
import { fillText, inspect, openBuilder, ready, until, usable } from "./harness.mjs";

const FIELD = "#scenario=reprieve&tab=field";

/** Waits until all areas are decided. */
const decided = (page) => page.locator(".field-picture text", { hasText: /decisions by the engine/ }).waitFor();

/** What the narrator says about the point. */
const answer = (page) => page.locator("#narrator h2").textContent();

/** The place of the point in the picture. */
const place = (page) => page.locator(".field-point").evaluate((point) => [point.getAttribute("cx"), point.getAttribute("cy")].map(Number));

export async function the_field_shows_areas_point_and_node({ open }) {
  const { page } = await open(FIELD);
  await ready(page);
  await decided(page);
  assert.ok((await page.locator(".field-picture path.area").count()) >= 4);
  assert.equal(await page.locator(".field-point").count(), 1);
  assert.equal(await page.locator(".field-node").count(), 1);
  // The table lists all areas, the largest first.
  const shares = await page.locator(".field-areas tbody tr td:last-child").allTextContents();
  assert.ok(shares.length >= 4, shares.join());
  assert.ok(parseInt(shares[0]) >= parseInt(shares[1]), shares.join());
  // Field and node are in the window, and large.
  const box = await page.locator(".field-plot").boundingBox();
  assert.ok(box.width > 400 && box.height > 350 && box.y + box.height <= 900, JSON.stringify(box));
}

export async function the_field_is_usable_in_every_appearance_and_on_paper({ open }) {
  for (const [said, options] of [
    ["a phone, dark", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
    ["a tablet, 中文", { locale: "zh-CN", viewport: { width: 820, height: 1180 } }],
    ["forced colors", { forcedColors: "active" }],
  ]) {
    const { page, context } = await open(FIELD, options);
    await ready(page);
    await page.locator(".field-picture path.area").first().waitFor();
    await usable(page, `a field: ${said}`);
    if (options.forcedColors) {
      const fills = await page.locator(".field-picture path.area").evaluateAll((all) => [...new Set(all.map((it) => getComputedStyle(it).fill))]);
      assert.deepEqual(fills, ["rgb(255, 255, 255)"], "areas are told apart by their borders, hatches and words");
    } else {
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".field-tools, .how-to, .field-page .buttons").filter({ visible: true }).count(), 0, "nothing to press on paper");
      assert.ok(await page.locator(".field-picture").isVisible());
    }
    await context.close();
  }
}

export async function the_point_of_the_field_is_dragged({ open }) {
  const { page } = await open(FIELD);
  await ready(page);
  await decided(page);
  const plot = await page.locator("[data-plot]").boundingBox();
  const at = (x, y) => [plot.x + plot.width * x, plot.y + plot.height * (1 - y)];
  await page.mouse.move(...at(0.02, 0.05));
  await page.mouse.down();
  await until("the pod fits", async () => /fits/.test(await answer(page)));
  await page.mouse.move(...at(0.98, 0.5), { steps: 6 });
  await page.mouse.up();
  await until("no eviction helps", async () => /stays pending/.test(await answer(page)));
  const [x] = await place(page);
  assert.ok(x > 300, `${x}`);
  // After the button is released, the point stays.
  await page.mouse.move(...at(0.3, 0.5), { steps: 3 });
  assert.equal((await place(page))[0], x);
}

export async function arrow_keys_move_the_point_of_the_field({ open }) {
  const { page } = await open(FIELD);
  await ready(page);
  await decided(page);
  const clock = await page.locator(".clock").textContent();
  await page.locator(".field-plot").focus();
  await page.keyboard.press("Home");
  await until("the point is at the left edge", async () => /fits/.test(await answer(page)));
  const [left, height] = await place(page);
  await page.keyboard.press("ArrowRight");
  await until("the point moves to the right", async () => (await place(page))[0] > left);
  await page.keyboard.press("ArrowUp");
  await until("the point moves up", async () => (await place(page))[1] < height);
  const label = await page.locator(".field-plot").getAttribute("aria-label");
  assert.match(label, /cpu that .* requests: /);
  // The playhead stays where it is.
  assert.equal(await page.locator(".clock").textContent(), clock);
}

export async function the_axes_of_the_field_are_chosen_and_travel_in_links({ open, url }) {
  const { page } = await open(FIELD);
  await ready(page);
  await decided(page);
  const across = page.locator('select[data-axis="0"]');
  const options = await across.locator("option").allTextContents();
  const priority = options.find((option) => option.startsWith("priority of "));
  await across.selectOption({ label: priority });
  await page.locator(".field-picture text", { hasText: `${priority} →` }).waitFor();
  await decided(page);
  await page.locator(".field-plot").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const point = await until("the point has moved", async () => {
    const [x, y] = await place(page);
    return x > 60 && [x, y];
  });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("dialog").locator("textarea").first().inputValue();
  assert.match(link, /tab=field&field=/);
  const { page: other } = await open(link.slice(url.length));
  await ready(other);
  await decided(other);
  assert.deepEqual(await place(other), point);
  assert.equal(await other.locator(".field-picture text", { hasText: `${priority} →` }).count(), 1);
  assert.equal(await other.locator("#narrator h2").textContent(), await answer(page));
}

/** A cluster whose field takes a while. */
const large = () => {
  const nodes = Array.from({ length: 100 }, (_, at) => `kind: Node\nmetadata: {name: n${at}}\nstatus: {allocatable: {cpu: 8, memory: 16Gi, pods: 30}}\n`);
  const pods = nodes.flatMap((_, at) => [1, 2, 3, 4].map((priority) =>
    `kind: Pod\nmetadata: {name: p${at}-${priority}}\nspec: {nodeName: n${at}, priority: ${priority * 10}, containers: [{name: c, resources: {requests: {cpu: ${1 + ((at + priority) % 3)}}}}]}\n`));
  const urgent = "kind: Pod\nmetadata: {name: urgent}\nspec: {priority: 100, containers: [{name: c, resources: {requests: {cpu: 4}}}]}\n";
  return [...nodes, ...pods, urgent].join("---\n");
};

export async function a_field_that_takes_long_is_stopped({ open }) {
  const { page } = await open("#scenario=reprieve");
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, large());
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await inspect(page, "Field");
  await page.locator(".field-tools option", { hasText: /^cpu that p\d/ }).first().waitFor({ state: "attached" });
  await page.locator(".field-picture").waitFor();
  await page.locator(".field-progress button").click();
  await page.locator(".field-progress", { hasText: "Stopped" }).waitFor();
  // What was decided stays, and points are still decided.
  const [x] = await place(page);
  await page.locator(".field-plot").focus();
  await page.keyboard.press("End");
  await until("the point moves", async () => (await place(page))[0] > x);
}

export async function the_weight_of_a_plugin_is_an_axis({ open }) {
  const { page } = await open("#scenario=balance&tab=field&field=cache:weight:NodeResourcesFit:weight:ImageLocality");
  await ready(page);
  await decided(page);
  const axis = page.locator("select[data-axis='0'] option:checked");
  assert.equal(await axis.textContent(), "weight of NodeResourcesFit");
}
