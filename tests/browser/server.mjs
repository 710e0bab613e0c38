// A static host that serves a folder under a sub-path.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".yaml": "text/plain; charset=utf-8",
};

/** Answers a request for a file of `folder`, which is served at the path `base`. */
export async function answerFile(folder, base, request, response) {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  const file = path.endsWith("/") ? `${path}index.html` : path;
  const inside = file.startsWith(base) ? normalize(file.slice(base.length)) : undefined;
  if (inside === undefined || inside.startsWith(`..${sep}`) || inside === "..") {
    response.writeHead(404).end("not here");
    return;
  }
  try {
    const body = await readFile(join(folder, inside));
    response.writeHead(200, { "content-type": TYPES[extname(inside)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end("not here");
  }
}

/** Starts a server on this machine. Resolves to its origin, and what ends it. */
export async function listen(server, port = 0) {
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

/** Serves `folder` at the path `base`. Resolves to `{ url, close }`. */
export async function serve(folder, base = "/schedscope/", port = 0) {
  const { origin, close } = await listen(createServer((request, response) => answerFile(folder, base, request, response)), port);
  return { url: `${origin}${base}`, close };
}

// As a program: node tests/browser/server.mjs [folder] [port]
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { url } = await serve(process.argv[2] ?? "dist", "/schedscope/", Number(process.argv[3] ?? 0));
  console.log(url);
}
