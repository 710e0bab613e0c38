// Presentation mode, explanations of the phases, the first visit, and small frames and screens.
import assert from "node:assert/strict";
import { lastMoment, moment, MOVING, openBuilder, ready, seenGood, settled, until, usable } from "./harness.mjs";

const LARGE = { viewport: { width: 1280, height: 720 } };

/** Visible texts smaller than `least` pixels, with their sizes. */
const smaller = (page, least) =>
  page.evaluate((least) => {
    const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walker.nextNode()) {
      const { parentElement: it, textContent } = walker.currentNode;
      const area = it.getBoundingClientRect();
      // Texts in tiles are limited by the size of the tile.
      if (it.closest(".pod, .bar")) continue;
      if (!textContent.trim() || area.width < 2 || area.height < 2 || it.closest("title, .hidden, .skip") || !it.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const size = parseFloat(getComputedStyle(it).fontSize);
      if (size < least) found.add(`${size} ${textContent.trim()}`);
    }
    return [...found];
  }, least);

export async function presented_texts_are_large_enough({ open }) {
  for (const hash of ["#scenario=preemption&step=judged.1.1:nginx-a&present", "#scenario=ladder&step=preempts:preemptor&present", "#lesson=one-cycle&at=2&present", "#lesson=taints&present"]) {
    const { page, context } = await open(hash, LARGE);
    await page.locator(".page.presents").waitFor();
    await page.locator(".presenter button").waitFor();
    await seenGood(hash, () => smaller(page, 18), (found) => found.length === 0);
    await usable(page, hash);
    // No button covers the narrator's text.
    const [button, told] = await Promise.all([page.locator(".presenter button").boundingBox(), page.locator("#narrator .told").boundingBox()]);
    assert.ok(told.x + told.width <= button.x || told.y >= button.y + button.height, hash);
    await page.keyboard.press("Escape");
    await page.locator(".bar").waitFor();
    await context.close();
  }
}

/** A projector often has no more pixels: the last row reads 18 to 28 of them. */
export async function a_small_projection_is_readable({ open }) {
  for (const hash of ["#scenario=preemption&step=judged.1.1:nginx-a&present", "#scenario=balance&step=selected:cache&present", "#scenario=as-one&step=popped:etl-1&present"]) {
    const { page, context } = await open(hash, { viewport: { width: 1280, height: 720 } });
    await page.locator(".page.presents .scene .picture text").first().waitFor();
    await seenGood(hash, () => smaller(page, 18), (found) => found.length === 0);
    await context.close();
  }
}

export async function notes_open_beside_the_presentation({ open }) {
  const { page, context } = await open("#scenario=preemption&present", LARGE);
  await ready(page);
  const opening = context.waitForEvent("page");
  await page.locator(".presenter button").click();
  const notes = await opening;
  await notes.locator(".notes").waitFor();
  assert.match(await notes.title(), /^Notes/);
  const text = () => notes.locator(".notes").innerText();
  assert.match(await text(), /Next\n/);
  const next = await notes.locator(".notes-next h3").innerText();
  assert.ok(await notes.evaluate(() => getComputedStyle(document.querySelector(".notes")).fontSize === "20px"), "it has the page's style");
  // Keys in the notes window control the page, and the notes follow.
  await notes.keyboard.press("ArrowRight");
  await until("a step", async () => (await moment(page)) === "1");
  await notes.locator(".notes section h3", { hasText: next }).first().waitFor();
  await notes.keyboard.press("End");
  await until("the end", async () => (await moment(page)) === (await lastMoment(page)));
  await notes.getByText("The run ends here.").waitFor();
  const gone = notes.waitForEvent("close");
  await notes.keyboard.press("Escape").catch(() => {});
  await gone;
  await page.locator(".bar").waitFor();
}

export async function a_blocked_window_is_reported({ open }) {
  const { page } = await open("#scenario=preemption&present", LARGE);
  await ready(page);
  await page.evaluate(() => (window.open = () => null));
  await page.locator(".presenter button").waitFor();
  await page.keyboard.press("w");
  await page.locator(".presenter").getByText("The browser blocked the notes window").waitFor();
  await usable(page, "no window");
}

