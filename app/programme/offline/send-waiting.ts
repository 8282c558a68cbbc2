import { changeEntry, readPhone } from '#app/programme/offline/phone-store.ts'
import { isSignedIn } from '#app/programme/offline/requests.ts'
import { type Failure, type Item, nextAttempt, nextItem, sendDue } from '#app/programme/offline/schedule.ts'
import { sendDecision } from '#app/programme/offline/send-decisions.ts'
import { sendPhoto } from '#app/programme/offline/send-photos.ts'
import { sendQuestion } from '#app/programme/offline/send-questions.ts'
import { sendStart, sendSteps } from '#app/programme/offline/send-taps.ts'
import { allOf, notify, type OnPhone } from '#app/programme/offline/waiting.ts'

/**
 * Sends the due items of one person's queue if that person is signed in, in one run at a time. Returns true if nothing
 * is left to retry. `until`: leaves out items whose next attempt is later than this, in ms.
 */
export async function sendWaiting(ownerId: string, until = Date.now()): Promise<boolean> {
  return navigator.locks.request('send-waiting', async () => {
    const phone = await readPhone(ownerId)
    if (isEmpty(phone)) return true
    if (!nextItem(phone, until, new Set())) return false
    const isDone = await sendInOrder(ownerId, until)
    notify({ kind: 'tried', isDone })
    return isDone
  })
}

function isEmpty(phone: OnPhone): boolean {
  return allOf(phone).every(({ refused }) => refused)
}

async function sendInOrder(ownerId: string, until: number): Promise<boolean> {
  const read = () => readPhone(ownerId)
  try {
    if (!(await isSignedIn(ownerId))) return false
    await sendDue({ read, send, postpone }, until)
    return isEmpty(await read())
  } catch {
    // There was no network, or the response was truncated. Everything can be sent again.
    return false
  }
}

async function send(item: Item): Promise<boolean> {
  switch (item.queue) {
    case 'starts':
      return sendEach(item.entries, sendStart)
    case 'steps':
      return sendSteps(item.entries)
    case 'photos':
      return sendEach(item.entries, sendPhoto)
    case 'questions':
      return sendEach(item.entries, sendQuestion)
    case 'decisions':
      return sendEach(item.entries, sendDecision)
  }
}

async function sendEach<Entry>(entries: Entry[], sendEntry: (entry: Entry) => Promise<boolean>) {
  for (const entry of entries) if (!(await sendEntry(entry))) return false
  return true
}

async function postpone({ queue, entries }: Item, why: Failure): Promise<void> {
  for (const entry of entries) await changeEntry(queue, entry, nextAttempt(entry, why, Date.now()))
}
