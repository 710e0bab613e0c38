// Forms open within view; protecting a pod; the summary above an imported dump.
import assert from "node:assert/strict";
import { fillText, moment, openBuilder, ready, seenGood, spoken, textOf, until, usable } from "./harness.mjs";

const builder = (page) => page.getByRole("complementary", { name: "Builder" });
const chosen = (page) => page.getByRole("region", { name: "Selected object" });
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

const CLUSTER = `
kind: PriorityClass
metadata: {name: high}
value: 1000
---
kind: Node
metadata: {name: a}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 20}}
---
kind: Node
metadata: {name: b}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 20}}
---
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {nodeName: a, containers: [{name: c, resources: {requests: {cpu: 1}}}]}
status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
---
kind: Pod
metadata: {name: late, labels: {app: late}}
spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}
`;

/** Opens a manifest, and shows the list of its objects. */
async function opened(page, text) {
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("tab", { name: "Build" }).click();
}

/** The text of the manifest; returns to the builder afterwards. */
async function yaml(page) {
  await page.getByRole("tab", { name: "YAML" }).click();
  const text = await textOf(page);
  await page.getByRole("tab", { name: "Build" }).click();
  return text;
}

/** The position of the selected object's form: whether its heading and first field are in the window, the focused element, and its scrolling ancestors. */
const placed = (page) =>
  page.evaluate(() => {
    const [head, form] = [".chosen .chosen-head", ".chosen .form"].map((it) => document.querySelector(it));
    const field = form?.querySelector("input, select, textarea") ?? form?.querySelector("button");
    if (!head || !field) return { there: false };
    const inside = (it) => {
      const { left, top, right, bottom } = it.getBoundingClientRect();
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (it.contains(seen) || seen?.contains(it));
    };
    const scrolls = (it) => /auto|scroll/.test(getComputedStyle(it).overflowY) && it.scrollHeight > it.clientHeight + 1;
    const scrollers = [];
    for (let at = field.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at)) scrollers.push(at.className || at.id);
    // The page itself counts, if it is taller than the window.
    if (document.documentElement.scrollHeight > innerHeight + 1) scrollers.push("page");
    // On a phone, a part of the palette is visible above the form.
    const lists = [...document.querySelectorAll(".objects *")].filter((it) => scrolls(it) && !(innerWidth <= 1000 && it.matches(".palette"))).map((it) => it.className);
    return { there: true, head: inside(head), field: inside(field), focus: document.activeElement === field, scrollers, lists };
  });

/** The templates of the palette, without script actions and those that need further input. */
const templates = (page) => builder(page).locator(".palette [data-template]").evaluateAll((all) => all.map((it) => it.textContent));

export async function the_form_of_a_new_object_opens_within_the_window({ open }) {
  for (const viewport of sizes) {
    const { page } = await open("", { viewport });
    await ready(page);
    await openBuilder(page);
    await builder(page).getByRole("button", { name: "New", exact: true }).click();
    await builder(page).getByText("Nothing here yet.").waitFor();
    const names = await templates(page);
    assert.ok(names.length > 30, names.join());
    for (const name of names) {
      // The palette closes after the first object.
      const palette = builder(page).locator(".palette");
      if (!(await palette.evaluate((it) => it.open))) await palette.locator("summary").click();
      await builder(page).locator(".palette [data-template]").filter({ hasText: name }).first().click();
      const good = (it) => it.there && it.head && it.field && it.focus && it.scrollers.length <= 1 && it.lists.length === 0;
      await seenGood(`${viewport.width}×${viewport.height} ${name}: the form is in its place`, () => placed(page), good);
    }
    // On a phone, sticky elements cover a part of the scrolled content.
    await page.evaluate(() => scrollTo(0, 0));
    await usable(page, `a form at ${viewport.width}`);
  }
}

export async function a_row_opens_its_form_and_escape_returns_to_it({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  const row = builder(page).getByRole("option", { name: /^web/ });
  await row.click();
  const good = (it) => it.there && it.head && it.field && it.focus;
  await seenGood("the form is in its place", () => placed(page), good);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.dataset.id === "Pod//web");
  // Arrow keys keep the focus in the list, and show each form.
  await page.keyboard.press("ArrowDown");
  await chosen(page).getByRole("heading", { name: "Pod late" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), "Pod//late");
}

