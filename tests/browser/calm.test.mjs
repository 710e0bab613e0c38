// The page's first impression: few controls, a single time axis, no clipped text, and a search for all commands.
import assert from "node:assert/strict";
import { MOVING, drawn, fillText, inspect, lastMoment, moment, openConsole, openLanes, seenGood, playhead, ready, settled, usable, written } from "./harness.mjs";

const SIZES = [[1920, 1080], [1440, 900], [820, 1180], [390, 844]];

/** The controls visible in the window, by region. Pods, nodes, table cells and the names of phases do not count: they are content. */
const controls = (page) =>
  page.evaluate(() => {
    const all = document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab], [role=slider], [role=combobox]");
    const picture = ".picture, .tile, .mini-node, .pod, .lane-name, .lane-group, .lane-row, .phases, table, .matrix, .map, .lane ul";
    // A player that overlaps the page hides what is behind it.
    const player = document.querySelector("#player");
    const fold = player && getComputedStyle(player).position === "fixed" ? player.getBoundingClientRect().top : innerHeight;
    const seen = [...all].filter((it) => {
      const area = it.getBoundingClientRect();
      const inside = area.width > 1 && area.height > 1 && area.top < (it.closest("#player") ? innerHeight : fold) && area.bottom > 0 && area.left < innerWidth && area.right > 0;
      return inside && it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !it.closest(picture);
    });
    return seen.map((it) => `${it.closest(".bar, #narrator, .stage, .inspector, .player, .console")?.className.split(" ")[0] ?? "page"}: ${it.getAttribute("aria-label") ?? it.innerText}`);
  });

/** The maximum number of visible controls, by window width. On a small screen, most of the page is below the fold. */
const MOST = { 1920: 30, 1440: 30, 820: 30, 390: 20 };

export async function few_controls_are_visible_initially({ open }) {
  for (const [width, height] of SIZES) {
    for (const locale of ["en-US", "zh-CN"]) {
      const { page, context } = await open("", { viewport: { width, height }, locale });
      await page.locator("#narrator.welcome").waitFor();
      await page.mouse.move(0, 0);
      await settled(page);
      const hidden = await page.locator("#narrator .told").evaluate((it) => it.scrollHeight - it.clientHeight);
      assert.ok(hidden <= 1, `${width} ${locale}: ${hidden} px of what is said first are out of sight`);
      const first = await controls(page);
      assert.ok(first.length >= 10 && first.length <= MOST[width], `${width} ${locale}: ${first.length}\n${first.join("\n")}`);
      await ready(page);
      const start = await controls(page);
      assert.ok(start.length <= MOST[width], `${width} ${locale} at the start: ${start.length}\n${start.join("\n")}`);
      await context.close();
    }
  }
}

/** Texts that do not fit into their element. Scrollable text is not clipped, names of pods are complete in their titles, and the line that opens the console shows only its newest line. */
const clipped = (page) =>
  page.evaluate(() => {
    const cut = (it) => {
      const own = [...it.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
      if (!own || it.closest("svg, .hidden, .skip, textarea, select, .tile, .console-line, .bar, .lane-name, .stack") || !it.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      const area = it.getBoundingClientRect();
      for (let box = it; box && box !== document.body; box = box.parentElement) {
        const { overflowX, display } = getComputedStyle(box);
        if (["auto", "scroll"].includes(overflowX)) return false;
        if (overflowX === "visible" || display === "inline") continue;
        const { left, right } = box.getBoundingClientRect();
        if (box === it ? box.scrollWidth > box.clientWidth + 1 : area.right > right + 1 || area.left < left - 1) return true;
      }
      return false;
    };
    // The width of a field's text, without its arrow or clear button.
    const pen = document.createElement("canvas").getContext("2d");
    const short = (it) => {
      if (!it.checkVisibility()) return false;
      const style = getComputedStyle(it);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = it.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight) - (it.tagName === "SELECT" ? 14 : 0);
      return pen.measureText(it.placeholder ?? it.selectedOptions[0]?.label ?? "").width > room + 1;
    };
    const cuts = [...[...document.querySelectorAll("body *")].filter(cut), ...[...document.querySelectorAll("input, .more-pages")].filter(short)];
    return cuts.map((it) => `${it.className || it.tagName}: ${(it.textContent.trim() || it.placeholder).slice(0, 60)}`);
  });

export async function no_text_is_clipped({ open }) {
  for (const locale of ["en-US", "zh-CN"]) {
    for (const address of ["#scenario=preemption", "#scenario=ladder&step=preempts:preemptor", "#scenario=first-pod&step=selected:web"]) {
      const { page, context } = await open(address, { locale });
      await ready(page);
      const last = Number(await lastMoment(page));
      for (const step of [0, 1, 2, 3, 4]) {
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height });
          await drawn(page);
          await settled(page);
          const told = await clipped(page);
          assert.deepEqual(told, [], `${address} ${width} ${locale}, moment ${await moment(page)} of ${last}`);
        }
        for (let by = 0; by < 4 + step; by += 1) await page.keyboard.press("ArrowRight");
      }
      await context.close();
    }
  }
}

