// Monkey test: random clicks, keys, wheel events, drags and window sizes, to find panics, console errors and crashes.
//
//   MONKEY=100 MONKEY_SEED=7 node tests/browser/run.mjs monkey      runs a hundred rounds with another seed
//   MONKEY_SEED=7 MONKEY_ROUND=12 node tests/browser/run.mjs monkey repeats only this round
//
// A round opens a fresh page at one of the places below, and performs a number of random actions. Seed and round determine the actions, given what is
// on the page: for example, a button is chosen among the visible ones. A failure reports seed, round and actions.
import { cluster, load } from "./big.mjs";
import { drawn, fillText, openBuilder, openConsole, openLanes, ready } from "./harness.mjs";

const SEED = Number(process.env.MONKEY_SEED ?? 1);
const ROUND = process.env.MONKEY_ROUND === undefined ? undefined : Number(process.env.MONKEY_ROUND);
/** The number of actions in a round. */
const DEEDS = 50;
/** A page that does not respond for this many milliseconds has crashed. */
const PATIENCE = 30_000;

export const notInFirefox = { no_random_action_breaks_the_page: "its driver is too slow for a monkey" };

const ONE_NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {capacity: {cpu: 4, memory: 8Gi, pods: 110}}\n";

/** Opens a manifest. */
async function write(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
}

/** Where rounds begin: an address, a window size, and preparations. */
const PLACES = [
  { hash: "#scenario=ladder&step=fewestVictims:preemptor", size: [1440, 700], drawers: true },
  {
    hash: "",
    async prepare(page) {
      await write(page, ONE_NODE);
      await page.locator("#stage :is([data-node='n'], [data-mini='n'])").first().waitFor();
      // Without pods there are no lanes.
      await page.locator(".lanes-toggle").click();
      await page.locator(".player.open").waitFor();
    },
    // A run without duration has the shortest possible axis.
    wheels: true,
  },
  { hash: "", first: true },
  { hash: "#scenario=drain", size: [390, 844] },
  { hash: "#scenario=reprieve", drawers: true },
  { hash: "#scenario=shared-claim", size: [1024, 768] },
  { hash: "#scenario=own-plugin", prepare: openBuilder },
  { hash: "#lesson=taints" },
  { hash: "", prepare: (page) => load(page, cluster({ nodes: 300, each: 1, pending: 1 })) },
];

const KEYS = [
  ..."neftvilpcsgbqz0123?+-.,", "Shift+c", "Shift+z", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowRight", "Shift+ArrowLeft", "Alt+ArrowUp",
  "Home", "End", "PageUp", "PageDown", "Tab", "Tab", "Tab", "Shift+Tab", "Enter", "Enter", "Escape", "Escape", "Space", "Delete", "Backspace",
  "Control+k", "Control+z", "Control+Shift+z", "Control+a", "Control+Enter", "Shift+F10",
];
const WORDS = ["web", "node-9", "12", "-1", "1e99", "9E", "9223372036854775807", "a=b", "app=web, x", "*", "", "100%", "kind: Pod", "名"];

/** A pseudorandom number generator (mulberry32). */
function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  return { next, below, pick: (list) => list[below(list.length)], within: (from, to) => from + below(to - from + 1) };
}

/** The center of each interactive element in the window, with a name for the log. */
const targets = (page, among) =>
  page.evaluate((among) => {
    const seen = [];
    for (const element of document.querySelectorAll(among)) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 1 || height < 1 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const name = element.getAttribute("aria-label") ?? element.dataset?.pod ?? element.dataset?.node ?? element.textContent ?? "";
      seen.push({ x, y, name: `${element.localName} ${name.trim().slice(0, 40)}` });
    }
    return seen;
  }, among);

const PRESSED = "button, summary, select, input, textarea, manifest-text, [role=tab], [role=option], [role=menuitem], [data-pod], [data-node], a[href^='#']";
const TURNED = ".ruler .track, .lanes .track, #stage .picture, .overview canvas, .rail ul, .inspector-body, .tree";

