// Exported files, each checked with a program that can open it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import jsqr from "jsqr";
import { openLanes, ready, settled, usable } from "./harness.mjs";

const downloads = "its driver does not tell of downloads";
export const notInFirefox = {
  the_qr_code_can_be_scanned: "its driver puts a style into the page to take its picture, and the page refuses it",
  files_for_other_programs_are_saved: downloads,
  a_picture_of_the_timeline_has_its_lanes: downloads,
  pictures_look_like_the_page: downloads,
  a_handout_is_printed_in_pages: "its driver makes no PDF",
};

/** Opens the share dialog, and waits for its content. */
async function sheet(page, name = "Share") {
  await page.getByRole("button", { name, exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("svg.code").waitFor();
  return sheet;
}

/** Downloads a file, and returns its content. */
async function saved(page, within, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), within.getByRole("button", { name, exact: true }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

export async function the_share_dialog_is_fetched_when_it_opens({ open, url }) {
  const { page, context } = await open("", { nowhere: true, complaints: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(url, { waitUntil: "load" });
  await ready(page);
  const editing = () => asked.filter((it) => /editing-[0-9a-f]{16}\.wasm$/.test(it)).length;
  assert.equal(editing(), 0, "nobody needed it yet");
  await context.route(/editing-.*\.wasm$/, (route) => route.abort());
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Couldn’t load this part of the page").waitFor();
  await context.unroute(/editing-.*\.wasm$/);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.locator("svg.code").waitFor();
}

export async function files_for_other_programs_are_saved({ open }) {
  const { page } = await open("#scenario=ladder&step=preempts:preemptor");
  await ready(page);
  const within = await sheet(page);
  const cluster = await saved(page, within, "For a real cluster (YAML)");
  assert.equal(cluster.name, "cluster.yaml");
  const yaml = cluster.bytes.toString();
  assert.match(yaml, /^# The tie-break ladder, rule by rule\n#/);
  assert.match(yaml, /^# - Not in this file: 1 action of the script/m);
  assert.equal(yaml.match(/^kind: Node$/gm).length, 5);
  assert.ok(!yaml.includes("schedscope.dev"));
  const script = await saved(page, within, "Script for KWOK");
  assert.equal(script.name, "kwok.sh");
  assert.match(script.bytes.toString(), /^at 5000\nk create -f - <<'EOF'\napiVersion: v1\nkind: Pod\nmetadata:( \{)?\s*name: preemptor/m);
  const shell = spawnSync("bash", ["-n"], { input: script.bytes });
  assert.ifError(shell.error);
  assert.equal(shell.status, 0, shell.stderr.toString());
  const trace = await saved(page, within, "Events of the run (JSON)");
  const run = JSON.parse(trace.bytes.toString());
  assert.deepEqual([trace.name, run.format], ["trace.json", "schedscope.dev/trace/v1alpha1"]);
  assert.ok("Profiles" in run.events[0].what && "End" in run.events.at(-1).what);
  const story = await saved(page, within, "What happened (Markdown)");
  assert.equal(story.name, "story.md");
  assert.match(story.bytes.toString(), /^# The tie-break ladder[\s\S]*\n {2}> node-e remains/);
}

/** An image's size, its number of colors, and the share of the most common color in its center. */
const look = (page, bytes, type) =>
  page.evaluate(
    async ([data, type]) => {
      const image = new Image();
      image.src = `data:${type};base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colors = new Map();
      for (let at = 0; at < pixels.length; at += 4) {
        const color = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
        colors.set(color, (colors.get(color) ?? 0) + 1);
      }
      const sum = [pixels[0], pixels[1], pixels[2]].reduce((sum, it) => sum + it);
      return { width: canvas.width, height: canvas.height, colors: colors.size, most: Math.max(...colors.values()) / (pixels.length / 4), corner: sum / 3 };
    },
    [bytes.toString("base64"), type],
  );

export async function pictures_look_like_the_page({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await open("#scenario=ladder&step=preempts:preemptor", { colorScheme });
    await ready(page);
    await openLanes(page);
    await settled(page);
    // Opens the files in an empty page, because the page's own policy forbids their styles.
    const plain = await context.newPage();
    const texts = await page.locator("#stage svg.picture text").allTextContents();
    const boxes = {};
    for (const [part, place] of [["stage", "#stage"], ["timeline", "#player .timeline"]]) boxes[part] = await page.locator(place).boundingBox();
    const within = await sheet(page);
    for (const [part, name] of [["stage", "Stage"], ["timeline", "Timeline"]]) {
      const svg = await saved(page, within, `${name} (SVG)`);
      assert.equal(svg.name, `${part}.svg`);
      const said = svg.bytes.toString();
      // It is self-contained: well-formed, and without external resources.
      const wrong = await plain.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, said);
      assert.equal(wrong, undefined, wrong);
      assert.ok(!/var\(|url\(|(src|href)="(?!data:)/.test(said), "nothing is left to look up");
      const drawn = await look(page, svg.bytes, "image/svg+xml");
      assert.ok(Math.abs(drawn.width - boxes[part].width) <= 1, `${drawn.width} for ${boxes[part].width}`);
      assert.ok(drawn.colors > 20 && drawn.most < 0.98, `${part} ${colorScheme}: ${JSON.stringify(drawn)}`);
      assert.equal(drawn.corner > 128, colorScheme === "light", `${part} ${colorScheme}: ${JSON.stringify(drawn)}`);
      if (part === "stage") {
        const kept = await plain.evaluate((text) => [...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("text")].map((it) => it.textContent), said);
        for (const text of texts) assert.ok(kept.includes(text), `${text} is not in ${kept}`);
        assert.ok(kept.some((it) => it.startsWith("node-a")));
      } else {
        assert.ok(said.includes(">preemptor<"));
        // Arrows and grace periods are paths with absolute coordinates.
        const paths = await plain.evaluate((text) => {
          const all = [...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("path")].map((it) => it.getAttribute("d"));
          return all;
        }, said);
        const shown = await page.locator(".timeline .arrow path, .timeline .lane-row .grace").evaluateAll((all) => all.map((it) => it.getAttribute("d")));
        assert.ok(shown.length > 3, `${shown}`);
        for (const d of shown) assert.ok(paths.includes(d), `${d} is not in the picture`);
        assert.match(said, /<svg[^>]* x="[\d.]+%"[^>]* overflow="visible"/);
      }
      const png = await saved(page, within, `${name} (PNG)`);
      assert.equal(png.name, `${part}.png`);
      const pixels = await look(page, png.bytes, "image/png");
      assert.equal(pixels.width, drawn.width * 2);
      assert.ok(pixels.colors > 20 && pixels.most < 0.98, `${part} ${colorScheme}: ${JSON.stringify(pixels)}`);
    }
    await context.close();
  }
}

export async function a_picture_of_the_timeline_has_its_lanes({ open }) {
  const { page } = await open("#scenario=ladder&step=preempts:preemptor");
  await ready(page);
  const svg = await saved(page, await sheet(page), "Timeline (SVG)");
  assert.ok(svg.bytes.toString().includes(">preemptor<"), "the lanes were open for the picture");
  await page.locator(".player.open").waitFor({ state: "detached" });
}

/** Opens the handout of the current scenario or lesson. */
async function handout(page, name, button) {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
  const paper = page.locator(".handout");
  await paper.locator(".pictured svg.picture, .pictured .rail").first().waitFor();
  return paper;
}

export async function a_handout_is_printed_in_pages({ open }) {
  for (const [address, locale, share, button, told, left, of_lesson] of [
    ["#scenario=ladder&step=preempts:preemptor", "en-US", "Share", "Printable handout", "What happened", "The tie-break ladder", false],
    ["zh/l/preemption/", "zh-CN", "分享", "打印讲义", "答案", "抢占：节点上谁会被驱逐", true],
  ]) {
    const { page } = await open(address, { locale, colorScheme: "dark", viewport: { width: 1440, height: 900 } });
    await ready(page);
    const paper = await handout(page, share, button);
    assert.match(await paper.locator("h1").innerText(), new RegExp(left));
    await paper.locator(".code").waitFor();
    assert.ok((await paper.locator(".room").count()) > 0, "room for answers");
    // Paper and picture are light, although the page is dark.
    assert.equal(await paper.locator("article").evaluate((it) => getComputedStyle(it).backgroundColor), "rgb(255, 255, 255)");
    const pictures = paper.locator(".pictured");
    const light = await pictures.first().evaluate((it) => getComputedStyle(it).getPropertyValue("--ink"));
    assert.equal(light.trim(), "#1f1e1b", "its colors are those of paper");
    assert.equal(await page.locator("html").getAttribute("data-theme") === "light", false, "the page is as it was");
    // A scenario shows the moment of its question, and a lesson those moments of its steps that reveal no answer. Nothing in it is interactive.
    const said = await pictures.locator("figcaption").allInnerTexts();
    assert.ok(of_lesson ? said.length > 0 && said.length <= 8 : said.length === 1, said.join(" · "));
    assert.equal(new Set(said).size, said.length, said.join(" · "));
    assert.equal(await paper.locator(".plus, .term").count(), 0);
    assert.equal(await pictures.locator(":scope > div:not([inert])").count(), 0);
    assert.ok((await pictures.first().locator("svg.picture text").count()) > 3, "the picture has words");
    // Answers can be added; before that, no picture of a lesson shows one.
    assert.equal((await paper.locator("article").innerText()).includes(told), false);
    await paper.getByRole("checkbox").check();
    // The events or answers begin on a new page, and nothing else of the web page is printed.
    await page.emulateMedia({ media: "print" });
    for (const gone of ["#stage", ".bar", ".player", ".unprinted"]) assert.equal(await page.locator(gone).first().isVisible(), false, gone);
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    const pages = (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length;
    assert.ok(pages >= 2 && pages <= 16, `${pages} pages`);
    assert.ok((await paper.innerText()).includes(told));
    await page.emulateMedia({ media: "screen" });
    const all = await pictures.locator("figcaption").allInnerTexts();
    assert.ok(of_lesson ? all.length > said.length && all.length <= 8 : all.length === 2, all.join(" · "));
    // It is modal: nothing behind it can get the focus, and Escape closes it even right after checking the box.
    await paper.getByRole("checkbox").focus();
    for (let n = 0; n < 6; n++) {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest(".handout")), true);
    }
    await paper.getByRole("checkbox").click();
    await page.keyboard.press("Escape");
    await paper.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.id === "open-share");
  }
}

export async function the_qr_code_can_be_scanned({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await open("#scenario=ladder&step=preempts:preemptor", { colorScheme });
    await ready(page);
    const within = await sheet(page);
    const seen = await within.locator(".coded").screenshot();
    const { data, width, height } = await page.evaluate(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
      return { data: [...pixels.data], width: pixels.width, height: pixels.height };
    }, seen.toString("base64"));
    const read = jsqr(Uint8ClampedArray.from(data), width, height, { inversionAttempts: "dontInvert" });
    assert.equal(read?.data, await within.getByLabel("Link to this moment").inputValue());
    await context.close();
  }
}

export async function the_share_dialog_can_be_used_by_everybody({ open }) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page, context } = await open("zh/s/ladder/", { viewport });
    await ready(page);
    await page.locator("#open-share").click();
    await page.getByRole("dialog").getByRole("button", { name: "KWOK 脚本" }).waitFor();
    await settled(page);
    await usable(page, `${viewport.width}`);
    await context.close();
  }
}