/** There is always exactly one time axis. When opened, it has lanes, and the lane of the pod on the stage is completely visible. */
export async function there_is_one_time_axis({ open }) {
  for (const [width, height] of SIZES) {
    const { page, context } = await open("#scenario=ladder&step=preempts:preemptor", { viewport: { width, height } });
    await ready(page);
    assert.equal(await page.locator("#player input[type=range]").count(), 0);
    assert.equal(await page.locator("#player [role=slider]").count(), 1);
    assert.equal(await page.locator(".lane-row").count(), 0, "it is closed at first");
    const place = () => page.locator(".ruler .track").boundingBox();
    const closed = await place();
    await openLanes(page);
    const seen = await seenGood(
      `the preemptor is in sight at ${width}`,
      () =>
        page.evaluate(() => {
          const [list, head] = [".timeline .window", ".timeline .window-head"].map((it) => document.querySelector(it).getBoundingClientRect());
          const whole = (it) => it.getBoundingClientRect().top >= head.bottom - 1 && it.getBoundingClientRect().bottom <= Math.min(list.bottom, innerHeight) + 1;
          const names = [...document.querySelectorAll(".lane-name")].filter(whole).map((it) => it.querySelector(".name").textContent);
          return { names, pod: "preemptor" };
        }),
      (it) => it.names.includes(it.pod),
    );
    if (width >= 1440) {
      assert.ok(seen.names.length >= 5, `${width}: ${seen.names.length} lanes are seen whole`);
      const open = await place();
      assert.ok(Math.abs(open.x - closed.x) <= 1, "the axis stays where it is");
    }
    await usable(page, `${width}: lanes`);
    await context.close();
  }
}

/** Every step of a decision has a position on the axis, and pointer targets are large enough or have a keyboard equivalent. */
export async function every_step_has_a_position_on_the_axis({ open }) {
  const { page } = await open("#scenario=preemption");
  await ready(page);
  const last = Number(await lastMoment(page));
  const track = await page.locator(".ruler .track").boundingBox();
  const places = new Set();
  for (let x = 1; x < track.width; x += 3) {
    await page.mouse.click(track.x + x, track.y + 8);
    await drawn(page);
    places.add(await moment(page));
  }
  assert.ok(places.size > last * 0.8, `${places.size} of ${last} moments`);
  const grip = await playhead(page).boundingBox();
  assert.ok(grip.width >= 24 && grip.height >= 24, JSON.stringify(grip));
  await openLanes(page);
  const small = await page.evaluate(() => {
    const targets = [...document.querySelectorAll(".timeline button:not(.flag), .timeline-bar :is(button, select, input, summary), .pace *, .controls button")];
    const size = (it) => {
      const { width, height } = it.getBoundingClientRect();
      const more = getComputedStyle(it, "::after");
      const inset = (side) => (more.content === "none" || !it.matches(".sign") ? 0 : -Number.parseFloat(side) * 2);
      return [width + inset(more.left), height + inset(more.top)];
    };
    const seen = targets.filter((it) => it.matches("button, select, input, summary") && it.getBoundingClientRect().width > 0);
    return seen.filter((it) => size(it).some((side) => side < 23.5)).map((it) => `${it.className} ${it.innerText}: ${size(it)}`);
  });
  assert.deepEqual(small, []);
}

