import { isSignedIn } from '#app/worker/offline/ask.ts'
import { lookAtPhone } from '#app/worker/offline/phone-store.ts'
import { sendDecisions } from '#app/worker/offline/send-decisions.ts'
import { sendPhotos } from '#app/worker/offline/send-photos.ts'
import { sendStarts, sendSteps } from '#app/worker/offline/send-taps.ts'
import { tell } from '#app/worker/offline/waiting.ts'

/**
 * Sends one person's queue, if that person is signed in: starts, then counts, then photos, since a task takes
 * no count before its start or after its photo; and what she decided about photos of others. One run at a time. True when nothing is left to retry.
 */
export async function sendWaiting(ownerId: string): Promise<boolean> {
  return navigator.locks.request('send-waiting', async () => {
    const { starts, steps, photos, decisions } = await lookAtPhone(ownerId)
    if (![...starts, ...steps, ...photos, ...decisions].some(({ refused }) => !refused)) return true
    const isDone = await sendInOrder(ownerId)
    tell({ kind: 'tried', isDone })
    return isDone
  })
}

async function sendInOrder(ownerId: string): Promise<boolean> {
  try {
    if (!(await isSignedIn(ownerId))) return false
    const isWorkSent =
      (await sendStarts(ownerId)) && (await sendSteps(ownerId)) && (await sendPhotos(ownerId))
    return (await sendDecisions(ownerId)) && isWorkSent
  } catch {
    // No network, or a truncated response: everything can be sent again.
    return false
  }
}
