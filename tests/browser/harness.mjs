// What every browser test shares: the served page, a browser, and an eye on the console and the network.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const dist = process.env.SCHEDSCOPE_DIST ?? join(root, "dist");
export const output = join(root, "target/shots");

/** The system's Chromium. */
export function browserPath() {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: name one in CHROMIUM");
  return found;
}

/** Starts the server and the browser; `close` ends both. */
export async function start() {
  if (!existsSync(join(dist, "index.html"))) throw new Error(`no page in ${dist}: run cargo dev build first`);
  const server = await serve(dist);
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
  return {
    url: server.url,
    browser,
    /** A page in a fresh profile. `complaints` gathers what no test may leave behind. */
    async open(hash = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", ...options });
      const page = await context.newPage();
      const complaints = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        // A page that is left while it loads gives up its requests; nothing is wrong with them.
        if (why !== "net::ERR_ABORTED") complaints.push(`request: ${request.url()} ${why}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`response: ${response.url()} ${response.status()}`);
      });
      await page.goto(server.url + hash, { waitUntil: "load" });
      return { page, context, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