/** Chooses a random action. Returns its description, and a function that performs it. */
async function choose(page, random, place) {
  const { width, height } = page.viewportSize();
  const spot = () => ({ x: random.below(width), y: random.below(height) });
  const one = async (among) => {
    const all = await targets(page, among);
    return all.length > 0 ? random.pick(all) : { ...spot(), name: "nowhere" };
  };
  const at = ({ x, y }) => `${Math.round(x)},${Math.round(y)}`;
  const row = random.next();
  if (row < 0.36) {
    const target = await one(PRESSED);
    const options = random.pick([{}, {}, {}, {}, { button: "right" }, { clickCount: 2 }]);
    return [`click ${at(target)} ${target.name} ${JSON.stringify(options)}`, () => page.mouse.click(target.x, target.y, options)];
  }
  if (row < 0.42) {
    const target = spot();
    return [`click ${at(target)}`, () => page.mouse.click(target.x, target.y)];
  }
  if (row < 0.62) {
    const keys = Array.from({ length: random.within(1, 4) }, () => random.pick(KEYS));
    return [
      `keys ${keys.join(" ")}`,
      async () => {
        for (const key of keys) await page.keyboard.press(key);
      },
    ];
  }
  if (row < 0.8 || place.wheels && row < 0.86) {
    const target = random.next() < 0.8 ? await one(place.wheels && random.next() < 0.7 ? ".ruler .track" : TURNED) : spot();
    const [across, along] = random.pick([[0, 1], [0, 1], [1, 0], [1, 1]]);
    const far = random.pick([-600, -100, -100, -3, 3, 100, 100, 600]);
    const held = random.pick([[], [], [], ["Control"], ["Shift"]]);
    return [
      `wheel ${at(target)} ${across * far},${along * far} ${held}`,
      async () => {
        await page.mouse.move(target.x, target.y);
        for (const key of held) await page.keyboard.down(key);
        for (let times = 0; times < 3; times += 1) await page.mouse.wheel(across * far, along * far);
        for (const key of held) await page.keyboard.up(key);
      },
    ];
  }
  if (row < 0.86) {
    const [from, to] = [random.next() < 0.7 ? await one(`${PRESSED}, ${TURNED}`) : spot(), spot()];
    return [
      `drag ${at(from)} ${at(to)}`,
      async () => {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 4 });
        await page.mouse.up();
      },
    ];
  }
  if (row < 0.93) {
    const text = random.pick(WORDS);
    return [
      `type ${JSON.stringify(text)}`,
      async () => {
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(text);
        await page.keyboard.press("Tab");
      },
    ];
  }
  const size = { width: random.within(320, 1920), height: random.within(240, 1080) };
  return [`window ${size.width}×${size.height}`, () => page.setViewportSize(size)];
}

/** Fails if a promise takes longer than `PATIENCE`. */
async function patiently(what, promise) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`the page is dead: ${what}`)), PATIENCE)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Detects a crash: the page is gone, or reports that it or its engine failed. */
const ended = (page) =>
  page.evaluate(() => {
    if (document.querySelector("#failed")) return "the page could not start";
    if (!document.querySelector(".page")) return "nothing is drawn";
    return localStorage["schedscope.deaths"] ? "the engine died" : "";
  });

async function play(open, url, number) {
  const random = chance(SEED * 100_003 + number);
  const place = PLACES[number % PLACES.length];
  const [width, height] = place.size ?? [1440, 900];
  const { page, context, complaints } = await open("", { nowhere: true, complaints: true, viewport: { width, height } });
  const done = [`opened ${place.hash || "the first scenario"} at ${width}×${height}`];
  // Blocks other sites, new windows, and dialogs that wait for a user.
  await context.route((address) => !address.href.startsWith(url), (route) => route.abort());
  context.on("page", (other) => other.close().catch(() => {}));
  for (const event of ["dialog", "filechooser", "download"]) page.on(event, (it) => it.dismiss?.().catch(() => {}));
  // Canceled requests are not errors; messages of the console and exceptions are.
  const wrong = () => complaints.filter((it) => /^(console|page): /.test(it) && !/net::ERR_|Failed to load resource/.test(it));
  const check = async () => {
    // A click may have opened another page of the site, or left it.
    const home = page.url().startsWith(url) && (await page.locator("meta[name=page]").count()) > 0;
    if (home) {
      const end = await patiently("it does not answer", ended(page));
      if (end) throw new Error(end);
    }
    if (wrong().length > 0) throw new Error("the page complains");
    return home;
  };
  try {
    await page.goto(url + place.hash, { waitUntil: "load" });
    if (!place.first) await ready(page);
    if (place.drawers) {
      done.push("opened the timeline and the console");
      await openLanes(page);
      await openConsole(page);
    }
    await place.prepare?.(page);
    await drawn(page);
    await check();
    for (let deed = 0; deed < DEEDS; deed += 1) {
      const [told, act] = await choose(page, random, place);
      done.push(told);
      // An action may fail because its element disappears or navigates.
      await patiently(told, act().catch(() => {}));
      if (!(await check().catch((error) => (/context was destroyed|navigation/i.test(error.message) ? false : Promise.reject(error))))) {
        await page.goto(url + place.hash, { waitUntil: "load" });
        done.push("came back");
      }
    }
    await patiently("it draws nothing", drawn(page));
    await check();
  } catch (error) {
    const said = wrong().length > 0 ? `\nthe page said:\n  ${wrong().join("\n  ")}` : "";
    const again = `MONKEY_SEED=${SEED} MONKEY_ROUND=${number} node tests/browser/run.mjs monkey`;
    throw new Error(`${error.message}${said}\nseed ${SEED}, round ${number} (${again}):\n  ${done.join("\n  ")}`);
  } finally {
    await context.close();
  }
}

/** The number of rounds; by default one for each place. */
const ROUNDS = Number(process.env.MONKEY ?? PLACES.length);

export const limits = { no_random_action_breaks_the_page: ROUNDS * 2 * PATIENCE };

export async function no_random_action_breaks_the_page({ open, url }) {
  for (let round = 0; round < ROUNDS; round += 1) await play(open, url, ROUND ?? round);
  console.log(`      seed ${SEED}: ${ROUNDS} rounds`);
}
