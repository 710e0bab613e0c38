// Crashes and failures: the page recovers, and no work of the user is lost.
import assert from "node:assert/strict";
import { fillText, kept, openBuilder, openConsole, ready, started, textOf, until, written } from "./harness.mjs";

const notes = (page) => page.locator(".troubles");
const POD = (name) => `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a}]}\n`;
const NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nstatus: {capacity: {cpu: 4, memory: 8Gi, pods: 110}}\n---\n";

/** Replaces the manifest and runs it. */
async function write(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
}

async function text(page) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  return textOf(page);
}

/** Opens the list of saved scenarios. */
async function openOwn(page) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "Build" }).click();
  await page.locator("details.own summary").click();
}

export async function problems_of_a_link_are_reported_and_nothing_is_lost({ open, url }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("mine"));
  await written(page, "mine");
  for (const [hash, told] of [
    ["#s1:AAAA", /link is damaged/],
    ["#s9:AAAA", /newer version of this page/],
    ["#scenario=no-such", /No built-in scenario is named no-such/],
    ["#section-3", /isn’t a link to a scenario/],
  ]) {
    await page.goto("about:blank");
    await page.goto(url + hash, { waitUntil: "load" });
    await notes(page).getByText(told).waitFor();
    assert.match(await text(page), /name: mine/, hash);
    assert.equal((await kept(page)).filter((it) => it.text.includes("mine")).length, 1, hash);
  }
}

export async function text_replaced_by_a_link_is_restored_with_one_click({ open, url }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("theirs"));
  await page.keyboard.press("Control+s");
  await page.locator(".toast.shown").waitFor();
  const link = page.url();
  await fillText(page, NODE + POD("mine"));
  await written(page, "mine");
  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "load" });
  await notes(page).getByRole("button", { name: "Restore my manifest" }).click();
  assert.match(await text(page), /name: mine/);
  await written(page, "mine");
  // Without a click, the text is in the list of saved scenarios.
  await page.goto("about:blank");
  await page.goto(link, { waitUntil: "load" });
  await notes(page).getByRole("button", { name: "Restore my manifest" }).waitFor();
  await write(page, NODE + POD("third"));
  await written(page, "third");
  const texts = (await kept(page)).map((it) => it.text);
  assert.ok(texts.some((it) => it.includes("mine")) && texts.some((it) => it.includes("third")), texts.join("\n"));
}

/** Another tab of the site, without the program. Other tabs see a closing page's writes to the local storage after a short delay. */
async function beside(context, url) {
  const tab = await context.newPage();
  await tab.goto(`${url}open.css`);
  return tab;
}

export async function a_draft_survives_an_immediate_navigation({ open, url }) {
  const { page, context } = await open();
  await ready(page);
  await write(page, NODE + POD("first"));
  await written(page, "first");
  const witness = await beside(context, url);
  await fillText(page, NODE + POD("second"));
  // Before a draft is saved automatically.
  await page.goto("about:blank");
  await written(witness, "second");
  await page.goto(url, { waitUntil: "load" });
  await page.locator(".story h2").waitFor();
  assert.match(await text(page), /name: second/);
}

export async function typed_text_is_kept_before_the_page_draws_it({ open }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("first"));
  await written(page, "first");
  // A key and the page's end in one task, as on a slow machine. Each of these events may be the only one that the page receives.
  for (const event of ["beforeunload", "pagehide", "visibilitychange"]) {
    const kept = await page.evaluate(
      ([text, event]) => {
        const area = document.querySelector("manifest-text");
        area.value = text;
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        (event === "visibilitychange" ? document : window).dispatchEvent(new Event(event));
        const drafts = Object.keys(localStorage).filter((key) => key.startsWith("schedscope.draft."));
        delete document.hidden;
        window.dispatchEvent(new PageTransitionEvent("pageshow"));
        return drafts.map((key) => localStorage[key]).join();
      },
      [NODE + POD(`on-${event}`), event],
    );
    assert.match(kept, new RegExp(`name: on-${event}`));
    await written(page, `on-${event}`);
  }
}

