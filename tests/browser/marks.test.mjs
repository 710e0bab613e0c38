// Shields on protected pods, and marks on what a fork changed.
import assert from "node:assert/strict";
import { fillText, openBuilder, openLanes, ready, spoken, until, usable } from "./harness.mjs";

const NODE = (name, spec = "") => `---\nkind: Node\nmetadata: {name: ${name}}\nspec: {${spec}}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 20}}\n`;
const CLUSTER = [
  NODE("a"),
  NODE("b", "unschedulable: true"),
  "---\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {priorityClassName: high, containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}\n",
  "---\nkind: Pod\nmetadata: {name: alone, labels: {app: alone}}\nspec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}\n",
  "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000000\n",
  "---\nkind: PodDisruptionBudget\nmetadata: {name: web}\nspec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\n",
].join("");

async function opened(page, text) {
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("tab", { name: "Build" }).click();
  await page.locator(".tree").getByRole("option", { name: /^web/ }).first().waitFor();
  await ready(page);
  await page.keyboard.press("End");
}

/** The accessible name of an element, and the class of its shield (open, closed, …). */
const worn = (it) => it.evaluate((it) => [it.getAttribute("aria-label") ?? it.textContent, it.querySelector(".shield")?.getAttribute("class") ?? ""]);

export async function a_protected_pod_has_its_shield_everywhere({ open }) {
  const { page } = await open("", { viewport: { width: 1440, height: 900 } });
  await opened(page, CLUSTER);
  await openLanes(page);
  const tree = page.locator(".tree");
  const places = {
    workload: tree.getByRole("option", { name: /^web.*Deployment/ }),
    budget: tree.getByRole("option", { name: /^web.*minAvailable 1/ }),
    level: page.locator(".level-chip", { hasText: /^web/ }),
    stage: page.locator("#stage [data-pod^='default/web-']").first(),
    lane: page.locator(".lane-name", { hasText: "web-" }).first(),
  };
  for (const [name, place] of Object.entries(places)) {
    const [told, shield] = await until(name, async () => {
      const found = await worn(place);
      return found[1].includes("open") && found;
    });
    assert.match(told, /protected by web: 1 may be evicted now/, name);
    assert.equal(shield, "shield open", name);
  }
  assert.equal((await worn(page.locator(".lane-name", { hasText: "alone" })))[1], "", "no budget, no shield");
  // At the start, before any pods exist, there are no shields.
  await page.keyboard.press("Home");
  await until("it follows the moment", async () => (await worn(places.workload))[1] !== "shield open");
  await usable(page, "shields");
}

export async function abbreviated_numbers_show_the_exact_value({ open }) {
  const { page } = await open("", { viewport: { width: 1440, height: 900 } });
  await opened(page, CLUSTER);
  await openLanes(page);
  const signs = page.locator("#app").getByText("1M", { exact: true });
  const unsaid = await signs.evaluateAll((all) =>
    all.filter((it) => !it.closest("[title*='1000000']") && !it.closest("g")?.closest("[data-pod]")?.querySelector("title")?.textContent.includes("1000000")).map((it) => it.outerHTML),
  );
  assert.ok((await signs.count()) >= 3, `${await signs.count()}`);
  assert.deepEqual(unsaid, []);
}

export async function changes_by_a_fork_are_marked_and_can_be_left_with_one_click({ open }) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    const { page, context } = await open("", { viewport: { width, height } });
    await opened(page, CLUSTER);
    await page.getByRole("button", { name: "Build", exact: true }).click();
    const marked = () => page.locator("#stage .unlike").evaluateAll((all) => all.map((it) => it.dataset.pod ?? it.dataset.mini ?? it.textContent.trim().split(" ")[0]));
    assert.deepEqual(await marked(), []);
    const scene = await page.locator("#stage .scene, #stage .rail").first().boundingBox();
    await page.locator("#stage [data-pod='default/alone']").first().click();
    const panel = page.locator(".inspector");
    await panel.getByRole("button", { name: "What would make it fit?" }).click();
    await panel.locator("ul.answers li", { hasText: /cordon/ }).getByRole("button", { name: "Try it" }).click();
    const fork = page.locator("#stage .fork");
    await fork.waitFor();
    // A narrow line has room for what came of it only.
    assert.match(await fork.innerText(), width > 1000 ? /What if: uncordon b[\s\S]*alone is bound to b/ : /^alone is bound to b/);
    const now = await until("marks", async () => {
      const found = await marked();
      return found.length > 0 && found;
    });
    assert.ok(now.includes("default/alone"), `${now}`);
    assert.equal((await spoken(page.locator("#stage [data-pod='default/alone']").first())).includes("differs"), true);
    const after = await page.locator("#stage .scene, #stage .rail").first().boundingBox();
    if (width > 1000) assert.deepEqual([after.y, after.height], [scene.y, scene.height], "nothing moves");
    const bar = await fork.boundingBox();
    assert.ok(bar.x >= 0 && bar.x + bar.width <= width, JSON.stringify(bar));
    await usable(page, `a fork at ${width}`);
    await fork.getByRole("button", { name: "Back to the parent run" }).click();
    await fork.waitFor({ state: "detached" });
    assert.deepEqual(await marked(), []);
    await context.close();
  }
}
