// The build writes `version` and `files`, the names of all files of the page, above this.
// Files come from the network if it is there, so that a new page is seen at once, and from the cache if it is not.

const cacheName = `philidor ${version}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const removeOthers = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("philidor ") && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(removeOthers());
});

/** The file's name if the request is for a file of the page; an address without one is index.html. */
function fileOf(request) {
  const { scope } = registration;
  const [address] = request.url.split(/[?#]/);
  const name = address.startsWith(scope) ? address.slice(scope.length) || "index.html" : null;
  return request.method === "GET" && files.includes(name) ? name : null;
}

async function fromNetworkOrCache(request, name) {
  const isFixed = name.startsWith("assets/"); // its name has its hash
  const cache = await caches.open(cacheName);
  const kept = await cache.match(name);
  if (isFixed && kept) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

addEventListener("fetch", (event) => {
  const name = fileOf(event.request);
  if (name) event.respondWith(fromNetworkOrCache(event.request, name));
});
