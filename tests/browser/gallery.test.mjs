// The gallery of scenarios, and their captions.
import assert from "node:assert/strict";
import { LOOKS, looked, moment, ready, settled, until, usable } from "./harness.mjs";

const caption = (page) => page.locator(".lesson p").innerText();

export async function a_scenario_is_chosen_with_the_keyboard({ open }) {
  const { page } = await open();
  await ready(page);
  await page.locator("#open-gallery").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  await dialog.waitFor();
  assert.ok((await dialog.locator(".card").count()) >= 15);
  assert.equal(await dialog.locator("[aria-current]").count(), 1);
  const at = await moment(page);
  await page.keyboard.press("ArrowRight");
  assert.equal(await moment(page), at, "what is pressed in the gallery belongs to it");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "open-gallery");
  await page.keyboard.press("g");
  await dialog.getByRole("button", { name: /^Rule four/ }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await ready(page);
  assert.match(await page.locator(".bar .title").innerText(), /^Rule four/);
  assert.match(await caption(page), /^Can the number of victims ever decide/);
}

export async function each_scenario_has_its_river({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("g");
  const pictures = page.locator("dialog.gallery .card img");
  await pictures.first().waitFor();
  assert.ok((await pictures.count()) >= 60);
  await until("it is loaded", () => pictures.first().evaluate((picture) => picture.complete && picture.naturalWidth === 480));
}

export async function what_was_followed_to_its_end_is_marked({ open }) {
  const { page } = await open("#scenario=first-pod");
  await ready(page);
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  const done = dialog.locator(".card:has(.done) b");
  await page.keyboard.press("g");
  await dialog.locator(".card").first().waitFor();
  assert.equal(await done.count(), 0);
  assert.equal(await dialog.locator(".lessons").count(), 0, "scenarios first");
  await dialog.getByRole("tab", { name: "Lessons" }).click();
  assert.match(await dialog.locator(".lessons .card span").first().innerText(), /^Myth: “/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await page.keyboard.press("g");
  assert.match(await done.innerText(), /^A first pod/);
  // The mark outlasts the visit.
  await page.reload();
  await ready(page);
  await page.keyboard.press("g");
  await done.filter({ hasText: "A first pod" }).waitFor();
  await usable(page, "a gallery with marks", { within: "dialog.gallery" });
}

export async function a_scenario_is_searched_for({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("g");
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  const find = dialog.getByRole("searchbox", { name: "Find a scenario or lesson" });
  const cards = dialog.locator(".card");
  const all = await cards.count();
  await find.pressSequentially("Zone ");
  assert.equal(await find.inputValue(), "Zone ");
  const found = await cards.allInnerTexts();
  assert.ok(found.length > 0 && found.length < all / 2, `${found.length} of ${all}`);
  for (const text of found) assert.match(text, /zone/i);
  await find.fill("no scenario has these words");
  await dialog.getByText("No matching scenario or lesson.").waitFor();
  assert.equal(await cards.count(), 0);
  await find.fill("rung-sum");
  assert.equal(await cards.count(), 1);
  await cards.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await ready(page);
  assert.match(page.url(), /rung-sum/);
}

export async function captions_appear_at_their_moments({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("g");
  await page.getByRole("button", { name: /The same cluster, two decisions/ }).click();
  await ready(page);
  await page.waitForFunction(() => document.querySelector("select.release").value === "v1.16");
  assert.match(await caption(page), /^A budget that allows one disruption/);
  await page.getByRole("button", { name: "Next caption" }).click();
  assert.match(await caption(page), /no violation counted/);
  assert.match(await page.locator(".story h2").innerText(), /budget/i);
  await page.locator("select.release").selectOption("v1.34");
  await ready(page);
  await page.keyboard.press("c");
  assert.match(await caption(page), /second one counts as a violation/);
  assert.equal(await page.locator(".captions .count").innerText(), "caption 1 of 2");
  await page.keyboard.press("Shift+c");
  assert.equal(await moment(page), "0");
}

export async function can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("", look);
    await ready(page);
    await page.keyboard.press("c");
    for (const opened of [false, true]) {
      if (opened) await page.keyboard.press("g");
      await settled(page);
      await usable(page, `${looked(look)} ${opened}`);
    }
  }
}

export async function back_and_forward_switch_scenarios({ open }) {
  const { page } = await open();
  const name = page.locator(".bar .title");
  const pick = async (title) => {
    await page.locator("#open-gallery").click();
    await page.getByRole("dialog").getByRole("button", { name: title }).click();
    await name.filter({ hasText: title }).waitFor();
  };
  await name.filter({ hasText: /./ }).waitFor();
  await pick("The tie-break ladder, rule by rule");
  assert.match(page.url(), /#scenario=ladder&v=3$/);
  await pick("The same cluster, two decisions");
  await page.goBack();
  await name.filter({ hasText: "The tie-break ladder, rule by rule" }).waitFor();
  await page.goForward();
  await name.filter({ hasText: "The same cluster, two decisions" }).waitFor();
  const other = await open("#scenario=ladder");
  await other.page.locator(".bar .title").filter({ hasText: "The tie-break ladder" }).waitFor();
  assert.match(other.page.url(), /#scenario=ladder$/, "the address stays for the next who copies it");
}

export const notInFirefox = { prints_the_moment: "its driver cannot pretend that the page is printed" };

export async function prints_the_moment({ open }) {
  const { page } = await open();
  await page.locator("select.stride").selectOption({ label: "Step: preemption" });
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.emulateMedia({ media: "print" });
  for (const gone of [".player", ".bar .tools", ".tabs"]) assert.equal(await page.locator(gone).first().isVisible(), false, gone);
  for (const there of [".story", ".node", ".bar .title"]) assert.ok(await page.locator(there).first().isVisible(), there);
  const width = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  assert.ok(width, "nothing is cut off");
}
