// Runs every *.test.mjs beside this file, one test after another, each in a fresh profile.
//
//   node tests/browser/run.mjs [--firefox] [part of a file's or test's name]
//
// A test file exports named async functions; each is called with `{ open, url, browser }` of the harness. A test fails when it
// throws, and when a page that it opened had an error in its console or a request that failed (an `open` with
// `{ complaints: true }` keeps those for the test to judge). `notInFirefox` of a file says which tests cannot be driven there, and why.
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
    const began = Date.now();
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
      if (left.length > 0) throw new Error(`left behind:\n  ${left.join("\n  ")}`);
      passed += 1;
      console.log(`ok    ${label} (${Date.now() - began} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${label} (${Date.now() - began} ms)\n${error.stack ?? error}`);
      const said = opened.flatMap((it) => it.complaints);
      if (said.length > 0) console.log(`  the page said:\n  ${said.join("\n  ")}`);
    } finally {
      clearTimeout(timer);
      await Promise.allSettled(opened.map((it) => it.context.close()));
    }
  }
}
await stage.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
