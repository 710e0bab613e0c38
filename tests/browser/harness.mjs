// Shared code of the browser tests: serves the page, starts a browser, and records errors of console and network.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { chromium, firefox } from "playwright-core";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = process.env.SCHEDSCOPE_DIST ?? join(root, "dist");
/** Factor by which the page's thread is slowed down (Chromium only): `SLOW=4` finds tests with race conditions. */
const slow = Number(process.env.SLOW ?? 1);
export const output = join(root, "target/shots");

/** The supported browsers: where to find the system's own, and how to start it. */
const ENGINES = {
  chromium: {
    paths: [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    // Animations are off, because rendering them takes much processor time. Firefox's driver does not support this.
    context: { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" },
    launch: (executablePath) =>
      chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
      }),
  },
  // Mozilla's own build, over WebDriver BiDi. Playwright's version is one that works with the current Firefox.
  firefox: {
    paths: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
    context: {},
    launch: (executablePath) =>
      firefox.launch({
        executablePath,
        channel: "moz-firefox",
        firefoxUserPrefs: {
          "dom.events.testing.asyncClipboard": true,
          // Firefox may cancel running scripts of a page that is being left, and report an error. A separate test covers that.
          "dom.ipc.cancel_content_js_when_navigating": false,
        },
      }),
  },
};

/** Turns animations on, for tests of them. */
export const MOVING = { reducedMotion: "no-preference" };

/** Waits for the end of animations and transitions, during which contrast is lower. */
export const settled = (page) =>
  page.waitForFunction(() => document.getAnimations().every((it) => it.effect.getComputedTiming().iterations === Infinity));

/** Polls until `so` returns a truthy value, and returns it. For conditions that no selector can express. */
export async function until(what, so, limit = 60_000) {
  for (const began = Date.now(); ; await new Promise((done) => setTimeout(done, 50))) {
    const found = await so();
    if (found) return found;
    if (Date.now() - began > limit) throw new Error(`waited ${limit / 1000} s: ${what}`);
  }
}

/** Polls `look` until its result is `good`, and returns it. Fails with the last result. For positions, because the page scrolls smoothly. */
export async function seenGood(what, look, good, limit = 5_000) {
  let seen;
  try {
    await until(what, async () => good((seen = await look())), limit);
  } catch (error) {
    throw new Error(`${error.message}: ${JSON.stringify(seen)}`, { cause: error });
  }
  return seen;
}

/** Stored records: those in the database, and those in the local storage that the next start will move there. */
export const kept = (page, start = "schedscope.draft.") =>
  page.evaluate(async (start) => {
    const answer = (request) => new Promise((done, fail) => Object.assign(request, { onsuccess: () => done(request.result), onerror: () => fail(request.error) }));
    const request = indexedDB.open("schedscope");
    // Must not create the database if the page has not.
    request.onupgradeneeded = () => request.transaction.abort();
    const database = await answer(request);
    const stores = database.transaction(["heads", "texts"]);
    const [heads, texts, keys] = await Promise.all([
      answer(stores.objectStore("heads").getAll()),
      answer(stores.objectStore("texts").getAll()),
      answer(stores.objectStore("texts").getAllKeys()),
    ]);
    database.close();
    // Long texts are stored as bytes.
    const said = (text) => (typeof text === "object" ? new TextDecoder().decode(text) : text);
    const records = new Map(heads.map((head) => [head.key, { key: head.key, at: head.at, aside: head.aside, text: said(texts[keys.indexOf(head.key)]) }]));
    for (const key of Object.keys(localStorage).filter((key) => /^schedscope\.(draft|own)\./.test(key))) {
      records.set(key, { key, waits: true, ...JSON.parse(localStorage[key]) });
    }
    return [...records.values()].filter((it) => it.key.startsWith(start));
  }, start);

/** Waits until a draft containing `part` has been stored, which happens shortly after the last change. */
export const written = (page, part) => until(`a draft with ${part}`, async () => (await kept(page)).some((it) => it.text.includes(part)));

/** Waits until the run is complete, and goes to its start (a first visit begins in the middle). */
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

/** axe's rules: WCAG up to 2.2 AA, and best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Combinations that cover each theme, window size and language. */
export const LOOKS = [
  { colorScheme: "light", locale: "en-US", viewport: { width: 1440, height: 900 } },
  { colorScheme: "dark", locale: "zh-CN", viewport: { width: 1440, height: 900 } },
  { colorScheme: "light", locale: "zh-CN", viewport: { width: 390, height: 844 } },
];

