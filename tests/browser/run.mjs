// Runs every *.test.mjs beside this file, several tests side by side, each in a fresh profile.
//
//   node tests/browser/run.mjs [--firefox] [--side-by-side N] [part of a file's or test's name]
//
// A test file exports named async functions; each is called with `{ open, url, browser }` of the harness. A test fails when it
// throws, and when a page that it opened had an error in its console or a request that failed (an `open` with
// `{ complaints: true }` keeps those for the test to judge). A test that measures time says so in `alone` of its file, with the reason: these come last,
// one after the other. One that takes longer than others says in `limits` how many milliseconds it may take. What Firefox runs is said in `engines.mjs`.
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
// A test waits for frames and replies for a sixth of its time: one more than there are cores keeps them busy.
const many = given < 0 ? Math.min(cpus().length + 1, 4) : Number(words[given + 1]);
const filter = words.find((word, at) => !word.startsWith("--") && !(given >= 0 && at === given + 1)) ?? "";

/** Why tests are left out here, with how many each. */
const left = new Map();

/** All tests of this engine: label, function, and why it has to run alone. */
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

/** Runs a test in pages of its own, and gives what was wrong with it. */
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

/** Takes tests from the list until none is left, with a browser of its own. */
async function work(tests) {
  const stage = await start(engine);
  for (let next = tests.shift(); next; next = tests.shift()) {
    const began = Date.now();
    const wrong = await run(stage, next);
    const took = Date.now() - began;
    results.push({ label: next.label, took, wrong });
    console.log(`${wrong ? "FAIL " : "ok   "} ${next.label} (${took} ms)${wrong ? `\n${wrong}` : ""}`);
    if (!wrong) continue;
    // It has failed, and stays so. Whether it passes now tells a fault from a race, to whoever mends it.
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
