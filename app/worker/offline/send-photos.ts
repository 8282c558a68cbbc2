/** Photos: kept first, then sent in parts, going on where an earlier try was cut off. */
import { ask, askJson, refusalOf } from '#app/worker/offline/ask.ts'
import { lookAtPhone, noteKnown, openPhone } from '#app/worker/offline/phone-store.ts'
import { type Refusal, tell, type WaitingPhoto } from '#app/worker/offline/waiting.ts'

/** Small enough to get through a bad network between two cuts. */
const PART_BYTES = 128 * 1024
/** How often a part may be answered with another place to go on from, before it is left for later. */
const MOST_DETOURS = 20

/** The same photo that was refused before waits again. */
export async function keepPhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>): Promise<void> {
  const phone = await openPhone()
  await phone.put('photos', { ...photo, refused: null, addedAt: Date.now() })
  tell({ kind: 'changed' })
}

/** Sends the photos that wait. True when none is left that could be sent later; throws without a network. */
export async function sendPhotos(ownerId: string): Promise<boolean> {
  const { photos } = await lookAtPhone(ownerId)
  for (const photo of photos.filter(({ refused }) => !refused)) {
    const outcome = await sendPhoto(photo)
    if (outcome === 'later') return false
    const phone = await openPhone()
    if (typeof outcome === 'string') {
      await phone.put('photos', { ...photo, refused: outcome })
      tell({ kind: 'refused' })
      continue
    }
    await noteKnown({ workLogId: photo.workLogId, photoAt: outcome.at })
    await phone.delete('photos', [photo.workLogId, photo.sha256])
    tell({ kind: 'confirmed', sha256: photo.sha256 })
  }
  return true
}

type Upload = { id: string; offset: number; complete: boolean }
type Outcome = { at: number } | 'later' | Refusal

/** Confirmed (with the server's time) only when the server has named the photo's own SHA-256. */
async function sendPhoto({ workLogId, ownerId, sha256, bytes }: WaitingPhoto): Promise<Outcome> {
  const base = `/api/work-logs/${workLogId}/photo-uploads`
  const begun = await askJson(base, { sha256, size: bytes.size })
  if (!begun.ok) return refusalOf(begun, ownerId)
  const upload: Upload = await begun.json()
  if (upload.complete) return { at: timeOf(begun) }
  const onSent = (sent: number) => tell({ kind: 'progress', sha256, sent })
  const cut = await sendParts(`${base}/${upload.id}`, upload.offset, bytes, onSent)
  if (cut) return refusalOf(cut, ownerId)
  const finished = await askJson(`${base}/${upload.id}/finish`, {})
  if (!finished.ok) return refusalOf(finished, ownerId)
  const confirmed: { sha256: string } = await finished.json()
  // Any other photo's: this one stays here and is sent again.
  return confirmed.sha256 === sha256 ? { at: timeOf(finished) } : 'later'
}

/** The end of the second in which the server answered. */
function timeOf(answer: Response): number {
  return Date.parse(answer.headers.get('date') ?? '') + 999 || 0
}

/** Null when all parts have arrived, else the answer that ended it. */
async function sendParts(
  path: string,
  from: number,
  bytes: Blob,
  onSent: (bytes: number) => void,
): Promise<Response | null> {
  let offset = from
  for (let detours = 0; offset < bytes.size; ) {
    onSent(offset)
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const answer = await ask(path, { method: 'PATCH', headers, body: part })
    if (answer.ok) offset = ((await answer.json()) as Upload).offset
    else if (answer.status === 409 && answer.headers.has('upload-offset') && detours++ < MOST_DETOURS)
      offset = Number(answer.headers.get('upload-offset'))
    else return answer
  }
  onSent(bytes.size)
  return null
}
