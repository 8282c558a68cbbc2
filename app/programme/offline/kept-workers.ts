/** The workers whose screens open on this phone by PIN without a network. */

import { type DBSchema, openDB } from 'idb'
import {
  decryptJson,
  type Encrypted,
  encryptJson,
  readScreensCookie,
  unwrapKeys,
  type WrappedKeys,
  wrapKeys,
} from '#app/programme/offline/phone-keys.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { cleanValue } from '#shop/kernel/text.ts'
import { screensKeys, screensMark } from '#shop/programme/pin.ts'
import type { Language } from '#shop/programme/worker.ts'

const KEPT_MS = 30 * DAY_MS
/** As online: a wait after so many wrong PINs in a row. */
export const WRONG_PINS_BEFORE_WAIT = 5
export const WAIT_MINUTES = 15

/** A stored screen, as in the cache. */
export type KeptPage = { path: string; headers: [name: string, value: string][]; html: string }

type Tries = { wrong: number; waitUntil: number }

export type KeptWorker = Tries & {
  ownerId: string
  /** First name and initial. */
  name: string
  language: Language
  keys: WrappedKeys
  /** The worker's screens and the build whose files they load, once stored. */
  screens: (Encrypted & { build: string }) | null
  /** The last sign-in with a network, in ms. */
  at: number
}

interface Kept extends DBSchema {
  workers: { key: string; value: KeptWorker }
}

const openStore = () =>
  openDB<Kept>('kept-workers', 1, {
    upgrade: (db) => void db.createObjectStore('workers', { keyPath: 'ownerId' }),
  })

let typed: { pin: string; cookie: Promise<string | null> } | null = null

/** Remembers the PIN of a sign-in form in memory, until the worker's first page calls `keepWorker`. */
export function rememberPin(pin: string): void {
  typed = { pin: cleanValue(pin), cookie: readScreensCookie() }
}

/** Returns the remembered PIN and forgets it; null if no session has begun since: the PIN was refused. */
export async function takePin(cookie: string | null): Promise<string | null> {
  const taken = typed
  typed = null
  return taken && screensMark(await taken.cookie) !== screensMark(cookie) ? taken.pin : null
}

/** Keeps a worker who has just signed in with the remembered PIN. The screens are added later. */
export async function keepWorker(
  worker: Pick<KeptWorker, 'ownerId' | 'name' | 'language'>,
  cookie: string | null,
): Promise<void> {
  const pin = await takePin(cookie)
  const keys = screensKeys(cookie, worker.ownerId)
  if (pin === null || keys.length === 0) return
  const wrapped = await wrapKeys(pin, keys)
  const entry = { ...worker, keys: wrapped, screens: null, at: Date.now(), wrong: 0, waitUntil: 0 }
  await (await openStore()).put('workers', entry)
}

/** Stores the screens of a kept worker, encrypted; ignores others. */
export async function keepPages(
  ownerId: string,
  { keys, build, pages }: { keys: readonly string[]; build: string; pages: KeptPage[] },
): Promise<void> {
  if (keys.length > 0) await changeKept(ownerId, { screens: { ...(await encryptJson(keys, pages)), build } })
}

async function changeKept(ownerId: string, fields: Partial<KeptWorker>): Promise<void> {
  const transaction = (await openStore()).transaction('workers', 'readwrite')
  const stored = await transaction.store.get(ownerId)
  if (stored) await transaction.store.put({ ...stored, ...fields })
  await transaction.done
}

/** Returns the workers who may open their screens, and deletes those whose time is over. */
export async function listKept(now: number): Promise<KeptWorker[]> {
  const workers = await (await openStore()).getAll('workers')
  const isOver = ({ at }: KeptWorker) => at <= now - KEPT_MS
  const overIds = workers.filter(isOver).map(({ ownerId }) => ownerId)
  await forgetKept((ownerId) => overIds.includes(ownerId))
  return workers.filter((worker) => !isOver(worker) && worker.screens)
}

/** Deletes a worker's screens and wrapped keys. Unsent work stays, for the next sign-in with a network. */
export async function forgetKept(isForgotten: (ownerId: string) => boolean): Promise<void> {
  const db = await openStore()
  for (const ownerId of await db.getAllKeys('workers'))
    if (isForgotten(ownerId)) await db.delete('workers', ownerId)
}

export type Unlocking =
  | { kind: 'opened'; worker: KeptWorker; keys: string[]; pages: KeptPage[] }
  | { kind: 'wrong' }
  | { kind: 'wait'; minutes: number }

/** Opens a kept worker's screens by PIN. Callers take turns, so that no guess goes uncounted. */
export async function unlockKept(ownerId: string, pin: string, now: number): Promise<Unlocking> {
  const worker = (await listKept(now)).find((other) => other.ownerId === ownerId)
  if (!worker?.screens) return { kind: 'wrong' }
  const minutes = minutesToWait(worker, now)
  if (minutes > 0) return { kind: 'wait', minutes }
  // Counted first: closing the browser early does not save the guess.
  await changeKept(ownerId, countWrong(worker, now))
  const keys = await unwrapKeys(cleanValue(pin), worker.keys)
  const pages: KeptPage[] | null = keys && (await decryptJson(keys, worker.screens))
  if (!keys || !pages) return { kind: 'wrong' }
  await changeKept(ownerId, { wrong: 0, waitUntil: 0 })
  return { kind: 'opened', worker, keys, pages }
}

export function countWrong({ wrong }: Pick<Tries, 'wrong'>, now: number): Tries {
  if (wrong + 1 < WRONG_PINS_BEFORE_WAIT) return { wrong: wrong + 1, waitUntil: 0 }
  return { wrong: 0, waitUntil: now + WAIT_MINUTES * MINUTE_MS }
}

/** A wait beyond the longest one was stored while the phone's clock was wrong, so it is over. */
export function minutesToWait({ waitUntil }: Pick<Tries, 'waitUntil'>, now: number): number {
  const minutes = Math.ceil((waitUntil - now) / MINUTE_MS)
  return minutes > WAIT_MINUTES ? 0 : Math.max(0, minutes)
}
