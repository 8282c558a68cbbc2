/** The order in which queued items are sent: each is retried on its own schedule. */

import type { OnPhone, Retry } from '#app/programme/offline/waiting.ts'
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { groupBy } from '#shop/kernel/group-by.ts'

type QueueName = Exclude<keyof OnPhone, 'known'>

/** Entries that are sent together. `key` names them within a run. */
export type Item = {
  [Name in QueueName]: { queue: Name; key: string; entries: OnPhone[Name] }
}[QueueName]

/** The API's limit per request. */
const MAX_STEPS = 500
const FIRST_MS = 30_000
/** Longest pause after a request without an answer. It is over once the network is back. */
export const NO_ANSWER_MS = 2 * MINUTE_MS
const LONGEST_MS = { failed: HOUR_MS, no_answer: NO_ANSWER_MS }

export type Failure = keyof typeof LONGEST_MS

/** The next attempt of an item that could not be sent: the pause doubles. */
export function postponed({ tries = 0 }: Retry, why: Failure, now: number): Required<Retry> {
  return { tries: tries + 1, retryAt: now + Math.min(FIRST_MS * 2 ** tries, LONGEST_MS[why]) }
}

/** A time further away than any pause is of a clock that was wrong. */
function isDue({ retryAt = 0 }: Retry, now: number): boolean {
  return retryAt <= now || retryAt > now + HOUR_MS
}

/**
 * The next item to send; null when none is due. Starts come first, then counts, then photos. A task takes no count
 * before its start and no photo before its counts, so these wait for each other, and no other items do.
 */
export function nextItem(phone: OnPhone, now: number, tried: ReadonlySet<string>): Item | null {
  const toSend = <Entry extends { refused: unknown }>(entries: Entry[]) =>
    entries.filter(({ refused }) => !refused)
  const [starts, steps, photos] = [toSend(phone.starts), toSend(phone.steps), toSend(phone.photos)]
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
    ...toSend(phone.decisions).map(
      (decision): Item => ({ queue: 'decisions', key: decision.id, entries: [decision] }),
    ),
  ]
  return (
    items.find(({ key, entries }) => !tried.has(key) && entries.every((entry) => isDue(entry, now))) ?? null
  )
}

/** The phone's queue as `sendDue` uses it. */
export type Queue = {
  read: () => Promise<OnPhone>
  /** False when the item has to be retried; throws when there was no answer. */
  send: (item: Item) => Promise<boolean>
  postpone: (item: Item, why: Failure) => Promise<void>
}

/**
 * Tries each due item once, those included that are queued meanwhile. Without an answer it ends: the network may be
 * gone.
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
