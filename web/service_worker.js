// Keeps the built page on the device, so that it opens without a network. vite.config.ts writes
// `BUILD` and `FILES` above this.
// The server alone answers /api and /ws: nothing of a game is ever kept here.
const CACHE = `tablee-${BUILD}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // 'reload' passes by the browser's own cache, which may still hold an older page.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (/^\/(api|ws|healthz|metrics|docs|openapi)(\/|\.|$)/.test(url.pathname)) return
  const wanted = event.request.mode === 'navigate' ? '/' : event.request
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted))
      .then((kept) => kept ?? fetch(event.request)),
  )
})
