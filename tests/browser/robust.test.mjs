// Nothing kills the page, and nothing of anybody's work is lost.
import assert from "node:assert/strict";
import { openBuilder, ready } from "./harness.mjs";

const notes = (page) => page.locator(".troubles");
const POD = (name) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a}]}\n`;
const NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {capacity: {cpu: 4, memory: 8Gi, pods: 110}}\n---\n";

/** Types a text of one's own and runs it. */
async function write(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await page.getByRole("textbox", { name: "Manifests" }).fill(text);
  await page.keyboard.press("Control+Enter");
}

async function text(page) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  return page.getByRole("textbox", { name: "Manifests" }).inputValue();
}

const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("schedscope.draft.")).map((key) => JSON.parse(localStorage[key])));
/** Drafts are written a little after the last change. */
const written = (page, part) =>
  page.waitForFunction(
    (part) => Object.keys(localStorage).some((key) => key.startsWith("schedscope.draft.") && localStorage[key].includes(part)),
    part,
  );

export async function what_is_wrong_with_a_link_is_told_and_nothing_is_lost({ open, url }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("mine"));
  await written(page, "mine");
  for (const [hash, told] of [
    ["#s1:AAAA", /link is damaged/],
    ["#s9:AAAA", /newer version of this page/],
    ["#scenario=no-such", /No built-in scenario is named no-such/],
    ["#section-3", /not a link to a scenario/],
  ]) {
    await page.goto("about:blank");
    await page.goto(url + hash, { waitUntil: "load" });
    await notes(page).getByText(told).waitFor();
    assert.match(await text(page), /name: mine/, hash);
    assert.equal((await kept(page)).filter((it) => it.text.includes("mine")).length, 1, hash);
  }
}

export async function what_a_link_replaced_comes_back_with_one_click({ open, url }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("theirs"));
  await page.keyboard.press("Control+s");
  await page.locator(".toast.shown").waitFor();
  const link = page.url();
  await page.getByRole("textbox", { name: "Manifests" }).fill(NODE + POD("mine"));
  await written(page, "mine");
  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "load" });
  await notes(page).getByRole("button", { name: "Bring my text back" }).click();
  assert.match(await text(page), /name: mine/);
  await written(page, "mine");
  // Whoever does not click has it in the list.
  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "load" });
  await notes(page).getByRole("button", { name: "Bring my text back" }).waitFor();
  await write(page, NODE + POD("third"));
  await written(page, "third");
  const texts = (await kept(page)).map((it) => it.text);
  assert.ok(texts.some((it) => it.includes("mine")) && texts.some((it) => it.includes("third")), texts.join("\n"));
}

export async function a_draft_is_there_after_the_page_goes_at_once({ open, url }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("first"));
  await page.getByRole("textbox", { name: "Manifests" }).fill(NODE + POD("second"));
  // Sooner than a draft is written by itself.
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "load" });
  await ready(page).catch(() => {});
  assert.match(await text(page), /name: second/);
}

export async function tabs_do_not_write_over_each_other({ open, url }) {
  const { page, context } = await open();
  await ready(page);
  await write(page, NODE + POD("one"));
  await written(page, "one");
  const other = await context.newPage();
  await other.goto(url, { waitUntil: "load" });
  await ready(other);
  await write(other, NODE + POD("two"));
  await written(other, "two");
  for (const [tab, name] of [[page, "one"], [other, "two"]]) {
    await tab.reload({ waitUntil: "load" });
    await tab.locator(".story h2").waitFor();
    assert.match(await text(tab), new RegExp(`name: ${name}`));
  }
  // A duplicated tab has the same session; it gets a name of its own.
  const session = await page.evaluate(() => sessionStorage["schedscope.tab"]);
  const copy = await context.newPage();
  await copy.addInitScript((tab) => sessionStorage["schedscope.tab"] ??= tab, session);
  await copy.goto(url, { waitUntil: "load" });
  await copy.locator(".story h2").waitFor();
  assert.match(await text(copy), /name: one/);
  await write(copy, NODE + POD("three"));
  await written(copy, "three");
  const texts = (await kept(page)).map((it) => it.text).join("\n");
  for (const name of ["one", "two", "three"]) assert.match(texts, new RegExp(`name: ${name}`));
  // Own scenarios are records: each tab adds its own.
  for (const [tab, name] of [[page, "alpha"], [other, "beta"]]) {
    await tab.getByRole("tab", { name: "Build" }).click();
    await tab.locator("details.own summary").click();
    await tab.locator("details.own input[type=text]").first().fill(name);
    await tab.keyboard.press("Enter");
  }
  await page.locator("details.own").getByText("beta", { exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("schedscope.own.")).sort()), [
    "schedscope.own.alpha",
    "schedscope.own.beta",
  ]);
}

export async function a_browser_that_keeps_nothing_is_no_hindrance({ open, url, browser }) {
  const { page, context } = await open("", { complaints: true });
  const blocked = await context.newPage();
  await blocked.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("blocked", "SecurityError"); } });
    }
  });
  await blocked.goto(url, { waitUntil: "load" });
  await ready(blocked);
  await notes(blocked).getByText("remember nothing").waitFor();
  await write(blocked, NODE + POD("mine"));
  assert.match(await text(blocked), /mine/);

  const full = await context.newPage();
  await full.goto(url, { waitUntil: "load" });
  await ready(full);
  await full.evaluate(() => {
    for (let size = 1 << 22; size > 16; size >>= 1) {
      try {
        for (let at = 0; ; at += 1) localStorage[`other.${size}.${at}`] = "x".repeat(size);
      } catch {}
    }
  });
  await write(full, NODE + POD("large"));
  await notes(full).getByText("no room left").waitFor();
}

export async function an_engine_that_dies_is_started_anew({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const tab = await context.newPage();
  // A worker that dies at this text, as one that runs out of memory does.
  await tab.addInitScript(() => {
    const Real = Worker;
    window.started = 0;
    window.Worker = class extends Real {
      constructor(...words) {
        super(...words);
        window.started += 1;
      }
      postMessage(message, ...more) {
        const text = message instanceof Uint8Array ? new TextDecoder().decode(message) : "";
        // An order to run begins with the number of its kind.
        if (message[0] === 0 && text.includes("name: killer")) {
          setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "unreachable" })), 20);
          return;
        }
        super.postMessage(message, ...more);
      }
    };
  });
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  await write(tab, NODE + POD("killer"));
  await notes(tab).getByRole("button", { name: "Run anyway" }).waitFor();
  assert.equal(await tab.evaluate(() => window.started), 3);
  assert.match(await text(tab), /killer/);
  await notes(tab).getByRole("button", { name: "Copy a report" }).click();
  await tab.locator(".toast.shown").waitFor();
  const report = await tab.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /failed: Died: unreachable/);
  assert.match(report, /release: v1/);
  assert.ok(!report.includes("killer"), "the text is nobody's business");
  // A reload opens the text and does not run it; the next scenario runs.
  await written(tab, "killer");
  await tab.reload({ waitUntil: "load" });
  await notes(tab).getByRole("button", { name: "Run anyway" }).waitFor();
  assert.match(await text(tab), /killer/);
  await tab.getByRole("button", { name: "Scenarios" }).click();
  await tab.locator("dialog .card").first().click();
  await ready(tab);
  assert.equal(await notes(tab).getByRole("button", { name: "Run anyway" }).count(), 0);
}

export async function a_text_that_took_the_whole_page_with_it_waits({ open, url }) {
  const { page, context } = await open();
  await ready(page);
  await write(page, NODE + POD("heavy"));
  await written(page, "heavy");
  const tab = await page.evaluate(() => sessionStorage["schedscope.tab"]);
  await page.close();
  // What a tab leaves behind that ended in the middle of a run.
  const mark = [...new TextEncoder().encode(NODE + POD("heavy"))].reduce((hash, byte) => ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn, 0xcbf29ce484222325n);
  for (const waits of [false, true]) {
    const next = await context.newPage();
    await next.addInitScript(([tab, mark]) => {
      sessionStorage["schedscope.tab"] = tab;
      if (!sessionStorage.told) sessionStorage["schedscope.running"] = mark;
      sessionStorage.told = "yes";
    }, [tab, String(mark)]);
    await next.goto(url, { waitUntil: "load" });
    await notes(next).getByText(waits ? "stopped the engine twice" : "The last visit ended while").waitFor();
    assert.match(await text(next), /heavy/);
    if (waits) {
      await notes(next).getByRole("button", { name: "Run anyway" }).click();
      await next.waitForFunction(() => document.querySelector(".troubles").innerText === "");
    } else {
      // It ran well this time; the next visit crashes twice.
      await next.evaluate((mark) => { localStorage["schedscope.deaths"] = JSON.stringify({ [mark]: 1 }); }, String(mark));
    }
    await next.close();
  }
}

export async function what_cannot_be_fetched_or_started_is_told({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  for (const [pattern, answer, told] of [
    [/worker-.*\.wasm$/, { status: 404, body: "" }, /engine cannot be fetched/],
    [/worker-.*\.js$/, { status: 404, body: "" }, /engine cannot be fetched/],
    [/worker-.*\.wasm$/, { status: 200, contentType: "application/wasm", body: "not wasm" }, /cannot compile the engine/],
  ]) {
    const tab = await context.newPage();
    await context.route(pattern, (route) => route.fulfill(answer));
    await tab.goto(url, { waitUntil: "load" });
    await notes(tab).getByText(told).waitFor();
    await context.unroute(pattern);
    await notes(tab).getByRole("button", { name: "Try again" }).click();
    await ready(tab);
    assert.equal(await notes(tab).getByText(told).count(), 0);
    await tab.close();
  }
  const blocked = await context.newPage();
  await blocked.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException("no workers here", "SecurityError");
      }
    };
  });
  await blocked.goto(url, { waitUntil: "load" });
  await notes(blocked).getByText("does not start the engine").waitFor();
  for (const [pattern, answer, told] of [
    [/page-.*\.wasm$/, { status: 404, body: "" }, /program cannot be fetched/],
    [/page-.*\.wasm$/, { status: 200, contentType: "application/wasm", body: "not wasm" }, /cannot run the page's program/],
  ]) {
    const tab = await context.newPage();
    await context.route(pattern, (route) => route.fulfill(answer));
    await tab.goto(url, { waitUntil: "load" });
    await tab.getByRole("alert").getByText(told).waitFor();
    await context.unroute(pattern);
    await tab.getByRole("button", { name: "Reload" }).click();
    await ready(tab);
    await tab.close();
  }
}

export async function a_worker_that_does_not_stop_is_ended({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    const Real = Worker;
    window.ended = 0;
    window.Worker = class extends Real {
      terminate() {
        window.ended += 1;
        super.terminate();
      }
      // It hears everything but the order to stop.
      postMessage(message, ...more) {
        if (message.length > 1 || message[0] !== 1) super.postMessage(message, ...more);
      }
    };
  });
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  // Pods that fit nowhere are tried again and again, up to the limit of events.
  const many = `${NODE}apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: w}\nspec:\n  replicas: 300\n  selector: {matchLabels: {app: w}}\n  template: {metadata: {labels: {app: w}}, spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}\n---\nkind: Scenario\ndurationSeconds: 10000000\n`;
  await write(tab, many);
  // At once, since the engine is fast: by the time a mouse is there the run may be over.
  await tab.waitForFunction(() => {
    const stop = [...document.querySelectorAll("button")].find((it) => it.innerText === "Stop");
    const some = Number(document.querySelector("input[type=range]")?.max) > 200;
    if (some) stop?.click();
    return some && Boolean(stop);
  });
  await tab.waitForFunction(() => window.ended === 1, null, { timeout: 5_000 });
  const events = await tab.evaluate(() => Number(document.querySelector("input[type=range]").max));
  assert.ok(events > 200, "what was streamed stays");
  await notes(tab).getByText("did not stop in time").waitFor();
  await write(tab, NODE + POD("next"));
  await tab.waitForFunction(() => Number(document.querySelector("input[type=range]").max) < 100);
}

export async function a_refused_clipboard_leaves_the_link_to_copy({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const tab = await context.newPage();
  await tab.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  await tab.keyboard.press("Control+s");
  const link = await tab.locator(".by-hand").inputValue();
  assert.ok(link.startsWith(`${url}#s1:`), link);
}

