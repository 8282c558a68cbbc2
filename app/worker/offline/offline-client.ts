/** The worker's pages use the phone's storage by this. Part of their bundle, so that it works without a network. */
import { ask } from '#app/worker/offline/ask.ts'
import { clearPhone, lookAtPhone, openPhone } from '#app/worker/offline/phone-store.ts'
import { keepPhoto } from '#app/worker/offline/send-photos.ts'
import { keepStart, keepStep } from '#app/worker/offline/send-taps.ts'
import { sendWaiting } from '#app/worker/offline/send-waiting.ts'
import { tell, type WaitingPhoto, type WaitingStart } from '#app/worker/offline/waiting.ts'

const SCRIPT = '/worker-sw.js'
const SCOPES = ['/shg-worker-dashboard', '/upload-task-photo']
const RETRY_MS = 30_000

/** A screen to open without a network; it is fetched again when its tag changes. */
export type Screen = { path: string; tag: string }

/** A page's request to its service worker to keep screens. */
export type KeepScreens = { ownerId: string; language: string; screens: Screen[] }

/** Registers the service worker for the worker's screens and nothing else, and tells it which of them to keep. */
export async function keepScreens(message: KeepScreens): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  await pageIsQuiet()
  const [home] = await Promise.all(SCOPES.map((scope) => navigator.serviceWorker.register(SCRIPT, { scope })))
  const worker = home?.active ?? home?.waiting ?? home?.installing
  worker?.postMessage(message)
}

/** After the page and its pictures have loaded: what is kept for later must not delay what she sees now. */
async function pageIsQuiet(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 2_000 })
      : setTimeout(resolve, 200),
  )
}

/** Asks the browser to send what waits as soon as it can, also after this page is closed. */
async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(SCOPES[0])
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register('send-waiting').catch(() => {})
  // Else a phone that runs out of room may throw away what waits.
  await navigator.storage?.persist?.().catch(() => {})
}

/** Sends now and, while the page is open, whenever there may be a network again; returns what ends that. */
export function keepSending(ownerId: string): () => void {
  const send = () => void sendWaiting(ownerId).catch(() => {})
  addEventListener('online', send)
  // Not every phone says when its network is back.
  const timer = setInterval(send, RETRY_MS)
  send()
  return () => {
    removeEventListener('online', send)
    clearInterval(timer)
  }
}

/** Begins to send; what could not be sent is sent when the network is back. */
function sendSoon(ownerId: string): void {
  void sendWaiting(ownerId)
    .then((isDone) => (isDone ? undefined : askForSync()))
    .catch(() => {})
}

type Tap = Pick<WaitingStart, 'workLogId' | 'ownerId' | 'taskName'>

/** Starts a task: safe on the phone as soon as this has ended. Throws when the phone has no room. */
export async function startOnPhone(tap: Tap): Promise<void> {
  await keepStart(tap)
  sendSoon(tap.ownerId)
}

/** Counts so many more, or fewer: safe on the phone as soon as this has ended. Throws when the phone has no room. */
export async function countOnPhone(tap: Tap, step: number): Promise<void> {
  await keepStep(tap, step)
  sendSoon(tap.ownerId)
}

/** Queues a photo: safe on the phone as soon as this has ended. Throws when the phone has no room. */
export async function queuePhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>): Promise<void> {
  await keepPhoto(photo)
  sendSoon(photo.ownerId)
}

/** One row of the list of what waits: a start, the steps of one task together, or a photo. */
export type WaitingEntry =
  | { kind: 'start' | 'steps'; workLogId: string; ownerId: string }
  | { kind: 'photo'; workLogId: string; ownerId: string; sha256: string }

/** Takes a refused entry off the phone, or sends it once more. */
export async function settleRefused(entry: WaitingEntry, what: 'remove' | 'retry'): Promise<void> {
  const { starts, steps, photos } = await lookAtPhone(entry.ownerId)
  const isMeant = (one: { workLogId: string; refused: unknown }) =>
    one.workLogId === entry.workLogId && Boolean(one.refused)
  const phone = await openPhone()
  const change = phone.transaction(['starts', 'steps', 'photos'], 'readwrite')
  const [startStore, stepStore, photoStore] = [
    change.objectStore('starts'),
    change.objectStore('steps'),
    change.objectStore('photos'),
  ]
  const again = { refused: null }
  if (entry.kind === 'start')
    for (const one of starts.filter(isMeant))
      void (what === 'retry' ? startStore.put({ ...one, ...again }) : startStore.delete(one.workLogId))
  if (entry.kind === 'steps')
    for (const one of steps.filter(isMeant))
      void (what === 'retry' ? stepStore.put({ ...one, ...again }) : stepStore.delete(one.at ?? -1))
  if (entry.kind === 'photo')
    for (const one of photos.filter((photo) => isMeant(photo) && photo.sha256 === entry.sha256))
      void (what === 'retry'
        ? photoStore.put({ ...one, ...again })
        : photoStore.delete([one.workLogId, one.sha256]))
  await change.done
  tell({ kind: 'changed' })
  if (what === 'retry') sendSoon(entry.ownerId)
}

export type Leaving =
  | { kind: 'left' }
  | { kind: 'unsent'; photos: number; taps: number }
  | { kind: 'no_network' }

/**
 * Clears the phone for signing out: not while there is no network, since the session could not be ended, and not
 * before she was told what has not been sent.
 */
export async function clearOfflineData(ownerId: string, isTold: boolean): Promise<Leaving> {
  if (!isTold) {
    await sendWaiting(ownerId)
    const { photos, steps, starts } = await lookAtPhone(ownerId)
    const taps = steps.length + starts.length
    if (photos.length + taps > 0) return { kind: 'unsent', photos: photos.length, taps }
  }
  const isThere = await ask('/api/auth/get-session').then(
    () => true,
    () => false,
  )
  if (!isThere) return { kind: 'no_network' }
  await clearPhone(ownerId)
  return { kind: 'left' }
}
