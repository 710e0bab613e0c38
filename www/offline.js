// Service worker: caches the page for offline use. The build prepends its ID and its list of files.
/* global BUILD, FILES */
const own = `schedscope-${BUILD}`;
const root = new URL("./", self.location);
// Files whose names contain a content hash never change.
const lasts = (url) => /-[0-9a-f]{16}[._]/.test(url.pathname);

self.addEventListener("install", (event) => {
  // It waits until no tab shows the previous build, whose chunks still come from its own cache.
  event.waitUntil(caches.open(own).then((cache) => cache.addAll(FILES.map((file) => new URL(file, root)))));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("schedscope-") && name !== own;
  const clear = async () => {
    await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

// The page of a scenario that is not cached: the home page opens the scenario.
const elsewhere = (url) => {
  const [, name] = /\/s\/([^/]+)\/(?:index\.html)?$/.exec(url.pathname) ?? [];
  return name && Response.redirect(new URL(`#scenario=${name}&v=3`, root));
};

const found = async (request) => (await (await caches.open(own)).match(request)) ?? (await caches.match(request));

const answer = async (request, url) => {
  if (lasts(url)) return (await found(request)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const kept = (await found(request)) ?? (request.mode === "navigate" && (elsewhere(url) || (await found(root))));
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.href.startsWith(root.href)) event.respondWith(answer(request, url));
});
