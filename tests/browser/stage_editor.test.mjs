// Editing on the stage: menus, add buttons, forms, and dragging.
import assert from "node:assert/strict";
import { drawn, fillText, inspect, openBuilder, openConsole, ready, settled, spoken, usable } from "./harness.mjs";

const menu = (page) => page.getByRole("menu");
const item = (page, name) => menu(page).getByRole("menuitem", { name, exact: true });
const form = (page) => page.locator("#inspector .chosen");
const node = (page, name) => page.locator(`#stage [data-node="${name}"]`);
/** Waits until the stage has `wanted` nodes. */
const count = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelectorAll("#stage .scene [data-node]").length === wanted, wanted);

const text = `kind: Node
metadata: {name: a}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
---
kind: Node
metadata: {name: b}
status: {allocatable: {cpu: "2", memory: 8Gi, pods: "110"}}
---
kind: Pod
metadata: {name: one}
spec: {nodeName: a, containers: [{name: c, resources: {requests: {cpu: "1"}}}]}
---
kind: PodDisruptionBudget
metadata: {name: keep}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
`;

async function begin(open) {
  const { page } = await open();
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.getByRole("button", { name: /^Run/ }).click();
  await node(page, "b").waitFor();
  await page.getByRole("button", { name: "Hide", exact: false }).first().click();
  await page.locator("aside.editor").waitFor({ state: "detached" });
  return page;
}

export async function a_menu_changes_objects_that_are_there_from_the_start({ open }) {
  const page = await begin(open);
  await node(page, "b").locator(".node-link").click({ button: "right" });
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "menuitem");
  await settled(page);
  await usable(page, "a menu", { within: ".menu" });
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await node(page, "b").locator(".node-link").click({ button: "right" });
  await item(page, "Duplicate").click();
  await count(page, 3);
  // The copy's form opens beside the stage, and typing into it changes the picture.
  await form(page).waitFor();
  await page.keyboard.press("Control+z");
  await count(page, 2);
  await node(page, "b").locator(".node-link").click({ button: "right" });
  await item(page, "Delete").click();
  await count(page, 1);
}

export async function a_menu_adds_actions_at_the_current_moment({ open }) {
  const page = await begin(open);
  await page.keyboard.press("End");
  await node(page, "b").locator(".node-link").click({ button: "right" });
  await item(page, "Cordon this node").click();
  await inspect(page, "What if");
  await page.getByRole("heading", { name: "Branches" }).waitFor();
  await ready(page);
  assert.match(await page.locator(".branches").innerText(), /cordon b/);
  await page.keyboard.press("End");
  await page.locator("#stage").getByText(/cordoned/i).first().waitFor();
}

export async function a_click_opens_the_form_while_building({ open }) {
  const page = await begin(open);
  await inspect(page, "Edit");
  await node(page, "b").locator(".node-link").click();
  await form(page).getByRole("heading", { name: "Node b" }).waitFor();
  const cpu = form(page).getByLabel("CPU", { exact: true });
  await cpu.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("8");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => /of 8/.test(document.querySelector('#stage [data-node="b"]').textContent));
  await page.getByRole("button", { name: "keep", exact: true }).click();
  await form(page).getByRole("heading", { name: "PodDisruptionBudget keep" }).waitFor();
}

export async function a_pod_is_dragged_to_another_node({ open }) {
  const page = await begin(open);
  await page.keyboard.press("End");
  const pod = page.locator('#stage [data-pod="default/one"]').first();
  await pod.waitFor();
  await pod.hover();
  await page.mouse.down();
  const to = await node(page, "b").boundingBox();
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
  await page.locator(".ghost").waitFor();
  await page.locator('[data-node="b"][data-drop]').waitFor();
  await page.mouse.up();
  await page.locator(".ghost").waitFor({ state: "detached" });
  await ready(page);
  await openConsole(page);
  await page.keyboard.press("End");
  await page.waitForFunction(() => /one\s+1\/1\s+Running.*\bb\b/.test(document.querySelector("#console").innerText));
}

export async function the_edge_of_a_pod_is_dragged_for_its_request({ open }) {
  const page = await begin(open);
  await page.keyboard.press("End");
  await node(page, "a").locator(".node-link").click();
  const edge = page.locator('#stage [data-pod="default/one"] [data-edge="cpu"]').first();
  await edge.waitFor();
  const [at, tile] = [await edge.boundingBox(), await page.locator('#stage [data-pod="default/one"] .body').first().boundingBox()];
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2 - tile.height, { steps: 4 });
  await page.locator(".ghost", { hasText: /^2$/ }).waitFor();
  await page.mouse.up();
  await form(page).getByRole("heading", { name: "Pod one" }).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll("#inspector input")].some((it) => it.value === "2"));
  await page.waitForFunction(() => /2 of 4|2 cpu/.test(document.querySelector('#stage [data-node="a"]').textContent));
}

