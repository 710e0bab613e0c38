// The player's step sizes, jumps to events, speeds and camera.
import assert from "node:assert/strict";
import { ready } from "./harness.mjs";

const at = async (page) => Number(await page.locator(".grip").getAttribute("aria-valuenow"));
const title = (page) => page.locator(".story h2").innerText();

export async function steps_go_by_check_phase_and_cycle({ open }) {
  const { page } = await open();
  await ready(page);
  const last = Number(await page.locator(".grip").getAttribute("aria-valuemax"));
  const counts = [];
  for (const [key, name] of [["1", "check"], ["2", "phase"], ["3", "pod"]]) {
    await page.keyboard.press("Home");
    await page.keyboard.press(key);
    assert.equal(await page.locator("select.stride option:checked").innerText(), `Step: ${name}`);
    let steps = 0;
    for (; (await at(page)) < last; steps += 1) await page.keyboard.press("ArrowRight");
    counts.push(steps);
    await page.keyboard.press("ArrowLeft");
    assert.ok((await at(page)) < last);
  }
  assert.equal(counts[0], last);
  assert.ok(counts[1] < counts[0] && counts[2] < counts[1], counts.join(" "));
}

export async function jumps_find_events({ open }) {
  const { page } = await open();
  await ready(page);
  await page.keyboard.press("n");
  const preemption = await at(page);
  await page.keyboard.press("f");
  assert.ok((await at(page)) > preemption);
  await page.keyboard.press("o");
  const bound = await at(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(page), bound);
  const seen = [];
  for (let n = 0; n < 9; n += 1) {
    await page.keyboard.press("n");
    seen.push(await at(page));
  }
  assert.ok(seen.includes(preemption), `after the last comes the first: ${preemption} in ${seen}`);
  assert.ok((await title(page)).length > 0);
}

export async function playback_can_be_32_times_as_fast({ open }) {
  const { page } = await open();
  await ready(page);
  for (let n = 0; n < 9; n += 1) await page.keyboard.press("+");
  assert.equal(await page.locator(".rate option:checked").innerText(), "32×");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector(".grip").ariaValueNow === document.querySelector(".grip").ariaValueMax, null, { timeout: 60_000 });
}

export async function the_camera_can_be_fixed({ open }) {
  const { page } = await open("", { viewport: { width: 1240, height: 560 } });
  await ready(page);
  await page.keyboard.press("v");
  await page.evaluate(() => document.querySelector("#stage").scrollTo(0, 0));
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.querySelector("#stage").scrollTop), 0);
}
