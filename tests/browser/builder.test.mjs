// The builder, used without YAML. Elements are found by role and label only.
import assert from "node:assert/strict";
import { LOOKS, looked, openBuilder, openConsole, ready, textOf, until, usable } from "./harness.mjs";

const last = (page) => page.waitForFunction(() => Number(document.querySelector(".grip")?.ariaValueMax) > 1);
const builder = (page) => page.getByRole("complementary", { name: "Builder" });
/** The form of the selected object, beside the stage. */
const form = (page) => page.getByRole("region", { name: "Selected object" });
const tree = (page, group) => builder(page).getByRole("group", { name: group, exact: true });

/** Starts with an empty manifest and an open palette. */
async function empty(page) {
  await last(page);
  if (!(await builder(page).isVisible())) await page.getByRole("button", { name: "Build", exact: true }).click();
  await builder(page).getByRole("button", { name: "New", exact: true }).click();
  // With an empty manifest, the palette is open.
  await builder(page).getByText("Nothing here yet.").waitFor();
}

/** Adds a template. The palette closes after the first object. */
const add = async (page, name) => {
  const palette = builder(page).locator(".palette");
  if (!(await palette.evaluate((it) => it.open))) await palette.locator("summary").click();
  await builder(page).getByRole("button", { name, exact: true }).click();
};

/** Types key by key, because some browsers fire `change` only after user input. */
async function type(field, text) {
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}

async function fill(page, label, text) {
  const field = form(page).getByLabel(label, { exact: true });
  await type(field, text);
  await field.press("Tab");
}

const yaml = async (page) => {
  await page.getByRole("tab", { name: "YAML" }).click();
  const text = await textOf(page);
  await page.getByRole("tab", { name: "Build" }).click();
  return text;
};

