// All kinds of links, the share dialog, and the embedded page.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MOVING, fillText, openBuilder, playhead, ready, settled, textOf, until, usable } from "./harness.mjs";
import { serve } from "./server.mjs";

const OWN = `# Mine, with this remark.
kind: Node
metadata: {name: n}
status: {capacity: {cpu: 4, memory: 8Gi, pods: 110}}
---
kind: Pod
metadata: {name: solo}
spec: {containers: [{name: a, resources: {requests: {cpu: 1}}}]}
`;

const story = (page, told) => page.locator("#narrator").filter({ hasText: told }).waitFor();
const notes = (page, told) => page.locator(".troubles").getByText(told).waitFor();

/** Replaces the manifest and runs it. */
async function write(page, text) {
  await openBuilder(page);
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, text);
  await page.keyboard.press("Control+Enter");
  await page.locator("#stage [data-node='n']").first().waitFor();
  await ready(page);
}

export async function a_link_with_a_scenarios_name_opens_its_moment({ open }) {
  for (const [address, told] of [
    ["#scenario=ladder&step=preempts:preemptor", "node-e remains"],
    ["#scenario=ladder&step=preempts:preemptor&lang=zh", "只剩 node-e"],
    ["s/ladder/#step=preempts:preemptor", "node-e remains"],
    ["zh/s/ladder/#step=preempts:preemptor", "只剩 node-e"],
  ]) {
    const { page, context } = await open(address);
    await story(page, told);
    assert.equal(await page.locator(".troubles").innerText(), "", address);
    await context.close();
  }
  const { page } = await open("#scenario=ladder&step=fewestVictims:preemptor&release=v1.16&node=node-c&tab=node&present");
  await story(page, "Rule 4");
  assert.equal(await page.locator(".page.presents").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator(".inspector").getByRole("heading", { name: "node-c" }).waitFor();
  assert.equal(await page.locator("select.release").inputValue(), "v1.16");
}

export async function a_links_appearance_applies_to_the_visit_only({ open }) {
  const { page, context } = await open("#scenario=ladder&step=preempts:preemptor&theme=dark&lang=zh");
  await story(page, "只剩 node-e");
  await page.locator("html[data-theme=dark][lang=zh-CN]").waitFor();
  const kept = () => page.evaluate(() => ["schedscope.theme", "schedscope.lang"].map((name) => localStorage.getItem(name)));
  assert.deepEqual(await kept(), [null, null]);
  const plain = await context.newPage();
  await plain.goto(page.url().replace(/#.*$/, "#scenario=ladder&step=preempts:preemptor"));
  await story(plain, "node-e remains");
  assert.equal(await plain.locator("html[data-theme=dark]").count(), 0);
  // A setting changed by the user is stored; the link's other setting applies to this visit only.
  await page.locator("button.theme").click();
  await until("the theme", async () => (await kept())[0] === '"Light"');
  assert.equal((await kept())[1], null);
}

export async function two_releases_open_side_by_side({ open }) {
  const { page } = await open("#scenario=ladder&step=preempts:preemptor&beside=v1.16");
  await page.locator(".page.compares").waitFor();
  await story(page, "node-e remains");
}

export async function unknown_names_in_links_are_reported({ open }) {
  for (const [fields, told] of [
    ["step=preempts:nobody", /the moment preempts:nobody, which doesn’t happen/],
    ["step=judged.x", /recognize part of the link: step=judged\.x\./],
    ["release=v9.9", /release v9\.9, which isn’t available/],
    ["tab=dance&colour=red", /recognize part of the link: tab=dance, colour=red\./],
  ]) {
    const { page, context } = await open(`#scenario=ladder&pod=preemptor&${fields}`);
    await notes(page, told);
    await page.locator(".bar .title").filter({ hasText: "The tie-break ladder" }).waitFor();
    await context.close();
  }
}

export async function an_own_text_travels_unchanged_in_a_link({ open }) {
  const { page } = await open();
  await ready(page);
  await write(page, OWN);
  await playhead(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => location.hash.startsWith("#s2:"));
  const [hash, told] = [new URL(page.url()).hash, await page.locator("#narrator h2").innerText()];
  assert.ok(hash.length < 300, `${hash.length} characters`);
  const other = await open(hash);
  await ready(other.page);
  await story(other.page, told);
  await openBuilder(other.page);
  await other.page.getByRole("tab", { name: "YAML" }).click();
  assert.equal(await textOf(other.page), OWN);
  const damaged = await open(`${hash.slice(0, 40)}${hash.slice(44)}`);
  await notes(damaged.page, /link is damaged/);
}

export async function back_returns_to_the_moment_of_a_link({ open }) {
  const { page } = await open("#scenario=ladder&step=preempts:preemptor");
  await story(page, "node-e remains");
  await page.locator("#open-gallery").click();
  await page.getByRole("dialog").getByRole("button", { name: "The same cluster, two decisions" }).click();
  await page.locator(".bar .title").filter({ hasText: "The same cluster" }).waitFor();
  await page.goBack();
  await story(page, "node-e remains");
  await page.goForward();
  await page.locator(".bar .title").filter({ hasText: "The same cluster" }).waitFor();
  // Changing the address of an open page opens the link, too.
  await page.evaluate(() => (location.hash = "#scenario=ladder&step=preempts:preemptor"));
  await story(page, "node-e remains");
}

export async function the_dialog_has_all_ways_to_share({ open, url, engine }) {
  for (const [locale, share, path] of [
    ["en-US", "Share", ""],
    ["zh-CN", "分享", "zh/"],
  ]) {
    const { page, context } = await open("#scenario=ladder&step=preempts:preemptor", { locale });
    await ready(page);
    await story(page, "node-e");
    await page.getByRole("button", { name: share, exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.locator("svg.code").waitFor();
    const texts = await sheet.locator("textarea").evaluateAll((all) => all.map((it) => it.value));
    const link = `${url}${path}s/ladder/#step=preempts:preemptor`;
    assert.equal(texts[0], link);
    assert.ok((await sheet.innerText()).includes(`${link.length} `), "the length is told");
    assert.ok(texts[1].endsWith(`](${url}${path}s/ladder/preview.png)](${link})`), texts[1]);
    assert.ok(texts[2].startsWith(`<iframe src="${url}${path}s/ladder/?embed#step=preempts:preemptor"`), texts[2]);
    assert.match(await sheet.locator("svg.code path").getAttribute("d"), /^M0 0h1v1h-1z.*M6 6/);
    await settled(page);
    await usable(page, "the sheet that shares");
    if (engine === "chromium") {
      await sheet.locator("button.accent").click();
      await sheet.getByRole("status").filter({ hasText: /./ }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    }
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "open-share");
    await context.close();
  }
}

export async function a_long_link_warns_about_programs_that_truncate_it({ open }) {
  const { page } = await open();
  await ready(page);
  // Random letters cannot be compressed.
  let [seed, noise] = [1, ""];
  for (let at = 0; at < 6000; at += 1) {
    seed = (seed * 48271) % 2147483647;
    noise += String.fromCharCode(97 + (seed % 26));
  }
  for (const [length, told] of [
    [1000, /contains the whole manifest/],
    [2200, /Close to the limit/],
    [3000, /Longer than 2,000/],
    [6000, /Slack and Telegram/],
  ]) {
    await write(page, `# ${noise.slice(0, length)}\n${OWN}`);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(told).waitFor();
    assert.equal(await sheet.locator(".warned").count(), length > 1000 ? 1 : 0);
    assert.equal(await sheet.locator("svg.code").count(), length > 1000 ? 0 : 1);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
}

/** Serves a page of another origin with these frames, and passes it to `then`. */
async function around(frames, then) {
  const folder = await mkdtemp(join(tmpdir(), "schedscope-"));
  const frame = (src) => `<iframe src="${src}" width="1100" height="400"></iframe>`;
  const listens = "heights = []; addEventListener('message', ({ data }) => heights.push(data))";
  const page = `<!doctype html><title>around</title><link rel="icon" href="data:,"><input autofocus><script>${listens}</script>${frames.map(frame).join("<p>text")}<div style="height: 3000px"></div>`;
  await writeFile(join(folder, "index.html"), page);
  const other = await serve(folder, "/");
  try {
    await then(other.url.replace("127.0.0.1", "localhost"));
  } finally {
    await other.close();
    await rm(folder, { recursive: true });
  }
}

export async function an_embedded_page_inside_of_another_does_not_affect_it({ open, url }) {
  await around([`${url}s/ladder/?embed&theme=dark&lang=zh#step=preempts:preemptor`], async (outer) => {
    const { page } = await open("", { nowhere: true, still: true });
    await page.goto(outer, { waitUntil: "load" });
    const frame = page.frameLocator("iframe");
    await frame.locator("#narrator").filter({ hasText: "只剩 node-e" }).waitFor();
    assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
    for (const there of ["#narrator", "#stage", ".player .play"]) assert.ok(await frame.locator(there).first().isVisible(), there);
    for (const gone of [".bar", ".inspector", ".console", ".stride", ".rate"]) {
      assert.equal(await frame.locator(gone).locator("visible=true").count(), 0, gone);
    }
    // The frame takes no focus, stores nothing, and posts its height.
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
    // Some browsers deny storage to cross-site frames, which is fine.
    const kept = await frame.locator("html").evaluate(async () => {
      const look = async (list) => {
        try {
          return (await list()).length;
        } catch {
          return 0;
        }
      };
      return [await look(() => Object.keys(localStorage)), await look(() => Object.keys(sessionStorage)), await look(() => indexedDB.databases())];
    });
    assert.deepEqual(kept, [0, 0, 0]);
    await page.waitForFunction(() => heights.some((it) => it.schedscope === "height" && it.height > 100));
    // The wheel does not zoom the ruler here, so that the surrounding page can scroll. The event is dispatched, because Firefox's driver cannot scroll in
    // cross-site frames.
    const prevented = await frame.locator("[data-grip=ruler]").evaluate((ruler) => {
      const wheel = new WheelEvent("wheel", { deltaY: 400, bubbles: true, cancelable: true });
      ruler.dispatchEvent(wheel);
      return wheel.defaultPrevented;
    });
    assert.equal(prevented, false, "the frame keeps the wheel to itself");
    // The link out of the frame opens the same moment.
    const away = frame.getByRole("link", { name: "在 Schedscope 中打开" });
    const wanted = `${url}zh/s/ladder/#step=preempts:preemptor&theme=dark`;
    await until("the way out leads there", async () => (await away.getAttribute("href")) === wanted);
    assert.deepEqual([await away.getAttribute("target"), await away.getAttribute("rel")], ["_blank", "noopener"]);
    // Keys move the playhead, but do not open dialogs.
    const press = (key, more = {}) => frame.locator(".play").dispatchEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    for (const key of ["g", "?", "p"]) await press(key);
    await press("s", { ctrlKey: true });
    assert.equal(await frame.getByRole("dialog").count(), 0);
    await press("ArrowLeft");
    await frame.locator("#narrator").filter({ hasNotText: "只剩 node-e" }).waitFor();
  });
}

export async function a_frame_waits_for_a_click_and_can_autoplay({ open, url }) {
  await around([`${url}s/ladder/?embed&load=click`, `${url}s/first-pod/?embed&autoplay`], async (outer) => {
    const { page } = await open("", { nowhere: true, still: true, ...MOVING });
    const asked = [];
    page.on("request", (request) => asked.push(request.frame().url() + " " + request.url()));
    await page.goto(outer, { waitUntil: "load" });
    const [waits, plays] = [page.frameLocator("iframe >> nth=0"), page.frameLocator("iframe >> nth=1")];
    await plays.getByRole("button", { name: "Pause" }).waitFor();
    await waits.locator("#narrator").filter({ hasText: "node-e remains" }).waitFor();
    assert.deepEqual(asked.filter((it) => /load=click.*\.wasm/.test(it)), [], "nothing is loaded before the click");
    // Dispatched, because Firefox's driver cannot click in cross-site frames.
    await waits.getByRole("button", { name: "Run this scenario" }).dispatchEvent("click");
    await waits.locator("#app:not([data-still])").waitFor();
    await waits.getByRole("button", { name: "Play" }).waitFor();
  });
}

export async function a_frame_can_play_a_range({ open, url }) {
  await around([`${url}s/ladder/?embed&range=popped:preemptor..preempts:preemptor`], async (outer) => {
    const { page } = await open("", { nowhere: true, still: true });
    await page.goto(outer, { waitUntil: "load" });
    const frame = page.frameLocator("iframe");
    await frame.locator("#app:not([data-still])").waitFor();
    const slider = frame.locator(".grip");
    await frame.locator("#narrator").filter({ hasText: "node-e remains" }).waitFor();
    await frame.locator(".grip:not([aria-valuemax='0'])").waitFor();
    const [min, max] = [Number(await slider.getAttribute("aria-valuemin")), Number(await slider.getAttribute("aria-valuemax"))];
    assert.ok(0 < min && min < max, `${min} to ${max}`);
    const press = (key) => frame.locator(".play").dispatchEvent("keydown", { key, bubbles: true, cancelable: true });
    await press("End");
    await frame.locator("#narrator").filter({ hasText: "node-e remains" }).waitFor();
    await press("ArrowRight");
    assert.equal(await slider.getAttribute("aria-valuenow"), String(max));
    await press("Home");
    await frame.locator("#narrator").filter({ hasText: "takes the next pod" }).waitFor();
    assert.equal(await slider.getAttribute("aria-valuenow"), String(min));
  });
}

export async function terms_open_in_a_frame_when_playback_has_stopped({ open, url }) {
  await around([`${url}?embed#scenario=reprieve`], async (outer) => {
    const { page } = await open("", { nowhere: true, still: true });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(outer, { waitUntil: "load" });
    const frame = page.frameLocator("iframe");
    const term = frame.locator("[data-lane='active'] h2 .term");
    await term.waitFor();
    // The chunk for glossary terms is fetched after the engine.
    const at = (name) => asked.findIndex((it) => name.test(it));
    assert.ok(at(/worker-.*\.wasm$/) >= 0 && at(/worker-.*\.wasm$/) < at(/study-.*\.wasm$/), asked.join("\n"));
    assert.ok(at(/study-.*\.wasm$/) < at(/glossary\.json$/), asked.join("\n"));
    await term.dispatchEvent("click");
    const card = frame.locator(".definition");
    await card.waitFor();
    assert.match(await card.innerText(), /scheduled next/);
    const links = await card.getByRole("link").evaluateAll((links) => links.map((link) => [link.href, link.target]));
    assert.deepEqual(links[2], [`${url}glossary/#active-queue`, "_blank"]);
    const box = await card.evaluate((it) => {
      const { left, top, right, bottom } = it.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    });
    assert.ok(box, "it lies within the frame");
    await card.dispatchEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    await card.waitFor({ state: "detached" });
  });
}

export async function a_frame_works_without_storage_and_clipboard({ open, url }) {
  await around([`${url}?embed#scenario=ladder&step=preempts:preemptor`], async (outer) => {
    const { page } = await open("", { nowhere: true, still: true });
    await page.addInitScript(() => {
      const refuse = { get: () => { throw new DOMException("blocked", "SecurityError"); } };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) Object.defineProperty(window, name, refuse);
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto(outer, { waitUntil: "load" });
    const frame = page.frameLocator("iframe");
    await frame.locator("#narrator").filter({ hasText: "node-e remains" }).waitFor();
    assert.equal(await frame.locator(".troubles").innerText(), "");
  });
}

export async function the_example_shows_three_frames({ open }) {
  const { page } = await open("examples/embed.html", { still: true, viewport: { width: 1200, height: 2400 } });
  await page.frameLocator("iframe >> nth=0").locator("#narrator").filter({ hasText: "node-e remains" }).waitFor();
  await page.frameLocator("iframe >> nth=1").locator(".page.presents").waitFor();
  await page.frameLocator("iframe >> nth=2").getByRole("button", { name: "Run this scenario" }).waitFor();
}

export async function a_file_from_elsewhere_is_asked_about_before_it_is_fetched({ open, url }) {
  const { page, context } = await open("", { nowhere: true });
  const asked = [];
  const answer = (route, body) => (asked.push(route.request()), route.fulfill({ body, headers: { "access-control-allow-origin": "*" } }));
  await context.route("https://files.example/**", (route) => answer(route, OWN));
  const gist = JSON.stringify({ files: { "a.yaml": { content: OWN }, "b.yaml": { content: "kind: Pod\nmetadata: {name: second}\nspec: {containers: [{name: a}]}\n" } } });
  await context.route("https://api.github.com/gists/abc123", (route) => answer(route, gist));
  for (const [fragment, host, there] of [
    ["#url=https://files.example/own.yaml&step=running:solo", "files.example", "solo"],
    ["#gist=abc123", "api.github.com", "second"],
  ]) {
    await page.goto("about:blank");
    asked.length = 0;
    await page.goto(url + fragment, { waitUntil: "load" });
    await page.waitForURL(/open\.html#/);
    await page.getByRole("status").filter({ hasText: host }).waitFor();
    assert.equal(asked.length, 0, "nothing is fetched before somebody agrees");
    await usable(page, host, { preload: false });
    await page.getByRole("button", { name: "Fetch and open it" }).click();
    await page.waitForURL(/#handed/);
    await ready(page);
    assert.deepEqual([asked.length, await asked[0].headerValue("referer")], [1, null]);
    await openBuilder(page);
    await page.getByRole("tab", { name: "YAML" }).click();
    assert.match(await textOf(page), new RegExp(`name: ${there}`));
    assert.match(page.url(), fragment.includes("step") ? /#handed&step=running%3Asolo$/ : /#handed$/);
    await page.reload({ waitUntil: "load" });
    await page.locator("#stage [data-node='n']").first().waitFor();
    // Leaving while the builder is being fetched would log an error, so this waits for it.
    await page.locator("aside.editor #builder").waitFor();
    await page.getByRole("button", { name: "Build", exact: true }).click();
  }
}

export async function files_that_cannot_be_fetched_from_other_sites_are_reported({ open, url }) {
  for (const [fragment, told] of [
    ["#url=http://files.example/a", "This link names no file"],
    ["#url=javascript:alert(1)", "This link names no file"],
    ["#gist=../users", "This link names no file"],
    ["#url=https://files.example/gone", "files.example answers 404"],
    ["#url=https://files.example/closed", "cannot be fetched"],
    ["#url=https://files.example/large", "more than 4 MB"],
  ]) {
    const { page, context } = await open("", { nowhere: true, complaints: true });
    const cors = { "access-control-allow-origin": "*" };
    await context.route("https://files.example/gone", (route) => route.fulfill({ status: 404, headers: cors }));
    await context.route("https://files.example/closed", (route) => route.abort());
    await context.route("https://files.example/large", (route) => route.fulfill({ body: "a".repeat((4 << 20) + 1), headers: cors }));
    await page.goto(`${url}open.html${fragment}`, { waitUntil: "load" });
    if (await page.locator("#go").isVisible()) await page.locator("#go").click();
    await page.getByRole("status").filter({ hasText: told }).waitFor();
    await context.close();
  }
}