export async function phases_explain_their_purpose({ open }) {
  for (const [locale, phase, purpose, plugin] of [
    ["en-US", "Filter", /one node after the other/, "NodeResourcesFit"],
    ["zh-CN", "PostFilter", /没有可行节点/, "DefaultPreemption"],
  ]) {
    const { page, context } = await open("#scenario=preemption&release=v1.34", { locale });
    await ready(page);
    const button = page.locator(".phases").getByRole("button", { name: phase, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("dialog", { name: phase });
    await card.waitFor();
    const text = await card.innerText();
    assert.match(text, purpose);
    assert.ok(text.includes(plugin) && text.includes("v1.34"), text);
    const [strip, place] = await Promise.all([button.boundingBox(), card.boundingBox()]);
    assert.ok(place.y >= strip.y + strip.height && Math.abs(place.x - strip.x) < 8, "it stands below its phase");
    await usable(page, phase);
    const at = await moment(page);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), phase);
    assert.equal(await moment(page), at);
    await context.close();
  }
}

export async function a_first_visit_states_the_shortage_once({ open }) {
  for (const viewport of [LARGE.viewport, { width: 390, height: 844 }]) {
    const { page, context } = await open("", { viewport });
    await page.locator("#narrator.welcome").waitFor();
    const said = () =>
      page.evaluate(() => {
        const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
          const { parentElement: it, textContent } = walker.currentNode;
          const area = it.getBoundingClientRect();
          const seen = area.width > 1 && area.height > 1 && !it.closest("title, .hidden") && it.checkVisibility({ visibilityProperty: true });
          if (seen && /short\b|Insufficient/.test(textContent)) found.push(textContent);
        }
        return found;
      });
    await seenGood("one place", said, (found) => found.length === 1);
    await context.close();
  }
}

/** What the first visit shows, ten times a second until the pod runs: the title, the boxes of the picture and of the pod, and the seconds. */
const watchLoop = (page) =>
  page.evaluate(async () => {
    const find = () => [...document.querySelectorAll('#stage .scene [data-pod="default/nginx-a"]')];
    const [pod] = find();
    const box = (it) => Object.values(it.getBoundingClientRect().toJSON()).map(Math.round).join(" ");
    const shifts = [];
    // The playhead is meant to move.
    const moves = ({ sources }) => sources.some(({ node }) => !(node?.parentElement ?? node)?.closest("#player"));
    new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(moves).map((it) => it.value))).observe({ type: "layout-shift" });
    const frames = [];
    for (let waits = 0; waits < 300; waits += 1) {
      const title = document.querySelector("#narrator .beat h3").textContent;
      const { left, right, top, bottom } = pod.querySelector(".body").getBoundingClientRect();
      frames.push({
        title,
        scene: box(document.querySelector("#stage .scene")),
        same: find().length === 1 && find()[0] === pod,
        inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= document.querySelector("#player").getBoundingClientRect().top,
        left: Math.round(left),
        width: Math.round(right - left),
        clock: document.querySelector(".clock b").textContent,
        tiles: document.querySelector("#stage .scene").textContent,
      });
      if (title === "nginx-a runs") break;
      // Time has to pass between two looks at a picture that moves by itself.
      await new Promise((done) => setTimeout(done, 100));
    }
    return { frames, shift: shifts.reduce((sum, value) => sum + value, 0), state: pod.querySelector("title").textContent, classes: pod.getAttribute("class") };
  });

export async function a_first_visit_shows_one_pod_until_it_runs({ open }) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page, context } = await open("", { ...MOVING, viewport });
    await page.locator("#narrator.welcome .beat h3").filter({ hasText: "nginx-a" }).waitFor();
    const { frames, shift, classes } = await watchLoop(page);
    const titles = frames.map(({ title }) => title).filter((title, at, all) => title !== all[at - 1]);
    assert.deepEqual(titles, ["nginx-a doesn’t fit", "Dry run: without nginx it would fit", "Put back, nginx is in the way", "nginx has 30 s to shut down", "nginx is gone, nginx-a is bound", "nginx-a runs"]);
    const where = `at ${viewport.width}`;
    // One element, in the window, at one place and never smaller; only its height above the floor changes.
    assert.deepEqual(frames.filter(({ same }) => !same).map(({ title }) => title), [], where);
    assert.deepEqual(frames.filter(({ inside }) => !inside).map(({ title }) => title), [], where);
    assert.equal(new Set(frames.map(({ left, width }) => `${left} ${width}`)).size, 1, where);
    assert.equal(new Set(frames.map(({ scene }) => scene)).size, 1, `the stage moves ${where}`);
    assert.equal(shift, 0, where);
    assert.doesNotMatch(classes, /promise|newcomer|starting/, "it runs");
    // The seconds that are left and the clock are those of the same moment.
    const drains = frames.map(({ clock, tiles }) => [tiles.match(/terminating · ([\d.]+) s/)?.[1], clock]).filter(([left]) => left);
    assert.ok(new Set(drains.map(([left]) => left)).size > 8, `${where}: ${drains}`);
    for (const [left, clock] of drains) assert.equal(seconds(clock) + Number(left), 67, `${left} ${clock}`);
    await context.close();
  }
}

