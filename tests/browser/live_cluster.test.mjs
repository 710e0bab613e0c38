// The cluster beside the page, as `kubectl proxy` serves both: read by list calls, and never changed.
import assert from "node:assert/strict";
import { LOOKS, dist, kept, looked, ready, settled, until, usable } from "./harness.mjs";
import { copies, recordedLists, recordedWatch, startFakeApi } from "./live_cluster/fake_api.mjs";

const PODS = "/api/v1/pods";
const NODES = "/api/v1/nodes";
const NAMESPACES = "/api/v1/namespaces";
const CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
/** The lists that are watched while a cluster is followed. */
const WATCHED = 4;

/** Runs a test on a page that an API server serves; nothing but GET may be asked for. */
async function beside(open, options, does) {
  const api = await startFakeApi({ folder: dist, ...options });
  try {
    const { page, complaints } = await open("", { nowhere: true });
    await page.goto(`${api.url}#cluster`);
    await does({ page, api });
    assert.deepEqual(api.refused, []);
    // The console reports each answer that is an error.
    const isExpected = (it) => /\/api(s)?\/|Failed to load resource|net::ERR_|NS_ERROR/.test(it);
    assert.deepEqual(complaints.filter((it) => !isExpected(it)), []);
    complaints.length = 0;
  } finally {
    await api.close();
  }
}

const dialog = (page) => page.locator("dialog.cluster");
const note = (page) => page.locator(".cluster-note");
const read = (page) => dialog(page).getByRole("button", { name: "Read the cluster" }).click();
const opened = (page) => note(page).getByText(/^v1\.\d+\.\d+.*, read just now\./).waitFor({ timeout: 60_000 });
const said = (page, text) => note(page).getByText(text).first().waitFor();
const press = (page, name) => note(page).getByRole("button", { name, exact: true }).click();
const stage = (page, nodes) => page.getByRole("img", { name: new RegExp(`^Nodes: ${nodes}\\b`) }).or(page.locator("main").getByText(new RegExp(`^node-(${nodes}|1-${String(nodes - 1).padStart(5, "0")})$`))).first().waitFor();

/** Many copies of a recorded node, and of a pod on each; nothing else that would make or remove pods. */
function largeLists(nodes, podsOnEach) {
  const lists = recordedLists();
  const [node] = lists.get(NODES).items;
  const pod = lists.get(PODS).items.find((it) => it.metadata.name.startsWith("spread-") && it.spec.nodeName);
  delete pod.metadata.ownerReferences;
  for (const [path, list] of lists) if (![NAMESPACES, CLASSES].includes(path)) list.items = [];
  lists.get(NODES).items = copies(node, nodes);
  const name = (at) => lists.get(NODES).items[at % nodes].metadata.name;
  lists.get(PODS).items = copies(pod, nodes * podsOnEach, (copy, at) => (copy.spec.nodeName = name(at)));
  return lists;
}

export async function without_a_cluster_it_says_how_to_serve_the_page_beside_one({ open }) {
  const { page, complaints } = await open();
  await ready(page);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "Open", exact: true }).click();
  assert.deepEqual(asked.filter((path) => path === "/version"), [], "the gallery asks nothing");
  await page.locator(".gallery").getByRole("button", { name: "From my cluster" }).click();
  await dialog(page).getByText("no API server answers beside it").waitFor();
  assert.equal(asked.filter((path) => path === "/version").length, 1);
  const commands = await dialog(page).locator(".shell code").allInnerTexts();
  assert.match(commands[0], /^curl -fL http:\/\/127\.0\.0\.1:\d+\/schedscope\/schedscope\.tar \| tar xf -$/);
  assert.match(commands[1], /^kubectl proxy --www=schedscope --www-prefix=\/schedscope\/ --reject-methods='\^\(POST\|PUT\|PATCH\|DELETE\)\$'$/);
  await dialog(page).getByRole("button", { name: /^Copy: kubectl proxy/ }).click();
  await dialog(page).getByText("Copied", { exact: true }).waitFor();
  // The archive has the whole page.
  const archive = await page.evaluate(async () => {
    const bytes = new Uint8Array(await (await fetch("schedscope.tar")).arrayBuffer());
    return [bytes.length % 512, new TextDecoder().decode(bytes.slice(0, 100)).replace(/\0+$/, "")];
  });
  assert.equal(archive[0], 0);
  assert.match(archive[1], /^schedscope\//);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.ok(complaints.every((it) => /version|404/.test(it)), complaints.join("\n"));
  complaints.length = 0;
}

