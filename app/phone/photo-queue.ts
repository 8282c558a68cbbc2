import { openPhone } from '#app/phone/phone-store.ts'
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
  const phone = await openPhone()
  await phone.put('photos', photo)
  tell({ kind: 'changed' })
}

/** The photos of one person that wait, in the order in which they were taken. */
export async function waitingPhotos(ownerId: string): Promise<WaitingPhoto[]> {
  const phone = await openPhone()
  const all = await phone.getAll('photos')
  return all.filter((photo) => photo.ownerId === ownerId).sort((one, other) => one.addedAt - other.addedAt)
}

export async function forgetPhoto({
  workLogId,
  sha256,
}: Pick<WaitingPhoto, 'workLogId' | 'sha256'>): Promise<void> {
  const phone = await openPhone()
  await phone.delete('photos', [workLogId, sha256])
  tell({ kind: 'changed' })
}

/** Sends the photos that wait, one after the other. True when none is left that could be sent later. */
export async function sendPhotos(ownerId: string): Promise<boolean> {
  const phone = await openPhone()
  for (const photo of await waitingPhotos(ownerId)) {
    if (photo.refused !== null) continue
    const onSent = (sent: number) => tell({ kind: 'progress', sha256: photo.sha256, sent })
    const outcome = await sendPhoto(photo, undefined, onSent)
    if (outcome.kind === 'later') return false
    if (outcome.kind === 'refused') {
      await phone.put('photos', { ...photo, refused: outcome.message })
      tell({ kind: 'changed' })
      continue
    }
    await phone.delete('photos', [photo.workLogId, photo.sha256])
    tell({ kind: 'confirmed', sha256: photo.sha256, workLogId: photo.workLogId })
  }
  return true
}
