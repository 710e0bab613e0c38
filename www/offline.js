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

// The address under which a page is cached: without query and fragment, and without the name of the folder's index.
const address = (url) => new URL(url.pathname.replace(/\/index\.html$/, "/"), url);

// The page of a scenario or a lesson is not cached: the start page opens it.
const elsewhere = (url) => {
  const [, chinese, kind, name] = /\/(zh\/)?([sl])\/([^/]+)\/$/.exec(address(url).pathname) ?? [];
  if (!name) return undefined;
  const fragment = kind === "s" ? `scenario=${name}&v=3` : `lesson=${name}`;
  return Response.redirect(new URL(`#${fragment}${chinese ? "&lang=zh" : ""}`, root));
};

const found = async (request) => (await (await caches.open(own)).match(request)) ?? (await caches.match(request));

// Says that a page is not cached. It is shown at any address, so its links need the root of the site.
const notCached = async () => {
  const page = await found(new URL("offline.html", root));
  if (!page) return undefined;
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response((await page.text()).replaceAll("ROOT", root.href), { status: 503, headers });
};

const answer = async (request, url) => {
  if (lasts(url)) return (await found(request)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const isPage = request.mode === "navigate";
    const kept = await found(isPage ? address(url) : request);
    const other = kept ?? (isPage ? (elsewhere(url) ?? (await notCached())) : undefined);
    if (other) return other;
    throw error;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.href.startsWith(root.href)) event.respondWith(answer(request, url));
});
