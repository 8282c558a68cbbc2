import { sendWaiting, waitingPhotos } from '#app/phone/photo-queue.ts'

const SCRIPT = '/worker-sw.js'
const SCOPES = ['/shg-worker-dashboard', '/upload-task-photo']

/** Whether this browser can keep photos and confirm them: else they are sent by the plain form. */
export function canQueue(): boolean {
  return isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window
}

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
export async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(SCOPES[0])
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register('send-photos').catch(() => {})
}

/** Sends what waits now and whenever the network comes back; returns what ends that. */
export function keepSending(ownerId: string): () => void {
  const send = () => void sendWaiting(ownerId).catch(() => {})
  addEventListener('online', send)
  void waitingPhotos(ownerId).then((photos) => photos.length > 0 && send())
  return () => removeEventListener('online', send)
}