export async function builds_a_preemption({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Small · 2 cpu, 4Gi");
  await add(page, "High · 1000");
  await add(page, "Big · 2 cpu, 4Gi");
  await fill(page, "Name", "low");
  await fill(page, "Memory request", "1Gi");
  await form(page).getByLabel("Node name", { exact: true }).selectOption("node-1");
  await add(page, "High priority · 2 cpu");
  await fill(page, "Name", "vip");
  const text = await yaml(page);
  assert.match(text, /name: low/);
  assert.match(text, /nodeName: node-1/);
  assert.equal(text.match(/kind: PriorityClass/g).length, 1);
  await tree(page, "Priority classes").getByRole("option").click();
  await form(page).getByRole("button", { name: "vip", exact: true }).first().waitFor();
  // Keys in a field do not control the page.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  await openConsole(page);
  await page.locator("#console .rows li").filter({ hasText: /^vip.*Running/ }).first().waitFor();
  const rows = await page.locator("#console .rows li").allInnerTexts();
  assert.ok(rows.some((row) => /^low +.*Terminating/.test(row)), rows.join("\n"));
}

export async function the_palette_closes_after_the_first_object_and_the_panel_keeps_its_width({ open }) {
  const { page } = await open();
  await empty(page);
  const palette = builder(page).locator(".palette");
  assert.equal(await palette.evaluate((it) => it.open), true);
  // An empty cluster says one thing to do.
  assert.equal(await page.locator("#stage .plus:visible").count(), 1);
  assert.equal(await builder(page).locator(".offer").count(), 0);
  const width = async () => (await builder(page).boundingBox()).width;
  const before = await width();
  await add(page, "Small · 2 cpu, 4Gi");
  await until("the palette is closed", async () => !(await palette.evaluate((it) => it.open)));
  await add(page, "Big · 2 cpu, 4Gi");
  assert.equal(await palette.evaluate((it) => it.open), true, "a palette that was opened stays open");
  await until("the name has the focus", () => page.evaluate(() => document.activeElement.id === "field-metadata.name"));
  // The marks of the axes fit beside the picture, and end at what the node has.
  const ticks = (side) => form(page).locator(`.sizer .tick.${side}`).allInnerTexts();
  assert.deepEqual(await ticks("across"), ["500m", "1", "1500m", "2"]);
  assert.deepEqual(await ticks("up"), ["1Gi", "2Gi", "3Gi", "4Gi"]);
  await page.getByRole("tab", { name: "YAML" }).click();
  assert.equal(await width(), before);
}

export async function shows_errors_beside_the_field({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  const before = await yaml(page);
  await fill(page, "CPU", "lots");
  await form(page).getByRole("alert").filter({ hasText: "Enter an amount" }).waitFor();
  assert.equal(await yaml(page), before);
  await fill(page, "CPU", "8");
  assert.match(await yaml(page), /cpu: "8"/);
}

export async function a_node_is_cordoned_in_its_form({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  const box = form(page).getByLabel("Cordoned", { exact: true });
  await box.check();
  assert.match(await yaml(page), /unschedulable: true/);
  const [left, top] = await box.evaluate((it) => [it, it.closest(".field")].map((it) => it.getBoundingClientRect()).reduce((box, field) => [box.left - field.left, box.top - field.top]));
  assert.ok(left >= 0 && left < 8 && top >= 0 && top < 8, `the box stands beside its label: ${left}, ${top}`);
}

export async function a_new_pod_has_a_unique_label({ open }) {
  const { page } = await open();
  await empty(page);
  for (const name of ["victim", "preemptor"]) {
    await add(page, "Small · 500m, 512Mi");
    await fill(page, "Name", name);
    await tree(page, "Pods").getByRole("option", { name: new RegExp(`^${name}`) }).waitFor();
  }
  assert.match(await yaml(page), /app: victim[\s\S]*app: preemptor/);
}

export async function undoes_changes_and_saves_them({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  await type(form(page).getByLabel("Number of copies"), "3");
  await form(page).getByLabel("Number of copies").press("Tab");
  await page.getByRole("button", { name: "Duplicate" }).click();
  const rows = tree(page, "Nodes").getByRole("option");
  assert.equal(await rows.count(), 4);
  await rows.first().click();
  await rows.last().click({ modifiers: ["Shift"] });
  await page.keyboard.press("Delete");
  await tree(page, "Nodes").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 4);
  await page.keyboard.press("Control+z");
  assert.equal(await rows.count(), 1);
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await rows.count(), 4);
  await page.reload();
  await rows.first().waitFor();
  assert.equal(await rows.count(), 4);
  await page.getByText("My scenarios").click();
  await page.getByLabel("Name to save it as").fill("four nodes");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await builder(page).getByText("Nothing here yet.").waitFor();
  await page.getByRole("button", { name: "four nodes", exact: true }).click();
  await rows.first().waitFor();
  assert.equal(await rows.count(), 4);
}

export async function builds_a_cluster_with_the_keyboard_alone({ open }) {
  const { page } = await open();
  await empty(page);
  const palette = builder(page).locator(".palette");
  const press = async (name) => {
    // The palette closes after the first object.
    if (!(await palette.evaluate((details) => details.open))) {
      await palette.locator("summary").focus();
      await page.keyboard.press("Enter");
    }
    await builder(page).getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press("Three nodes in three zones");
  await press("High · 1000");
  await press("Low · 10");
  await press("Deployment ×3");
  await press("Keep 2 of app=web");
  await form(page).getByText("With all of them healthy, 1 may be unavailable.").waitFor();
  await press("High priority · 2 cpu");
  const rows = builder(page).getByRole("listbox", { name: "Objects" });
  const pod = rows.getByRole("option", { name: /^urgent-1/ });
  await pod.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await rows.getByRole("option", { name: /urgent-1.*low/ }).waitFor();
  await page.waitForFunction(() => document.activeElement.dataset.id === "Pod//urgent-1");
  await page.keyboard.press("Alt+ArrowUp");
  await rows.getByRole("option", { name: /urgent-1.*high/ }).waitFor();
  await page.waitForFunction(() => document.activeElement.dataset.id === "Pod//urgent-1");
  // The run that the edit starts redraws the list.
  await ready(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "field-metadata.name");
  assert.match(await yaml(page), /kind: PodDisruptionBudget/);
  await openConsole(page);
  const running = page.locator("#console .rows li").filter({ hasText: /^urgent-1.*Running/ }).first();
  // The run may still be computed, so its end is requested until the pod runs.
  await until("the pod runs", async () => {
    await page.keyboard.press("End");
    return running.isVisible();
  });
}

export async function the_focus_follows_the_last_key({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "High · 1000");
  await add(page, "Low · 10");
  await add(page, "High priority · 2 cpu");
  const row = builder(page).getByRole("listbox", { name: "Objects" }).getByRole("option", { name: /^urgent-1/ });
  await row.focus();
  // Two keys in quick succession: the second one is pressed one frame after the first.
  await page.evaluate(async () => {
    const press = (key, altKey = false) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, altKey, bubbles: true }));
    press("ArrowDown", true);
    await new Promise(requestAnimationFrame);
    press("Enter");
  });
  await until("the name has the focus", () => page.evaluate(() => document.activeElement.id === "field-metadata.name"));
  // A chip that moves to another level keeps the focus, even if it was not selected before.
  await tree(page, "Priority classes").getByRole("option").first().click();
  const chip = page.locator(".level-chip").filter({ hasText: "urgent-1" });
  await chip.focus();
  const level = () => page.evaluate(() => document.activeElement.closest(".level")?.dataset.class);
  const [from, key] = [await level(), (await level()) === "low" ? "Alt+ArrowUp" : "Alt+ArrowDown"];
  await page.keyboard.press(key);
  await until("the chip has the focus on the other level", async () => ![from, undefined].includes(await level()));
  // After a deletion, the list has the focus.
  await row.focus();
  await page.keyboard.press("Delete");
  await until("the list has the focus", () => page.evaluate(() => document.activeElement.matches(".tree [role=option]")));
}