export async function typed_text_is_kept_even_if_the_browser_cancels_a_script({ open, url }) {
  const { page, context } = await open();
  await page.close();
  const tab = await context.newPage();
  // Firefox can cancel the scripts that run when the next page appears. This is simulated by stopping their events.
  await tab.addInitScript(() => {
    for (const name of ["pagehide", "visibilitychange"]) {
      window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    }
  });
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  await write(tab, NODE + POD("first"));
  await written(tab, "first");
  const witness = await beside(context, url);
  await fillText(tab, NODE + POD("second"));
  await tab.goto("about:blank");
  await written(witness, "second");
  await tab.goto(url, { waitUntil: "load" });
  await tab.locator(".story h2").waitFor();
  assert.match(await text(tab), /name: second/);
}

export async function a_closing_page_does_not_wait_for_the_database({ open, url }) {
  const { page: tab } = await open("", { nowhere: true });
  // Records the lengths of texts written to the local storage, for the next page of this tab.
  await tab.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("schedscope.draft.")) set.call(sessionStorage, "atOnce", value.length);
      set.call(this, key, value);
    };
  });
  const atOnce = () => tab.evaluate(() => Number(sessionStorage.atOnce ?? 0));
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  await write(tab, NODE + POD("first"));
  await written(tab, "first");
  assert.equal(await atOnce(), 0, "while the page is there, the database is enough");
  // The page reloads in the task after its last change, so that the draft has not been saved yet, even on a slow machine.
  const before = await tab.evaluate(() => performance.timeOrigin);
  await tab.evaluate((second) => {
    const area = document.querySelector("manifest-text");
    area.value = second;
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    setTimeout(() => location.reload());
  }, NODE + POD("second"));
  await tab.waitForFunction((before) => performance.timeOrigin > before && document.readyState === "complete", before);
  await started(tab);
  await tab.locator(".story h2").waitFor();
  assert.match(await text(tab), /name: second/);
  assert.ok((await atOnce()) > 100);
  assert.ok((await kept(tab)).every((it) => !it.waits), "the database has taken it over");
}

export async function a_draft_of_8_MB_survives_a_reload({ open }) {
  const { page } = await open();
  await ready(page);
  await write(page, NODE + POD("small"));
  const long = await page.evaluate((text) => {
    const field = document.querySelector("manifest-text");
    field.value = text + "# 名 a line that says nothing, and says it often\n".repeat(160_000);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return field.value.length;
  }, NODE + POD("large"));
  assert.ok(long > 7_500_000);
  await until("the draft is kept", async () => (await kept(page)).some((it) => it.text.length === long));
  await page.reload({ waitUntil: "load" });
  await page.locator(".story h2").waitFor();
  const there = await text(page);
  assert.equal(there.length, long);
  assert.ok(there.startsWith(NODE + POD("large")) && there.endsWith("often\n"));
  assert.equal(await notes(page).innerText(), "");
}

export async function data_kept_by_earlier_builds_is_migrated({ open, url }) {
  const { page, context } = await open();
  await page.close();
  const tab = await context.newPage();
  await tab.addInitScript(([last, before, own]) => {
    if (localStorage.there) return;
    localStorage.there = "yes";
    localStorage["schedscope.draft.1-1"] = JSON.stringify({ text: last, at: 2, aside: false });
    localStorage["schedscope.draft.1-2"] = JSON.stringify({ text: before, at: 1, aside: true });
    localStorage["schedscope.own.alpha"] = JSON.stringify({ text: own, at: 7, aside: false });
    localStorage["schedscope.own"] = JSON.stringify([{ name: "ancient", text: own }]);
    localStorage["schedscope.theme"] = JSON.stringify("Dark");
  }, [NODE + POD("last"), POD("set-aside"), POD("own")]);
  for (const visit of ["the first", "the second"]) {
    await tab.goto("about:blank");
    await tab.goto(url, { waitUntil: "load" });
    await tab.locator(".story h2").waitFor();
    assert.match(await text(tab), /name: last/, visit);
    await openOwn(tab);
    for (const name of ["alpha", "ancient"]) await tab.locator("details.own").getByText(name, { exact: true }).waitFor();
    await tab.locator("details.own .drafts li").waitFor();
    const records = await kept(tab, "schedscope.");
    assert.deepEqual(records.map((it) => it.key).sort(), ["schedscope.draft.1-1", "schedscope.draft.1-2", "schedscope.own.alpha", "schedscope.own.ancient"]);
    assert.ok(records.every((it) => !it.waits), visit);
    assert.ok(await tab.evaluate(() => !("schedscope.own" in localStorage) && document.documentElement.dataset.theme === "dark"));
  }
}