export async function cycles_of_groups_can_be_walked({ open }) {
  const { page } = await open("#scenario=group-priority");
  await ready(page);
  await page.locator("select.stride").selectOption({ label: "Step: group" });
  const [forward, back] = ["Step forward", "Step back"].map((name) => page.getByRole("button", { name }));
  const moments = [];
  for (const _ of [1, 2, 3]) {
    await forward.click();
    moments.push(Number(await moment(page)));
    await page.getByText(/^Cycle of mpi$/).first().waitFor();
  }
  assert.ok(moments[1] > moments[0] + 10 && moments[2] > moments[1] + 10, `${moments}`);
  await back.click();
  assert.equal(Number(await moment(page)), moments[1]);
  // A key goes there at any step size.
  await page.locator("select.stride").selectOption({ label: "Step: check" });
  await page.locator("body").press("m");
  assert.equal(Number(await moment(page)), moments[2]);
}

export async function the_step_size_can_be_chosen({ open }) {
  const { page } = await open("#scenario=preemption");
  await ready(page);
  const stride = page.locator("select.stride");
  await stride.selectOption({ label: "Step: preemption" });
  await page.getByRole("button", { name: "Step forward" }).click();
  const preemption = Number(await moment(page));
  assert.ok(preemption > 10);
  await stride.selectOption({ label: "Step: binding" });
  await page.getByRole("button", { name: "Step forward" }).click();
  assert.ok(Number(await moment(page)) > preemption);
  await stride.selectOption({ label: "Step: check" });
  await page.getByRole("button", { name: "Step back" }).click();
  // The buttons' titles name their target.
  assert.match(await page.getByRole("button", { name: "Step forward" }).getAttribute("title"), /^Step forward: ./);
}

export async function every_command_is_found_by_its_name({ open }) {
  for (const [locale, colorScheme] of [["en-US", "light"], ["zh-CN", "dark"]]) {
    const { page, context } = await open("#scenario=preemption", { locale, colorScheme });
    await ready(page);
    await page.locator(".play").focus();
    await page.keyboard.press("Control+k");
    const field = page.locator(".commands [role=combobox]");
    await field.waitFor();
    assert.equal(await field.evaluate((it) => document.activeElement === it), true);
    const options = page.locator(".commands [role=option]");
    const all = await options.count();
    assert.ok(all > 40, `${all}`);
    await usable(page, `commands ${locale}`);
    // The arrow keys move the selection, to which the field's `aria-activedescendant` refers.
    await page.keyboard.press("ArrowDown");
    assert.equal(await field.getAttribute("aria-activedescendant"), await page.locator(".commands [aria-selected=true]").getAttribute("id"));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await field.getAttribute("aria-activedescendant"), `command-${all - 1}`);
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("play")), true, "the focus goes back");
    await page.keyboard.press("Control+k");
    await field.fill(locale === "zh-CN" ? "下一次 抢占" : "next preemption");
    assert.match(await options.first().innerText(), /N$/);
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await page.waitForFunction(() => Number(document.querySelector(".grip").ariaValueNow) > 10);
    await page.keyboard.press("Control+k");
    await field.fill("zzzz");
    assert.equal(await options.count(), 0);
    assert.notEqual(await page.locator(".commands [role=status]").innerText(), "");
    await context.close();
  }
}

