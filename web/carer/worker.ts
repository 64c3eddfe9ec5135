/**
 * /sw.js, the service worker of /carer: the page opens without a network. It keeps the
 * page and the files that it is made of, all of them public; answers of the server never. The build
 * (scripts/carer-worker-plugin.ts) writes the list of files in and strips the types: no imports here.
 */
interface Waiting extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface Client {
  url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}
interface Pushed extends Waiting {
  data: { json: () => { title: string; text: string; link: string; tag: string } } | null;
}
interface Pressed extends Waiting {
  notification: { data: string; close: () => void };
}
interface Scope {
  clients: {
    claim: () => Promise<void>;
    matchAll: (options?: { includeUncontrolled: boolean }) => Promise<Client[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: (name: string, hear: (event: never) => void) => void;
}
declare const FILES: readonly string[];
declare const VERSION: string;

const scope = globalThis as unknown as Scope;
const NAME = `yian.carer.${VERSION}`;
const PAGE = '/carer';
/** A network that hangs is none: the kept page is there at once. */
const PATIENCE_MS = 3000;

async function keepAll(): Promise<void> {
  const cache = await caches.open(NAME);
  const page = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'reload', credentials: 'omit' });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  await cache.put(PAGE, page);
  await cache.addAll(FILES);
}

async function dropOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('yian.carer.') && name !== NAME).map((name) => caches.delete(name)));
}

/** The page from the server, so that a new version is there at once; the kept one when there is none to be had. */
async function page(url: string): Promise<Response> {
  try {
    const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) return answer;
  } catch {
    // No network.
  }
  return (await caches.match(PAGE, { cacheName: NAME })) ?? Response.error();
}

scope.addEventListener('install', (event: Waiting) => event.waitUntil(keepAll()));
scope.addEventListener('activate', (event: Waiting) => event.waitUntil(dropOld().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event: Fetching) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE) event.respondWith(page(request.url));
  } else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname, { cacheName: NAME }).then((kept) => kept ?? fetch(request)));
  }
});
// The network is back while the page sleeps; it alone can sign what it sends.
scope.addEventListener('sync', (event: Waiting) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of ours
  event.waitUntil(scope.clients.matchAll({ includeUncontrolled: true }).then((pages) => pages.forEach((one) => one.postMessage('sync')))),
);
scope.addEventListener('message', (event: Waiting & { data: unknown }) => {
  // A page that has just begun is of the new version; others that are open still need the old one.
  if (event.data === 'now')
    event.waitUntil(scope.clients.matchAll().then((pages) => (pages.length <= 1 ? scope.skipWaiting() : undefined)));
});

/** Where a notice leads: an open page of the office goes there, else a new one. Never anywhere but here. */
async function lead(link: string): Promise<void> {
  const address = new URL(link, location.origin);
  if (address.origin !== location.origin) return;
  const open = await scope.clients.matchAll({ includeUncontrolled: true });
  const office = open.find(({ url }) => new URL(url).pathname !== PAGE);
  if (!office) return void (await scope.clients.openWindow(address.href));
  await office.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of ours
  office.postMessage({ open: address.pathname + address.search });
}

// A message while no page is open (server/messages/web-push.ts). Browsers take away the right of whoever shows nothing.
scope.addEventListener('push', (event: Pushed) => {
  const { title, text, link, tag } = event.data?.json() ?? { title: '您有新消息', text: '', link: '/message/index', tag: 'yian.message' };
  event.waitUntil(scope.registration.showNotification(title, { body: text, tag, data: link, icon: '/carer-192.png' }));
});
scope.addEventListener('notificationclick', (event: Pressed) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});