export async function the_palette_is_dropped_on_the_stage({ open }) {
  const page = await begin(open);
  await inspect(page, "Edit");
  await page.getByPlaceholder("Add… (type to search)").fill("pod");
  await page.locator(".found [data-template]").first().hover();
  await page.mouse.down();
  const to = await node(page, "b").boundingBox();
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
  await page.locator('[data-node="b"][data-drop]').waitFor();
  await page.mouse.up();
  await form(page).getByRole("heading", { name: /^Pod / }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#stage [data-node="b"] [data-pod]').length === 1);
}

export async function the_form_of_a_later_object_names_its_time({ open }) {
  const page = await begin(open);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  // The initial state is the moment before the first attempt.
  const early = "---\nkind: Pod\nmetadata: {name: early}\nspec: {containers: [{name: c}]}\n";
  const later = "---\nkind: Scenario\nscript:\n- {at: 10s, create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}\n";
  await fillText(page, text + early + later);
  await page.getByRole("button", { name: /^Run/ }).click();
  await ready(page);
  await page.getByRole("button", { name: "Hide", exact: false }).first().click();
  await page.keyboard.press("End");
  await page.locator('[data-pod="default/late"]').first().click({ button: "right" });
  await item(page, "Edit…").click();
  await form(page).getByRole("heading", { name: /late/ }).waitFor();
  // The first field has the focus, where Home moves the caret.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Home");
  const note = page.locator(".edit-page .note", { hasText: "late arrives at 10" });
  await note.getByRole("button", { name: "Show" }).click();
  await note.waitFor({ state: "detached" });
  await page.locator('#stage [data-pod="default/late"]').first().waitFor();
}

export async function a_preemption_is_built_with_twenty_clicks({ open }) {
  const { page } = await open();
  await ready(page);
  let clicks = 0;
  const click = async (locator) => {
    clicks += 1;
    await locator.click();
  };
  const choose = async (label, value) => {
    clicks += 2;
    await form(page).getByLabel(label, { exact: true }).selectOption(value);
  };
  const search = page.getByPlaceholder("Add… (type to search)");
  await openBuilder(page);
  clicks += 1;
  await click(page.getByRole("button", { name: "New scenario" }).or(page.locator(".objects > .fresh")).first());
  await count(page, 0);
  await click(page.getByRole("button", { name: "Hide", exact: false }).first());
  // Three nodes, two classes, a budget and three pods: nine objects.
  await inspect(page, "Edit");
  for (const [typed, name] of [["three", /Three nodes/], ["low", /^Low/]]) {
    await search.fill(typed);
    await click(page.locator(".found").getByRole("button", { name }));
  }
  await search.fill("budget");
  await click(page.locator(".found button").first());
  await search.fill("");
  for (let at = 0; at < 2; at += 1) {
    await click(page.locator(".adds .plus").first());
    await choose("Priority class", "low");
  }
  await search.fill("high priority");
  await click(page.locator(".found button").first());
  await ready(page);
  assert.ok(clicks <= 20, `${clicks} clicks`);
  await openBuilder(page);
  await page.getByRole("tab", { name: "Builder" }).or(page.getByRole("tab", { name: "Build" })).first().click();
  assert.equal(await page.locator(".tree [data-id]").count(), 9, await page.locator(".tree").innerText());
}

export async function the_focus_returns_when_a_menu_closes({ open }) {
  const page = await begin(open);
  const link = node(page, "b").locator(".node-link");
  await link.focus();
  await link.click({ button: "right" });
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "menuitem");
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.closest("[data-node]")?.dataset.node), "b");
}

export const notInFirefox = {
  fingers_reach_every_menu: "its driver has no telephones",
  a_resting_finger_drags_and_a_moving_one_scrolls: "its driver has no fingers",
};

