// The builder as people use it who never wrote YAML: by role and label only.
import assert from "node:assert/strict";
import AxeBuilder from "@axe-core/playwright";

const last = (page) => page.waitForFunction(() => Number(document.querySelector("input[type=range]")?.max) > 1);
const builder = (page) => page.getByRole("complementary", { name: "Builder" });
const tree = (page, group) => builder(page).getByRole("group", { name: group, exact: true });

/** An empty text, with the palette open. */
async function empty(page) {
  await last(page);
  if (!(await builder(page).isVisible())) await page.getByRole("button", { name: "Builder" }).click();
  await page.getByText("My scenarios").click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await page.getByText("My scenarios").click();
  await builder(page).getByText("Nothing here yet.").waitFor();
  await builder(page).locator("summary").filter({ hasText: "Add" }).click();
}

const add = (page, name) => builder(page).getByRole("button", { name, exact: true }).click();

async function fill(page, label, text) {
  const field = builder(page).getByLabel(label, { exact: true });
  await field.fill(text);
  await field.press("Tab");
}

const yaml = async (page) => {
  await page.getByRole("tab", { name: "YAML" }).click();
  const text = await page.getByRole("textbox", { name: "Manifests" }).inputValue();
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
  await fill(page, "Memory requested", "1Gi");
  await builder(page).getByLabel("Runs on", { exact: true }).selectOption("node-1");
  await add(page, "High priority · 2 cpu");
  await fill(page, "Name", "vip");
  const text = await yaml(page);
  assert.match(text, /name: low/);
  assert.match(text, /nodeName: node-1/);
  assert.equal(text.match(/kind: PriorityClass/g).length, 1);
  await tree(page, "Priority classes").getByRole("button").click();
  await builder(page).getByText("vip", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator("#console .rows li").filter({ hasText: /^vip.*Running/ }).first().waitFor();
  const rows = await page.locator("#console .rows li").allInnerTexts();
  assert.ok(rows.some((row) => /^low +.*Terminating/.test(row)), rows.join("\n"));
}

export async function tells_what_is_wrong_beside_the_field({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  const before = await yaml(page);
  await fill(page, "Cpu", "lots");
  await builder(page).getByRole("alert").filter({ hasText: "Write an amount" }).waitFor();
  assert.equal(await yaml(page), before);
  await fill(page, "Cpu", "8");
  assert.match(await yaml(page), /cpu: "8"/);
}

export async function takes_changes_back_and_remembers_them({ open }) {
  const { page } = await open();
  await empty(page);
  await add(page, "Standard · 4 cpu, 16Gi");
  await builder(page).getByLabel("Number of copies").fill("3");
  await builder(page).getByLabel("Number of copies").press("Tab");
  await page.getByRole("button", { name: "Duplicate" }).click();
  const rows = tree(page, "Nodes").getByRole("button");
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
  await page.getByLabel("Name to keep it under").fill("four nodes");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.getByRole("button", { name: "Start empty" }).click();
  await builder(page).getByText("Nothing here yet.").waitFor();
  await page.getByRole("button", { name: "four nodes", exact: true }).click();
  await rows.first().waitFor();
  assert.equal(await rows.count(), 4);
}

export async function can_be_used_by_everybody({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page } = await open("", { colorScheme, viewport });
      await last(page);
      if (!(await builder(page).isVisible())) await page.getByRole("button", { name: "Builder" }).click();
      await builder(page).locator("summary").filter({ hasText: "Add" }).click();
      await page.getByText("My scenarios").click();
      await tree(page, "Nodes").getByRole("button").first().click();
      await builder(page).getByLabel("Cpu", { exact: true }).waitFor();
      const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21aa"]).analyze();
      const told = violations.map((it) => `${it.id}: ${it.nodes.slice(0, 4).map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("\n  ")}`);
      assert.deepEqual(told, [], `${colorScheme} ${viewport.width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${viewport.width}: ${wide} px too wide`);
    }
  }
}
