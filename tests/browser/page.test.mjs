// The page on a static host.
import assert from "node:assert/strict";
import { ready, usable } from "./harness.mjs";
import { settled } from "./harness.mjs";

export async function opens_under_a_sub_path({ open }) {
  const { page } = await open();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.getByRole("heading", { name: "Schedscope" }).waitFor();
  // Waits until the program has been fetched, compiled and started.
  await ready(page);
  assert.equal(await page.title(), "A high-priority pod preempts another · Schedscope");
}

export async function makes_no_requests_to_other_hosts({ open, url }) {
  const { page } = await open();
  await page.waitForLoadState("networkidle");
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map((it) => it.name));
  const host = new URL(url).host;
  assert.deepEqual(asked.filter((it) => it.startsWith("http") && new URL(it).host !== host), []);
}

export async function can_be_used_by_everybody({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    const { page } = await open("", { colorScheme });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() => Number(document.querySelector(".grip")?.ariaValueMax) > 1);
    await settled(page);
    await usable(page, colorScheme);
  }
}

export async function fits_on_a_phone({ open }) {
  const { page } = await open("", { viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= shown, `the page is ${wide} px wide on a screen of ${shown}`);
  // All controls of the player are reachable without a keyboard.
  const player = page.locator(".player");
  await player.getByRole("combobox", { name: "Speed" }).selectOption("2×");
  for (const name of ["Step back", "Play", "Step forward", "Predict", "Timeline"]) assert.ok(await player.getByRole("button", { name }).isVisible(), name);
  // Other commands are in the list of all commands.
  await page.locator("#open-commands").click();
  await page.getByRole("combobox", { name: "Find a command" }).fill("step: phase");
  await page.locator(".commands [role=option]").click();
  await player.getByRole("button", { name: "Timeline" }).click();
  await player.locator(".lane-row").first().waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= shown);
}
