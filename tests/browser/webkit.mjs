// A walkthrough of the page in WebKit, over WebDriver, because Playwright supports only its own build of WebKit.
//
//   node tests/browser/webkit.mjs [part of a test's name]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { dist } from "./harness.mjs";
import { serve } from "./server.mjs";

const WAIT = 60_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Starts the driver, with a virtual screen if there is none. */
async function launch() {
  const port = await freePort();
  const driver = ["WebKitWebDriver", `--port=${port}`];
  const [program, ...words] = process.env.DISPLAY ? driver : ["xvfb-run", "-a", "-s", "-screen 0 1600x1100x24", ...driver];
  const child = spawn(program, words, { stdio: "ignore", detached: true, env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: "1" } });
  const started = new Promise((_, refuse) => child.once("error", refuse));
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const end = () => process.kill(-child.pid);
  for (const began = Date.now(); ; ) {
    try {
      await Promise.race([call("GET", "/status"), started]);
      return { call, end };
    } catch (error) {
      if (error.code === "ENOENT" || Date.now() - began > WAIT) throw error;
      await sleep(200);
    }
  }
}

/** Opens a browser session, and returns the functions that tests use. */
async function open(call, url) {
  const { sessionId } = await call("POST", "/session", { capabilities: {} });
  const at = `/session/${sessionId}`;
  const evaluate = (script, ...args) => call("POST", `${at}/execute/sync`, { script, args });
  const page = {
    evaluate,
    go: async (hash = "") => {
      await call("POST", `${at}/url`, { url: url + hash });
      await evaluate("window.said = []; for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, (it) => said.push(String(it.message ?? it.reason)))");
      await page.until("!document.querySelector('#app[data-still]') && Number(document.querySelector('.grip')?.getAttribute('aria-valuemax')) > 10");
    },
    /** Waits until a JavaScript expression is true. */
    until: async (expression) => {
      for (const began = Date.now(); !(await evaluate(`return Boolean(${expression})`)); await sleep(50)) {
        if (Date.now() - began > WAIT) assert.fail(`never: ${expression}`);
      }
    },
    press: async (...keys) => {
      const actions = keys.flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await call("POST", `${at}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
    },
    /** Clicks the first visible element that matches the selector and contains the text. Retries if the page replaces the element meanwhile. */
    click: async (selector, text = "") => {
      const pick = `return [...document.querySelectorAll(arguments[0])].find((it) => it.checkVisibility() && (it.getAttribute("aria-label") ?? it.textContent).includes(arguments[1]))`;
      for (const began = Date.now(); ; await sleep(50)) {
        const element = await evaluate(pick, selector, text);
        try {
          if (element) return await call("POST", `${at}/element/${Object.values(element)[0]}/click`, {});
        } catch (error) {
          if (!/stale element|not interactable|click intercepted/.test(error.message)) throw error;
        }
        assert.ok(Date.now() - began < WAIT, `no ${selector} that says ${text} can be clicked`);
      }
    },
    text: (selector) => evaluate("return document.querySelector(arguments[0])?.innerText ?? ''", selector),
    complaints: () => evaluate("return window.said"),
    close: () => call("DELETE", at),
  };
  await call("POST", `${at}/window/rect`, { x: 0, y: 0, width: 1440, height: 1000 });
  return page;
}

const RIGHT = "\uE014";
const END = "\uE010";

const tests = {
  async plays_by_itself(page) {
    await page.go();
    await page.press("+", "+", "+", " ");
    await page.until("document.querySelector('.story h2').innerText === 'End of the run'");
  },
  async tells_the_preemption(page) {
    await page.go();
    await page.press("n");
    for (let step = 0; !/is a victim$/.test(await page.text(".story h2")); step += 1) {
      assert.ok(step < 100, "no step names a victim");
      await page.press(RIGHT);
    }
    assert.match(`${await page.text(".story")} ${await page.text(".inspector .said")}`, /requests 5 cpu; 4 of 8 free: 1 short/);
    await page.press(END);
    await page.click(".console-line", "");
    // The console is in a separate chunk.
    await page.until("/nginx-a +1\\/1 +Running/.test(document.querySelector('#console')?.innerText ?? '')");
  },
  async opens_a_scenario_by_its_address(page) {
    await page.go();
    const first = await page.text(".bar .title");
    await page.go("#scenario=ladder");
    await page.until(`document.querySelector('.bar .title').innerText !== ${JSON.stringify(first)}`);
    await page.evaluate("const it = document.querySelector('select.release'); it.value = 'v1.16'; it.dispatchEvent(new Event('change', { bubbles: true }));");
    await page.until("document.querySelector('select.release').title.includes('v1.16')");
    await page.click("button", "中文");
    await page.until("document.documentElement.lang === 'zh-CN'");
  },
  async builds_a_cluster(page) {
    await page.go();
    if (!(await page.evaluate("return Boolean(document.querySelector('aside.editor'))"))) await page.click(".bar button", "Build");
    await page.click(".objects .fresh");
    await page.until("document.querySelectorAll('.stage [data-node]').length === 0");
    // With an empty manifest, the palette is open.
    await page.until("document.querySelector('.palette').open");
    for (const [template, made] of [["Three nodes in three zones", ".stage [data-node]"], ["Big · 2 cpu", ".stage [data-pod]"]]) {
      // It closes after the first object.
      if (!(await page.evaluate("return document.querySelector('.palette').open"))) await page.click(".palette summary");
      await page.click(".palette .chip", template);
      await page.until(`document.querySelectorAll('${made}').length > 0`);
    }
    await page.evaluate("document.activeElement.blur()");
    await page.press(END);
    await page.until("document.querySelector('#stage .scene [data-pod]')");
  },
};

const filter = process.argv[2] ?? "";
const server = await serve(dist);
const { call, end } = await launch();
let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!name.includes(filter)) continue;
  const began = Date.now();
  let page;
  try {
    page = await open(call, server.url);
    await test(page);
    assert.deepEqual(await page.complaints(), []);
    passed += 1;
    console.log(`ok    webkit: ${name} (${Date.now() - began} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  webkit: ${name} (${Date.now() - began} ms)\n${error.stack ?? error}`);
  } finally {
    await page?.close().catch(() => {});
  }
}
end();
await server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
