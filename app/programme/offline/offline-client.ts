/** The pages' interface to the offline queue. It is in their bundle, so that it works without a network. */

import { cookieText } from '#app/kit/browser/browser-state.ts'
import { forgetScreens } from '#app/kit/forget-screens.ts'
import { leaveOffline, writeLeft } from '#app/kit/leave-offline.ts'
import { SERVICE_WORKER } from '#app/kit/trusted-types.ts'
import { forgetKept, keepWorker } from '#app/programme/offline/kept-workers.ts'
import { readScreensCookie } from '#app/programme/offline/phone-keys.ts'
import { clearPhone, deleteTasks, openPhone, readPhone } from '#app/programme/offline/phone-store.ts'
import { NO_ANSWER_MS } from '#app/programme/offline/schedule.ts'
import { enqueueDecision } from '#app/programme/offline/send-decisions.ts'
import { enqueuePhoto, withdrawPhotos } from '#app/programme/offline/send-photos.ts'
import { enqueueQuestion, type NewQuestion } from '#app/programme/offline/send-questions.ts'
import { enqueueStart, enqueueStep } from '#app/programme/offline/send-taps.ts'
import { sendWaiting } from '#app/programme/offline/send-waiting.ts'
import { type StorageProblem, storeOrSend } from '#app/programme/offline/store-or-send.ts'
import {
  hasUnsent,
  notify,
  type WaitingDecision,
  type WaitingPhoto,
  type WaitingStart,
} from '#app/programme/offline/waiting.ts'

import type { Language } from '#shop/programme/worker.ts'

/** The service worker scopes of the worker's screens. */
export const WORKER_SCOPES = ['/shg-worker-dashboard', '/upload-task-photo']
const RETRY_MS = 30_000

/** A screen to store for use without a network. It is fetched again when its tag changes. */
export type Screen = { path: string; tag: string }

/**
 * A page's message that asks its service worker to store screens. `cookie`: the value of `SCREENS_COOKIE` that may open
 * them, with the keys that encrypt them; null for a sign-in by email.
 */
export type KeepScreens = {
  ownerId: string
  language: Language
  screens: Screen[]
  cookie: string | null
  /** True if the browser had the cookie that hints at a signed-in person. A sign-out without scripts deletes it. */
  hasHint: boolean
  /** When the page asked, in ms. A sign-out after that time cancels the request. */
  at: number
}

/** The message to the service worker about photos that a page shows. */
export type KeepPhotos = Pick<KeepScreens, 'at'> & { photos: string[] }

/** The request of a page. `keptName`: the name under which the phone lists a worker who signed in with a PIN. */
export type StoredScreens = Omit<KeepScreens, 'cookie' | 'hasHint' | 'at'> & { keptName?: string | null }

/** Registers the service worker for these screens and tells it which screens to store. */
export async function keepScreens(
  scopes: readonly string[],
  { keptName, ...request }: StoredScreens,
): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  // Reads the cookie now. Once the page is idle, another person may have signed in.
  const cookie = await readScreensCookie()
  const message: KeepScreens = {
    ...request,
    cookie,
    hasHint: cookieText('account') !== '',
    at: Date.now(),
  }
  await waitForIdle()
  const { ownerId, language } = request
  // If this fails, the screens stay stored only until the phone is locked.
  if (keptName) await keepWorker({ ownerId, name: keptName, language }, cookie).catch(() => {})
  const [home] = await Promise.all(
    scopes.map((scope) => navigator.serviceWorker.register(SERVICE_WORKER, { scope })),
  )
  const worker = home?.active ?? home?.waiting ?? home?.installing
  worker?.postMessage(message)
}

/** Asks the service worker to store the page's photos. On a first visit, they load before that worker is active. */
export async function keepPhotos(photos: string[]): Promise<void> {
  if (photos.length === 0 || !('serviceWorker' in navigator)) return
  const message: KeepPhotos = { photos, at: Date.now() }
  await waitForIdle()
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message)
}

/** Resolves after the page and its pictures have loaded, so that background downloads do not delay them. */
async function waitForIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 2_000 })
      : setTimeout(resolve, 200),
  )
}

/** Asks the browser to send the queue as soon as it can, even after this page is closed. */
async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register('send-waiting').catch(() => {})
  // Without persistence, a phone that runs out of space may delete the queue.
  await navigator.storage?.persist?.().catch(() => {})
}

/** Sends the queue now, and repeatedly while the page is open. Returns a function that stops the repetition. */
export function keepSending(ownerId: string): () => void {
  const send = (until?: number) => void sendWaiting(ownerId, until).catch(() => {})
  const sendEarly = () => send(Date.now() + NO_ANSWER_MS)
  addEventListener('online', sendEarly)
  // Needed because not every phone fires `online`.
  const timer = setInterval(send, RETRY_MS)
  sendEarly()
  return () => {
    removeEventListener('online', sendEarly)
    clearInterval(timer)
  }
}

