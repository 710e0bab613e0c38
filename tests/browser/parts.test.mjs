// Chunks of the program that are fetched on demand, and the page without a network.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cluster, load } from "./big.mjs";
import { dist, moment, openBuilder, ready, started, until, usable } from "./harness.mjs";
import { serve } from "./server.mjs";

export const notInFirefox = {
  a_page_that_was_visited_once_needs_no_network: "its driver cannot take the network away",
  a_new_build_is_announced: "its driver does not show what the browser's own program does",
};

export async function the_builder_is_fetched_when_it_is_opened({ open, url }) {
  const { page } = await open("", { nowhere: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(url, { waitUntil: "load" });
  await ready(page);
  const editing = () => asked.filter((it) => /editing-[0-9a-f]{16}\.wasm$/.test(it)).length;
  assert.equal(editing(), 0, "nobody needed it yet");
  await openBuilder(page);
  assert.equal(editing(), 1);
}

export async function a_chunk_that_fails_to_load_is_reported_and_tried_again({ open }) {
  const { page, context } = await open("", { complaints: true });
  await ready(page);
  await context.route(/editing-.*\.wasm$/, (route) => route.abort());
  await page.getByRole("button", { name: "Build", exact: true }).click();
  await page.getByText("Couldn’t load this part of the page").waitFor();
  // The rest of the page works.
  const before = await moment(page);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await moment(page), before);
  await context.unroute(/editing-.*\.wasm$/);
  await page.locator("aside.editor").getByRole("button", { name: "Try again" }).click();
  await page.locator("aside.editor #builder").waitFor();
}

export async function actions_wait_until_their_chunk_is_loaded({ open }) {
  const { page, context } = await open();
  await ready(page);
  let go;
  const wait = new Promise((done) => (go = done));
  await context.route(/editing-.*\.wasm$/, async (route) => {
    await wait;
    await route.continue();
  });
  const nodes = () => page.locator("#stage [data-mini], #stage [data-node]").count();
  const before = await nodes();
  await page.locator(".adds .plus", { hasText: "Node" }).click();
  assert.equal(await nodes(), before);
  go();
  await page.waitForFunction((before) => document.querySelectorAll("#stage [data-mini], #stage [data-node]").length > before, before);
}

/** Opens a page and records its requests. Returns a function that counts those matching a pattern. */
async function watched(open, url, where = "") {
  const { page, context } = await open("", { nowhere: true, complaints: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  context.on("request", (request) => asked.push(request.url()));
  await page.goto(url + where, { waitUntil: "load" });
  await ready(page);
  return { page, context, times: (name) => new Set(asked.filter((it) => name.test(it))).size };
}

/** Opens a page on which requests for a chunk fail until the test calls `allow`. */
async function lacking(open, url, part, { where = "", ...options } = {}) {
  const { page, context } = await open("", { nowhere: true, complaints: true, ...options });
  const name = new RegExp(`/${part}-.*\\.wasm$`);
  await context.route(name, (route) => route.abort());
  await page.goto(url + where, { waitUntil: "load" });
  return { page, context, allow: () => context.unroute(name) };
}

/** Waits until a chunk has been requested. */
const comes = (times, name) => until(`${name} is asked for`, () => times(name) > 0);

export async function the_engine_fetches_what_a_manifest_needs({ open, url }) {
  const extended = /\/engine-extended-.*\.wasm$/;
  const claims = /\/engine-claims-.*\.wasm$/;
  const controllers = /\/engine-controllers-.*\.wasm$/;
  // The chunk for questions follows; the script creates a pod, which needs no chunk.
  const plain = await watched(open, url, "#scenario=first-pod");
  await comes(plain.times, extended);
  assert.deepEqual([plain.times(claims), plain.times(controllers)], [0, 0]);
  await plain.page.close();
  // A configuration or an earlier release needs it before the run can start.
  for (const where of ["#scenario=own-plugin", "#scenario=first-pod&release=v1.16"]) {
    const { page, times } = await watched(open, url, where);
    assert.deepEqual([times(extended), times(claims)], [1, 0], where);
    await page.close();
  }
  const drained = await watched(open, url, "#scenario=drain");
  await comes(drained.times, controllers);
  await drained.page.keyboard.press("End");
  await drained.page.locator("#stage", { hasText: "cordoned" }).waitFor();
  await drained.page.close();
  const claimed = await watched(open, url, "#scenario=shared-claim");
  assert.equal(claimed.times(claims), 1);
  await claimed.page.locator("#stage [data-rack='node-b'] [data-device]").first().waitFor();
  await claimed.page.keyboard.press("End");
  await claimed.page.locator(".console", { hasText: "alone" }).or(claimed.page.locator("#stage", { hasText: "alone" })).first().waitFor();
}

export async function requests_wait_for_the_chunk_of_an_earlier_one({ open, url }) {
  const { page, context } = await open("", { nowhere: true });
  let go;
  const wait = new Promise((done) => (go = done));
  await context.route(/engine-extended-.*\.wasm$/, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(`${url}#scenario=reprieve`, { waitUntil: "load" });
  await ready(page);
  await page.keyboard.press("n");
  await page.locator("#stage [data-pod='default/web']").first().press("Enter");
  await page.locator(".ask-buttons.questions button").first().click();
  const answers = page.locator(".answered .sentence");
  assert.equal(await answers.count(), 0);
  go();
  await answers.first().waitFor();
}

export async function another_language_is_fetched_when_it_is_chosen({ open, url }) {
  const { page, context, times } = await watched(open, url);
  assert.equal(times(/\/chinese-.*\.wasm$/), 0, "nobody needed it yet");
  const lang = () => page.evaluate(() => document.documentElement.lang);
  await context.route(/\/chinese-.*\.wasm$/, (route) => route.abort());
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator(".toast.shown", { hasText: "中文 could not be loaded" }).waitFor();
  assert.equal(await lang(), "en");
  await context.unroute(/\/chinese-.*\.wasm$/);
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("button", { name: "分享" }).waitFor();
  assert.equal(await lang(), "zh-CN");
  // The language is remembered, and the next visit uses it from the start.
  await page.reload();
  await page.getByRole("button", { name: "分享" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Share" }).waitFor();
}

export async function if_a_language_does_not_come_the_page_says_so_in_another({ open, url }) {
  const { page, allow } = await lacking(open, url, "chinese", { locale: "zh-CN" });
  await page.locator(".toast.shown", { hasText: "中文 could not be loaded" }).waitFor();
  await page.getByRole("button", { name: "Share" }).waitFor();
  await allow();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("button", { name: "分享" }).waitFor();
}

export async function the_console_can_be_tried_again_and_the_inspector_loads_by_itself({ open, url }) {
  const { page, allow } = await lacking(open, url, "study");
  await ready(page);
  await page.locator(".console-line").click();
  await page.locator(".console").getByText("Couldn’t load this part").waitFor();
  await allow();
  await page.locator(".console").getByRole("button", { name: "Try again" }).click();
  await page.locator("#console").waitFor();
  await page.getByRole("tab", { name: "Scores" }).click();
  await page.locator("#inspector[aria-label=Scores]").waitFor();
}

export async function what_the_first_picture_does_not_need_loads_after_it({ open, url }) {
  const late = /\/editing-[0-9a-f]{16}\.wasm$/;
  const plain = await watched(open, url);
  await comes(plain.times, /\/study-.*\.wasm$/);
  assert.equal(plain.times(late), 0);
  // The axis is shown while the lanes are being fetched.
  const { page, allow } = await lacking(open, url, "study");
  await ready(page);
  await page.locator(".lanes-toggle").click();
  await page.locator(".lanes").getByText("Couldn’t load this part").waitFor();
  assert.equal(await page.locator(".lanes .ruler").count(), 1);
  await page.locator("#open-gallery").click();
  await page.getByRole("dialog").getByText("Couldn’t load this part").waitFor();
  await allow();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  // Its description of them is fetched too.
  await page.locator("dialog.gallery .card", { hasText: "The tie-break ladder" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".lane-row").first().waitFor();
}

export async function the_map_loads_with_many_nodes({ open, url }) {
  const { page, allow } = await lacking(open, url, "study");
  await ready(page);
  await load(page, cluster({ nodes: 300, each: 1, pending: 1 }));
  await page.locator("#stage").getByText("Couldn’t load this part").waitFor();
  await allow();
  await page.locator("#stage").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("application").waitFor();
}

export async function a_scenario_or_link_without_its_chunk_is_reported_and_another_is_shown({ open, url }) {
  for (const [part, where, told] of [
    ["study", "#lesson=taints", "Couldn’t download the lesson taints"],
    ["editing", "#s1:AAAA", "Couldn’t load this part of the page"],
  ]) {
    const { page, context } = await lacking(open, url, part, { where });
    await page.locator(".trouble", { hasText: told }).waitFor();
    await ready(page);
    await context.close();
  }
}

export async function a_missing_chunk_for_devices_is_reported({ open, url }) {
  const { page, allow } = await lacking(open, url, "study", { where: "#scenario=shared-claim" });
  const told = page.locator(".trouble", { hasText: "Couldn’t load this part" });
  await told.waitFor();
  assert.equal(await page.locator("#stage [data-device]").count(), 0);
  await allow();
  await told.getByRole("button", { name: "Try again" }).click();
  await page.locator("#stage [data-rack='node-b'] [data-device]").first().waitFor();
  await told.waitFor({ state: "detached" });
}

export async function questions_to_a_missing_chunk_are_reported({ open, url }) {
  let nodes;
  for (const [part, ask, good] of [
    ["editing", (page) => page.locator(".adds .plus", { hasText: "Node" }).click(), (page) => page.locator("#stage :is([data-mini], [data-node])").nth(nodes).waitFor()],
    ["editing", (page) => page.keyboard.press("Control+s"), (page) => page.locator(".toast.shown").waitFor()],
  ]) {
    const { page, context, allow } = await lacking(open, url, part);
    await ready(page);
    nodes = await page.locator("#stage :is([data-mini], [data-node])").count();
    await ask(page);
    const told = page.locator(".trouble", { hasText: "Couldn’t load this part" });
    await told.waitFor();
    await allow();
    // Asking again fetches it.
    await ask(page);
    await good(page);
    await told.waitFor({ state: "detached" });
    await context.close();
  }
}

export async function a_missing_chunk_for_the_stage_is_reported({ open, url }) {
  const { page } = await lacking(open, url, "study", { where: "#scenario=budget-counts&step=counted.5:web" });
  await page.locator("#stage .picture", { hasText: "Couldn’t load this part of the page" }).waitFor();
}

export async function what_cannot_be_fetched_takes_the_middle_of_the_window({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  for (const [pattern, where, told] of [
    [/worker-.*\.wasm$/, "", "Couldn’t download the engine"],
    [/engine-extended-.*\.wasm$/, "#scenario=spread", "Couldn’t download the engine"],
    [/scenarios\/ladder\.yaml$/, "#scenario=ladder", "Couldn’t download the scenario ladder"],
    [/page-.*\.wasm$/, "", "program cannot be fetched"],
  ]) {
    const tab = await context.newPage();
    await context.route(pattern, (route) => route.abort());
    await tab.goto(url + where, { waitUntil: "load" });
    const card = tab.locator(".central, #failed").filter({ hasText: told });
    await card.waitFor();
    const { x, y, width, height } = await card.boundingBox();
    const window = tab.viewportSize();
    assert.ok(x >= 0 && y >= 0 && x + width <= window.width && y + height <= window.height, `${told}: in the window`);
    assert.ok(Math.abs(y + height / 2 - window.height / 2) < 60, `${told}: in its middle`);
    for (const promise of ["Scheduling…", "No nodes yet"]) assert.equal(await tab.getByText(promise).count(), 0, promise);
    assert.equal(await tab.getByRole("button", { name: "Stop" }).count(), 0);
    assert.ok((await card.getByRole("link").count()) > 1, "what needs no engine");
    await context.unroute(pattern);
    await card.getByRole("button", { name: /^(Try again|Reload)$/ }).click();
    await ready(tab);
    assert.equal(await tab.locator(".central, #failed").count(), 0);
    await tab.close();
  }
}

/** Waits until the service worker has cached the page, shortly after the start. */
const kept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });

/** Opens the page from a server of its own, waits until it is cached, and ends the server. */
async function cutOff(open) {
  const site = await serve(dist);
  const { page } = await open("", { serviceWorkers: "allow", complaints: true, nowhere: true });
  await page.goto(site.url, { waitUntil: "load" });
  await ready(page);
  await kept(page);
  await site.close();
  return { page, url: site.url };
}

export async function a_page_that_was_visited_once_needs_no_network({ open }) {
  const { page, url } = await cutOff(open);
  await page.reload();
  await ready(page);
  // A chunk and a scenario that were not fetched during this visit.
  await openBuilder(page);
  await page.goto(`${url}#scenario=ladder`);
  await page.reload();
  await ready(page);
  assert.match(await page.locator(".bar").innerText(), /tie-break ladder/);
  // The page of a scenario that was never visited opens the scenario.
  await page.goto(`${url}s/reprieve/`);
  await ready(page);
  assert.equal(new URL(page.url()).hash, "#scenario=reprieve&v=3");
}

export async function without_a_network_the_books_open_and_any_other_page_says_so({ open }) {
  const { page, url } = await cutOff(open);
  for (const [path, title] of [
    ["preemption/", "How Kubernetes makes room"],
    ["manual/", "Manual"],
    ["manual/links/index.html", "Links"],
    ["behaviours/", "Surprising behaviors"],
    ["zh/glossary/", "术语表"],
  ]) {
    await page.goto(url + path);
    assert.match(await page.title(), new RegExp(title), path);
    const sheets = await page.evaluate(() => [...document.styleSheets].map((sheet) => sheet.cssRules.length));
    assert.ok(sheets.length > 0 && sheets.every((rules) => rules > 0), `${path} has its style`);
  }
  for (const path of ["nowhere/", "api/v1/", "manual/nowhere/"]) {
    const answer = await page.goto(url + path);
    assert.equal(answer.status(), 503);
    await page.getByText("isn’t stored on your device").waitFor();
    assert.equal(await page.getByRole("link", { name: "Manual" }).evaluate((link) => link.href), `${url}manual/`);
  }
  await page.goto(`${url}zh/l/taints/`);
  await ready(page);
  assert.match(new URL(page.url()).hash, /^#lesson=taints/);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
}

export async function a_new_build_is_announced({ open }) {
  // A separate copy of the site, because the test changes it.
  const folder = mkdtempSync(join(tmpdir(), "schedscope-"));
  cpSync(dist, folder, { recursive: true });
  const site = await serve(folder);
  try {
    const { page } = await open("", { serviceWorkers: "allow", complaints: true, nowhere: true });
    await page.goto(site.url, { waitUntil: "load" });
    await ready(page);
    await kept(page);
    // The next build: its files have new names, and the old files are gone.
    const old = readdirSync(folder).flatMap((name) => /^editing-([0-9a-f]{16})\.wasm$/.exec(name)?.[1] ?? []);
    const [hash] = old;
    const next = "0123456789abcdef";
    // The program's list of imports has the old names as module names, which must stay.
    const imports = new RegExp(`"\\./(page-${next}_bg|parts-${next})\\.js": `, "g");
    const renamed = (text) => text.replaceAll(hash, next).replace(imports, (name) => name.replace(next, hash));
    const rename = (file) => writeFileSync(file, renamed(readFileSync(file, "utf8")));
    for (const name of readdirSync(folder)) {
      if (/\.(js|html)$/.test(name)) rename(join(folder, name));
      if (name.includes(hash)) renameSync(join(folder, name), join(folder, name.replace(hash, next)));
    }
    const offline = join(folder, "offline.js");
    writeFileSync(offline, readFileSync(offline, "utf8").replace(/BUILD = "[0-9a-f]{16}"/, `BUILD = "${next}"`));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await page.getByText("A new version is available").waitFor();
    // The open page can still load its chunks.
    await openBuilder(page);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction((next) => document.querySelector("meta[name=page]")?.content.includes(next), next);
    await started(page);
    assert.equal(await page.locator("#failed").count(), 0, "the next build starts");
    await ready(page);
    assert.ok(!asked.some((it) => it.includes(hash)), "nothing of the old build is asked for any more");
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function a_wrong_path_keeps_what_a_link_carries({ open, url }) {
  const { page } = await open("", { complaints: true });
  const page404 = readFileSync(join(dist, "404.html"), "utf8").replaceAll('"/"', `"${new URL(url).pathname}"`);
  await page.route("**/schedscope/gone/**", (route) => route.fulfill({ status: 404, contentType: "text/html", body: page404 }));
  await page.goto(`${url}gone/#scenario=ladder`);
  await ready(page);
  assert.equal(page.url(), `${url}#scenario=ladder`);
  await page.goto(`${url}gone/s/ladder/`);
  await ready(page);
  assert.equal(page.url(), `${url}#scenario=ladder&v=3`);
}

export async function pages_without_the_program_are_accessible_in_both_themes({ open, url }) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await open("", { nowhere: true, colorScheme });
    for (const path of ["404.html", "offline.html", "open.html", "examples/embed.html"]) {
      await page.goto(url + path, { waitUntil: "load" });
      // The first embedded page is in the window: it replaces its prerendered picture. The others wait until one scrolls to them.
      if (await page.locator("iframe").count()) await page.frameLocator("iframe >> nth=0").locator("#app:not([data-still])").waitFor({ state: "attached" });
      await usable(page, `${path} ${colorScheme}`);
    }
    await context.close();
  }
}
