// What every browser test shares: the served page, a browser, and an eye on the console and the network.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { chromium, firefox } from "playwright-core";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = process.env.SCHEDSCOPE_DIST ?? join(root, "dist");
/** How many times slower the page's thread is to be (Chromium alone): `SLOW=4` finds tests that are in a hurry. */
const slow = Number(process.env.SLOW ?? 1);
export const output = join(root, "target/shots");

/** The browsers that the tests know: where to look for the system's own, and how to start it. */
const ENGINES = {
  chromium: {
    paths: [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    // What moves is drawn sixty times a second by the processor. Firefox, whose driver cannot pretend that nobody wants it, shows it all.
    context: { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" },
    launch: (executablePath) =>
      chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
      }),
  },
  // Mozilla's own build, over WebDriver BiDi. It lags behind Playwright, whose version is therefore one that gets on with it.
  firefox: {
    paths: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
    context: {},
    launch: (executablePath) =>
      firefox.launch({
        executablePath,
        channel: "moz-firefox",
        firefoxUserPrefs: {
          "dom.events.testing.asyncClipboard": true,
          // Firefox cancels what runs in a page that is left, by chance and with a complaint. A test of its own is about that.
          "dom.ipc.cancel_content_js_when_navigating": false,
        },
      }),
  },
};

/** For tests of what moves: in Chromium nothing does unless it is asked for. */
export const MOVING = { reducedMotion: "no-preference" };

/** Waits until whatever glides or fades in is there: in between, contrast is not what it will be. */
export const settled = (page) =>
  page.waitForFunction(() => document.getAnimations().every((it) => it.effect.getComputedTiming().iterations === Infinity));

/** Waits until something is so, and gives what it is. For what no selector of the page's tells. */
export async function until(what, so, limit = 60_000) {
  for (const began = Date.now(); ; await new Promise((done) => setTimeout(done, 50))) {
    const found = await so();
    if (found) return found;
    if (Date.now() - began > limit) throw new Error(`waited ${limit / 1000} s: ${what}`);
  }
}

/** Looks until what is seen is good, and gives it; fails with what was seen last. The page glides and scrolls to its places. */
export async function seenGood(what, look, good, limit = 5_000) {
  let seen;
  try {
    await until(what, async () => good((seen = await look())), limit);
  } catch (error) {
    throw new Error(`${error.message}: ${JSON.stringify(seen)}`, { cause: error });
  }
  return seen;
}

/** Records as they are kept: those of the database, and those that wait in the local storage for the next start. */
export const kept = (page, start = "schedscope.draft.") =>
  page.evaluate(async (start) => {
    const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
    const request = indexedDB.open("schedscope");
    // Where the page has made no database, this must not make one.
    request.onupgradeneeded = () => request.transaction.abort();
    const database = await answer(request);
    const stores = database.transaction(["heads", "texts"]);
    const [heads, texts, keys] = await Promise.all([
      answer(stores.objectStore("heads").getAll()),
      answer(stores.objectStore("texts").getAll()),
      answer(stores.objectStore("texts").getAllKeys()),
    ]);
    database.close();
    // Long texts are kept as bytes.
    const said = (text) => (typeof text === "object" ? new TextDecoder().decode(text) : text);
    const records = new Map(heads.map((head) => [head.key, { key: head.key, at: head.at, aside: head.aside, text: said(texts[keys.indexOf(head.key)]) }]));
    for (const key of Object.keys(localStorage).filter((key) => /^schedscope\.(draft|own)\./.test(key))) {
      records.set(key, { key, waits: true, ...JSON.parse(localStorage[key]) });
    }
    return [...records.values()].filter((it) => it.key.startsWith(start));
  }, start);

/** Drafts are written a little after the last change. */
export const written = (page, part) => until(`a draft with ${part}`, async () => (await kept(page)).some((it) => it.text.includes(part)));