/** Sends in the background. Failed items are sent when the network is back. */
function sendSoon(ownerId: string): void {
  void sendWaiting(ownerId)
    .then((isDone) => (isDone ? undefined : askForSync()))
    .catch(() => {})
}

/** Stores work and sends it soon. `send` sends the work as a form if the phone cannot store it. */
async function storeAndSend(ownerId: string, store: () => Promise<void>, send: () => void) {
  const problem = await storeOrSend({ store, isShopReachable, send })
  if (!problem) sendSoon(ownerId)
  return problem
}

type StoreResult = Promise<StorageProblem | null>
type Tap = Pick<WaitingStart, 'workLogId' | 'ownerId' | 'taskName'>

/** Queues the start of a task, or sends it by `send`. */
export function startOnPhone(tap: Tap, send: () => void): StoreResult {
  return storeAndSend(tap.ownerId, () => enqueueStart(tap), send)
}

/** Queues a count step, which may be negative, or sends it by `send`. */
export function countOnPhone(tap: Tap, step: number, send: () => void): StoreResult {
  return storeAndSend(tap.ownerId, () => enqueueStep(tap, step), send)
}

/** Queues a photo, or sends it by `send`. It replaces an earlier queued photo of its task. */
export function queuePhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>, send: () => void): StoreResult {
  const sendAlone = () =>
    void withdrawPhotos(photo.workLogId)
      .catch(() => {})
      .then(send)
  return storeAndSend(photo.ownerId, () => enqueuePhoto(photo), sendAlone)
}

/** Queues a question, or sends it by `send`. */
export function queueQuestion(question: NewQuestion, send: () => void): StoreResult {
  return storeAndSend(question.ownerId, () => enqueueQuestion(question), send)
}

export function queueDecision(
  decision: Omit<WaitingDecision, 'id' | 'addedAt' | 'refused' | 'said'>,
  send: () => void,
): StoreResult {
  return storeAndSend(decision.ownerId, () => enqueueDecision(decision), send)
}

/** Removes a refused or undone decision from the phone. */
export async function removeDecision({ id }: Pick<WaitingDecision, 'id'>): Promise<void> {
  const phone = await openPhone()
  await phone.delete('decisions', id)
  notify({ kind: 'changed' })
}

/** A row in the list of unsent items: a start, all count steps of one task, a question or a photo. */
export type WaitingEntry =
  | { kind: 'start' | 'steps' | 'question'; workLogId: string; ownerId: string }
  | { kind: 'photo'; workLogId: string; ownerId: string; sha256: string }

const QUEUE_OF = { start: 'starts', steps: 'steps', photo: 'photos', question: 'questions' } as const

export async function settleRefused(entry: WaitingEntry, action: 'remove' | 'retry'): Promise<void> {
  const phone = await openPhone()
  const transaction = phone.transaction(QUEUE_OF[entry.kind], 'readwrite')
  const retryFields = { refused: null, tries: 0, retryAt: 0 }
  for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const item = cursor.value
    const isSamePhoto = !('sha256' in entry && 'sha256' in item) || item.sha256 === entry.sha256
    const isSameEntry = item.ownerId === entry.ownerId && item.workLogId === entry.workLogId && isSamePhoto
    if (!isSameEntry || !item.refused) continue
    void (action === 'retry' ? cursor.update({ ...item, ...retryFields }) : cursor.delete())
  }
  await transaction.done
  notify({ kind: 'changed' })
  if (action === 'retry') sendSoon(entry.ownerId)
}

async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  // A request without an answer counts as no network, because people do not wait before they hand over a shared phone.
  const response = fetch('/api/auth/get-session', {
    // Keeps the request from waiting for a hanging request to the same URL.
    cache: 'no-store',
    signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS),
  })
  return response.then(
    () => true,
    () => false,
  )
}

const SIGN_OUT_TIMEOUT_MS = 10_000

export type SignOutState = 'left' | 'unsent' | 'left_offline'

type SignOut = {
  ownerId: string
  /** True once the person has been told that unsent items stay on the phone. */
  isWarned: boolean
  /** True if the person can open the screens again with the PIN, without a network. */
  staysKept: boolean
}

/**
 * Clears the phone before a sign-out. Unsent items stay; if there are any, the person is informed first.
 * Without a network the person is signed out only on the phone, and the session ends when the network is back.
 */
export async function clearOfflineData({ ownerId, isWarned, staysKept }: SignOut): Promise<SignOutState> {
  if (!isWarned) {
    await sendWaiting(ownerId, Infinity)
    if (hasUnsent(await readPhone(ownerId))) return 'unsent'
  }
  if (!staysKept) await forgetKept((id) => id === ownerId).catch(() => {})
  if (!(await isShopReachable())) {
    await leaveOffline()
    if (!staysKept) await deleteTasks().catch(() => {})
    return 'left_offline'
  }
  await (staysKept ? forgetScreens() : clearPhone())
  writeLeft()
  return 'left'
}