export async function tabs_do_not_overwrite_each_other({ open, url }) {
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
  // A duplicated tab has the same session storage, but must get a new id.
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
  // Saved scenarios are separate records, so each tab can add one.
  for (const [tab, name] of [[page, "alpha"], [other, "beta"]]) {
    await openOwn(tab);
    await tab.evaluate(() => {
      window.asked = 0;
      navigator.storage.persist = async () => (window.asked += 1) > 0;
    });
    await tab.locator("details.own input[type=text]").first().fill(name);
    await tab.keyboard.press("Enter");
    await tab.locator("details.own").getByText(name, { exact: true }).waitFor();
    await until("the browser is asked to keep it", () => tab.evaluate(() => window.asked > 0));
  }
  const names = async () => (await kept(page, "schedscope.own.")).map((it) => it.key.slice("schedscope.own.".length)).sort();
  await page.locator("details.own").getByText("beta", { exact: true }).waitFor();
  assert.deepEqual(await names(), ["alpha", "beta"]);
  // Each tab can delete the others' scenarios.
  await page.getByRole("button", { name: "Delete beta" }).click();
  await other.locator("details.own").getByText("beta", { exact: true }).waitFor({ state: "detached" });
  await until("one is left", async () => (await names()).join() === "alpha");
}

export async function a_browser_that_keeps_nothing_can_be_used({ open, url, browser }) {
  const { page, context } = await open("", { complaints: true });
  const blocked = await context.newPage();
  await blocked.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("blocked", "SecurityError"); } });
    }
  });
  await blocked.goto(url, { waitUntil: "load" });
  await ready(blocked);
  await notes(blocked).getByText("nothing will be saved").waitFor();
  await write(blocked, NODE + POD("mine"));
  assert.match(await text(blocked), /mine/);

  // Without a database, the local storage is used as far as it has room.
  const little = await context.newPage();
  await little.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await little.goto(url, { waitUntil: "load" });
  await ready(little);
  await write(little, NODE + POD("little"));
  const waits = () => little.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("schedscope.draft.") && localStorage[key].includes("little")).length);
  await until("the draft is in the local storage", async () => (await waits()) === 1);
  await little.reload({ waitUntil: "load" });
  await little.locator(".story h2").waitFor();
  assert.match(await text(little), /little/);
  assert.equal(await notes(little).innerText(), "");
  await little.close();
}

export async function full_storage_is_reported_and_nothing_is_dropped({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const full = await context.newPage();
  await full.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...words) {
      if (window.full) throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, words);
    };
  });
  await full.goto(url, { waitUntil: "load" });
  await ready(full);
  // If the database is full, the local storage is used.
  await full.evaluate(() => (window.full = true));
  await write(full, NODE + POD("second-best"));
  await written(full, "second-best");
  assert.equal(await notes(full).innerText(), "");
  await full.evaluate(() => {
    for (let size = 1 << 22; size > 16; size >>= 1) {
      try {
        for (let at = 0; ; at += 1) localStorage[`other.${size}.${at}`] = "x".repeat(size);
      } catch {}
    }
  });
  await fillText(full, `${NODE}${POD("too-large")}# ${"x".repeat(9000)}\n`);
  await notes(full).getByText("storage is full").waitFor();
  assert.match(await textOf(full), /too-large/);
  // When the database has room again, the draft is saved, and the warning disappears.
  await full.evaluate(() => (window.full = false));
  await fillText(full, NODE + POD("fits"));
  await notes(full).getByText("storage is full").waitFor({ state: "detached" });
  await written(full, "fits");
}