/** Waits for a whole run: its moments are there, and none is still coming. A first visit begins in the middle; from here on the page is at the start. */
export async function ready(page) {
  await page.waitForFunction(() => {
    const many = Number(document.querySelector(".grip")?.ariaValueMax) > 1;
    return many && !document.querySelector(".pace .cancel") && !document.querySelector("#app[data-still]");
  });
  const welcome = page.locator("#narrator.welcome");
  if ((await welcome.count()) === 0) return;
  await page.keyboard.press("Home");
  await welcome.waitFor({ state: "detached" });
}

/** What axe is asked: all that WCAG wants up to 2.2 AA, and what it advises beyond. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** How people look at the page: each theme, each size and each language. What is dark and small is both of the others'. */
export const LOOKS = [
  { colorScheme: "light", locale: "en-US", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", locale: "zh-CN", viewport: { width: 1440, height: 900 } },
  { colorScheme: "light", locale: "zh-CN", viewport: { width: 390, height: 844 } },
];

/** One of them in few words. */
export const looked = ({ colorScheme, locale, viewport }) => `${colorScheme} ${locale} ${viewport.width}`;

/** What axe finds in the page, or in a part of it. It describes nothing but what is wrong, and gathers that in the page itself instead of in one
 *  opened for it: so it takes a third of the time. */
function axe(page, { within, preload = true }) {
  const builder = new AxeBuilder({ page }).options({ runOnly: { type: "tag", values: RULES }, rules: { "label-content-name-mismatch": { enabled: true } }, resultTypes: ["violations"], preload });
  return (within ? builder.include(within) : builder).setLegacyMode(true).analyze();
}

/** Whether everybody can use the page as it stands, or a part of it: axe finds nothing, and nothing is wider than the window. `said` tells where it
 *  stands. Without `preload` axe fetches no style sheet. */
export async function usable(page, said, options = {}) {
  const { violations: all } = await axe(page, options);
  // The playhead hides two pixels of the fold that it stands at; the fold is whole as soon as it goes on.
  const whole = (rule) => (node) => rule !== "target-size" || !/^<button[^>]* class="fold"/.test(node.html);
  const violations = all.map((it) => ({ ...it, nodes: it.nodes.filter(whole(it.id)) })).filter((it) => it.nodes.length > 0);
  const told = violations.map((it) => `${it.id}: ${it.nodes.slice(0, 4).map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("\n  ")}`);
  assert.deepEqual(told, [], said);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${said}: ${wide} px too wide`);
}

/** What a test does is done when it is drawn, two frames later. A hidden page draws nothing, one that goes away answers nothing. */
export async function drawn(page) {
  const frames = () =>
    new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
      setTimeout(done, 1000);
    });
  let timer;
  const late = new Promise((done) => (timer = setTimeout(done, 2000)));
  await Promise.race([page.evaluate(frames).catch(() => {}), late]);
  clearTimeout(timer);
}

/** Lets each of a person's actions last until it is drawn, so that no test reads a page that is about to change. */
function unhurried(page) {
  const slowly = (it, actions, where) => {
    for (const name of actions.filter((name) => !it[name].unhurried)) {
      const act = it[name];
      it[name] = async function (...words) {
        const answer = await act.apply(this, words);
        await drawn(where(this));
        return answer;
      };
      it[name].unhurried = true;
    }
  };
  slowly(page.keyboard, ["press"], () => page);
  slowly(Object.getPrototypeOf(page.locator("html")), ["click", "fill", "press", "selectOption", "check"], (it) => it.page());
}

/** Waits until the picture that the build drew has made room for the page, or the page has said why it cannot. */
export const started = (page) =>
  page.waitForFunction(() => !document.querySelector("#app[data-still]") || document.querySelector("#failed, #too-old"), undefined, { timeout: 120_000 });

/** From here on, who goes somewhere with this page is there when the page is, not its picture. */
function patient(page) {
  for (const name of ["goto", "reload"]) {
    const go = page[name].bind(page);
    page[name] = async (...words) => {
      const answer = await go(...words);
      await started(page);
      return answer;
    };
  }
}

/** What a pod or a lane says to who listens: its own words, which its visible ones are a part of. */
export const spoken = (it) => it.evaluate((it) => it.getAttribute("aria-label") ?? it.querySelector(":scope > title, :scope > .hidden").textContent);

/** Opens the console, which is a line at first. */
export async function openConsole(page) {
  await page.locator(".console-line").click();
  await page.locator("#console").waitFor();
}

/** Opens the builder, if it is closed. */
export async function openBuilder(page) {
  const builder = page.locator("aside.editor");
  if ((await builder.count()) === 0) await page.getByRole("button", { name: "Build", exact: true }).click();
  await builder.locator("#builder").waitFor();
}

/** The element that holds the text of the manifests. */
export const manifests = (page) => page.locator("manifest-text");

/** The text of the manifests. */
export async function textOf(page) {
  await page.getByRole("textbox", { name: /^(Manifests|清单)$/ }).waitFor();
  return manifests(page).evaluate((it) => it.value);
}

/** Writes a text in the place of the one that is there, as if it had been typed; the caret is at its end. */
export async function fillText(page, text) {
  const area = page.getByRole("textbox", { name: /^(Manifests|清单)$/ });
  await area.focus();
  await manifests(page).evaluate((it, text) => {
    it.value = text;
    it.dispatchEvent(new Event("input"));
  }, text);
  await page.keyboard.press("ControlOrMeta+End");
  await drawn(page);
}

/** The playhead on the axis of time. */
export const playhead = (page) => page.locator(".grip");

/** The moment shown, by its number, as text. */
export const moment = (page) => playhead(page).getAttribute("aria-valuenow");

/** The last moment that can be gone to. */
export const lastMoment = (page) => playhead(page).getAttribute("aria-valuemax");

/** Opens the lanes of the timeline below its axis. */
export async function openLanes(page) {
  if ((await page.locator(".player.open").count()) === 0) await page.locator(".lanes-toggle").click();
  await page.locator(".lane-row").first().waitFor();
}

/** Goes to a page of the inspector: by its tab, or where it has none by the choice beside the tabs. */
export async function inspect(page, name) {
  const tab = page.locator(".inspector").getByRole("tab", { name, exact: true });
  if (await tab.count()) await tab.click();
  else await page.locator(".more-pages").selectOption({ label: name });
  await inspected(page, name);
}

/** Waits until a page of the inspector is the one that is shown. */
export const inspected = (page, name) => page.locator("#inspector").and(page.getByRole("tabpanel", { name, exact: true })).waitFor();

/** Starts the server and a browser; `close` ends both. */
export async function start(engine = "chromium") {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`no page in ${dist}: run cargo dev build first`);
  const { paths, context: more, launch } = ENGINES[engine];
  const path = paths.find((path) => path && existsSync(path));
  if (!path) throw new Error(`no ${engine}: name one in ${engine.toUpperCase()}`);
  const server = await serve(dist);
  const browser = await launch(path);
  return {
    url: server.url,
    browser,
    engine,
    /** A page in a fresh profile. `complaints` gathers what no test may leave behind. With `still` it is looked at before its program runs, and with `nowhere` it
     *  goes somewhere later. */
    async open(hash = "", { still = false, nowhere = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", serviceWorkers: "block", ...more, ...options });
      if (!still) context.on("page", patient);
      const page = await context.newPage();
      unhurried(page);
      if (slow > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slow });
      const complaints = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        // A page that is left while it loads gives up its requests; nothing is wrong with them.
        if (!/net::ERR_ABORTED|NS_BINDING_ABORTED|NS_BASE_STREAM_CLOSED/.test(why)) complaints.push(`request: ${request.url()} ${why}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`response: ${response.url()} ${response.status()}`);
      });
      if (!nowhere) await page.goto(server.url + hash, { waitUntil: "load" });
      return { page, context, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
