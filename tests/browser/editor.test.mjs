// The text editor: colors, completion, errors beside their lines, keys.
import assert from "node:assert/strict";
import { LOOKS, fillText, looked, manifests, textOf, usable } from "./harness.mjs";

const last = (page) => page.waitForFunction(() => Number(document.querySelector(".grip")?.ariaValueMax) > 1);
const area = (page) => page.getByRole("textbox", { name: "Manifests" });
const options = (page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

async function sheet(page) {
  await last(page);
  if (!(await page.getByRole("tab", { name: "YAML" }).isVisible())) await page.getByRole("button", { name: "Build", exact: true }).click();
  await page.getByRole("tab", { name: "YAML" }).click();
  await area(page).waitFor();
}

const type = (page, text) => area(page).pressSequentially(text, { delay: 15 });

export async function completes_a_pod_from_an_empty_text({ open }) {
  const { page } = await open();
  await sheet(page);
  await fillText(page, "");
  await type(page, "ki");
  await options(page).first().waitFor();
  assert.deepEqual(await options(page).allInnerTexts(), ["kind"]);
  await page.keyboard.press("Enter");
  await type(page, "po");
  await options(page).first().waitFor();
  assert.match((await options(page).allInnerTexts())[0], /^Pod/);
  await page.keyboard.press("ArrowDown");
  const active = await area(page).getAttribute("aria-activedescendant");
  assert.equal(await options(page).nth(1).getAttribute("id"), active);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await type(page, "spec");
  await options(page).first().waitFor();
  await page.keyboard.press("Enter");
  await type(page, "priorityC");
  await options(page).first().waitFor();
  assert.match((await options(page).allInnerTexts())[0], /^priorityClassName\s*Priority class$/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await options(page).count(), 0);
  assert.equal(await textOf(page), "kind: Pod\nspec:\n  priorityClassName: ");
  await page.keyboard.press("Control+Space");
  await options(page).filter({ hasText: "system-node-critical" }).click();
  assert.equal(await textOf(page), "kind: Pod\nspec:\n  priorityClassName: system-node-critical");
  // Undo works for completions as for typing.
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), "kind: Pod\nspec:\n  priorityClassName: ");
}

export async function tab_indents_and_after_escape_moves_the_focus({ open }) {
  const { page } = await open();
  await sheet(page);
  await fillText(page, "a: 1\nb: 2");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Tab");
  assert.equal(await textOf(page), "  a: 1\n  b: 2");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+/");
  assert.equal(await textOf(page), "# a: 1\n# b: 2");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement.localName), "manifest-text");
}

export async function shows_errors_at_their_line({ open }) {
  const { page } = await open();
  await sheet(page);
  const good = "apiVersion: v1\nkind: Node\nmetadata:\n  name: a\nstatus:\n  capacity:\n    cpu: ";
  await fillText(page, `${good}lots`);
  const findings = page.locator("#findings");
  await findings.getByRole("button", { name: "line 7" }).waitFor();
  await page.locator(".squiggle").waitFor();
  assert.equal(await area(page).getAttribute("aria-invalid"), "true");
  await page.keyboard.press("Control+Home");
  await findings.getByRole("button", { name: "line 7" }).click();
  const [name, caret] = await page.evaluate(() => [document.activeElement.localName, document.activeElement.caret]);
  assert.deepEqual([name, caret], ["manifest-text", good.length]);
  await fillText(page, `${good}"4"`);
  await page.locator(".squiggle").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Enter");
  await page.locator(".stage").getByText("a", { exact: true }).first().waitFor();
}

