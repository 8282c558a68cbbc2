/** The workers who can open their screens on this phone with the PIN, without a network. */

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
/** As with a network, the person has to wait after this many wrong PINs in a row. */
export const WRONG_PINS_BEFORE_WAIT = 5
export const WAIT_MINUTES = 15

/** A stored screen, with the content that the cache has. */
export type KeptPage = { path: string; headers: [name: string, value: string][]; html: string }

type Tries = { wrong: number; waitUntil: number }

export type KeptWorker = Tries & {
  ownerId: string
  /** First name and initial. */
  name: string
  language: Language
  keys: WrappedKeys
  /** The worker's encrypted screens, and the build whose files they load. Null until they are stored. */
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

/** Keeps the PIN of a sign-in form in memory until the worker's first page calls `keepWorker`. */
export function rememberPin(pin: string): void {
  typed = { pin: cleanValue(pin), cookie: readScreensCookie() }
}

/** Returns the remembered PIN and forgets it. Null if no session has begun since, because the PIN was refused. */
export async function takePin(cookie: string | null): Promise<string | null> {
  const taken = typed
  typed = null
  return taken && screensMark(await taken.cookie) !== screensMark(cookie) ? taken.pin : null
}

/** Stores a worker who has just signed in with the remembered PIN. The screens are added later. */
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

/** Stores the screens of a kept worker, encrypted. Ignores other workers. */
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

/** Returns the workers who may open their screens. Deletes those whose time is over. */
export async function listKept(now: number): Promise<KeptWorker[]> {
  const workers = await (await openStore()).getAll('workers')
  const isOver = ({ at }: KeptWorker) => at <= now - KEPT_MS
  const overIds = workers.filter(isOver).map(({ ownerId }) => ownerId)
  await forgetKept((ownerId) => overIds.includes(ownerId))
  return workers.filter((worker) => !isOver(worker) && worker.screens)
}

/** Deletes screens and wrapped keys of these workers. Unsent work stays until the next sign-in with a network. */
export async function forgetKept(isForgotten: (ownerId: string) => boolean): Promise<void> {
  const db = await openStore()
  for (const ownerId of await db.getAllKeys('workers'))
    if (isForgotten(ownerId)) await db.delete('workers', ownerId)
}

export type Unlocking =
  | { kind: 'opened'; worker: KeptWorker; keys: string[]; pages: KeptPage[] }
  | { kind: 'wrong' }
  | { kind: 'wait'; minutes: number }

/** Opens a kept worker's screens with the PIN. Calls run one by one, so that no guess goes uncounted. */
export async function unlockKept(ownerId: string, pin: string, now: number): Promise<Unlocking> {
  const worker = (await listKept(now)).find((other) => other.ownerId === ownerId)
  if (!worker?.screens) return { kind: 'wrong' }
  const minutes = minutesToWait(worker, now)
  if (minutes > 0) return { kind: 'wait', minutes }
  // Counts the guess first, so that closing the browser early does not undo the count.
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

/** Returns the minutes to wait. A wait beyond the maximum comes from a wrong clock of the phone, and counts as over. */
export function minutesToWait({ waitUntil }: Pick<Tries, 'waitUntil'>, now: number): number {
  const minutes = Math.ceil((waitUntil - now) / MINUTE_MS)
  return minutes > WAIT_MINUTES ? 0 : Math.max(0, minutes)
}
