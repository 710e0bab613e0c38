// Runs every *.test.mjs in this folder, several tests in parallel, each in a fresh profile.
//
//   node tests/browser/run.mjs [--firefox] [--side-by-side N] [part of a file's or test's name]
//
// A test file exports named async functions; each is called with `{ open, url, browser }` of the harness. A test fails if it throws, or if a page that it
// opened had an error in its console or a failed request (with `open(…, { complaints: true })`, the test checks those itself). Tests that are listed in
// the file's `alone`, with a reason, run last and one by one. `limits` has the time limits of slow tests, in milliseconds. `engines.mjs` says which tests
// Firefox runs.
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inFirefox } from "./engines.mjs";
import { start } from "./harness.mjs";

const LIMIT = 300_000;
const SLOWEST = 10;
const folder = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const engine = words.includes("--firefox") ? "firefox" : "chromium";
const given = words.indexOf("--side-by-side");
// Tests wait for a sixth of their time, so one more than the number of cores run in parallel.
const many = given < 0 ? Math.min(cpus().length + 1, 4) : Number(words[given + 1]);
const filter = words.find((word, at) => !word.startsWith("--") && !(given >= 0 && at === given + 1)) ?? "";

/** The reasons for which tests are skipped, each with their number. */
const left = new Map();

/** All tests for this browser: label, function, and the reason to run alone. */
async function gather() {
  const tests = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".test.mjs")).sort()) {
    const module = await import(pathToFileURL(join(folder, file)));
    const area = file.replace(".test.mjs", "");
    for (const [name, test] of Object.entries(module).filter(([, it]) => typeof it === "function")) {
      const label = `${area}: ${name}`;
      if (!label.includes(filter)) continue;
      const why = engine === "firefox" ? inFirefox(area, name, module.notInFirefox?.[name]) : undefined;
      if (why) left.set(why, (left.get(why) ?? 0) + 1);
      else tests.push({ label, test, alone: module.alone?.[name], limit: module.limits?.[name] ?? LIMIT });
    }
  }
  return tests;
}

/** Runs a test in its own pages. Returns its errors. */
async function run(stage, { test, limit }) {
  const opened = [];
  let timer;
  try {
    const open = async (hash, { complaints: judged = false, ...options } = {}) => {
      const it = await stage.open(hash, options);
      opened.push({ ...it, judged });
      return it;
    };
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end after ${limit / 1000} s`)), limit);
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

const results = [];

/** Runs tests from the list until it is empty, in a browser of its own. */
async function work(tests) {
  const stage = await start(engine);
  for (let next = tests.shift(); next; next = tests.shift()) {
    const began = Date.now();
    const wrong = await run(stage, next);
    const took = Date.now() - began;
    results.push({ label: next.label, took, wrong });
    console.log(`${wrong ? "FAIL " : "ok   "} ${next.label} (${took} ms)${wrong ? `\n${wrong}` : ""}`);
    if (!wrong) continue;
    // It counts as failed. A second run only shows whether the failure is reproducible.
    const again = await run(stage, next);
    console.log(`      ${next.label}: ${again ? "fails again" : "passes when it runs once more: a race in the page or in the test"}`);
  }
  await stage.close();
}

const tests = await gather();
const [alone, together] = [tests.filter((it) => it.alone), tests.filter((it) => !it.alone)];
const workers = Math.max(1, Math.min(many, together.length));
console.log(`${tests.length} tests in ${engine}, ${workers} side by side, ${alone.length} of them alone at the end`);
for (const [why, count] of left) console.log(`left out: ${count}: ${why}`);
if (together.length > 0) await Promise.all(Array.from({ length: workers }, () => work(together)));
if (alone.length > 0) await work(alone);

console.log("The slowest:");
for (const { label, took } of results.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST)) {
  console.log(`  ${(took / 1000).toFixed(1).padStart(6)} s  ${label}`);
}
const failed = results.filter((it) => it.wrong);
for (const { label } of failed) console.log(`failed: ${label}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && results.length > 0 ? 0 : 1);