export async function an_engine_that_dies_is_restarted({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const tab = await context.newPage();
  // A worker that crashes at this text, as if it ran out of memory.
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
        // The first byte of a message is the kind of request; 0 is a run.
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
  // A reload opens the text without running it; other scenarios run.
  await written(tab, "killer");
  await tab.reload({ waitUntil: "load" });
  await notes(tab).getByRole("button", { name: "Run anyway" }).waitFor();
  assert.match(await text(tab), /killer/);
  await tab.locator("#open-gallery").click();
  await tab.locator("dialog .card").first().click();
  await ready(tab);
  assert.equal(await notes(tab).getByRole("button", { name: "Run anyway" }).count(), 0);
}

export async function a_text_that_crashed_the_page_is_not_run_automatically({ open, url }) {
  const { page, context } = await open();
  await ready(page);
  await write(page, NODE + POD("heavy"));
  await written(page, "heavy");
  const tab = await page.evaluate(() => sessionStorage["schedscope.tab"]);
  await page.close();
  // The local storage after a tab crashed during a run.
  const bytes = Buffer.from(NODE + POD("heavy"));
  const whole = bytes.length - (bytes.length % 8);
  const words = [...Array(whole / 8).keys()].map((at) => bytes.readBigUInt64LE(at * 8)).concat([...bytes.subarray(whole)].map(BigInt));
  const mark = words.reduce((hash, word) => {
    const mixed = ((hash ^ word) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
    return mixed ^ (mixed >> 29n);
  }, 0xcbf29ce484222325n);
  for (const waits of [false, true]) {
    const next = await context.newPage();
    await next.addInitScript(([tab, mark]) => {
      sessionStorage["schedscope.tab"] = tab;
      if (!sessionStorage.told) sessionStorage["schedscope.running"] = mark;
      sessionStorage.told = "yes";
    }, [tab, String(mark)]);
    await next.goto(url, { waitUntil: "load" });
    await notes(next).getByText(waits ? "crashed the engine twice" : "Your last visit ended while").waitFor();
    assert.match(await text(next), /heavy/);
    if (waits) {
      await notes(next).getByRole("button", { name: "Run anyway" }).click();
      await next.waitForFunction(() => document.querySelector(".troubles").innerText === "");
    } else {
      // This time it ran successfully; the next visit crashes twice.
      await next.evaluate((mark) => { localStorage["schedscope.deaths"] = JSON.stringify({ [mark]: 1 }); }, String(mark));
    }
    await next.close();
  }
}

export async function failures_to_fetch_or_start_are_reported_when_started({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  for (const [pattern, answer, told] of [
    [/worker-.*\.wasm$/, { status: 404, body: "" }, /Couldn’t download the engine/],
    [/worker-.*\.js$/, { status: 404, body: "" }, /Couldn’t download the engine/],
    [/worker-.*\.wasm$/, { status: 200, contentType: "application/wasm", body: "not wasm" }, /couldn’t compile the engine/],
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
  await notes(blocked).getByText("The engine could not start").waitFor();
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

export async function a_worker_that_does_not_stop_is_terminated({ open, url }) {
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
      // Drops only the request to stop.
      postMessage(message, ...more) {
        if (message.length > 1 || message[0] !== 1) super.postMessage(message, ...more);
      }
    };
  });
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  // Pods that fit nowhere are retried until the limit of events.
  const many = `${NODE}apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: w}\nspec:\n  replicas: 300\n  selector: {matchLabels: {app: w}}\n  template: {metadata: {labels: {app: w}}, spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}\n---\nkind: Scenario\ndurationSeconds: 10000000\n`;
  await write(tab, many);
  // Within the page, because the run may end before the driver can click.
  await tab.waitForFunction(() => {
    const stop = [...document.querySelectorAll("button")].find((it) => it.innerText === "Stop");
    const some = Number(document.querySelector(".grip")?.ariaValueMax) > 200;
    if (some) stop?.click();
    return some && Boolean(stop);
  });
  await tab.waitForFunction(() => window.ended === 1, null, { timeout: 5_000 });
  const events = await tab.evaluate(() => Number(document.querySelector(".grip").ariaValueMax));
  assert.ok(events > 200, "what was streamed stays");
  await notes(tab).getByText("didn’t stop in time").waitFor();
  await write(tab, NODE + POD("next"));
  await tab.waitForFunction(() => Number(document.querySelector(".grip").ariaValueMax) < 100);
}

export async function an_engine_that_disappears_silently_is_started_again({ open }) {
  const { page } = await open("", { complaints: true });
  await ready(page);
  const gone = async () => {
    const [worker] = page.workers();
    const next = page.waitForEvent("worker");
    // Like a browser that is short of memory: without any event.
    await worker.evaluate(() => self.close());
    await next;
  };
  await write(page, NODE + POD("mine"));
  await ready(page);
  await gone();
  await notes(page).getByText("was restarted").waitFor();
  assert.match(await text(page), /name: mine/);
  await write(page, NODE + POD("next"));
  await page.locator("#stage [data-pod='default/next']").first().waitFor();
}

export async function an_import_ends_if_its_engine_disappears({ open }) {
  const { page } = await open("", { complaints: true });
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  // Makes reading the file never finish.
  await page.workers()[0].evaluate(() => {
    Blob.prototype.arrayBuffer = Blob.prototype.stream = () => new Promise(() => {});
  });
  const large = { name: "large.json", mimeType: "application/json", buffer: Buffer.alloc(3 << 20, " ") };
  await page.locator("input[type=file]").first().setInputFiles(large);
  await page.locator(".reading").waitFor();
  await page.workers()[0].evaluate(() => void setTimeout(() => self.close()));
  await page.locator(".reading").waitFor({ state: "detached" });
  await notes(page).getByText("large.json").waitFor();
}

export async function a_file_can_be_chosen_again_and_its_message_disappears({ open }) {
  const { page } = await open("", { complaints: true });
  await ready(page);
  await openBuilder(page);
  const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  const failed = notes(page).getByText("bad.zip");
  for (const [tab, nth] of [["YAML", 0], ["Build", -1]]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    if (tab === "Build") await page.locator("details.own summary").click();
    const field = page.locator("aside.editor input[type=file]").nth(nth);
    await field.setInputFiles(file("bad.zip", "PK\u0003\u0004 no zip"));
    await failed.waitFor();
    // Browsers fire an event for the same file only if the field is empty.
    assert.deepEqual(await field.evaluate((it) => [it.value, it.files.length]), ["", 0], tab);
    await field.setInputFiles(file("good.yaml", NODE + POD(tab.toLowerCase())));
    await failed.waitFor({ state: "detached" });
    await page.locator(`#stage [data-pod='default/${tab.toLowerCase()}']`).first().waitFor();
  }
}

export async function a_long_line_of_brackets_is_rejected({ open }) {
  const { page } = await open("", { complaints: true });
  await ready(page);
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await textOf(page);
  for (const [text, told] of [["- ".repeat(20_000), /nested/], ["[".repeat(40_000), /./], ["? ".repeat(20_000), /nested/], ["x ".repeat(20_000), /./]]) {
    await page.evaluate((text) => {
      const area = document.querySelector("manifest-text");
      area.value = text;
      area.dispatchEvent(new Event("input"));
    }, text);
    await page.locator("#findings .problems", { hasText: told }).waitFor();
    await fillText(page, NODE);
    await page.locator("#findings .problems").waitFor({ state: "detached" });
  }
}

export async function without_clipboard_access_the_link_can_be_copied_by_hand({ open, url }) {
  const { page, context } = await open("", { complaints: true });
  await page.close();
  const tab = await context.newPage();
  await tab.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await tab.goto(url, { waitUntil: "load" });
  await ready(tab);
  await tab.keyboard.press("Control+s");
  const link = await tab.locator(".by-hand").inputValue();
  assert.ok(link.startsWith(`${url}s/preemption/`), link);
}

export async function everything_can_be_exported_and_deleted({ open }) {
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
  await page.getByRole("button", { name: "Delete all scenarios" }).click();
  await until("all is forgotten", async () => (await kept(page, "")).length === 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("schedscope."))), []);
  // The saved file can be opened again.
  await page.locator("details.own input[type=file]").setInputFiles({ name: "schedscope.json", mimeType: "application/json", buffer: await readFile(path) });
  await page.locator("details.own").getByText("(now)", { exact: true }).waitFor();
}

export async function a_long_visit_asks_nobody_else({ open, url }) {
  const { page } = await open("", { complaints: true });
  const asked = [];
  const refused = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.exposeFunction("refuse", (what) => refused.push(what));
  await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => window.refuse(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)));
  await page.reload({ waitUntil: "load" });
  await ready(page);
  await page.locator("#open-gallery").click();
  await page.locator("dialog .card").nth(4).click();
  await ready(page);
  await openConsole(page);
  for (const tab of ["Scheduler log", "kubectl describe pod"]) await page.locator(".console").getByRole("tab", { name: tab }).click();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+s");
  await page.locator(".toast.shown").waitFor();
  // Bookmarks and lanes are in place, and dragging works.
  await page.keyboard.press("b");
  await page.keyboard.press("t");
  const playhead = page.locator(".timeline .playhead");
  await playhead.waitFor();
  const left = (it) => it.evaluate((it) => Number.parseFloat(it.style.left));
  await page.keyboard.press("End");
  await page.waitForFunction(() => Number.parseFloat(document.querySelector(".timeline .playhead").style.left) > 90);
  const before = await left(playhead);
  assert.ok((await page.locator(".seg").evaluateAll((all) => all.filter((it) => it.getBoundingClientRect().width > 2).length)) > 1);
  const ruler = await page.locator(".ruler .track").boundingBox();
  await page.mouse.move(ruler.x + (ruler.width * before) / 100, ruler.y + ruler.height / 2);
  await page.mouse.down();
  await page.mouse.move(ruler.x + ruler.width * 0.5, ruler.y + ruler.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((before) => Number.parseFloat(document.querySelector(".timeline .playhead").style.left) < before - 20, before);
  // The editor, with a problem and a suggestion. The lanes make room for it.
  await page.keyboard.press("t");
  const SIZED = POD("mine").replace("name: a}", "name: a, resources: {requests: {cpu: 1, memory: 1Gi}}}");
  await write(page, NODE.replace("cpu: 4", "cpu: lots") + POD("mine"));
  await page.locator(".squiggle").waitFor();
  assert.ok((await page.locator("manifest-text").evaluate((it) => it.getBoundingClientRect().height)) > 100);
  await fillText(page, `${NODE}${SIZED}---\n`);
  await page.locator(".squiggle").waitFor({ state: "detached" });
  await page.keyboard.press("Control+End");
  await page.keyboard.type("k");
  await page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first().waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-node="n"]').waitFor();
  // A pod's size is drawn, and can be changed by dragging.
  await page.getByRole("tab", { name: "Build" }).click();
  await page.locator("aside.editor").getByRole("option", { name: /mine/ }).first().click();
  const pod = page.locator(".sizer-pod");
  await pod.scrollIntoViewIfNeeded();
  const frame = await page.locator(".sizer-frame").boundingBox();
  const corner = await page.locator(".sizer .corner").boundingBox();
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.5, frame.y + frame.height * 0.5, { steps: 4 });
  await page.waitForFunction(() => Number.parseFloat(document.querySelector(".sizer-pod").style.width) > 30);
  await page.mouse.up();
  await page.getByRole("tab", { name: "YAML" }).click();
  await until("the text says what was dragged", async () => {
    const text = await textOf(page);
    return /requests: \{cpu: .*memory/.test(text) && !text.includes("cpu: 1, memory: 1Gi");
  });
  assert.deepEqual(asked.filter((it) => !it.startsWith(url) && !it.startsWith("blob:") && !it.startsWith("data:")), []);
  assert.deepEqual(refused, []);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  assert.match(policy, /connect-src 'self'/);
  assert.ok(!/unsafe-(inline|eval)/.test(policy.replace("'wasm-unsafe-eval'", "")), policy);
  assert.equal(await page.evaluate(() => fetch("https://example.com/").then(() => "fetched", () => "refused")), "refused");
  // The observer works: a `style` attribute violates the policy.
  await page.evaluate(() => document.body.setAttribute("style", "margin: 1px"));
  await until("an attribute is refused", () => refused.some((it) => it.startsWith("style-src-attr")));
}

export async function a_browser_that_is_too_old_is_told_so({ open, url }) {
  const { page, context } = await open();
  await page.close();
  const tab = await context.newPage();
  const asked = [];
  tab.on("request", (request) => asked.push(request.url()));
  await tab.addInitScript(() => {
    const supports = CSS.supports;
    CSS.supports = (...words) => !words[0].includes(":has") && supports.apply(CSS, words);
  });
  await tab.goto(url, { waitUntil: "load" });
  await tab.getByRole("alert").getByText("Firefox 121").waitFor();
  await tab.waitForLoadState("networkidle");
  assert.ok(!asked.some((it) => it.endsWith(".wasm")), "nothing is started that would break");
}

export const notInFirefox = {
  everything_can_be_exported_and_deleted: "its driver does not tell of downloads",
  an_engine_that_disappears_silently_is_started_again: "its driver does not reach into workers",
  an_import_ends_if_its_engine_disappears: "its driver does not reach into workers",
};
