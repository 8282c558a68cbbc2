/** The order in which queued items are sent. Each item is retried on a schedule of its own. */

import type { OnPhone, Retry } from '#app/programme/offline/waiting.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { groupBy } from '#shop/kernel/group-by.ts'

type QueueName = Exclude<keyof OnPhone, 'tasks' | 'locked'>

/** Entries that are sent together. `key` identifies them within a run. */
export type Item = {
  [Name in QueueName]: { queue: Name; key: string; entries: OnPhone[Name] }
}[QueueName]

/** The API's limit per request. */
const MAX_STEPS = 500
const FIRST_PAUSE_MS = 30_000
/** The longest pause after a request without an answer. The pause ends early when the network is back. */
export const NO_ANSWER_MS = 2 * MINUTE_MS
const MAX_PAUSE_MS = { failed: HOUR_MS, no_answer: NO_ANSWER_MS }

export type Failure = keyof typeof MAX_PAUSE_MS

/** Returns when an item that could not be sent is tried again. The pause doubles each time. */
export function nextAttempt({ tries = 0 }: Retry, why: Failure, now: number): Required<Retry> {
  return { tries: tries + 1, retryAt: now + Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS[why]) }
}

/** True if the item may be sent now. A time beyond the longest pause was stored while the phone's clock was wrong. */
function isDue({ retryAt = 0 }: Retry, now: number): boolean {
  return retryAt <= now || retryAt > now + HOUR_MS
}

/**
 * Returns the next item to send, or null if none is due: starts first, then counts, photos, questions, decisions.
 * Only items of the same task wait for each other: a task accepts no count before its start, and no photo before its
 * counts.
 */
export function nextItem(phone: OnPhone, now: number, tried: ReadonlySet<string>): Item | null {
  const sendable = <Entry extends { refused: unknown }>(entries: Entry[]) =>
    entries.filter(({ refused }) => !refused)
  const [starts, steps, photos] = [sendable(phone.starts), sendable(phone.steps), sendable(phone.photos)]
  const notStarted = new Set(starts.map(({ workLogId }) => workLogId))
  const notCounted = new Set([...notStarted, ...steps.map(({ workLogId }) => workLogId)])
  const countable = steps.filter(({ workLogId }) => !notStarted.has(workLogId))
  const items: Item[] = [
    ...starts.map((start): Item => ({ queue: 'starts', key: start.workLogId, entries: [start] })),
    ...[...groupBy(countable, ({ workLogId }) => workLogId).values()].map(
      (ofTask): Item => ({
        queue: 'steps',
        key: ofTask[0]?.id ?? '',
        entries: ofTask.slice(0, MAX_STEPS),
      }),
    ),
    ...photos
      .filter(({ workLogId }) => !notCounted.has(workLogId))
      .map(
        (photo): Item => ({
          queue: 'photos',
          key: `${photo.workLogId} ${photo.sha256}`,
          entries: [photo],
        }),
      ),
    ...sendable(phone.questions).map(
      (question): Item => ({ queue: 'questions', key: question.workLogId, entries: [question] }),
    ),
    ...sendable(phone.decisions).map(
      (decision): Item => ({ queue: 'decisions', key: decision.id, entries: [decision] }),
    ),
  ]
  return (
    items.find(({ key, entries }) => !tried.has(key) && entries.every((entry) => isDue(entry, now))) ?? null
  )
}

/** The queue operations that `sendDue` needs. */
export type Queue = {
  read: () => Promise<OnPhone>
  /** Returns false if the item has to be retried. Throws without an answer. */
  send: (item: Item) => Promise<boolean>
  postpone: (item: Item, why: Failure) => Promise<void>
}

/**
 * Tries each due item once, including items queued in the meantime. Ends at the first request without an answer,
 * because the network may be lost.
 */
export async function sendDue({ read, send, postpone }: Queue, now: number): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    const item = nextItem(await read(), now, tried)
    if (!item) return
    tried.add(item.key)
    const isSettled = await send(item).catch(async (error: unknown) => {
      await postpone(item, 'no_answer')
      throw error
    })
    if (!isSettled) await postpone(item, 'failed')
  }
}