/** Waits until the page has not scrolled for ten frames. */
const stands = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let [last, still] = [scrollY, 0];
        const look = () => {
          still = scrollY === last ? still + 1 : 0;
          last = scrollY;
          if (still === 10) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

export async function a_resting_finger_drags_and_a_moving_one_scrolls({ open }) {
  const page = await begin(() => open("", { viewport: { width: 820, height: 700 }, hasTouch: true, isMobile: true }));
  const touch = await page.context().newCDPSession(page);
  const finger = (type, at) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const pod = page.locator('#stage .scene [data-pod="default/one"]');
  const middle = async (it) => {
    const { x, y, width, height } = await it.boundingBox();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };
  const path = async (from, to, rests) => {
    await finger("touchStart", from);
    if (rests) await page.locator(".ghost").waitFor();
    for (let part = 1; part <= 6; part += 1) {
      await finger("touchMove", { x: from.x + ((to.x - from.x) * part) / 6, y: from.y + ((to.y - from.y) * part) / 6 });
      await drawn(page);
    }
  };
  await page.evaluate(() => scrollTo(0, 0));
  // A finger that moves at once scrolls the page, even if it started on a pod.
  let from = await middle(pod);
  await path(from, { x: from.x, y: from.y - 150 }, false);
  assert.equal(await page.locator(".ghost").count(), 0);
  await finger("touchEnd");
  await page.waitForFunction(() => scrollY > 40);
  assert.equal(await menu(page).count(), 0);
  // The page continues to scroll by inertia.
  await stands(page);
  await page.evaluate(() => scrollTo(0, 0));
  await stands(page);
  // A finger that rests first drags the pod, and the page does not scroll.
  from = await middle(pod);
  const to = await middle(node(page, "b"));
  await path(from, to, true);
  await page.locator(".ghost", { hasText: "one" }).waitFor();
  await page.locator('#stage [data-node="b"][data-drop]').waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  await finger("touchEnd");
  await page.locator('#stage [data-node="b"] [data-pod="default/one"]').waitFor();
  assert.equal(await page.locator(".ghost").count(), 0);
  assert.equal(await menu(page).count(), 0);
  // A finger that rests without moving opens the menu when it is lifted.
  await page.evaluate(() => document.querySelector('#stage .scene [data-pod="default/one"]').scrollIntoView({ block: "center" }));
  await finger("touchStart", await middle(pod));
  await page.locator(".ghost").waitFor();
  // Time has to pass here, to check that no menu opens.
  await page.waitForTimeout(400);
  assert.equal(await menu(page).count(), 0);
  await finger("touchEnd");
  await item(page, "Edit…").waitFor();
}

export async function fingers_reach_every_menu({ open }) {
  const { page } = await open("#scenario=budget", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await ready(page);
  await page.keyboard.press("End");
  const more = (name) => page.getByRole("button", { name: `Menu: ${name}`, exact: true });
  const opens = async (button, name) => {
    await button.tap();
    await page.getByRole("menu", { name, exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await menu(page).waitFor({ state: "detached" });
    assert.ok(await button.evaluate((it) => it === document.activeElement), `${name}: the focus is back`);
    const box = await button.boundingBox();
    assert.ok(box.width >= 44 && box.height >= 44, `${name}: ${JSON.stringify(box)}`);
  };
  const pod = await page.locator("#stage .scene [data-pod]").first().getAttribute("data-pod");
  await page.locator(`#stage .scene [data-pod="${pod}"]`).tap();
  const short = pod.replace(/^default\//, "");
  await opens(more(short), short);
  const budget = page.locator("#stage [data-budget]").first();
  await opens(budget.locator(".icon"), await budget.locator(".link").innerText());
  await page.locator(`#stage .scene [data-pod="${pod}"]`).tap();
  const link = page.locator("#stage .scene .node-link").first();
  const name = await page.locator("#stage .scene [data-node]").first().getAttribute("data-node");
  await link.tap();
  await opens(more(name), name);
}

export async function a_pod_is_dragged_to_another_priority({ open }) {
  const page = await begin(open);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, `${text}---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n`);
  await page.getByRole("button", { name: /^Run/ }).click();
  await ready(page);
  await page.getByRole("button", { name: "Hide", exact: false }).first().click();
  const pod = page.locator('#stage [data-pod="default/one"]').first();
  await pod.waitFor();
  assert.match(await spoken(pod), /priority 0/);
  const high = page.locator('#classes [data-class="high"]');
  assert.equal(await high.isVisible(), false);
  await pod.hover();
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 3 });
  await high.waitFor();
  const to = await high.boundingBox();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
  await page.locator('#classes [data-class="high"][data-drop]').waitFor();
  await page.mouse.up();
  await high.waitFor({ state: "hidden" });
  await page.waitForFunction(() => /priority 1000/.test(document.querySelector('#stage [data-pod="default/one"] > :is(title, .hidden)').textContent));
  await page.locator("#stage h2").first().click();
  await page.keyboard.press("ControlOrMeta+z");
  await page.waitForFunction(() => /priority 0/.test(document.querySelector('#stage [data-pod="default/one"] > :is(title, .hidden)').textContent));
}

export async function ribbons_show_the_end_of_the_run_while_building({ open }) {
  const { page } = await open("#scenario=reprieve");
  await ready(page);
  assert.equal(await page.locator("#stage .ribbon").count(), 0);
  await inspect(page, "Edit");
  await page.locator("#stage .ribbon", { hasText: /^evicted for / }).first().waitFor();
  await page.locator("#stage .ribbon", { hasText: /^→ / }).first().waitFor();
  await page.getByRole("tab", { name: "Now" }).click();
  await page.locator("#stage .ribbon").first().waitFor({ state: "detached" });
}
