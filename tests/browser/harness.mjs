// What every browser test shares: the served page, a browser, and an eye on the console and the network.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, firefox } from "playwright-core";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = process.env.SCHEDSCOPE_DIST ?? join(root, "dist");
export const output = join(root, "target/shots");

/** The browsers that the tests know: where to look for the system's own, and how to start it. */
const ENGINES = {
  chromium: {
    paths: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    context: { permissions: ["clipboard-read", "clipboard-write"] },
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
        firefoxUserPrefs: { "dom.events.testing.asyncClipboard": true },
      }),
  },
};

/** Waits until whatever glides or fades in is there: in between, contrast is not what it will be. */
export const settled = (page) =>
  page.waitForFunction(() => document.getAnimations().every((it) => it.effect.getComputedTiming().iterations === Infinity));

/** Waits until the picture that the build drew has made room for the page, or the page has said why it cannot. */
export const drawn = (page) =>
  page.waitForFunction(() => !document.querySelector("#app[data-still]") || document.getElementById("failed"), undefined, { timeout: 120_000 });

/** From here on, who goes somewhere with this page is there when the page is, not its picture. */
function patient(page) {
  for (const name of ["goto", "reload"]) {
    const go = page[name].bind(page);
    page[name] = async (...words) => {
      const answer = await go(...words);
      await drawn(page);
      return answer;
    };
  }
}

/** Opens the console, which is a line at first. */
export async function openConsole(page) {
  await page.locator(".console-line").click();
  await page.locator("#console").waitFor();
}

/** Opens the builder, if it is closed. */
export async function openBuilder(page) {
  const builder = page.locator("aside.editor");
  if ((await builder.count()) === 0) await page.getByRole("button", { name: "Builder", exact: true }).click();
  await builder.waitFor();
}

/** The slider of the moments. */
export const moments = (page) => page.locator(".controls input[type=range]");

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
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", ...more, ...options });
      if (!still) context.on("page", patient);
      const page = await context.newPage();
      const complaints = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        // A page that is left while it loads gives up its requests; nothing is wrong with them.
        if (!/net::ERR_ABORTED|NS_BINDING_ABORTED/.test(why)) complaints.push(`request: ${request.url()} ${why}`);
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
