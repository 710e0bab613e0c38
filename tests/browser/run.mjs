// Runs every *.test.mjs beside this file, one test after another, each in a fresh profile.
//
//   node tests/browser/run.mjs [--firefox] [part of a file's or test's name]
//
// A test file exports named async functions; each is called with `{ open, url, browser }` of the harness. A test fails when it
// throws, and when a page that it opened had an error in its console or a request that failed (an `open` with
// `{ complaints: true }` keeps those for the test to judge). `notInFirefox` of a file says which tests cannot be driven there, and why.
// A test that fails runs once more; if it passes then, both are told, and the last lines name it.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { start } from "./harness.mjs";

const LIMIT = 300_000;
const folder = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const engine = words.includes("--firefox") ? "firefox" : "chromium";
const filter = words.find((word) => !word.startsWith("--")) ?? "";
const stage = await start(engine);
let passed = 0;
let failed = 0;
// Tests that passed only when they ran once more: told at the end, since each of them is a race in the page or in the test.
const shaky = [];

/** Runs a test in pages of its own, and gives what was wrong with it. */
async function run(test) {
  const opened = [];
  let timer;
  try {
    const open = async (hash, { complaints: judged = false, ...options } = {}) => {
      const it = await stage.open(hash, options);
      opened.push({ ...it, judged });
      return it;
    };
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end after ${LIMIT / 1000} s`)), LIMIT);
    });
    await Promise.race([test({ ...stage, open }), late]);
    const left = opened.filter((it) => !it.judged).flatMap((it) => it.complaints);
    return left.length > 0 ? `left behind:\n  ${left.join("\n  ")}` : undefined;
  } catch (error) {
    const said = opened.flatMap((it) => it.complaints);
    return [error.stack ?? error, ...(said.length > 0 ? ["  the page said:", ...said.map((it) => `  ${it}`)] : [])].join("\n");
  } finally {
    clearTimeout(timer);
    await Promise.allSettled(opened.map((it) => it.context.close()));
  }
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort()) {
  const module = await import(pathToFileURL(join(folder, file)));
  for (const [name, test] of Object.entries(module).filter(([, it]) => typeof it === "function")) {
    const label = `${file.replace(".test.mjs", "")}: ${name}`;
    if (!label.includes(filter)) continue;
    const why = engine === "firefox" ? module.notInFirefox?.[name] : undefined;
    if (why) {
      console.log(`not in Firefox: ${label}: ${why}`);
      continue;
    }
    let began = Date.now();
    const first = await run(test);
    if (first) {
      console.log(`again ${label} (${Date.now() - began} ms)\n${first}`);
      began = Date.now();
    }
    const wrong = first ? await run(test) : undefined;
    if (wrong) failed += 1;
    else passed += 1;
    if (first && !wrong) shaky.push(label);
    console.log(`${wrong ? "FAIL " : "ok   "} ${label} (${Date.now() - began} ms)${wrong ? `\n${wrong}` : ""}`);
  }
}
await stage.close();
for (const label of shaky) console.log(`passed only when it ran once more: ${label}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
