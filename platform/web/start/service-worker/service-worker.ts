/// <reference lib="webworker" />
import { ExpirationPlugin } from 'workbox-expiration'
import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { SECOND_MS } from '#platform/shared/durations.ts'
import {
  isAppScreen,
  KEPT,
  KEPT_FILES,
  KEPT_SECONDS,
  type Keeping,
  markKept,
  markKeptPage,
  mayBeKept,
  withoutIdentity,
} from './kept-answers.ts'
import type { PageMessage, WorkerMessage } from './messages.ts'
import { handlePushes } from './push.ts'
import { savesData } from './saves-data.ts'

declare const self: ServiceWorkerGlobalScope
/**
 * Written by app/web/vite/add-service-worker.ts: the files of this build, the URLs that the start screen needs, and the
 * page that starts it.
 */
declare const BUILT: {
  files: PrecacheEntry[]
  start: string[]
  shell: PrecacheEntry
  entry: string
}

const { files, start, shell, entry } = BUILT

/** With data saving, only the start screen is stored; otherwise all screens work offline. */
const keptFiles = savesData(navigator) ? files.filter(({ url }) => start.includes(url)) : files

/** A slower network counts as missing. */
const ANSWER_WITHIN_SECONDS = 4

const expiration = ({ entries }: Keeping) =>
  new ExpirationPlugin({
    maxEntries: entries,
    maxAgeSeconds: KEPT_SECONDS,
    purgeOnQuotaError: true,
  })

const onlyPublic = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) =>
    mayBeKept(request, response) ? response : null,
}

for (const kept of KEPT) {
  const strategy = new NetworkFirst({
    cacheName: kept.cache,
    networkTimeoutSeconds: ANSWER_WITHIN_SECONDS,
    plugins: [
      onlyPublic,
      expiration(kept),
      {
        // A proxy's error for a server that is down counts as a missing network.
        fetchDidSucceed: async ({ response }) => {
          if (response.status >= 500) throw new Error(`The server answered ${response.status}.`)
          return response
        },
        cachedResponseWillBeUsed: async ({ cachedResponse }) =>
          cachedResponse ? markKept(cachedResponse) : null,
      },
    ],
  })
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && kept.matches(url.pathname),
    ({ request, event }) => strategy.handle({ request: withoutIdentity(request), event }),
  )
}

for (const kept of KEPT_FILES) {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && kept.matches(url.pathname),
    new StaleWhileRevalidate({
      cacheName: kept.cache,
      plugins: [onlyPublic, expiration(kept)],
    }),
  )
}

/** Loads the page from the server; the cached copy, with its own files, is only a fallback. */
async function openScreen(request: Request): Promise<Response> {
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(resolve, ANSWER_WITHIN_SECONDS * SECOND_MS),
  )
  const answer = fetch(request)
  const keptPage = async () => {
    const page = await matchPrecache(shell.url)
    return page && markKeptPage(page)
  }
  try {
    const first = await Promise.race([answer, timeout])
    if (first && ![502, 503, 504].includes(first.status)) return first
    return (await keptPage()) ?? (await answer)
  } catch {
    return (await keptPage()) ?? Response.error()
  }
}

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && isAppScreen(url.pathname),
  ({ request }) => openScreen(request),
)

// Stores the page and its files together or not at all. If the page is from another build, as during an update,
// installation fails and the browser retries later. Must come after the routes above: the first matching route answers,
// and screens have to come from the server.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) => {
      if (response.status !== 200) return null
      if (new URL(request.url).pathname !== shell.url) return response
      return (await response.clone().text()).includes(entry) ? response : null
    },
  },
])
precacheAndRoute([...keptFiles, shell], {
  directoryIndex: '',
  cleanURLs: false,
  urlManipulation: () => [],
})
cleanupOutdatedCaches()

handlePushes()

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', ({ data, source }: ExtendableMessageEvent) => {
  const message = data as PageMessage
  if (message.type === 'take-over') self.skipWaiting()
  if (message.type !== 'started-with') return
  // The page is already from this build: it came from the network while this worker was waiting.
  if (message.entry.endsWith(entry)) self.skipWaiting()
  else source?.postMessage({ type: 'newer' } satisfies WorkerMessage)
})