export async function a_cluster_is_read_and_opened({ open }) {
  await beside(open, {}, async ({ page, api }) => {
    await dialog(page).getByText("v1.36.2 answers beside this page.").waitFor();
    await dialog(page).locator("datalist option[value=limited]").waitFor({ state: "attached" });
    assert.deepEqual(api.requests, ["/version", `${NAMESPACES}?limit=500`], "nothing else is asked for before the button");
    await read(page);
    await opened(page);
    await ready(page);
    await stage(page, 8);
    assert.equal(await page.locator("select.release").inputValue(), "v1.36");
    for (const path of [NODES, PODS, "/apis/policy/v1/poddisruptionbudgets"]) assert.ok(api.requests.includes(`${path}?limit=500`), path);
    const asked = api.requests.slice(2);
    assert.equal(new Set(asked).size, asked.length, "each list is asked for once");
    // It is not kept: neither as a draft nor in the address.
    await page.keyboard.press("End");
    assert.deepEqual((await kept(page)).filter((it) => it.text.includes("read-from-cluster")), []);
    assert.equal(new URL(page.url()).hash.includes("cpu-huge"), false);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.locator(".share").getByText("This was read from a running cluster.").waitFor();
  });
}

export async function reading_again_keeps_what_is_selected({ open }) {
  await beside(open, {}, async ({ page, api }) => {
    await read(page);
    await opened(page);
    await ready(page);
    await page.getByRole("button", { name: /cpu-huge/ }).first().click();
    const pod = structuredClone(api.lists.get(PODS).items.find((it) => it.metadata.name === "cpu-huge"));
    Object.assign(pod.metadata, { name: "late", uid: "late" });
    api.emit(PODS, "ADDED", pod);
    await press(page, "Read again");
    await opened(page);
    await ready(page);
    await page.locator(".inspector").getByText("cpu-huge").first().waitFor();
    await page.getByText("late").first().waitFor();
  });
}

export async function what_happens_is_seen_while_following({ open }) {
  await beside(open, {}, async ({ page, api }) => {
    await read(page);
    await opened(page);
    await ready(page);
    await press(page, "Follow");
    await until("all watches", () => api.watching.length === WATCHED);
    const waiting = structuredClone(api.lists.get(PODS).items.find((it) => it.metadata.name === "cpu-huge"));
    Object.assign(waiting.metadata, { name: "late", uid: "late" });
    api.emit(PODS, "ADDED", waiting);
    await said(page, "default/late came");
    api.emit(PODS, "MODIFIED", { ...waiting, status: { ...waiting.status, nominatedNodeName: "node-1" } });
    await said(page, "default/late was nominated to node-1");
    api.emit(PODS, "MODIFIED", { ...waiting, spec: { ...waiting.spec, nodeName: "node-1" } });
    await said(page, "default/late was bound to node-1");
    // A watch that ends begins again, and nothing is seen twice.
    api.endWatches();
    await until("all watches again", () => api.watching.length === WATCHED);
    api.emit(PODS, "DELETED", waiting);
    await said(page, "default/late is gone");
    await said(page, /not simulated: 4 changes/);
    // Each moment can be shown, and nothing is read again for it.
    const asked = api.requests.length;
    const pods = api.lists.get(PODS).items.filter((it) => it.status.phase !== "Succeeded" && it.status.phase !== "Failed").length;
    for (const [moment, text, isThere] of [["1", "came (1 of 4)", true], ["4", "is gone (4 of 4)", false], ["3", "bound to node-1 (3 of 4)", true], ["0", "as it was read (0 of 4)", false]]) {
      await note(page).locator("input[type=range]").fill(moment);
      await note(page).locator("output").getByText(text).waitFor();
      await page.locator("#narrator").getByText(`8 nodes, ${isThere ? pods + 1 : pods} pods.`).waitFor();
    }
    assert.equal(api.requests.length, asked, "nothing is read again");
    await press(page, "Stop following");
    await until("no watch", () => api.watching.length === 0);
    await said(page, /not simulated: 4 changes/);
    await press(page, "Follow");
    await until("all watches once more", () => api.watching.length === WATCHED);
    // What the server has forgotten is read again.
    api.expireWatches();
    await until("a second reading", () => api.requests.slice(asked).some((it) => it.startsWith(`${NODES}?limit=500`)));
    await until("watches of what was read", () => api.watching.length === WATCHED);
  });
}

export async function a_recorded_preemption_is_seen({ open }) {
  await beside(open, {}, async ({ page, api }) => {
    await read(page);
    await opened(page);
    await ready(page);
    await press(page, "Follow");
    await until("all watches", () => api.watching.length === WATCHED);
    for (const { type, object } of recordedWatch(PODS)) {
      if (type === "BOOKMARK") api.bookmark(PODS);
      else api.emit(PODS, type, object);
    }
    await note(page).locator("summary").getByText("Seen in the cluster").click();
    for (const text of ["live/urgent was nominated to node-2", "is being deleted: PreemptionByScheduler", "live/urgent was bound to node-2"]) await said(page, text);
  });
}