/** The seconds of a clock such as 37 s or 1 m 07 s. */
function seconds(clock) {
  const [, minutes, rest] = clock.match(/^(?:(\d+) m )?([\d.]+) s$/);
  return Number(minutes ?? 0) * 60 + Number(rest);
}

// Time has to pass: nothing happens in it.
const waitMillis = (page, millis) => page.evaluate((millis) => new Promise((done) => setTimeout(done, millis)), millis);

export async function the_loop_of_a_first_visit_stops_at_a_touch({ open }) {
  const { page, context } = await open("", MOVING);
  await page.locator("#narrator.welcome").waitFor();
  const first = await moment(page);
  await until("the loop", async () => (await moment(page)) !== first);
  assert.ok(await page.locator("#narrator.welcome").isVisible(), "it is no choice");
  await page.locator(".bar .title").click();
  const stopped = await moment(page);
  await waitMillis(page, 3000);
  assert.equal(await moment(page), stopped);
  assert.ok(await page.locator("#narrator.welcome").isVisible());
  // Whoever watches it begins where the loop does.
  await page.getByRole("button", { name: "Watch a preemption" }).click();
  await page.locator("#narrator.welcome").waitFor({ state: "detached" });
  assert.equal(await moment(page), first);
  await context.close();
  const { page: calm } = await open("", { reducedMotion: "reduce" });
  await calm.locator("#narrator.welcome").waitFor();
  const stands = await moment(calm);
  await waitMillis(calm, 3000);
  assert.equal(await moment(calm), stands);
}

export async function a_small_frame_covers_nothing({ open }) {
  for (const viewport of [{ width: 480, height: 360 }, { width: 640, height: 400 }, { width: 700, height: 520 }, { width: 800, height: 450 }, { width: 1100, height: 520 }]) {
    const { page, context } = await open("?embed#scenario=preemption&step=judged.1.1:nginx-a", { viewport });
    await page.locator(".away").waitFor();
    await page.locator(".captions .count").waitFor();
    await settled(page);
    const overlaps = await page.evaluate(() => {
      const controls = [...document.querySelectorAll(".away, .captions button, .captions .count, #player :is(.controls, .pace) button, #player select, #player .clock, #player .ruler .track")].filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 0);
      const range = document.createRange();
      const lines = [...document.querySelectorAll("#narrator h2, #narrator .told p")].flatMap((it) => (range.selectNodeContents(it), [...range.getClientRects()].map((area) => [it.tagName, area])));
      const told = document.querySelector("#narrator .told").getBoundingClientRect();
      const seen = lines.filter(([, area]) => area.top < told.bottom - 4);
      const boxes = [...seen, ["stage", document.querySelector("#stage").getBoundingClientRect()], ...controls.map((it) => [it.textContent || it.ariaLabel, it.getBoundingClientRect()])];
      const found = [];
      boxes.forEach(([name, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1 && !(name === other)) found.push(`${name} × ${other}`);
      }));
      return found;
    });
    assert.deepEqual(overlaps, [], `${viewport.width}`);
    const scene = await page.locator("#stage .scene").boundingBox();
    assert.ok(scene.height >= 120, `${viewport.width}: ${scene.height}`);
    await context.close();
  }
}

