// Prerendered pictures, which are visible before the program has loaded, and how the page replaces them.
import assert from "node:assert/strict";
import { LOOKS, MOVING, looked, moment, ready, started, usable } from "./harness.mjs";

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

export async function a_scenario_is_read_without_javascript({ open }) {
  for (const [path, title, told, lang] of [
    ["s/ladder/", "The tie-break ladder, rule by rule", "node-e remains", "en"],
    ["zh/s/ladder/", "逐条规则选择节点", "只剩 node-e", "zh-CN"],
  ]) {
    const { page } = await open(path, { javaScriptEnabled: false, still: true });
    assert.equal(await page.title(), `${title} · Schedscope`);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.equal(await page.locator(".bar .title").innerText(), title);
    assert.ok((await page.locator("#narrator").innerText()).includes(told));
    for (const node of ["node-a", "node-b", "node-c", "node-d", "node-e"]) {
      assert.ok(await page.locator("#stage text", { hasText: node }).locator("visible=true").count(), `${node} is seen`);
    }
    assert.equal(await page.locator("noscript p").locator("visible=true").count(), 1);
    const content = (selector) => page.locator(selector).getAttribute("content");
    assert.ok((await content("meta[name=description]")).length > 40);
    assert.equal(await content("meta[property='og:title']"), title);
    const picture = new URL(await content("meta[property='og:image']"), page.url());
    const answer = await page.request.get(picture.href);
    assert.deepEqual([answer.status(), answer.headers()["content-type"]], [200, "image/png"]);
    const png = await answer.body();
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  }
}

export async function a_lesson_is_read_without_javascript({ open }) {
  for (const [path, title, first, last, question, lang] of [
    ["l/taints/", "Taints keep pods away", "train is on plain", "Your turn: bring train onto gpu", "Does web fit on gpu?", "en"],
    ["zh/l/taints/", "污点让 Pod 远离", "结果却在 plain 上", "轮到你了：把 train 引到 gpu 上", "web 能放到 gpu 上吗？", "zh-CN"],
  ]) {
    const { page } = await open(path, { javaScriptEnabled: false, still: true });
    assert.equal(await page.title(), `${title} · Schedscope`);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.ok((await page.locator("#narrator").innerText()).includes(first));
    const whole = page.locator("article.whole");
    assert.ok(await whole.isVisible());
    assert.ok((await whole.innerText()).includes(question));
    assert.equal(await whole.locator("h3").last().innerText(), last);
    assert.equal(await whole.locator("section").count(), 8);
    // With JavaScript, it is the interactive lesson.
    const live = await open(path, {});
    await live.page.locator("#narrator.course .count").waitFor();
    await live.page.locator("#narrator.course button.accent").click();
    await live.page.locator(".page.asks .choice").first().waitFor();
    assert.match(live.page.url(), /#lesson=taints&at=2$/);
  }
}

/** The manual has a page for each chapter, the help links to it, and every link on these pages works. */
export async function a_key_opens_the_manual({ open, url }) {
  for (const [locale, own, name, second] of [
    ["en-US", "", "Manual", "Scenarios and scripts"],
    ["zh-CN", "zh/", "手册", "场景与脚本"],
  ]) {
    const { page } = await open("", { locale });
    await ready(page);
    await page.keyboard.press("?");
    const link = page.getByRole("dialog").getByRole("link", { name, exact: true });
    assert.deepEqual(await link.evaluate((it) => [it.href, it.target]), [`${url}${own}manual/`, "_blank"], "nothing is lost");
    await page.goto(await link.evaluate((it) => it.href));
    assert.equal(await page.locator("h1").innerText(), name);
    const chapters = page.locator(".manual > nav a");
    assert.ok((await chapters.count()) >= 11);
    await chapters.filter({ hasText: second }).click();
    await page.locator("h1", { hasText: second }).waitFor();
    assert.equal(await page.locator("nav [aria-current=page]").innerText(), second);
    assert.ok((await page.locator("pre").first().innerText()).startsWith("apiVersion: schedscope.dev/v1alpha1\n"));
    const pages = await chapters.evaluateAll((links) => links.map((it) => it.href));
    const seen = new Map();
    for (const address of pages) {
      await page.goto(address);
      const broken = await page.locator("img").evaluateAll(async (pictures) => {
        for (const it of pictures) it.loading = "eager";
        await Promise.allSettled(pictures.map((it) => it.decode()));
        return pictures.filter((it) => it.naturalWidth === 0).map((it) => it.src);
      });
      assert.deepEqual(broken, []);
      const links = await page.locator("a").evaluateAll((links) => links.map((it) => it.href));
      for (const link of links.filter((it) => it.startsWith(url))) {
        const [file, heading] = link.split("#");
        if (!seen.has(file)) seen.set(file, await (await page.request.get(file)).text());
        assert.ok(seen.get(file).startsWith("<!doctype html>"), `${link} on ${address}`);
        if (heading) assert.ok(seen.get(file).includes(` id="${decodeURIComponent(heading)}"`), `${link} on ${address}`);
      }
    }
    assert.ok(seen.size > pages.length + 4, [...seen.keys()].join(" "));
  }
}

export async function everybody_can_read_the_manual({ open }) {
  for (const path of ["manual/", "manual/scenario/", "zh/manual/speed/", "glossary/"]) {
    for (const look of LOOKS) {
      const { page } = await open(path, look);
      await usable(page, `${path} ${looked(look)}`);
    }
  }
}

/** The share of pixels in which two screenshots differ, from 0 to 1. */
const unlike = (page, pictures) =>
  page.evaluate(async (pictures) => {
    const pixels = await Promise.all(
      pictures.map(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    let differ = 0;
    for (let at = 0; at < pixels[0].length; at += 4) {
      const far = [0, 1, 2].some((channel) => Math.abs(pixels[0][at + channel] - pixels[1][at + channel]) > 24);
      differ += far ? 1 : 0;
    }
    return (4 * differ) / pixels[0].length;
  }, pictures.map((it) => it.toString("base64")));

export async function the_page_replaces_its_picture({ open, url }) {
  for (const path of ["", "s/ladder/", "s/first-pod/"]) {
    for (const viewport of SCREENS) {
      const { page, context } = await open("", { viewport, still: true, nowhere: true, ...MOVING });
      // Delays the program until the picture has been checked.
      let go;
      const looked = new Promise((resolve) => (go = resolve));
      await context.route(/\.wasm$/, async (route) => (await looked, route.continue()));
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const it of list.getEntries()) window.shift += it.value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(url + path, { waitUntil: "domcontentloaded" });
      await page.locator("#app[data-still] #narrator").waitFor();
      await page.evaluate(() => document.getElementById("loading").remove());
      const before = await page.screenshot();
      go();
      await started(page);
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "what was there arrives once more");
      const after = await page.screenshot();
      const where = `${path || "the first page"} at ${viewport.width}`;
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift <= 0.02, `${where}: what was seen moved by ${shift}`);
      const part = await unlike(page, [before, after]);
      assert.ok(part <= 0.01, `${where}: ${(100 * part).toFixed(2)} % of the picture is another`);
      await context.close();
    }
  }
}