export async function the_search_finds_objects_scenarios_lessons_and_pages({ open }) {
  const { page, context } = await open("#scenario=preemption");
  await ready(page);
  const field = page.locator(".commands [role=combobox]");
  const option = (part) => page.locator(".commands [role=option]", { has: page.locator("small", { hasText: new RegExp(`^${part}$`) }) });
  const search = async (query) => {
    await page.keyboard.press("Control+k");
    await field.fill(query);
  };
  await search("test-worker");
  await option("Node").click();
  await page.locator(".inspector-body", { hasText: "test-worker" }).waitFor();
  // What each of these words is about is found by it.
  for (const [query, parts] of [
    ["gang", ["Scenario", "Lesson", "Glossary"]],
    ["taint", ["Lesson", "Glossary"]],
    ["PDB", ["Glossary"]],
    ["drain", ["Scenario", "Behavior"]],
    ["compare", ["Manual"]],
    ["make room", ["Essay"]],
  ]) {
    await search(query);
    for (const part of parts) await option(part).first().waitFor();
    await usable(page, `search ${query}`);
    await page.keyboard.press("Escape");
  }
  await search("two jobs");
  await option("Scenario").first().click();
  await page.waitForFunction(() => location.hash.includes("two-jobs"));
  await search("PDB");
  const [tab] = await Promise.all([context.waitForEvent("page"), option("Glossary").first().click()]);
  await tab.waitForLoadState();
  assert.match(tab.url(), /glossary\/#/);
}

export async function tabs_are_in_one_row({ open }) {
  for (const width of [1920, 1440]) {
    const { page, context } = await open("#scenario=preemption", { viewport: { width, height: 900 } });
    await ready(page);
    const tops = await page.locator(".inspector-head > *, .inspector-head [role=tab]").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    assert.ok(Math.max(...tops) - Math.min(...tops) < 8, `${tops}`);
    for (const name of ["Now", "Filters", "Scores", "Preemption", "Pod", "Node", "Budgets and zones", "What if", "Source", "Edit", "Preemption", "Edit"]) {
      await inspect(page, name);
      assert.deepEqual((await clipped(page)).filter((it) => it.startsWith("more-pages")), [], `${width} ${name}`);
      const cut = await page.locator(".inspector-head").evaluate((it) => it.scrollWidth - it.clientWidth);
      assert.ok(cut <= 0, `${width} ${name}: the row is ${cut} px too wide`);
    }
    assert.ok(await page.locator(".more-pages.chosen").isVisible(), "the choice says which page it is");
    await context.close();
  }
}

/** No question about a pod, a node or the run, nor its answer, extends beyond the inspector's edge. */
export async function answers_fit_into_the_inspector({ open }) {
  for (const locale of ["en-US", "zh-CN"]) {
    for (const [address, target] of [["spread", null], ["budget", '[data-pod="default/urgent"]'], ["budget", '[data-pod="default/web-2"]'], ["budget", ".node-link"]]) {
      const { page, context } = await open(`#scenario=${address}`, { locale });
      await ready(page);
      if (target) await page.locator(`#stage ${target}`).first().click();
      else {
        await page.keyboard.press("End");
        await page.locator(".more-pages").selectOption({ label: locale === "en-US" ? "What if" : "假设分析" });
      }
      const questions = page.locator("#inspector .questions button");
      await questions.first().waitFor();
      for (let at = 0; at < (await questions.count()); at += 1) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await questions.nth(at).click();
        await page.locator("#inspector .answered .sentence").first().waitFor();
        await drawn(page);
        const hidden = await page.evaluate(() => {
          const panel = document.querySelector("#inspector").getBoundingClientRect();
          const beyond = (it) => it.getBoundingClientRect().top < panel.top - 1 || it.getBoundingClientRect().bottom > panel.bottom + 1;
          return [...document.querySelectorAll("#inspector .questions button, #inspector .answered .sentence")].filter(beyond).map((it) => it.textContent);
        });
        assert.deepEqual(hidden, [], `${address} ${locale}: out of sight when ${await questions.nth(at).innerText()} is answered`);
        for (const [width, height] of SIZES) {
          await page.setViewportSize({ width, height });
          await settled(page);
          const wide = await page.evaluate(() => [...document.querySelectorAll("#inspector, #inspector .scroll")].map((it) => it.scrollWidth - it.clientWidth).filter((by) => by > 0));
          assert.deepEqual(wide, [], `${address} ${width} ${locale}: ${await questions.nth(at).innerText()}`);
        }
      }
      await context.close();
    }
  }
}

