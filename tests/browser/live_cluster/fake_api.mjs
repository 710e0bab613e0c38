// An API server that plays answers from a file, as a page behind `kubectl proxy` sees them. It only knows GET: any other verb is refused and listed in
// `refused`. The README beside it says what `recorded.jsonl` is.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { answerFile, listen } from "../server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** Where `kubectl proxy --www-prefix` serves the page. */
const BASE = "/schedscope/";
/** The default of a list without `limit` is all objects. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The answers of the file: `{ request, status, headers, body }` of one request each, or `{ request, lines }` of a watch. */
export const recorded = readFileSync(join(here, "recorded.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The recorded answer with this status. */
const recordedStatus = (status) => recorded.find((it) => it.status === status);

/** The recorded lines of a watch of this path. */
export const recordedWatch = (path) => recorded.find((it) => it.lines && it.request.startsWith(`${path}?`)).lines;

/** The collections of the recorded cluster, by path: `{ kind, apiVersion, items }`. */
export function recordedLists() {
  const lists = new Map();
  for (const { request, status, body } of structuredClone(recorded)) {
    // Single pages are there for what they say about their list.
    if (status === 200 && body?.items && request.includes("?limit=500")) lists.set(request.split("?")[0], body);
  }
  return lists;
}

/** `count` copies of an object, with names and uids of their own. */
export const copies = (object, count, change = () => {}) =>
  Array.from({ length: count }, (_, at) => {
    const copy = structuredClone(object);
    copy.metadata.name = `${object.metadata.name}-${String(at).padStart(5, "0")}`;
    copy.metadata.uid = `${object.metadata.uid.slice(0, -8)}${String(at).padStart(8, "0")}`;
    change(copy, at);
    return copy;
  });

const json = (response, status, body, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(typeof body === "string" ? body : JSON.stringify(body));

/** The value of a dotted path in an object. */
const valueAt = (object, path) => path.split(".").reduce((value, name) => value?.[name], object);

/** Whether an object has what a field selector asks for. */
const isSelected = (object, selector) =>
  (selector ?? "").split(",").filter(Boolean).every((term) => {
    const [, path, operator, value] = term.match(/^([^=!]+)(!=|==?)(.*)$/);
    return (String(valueAt(object, path) ?? "") === value) === (operator !== "!=");
  });

/** Plural, group and namespace of the path of a collection. */
function collectionOf(path) {
  const [, group = "", namespace, plural] = path.match(/^\/(?:api|apis\/([^/]+))\/[^/]+(?:\/namespaces\/([^/]+))?\/([^/]+)$/) ?? [];
  return { group, namespace, plural };
}

/** The refusal of a request by authorization, in the words of the API server. */
function forbidden(path) {
  const { body } = structuredClone(recordedStatus(403));
  const { group, namespace, plural } = collectionOf(path);
  const where = namespace ? `in the namespace "${namespace}"` : "at the cluster scope";
  const [user] = body.message.match(/User "[^"]*"/);
  body.message = `${plural}${group && `.${group}`} is forbidden: ${user} cannot list resource "${plural}" in API group "${group}" ${where}`;
  body.details = { kind: plural, ...(group && { group }) };
  return body;
}

/**
 * Starts the server. Resolves to an object with its `origin`, the `url` of the page, and
 * - `lists`: the collections by path; a test may change them before they are read.
 * - `faults`: what goes wrong, by path: `{ what, times, retryAfter }`, where `what` is `forbidden`, `absent`, `expired` (of `continue`), `busy` (429),
 *   `unavailable` (503), `html`, `cut` (within an object) or `stalled` (no byte follows). Without `times` it always does.
 * - `requests`: the requests for the API so far, as path with query. `refused`: those with another verb.
 * - `version`: the answer to `/version`, or a text in its place.
 * - `emit(path, type, object)`: changes the collection, and tells it to those who watch. `bookmark(path)` sends a bookmark.
 * - `endWatches()`: ends all watches as the API server does after some minutes. `breakWatches()`: breaks their connections.
 * - `expireWatches()`: they end with an error 410, and so do watches that begin at earlier versions.
 * - `watching`: the paths that are being watched.
 */
export async function startFakeApi({ folder, lists = recordedLists(), faults = {}, version, port } = {}) {
  const watches = new Set();
  let revision = Math.max(1, ...[...lists.values()].map((list) => Number(list.metadata?.resourceVersion) || 1));
  let oldest = 0;
  const api = {
    lists,
    faults,
    requests: [],
    refused: [],
    version: version ?? recorded.find((it) => it.request === "/version").body,
    get watching() {
      return [...watches].map((it) => it.path);
    },
    emit(path, type, object) {
      revision += 1;
      const list = lists.get(path);
      const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
      const isSame = (it) => it.metadata.name === object.metadata.name && it.metadata.namespace === object.metadata.namespace;
      const others = list.items.filter((it) => !isSame(it));
      list.items = type === "DELETED" ? others : [...others, stored];
      // Only an item of a list does not state its kind.
      tell(path, { type, object: { kind: list.kind.replace(/List$/, ""), apiVersion: list.apiVersion, ...stored } });
    },
    bookmark(path) {
      const list = lists.get(path);
      const object = { kind: list.kind.replace(/List$/, ""), apiVersion: list.apiVersion, metadata: { resourceVersion: String(revision), creationTimestamp: null } };
      tell(path, { type: "BOOKMARK", object });
    },
    endWatches: () => leave((response) => response.end()),
    breakWatches: () => leave((response) => response.destroy()),
    expireWatches() {
      revision += 1;
      oldest = revision;
      leave((response) => response.end(expiredEvent()));
    },
  };

  /** Ends all watches in a way. */
  function leave(end) {
    const left = [...watches];
    watches.clear();
    for (const { response } of left) end(response);
  }

  /** What happened so far. A watch that begins at an earlier version gets the rest of it, as from the API server. */
  const past = [];

  function tell(path, event) {
    if (event.type !== "BOOKMARK") past.push({ path, event, revision });
    for (const watch of watches) send(watch, path, event);
  }

  function send(watch, path, event) {
    const isOfNamespace = !watch.namespace || event.object.metadata.namespace === watch.namespace || event.type === "BOOKMARK";
    if (watch.path === path && isOfNamespace && (event.type !== "BOOKMARK" || watch.bookmarks)) watch.response.write(`${JSON.stringify(event)}\n`);
  }

  const expiredEvent = () => {
    const said = recorded.find((it) => it.lines?.some((line) => line.type === "ERROR")).lines.find((line) => line.type === "ERROR");
    return `${JSON.stringify(said)}\n`;
  };

  /** Whether something goes wrong with this request. `expired` concerns only those that continue a list. */
  function faultOf(path, query) {
    const fault = faults[path];
    if (!fault || fault.times === 0 || (fault.what === "expired" && !query.get("continue")) || query.get("watch")) return undefined;
    if (fault.times) fault.times -= 1;
    return fault;
  }

  function answerFault(fault, path, query, response) {
    const wait = fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
    const status = (code, reason, message) => ({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code });
    switch (fault.what) {
      case "forbidden":
        return json(response, 403, forbidden(path));
      case "absent":
        return json(response, 404, recordedStatus(404).body);
      case "expired":
        return json(response, 410, recordedStatus(410).body);
      case "busy":
        return json(response, 429, status(429, "TooManyRequests", "the server has received too many requests and has asked us to try again later"), wait);
      case "unavailable":
        return json(response, 503, status(503, "ServiceUnavailable", "the server is currently unable to handle the request"), wait);
      case "html":
        return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html><title>Sign in</title><p>Sign in to go on.");
      case "cut":
      case "stalled": {
        const text = JSON.stringify(page(path, query).body);
        response.writeHead(200, { "content-type": "application/json" });
        return response.write(text.slice(0, text.length >> 1), () => fault.what === "cut" && response.destroy());
      }
      default:
        throw new Error(`no such fault: ${fault.what}`);
    }
  }

  /** A page of a collection, as `limit` and `continue` ask for it. */
  function page(path, query) {
    const { namespace } = collectionOf(path);
    const whole = lists.get(namespace ? path.replace(`/namespaces/${namespace}`, "") : path);
    if (!whole) return undefined;
    const items = whole.items.filter((it) => (!namespace || it.metadata.namespace === namespace) && isSelected(it, query.get("fieldSelector")));
    const began = query.get("continue") ? JSON.parse(Buffer.from(query.get("continue"), "base64url")) : { rv: revision, start: 0 };
    const end = began.start + (Number(query.get("limit")) || ALL);
    const rest = items.length - end;
    const more = rest > 0 ? { continue: Buffer.from(JSON.stringify({ ...began, start: end })).toString("base64url"), remainingItemCount: rest } : {};
    // The API server does not count the rest of a selection.
    if (query.get("fieldSelector")) delete more.remainingItemCount;
    const metadata = { resourceVersion: String(began.rv), ...more };
    return { body: { kind: whole.kind, apiVersion: whole.apiVersion, metadata, items: items.slice(began.start, end) } };
  }

  function watch(path, query, request, response) {
    const { namespace } = collectionOf(path);
    const whole = namespace ? path.replace(`/namespaces/${namespace}`, "") : path;
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    if (Number(query.get("resourceVersion")) < oldest) return response.end(expiredEvent());
    const entry = { path: whole, namespace, response, bookmarks: query.get("allowWatchBookmarks") === "true" };
    watches.add(entry);
    for (const { path: place, event, revision: at } of past) if (at > Number(query.get("resourceVersion"))) send(entry, place, event);
    response.on("close", () => watches.delete(entry));
  }

  function answer(request, response) {
    const { pathname: path, searchParams: query } = new URL(request.url, "http://localhost");
    if (path.startsWith(BASE) && folder) return answerFile(folder, BASE, request, response);
    api.requests.push(request.url);
    // What `kubectl proxy --reject-methods` answers.
    if (request.method !== "GET") {
      api.refused.push(`${request.method} ${request.url}`);
      return response.writeHead(403, { "content-type": "text/plain; charset=utf-8" }).end("Forbidden");
    }
    const fault = faultOf(path, query);
    if (fault) return answerFault(fault, path, query, response);
    if (path === "/version") return typeof api.version === "string" ? response.writeHead(200, { "content-type": "text/html" }).end(api.version) : json(response, 200, api.version);
    if (query.get("watch")) return watch(path, query, request, response);
    const found = page(path, query);
    return found ? json(response, 200, found.body) : response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("404 page not found\n");
  }

  const { origin, close } = await listen(createServer(answer), port);
  return Object.assign(api, { origin, url: `${origin}${BASE}`, close });
}

// As a program: node tests/browser/live_cluster/fake_api.mjs [folder] [port]
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startFakeApi({ folder: process.argv[2] ?? "dist", port: Number(process.argv[3] ?? 0) });
  console.log(url);
}