export async function a_page_of_a_scenario_opens_it_at_the_moment_of_its_picture({ open, url }) {
  const { page } = await open("zh/s/ladder/");
  const [name, at] = (await page.locator("meta[name=opens]").getAttribute("content")).split(" ");
  assert.equal(name, "ladder");
  assert.equal(await moment(page), at);
  assert.equal(await page.locator(".bar .title").innerText(), "逐条规则选择节点");
  // Another scenario is opened at the site's root address, and Back returns here.
  await page.keyboard.press("g");
  await page.locator("section:not(.lessons) > * .card", { hasText: "Pod" }).first().click();
  await page.waitForFunction(() => location.hash.startsWith("#scenario="));
  assert.ok(page.url().startsWith(`${url}#scenario=`), page.url());
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".bar .title").innerText === "逐条规则选择节点");
  assert.equal(page.url(), `${url}zh/s/ladder/`);
}

export async function an_own_text_has_no_prerendered_picture({ open, url }) {
  const { page, context } = await open("", { still: true, nowhere: true });
  await context.route(/\.wasm$/, () => {});
  await page.goto(`${url}#scenario=tie`, { waitUntil: "domcontentloaded" });
  await page.locator("#app[data-still] .shell").waitFor();
  await page.evaluate(() => localStorage.setItem("schedscope.drafted", "true"));
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.locator("#app[data-still] .shell").waitFor();
  await page.evaluate(() => localStorage.removeItem("schedscope.drafted"));
  await page.evaluate(() => localStorage.setItem("schedscope.lang", '"Zh"'));
  await page.goto("about:blank");
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.getByRole("heading", { name: "集群的起始状态" }).or(page.locator("#narrator h2")).first().waitFor();
  assert.match(await page.locator("#narrator").innerText(), /抢占/);
}

export async function the_focus_survives_the_replacement({ open, url }) {
  const { page, context } = await open("", { still: true, nowhere: true });
  let go;
  const looked = new Promise((resolve) => (go = resolve));
  await context.route(/\.wasm$/, async (route) => (await looked, route.continue()));
  await page.goto(`${url}s/ladder/`, { waitUntil: "domcontentloaded" });
  await page.locator("#app[data-still] .told").focus();
  assert.ok(await page.locator("#app[data-still] .play").isDisabled(), "nothing can be played yet");
  go();
  await started(page);
  assert.equal(await page.evaluate(() => document.activeElement.className), "told");
  assert.ok(await page.locator(".play").isEnabled());
}

export const notInFirefox = {
  a_scenario_is_read_without_javascript: "its driver does not switch JavaScript off",
  a_lesson_is_read_without_javascript: "its driver does not switch JavaScript off",
  the_page_replaces_its_picture: "it does not measure shifts of the layout",
};
