// The map, for clusters with more nodes than fit on the stage as cards.
import assert from "node:assert/strict";
import { cluster, load } from "./big.mjs";
import { LOOKS, looked, ready, settled, usable } from "./harness.mjs";

const map = (page) => page.getByRole("application");
const picture = (page) => page.getByRole("img", { name: /^Nodes: |个节点/ });
const facts = (page) => page.locator(".overview-facts").innerText();

async function big(open, options = {}, size = { nodes: 300, each: 4, pending: 6 }) {
  const it = await open("", options);
  await ready(it.page);
  await load(it.page, cluster(size));
  await map(it.page).waitFor();
  await ready(it.page);
  return it;
}

export async function shows_every_node_without_an_element_for_each({ open }) {
  const { page } = await big(open);
  assert.match(await picture(page).getAttribute("aria-label"), /^Nodes: 300 in 3 zones\. Pods on nodes: 1,200\. Requested: \d+% of cpu, \d+% of memory\. Cordoned: 3, not ready: 1\./);
  assert.ok((await page.locator(".stage *").count()) < 400);
  await page.keyboard.press("f");
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("ArrowRight");
  // The worker recomputes the details of the step.
  await page.getByRole("img", { name: /At this step: passes all filters: \d+/ }).waitFor();
}

export async function finds_a_node_by_name({ open }) {
  const { page } = await big(open);
  const search = page.getByRole("searchbox", { name: "Search nodes by name" });
  await search.fill("node-29");
  await page.getByText("11 found").waitFor();
  await search.fill("NODE-299");
  await page.getByText("1 found").waitFor();
  assert.match(await facts(page), /^node-299 · zone-2 · [\d.]+ \/ 16 cpu, \S+ \/ 64Gi memory, 4 \/ 110 pods/);
  // The map has zoomed in on it.
  assert.equal(await page.locator(".map.near").count(), 1);
  await page.getByRole("button", { name: "Show all nodes" }).click();
  assert.equal(await page.locator(".map.near").count(), 0);
  // Keys typed into the field do not control the page.
  await search.fill("node-1");
  await search.press("Enter");
  assert.match(await facts(page), /^node-1 /);
  await search.press("Enter");
  assert.doesNotMatch(await facts(page), /^node-1 /);
}

export async function can_be_navigated_by_keyboard({ open }) {
  const { page } = await big(open);
  const at = await page.locator(".grip").getAttribute("aria-valuenow");
  await map(page).focus();
  await page.keyboard.press("Home");
  assert.match(await facts(page), /^node-0 · zone-0/);
  await page.keyboard.press("ArrowRight");
  assert.match(await facts(page), /^node-3 · zone-0/);
  await page.keyboard.press("ArrowDown");
  const below = await facts(page);
  assert.doesNotMatch(below, /^node-3 /);
  await page.keyboard.press("ArrowUp");
  assert.match(await facts(page), /^node-3 /);
  assert.equal(await page.locator(".overview [aria-live]").innerText(), await facts(page));
  assert.equal(await page.locator(".grip").getAttribute("aria-valuenow"), at, "arrows on the map belong to it");
  await page.keyboard.press("End");
  assert.match(await facts(page), /^node-299 · zone-2/);
  await page.keyboard.press("Enter");
  const card = page.getByRole("complementary", { name: "Node node-299" });
  await card.waitFor();
  assert.equal(await card.locator("[data-pod]").count(), 4);
  await card.locator("[data-pod]").first().click();
  await page.locator(".inspector").getByText(/pod-299-/).first().waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  assert.ok(await map(page).evaluate((it) => it === document.activeElement));
  await page.keyboard.press("+");
  assert.equal(await page.locator(".map.near").count(), 1);
  await page.keyboard.press("0");
  assert.equal(await page.locator(".map.near").count(), 0);
}

export async function opens_clicked_nodes_and_zooms_with_the_wheel({ open }) {
  const { page } = await big(open);
  const box = await map(page).boundingBox();
  await page.mouse.move(box.x + 8, box.y + 30);
  await page.waitForFunction(() => /^node-0 /.test(document.querySelector(".overview-facts").textContent));
  await page.mouse.wheel(0, -800);
  await page.waitForFunction(() => document.querySelector(".map.near"));
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator(".overview-open").count(), 0, "a drag opens nothing");
  await page.mouse.click(box.x + 8, box.y + 30);
  await page.getByRole("complementary", { name: /^Node node-/ }).waitFor();
  assert.ok((await page.locator(".overview-open [data-pod]").count()) === 4);
}

export async function queues_show_their_first_pods({ open }) {
  const { page } = await big(open, {}, { nodes: 210, each: 1, pending: 90 });
  await page.keyboard.press("ArrowRight");
  const lane = page.locator('[data-lane="active"]');
  await lane.getByText("+ 49 more").waitFor();
  assert.equal(await lane.locator("[data-pod]").count(), 40);
}

export async function can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await big(open, { ...look, locale: "en-US" });
    await map(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator(".overview-open").waitFor();
    await settled(page);
    await usable(page, looked(look));
  }
}

export async function the_selected_node_is_beside_the_map({ open }) {
  const { page } = await big(open);
  const width = () => map(page).evaluate((it) => it.clientWidth);
  const before = await width();
  const beside = page.locator(".overview-side");
  const seen = new Set();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("ArrowRight");
    const said = await page.locator(".story h2").innerText();
    const name = said.match(/^\S+ (?:fits|doesn’t fit) on (\S+)$/)?.[1];
    if (!name) continue;
    await beside.locator(`[data-node="${name}"] .ground`).first().waitFor();
    assert.equal(await beside.getAttribute("data-subject"), "");
    seen.add(name);
  }
  assert.ok(seen.size > 2, `${[...seen]} were looked at`);
  assert.equal(await width(), before, "the map stays as it is");
}
