// What somebody has read stays readable offline, for them alone. Nothing is sent later.
const open = (name) => caches.open(name + release), forget = () => caches.delete("pages" + release), on = addEventListener;
on("install", (event) => event.waitUntil(open("shell").then((cache) => cache.addAll(assets)).then(skipWaiting)));
on("activate", (event) => event.waitUntil(caches.keys().then((names) => {
  for (const name of names) name.endsWith(release) || caches.delete(name);
  return clients.claim();
})));
on("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode === "navigate") event.respondWith(visit(event, event.request));
  else if (url.startsWith(origin + "/static/")) event.respondWith(fetch(url).catch(() => caches.match(url)));
});
const visit = async (event, { method, url }) => {
  const act = method !== "GET";
  if (act && /\/(accounts|sample)\//.test(url)) await forget(); // somebody comes or goes
  try {
    const answer = await fetch(event.request);
    event.waitUntil(note(url, answer.clone()));
    return answer;
  } catch {
    const kept = !act && (await (await open("pages")).match(url)), head = kept?.headers;
    if (!kept) return caches.match("/offline/" + (act ? "?act" : ""));
    const seen = new Date(head.get("Date")).toLocaleString(head.get("Content-Language"), { dateStyle: "full", timeStyle: "short" });
    return new Response((await kept.text()).replace(/(id="as-of") hidden([^]*?<time>)/, `$1$2${seen}`), kept);
  }
};
const note = async (url, { status, headers, body }) => {
  const reader = headers.get("Questkeep-Reader");
  if (!reader) return;
  if ((await (await caches.match("/reader"))?.text()) !== reader) await forget();
  const cache = await open("pages"), known = await cache.keys(), [base] = url.match(/.*?\/campaigns\/[^/]+|.*/);
  cache.put("/reader", new Response(reader));
  if (status > 400 && status < 411) for (const one of known) one.url.startsWith(base) && cache.delete(one);
  if (status !== 200 || !headers.get("Questkeep-Keep")) return;
  const kept = new Headers(headers);
  kept.delete("Vary"); // its address is enough
  await cache.put(url, new Response(body, { headers: kept }));
  if (known.length > 80) cache.delete(known[1]);
};
