// The essay "How Kubernetes makes room": figures that the build draws, and that change when a reader changes their handles.
import assert from "node:assert/strict";
import { addColors } from "./colors.mjs";
import { LOOKS, looked, until, usable } from "./harness.mjs";

const PAGES = [
  ["preemption/", "How Kubernetes makes room", "en"],
  ["zh/preemption/", "Kubernetes 如何腾出空间", "zh-CN"],
];

export const notInFirefox = { printing_puts_the_answers_after_the_questions: "its driver cannot pretend that the page is printed" };

/** A figure, after the program has drawn all requested values. */
async function figure(page, name) {
  const element = page.locator(`.scene#${name}`);
  await element.locator(".pictures").scrollIntoViewIfNeeded();
  return {
    element,
    said: () => element.locator(".said").innerText(),
    seen: () => element.locator(".pictures").getAttribute("aria-label"),
    slider: (handle) => element.locator(`input[data-handle="${handle}"]`),
    /** Waits until the figure's caption contains this text. */
    until: (text) => until(text, async () => (await element.locator(".said").innerText()).includes(text)),
  };
}

export async function the_essay_is_read_without_javascript({ open }) {
  for (const [path, title, lang] of PAGES) {
    const { page, complaints } = await open(path, { javaScriptEnabled: false, still: true });
    assert.equal(await page.locator("h1").innerText(), title);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.equal(await page.locator("figure .picture").locator("visible=true").count(), 10);
    for (const said of await page.locator(".scene .said").allTextContents()) assert.ok(said.length > 8, said);
    assert.equal(await page.locator(".handles").locator("visible=true").count(), 0);
    // Questions work too: each choice opens its explanation.
    const question = page.locator("section.question").first();
    await question.locator("details.wrong summary").first().click();
    assert.match(await question.locator("details[open]").innerText(), /✗/);
    await question.locator("details.right summary").click();
    assert.match(await question.locator("details.right").innerText(), /✓/);
    assert.equal(await question.locator("details.right .picture").locator("visible=true").count(), 1);
    assert.deepEqual(complaints, []);
  }
}

export async function handles_move_the_figure_by_keyboard_and_by_pointer({ open }) {
  const { page, complaints } = await open("preemption/", { still: true });
  const putback = await figure(page, "putback");
  const victims = page.locator(".fact[data-fact='putback.victims']");
  assert.equal(await victims.innerText(), "web and db");
  const before = await putback.seen();
  await putback.slider("cpu").focus();
  await page.keyboard.press("ArrowLeft");
  await putback.until("batch, db");
  assert.equal(await victims.innerText(), "batch and db");
  assert.notEqual(await putback.seen(), before);
  assert.equal(await putback.slider("cpu").getAttribute("aria-valuetext"), "2");
  // The number in the text controls the same handle.
  const grip = page.locator(".grip[data-figure=putback]").last();
  assert.equal(await grip.innerText(), "2");
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await putback.until("web, batch, db");
  assert.equal(await putback.slider("cpu").inputValue(), "3");
  await grip.press("Home");
  await putback.until("Victims: db.");
  // Moves the walk back to the step without any pods.
  await putback.slider("walk").focus();
  await page.keyboard.press("Home");
  await putback.until("Dry run on node-a");
  // The "back" button is disabled at the first step.
  assert.equal(await putback.element.locator(".turn").first().getAttribute("aria-disabled"), "true");
  await putback.element.locator(".turn").last().click();
  await putback.until("fits without them");
  // Resets the figure.
  await putback.element.locator(".reset").click();
  await putback.until("web, db");
  assert.equal(await victims.innerText(), "web and db");
  assert.ok(await putback.element.locator(".reset").isHidden());
  // A handle that is a choice.
  const who = await figure(page, "who");
  await who.element.locator("input[type=radio]").nth(1).check();
  await who.until("preemptionPolicy is Never");
  // The number in the text has the same range.
  const allowed = page.locator(".grip[data-figure=budget][data-handle=allowed]").first();
  await allowed.press("End");
  await allowed.press("ArrowRight");
  const { element: budget } = await figure(page, "budget");
  assert.equal(await allowed.getAttribute("aria-valuenow"), await allowed.getAttribute("aria-valuemax"));
  assert.equal(await budget.locator("input[type=radio]").last().isChecked(), true);
  assert.deepEqual(complaints, []);
}

