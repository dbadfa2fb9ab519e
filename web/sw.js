// Keeps the files of the page, so that it opens without a network and says so. Games are never kept here: the server has them.

const SHELL = "shell";
/** What the page names of its own files. */
const NAMED = /(?:src|href)="(\/v\/[^"]+|\/icon\.svg|\/manifest\.webmanifest)"/g;
/** What modules name of each other. */
const TAKEN = /(?:from|import|import\()\s*"(\.[^"]+\.js)"/g;

/** Keeps the page as it is now, with every file it may come to need. */
async function keep() {
  const answer = await fetch("/", { cache: "no-cache" });
  if (!answer.ok) throw new Error("the page cannot be loaded");
  const shell = await caches.open(SHELL);
  const text = await answer.clone().text();
  const known = new Set();
  const open = [...text.matchAll(NAMED)].map(([, path]) => path);
  while (open.length) {
    const path = open.pop();
    if (known.has(path)) continue;
    known.add(path);
    const file = (await shell.match(path)) ?? (await fetch(path));
    if (!file.ok) throw new Error(`${path} cannot be loaded`);
    await shell.put(path, file.clone());
    if (!path.endsWith(".js")) continue;
    for (const [, name] of (await file.text()).matchAll(TAKEN)) {
      open.push(new URL(name, new URL(path, self.location.href)).pathname);
    }
  }
  await shell.put("/", answer);
  // Files of versions that were are of no use any more.
  for (const request of await shell.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/" && !known.has(pathname)) await shell.delete(request);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(keep().catch(() => {})));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match("/")) ?? Response.error()));
  } else if (pathname.startsWith("/v/")) {
    // Its address says which version it is, so it never changes.
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/mine";
  const show = async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((one) => new URL(one.url).pathname === path) ?? open[0];
    if (!there) return self.clients.openWindow(path);
    await there.focus();
    if (new URL(there.url).pathname !== path) await there.navigate(path);
  };
  event.waitUntil(show());
});