export async function victims_have_names_in_a_small_frame({ open }) {
  for (const viewport of [{ width: 480, height: 360 }, { width: 640, height: 400 }]) {
    for (const hash of ["#scenario=preemption&step=preempts:nginx-a", "#scenario=reprieve&step=preempts:urgent", "#scenario=ladder&step=preempts:preemptor"]) {
      const { page, context } = await open(`?embed${hash}`, { viewport });
      await page.locator(".scene .pod.victim").first().waitFor();
      await settled(page);
      const { victims, cut, scrolled } = await page.evaluate(() => {
        const scene = document.querySelector("#stage .scene").getBoundingClientRect();
        const inside = (area) => area.left >= scene.left - 1 && area.right <= scene.right + 1 && area.top >= scene.top - 1 && area.bottom <= scene.bottom + 1;
        const texts = [...document.querySelectorAll(".scene .picture text")];
        return {
          victims: [...document.querySelectorAll(".scene .pod.victim")].map((pod) => {
            const name = pod.querySelector(".name");
            return [pod.dataset.pod.split("/")[1], name?.textContent, Number(name?.getAttribute("font-size"))];
          }),
          cut: texts.filter((it) => !inside(it.getBoundingClientRect())).map((it) => it.textContent),
          scrolled: document.querySelector("#stage").scrollTop,
        };
      });
      const said = `${hash} ${viewport.width}`;
      assert.ok(victims.length > 0, said);
      for (const [pod, name, size] of victims) assert.ok(name === pod && size >= 11, `${said}: ${pod} is “${name}” in ${size} px`);
      assert.deepEqual(cut, [], said);
      assert.equal(scrolled, 0, said);
      await context.close();
    }
  }
}

export async function a_lesson_in_a_small_frame_shows_its_text({ open }) {
  for (const viewport of [{ width: 480, height: 360 }, { width: 700, height: 420 }, { width: 1100, height: 520 }]) {
    const { page, context } = await open("?embed#lesson=preemption&at=4", { viewport });
    await page.locator("#narrator.course .told p").first().waitFor();
    await page.locator("#stage .scene").waitFor();
    await page.locator(".away").waitFor();
    await settled(page);
    const boxes = await page.evaluate(() => {
      const area = (it) => it.getBoundingClientRect().toJSON();
      const buttons = [...document.querySelectorAll(".away, .course-nav button")].filter((it) => it.checkVisibility());
      return { text: area(document.querySelector("#narrator.course .told p")), narrator: area(document.querySelector("#narrator")), stage: area(document.querySelector("#stage")), scene: area(document.querySelector("#stage .scene")), buttons: buttons.map((it) => [it.textContent, area(it)]) };
    });
    const size = `${viewport.width}: ${JSON.stringify(boxes)}`;
    assert.ok(boxes.text.bottom <= boxes.narrator.bottom, size);
    assert.ok(boxes.scene.height >= 120 && boxes.stage.top >= boxes.narrator.bottom - 1, size);
    assert.ok(boxes.buttons.some(([name]) => /Next/.test(name)), size);
    const crosses = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    for (const [at, [name, box]] of boxes.buttons.entries()) {
      assert.ok(!crosses(box, boxes.text), `${name} covers the text, ${size}`);
      assert.ok(boxes.buttons.slice(at + 1).every(([, other]) => !crosses(box, other)), `${name} covers a button, ${size}`);
    }
    await context.close();
  }
}