/** A short description of a combination. */
export const looked = ({ colorScheme, locale, viewport }) => `${colorScheme} ${locale} ${viewport.width}`;

/** Runs axe on the page, or on a part of it. Reports only violations and stays in the same page, which takes a third of the time. */
function axe(page, { within, preload = true }) {
  const builder = new AxeBuilder({ page }).options({ runOnly: { type: "tag", values: RULES }, rules: { "label-content-name-mismatch": { enabled: true } }, resultTypes: ["violations"], preload });
  return (within ? builder.include(within) : builder).setLegacyMode(true).analyze();
}

/** Checks the accessibility of the current page, or of a part of it: axe finds no violations, and nothing is wider than the window. `said` describes
 *  the state for error messages. Without `preload`, axe fetches no style sheets. */
export async function usable(page, said, options = {}) {
  const { violations: all } = await axe(page, options);
  // The playhead may cover two pixels of a fold, until it moves on.
  const whole = (rule) => (node) => rule !== "target-size" || !/^<button[^>]* class="fold"/.test(node.html);
  const violations = all.map((it) => ({ ...it, nodes: it.nodes.filter(whole(it.id)) })).filter((it) => it.nodes.length > 0);
  const told = violations.map((it) => `${it.id}: ${it.nodes.slice(0, 4).map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join("\n  ")}`);
  assert.deepEqual(told, [], said);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${said}: ${wide} px too wide`);
}

/** Waits for two frames, until the last action has been drawn. Hidden pages draw nothing, and closing pages do not answer, so there is a time limit. */
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

/** Makes each user action wait until it is drawn, so that no test reads a page that is about to change. */
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

/** Waits until the page has replaced its prerendered picture, or shows an error. */
export const started = (page) =>
  page.waitForFunction(() => !document.querySelector("#app[data-still]") || document.querySelector("#failed, #too-old"), undefined, { timeout: 120_000 });

/** Makes each navigation wait until the page has replaced its prerendered picture. */
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

/** The accessible name of a pod or a lane, which includes its visible text. */
export const spoken = (it) => it.evaluate((it) => it.getAttribute("aria-label") ?? it.querySelector(":scope > title, :scope > .hidden").textContent);

/** Expands the console, which is a single line initially. */
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

/** Replaces the text as if it had been typed, and moves the caret to its end. */
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

/** The number of the current moment, as text. */
export const moment = (page) => playhead(page).getAttribute("aria-valuenow");

/** The number of the last moment, as text. */
export const lastMoment = (page) => playhead(page).getAttribute("aria-valuemax");

/** Opens the lanes of the timeline. */
export async function openLanes(page) {
  if ((await page.locator(".player.open").count()) === 0) await page.locator(".lanes-toggle").click();
  await page.locator(".lane-row").first().waitFor();
}

/** Selects a page of the inspector: by its tab or, if it has none, in the menu beside the tabs. */
export async function inspect(page, name) {
  const tab = page.locator(".inspector").getByRole("tab", { name, exact: true });
  if (await tab.count()) await tab.click();
  else await page.locator(".more-pages").selectOption({ label: name });
  // The river takes the width of the inspector, and its page is folded at first.
  const unfold = page.locator(".inspector .unfold");
  await inspected(page, name).or(unfold).waitFor();
  if (await unfold.count()) await unfold.click();
  await inspected(page, name).waitFor();
}

/** A page of the inspector, if it is shown. */
export const inspected = (page, name) => page.locator("#inspector").and(page.getByRole("tabpanel", { name, exact: true }));

/** Writes the panics of workers into the console, where they count as errors: the page handles them, so that a test would pass nevertheless. */
function reportPanics() {
  const Plain = window.Worker;
  if (!Plain) return;
  window.Worker = class Worker extends Plain {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.startsWith("panic ")) console.error(`worker: ${data}`);
      });
    }
  };
}

/** Starts the server and a browser; `close` stops both. */
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
    /** Opens a page in a fresh profile. `complaints` collects errors, which fail the test. With `still`, does not wait for the program; with `nowhere`, does not
     *  navigate. */
    async open(hash = "", { still = false, nowhere = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", serviceWorkers: "block", ...more, ...options });
      if (!still) context.on("page", patient);
      await context.addInitScript(reportPanics);
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
        // Requests that are canceled because their page is left are not errors.
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