export async function everything_can_be_saved_and_forgotten({ open }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("mine"));
  await written(page, "mine");
  await page.getByRole("tab", { name: "Build" }).click();
  await page.locator("details.own summary").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as a file" }).click()]);
  const path = await file.path();
  const { readFile } = await import("node:fs/promises");
  const saved = JSON.parse(await readFile(path, "utf8"));
  assert.ok(saved.schedscope === 1 && saved.scenarios.some(([, text]) => text.includes("mine")));
  await page.getByRole("button", { name: "Forget everything" }).click();
  await page.getByRole("button", { name: "Really forget" }).click();
  await page.waitForFunction(() => Object.keys(localStorage).filter((key) => key.startsWith("schedscope.")).length === 0);
  // What was saved can be opened again.
  await page.locator("details.own input[type=file]").setInputFiles({ name: "schedscope.json", mimeType: "application/json", buffer: await readFile(path) });
  await page.locator("details.own").getByText("(now)", { exact: true }).waitFor();
}

export async function a_long_visit_asks_nobody_else({ open, url }) {
  const { page } = await open("", { complaints: true });
  const asked = [];
  const refused = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.exposeFunction("refuse", (what) => refused.push(what));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => window.refuse(`${event.violatedDirective} ${event.blockedURI}`)));
  await page.reload({ waitUntil: "load" });
  await ready(page);
  await page.getByRole("button", { name: "Scenarios" }).click();
  await page.locator("dialog .card").nth(4).click();
  await ready(page);
  for (const tab of ["Events", "Scheduler log", "Timeline"]) {
    const it = page.getByRole("tab", { name: tab });
    if ((await it.count()) > 0) await it.first().click();
  }
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+s");
  await page.locator(".toast.shown").waitFor();
  await write(page, NODE + POD("mine"));
  await page.waitForTimeout(500);
  const elsewhere = asked.filter((it) => !it.startsWith(url) && !it.startsWith("blob:") && !it.startsWith("data:"));
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(refused, []);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.match(policy, /connect-src 'self'/);
  assert.ok(!/script-src[^;]*unsafe-(inline|eval)'/.test(policy.replace("'wasm-unsafe-eval'", "")), policy);
  assert.equal(await page.evaluate(() => fetch("https://example.com/").then(() => "fetched", () => "refused")), "refused");
}

export const notInFirefox = { everything_can_be_saved_and_forgotten: "its driver does not tell of downloads" };
