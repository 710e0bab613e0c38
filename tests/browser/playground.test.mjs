// The playground, as users use it.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { LOOKS, fillText, looked, moment, openBuilder, openConsole, ready, settled, textOf, usable } from "./harness.mjs";

const title = (page) => page.locator(".story h2");

/** Steps until the inspector's title matches. */
async function until(page, pattern, key = "ArrowRight") {
  for (let step = 0; step < 200; step += 1) {
    if (pattern.test(await title(page).innerText())) return;
    await page.keyboard.press(key);
  }
  assert.fail(`no step reads ${pattern}`);
}

export async function narrates_the_preemption_in_order({ open }) {
  for (const release of ["v1.16", "v1.34"]) {
    const { page } = await open();
    await ready(page);
    await page.locator("select.release").selectOption(release);
    await ready(page);
    await until(page, /^nginx-.* is a victim$/);
    // Either the narrator explains it, or the scenario's caption does, and the inspector has the details.
    const reprieve = (await page.locator(".story, .inspector .said").allInnerTexts()).join("\n");
    assert.match(reprieve, /requests 5 cpu; 4 of 8 free: 1 short/);
    assert.match(reprieve, /Insufficient cpu/);
    assert.match(reprieve, release === "v1.16" ? /reprievePod\s+v1\.16\.6 .*\/core\// : /reprievePod\s+v1\.34\.1 .*\/defaultpreemption\//);
    await openConsole(page);
    await page.keyboard.press("End");
    const rows = await page.locator("#console .rows li").allInnerTexts();
    const lines = rows.map((row) => row.trim().split(/ {3,}/));
    const wanted = [
      (it) => it[0].startsWith("nginx-") && it[2] === "Running" && it[6] === "test-worker",
      (it) => it[0] === "nginx-a" && it[2] === "Pending" && it[6] === "<none>" && it[7] === "<none>",
      (it) => it[0] === "nginx-a" && it[2] === "Pending" && it[7] === "test-worker",
      (it) => it[0] !== "nginx-a" && it[2] === "Terminating" && it[6] === "test-worker",
      (it) => it[0] !== "nginx-a" && it[1] === "0/1" && it[2] === "Terminating",
      (it) => it[0] === "nginx-a" && it[2] === "Pending" && it[6] === "test-worker",
      (it) => it[0] === "nginx-a" && it[2] === "ContainerCreating",
      (it) => it[0] === "nginx-a" && it[2] === "Running",
    ];
    let at = -1;
    for (const [index, fits] of wanted.entries()) {
      at = lines.findIndex((line, place) => place > at && fits(line));
      assert.notEqual(at, -1, `${release}: line ${index} in\n${rows.join("\n")}`);
    }
  }
}

export async function plays_automatically({ open }) {
  const { page } = await open();
  await ready(page);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("+");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => {
    const it = document.querySelector(".grip");
    return it.ariaValueNow === it.ariaValueMax;
  }, null, { timeout: 60_000 });
  assert.equal(await title(page).innerText(), "End of the run");
}

export async function a_link_opens_at_its_step({ open, url }) {
  const { page } = await open();
  await ready(page);
  await until(page, /is a victim$/);
  const [step, words] = [await moment(page), await page.locator(".story").innerText()];
  await page.keyboard.press("Control+s");
  await page.locator(".toast.shown").waitFor();
  const link = page.url();
  assert.ok(link.startsWith(url) && link.includes("#scenario=preemption&v=3&step="));
  const other = await open(new URL(link).hash);
  await ready(other.page);
  assert.equal(await moment(other.page), step);
  assert.equal(await other.page.locator(".story").innerText(), words);
}

export async function a_damaged_link_is_reported({ open }) {
  const { page } = await open("#s1:AAAA");
  await page.getByText("This link is damaged").waitFor();
  await ready(page);
}

export async function an_error_is_shown_beside_its_line({ open }) {
  const { page } = await open();
  await ready(page);
  const text = "apiVersion: v1\nkind: Node\nmetadata:\n  name: a\nstatus:\n  capacity:\n    cpu: lots\n";
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /line 7/);
  assert.match(await page.locator("manifest-text mark").innerText(), /7/);
}