export async function changes_many_at_once({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "High · 1000");
  await add(page, "Small · 500m, 512Mi");
  await type(form(page).getByLabel("Number of copies"), "5");
  await form(page).getByLabel("Number of copies").press("Tab");
  await page.getByRole("button", { name: "Duplicate" }).click();
  const rows = tree(page, "Pods").getByRole("option");
  assert.equal(await rows.count(), 6);
  await rows.first().click();
  // The first field of the form has the focus; Escape moves it back to the list.
  await page.keyboard.press("Escape");
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("Shift+ArrowDown");
  assert.equal(await tree(page, "Pods").getByRole("option", { selected: true }).count(), 4);
  // A click on a check mark adds a row to the selection, as on a touch screen.
  await rows.last().locator(".check").click();
  assert.equal(await tree(page, "Pods").getByRole("option", { selected: true }).count(), 5);
  await form(page).getByLabel("Priority class of all").selectOption("high");
  await fill(page, "Namespace of all", "Not A Name");
  await form(page).getByRole("alert").filter({ hasText: "Use lower-case" }).waitFor();
  assert.equal(await form(page).getByLabel("Namespace of all").inputValue(), "Not A Name");
  await fill(page, "Namespace of all", "team-a");
  const text = await yaml(page);
  assert.equal(text.match(/priorityClassName: high/g).length, 5);
  assert.equal(text.match(/namespace: team-a/g).length, 5);
  assert.equal(await tree(page, "Pods").getByRole("option", { selected: true }).count(), 5);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.doesNotMatch(await yaml(page), /namespace/);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.doesNotMatch(await yaml(page), /priorityClassName/);
}

const says = (page, cpu) =>
  page.waitForFunction((cpu) => document.getElementById("field-spec.containers.0.resources.requests.cpu").value === cpu, cpu);

