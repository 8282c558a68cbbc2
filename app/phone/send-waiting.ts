import { sendSteps } from '#app/phone/count-queue.ts'
import { sendPhotos } from '#app/phone/photo-queue.ts'

/**
 * Sends all that waits of one person: counts before photos, since a task takes no more counts once its photo has come.
 * Pages and the service worker wait for each other. True when nothing is left that could be sent later.
 */
export async function sendWaiting(ownerId: string): Promise<boolean> {
  return navigator.locks.request(
    'send-waiting',
    async () => (await sendSteps(ownerId)) && (await sendPhotos(ownerId)),
  )
}
