// Measures frame times with large clusters, during playback, zooming and running an edited text.
//
//   node tests/browser/frames.mjs [part of a measurement's name]
import { cluster, load } from "./big.mjs";
import { MOVING, start } from "./harness.mjs";

const filter = process.argv[2] ?? "";
const stage = await start();

const round = (value) => Math.round(value * 10) / 10;

/** Median, 95th percentile and maximum of durations, in milliseconds. */
function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms (${sorted.length})`;
}

/** The times between frames during an interval. */
const frames = (page, during) =>
  page.evaluate(
    (limit) =>
      new Promise((done) => {
        const times = [];
        let before;
        const begin = performance.now();
        const tick = (now) => {
          if (before !== undefined) times.push(now - before);
          before = now;
          if (performance.now() - begin < limit) requestAnimationFrame(tick);
          else done(times);
        };
        requestAnimationFrame(tick);
      }),
    during,
  );

const last = (page) => page.evaluate(() => Number(document.querySelector(".grip").ariaValueMax));

/** Waits until a run is complete. */
async function ran(page) {
  await page.waitForFunction(() => Number(document.querySelector(".grip")?.ariaValueMax) > 0, null, { timeout: 300_000, polling: 20 });
  await page.waitForFunction(() => /^(step )?\d+ of \d+$/.test(document.querySelector(".clock span").textContent), null, { timeout: 300_000, polling: 100 });
}

/** Measures the time from choosing a file to the first frame with its events. */
const watch = (page) =>
  page.evaluate(() => {
    window.firstEvents = new Promise((done) => {
      const chosen = (event) => {
        if (event.target.type !== "file") return;
        const begin = performance.now();
        let emptied = false;
        const look = () => {
          const max = Number(document.querySelector(".grip")?.ariaValueMax ?? 0);
          emptied ||= max === 0;
          if (emptied && max > 0) done(performance.now() - begin);
          else requestAnimationFrame(look);
        };
        look();
      };
      document.addEventListener("change", chosen, { capture: true });
    });
  });

/** The time from a jump on the axis to the frame that shows it, in milliseconds. */
const seek = (page, at) =>
  page.evaluate(
    (value) =>
      new Promise((done) => {
        const track = document.querySelector(".ruler .track");
        const { left, top, width } = track.getBoundingClientRect();
        const begin = performance.now();
        const at = { bubbles: true, pointerId: 1, clientX: left + (width * value) / Number(document.querySelector(".grip").ariaValueMax), clientY: top + 4 };
        for (const kind of ["pointerdown", "pointerup"]) track.dispatchEvent(new PointerEvent(kind, at));
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
      }),
    at,
  );

async function seeks(page, count = 20) {
  const end = await last(page);
  const times = [];
  for (let n = 0; n < count; n += 1) times.push(await seek(page, Math.floor((end * ((n * 37 + 11) % 101)) / 101)));
  return spread(times);
}

/** The time from the key that opens the river to the frame that shows it, in milliseconds. */
const openRiver = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        document.activeElement?.blur();
        const begin = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
        const look = () => (document.querySelector(".river-sheet svg") ? requestAnimationFrame(() => done(performance.now() - begin)) : requestAnimationFrame(look));
        look();
      }),
  );

/** The times between frames while the mouse moves across the river, and the time that each movement takes on the page's thread. */
const scrub = (page, during) =>
  page.evaluate(
    (limit) =>
      new Promise((done) => {
        const sheet = document.querySelector(".river-sheet svg");
        const { left, top, width, height } = sheet.getBoundingClientRect();
        const [times, works] = [[], []];
        let before;
        const begin = performance.now();
        const tick = (now) => {
          if (before !== undefined) times.push(now - before);
          before = now;
          const passed = performance.now() - begin;
          const share = Math.abs(((passed / 2000) % 2) - 1);
          const at = performance.now();
          const where = { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: left + 120 + (width - 130) * share, clientY: top + height / 2 };
          sheet.dispatchEvent(new PointerEvent("pointermove", where));
          sheet.dispatchEvent(new MouseEvent("mousemove", where));
          setTimeout(() => works.push(performance.now() - at));
          if (passed < limit) requestAnimationFrame(tick);
          else done([times, works]);
        };
        requestAnimationFrame(tick);
      }),
    during,
  );

async function fast(page, times) {
  for (let n = 0; n < times; n += 1) await page.keyboard.press("+");
}

const loadBig = async (text) => {
  const { page, context } = await stage.open("", MOVING);
  // While a large text is read, the page can be blocked for a long time.
  page.setDefaultTimeout(300_000);
  await ran(page);
  await watch(page);
  await load(page, text);
  await ran(page);
  const first = await page.evaluate(() => window.firstEvents);
  return { page, context, told: `first events ${round(first)} ms after the file was chosen; ${await last(page)} moments` };
};

const measurements = {
  async "100 nodes, 1,000 pods"(tell) {
    const { page, context, told } = await loadBig(cluster({ nodes: 100, each: 9, pending: 100 }));
    tell(told);
    tell(`DOM elements: ${await page.evaluate(() => document.querySelectorAll("*").length)}`);
    await fast(page, 3);
    await page.keyboard.press("Space");
    await page.waitForTimeout(1000);
    tell(`playing at 8×: ${spread(await frames(page, 15_000))}`);
    tell(`to a random moment: ${await seeks(page)}`);
    await context.close();
  },
  async "5,000 nodes, 50,000 pods"(tell) {
    const text = cluster({ nodes: 5000, each: 10, pending: 20 });
    const { page, context, told } = await loadBig(text);
    tell(`${round(text.length / 1e6)} MB; ${told}`);
    tell(`DOM elements: ${await page.evaluate(() => document.querySelectorAll("*").length)}`);
    await fast(page, 3);
    await page.keyboard.press("Space");
    await page.waitForTimeout(1000);
    tell(`playing at 8×: ${spread(await frames(page, 10_000))}`);
    const map = page.locator("canvas");
    if (await map.count()) {
      await map.hover();
      const zooming = frames(page, 6000);
      for (let n = 0; n < 60; n += 1) {
        await page.mouse.wheel(0, n % 20 < 10 ? -120 : 120);
        await page.waitForTimeout(60);
      }
      tell(`playing and zooming: ${spread(await zooming)}`);
    }
    await page.keyboard.press("Space");
    tell(`to a random moment: ${await seeks(page)}`);
    await context.close();
  },
  async river(tell) {
    for (const size of [{ nodes: 10, each: 7, pending: 30 }, { nodes: 100, each: 9, pending: 100 }, { nodes: 1000, each: 9, pending: 100 }]) {
      const name = `${size.nodes} nodes, ${size.nodes * size.each + size.pending} pods`;
      const { page, context } = await loadBig(cluster({ ...size, wants: 300 }));
      const first = await openRiver(page);
      await page.keyboard.press("r");
      await page.locator(".river-sheet").waitFor({ state: "detached" });
      const again = await openRiver(page);
      tell(`${name}: drawn after ${round(first)} ms, the second time ${round(again)} ms`);
      const [times, works] = await scrub(page, 8000);
      tell(`${name}: frames while scrubbing ${spread(times)}; a movement ${spread(works)}`);
      await context.close();
    }
  },
  async "an edit of 20 nodes, 100 pods"(tell) {
    const text = cluster({ nodes: 20, each: 4, pending: 20 });
    const { page, context } = await stage.open("", MOVING);
    await ran(page);
    await load(page, text);
    await ran(page);
    await page.getByRole("button", { name: "Build", exact: true }).click();
    await page.getByRole("tab", { name: "YAML" }).click();
    const times = [];
    // A pod that is visible on the stage.
    let name = await page.evaluate(() => document.querySelector("#stage [data-pod]").dataset.pod.split("/")[1]);
    for (let n = 0; n < 12; n += 1) {
      const [before, after] = [name, `edited-${n}`];
      name = after;
      times.push(
        await page.evaluate(
          ([before, after]) =>
            new Promise((done) => {
              const area = document.querySelector("manifest-text");
              const begin = performance.now();
              area.focus();
              area.value = area.value.replace(`"${before}"`, `"${after}"`);
              area.dispatchEvent(new Event("input", { bubbles: true }));
              // Leaving the field runs the text at once; otherwise the page waits for more input.
              area.blur();
              setTimeout(() => area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true })));
              const look = () =>
                document.querySelector(`[data-pod="default/${after}"]`) ? requestAnimationFrame(() => done(performance.now() - begin)) : requestAnimationFrame(look);
              look();
            }),
          [before, after],
        ),
      );
      await page.waitForTimeout(200);
    }
    tell(`from the edit to the picture: ${spread(times)}`);
    await context.close();
  },
};

for (const [name, measure] of Object.entries(measurements)) {
  if (!name.includes(filter)) continue;
  await measure((line) => console.log(`${name}: ${line}`));
}
await stage.close();