export async function a_pod_is_protected_and_gets_a_class_by_keys_alone({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  const pod = page.locator('#stage [data-pod="default/web"]').first();
  const choose = async (name) => {
    await pod.focus();
    await page.keyboard.press("ContextMenu").catch(() => {});
    if ((await page.getByRole("menu").count()) === 0) await pod.click({ button: "right" });
    const item = page.getByRole("menuitem", { name });
    await item.focus();
    await page.keyboard.press("Enter");
  };
  await choose("Protect this pod");
  await chosen(page).getByRole("heading", { name: "PodDisruptionBudget web" }).waitFor();
  assert.match(await yaml(page), /kind: PodDisruptionBudget[\s\S]*minAvailable"?: ?1/);
  // The shield's label has the budget's allowed disruptions.
  const shield = page.locator('#stage [data-pod="default/web"] .shield');
  await shield.first().waitFor();
  await until("the shield is closed", async () => /closed|uncounted/.test(await shield.first().getAttribute("class")));
  assert.match(await spoken(pod), /protected by web/);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.doesNotMatch(await yaml(page), /PodDisruptionBudget/);
  // The budget's form has the focus. Nothing is typed there, so the key undoes the whole step.
  await choose("Protect this pod");
  const focused = (selector) => page.waitForFunction((selector) => document.activeElement.matches(selector), selector);
  await focused(".chosen input");
  await page.keyboard.press("Control+z");
  await chosen(page).getByRole("heading", { name: "PodDisruptionBudget web" }).waitFor({ state: "detached" });
  assert.doesNotMatch(await yaml(page), /PodDisruptionBudget/);
  await choose("Give it a priority…");
  await page.getByRole("menuitem", { name: "high · 1000" }).focus();
  await page.keyboard.press("Enter");
  assert.match(await yaml(page), /priorityClassName: high/);
  await choose("Give it a priority…");
  await page.getByRole("menuitem", { name: "New highest class…" }).click();
  await chosen(page).getByRole("heading", { name: "PriorityClass high-2" }).waitFor();
  assert.match(await yaml(page), /name: high-2\}?\nvalue: 2000/);
}

export async function a_budget_that_would_cover_other_pods_asks_for_confirmation({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER.replace("{app: late}", "{app: web}"));
  const pod = page.locator('#stage [data-pod="default/web"]').first();
  const protect = async () => {
    await pod.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Protect this pod" }).click();
    await chosen(page).getByText(/No budget yet: one that covers web also covers late/).waitFor();
    assert.doesNotMatch(await yaml(page), /PodDisruptionBudget/, "nothing is changed before somebody says yes");
  };
  await protect();
  await chosen(page).getByRole("button", { name: "Cancel" }).click();
  await chosen(page).getByText(/No budget yet/).waitFor({ state: "detached" });
  await protect();
  await chosen(page).getByRole("button", { name: "Protect them all" }).click();
  await chosen(page).getByRole("heading", { name: "PodDisruptionBudget web" }).waitFor();
  assert.match(await yaml(page), /kind: PodDisruptionBudget[\s\S]*minAvailable"?: ?2/);
}

export async function a_pod_claims_a_device_by_one_click({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  await builder(page).getByRole("option", { name: /^late/ }).click();
  const offers = chosen(page).getByRole("group", { name: "Claim a device" });
  await offers.getByRole("button").focus();
  await page.keyboard.press("Enter");
  const own = offers.getByRole("button", { name: "gpu one for each pod", pressed: true });
  await own.waitFor();
  const text = await yaml(page);
  assert.match(text, /kind: DeviceClass[\s\S]*kind: ResourceSlice[\s\S]*nodeName: a\b[\s\S]*kind: ResourceClaimTemplate/);
  assert.match(text, /claims: \[\{name: gpu\}\][\s\S]*resourceClaimTemplateName: gpu/);
  // The pod runs and has a device of node a.
  await page.locator('#stage [data-pod="default/late"]').first().waitFor();
  await usable(page, "a pod with a claim");
  await page.getByRole("button", { name: "Undo" }).click();
  await offers.getByRole("button", { name: "A GPU: class, devices and template", pressed: false }).waitFor();
  assert.doesNotMatch(await yaml(page), /resource(Claim|\.k8s)/);
  // The same by the pod's menu on the stage.
  await page.locator('#stage [data-pod="default/late"]').first().click({ button: "right" });
  await page.getByRole("menuitem", { name: "Claim a device…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "A GPU: class, devices and template" }).focus();
  await page.keyboard.press("Enter");
  await own.waitFor();
  await own.click();
  await offers.getByRole("button", { name: "gpu one for each pod", pressed: false }).waitFor();
  assert.doesNotMatch(await yaml(page), /resourceClaims/);
}

export async function typed_text_survives_a_step({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  await page.keyboard.press("Escape");
  await builder(page).getByRole("option", { name: /^late/ }).click();
  const cpu = chosen(page).getByLabel("CPU request", { exact: true });
  await cpu.fill("1500");
  const before = await moment(page);
  // A step redraws the page, but the field keeps its focus and text.
  await page.getByRole("button", { name: "Step forward" }).evaluate((it) => it.click());
  await until("a step is made", async () => (await moment(page)) !== before);
  assert.equal(await cpu.inputValue(), "1500");
  await cpu.press("m");
  await cpu.press("Tab");
  assert.match(await yaml(page), /name: late[\s\S]*cpu: 1500m/);
  // An invalid value stays in the field, and undoing removes it.
  await cpu.fill("much");
  await cpu.press("Tab");
  await chosen(page).getByRole("alert").waitFor();
  assert.equal(await cpu.inputValue(), "much");
  await page.getByRole("button", { name: "Step forward" }).click();
  assert.equal(await cpu.inputValue(), "much");
}

export async function devices_of_a_node_are_typed({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  await builder(page).locator(".palette summary").first().click();
  await builder(page).locator(".palette [data-template]").filter({ hasText: "Node with 2 GPUs (DRA)" }).click();
  await chosen(page).getByRole("heading", { name: "ResourceSlice gpu-node-1" }).waitFor();
  const type = async (field, text) => {
    await field.fill(text);
    await field.press("Tab");
  };
  await type(chosen(page).getByLabel("Devices", { exact: true }), "3");
  const third = chosen(page).locator("details").filter({ hasText: "gpu-2" });
  await third.waitFor();
  await type(chosen(page).getByLabel("Attributes of all"), "model=h100, cores=16");
  await third.getByText("model=h100").waitFor();
  await third.locator("summary").click();
  await type(third.getByLabel("Taints"), "broken:NoSchedule");
  await page.getByRole("tab", { name: "YAML" }).click();
  assert.match(await textOf(page), /int: 16[\s\S]*name: gpu-2[\s\S]*NoSchedule/);
}

export async function possible_evictions_of_a_pod_are_listed({ open }) {
  const { page } = await open();
  await opened(page, CLUSTER);
  const pod = page.locator('#stage [data-pod="default/web"]').first();
  await pod.click({ button: "right" });
  await page.getByRole("menuitem", { name: "What would evict it?" }).click();
  const answer = page.locator("#inspector .answered");
  await answer.getByText(/These would evict it: preemption by .*high.*draining its node.*NoExecute taint/).waitFor();
  const row = (name) => answer.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await row(/^high \(1000\)/).getByText(/evicts it on a with a request of more than .* cpu; victims: web/).waitFor();
  await row("A drain").getByText(/evicts it immediately, with --force/).waitFor();
  await row("An unreachable node").getByText(/evicts it after/).waitFor();
  await usable(page, "what would evict it");
}

export async function the_builder_closes_when_something_else_opens({ open }) {
  const { page } = await open();
  await ready(page);
  await openBuilder(page);
  await page.goto(page.url().replace(/#.*/, "") + "#scenario=first-pod");
  await ready(page);
  await builder(page).waitFor({ state: "detached" });
}

export async function a_dump_shows_an_import_summary({ open }) {
  const { page } = await open();
  const dump = `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Node, metadata: {name: a, uid: 1-2-3}, status: {allocatable: {cpu: "4", memory: 8Gi}}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, uid: 1-2-4}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: d, uid: 1-2-5}}
- {apiVersion: v1, kind: Pod, metadata: {name: p, uid: 1-2-6}, spec: {priorityClassName: gone, containers: [{name: c}]}}
`;
  await opened(page, dump);
  const came = page.getByRole("region", { name: "Import summary" });
  for (const [name, told] of [["Used", "Node ×1"], ["Left out", "ConfigMap ×2"], ["Assumed", "110 pods per node"], ["Assumed", "priority 0 for the class gone"]]) {
    assert.match(await came.locator("dt", { hasText: name }).locator("xpath=following-sibling::dd[1]").innerText(), new RegExp(told.replace("×", "×")), name);
  }
  await came.getByRole("button", { name: "ConfigMap ×2" }).click();
  await page.getByRole("tab", { name: "YAML", selected: true }).waitFor();
  await usable(page, "the notice above a dump");
}

/** Presses Tab without waiting until the page is drawn. */
async function tab(page) {
  await page.keyboard.down("Tab");
  await page.keyboard.up("Tab");
}

export async function renaming_an_object_keeps_the_next_input({ open }) {
  const { page } = await open();
  await opened(page, `${CLUSTER}---
kind: Deployment
metadata: {name: app, namespace: default}
spec: {replicas: 1, selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c}]}}}
---
kind: Extender
metadata: {name: picky}
`);
  await ready(page);
  const stride = () => page.locator("select.stride").inputValue();
  const before = await stride();
  for (const [row, heading] of [[/^late/, "Pod"], [/^b\b/, "Node"], [/^app/, "Deployment"], [/^high/, "PriorityClass"], [/^picky/, "Extender"]]) {
    await builder(page).getByRole("option", { name: row }).click();
    await chosen(page).getByRole("heading", { name: new RegExp(`^${heading} `) }).waitFor();
    const name = chosen(page).locator("[id='field-metadata.name']");
    await name.waitFor();
    const next = await name.evaluate((field) => {
      const fields = [...field.closest(".chosen").querySelectorAll("input, select, textarea, button, summary, [tabindex='0']")];
      return fields[fields.indexOf(field) + 1].id;
    });
    const fresh = `new-${heading.toLowerCase()}`;
    await name.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(fresh);
    await tab(page);
    await page.keyboard.type("12");
    const [focus, typed] = await page.evaluate(() => [document.activeElement.id, document.activeElement.value]);
    assert.equal(focus, next, `${heading}: the focus is in the next field`);
    await chosen(page).getByRole("heading", { name: `${heading} ${fresh}` }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), next, `${heading}: and stays there once all is drawn`);
    const takesText = await page.evaluate(() => document.activeElement.matches("input:not([type=checkbox]), textarea"));
    if (takesText) assert.ok(typed.endsWith("12"), `${heading}: ${typed}`);
    await page.keyboard.press("Escape");
  }
  assert.equal(await stride(), before, "no digit became a shortcut");
}

export async function on_a_phone_the_builder_is_closed_initially({ open, url }) {
  const { page } = await open("", { viewport: sizes[2] });
  await ready(page);
  await openBuilder(page);
  for (const hash of ["#scenario=drain", ""]) {
    await page.goto("about:blank");
    await page.goto(url + hash, { waitUntil: "load" });
    await ready(page);
    assert.equal(await builder(page).count(), 0, hash);
    const top = await page.locator("#stage").evaluate((it) => it.getBoundingClientRect().top + scrollY);
    assert.ok(top < sizes[2].height, `${hash}: the stage begins at ${top}`);
  }
  // With enough room beside the stage, it is as it was before.
  await page.setViewportSize(sizes[0]);
  await openBuilder(page);
  await page.reload({ waitUntil: "load" });
  await builder(page).waitFor();
}
