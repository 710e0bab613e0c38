// The page as any static host serves it.
import assert from "node:assert/strict";

export async function opens_under_a_sub_path({ open }) {
  const { page } = await open();
  assert.equal(await page.title(), "Schedscope");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.getByRole("heading", { name: "Schedscope" }).waitFor();
  // The module has been fetched, compiled and started.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some((it) => it.name.endsWith(".wasm")));
  await page.waitForTimeout(500);
}

export async function asks_no_other_host({ open, url }) {
  const { page } = await open();
  await page.waitForLoadState("networkidle");
  const asked = await page.evaluate(() => performance.getEntriesByType("resource").map((it) => it.name));
  const host = new URL(url).host;
  assert.deepEqual(asked.filter((it) => it.startsWith("http") && new URL(it).host !== host), []);
}
