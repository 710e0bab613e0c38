// Decisions outside of the scheduler: a budget's arithmetic, an eviction's result, a zone's state and rate, a controller's numbers.
import assert from "node:assert/strict";
import { cluster, load } from "./big.mjs";
import { ready, settled, usable } from "./harness.mjs";

const SIZES = [
  [1440, 900],
  [390, 844],
];

/** The lines of the decision on the stage: name, number and origin; the visible share of each, and the height of the number. */
const onStage = async (page) => {
  await page.locator("#stage .ruling [data-line]").first().waitFor();
  await settled(page);
  return page.evaluate(() =>
    [...document.querySelectorAll("#stage .ruling [data-line]")].map((line) => {
      const [name, value, ...why] = [...line.querySelectorAll("text")];
      const boxes = [name, value, ...why].map((it) => it.getBoundingClientRect());
      const frame = line.closest("svg").getBoundingClientRect();
      const inside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
      return { name: name.textContent, value: value.textContent, why: why.map((it) => it.textContent).join(" "), whole: boxes.every(inside), tall: value.getBoundingClientRect().height };
    }),
  );
};

/** The rows of a table in the inspector. */
const inTable = (table) =>
  table.locator("tr[data-line]").evaluateAll((rows) => rows.map((row) => [...row.children].map((it) => it.textContent)));

/** Opens a moment in each window size, and checks the lines on the stage. */
async function lines(open, hash, locale, wanted) {
  for (const [width, height] of SIZES) {
    const { page, context } = await open(hash, { viewport: { width, height }, locale });
    await ready(page);
    const seen = await onStage(page);
    const place = `${hash} ${width} ${locale}`;
    // Ignores line breaks.
    const plain = (text) => text.replace(/\s/g, "");
    assert.deepEqual(seen.map(({ name, value, why }) => plain([name, value, why].filter((it) => it !== "").join("|"))), wanted.map(plain), place);
    for (const it of seen) {
      assert.ok(it.whole, `${place}: ${it.name} is cut`);
      if (width === 1440) assert.ok(it.tall >= 24, `${place}: ${it.name} is ${it.tall} px tall`);
    }
    await usable(page, place);
    await context.close();
  }
}

export async function a_budget_shows_its_arithmetic({ open }) {
  await lines(open, "#scenario=budget-counts&step=counted.5:web", "en-US", [
    "Expected | 6 | StatefulSet/web: 6 desired",
    "Desired healthy | 4 | minAvailable: 60% of 6, rounded up",
    "Healthy | 4 | of 5 pods; not counted: web-4 (not ready)",
    "Allowed | 4 − 4 = 0",
  ]);
  await lines(open, "#scenario=budget-counts&step=counted.5:web", "zh-CN", [
    "预期 | 6 | StatefulSet/web 需要 6 个",
    "期望健康 | 4 | minAvailable：6 的 60%，向上取整",
    "健康 | 4 | 共 5 个 Pod；不计入：web-4（未就绪）",
    "允许中断 | 4 − 4 = 0",
  ]);
}

export async function an_eviction_shows_its_result({ open }) {
  await lines(open, "#scenario=budget-counts&step=evictionRefused:web-0", "en-US", ["Healthy | 4", "Desired healthy | 4", "Allowed | 0", "Answer | 429 | Too Many Requests"]);
  const { page } = await open("#scenario=budget-counts&step=evictionRefused:web-0");
  await ready(page);
  await page.locator("#stage .ruling", { hasText: "The disruption budget web needs 4 healthy pods and has 4 currently" }).waitFor();
}

export async function a_zone_shows_its_state_and_rate({ open }) {
  await lines(open, "#scenario=silent-node&step=zone.3:zone-a", "en-US", [
    "Not ready | 3 of 5 = 60% | at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption",
    "State | PartialDisruption | since 9 m 00 s, for 0 s",
    "Rate | 0 | 5 nodes, at most 50: no more nodes get the NoExecute taint",
  ]);
}

export async function a_controller_shows_its_numbers({ open }) {
  const { page } = await open("#scenario=budget-counts&step=reconciled.4:StatefulSet/default/web");
  await ready(page);
  const seen = await onStage(page);
  assert.deepEqual(seen.map((it) => `${it.name} ${it.value}`), ["Desired 6", "Current 4", "Ready 4", "Creates 1"]);
  await page.locator("#stage .ruling", { hasText: "updateStatefulSet" }).waitFor();
  await usable(page, "a controller");
}

export async function the_page_of_budgets_and_zones_matches_the_stage({ open }) {
  const { page } = await open("#scenario=budget-counts&step=counted.5:web");
  await ready(page);
  const stage = await onStage(page);
  await page.locator("#stage [data-budget='default/web'] .link").click();
  const table = page.locator(".ruling-table.chosen");
  await table.getByRole("heading", { name: "Budget web" }).waitFor();
  assert.deepEqual(await inTable(table), stage.map(({ name, value, why }) => [name, value, why]));
  assert.match(await page.locator("#stage [data-budget='default/web'] > span").innerText(), /0.*4.*4/s);
  // Pods that do not count come first.
  assert.match(await table.locator(".ruling-list li").first().innerText(), /web-4\s+not ready/);
  // The other budget is shown too: there is no expected number of pods without a controller.
  await page.locator(".ruling-table", { hasText: "no pods are expected, so none may be evicted" }).waitFor();
  await usable(page, "the page of budgets");
  // A disrupted zone is in the list beside the stage.
  const silent = await open("#scenario=silent-node&step=zone.4:zone-a");
  await ready(silent.page);
  const zone = await onStage(silent.page);
  await silent.page.locator("#stage [data-zone='zone-a'] .link").click();
  const told = silent.page.locator(".ruling-table.chosen");
  await told.getByRole("heading", { name: "Zone zone-a" }).waitFor();
  assert.deepEqual(await inTable(told), zone.map(({ name, value, why }) => [name, value, why]));
  assert.equal(await told.locator(".ruling-list li.bad").count(), 5);
  await usable(silent.page, "the page of zones");
}

export async function a_zone_of_the_map_opens_by_pointer_and_by_key({ open }) {
  const { page } = await open("");
  await ready(page);
  await load(page, cluster({ nodes: 300, each: 4, pending: 6 }));
  await page.getByRole("application").waitFor();
  await ready(page);
  const zone = (name) => page.locator(`.map-zones [data-zone='${name}']`);
  await zone("zone-1").focus();
  await page.keyboard.press("Enter");
  const table = page.locator(".ruling-table.chosen");
  await table.getByRole("heading", { name: "Zone zone-1" }).waitFor();
  await table.locator("tr[data-line='Rate']", { hasText: "0.1 per s" }).waitFor();
  await zone("zone-2").click();
  await table.getByRole("heading", { name: "Zone zone-2" }).waitFor();
  assert.equal(await page.getByRole("complementary", { name: /^Node node-/ }).count(), 0, "no node opens below the title");
  await settled(page);
  await usable(page, "a zone of the map");
}
