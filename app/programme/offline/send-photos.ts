/** Photos: stored first, then sent in parts, resuming where an earlier attempt stopped. */

import { changeEntry, mergeKnown, openPhone } from '#app/programme/offline/phone-store.ts'
import { fetchInTime, fetchJson, refusalOf } from '#app/programme/offline/requests.ts'
import { type Refusal, tell, type WaitingPhoto } from '#app/programme/offline/waiting.ts'

/** Small enough to get through a bad network between two interruptions. */
const PART_BYTES = 128 * 1024
/** How often the server may name another offset before the photo is left for later. */
const MAX_CORRECTIONS = 20

/** Stores a photo in the queue, in place of an earlier photo of its task. */
export async function enqueuePhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>): Promise<void> {
  const phone = await openPhone()
  const transaction = phone.transaction('photos', 'readwrite')
  await Promise.all([
    transaction.store.delete(photosOf(photo.workLogId)),
    transaction.store.put({ ...photo, refused: null, addedAt: Date.now() }),
    transaction.done,
  ])
  tell({ kind: 'changed' })
}

/** Removes a task's photos from the queue. An upload under way stops before its last step. */
export async function withdrawPhotos(workLogId: string): Promise<void> {
  const phone = await openPhone()
  await phone.delete('photos', photosOf(workLogId))
  tell({ kind: 'changed' })
}

const photosOf = (workLogId: string) => IDBKeyRange.bound([workLogId], [workLogId, []])

async function isWaiting({ workLogId, sha256 }: WaitingPhoto): Promise<boolean> {
  return (await (await openPhone()).getKey('photos', [workLogId, sha256])) !== undefined
}

/** Sends a photo. False when it has to be retried; throws without a network. */
export async function sendPhoto(photo: WaitingPhoto): Promise<boolean> {
  const outcome = await uploadPhoto(photo, () => isWaiting(photo))
  if (outcome === 'later') return false
  if (typeof outcome === 'string') {
    await changeEntry('photos', photo, { refused: outcome })
    tell({ kind: 'refused' })
    return true
  }
  await mergeKnown({ workLogId: photo.workLogId, photoAt: outcome.at })
  await (await openPhone()).delete('photos', [photo.workLogId, photo.sha256])
  tell({ kind: 'confirmed', sha256: photo.sha256 })
  return true
}

type Upload = { id: string; offset: number; complete: boolean }
type Outcome = { at: number } | 'later' | Refusal

/**
 * Uploads a photo while it waits in the queue. The server's time once it has confirmed the photo's own SHA-256, or why
 * it has not.
 */
export async function uploadPhoto(photo: WaitingPhoto, isQueued: () => Promise<boolean>): Promise<Outcome> {
  const { workLogId, ownerId, sha256, bytes } = photo
  const base = `/api/work-logs/${workLogId}/photo-uploads`
  const opened = await fetchJson(base, { sha256, size: bytes.size })
  if (!opened.ok) return refusalOf(opened, ownerId)
  const { id, offset, complete }: Upload = await opened.json()
  if (complete) return { at: timeOf(opened) }
  const cut = await sendParts(`${base}/${id}`, { photo, from: offset, isQueued })
  if (cut) return refusalOf(cut, ownerId)
  if (!(await isQueued())) return 'later'
  const finished = await fetchJson(`${base}/${id}/finish`, {})
  if (!finished.ok) return refusalOf(finished, ownerId)
  const confirmed: { sha256: string } = await finished.json()
  // Another photo was confirmed, so this one stays queued.
  return confirmed.sha256 === sha256 ? { at: timeOf(finished) } : 'later'
}

/** The end of the second of the answer's Date header, in milliseconds; 0 without one. */
function timeOf(answer: Response): number {
  return Date.parse(answer.headers.get('date') ?? '') + 999 || 0
}

/** Sends the remaining parts. Null when all have arrived or the photo is withdrawn, otherwise the refusing response. */
async function sendParts(
  path: string,
  { photo, from, isQueued }: { photo: WaitingPhoto; from: number; isQueued: () => Promise<boolean> },
): Promise<Response | null> {
  const { bytes, sha256 } = photo
  let offset = from
  for (let corrections = 0; offset < bytes.size && (await isQueued()); ) {
    tell({ kind: 'progress', sha256, sent: offset })
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const answer = await fetchInTime(path, { method: 'PATCH', headers, body: part })
    if (answer.ok) offset = ((await answer.json()) as Upload).offset
    else if (answer.status === 409 && answer.headers.has('upload-offset') && corrections++ < MAX_CORRECTIONS)
      offset = Number(answer.headers.get('upload-offset'))
    else return answer
  }
  tell({ kind: 'progress', sha256, sent: bytes.size })
  return null
}