/** Drags with the mouse. In Firefox, whose driver does not support drag and drop, the events are dispatched. */
async function drag(engine, from, to) {
  if (engine === "chromium") return from.dragTo(to);
  const dataTransfer = await from.evaluateHandle(() => new DataTransfer());
  await from.dispatchEvent("dragstart", { dataTransfer });
  await to.dispatchEvent("dragover", { dataTransfer });
  await to.dispatchEvent("drop", { dataTransfer });
}

export const notInFirefox = { drags_a_pod_with_a_finger: "its driver has no fingers" };

export async function drags_a_pod_with_a_finger({ open }) {
  const { page, context } = await open("", { hasTouch: true });
  await empty(page);
  await add(page, "High · 1000");
  await add(page, "Small · 500m, 512Mi");
  const chip = builder(page).locator(".level-chip");
  await chip.scrollIntoViewIfNeeded();
  const middle = async (it) => {
    const { x, y, width, height } = await it.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const touch = await context.newCDPSession(page);
  const finger = (type, at) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const to = await middle(builder(page).getByRole("group", { name: "high 1000" }));
  await finger("touchStart", await middle(chip));
  await finger("touchMove", to);
  await builder(page).locator(".level.over").waitFor();
  await finger("touchEnd");
  await tree(page, "Pods").getByRole("option", { name: /high/ }).waitFor();
  assert.equal(await builder(page).locator(".level.over").count(), 0);
}

export async function drags_pods_edges_and_files({ open, engine }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  await add(page, "High · 1000");
  await add(page, "Small · 500m, 512Mi");
  const pod = tree(page, "Pods").getByRole("option");
  await drag(engine, pod, tree(page, "Priority classes").getByRole("option"));
  await tree(page, "Pods").getByRole("option", { name: /high/ }).waitFor();
  await drag(engine, builder(page).locator(".level-chip"), builder(page).getByRole("group", { name: "no class 0" }));
  await tree(page, "Pods").getByRole("option", { name: /^small-1 500m$/ }).waitFor();
  await drag(engine, pod, tree(page, "Nodes").getByRole("option"));
  await tree(page, "Pods").getByRole("option", { name: /node-1/ }).waitFor();
  const edge = form(page).getByRole("slider", { name: "CPU, as drawn" });
  assert.equal(await edge.getAttribute("aria-valuetext"), "500m");
  await edge.press("ArrowRight");
  await says(page, "600m");
  await form(page).locator(".sizer").scrollIntoViewIfNeeded();
  const box = await form(page).locator(".sizer-frame").boundingBox();
  const from = await edge.boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.44, from.y, { steps: 4 });
  await page.mouse.up();
  await says(page, "2");
  // Two files at once are added to the existing objects.
  await page.evaluate(() => {
    const data = new DataTransfer();
    for (const name of ["left", "right"]) {
      data.items.add(new File([`---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`], `${name}.yaml`));
    }
    document.body.dispatchEvent(new DragEvent("dragover", { dataTransfer: data, bubbles: true, cancelable: true }));
    window.dropped = data;
  });
  const zone = page.getByText("Drop here to add to this scenario");
  await zone.waitFor();
  await zone.evaluate((it) => it.dispatchEvent(new DragEvent("drop", { dataTransfer: window.dropped, bubbles: true, cancelable: true })));
  await zone.waitFor({ state: "detached" });
  await tree(page, "Namespaces").getByRole("option", { name: "right" }).waitFor();
  assert.equal(await tree(page, "Namespaces").getByRole("option").count(), 2);
  assert.equal(await pod.count(), 1);
}