export async function a_megabyte_is_edited_and_only_visible_lines_are_drawn({ open }) {
  const { page } = await open();
  await sheet(page);
  const pod = (at) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p-${at}\nspec:\n  containers:\n    - name: app\n      image: x\n---\n`;
  await fillText(page, Array.from({ length: 11_000 }, (_, at) => pod(at)).join(""));
  await page.keyboard.press("ControlOrMeta+Home");
  const before = (await textOf(page)).length;
  assert.ok(before > 1_000_000, `${before}`);
  for (let at = 0; at < 20; at += 1) await page.keyboard.type("#");
  assert.equal((await textOf(page)).length, before + 20);
  assert.ok((await page.locator("manifest-text .cm-line").count()) < 400, "only lines in sight are drawn");
  await page.locator("manifest-text .cm-scroller").evaluate((it) => (it.scrollTop = 200_000));
  await page.waitForFunction(() => Number(document.querySelector("manifest-text").shadowRoot.querySelector(".cm-lineNumbers .cm-gutterElement:nth-child(3)")?.textContent) > 5_000);
}

export async function text_outside_of_the_view_can_be_found({ open }) {
  const { page } = await open();
  await sheet(page);
  await fillText(page, `${"# nothing\n".repeat(3000)}# the needle\n`);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+f");
  const field = page.getByRole("textbox", { name: "Find" });
  await field.pressSequentially("needle");
  await page.keyboard.press("Enter");
  await manifests(page).getByText("# the needle", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
}

export async function megabytes_are_pasted_over_an_old_text({ open }) {
  const { page } = await open();
  await sheet(page);
  const text = await page.evaluate(async () => {
    const node = (at) => `apiVersion: v1\nkind: Node\nmetadata: {name: pasted-${at}}\nstatus: {capacity: {cpu: 64, memory: 64Gi, pods: 110}}\n`;
    const pod = (at) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p-${at}\n  annotations:\n${Array.from({ length: 36 }, (_, line) => `    note-${line}: "some words"\n`).join("")}spec:\n  nodeName: pasted-${at % 20}\n  containers:\n    - name: app\n      image: x\n`;
    const text = [...Array.from({ length: 20 }, (_, at) => node(at)), ...Array.from({ length: 1300 }, (_, at) => pod(at))].join("---\n");
    await navigator.clipboard.writeText(text);
    return text;
  });
  assert.ok(text.length > 1_300_000, `${text.length}`);
  await area(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
  await page.waitForFunction((length) => document.querySelector("manifest-text").value.length === length, text.length);
  await page.keyboard.press("Control+Enter");
  await page.locator("#stage").getByText("pasted-0", { exact: true }).first().waitFor();
}

/** Counts the characters that patterns are matched with from here on: what coloring takes, on a fast machine as on a slow one. */
const countMatched = (page) =>
  page.evaluate(() => {
    const { match } = String.prototype;
    globalThis.matched = 0;
    String.prototype.match = function (pattern) {
      globalThis.matched += this.length;
      return match.call(this, pattern);
    };
  });

/** The lines that are drawn: how many characters they have there, and how many of their parts have a color. */
const drawnLines = (page) =>
  manifests(page).evaluate((element) =>
    [...element.shadowRoot.querySelectorAll(".cm-line")].map((line) => ({
      length: line.textContent.length,
      colored: [...line.querySelectorAll("span")].filter((part) => part.className && !part.matches(".rest, .squiggle")).length,
    })),
  );

export async function a_string_of_10_MB_is_pasted_and_cut_and_the_rest_stays({ open }) {
  const { page } = await open();
  await sheet(page);
  const node = (name) => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nstatus: {capacity: {cpu: 4, memory: 8Gi, pods: 110}}\n`;
  const start = `${node("first")}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata:\n  value: "`;
  const end = `"\n---\n${node("second")}`;
  const length = await page.evaluate(
    async ([start, end]) => {
      globalThis.pasted = start + "many words ".repeat(950_000) + end;
      await navigator.clipboard.writeText(globalThis.pasted);
      return globalThis.pasted.length;
    },
    [start, end],
  );
  assert.ok(length > 10_000_000, `${length}`);
  await area(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
  await page.waitForFunction((length) => document.querySelector("manifest-text").value.length === length, length);
  const isWhole = (typed) => manifests(page).evaluate((element, typed) => element.value === globalThis.pasted + typed, typed);
  assert.ok(await isWhole(""), "nothing is lost");
  for (const line of await drawnLines(page)) assert.equal(line.colored > 0, line.length > 0 && line.length <= 500, JSON.stringify(line));
  // The end of the long line says how much more there is.
  await manifests(page).locator(".cm-scroller").evaluate((scroller) => (scroller.scrollLeft = scroller.scrollWidth));
  await manifests(page).locator(".rest").waitFor();
  assert.match(await manifests(page).locator(".rest").innerText(), /^… 10,430,\d{3} more characters$/);
  assert.ok((await drawnLines(page)).every((line) => line.length < 25_000), "the line is cut");
  // The editor and the page go on.
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("# more");
  assert.ok(await isWhole("# more"), "what is typed is added");
  await page.keyboard.press("Control+Enter");
  for (const name of ["first", "second"]) await page.locator(`[data-node="${name}"]`).waitFor();
}

export async function coloring_200000_keys_takes_steps_in_proportion_to_the_text({ open }) {
  const { page } = await open();
  await sheet(page);
  await countMatched(page);
  const keys = (separator, quote) => Array.from({ length: 200_000 }, (_, at) => `${quote}k${at}${quote}: ${at}`).join(separator);
  for (const [name, text] of [
    ["a line for each", `${keys("\n", "")}\n`],
    ["a mapping on one line", `data: {${keys(", ", "")}}\nlast: 1\n`],
    ["JSON on one line", `{"kind": "List", "items": [{${keys(", ", '"')}}]}\n`],
    ["JSON without blanks", `{"kind":"List","items":[{${keys(",", '"').replaceAll(": ", ":")}}]}\n`],
  ]) {
    assert.ok(text.length > 2_000_000, `${text.length}`);
    await page.evaluate(() => (globalThis.matched = 0));
    await fillText(page, text);
    await page.keyboard.press("ControlOrMeta+Home");
    // The editor colors text outside the viewport when it is idle: it is done when nothing is matched during 60 frames.
    const matched = await page.evaluate(() => new Promise((done) => {
      let [last, unchanged] = [-1, 0];
      const look = () => {
        unchanged = globalThis.matched === last ? unchanged + 1 : 0;
        last = globalThis.matched;
        unchanged > 60 ? done(last) : requestAnimationFrame(look);
      };
      look();
    }));
    assert.ok(matched <= text.length, `${name}: ${matched} characters are matched for ${text.length}`);
    for (const line of await drawnLines(page)) {
      assert.equal(line.colored > 0, line.length > 0 && line.length <= 500, `${name}: ${JSON.stringify(line)}`);
    }
  }
}

export async function can_be_used_by_everybody({ open }) {
  for (const look of LOOKS) {
    const { page } = await open("", { ...look, locale: "en-US" });
    await sheet(page);
    await fillText(page, "kind: Nod\n---\n# a comment\nkind: Pod\nmetadata: {name: \"a\"}\nspec:\n  pri");
    await page.keyboard.press("End");
    await page.keyboard.press("Control+Space");
    await options(page).first().waitFor();
    await usable(page, looked(look));
  }
}

export async function the_visible_text_is_what_runs({ open }) {
  const { page } = await open();
  await sheet(page);
  await fillText(page, "kind: Node\nmetadata: {name: first}\n");
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-node="first"]').waitFor();
  // The key that runs the text follows the change immediately.
  await fillText(page, "kind: Node\nmetadata: {name: second}\n");
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-node="second"]').waitFor();
}
