/// <reference lib="webworker" />
/**
 * The service worker of the worker's screens: pages that were opened once open without a network, and what waits
 * is sent when the network is back, even when no page is open. It sees nothing of the shop's other pages.
 */
import { sendWaiting } from '#app/phone/send-waiting.ts'

declare const self: ServiceWorkerGlobalScope & { __BUILD__?: string }
declare const __BUILD__: string

type SyncEvent = ExtendableEvent & { tag: string; lastChance: boolean }

const PAGES = 'worker-pages'
const FILES = `worker-files-${__BUILD__}`
const SCREENS = /^\/(shg-worker-dashboard|upload-task-photo)(\/|\.data$|$)/
/** Whose work to send when no page is open: the last who opened one here. Kept with the pages, cleared with them. */
const OWNER = '/-/owner'

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('worker-files-') && name !== FILES) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (/^\/(assets|illustrations)\//.test(url.pathname)) event.respondWith(fileFirst(request))
  else if (SCREENS.test(url.pathname)) event.respondWith(networkFirst(request))
})

self.addEventListener('message', (event) => {
  if (typeof event.data?.ownerId === 'string') event.waitUntil(rememberOwner(event.data.ownerId))
})

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as SyncEvent
  if (tag !== 'send-waiting') return
  const work = async () => {
    const owner = await (await caches.match(OWNER))?.text()
    // A rejected promise makes the browser try again later.
    if (owner && !(await sendWaiting(owner))) throw new Error('something still waits')
  }
  waitUntil.call(event, work())
})

async function rememberOwner(ownerId: string): Promise<void> {
  await (await caches.open(PAGES)).put(OWNER, new Response(ownerId))
}

/** Built files never change under their names. */
async function fileFirst(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone())
  return answer
}

/** The page as it is now; without a network, as it was when it was last opened. */
async function networkFirst(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (answer.ok && !answer.redirected) await (await caches.open(PAGES)).put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await caches.match(request)
    if (kept) return kept
    throw error
  }
}