export async function a_point_in_the_field_is_dragged({ open }) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page, complaints } = await open("preemption/", { still: true, viewport });
    const { element, slider, until: said } = await figure(page, "field");
    const field = element.locator(".field");
    await field.evaluate((field) => field.scrollIntoView({ block: "start" }));
    /** The position of a point, given what the two pods request. */
    const position = async (cpu, web) => {
      const box = await field.locator("[data-plot]").locator("visible=true").boundingBox();
      return [box.x + (box.width * cpu) / 4.5, box.y + box.height * (1 - web / 2)];
    };
    await page.mouse.move(...(await position(2.75, 1.75)));
    await page.mouse.down();
    await page.mouse.move(...(await position(1, 0.5)), { steps: 5 });
    await said("no pod has to go");
    assert.deepEqual([await slider("cpu").inputValue(), await slider("web").inputValue()], ["8", "4"]);
    await page.mouse.move(...(await position(4.25, 1)), { steps: 5 });
    await said("stays pending");
    await page.mouse.move(...(await position(2.5, 1.75)), { steps: 5 });
    await said("Asking for more has saved batch");
    await page.mouse.up();
    // The table has the answers on the dashed line, and the point follows the sliders.
    const rows = await element.locator(".row-table tbody tr").allTextContents();
    assert.ok(rows.length >= 5 && rows.at(-1).includes("pending"), rows.join("; "));
    await slider("web").fill("0");
    await said("db has to go");
    // Another budget, other borders.
    const areas = () => field.locator(".area").evaluateAll((all) => all.map((area) => area.getAttribute("d")).join());
    const before = await areas();
    await element.locator("input[type=radio]").first().check();
    await until("other areas", async () => (await areas()) !== before);
    assert.deepEqual(complaints, []);
  }
}

export async function every_value_of_every_handle_can_be_chosen({ open }) {
  for (const [path] of PAGES) {
    const { page, complaints } = await open(path, { still: true });
    const scenes = await page.locator(".scene").evaluateAll((elements) => elements.map((element) => element.id));
    assert.equal(scenes.length, 9);
    for (const name of scenes) {
      const { element } = await figure(page, name);
      /** Chooses a value, and waits until the link to the playground contains it. */
      const choose = async (what, isChosen, choice) => {
        if (isChosen) return;
        const link = () => element.locator("a.playground").getAttribute("href");
        const before = await link();
        await choice();
        await until(`${name}: ${what}`, async () => (await link()) !== before);
        for (const fact of await page.locator(`.fact[data-fact^="${name}."]`).allTextContents()) assert.ok(fact.length > 0, `${name}: ${what}`);
      };
      for (const slider of await element.locator("input[type=range]:not([data-handle=walk])").all()) {
        const [first, last] = [await slider.inputValue(), Number(await slider.getAttribute("max"))];
        // All values, and back to the first.
        for (const value of [...Array(last + 1).keys(), Number(first)].map(String)) {
          await choose(value, (await slider.inputValue()) === value, () => slider.fill(value));
        }
      }
      for (const radio of await element.locator("input[type=radio]").all()) {
        await choose(await radio.getAttribute("value"), await radio.isChecked(), () => radio.check());
      }
    }
    // No errors were reported in the page.
    assert.deepEqual(complaints, []);
  }
}

export async function the_picture_is_visible_while_a_number_is_dragged({ open }) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page } = await open("preemption/", { still: true, viewport });
    const grips = await page.locator(".grip").all();
    assert.ok(grips.length > 10);
    for (const grip of grips) {
      const { picture, number, window } = await grip.evaluate((grip) => {
        grip.scrollIntoView({ block: "center" });
        const [picture, number] = [document.querySelector(`#${grip.dataset.figure} .pictures`), grip].map((element) => element.getBoundingClientRect());
        return { picture: [picture.top, picture.bottom], number: [number.top, number.bottom], window: innerHeight };
      });
      const place = `${viewport.width}: ${await grip.getAttribute("data-figure")} ${await grip.getAttribute("data-handle")}`;
      assert.ok(picture[0] >= 0 && picture[1] <= number[0] && number[1] <= window, `${place}: ${picture}, ${number}`);
    }
  }
}

export async function handles_match_the_figure_after_going_back({ open, url }) {
  const { page } = await open("preemption/", { still: true, nowhere: true });
  await page.goto(`${url}preemption/`);
  const who = await figure(page, "who");
  await who.slider("priority").focus();
  await page.keyboard.press("Home");
  await who.until("No pod here has a lower priority");
  await page.goto(`${url}glossary/`);
  await page.goBack();
  const back = await figure(page, "who");
  const [value, word, grip] = [await back.slider("priority").inputValue(), await back.element.locator("output").innerText(), await page.locator(".grip[data-figure=who]").innerText()];
  assert.equal(word, grip);
  assert.equal((await back.said()).includes("No pod here has a lower priority"), value === "0");
}

export async function a_figure_opens_in_the_playground({ open }) {
  for (const [path, , lang] of PAGES) {
    const { page } = await open(path, { still: true });
    const ladder = await figure(page, "ladder");
    await ladder.slider("start").focus();
    await page.keyboard.press("Home");
    await until("node-b", async () => (await ladder.said()).includes("node-b"));
    const said = await ladder.element.locator(".said b").innerText();
    const address = await ladder.element.locator("a.playground").evaluate((link) => link.href);
    const playground = await open("", { nowhere: true });
    await playground.page.goto(address);
    await playground.page.locator("#narrator h2", { hasText: said }).waitFor();
    await until(lang, async () => (await playground.page.locator("html").getAttribute("lang")) === lang);
  }
}