/** A long caption can be read completely, and a table with more columns shows that it can be scrolled. */
export async function captions_are_complete_and_tables_show_that_they_scroll({ open }) {
  for (const [width, height] of [[1920, 1080], [1440, 900]]) {
    for (const name of ["budget", "extender-empty-nodes"]) {
      const { page, context } = await open(`#scenario=${name}`, { viewport: { width, height } });
      await ready(page);
      const cut = await page.locator("#narrator .told").evaluate((it) => it.scrollHeight - it.clientHeight);
      assert.ok(cut <= 1, `${width} ${name}: the caption is cut by ${cut} px`);
      await context.close();
    }
  }
  const { page } = await open("#scenario=preemption");
  await ready(page);
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  const matrix = page.locator("#inspector .scroll:has(.matrix)");
  await matrix.waitFor();
  const more = await matrix.evaluate((it) => it.scrollWidth - it.clientWidth);
  assert.ok(more <= 0, `${more} px of the table are out of sight`);
}

/** Opening and closing the gallery keeps the suggestions of a first visit. */
export async function suggestions_of_a_first_visit_stay_after_opening_the_gallery({ open }) {
  const { page } = await open("");
  await page.locator("#narrator.welcome").waitFor();
  await page.locator("#open-gallery").click();
  const dialog = page.getByRole("dialog", { name: "Scenarios" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("#narrator.welcome .doors").getByRole("button", { name: "Watch a preemption" }).waitFor();
  await page.locator("#open-gallery").click();
  await dialog.getByRole("button", { name: /^Rule four/ }).click();
  await page.locator("#narrator.welcome").waitFor({ state: "detached" });
}

/** On a phone, the page does not scroll when a pod leaves the queue, and the titles of the queues are visible. */
export async function a_phone_shows_picture_and_queues({ open }) {
  const { page } = await open("", { viewport: { width: 390, height: 844 }, ...MOVING });
  await page.locator("#narrator.welcome").waitFor();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const seen = await page.evaluate(() => [scrollY, ...[...document.querySelectorAll(".queues h2")].map((it) => it.getBoundingClientRect().bottom - document.querySelector("#player").getBoundingClientRect().top)]);
    assert.ok(seen[0] === 0 && seen.length > 4 && Math.max(...seen.slice(1)) <= 0, `moment ${await moment(page)}: ${seen}`);
  }
}

export async function natural_queries_find_what_they_are_about({ open }) {
  for (const [locale, queries] of [
    ["en-US", {
      "PodDisruptionBudget": "Disruption budget (PDB)", "pdb": "Disruption budget (PDB)", "PriorityClass": "Priority", "nodeSelector": "Node affinity",
      "kubectl drain": "Eviction", "how do I drain a node": "Eviction", "uncordon": "Cordoned node", "kubectl taint": "Taint and toleration", "DRA": "ResourceClaim",
      "dynamic resource allocation": "ResourceClaim", "gang scheduling": "Gang", "schedulingGates": "Scheduling gate", "bin packing": "Least allocated",
      "what is a nominated node": "Nomination", "insufficient cpu": "Allocatable", "KubeSchedulerConfiguration": "Profile", "Workload": "Pod group",
      "why is my pod pending": "Which pods stay Pending, and why?", "ResourceQuota": /^Scenarios and scripts/, "RuntimeClass": /^Scenarios and scripts/,
      "topologySpreadConstraints": "Topology spread constraint", "graceful termination": "Grace period", "0/3 nodes are available": /nodes are available/,
    }],
    ["zh-CN", { "中断预算": "干扰预算（PDB）", "动态资源分配": "ResourceClaim（申领）", "排空节点": "驱逐（Eviction）", "组调度": "gang（编组）", "为什么我的 Pod 一直挂起": "不可调度池", "PodDisruptionBudget": "干扰预算（PDB）", "提名节点": "提名" }],
  ]) {
    const { page, context } = await open("#scenario=first-pod", { locale });
    await ready(page);
    await page.keyboard.press("Control+k");
    const field = page.locator(".commands [role=combobox]");
    await field.fill(locale === "en-US" ? "manual" : "手册");
    await page.locator(".commands [role=option] small").first().waitFor();
    const wrong = [];
    for (const [query, wanted] of Object.entries(queries)) {
      await field.fill(query);
      const names = await page.locator(".commands [role=option] > span").allInnerTexts();
      const fits = (name) => (typeof wanted === "string" ? name === wanted : wanted.test(name));
      if (!names.slice(0, 3).some(fits)) wrong.push(`${query}: ${names.slice(0, 4).join(" · ")}`);
    }
    assert.deepEqual(wrong, []);
    await context.close();
  }
}

/** Placeholders of fields are not clipped, and the text of an empty stage has a margin. */
export async function placeholders_and_the_empty_stage_are_not_clipped({ open }) {
  for (const locale of ["en-US", "zh-CN"]) {
    const { page, context } = await open("#scenario=preemption", { locale });
    await ready(page);
    await openLanes(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await settled(page);
      assert.deepEqual(await clipped(page), [], `lanes ${width} ${locale}`);
      const out = await page.locator(".timeline-bar").evaluate((it) => it.scrollWidth - it.clientWidth);
      assert.ok(out <= 0, `${width} ${locale}: ${out} px of the bar are out of sight`);
    }
    await context.close();
    const { page: empty, context: fresh } = await open("", { locale });
    await empty.locator("#narrator.welcome .doors button").last().click();
    const margin = await empty.locator("#stage .invitation h2").evaluate((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getBoundingClientRect().left - document.querySelector("#stage .centre").getBoundingClientRect().left;
    });
    assert.ok(margin >= 8, `${margin} px from the edge`);
    const area = empty.locator("manifest-text");
    for (const text of ["", "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2cores, memory: 4Gi}}\n"]) {
      await fillText(empty, text);
      await area.locator(text ? ".says" : ".cm-placeholder").waitFor();
      for (const [width, height] of SIZES) {
        await empty.setViewportSize({ width, height });
        await settled(empty);
        const beyond = await area.evaluate((it) => {
          const scroller = it.shadowRoot.querySelector(".cm-scroller").getBoundingClientRect();
          const gutter = it.shadowRoot.querySelector(".cm-gutters").getBoundingClientRect();
          const told = it.shadowRoot.querySelector(".says, .cm-placeholder").getBoundingClientRect();
          return told.right > scroller.right || told.left < gutter.right ? `${told.left}–${told.right} in ${gutter.right}–${scroller.right}` : "";
        });
        assert.equal(beyond, "", `${width} ${locale} “${text}”`);
      }
    }
    await fresh.close();
  }
}

export async function a_draft_keeps_the_suggestions_of_a_first_visit({ open }) {
  const { page } = await open("");
  await ready(page);
  await page.keyboard.press("e");
  await page.getByRole("tab", { name: "YAML" }).click();
  await fillText(page, "kind: Node\napiVersion: v1\nmetadata: {name: mine}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n");
  await written(page, "mine");
  await page.reload();
  const doors = page.locator("#narrator.welcome .doors");
  await doors.getByRole("button", { name: "Paste your cluster" }).waitFor();
  await page.locator("#stage").getByText("mine").first().waitFor();
  await doors.getByRole("button", { name: "Watch a preemption" }).click();
  await page.locator(".bar .title").filter({ hasText: "A high-priority pod preempts another" }).waitFor();
  await page.waitForFunction(() => Number(document.querySelector(".grip").ariaValueNow) > 10);
}

/** The last moment summarizes the run, with the same numbers as `kubectl get pods`. */
export async function the_end_of_a_run_has_a_summary({ open }) {
  const { page } = await open("#scenario=preemption");
  await ready(page);
  const told = page.locator(".story p").first();
  await page.keyboard.press("Home");
  assert.doesNotMatch(await told.innerText(), /The run ends/);
  await page.keyboard.press("End");
  const sum = (await told.innerText()).match(/The run ends: (\d+) pods? on a node(?:, (\d+) Pending)?, (\d+) (?:was|were) preempted\.$/);
  assert.ok(sum, await told.innerText());
  await openConsole(page);
  const rows = await page.locator("#console .rows li").allInnerTexts();
  const last = new Map(rows.map((row) => row.trim().split(/\s+/)).map(([name, ...rest]) => [name, rest.join(" ")]));
  const states = [...last.values()];
  const count = (state) => states.filter((it) => it.includes(state)).length;
  assert.equal(Number(sum[1]), count("Running"), rows.join("\n"));
  assert.equal(Number(sum[2] ?? 0), count("Pending"), rows.join("\n"));
}
