// Shapes on the stage have a contrast of at least 3:1 to their background, by fill or outline (WCAG 1.4.11), in both themes.
import assert from "node:assert/strict";
import { addColors } from "./colors.mjs";
import { lastMoment, ready, settled } from "./harness.mjs";

const LEAST = 3;

/** The kinds of shapes, including the states of pods, that the checked scenarios must contain. */
const KINDS = ["pod", "victim", "terminating", "starting", "stays", "lifted", "newcomer", "promise", "queued", "mini", "ground", "value", "part"];

/** The shapes of the picture, each with the higher contrast of fill and outline to what is below or beside it. */
const measure = async (page) => {
  await addColors(page);
  return page.evaluate(() => {
    const { read, over, ratio } = globalThis.colors;
    const page = (element) => {
      for (let it = element.closest("div, main, section, li, button:not(.tile)"); it; it = it.parentElement) {
        const { rgb, alpha } = read(getComputedStyle(it).backgroundColor);
        if (alpha > 0.99) return rgb;
      }
      return [255, 255, 255];
    };
    const crosses = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const grounds = [...document.querySelectorAll("#stage :is(.picture, .mini) :is(.ground, .frame, .deciding)")].map((element) => {
      const style = getComputedStyle(element);
      return { element, box: element.getBoundingClientRect(), fill: style.fill === "none" ? null : read(style.fill) };
    });
    const shapes = document.querySelectorAll("#stage :is(.pod > .body, .promise > .body, .ground:not(.missing), .value > .body, .part, .tile)");
    return [...shapes].flatMap((element) => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) return [];
      const html = element.matches(".tile");
      const base = page(element);
      const below = grounds.filter((it) => it.element !== element && !element.matches(".ground") && it.fill && crosses(it.box, box)).map((it) => over(it.fill, base));
      const frame = element.matches(".ground") && grounds.find((it) => it.element.matches(".frame") && crosses(it.box, box))?.fill;
      const stands = [...below, ...(frame ? [over(frame, base)] : []), ...(below.length === 0 && !frame ? [base] : [])];
      const sets = [];
      if (html) {
        const shadow = style.boxShadow.match(/(?:rgba?|color)\([^)]*\)/g) ?? [];
        sets.push(read(style.backgroundColor), ...shadow.map(read));
      } else {
        sets.push(read(style.fill));
        if (style.stroke !== "none" && parseFloat(style.strokeWidth) >= 1) sets.push(read(style.stroke));
      }
      const owner = html ? element : element.parentElement;
      const kinds = `${owner.getAttribute("class") ?? ""} ${element.getAttribute("class") ?? ""} ${element.closest(".mini") ? "mini" : ""}`;
      const worst = Math.min(...stands.map((it) => Math.max(...sets.map((color) => ratio(over(color, it), it)))));
      return [{ kinds, worst: Math.round(worst * 100) / 100 }];
    });
  });
};

const walks = (colorScheme) => async ({ open }) => {
  const least = new Map();
  for (const scenario of ["preemption", "ladder", "nomination", "reprieve"]) {
    const { page, context } = await open(`#scenario=${scenario}`, { colorScheme });
    await ready(page);
    await settled(page);
    const last = Number(await lastMoment(page));
    for (let step = 0; step <= last; step += 1) {
      for (const { kinds, worst } of await measure(page)) {
        const place = `${scenario}, step ${step}: ${kinds.trim()}`;
        assert.ok(worst >= LEAST, `${colorScheme}, ${place}: ${worst}`);
        for (const kind of KINDS.filter((it) => kinds.split(" ").includes(it))) {
          if (worst < (least.get(kind) ?? Infinity)) least.set(kind, worst);
        }
      }
      await page.keyboard.press("ArrowRight");
    }
    await context.close();
  }
  assert.deepEqual(KINDS.filter((kind) => !least.has(kind)), [], "not every kind came up");
  console.log(`  ${colorScheme}: ${[...least].map(([kind, worst]) => `${kind} ${worst}`).join(", ")}`);
};

export const in_light = walks("light");
export const in_dark = walks("dark");