export async function suggests_nodes_if_there_are_none({ open }) {
  const { page } = await open();
  await ready(page);
  const text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, resources: {requests: {cpu: 1}}}]}\n";
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
  // At least three nodes are suggested, on which the pod fits. They are added to the text.
  await page.getByLabel("Size of the nodes").selectOption({ label: "Large: 16 cpu, 64Gi" });
  const count = page.getByRole("spinbutton", { name: "How many nodes" });
  await count.press("ControlOrMeta+a");
  await count.pressSequentially("4");
  await page.getByRole("button", { name: "Add nodes" }).click();
  await page.locator("[data-node]").nth(3).waitFor();
  const written = await textOf(page);
  assert.equal(written.match(/kubernetes.io\/os: linux/g).length, 8);
  assert.match(written, /topology.kubernetes.io\/zone: region-1c/);
  await page.reload();
  await page.locator("[data-node]").nth(3).waitFor();
}

export async function adds_the_class_that_a_pod_names({ open }) {
  const { page } = await open();
  await ready(page);
  const node = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {capacity: {cpu: 4, pods: 9}}\n---\n";
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {priorityClassName: batch, containers: [{name: a}]}\n";
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, node + pod);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("spinbutton", { name: "Priority value" }).fill("700");
  await page.getByRole("button", { name: "Add PriorityClass batch" }).click();
  await page.getByRole("button", { name: "Add PriorityClass batch" }).waitFor({ state: "detached" });
  assert.match(await textOf(page), /name: "batch"}\nvalue: 700\n$/);
}

export async function opens_files_of_various_formats({ open }) {
  const { page } = await open();
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  const node = (name) => ({ metadata: { name }, status: { capacity: { cpu: "4", pods: "9" } } });
  const list = Buffer.from(JSON.stringify({ kind: "NodeList", apiVersion: "v1", items: [node("one"), node("two")] }));
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}]}\n";
  const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  await page.getByLabel("Open a file").setInputFiles([
    file("nodes.json.gz", gzipSync(list)),
    file("pod.yaml", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(pod, "utf16le")])),
    file("latin.yaml", Buffer.from([0x23, 0x20, 0xe9, 0x0a])),
  ]);
  await page.locator("[data-node=two]").waitFor();
  assert.match(await textOf(page), /kind: Pod/);
  await page.locator(".trouble", { hasText: /latin.yaml: 1:3: the text is not UTF-8/ }).waitFor();
}

export async function keys_move_the_playhead({ open }) {
  const { page } = await open();
  await ready(page);
  const at = async () => Number(await moment(page));
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), 0);
  await page.keyboard.press("n");
  // The narrator shows a summary until the worker has recomputed the details.
  await page.locator(".story h2", { hasText: /^Can it preempt\?$/ }).waitFor();
  const here = await at();
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok((await at()) > here + 1);
  await page.keyboard.press("Home");
  assert.equal(await at(), 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

export async function is_available_in_chinese({ open }) {
  const { page } = await open("", { locale: "zh-CN" });
  await ready(page);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
  await page.getByRole("button", { name: "分享" }).waitFor();
}

export async function can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("", { ...look, locale: "en-US" });
    await ready(page);
    await until(page, /is a victim$/);
    await settled(page);
    await usable(page, looked(look));
  }
}

export async function the_space_bar_plays_after_a_click_on_a_button_of_the_player({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  const lanes = page.locator(".lanes-toggle");
  await lanes.click();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  assert.equal(await lanes.getAttribute("aria-expanded"), "true");
}

export async function a_first_visit_has_three_suggestions({ open }) {
  const doors = { watch: "Watch a preemption", build: "Build your own cluster", paste: "Paste your cluster" };
  const at = async (door) => {
    const { page } = await open();
    await page.locator("#narrator.welcome").getByText("See how kube-scheduler decides").waitFor();
    // Some pods are running, and one does not fit.
    await page.locator(".scene [data-subject]").first().waitFor();
    assert.ok(Number(await moment(page)) > 0);
    if (door) await page.getByRole("button", { name: doors[door] }).click();
    if (door) await page.locator("#narrator.welcome").waitFor({ state: "detached" });
    return page;
  };
  const watched = await at("watch");
  await watched.waitForFunction(() => /victim|preempt/i.test(document.querySelector("#narrator").textContent), undefined, { timeout: 60_000 });
  const focused = (page, selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
  await focused(watched, ".player .play");
  const built = await at("build");
  await built.locator("aside.editor #builder").waitFor();
  await focused(built, "#open-editor");
  const pasted = await at("paste");
  const text = pasted.getByRole("textbox", { name: "Manifests" });
  await text.waitFor();
  await pasted.waitForFunction(() => document.activeElement?.localName === "manifest-text");
  assert.equal(await textOf(pasted), "");
  const other = await at();
  await other.keyboard.press("ArrowRight");
  await other.locator("#narrator.welcome").waitFor({ state: "detached" });
}