export async function links_carry_the_theme({ open }) {
  const { page } = await open("#scenario=ladder&theme=dark");
  await ready(page);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await page.locator("#open-share").click();
  const texts = page.locator(".share textarea");
  await texts.first().waitFor();
  const links = await texts.evaluateAll((all) => all.map((it) => it.value));
  assert.match(links[0], /theme=dark/);
  const frame = links.find((it) => it.startsWith("<iframe"));
  assert.match(frame, /\?embed&amp;theme=dark#/);
  const present = links.find((it) => it.endsWith("&present"));
  await page.goto("about:blank");
  await page.goto(present);
  await page.locator(".page.presents").waitFor();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
}

export async function the_gallery_is_ready_to_be_searched({ open }) {
  const { page } = await open("#scenario=ladder");
  await ready(page);
  await page.keyboard.press("g");
  await page.getByRole("dialog", { name: "Scenarios" }).waitFor();
  await until("the focus", () => page.evaluate(() => document.activeElement.type === "search"));
}

export async function an_empty_stage_suggests_what_to_do({ open }) {
  const { page } = await open("");
  await page.getByRole("button", { name: "Build your own cluster" }).click();
  const invitation = page.getByRole("region", { name: "An empty cluster" });
  await invitation.waitFor();
  await usable(page, "an empty stage");
  await invitation.getByRole("button", { name: "Node" }).click();
  await page.locator("#stage [data-mini], #stage [data-node]").first().waitFor();
  assert.equal(await invitation.count(), 0);
}

export async function on_a_phone_the_builder_is_below_the_stage({ open }) {
  const { page } = await open("#scenario=ladder", { viewport: { width: 390, height: 844 } });
  await ready(page);
  await openBuilder(page);
  await page.locator(".objects .tree").first().waitFor();
  const boxes = async () => Promise.all(["#stage", ".editor > .editor-head", "#player"].map((it) => page.locator(it).boundingBox()));
  let [stage, editor] = await boxes();
  assert.ok(editor.y >= stage.y + stage.height - 1 && stage.height >= 160, "the builder is below");
  await page.evaluate(() => scrollTo(0, 600));
  [stage] = await seenGood("the stage stays", boxes, ([stage]) => Math.abs(stage.y - 44) < 2);
  assert.ok(stage.height >= 160);
  await usable(page, "a drawer");
}

export async function a_phone_shows_complete_answers({ open }) {
  const { page } = await open("#lesson=preemption&at=2", { viewport: { width: 390, height: 844 } });
  await page.locator("#narrator.course").waitFor();
  for (let step = 0; step < 12 && (await page.locator(".choice").count()) === 0; step += 1) await page.getByRole("button", { name: /^Next/ }).click();
  await page.locator(".choice").first().waitFor();
  const cut = await page.locator("#narrator.course").evaluate((it) => [it, it.querySelector(".told")].map((box) => box.scrollHeight - box.clientHeight));
  assert.ok(cut.every((px) => px <= 1), `${cut}`);
  for (const choice of await page.locator(".choice").all()) {
    const { x, width } = await choice.boundingBox();
    assert.ok(x >= 0 && x + width <= 390);
  }
}

export async function the_inspector_is_never_scrolled_sideways({ open }) {
  for (const viewport of [LARGE.viewport, { width: 1440, height: 900 }]) {
    for (const hash of ["#scenario=preemption&step=judged.1.1:nginx-a", "#scenario=ladder&step=preempts:preemptor", "#scenario=ladder&release=v1.16&step=failed:preemptor", "#scenario=first-pod&step=selected:web"]) {
      const { page, context } = await open(hash, { viewport });
      await page.locator(".inspector [role=tab]").first().waitFor();
      for (const tab of await page.locator(".inspector [role=tab]").all()) {
        await tab.click();
        const wide = () =>
          page.evaluate(() => [...document.querySelectorAll(".inspector-body, .inspector-body *, .said")].filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1 && /auto|scroll/.test(getComputedStyle(it).overflowX)).map((it) => `${it.className}: ${it.scrollWidth} > ${it.clientWidth}`));
        await seenGood(`${hash} ${await tab.innerText()}`, wide, (found) => found.length === 0);
      }
      await context.close();
    }
  }
}

export async function every_button_has_a_shape_in_forced_colors({ open }) {
  const { page } = await open("#scenario=ladder", { forcedColors: "active" });
  await ready(page);
  const flat = await page.evaluate(() => [...document.querySelectorAll(".bar button, #player .controls button, .pace button, .captions button")].filter((it) => it.checkVisibility() && parseFloat(getComputedStyle(it).borderTopWidth) < 1).map((it) => it.textContent));
  assert.deepEqual(flat, []);
  // Marks that are only a fill or a shadow have a replacement.
  await page.keyboard.press("ArrowRight");
  const phase = page.locator(".phases [aria-current]");
  await phase.waitFor();
  assert.notEqual(...(await phase.evaluate((it) => [getComputedStyle(it, "::before").backgroundColor, getComputedStyle(document.body).backgroundColor])));
  await page.locator("#stage .scene [data-node] .node-link").first().click({ button: "right" });
  const item = page.getByRole("menuitem").first();
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "menuitem");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await item.evaluate((it) => getComputedStyle(it).outlineStyle), "solid");
}

export async function labels_stay_visible_at_200_percent_zoom({ open }) {
  // 1440 × 900 and 1280 × 720 at 200 %.
  for (const viewport of [{ width: 720, height: 450 }, { width: 640, height: 360 }]) {
    const { page, context } = await open("#scenario=ladder", { viewport });
    await ready(page);
    for (const name of ["Open", "Build", "Share", "Search"]) assert.ok(await page.locator(".bar").getByRole("button", { name, exact: true }).isVisible(), name);
    const cut = await page.evaluate(() => [...document.querySelectorAll(".bar button, #player button")].filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent));
    assert.deepEqual(cut, [], `${viewport.width}`);
    assert.match(await page.locator(".lanes-toggle").innerText(), /Timeline/);
    assert.ok(parseFloat(await page.locator(".brand").evaluate((it) => getComputedStyle(it).fontSize)) >= 14);
    await usable(page, `${viewport.width}`);
    await context.close();
  }
}
