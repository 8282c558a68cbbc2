/** What the worker's pages do with the phone. They load this one file for all of it: each file costs a bad network time. */
import { countOnPhone, keepStep, waitingSteps } from '#app/phone/count-queue.ts'
import { clearPhone } from '#app/phone/phone-store.ts'
import { forgetPhoto, keepPhoto, waitingPhotos } from '#app/phone/photo-queue.ts'
import { sendWaiting } from '#app/phone/send-waiting.ts'
import type { WaitingStep } from '#app/phone/waiting-count.ts'
import type { WaitingPhoto } from '#app/phone/waiting-photo.ts'

export { countOnPhone, forgetPhoto, waitingPhotos }

const SCRIPT = '/worker-sw.js'
const SCOPES = ['/shg-worker-dashboard', '/upload-task-photo']

/** Registers the service worker for the worker's screens and nothing else, and tells it whose phone this is now. */
export async function registerServiceWorker(ownerId: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  for (const scope of SCOPES) {
    const registration = await navigator.serviceWorker.register(SCRIPT, { scope })
    const ready = registration.active ?? registration.waiting ?? registration.installing
    ready?.postMessage({ ownerId })
  }
}

/** Asks the browser to send what waits as soon as it can, also after this page is closed. */
async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(SCOPES[0])
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register('send-waiting').catch(() => {})
}

/** Sends what waits now and whenever the network comes back; returns what ends that. */
export function keepSending(ownerId: string): () => void {
  const send = () => void sendWaiting(ownerId).catch(() => {})
  addEventListener('online', send)
  send()
  return () => removeEventListener('online', send)
}

/** Keeps a step of counting on the phone, then sends it. True when the server has it; else it waits. */
export async function countStep(step: Omit<WaitingStep, 'at' | 'id'>): Promise<boolean> {
  await keepStep(step)
  const isSent = await sendWaiting(step.ownerId)
  if (!isSent) await askForSync()
  return isSent
}

/** Keeps a photo on the phone, then begins to send: it is safe as soon as this has ended. */
export async function queuePhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>): Promise<void> {
  await keepPhoto({ ...photo, refused: null, addedAt: Date.now() })
  void sendWaiting(photo.ownerId).then((isDone) => (isDone ? undefined : askForSync()))
}

export type Unsent = { photos: number; steps: number }

/** Clears the phone, unless something waits on it and she has not been told. Gives what waits. */
export async function leavePhone(ownerId: string, isTold: boolean): Promise<Unsent> {
  if (!isTold) {
    await sendWaiting(ownerId)
    const [photos, steps] = await Promise.all([waitingPhotos(ownerId), waitingSteps(ownerId)])
    if (photos.length + steps.length > 0) return { photos: photos.length, steps: steps.length }
  }
  await clearPhone()
  return { photos: 0, steps: 0 }
}