export async function each_answer_other_than_a_page_is_handled({ open }) {
  const faults = {
    "/api/v1/services": { what: "forbidden" },
    "/apis/resource.k8s.io/v1/resourceslices": { what: "absent" },
    [PODS]: { what: "expired", times: 1 },
    "/apis/apps/v1/deployments": { what: "busy", times: 2, retryAfter: 0 },
    "/apis/apps/v1/replicasets": { what: "unavailable", times: 1, retryAfter: 0 },
  };
  await beside(open, { lists: largeLists(4, 200), faults }, async ({ page, api }) => {
    await read(page);
    await opened(page);
    await note(page).getByText("1 list was left out").click();
    await said(page, "kubectl auth can-i list services -A");
    const asked = (path) => api.requests.filter((it) => it.startsWith(`${path}?`));
    assert.equal(asked(PODS).filter((it) => !it.includes("continue=")).length, 2, "an expired list begins again");
    assert.equal(asked("/apis/apps/v1/deployments").length, 3);
    assert.equal(asked("/apis/apps/v1/replicasets").length, 2);
    assert.equal(asked(PODS).length, 4, "both of its pages are asked for again");
    await stage(page, 4);
  });
}

export async function what_breaks_off_goes_on_where_it_broke({ open }) {
  for (const [what, text] of [
    ["html", "it sent something other than JSON"],
    ["cut", "The connection broke"],
    ["unavailable", "The server answered 503"],
  ]) {
    const faults = { [PODS]: { what: "absent", times: 0 } };
    await beside(open, { lists: largeLists(4, 200), faults }, async ({ page, api }) => {
      // The second page breaks.
      const began = until("a first page", () => api.requests.some((it) => it === `${PODS}?limit=500`));
      await dialog(page).waitFor();
      api.faults[PODS] = { what, retryAfter: 0 };
      api.faults[NODES] = { what: "busy", times: 1, retryAfter: 1 };
      await read(page);
      await began;
      await said(page, text);
      delete api.faults[PODS];
      await press(page, "Go on");
      await opened(page);
    });
  }
}

export async function a_reading_can_be_stopped_and_its_part_opened({ open }) {
  await beside(open, { faults: { "/api/v1/services": { what: "stalled" } } }, async ({ page }) => {
    await read(page);
    await said(page, /2[0-9] of \d+ lists are complete/);
    await press(page, "Stop");
    await said(page, "Stopped. What was read is kept.");
    await press(page, "Open what was read");
    await said(page, "Only a part was read.");
    await ready(page);
    await stage(page, 8);
  });
}

export async function what_is_no_cluster_is_said({ open }) {
  await beside(open, { version: "<!doctype html><title>Sign in</title>" }, async ({ page }) => {
    await dialog(page).getByText("it sent something other than JSON").waitFor();
  });
  for (const [gitVersion, text] of [["v1.33.4+k3s1", "It is run as v1.34"], ["weird", "The version names no minor version."]]) {
    await beside(open, { version: { major: "1", minor: "?", gitVersion } }, async ({ page }) => {
      await dialog(page).getByText(text).waitFor();
    });
  }
}

export async function the_first_picture_comes_before_the_last_page({ open }) {
  await beside(open, { lists: largeLists(1200, 3), faults: { [PODS]: { what: "busy", times: 2, retryAfter: 2 } } }, async ({ page }) => {
    await read(page);
    await page.getByRole("img", { name: /^Nodes: (500|1,000|1,200)/ }).first().waitFor();
    assert.equal(await note(page).locator("progress").count(), 1, "it is still reading");
    await opened(page);
    await page.getByRole("img", { name: /^Nodes: 1,200 .*Pods on nodes: 3,600\./ }).first().waitFor({ timeout: 120_000 });
  });
}

export async function the_dialog_and_the_note_are_usable({ open }) {
  for (const look of LOOKS) {
    const api = await startFakeApi({ folder: dist, faults: { "/api/v1/services": { what: "forbidden" } } });
    try {
      const { page, complaints } = await open("", { nowhere: true, ...look });
      await page.goto(`${api.url}#cluster`);
      await dialog(page).locator("form").waitFor();
      await settled(page);
      await usable(page, `dialog ${looked(look)}`);
      await page.keyboard.press("Enter");
      await note(page).locator("summary").first().click();
      await note(page).getByText("kubectl auth can-i list services -A").waitFor();
      await ready(page);
      // The preview of what is read is inert.
      await page.locator("main:not([inert])").waitFor();
      await settled(page);
      await usable(page, `note ${looked(look)}`);
      complaints.length = 0;
    } finally {
      await api.close();
    }
  }
}
