import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { forgetScreens } from '#app/kit/forget-screens.ts'
import { revealEntry } from '#app/programme/offline/entry-secrets.ts'
import { keysOf } from '#app/programme/offline/phone-keys.ts'
import {
  type KnownTask,
  notify,
  type OnPhone,
  type WaitingDecision,
  type WaitingPhoto,
  type WaitingQuestion,
  type WaitingStart,
  type WaitingStep,
} from '#app/programme/offline/waiting.ts'

/** Change this name whenever the stores change, because an existing database keeps its stores. */
const NAME = 'phone-queue'
const QUEUES = ['starts', 'steps', 'photos', 'decisions', 'questions'] as const
const STORES = [...QUEUES, 'counts'] as const

interface Phone extends DBSchema {
  starts: { key: string; value: WaitingStart }
  photos: { key: [string, string]; value: WaitingPhoto }
  steps: { key: number; value: WaitingStep }
  decisions: { key: string; value: WaitingDecision }
  questions: { key: string; value: WaitingQuestion }
  counts: { key: string; value: KnownTask }
}

/** Opens the phone's IndexedDB database, which outlives the page and the browser. */
export async function openPhone(): Promise<IDBPDatabase<Phone>> {
  const db: IDBPDatabase<Phone> = await openDB<Phone>(NAME, 1, {
    upgrade: (phone) => {
      phone.createObjectStore('starts', { keyPath: 'workLogId' })
      // Sorted by the time of counting.
      phone.createObjectStore('steps', { keyPath: 'at', autoIncrement: true })
      phone.createObjectStore('photos', { keyPath: ['workLogId', 'sha256'] })
      phone.createObjectStore('decisions', { keyPath: 'id' })
      phone.createObjectStore('questions', { keyPath: 'workLogId' })
      phone.createObjectStore('counts', { keyPath: 'workLogId' })
    },
    // A sign-out deletes the database while pages may have it open.
    blocking: () => db.close(),
  })
  return db
}

/**
 * Reads all items of one person in one transaction; photos and decisions in the order in which they were added. Items
 * without keys on this phone are counted as locked. Bytes of photos stay encrypted.
 */
export async function readPhone(ownerId: string): Promise<OnPhone> {
  const phone = await openPhone()
  const transaction = phone.transaction(STORES)
  const [starts, steps, photos, decisions, questions, tasks] = await Promise.all([
    transaction.objectStore('starts').getAll(),
    transaction.objectStore('steps').getAll(),
    transaction.objectStore('photos').getAll(),
    transaction.objectStore('decisions').getAll(),
    transaction.objectStore('questions').getAll(),
    transaction.objectStore('counts').getAll(),
  ])
  const keys = await keysOf(ownerId)
  let locked = 0
  const own = async <Item extends { ownerId: string; bytes?: Blob }>(items: Item[]): Promise<Item[]> => {
    const stored = items.filter((item) => item.ownerId === ownerId)
    const opened = await Promise.all(stored.map((item) => revealEntry(keys, item)))
    const readable = opened.filter((item) => item !== null)
    locked += stored.length - readable.length
    return readable
  }
  return {
    starts: await own(starts),
    steps: await own(steps),
    photos: (await own(photos)).sort(byAge),
    decisions: (await own(decisions)).sort(byAge),
    questions: (await own(questions)).sort(byAge),
    tasks,
    locked,
  }
}

const byAge = (a: { addedAt: number }, b: { addedAt: number }) => a.addedAt - b.addedAt

/** Changes an entry if it is still stored. An entry that was removed in the meantime is not written back. */
export async function changeEntry<Queue extends (typeof QUEUES)[number]>(
  queue: Queue,
  entry: Phone[Queue]['value'],
  fields: Partial<Phone[Queue]['value']>,
): Promise<void> {
  const phone = await openPhone()
  const transaction = phone.transaction(queue, 'readwrite')
  const values = new Map<string, unknown>(Object.entries(entry))
  const key = [transaction.store.keyPath].flat().map((name) => values.get(String(name)))
  const stored = await transaction.store.get((key.length > 1 ? key : key[0]) as Phone[Queue]['key'])
  if (stored) await transaction.store.put({ ...stored, ...fields })
  await transaction.done
}

/** Returns the number of queued items of all people on this phone, including refused ones. */
export async function countAllWaiting(): Promise<number> {
  const phone = await openPhone()
  const transaction = phone.transaction(QUEUES)
  const counts = await Promise.all(QUEUES.map((queue) => transaction.objectStore(queue).count()))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Merges news into the confirmed state of a task. If the phone is full, the older state stays until the next load. */
export async function mergeTask(news: KnownTask): Promise<void> {
  const phone = await openPhone()
  const transaction = phone.transaction('counts', 'readwrite')
  const earlier = await transaction.store.get(news.workLogId)
  void transaction.store.put({ ...earlier, ...news }).catch(() => {})
  await transaction.done.catch(() => {})
}

/** Deletes the confirmed states of tasks. Unsent items stay. */
export async function deleteTasks(): Promise<void> {
  await (await openPhone()).clear('counts')
}

/** Removes the stored screens and the confirmed states of tasks. Unsent items stay until their owner signs in again. */
export async function clearPhone(): Promise<void> {
  await forgetScreens()
  await deleteTasks()
  // Open pages are not notified of the removal: they would read the store and thereby create it again.
  if ((await countAllWaiting()) === 0) await removeStore()
  else notify({ kind: 'changed' })
}

function removeStore(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}