export async function nothing_is_fetched_for_figures_out_of_sight({ open, url }) {
  const { page } = await open("", { still: true, nowhere: true, viewport: { width: 1440, height: 400 } });
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(`${url}preemption/`, { waitUntil: "load" });
  // The page fetches the program only when it is idle.
  const limit = { timeout: 4000 };
  await page.evaluate((limit) => new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done(), limit), limit)), limit);
  assert.deepEqual(fetched.filter((address) => /figures-/.test(address)), []);
  await page.locator(".scene .handles").first().scrollIntoViewIfNeeded();
  await until("the program", () => fetched.some((address) => /figures-[0-9a-f]+_bg\.wasm/.test(address)));
}

export async function everybody_can_read_the_essay({ open }) {
  for (const [path] of PAGES) {
    for (const look of LOOKS) {
      const { page } = await open(path, { ...look, still: true });
      await usable(page, `${path} ${looked(look)}`);
    }
  }
}

export async function handles_have_unique_names({ open }) {
  for (const [path] of PAGES) {
    const { page } = await open(path, { still: true });
    await page.locator(".grip[role=slider]").first().waitFor();
    const grips = await page.locator(".grip").evaluateAll((all) => all.map((grip) => grip.ariaLabel));
    const inputs = await page.locator(".handles label[for], .handles legend").allInnerTexts();
    assert.equal(new Set(grips).size, grips.length, grips.join("\n"));
    assert.deepEqual(grips.filter((name) => !name || inputs.includes(name)), []);
    // Sliders of different figures may have the same name, so their groups have names.
    const groups = await page.locator(".handles[role=group]").evaluateAll((all) => all.map((group) => group.ariaLabel));
    assert.equal(new Set(groups).size, 9, groups.join("\n"));
  }
}

export async function printing_puts_the_answers_after_the_questions({ open }) {
  for (const [path] of PAGES) {
    const { page } = await open(path, { still: true });
    // An opened choice is printed like the others.
    await page.locator("details.right summary").first().click();
    assert.equal(await page.locator(".answers").isVisible(), false);
    await page.emulateMedia({ media: "print" });
    const shown = await page.locator(".question details > :not(summary)").locator("visible=true").count();
    assert.equal(shown, 0, `${shown} answers beside their questions`);
    assert.equal(await page.locator("summary").locator("visible=true").count(), await page.locator("summary").count());
    const ends = await page.locator(".question").evaluateAll((all) => all.map((question) => question.getBoundingClientRect().bottom));
    const { top, marks } = await page.locator(".answers").evaluate((answers) => ({ top: answers.getBoundingClientRect().top, marks: answers.innerText.match(/[✓✗]/g) }));
    assert.ok(Math.max(...ends) <= top, `${ends} ${top}`);
    assert.equal(marks.filter((mark) => mark === "✓").length, 3, marks.join(""));
    assert.equal(marks.length, await page.locator(".question details").count());
  }
}

/** The texts of the pictures, each with its contrast to the background. */
const contrasts = async (page) => {
  await addColors(page);
  return page.evaluate(() => {
    const { read, over, ratio } = globalThis.colors;
    /** The opacity of an element, multiplied with that of its ancestors. */
    const opacity = (element) => (element.localName === "svg" ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement));
    const paper = read(getComputedStyle(document.body).backgroundColor).rgb;
    const texts = [...document.querySelectorAll(".picture text")].filter((text) => text.checkVisibility() && text.getBoundingClientRect().width > 0);
    return texts.map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      let below = paper;
      for (const rect of text.ownerSVGElement.querySelectorAll("rect")) {
        const box = rect.getBoundingClientRect();
        const isUnder = rect.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
        const { fill } = getComputedStyle(rect);
        if (isUnder && fill !== "none") below = over(read(fill), below, opacity(rect));
      }
      const ink = over(read(getComputedStyle(text).fill), below, opacity(text));
      return { contrast: ratio(ink, below), what: `${text.closest("[data-figure], .question")?.id}: ${text.textContent}` };
    });
  });
};

export async function texts_of_pictures_have_enough_contrast({ open }) {
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page } = await open("preemption/", { still: true, colorScheme, viewport });
      // The feasible node is emphasized, and the others are faded.
      const nodes = await figure(page, "nodes");
      await nodes.slider("cpu").focus();
      await page.keyboard.press("Home");
      await nodes.until("node-d");
      // The reprieved pod has the color of the highest priority.
      const ladder = await figure(page, "ladder");
      await ladder.slider("priority").focus();
      await page.keyboard.press("End");
      await until("the highest priority", async () => (await ladder.element.locator("output").first().innerText()) === "100");
      await until("a choice", async () => (await page.locator("#nodes .frame.won").locator("visible=true").count()) === 1);
      const texts = await contrasts(page);
      assert.ok(texts.length > 80, `${texts.length} texts`);
      const faint = texts.filter(({ contrast }) => contrast < 4.5).map(({ contrast, what }) => `${contrast.toFixed(1)} ${what}`);
      assert.deepEqual(faint, [], `${colorScheme} ${viewport.width}`);
    }
  }
}