export async function the_shield_in_a_row_belongs_to_the_row({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  await openBuilder(page);
  await tree(page, "Pods").getByRole("option", { name: /^a-database/ }).locator("svg").click();
  await form(page).getByRole("heading", { name: "Pod a-database" }).waitFor();
}

export async function dragging_selects_no_text({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  await openBuilder(page);
  await tree(page, "Pods").getByRole("option", { name: /^b-web/ }).click();
  await form(page).getByLabel("Name", { exact: true }).waitFor();
  for (const from of [page.locator(".tree-head").first(), page.locator(".tree [role=option]").first(), form(page).locator("h3"), form(page).locator("label").first()]) {
    const { x, y, height } = await from.boundingBox();
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + height / 2 + 120, { steps: 6 });
    assert.equal(await page.evaluate(() => String(getSelection())), "");
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
}

export async function saves_renames_and_restores_scenarios({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  await page.getByText("My scenarios").click();
  await page.getByLabel("Name to save it as").fill("one");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Rename one" }).click();
  await page.getByLabel("New name").fill("first");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete first" }).click();
  await page.getByText("Deleted first.").waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.reload();
  await page.getByText("My scenarios").click();
  await page.getByRole("button", { name: "first", exact: true }).waitFor();
}

export async function can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("", { ...look, locale: "en-US" });
    await last(page);
    if (!(await builder(page).isVisible())) await page.getByRole("button", { name: "Build", exact: true }).click();
    await builder(page).locator("summary").filter({ hasText: "Add" }).click();
    await page.getByText("My scenarios").click();
    await tree(page, "Nodes").getByRole("option").first().click();
    await form(page).getByLabel("CPU", { exact: true }).waitFor();
    // On a small screen the stage is sticky and covers a part of the scrolled content.
    await page.evaluate(() => scrollTo(0, 0));
    await usable(page, looked(look));
  }
}

/** Whether a touch at the center of an element hits this element. */
const isInReach = (locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

export async function a_form_on_a_phone_leaves_palette_and_undo_in_reach({ open }) {
  const { page } = await open("", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await empty(page);
  await add(page, "Small · 500m, 512Mi");
  await form(page).waitFor();
  const [undo, card] = [page.getByRole("button", { name: "Undo" }), page.locator(".adder").getByRole("button", { name: "Node", exact: false })];
  for (const field of ["Name", "Labels"]) {
    await form(page).getByLabel(field, { exact: true }).first().focus();
    await until(`palette and undo beside ${field}`, async () => (await isInReach(undo)) && (await isInReach(card)));
    assert.ok(await isInReach(form(page).getByLabel(field, { exact: true }).first()), `${field} is covered`);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await until("palette and undo below the form", async () => (await isInReach(undo)) && (await isInReach(card)));
  await undo.click();
  await tree(page, "Pods").waitFor({ state: "detached" });
  // The whole palette stays visible above the list, regardless of the scroll position.
  const { page: list } = await open("#scenario=ladder", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await ready(list);
  await openBuilder(list);
  await list.locator(".tree [role=option]").last().evaluate((it) => it.scrollIntoView({ block: "end" }));
  await until("the palette above the list", () => isInReach(list.locator(".palette > summary")));
}

export async function configures_the_scheduler_without_yaml({ open }) {
  const { page } = await open("#scenario=own-plugin");
  await last(page);
  await openBuilder(page);
  await tree(page, "Scheduler").getByRole("option", { name: /^v1 / }).click();
  const own = form(page).locator(".configuring");
  const point = (name) => own.locator("summary", { has: page.locator("code", { hasText: new RegExp(`^${name}$`) }) });
  /** Opens a section unless it is open already. */
  const unfold = async (name) => {
    if (!(await point(name).evaluate((it) => it.parentElement.open))) await point(name).click();
  };
  await unfold("score");
  await type(own.getByLabel("Weight: Headroom", { exact: true }), "3");
  await own.getByLabel("Weight: Headroom", { exact: true }).press("Tab");
  assert.match(await yaml(page), /name: Headroom, weight: 3/);
  await unfold("score");
  await own.getByRole("button", { name: "Disable: ImageLocality" }).click();
  assert.match(await yaml(page), /disabled:\s*(- |\[)\{?name: ImageLocality/);
  await unfold("score");
  await own.getByRole("button", { name: "Enable again: ImageLocality" }).click();
  assert.doesNotMatch(await yaml(page), /disabled/);
  await unfold("filter");
  await own.getByRole("button", { name: "Move up: Headroom" }).first().click();
  assert.match(await yaml(page), /disabled:\s*(- |\[)\{?name: ["']?\*/);
  await page.keyboard.press("Control+z");
  // Values that cannot be written, or that validation rejects, have an error at the field.
  const percentage = own.locator("#field-percentageOfNodesToScore");
  await type(percentage, "140");
  await percentage.press("Tab");
  await own.getByRole("alert").filter({ hasText: "Enter a whole number from 0 to 100" }).waitFor();
  await type(percentage, "50");
  await percentage.press("Tab");
  await fill(page, "podMaxBackoffSeconds", "5");
  await fill(page, "podInitialBackoffSeconds", "20");
  const field = own.locator(".field", { has: page.getByLabel("podMaxBackoffSeconds", { exact: true }) });
  await field.getByRole("alert").filter({ hasText: "must not be less than" }).waitFor();
  await fill(page, "podInitialBackoffSeconds", "2");
  await field.getByRole("alert").waitFor({ state: "detached" });
  await usable(page, "the form of a configuration");
}

export async function builds_extenders_and_user_plugins({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Small · 2 cpu, 4Gi");
  await add(page, "Small · 500m, 512Mi");
  await add(page, "Configuration · v1.34, v1.36");
  const own = form(page).locator(".configuring");
  // An extender, and the document that defines its answers.
  await own.getByRole("button", { name: "+ Extender", exact: true }).click();
  await own.getByRole("button", { name: "+ Document with its answers" }).click();
  await tree(page, "Scheduler").getByRole("option", { name: /extender-1/ }).click();
  await own.locator("summary", { has: page.locator("code", { hasText: /^filter$/ }) }).click();
  await own.getByRole("button", { name: "Rule: filter.rules" }).click();
  await own.getByText("Rule 1", { exact: true }).waitFor();
  const field = (path) => own.locator(`[id="field-${path}"]`);
  await type(field("filter.rules.0.for.freeBelow"), "cpu=100");
  await field("filter.rules.0.for.freeBelow").press("Tab");
  await type(field("filter.rules.0.message"), "too full");
  await field("filter.rules.0.message").press("Tab");
  assert.match(await yaml(page), /freeBelow: ?\{?\s*cpu: "?100/);
  await usable(page, "the form of an extender's answers");
  // A value that cannot be written has an error at its field.
  await type(field("filter.rules.0.for.freeBelow"), "much");
  await field("filter.rules.0.for.freeBelow").press("Tab");
  await own.getByRole("alert").filter({ hasText: "Enter resource=amount" }).waitFor();
  // A user plugin is enabled at all its extension points at once, and renaming it renames it in the profile.
  await builder(page).locator(".palette > summary").click();
  await add(page, "Custom plugin");
  await tree(page, "Scheduler").getByRole("option", { name: /^v1 / }).click();
  await own.locator("summary", { has: page.locator("code", { hasText: /^multiPoint$/ }) }).click();
  await own.getByRole("button", { name: "Enable: Mine" }).first().click();
  await tree(page, "Scheduler").getByRole("option", { name: /Mine/ }).click();
  await type(field("metadata.name"), "Yours");
  await field("metadata.name").press("Tab");
  assert.match(await yaml(page), /multiPoint: ?\{?\s*enabled: ?\[?\s*(- )?\{?name: Yours/);
  await page.keyboard.press("Control+z");
  assert.match(await yaml(page), /multiPoint: ?\{?\s*enabled: ?\[?\s*(- )?\{?name: Mine/);
}
