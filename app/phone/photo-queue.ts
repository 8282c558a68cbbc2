import { openPhotoStore } from '#app/phone/photo-store.ts'
import { sendPhoto } from '#app/phone/send-photo.ts'
import { PHOTO_CHANNEL, type PhotoNews, type WaitingPhoto } from '#app/phone/waiting-photo.ts'

/** Pages and the service worker tell each other how it goes. */
function tell(news: PhotoNews): void {
  const channel = new BroadcastChannel(PHOTO_CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Keeps a photo on the phone; nothing is sent before that. */
export async function keepPhoto(photo: WaitingPhoto): Promise<void> {
  const store = await openPhotoStore()
  await store.keep(photo)
  tell({ kind: 'changed' })
}

export async function waitingPhotos(ownerId: string): Promise<WaitingPhoto[]> {
  const store = await openPhotoStore()
  return store.list(ownerId)
}

export async function forgetPhoto(photo: Pick<WaitingPhoto, 'workLogId' | 'sha256'>): Promise<void> {
  const store = await openPhotoStore()
  await store.remove(photo)
  tell({ kind: 'changed' })
}

/**
 * Sends what waits, one photo after the other, unless another page or the service worker is at it. True when nothing is
 * left to be sent.
 */
export async function sendWaiting(ownerId: string): Promise<boolean> {
  return navigator.locks.request('send-photos', { ifAvailable: true }, async (lock) => {
    if (!lock) return true
    const store = await openPhotoStore()
    for (const photo of await store.list(ownerId)) {
      if (photo.refused !== null) continue
      const onSent = (sent: number) => tell({ kind: 'progress', sha256: photo.sha256, sent })
      const outcome = await sendPhoto(photo, undefined, onSent)
      if (outcome.kind === 'later') return false
      if (outcome.kind === 'refused') {
        await store.refuse(photo, outcome.message)
        tell({ kind: 'changed' })
        continue
      }
      await store.remove(photo)
      tell({ kind: 'confirmed', sha256: photo.sha256, workLogId: photo.workLogId })
    }
    return true
  })
}
