/** Sends photos in parts. They are stored first, and resume where an earlier attempt stopped. */

import { hideEntry, revealBytes, revealEntry } from '#app/programme/offline/entry-secrets.ts'
import { keysOf } from '#app/programme/offline/phone-keys.ts'
import { changeEntry, mergeTask, openPhone } from '#app/programme/offline/phone-store.ts'
import { fetchInTime, fetchJson, refusalOf, timeOf } from '#app/programme/offline/requests.ts'
import { notify, type Refusal, type WaitingPhoto } from '#app/programme/offline/waiting.ts'

/** Small enough to be sent between two interruptions of a bad network. */
const PART_BYTES = 128 * 1024
/** After this many corrections of the offset by the server, the photo is postponed. */
const MAX_CORRECTIONS = 20

/** Stores a photo in the queue. It replaces an earlier photo of its task. */
export async function enqueuePhoto(photo: Omit<WaitingPhoto, 'addedAt' | 'refused'>): Promise<void> {
  const phone = await openPhone()
  // Must run before the transaction, which would end while waiting for anything else.
  const entry = await hideEntry({ ...photo, refused: null, addedAt: Date.now() })
  const transaction = phone.transaction('photos', 'readwrite')
  await Promise.all([
    transaction.store.delete(photosOf(photo.workLogId)),
    transaction.store.put(entry),
    transaction.done,
  ])
  notify({ kind: 'changed' })
}

/** Removes a task's photos from the queue. A running upload stops before its last step. */
export async function withdrawPhotos(workLogId: string): Promise<void> {
  const phone = await openPhone()
  await phone.delete('photos', photosOf(workLogId))
  notify({ kind: 'changed' })
}

const photosOf = (workLogId: string) => IDBKeyRange.bound([workLogId], [workLogId, []])

async function findWaiting({ workLogId, sha256, ownerId }: WaitingPhoto) {
  const stored = await (await openPhone()).get('photos', [workLogId, sha256])
  return stored && ((await revealEntry(await keysOf(ownerId), stored)) ?? undefined)
}

/** Sends a photo. Returns false if it has to be retried; throws without a network. */
export async function sendPhoto(photo: WaitingPhoto): Promise<boolean> {
  const bytes = await revealBytes(photo)
  if (!bytes) return false
  const outcome = await uploadPhoto({ ...photo, bytes }, () => findWaiting(photo))
  if (outcome === 'later') return false
  if (typeof outcome === 'string') {
    await changeEntry('photos', photo, { refused: outcome })
    notify({ kind: 'refused' })
    return true
  }
  await mergeTask({ workLogId: photo.workLogId, photoAt: outcome.at })
  await (await openPhone()).delete('photos', [photo.workLogId, photo.sha256])
  notify({ kind: 'confirmed' })
  return true
}

type Upload = { id: string; offset: number; complete: boolean }
type Outcome = { at: number } | 'later' | Refusal

type FindQueued = () => Promise<WaitingPhoto | undefined>

/**
 * Uploads a photo as long as it is queued. Returns the server's time of confirming the photo's SHA-256, or the reason
 * why it was not confirmed.
 */
export async function uploadPhoto(photo: WaitingPhoto, findQueued: FindQueued): Promise<Outcome> {
  const { workLogId, ownerId, sha256, bytes } = photo
  const base = `/api/work-logs/${workLogId}/photo-uploads`
  const creation = await fetchJson(base, { sha256, size: bytes.size })
  if (!creation.ok) return refusalOf(creation, ownerId)
  const { id, offset, complete }: Upload = await creation.json()
  if (complete) return { at: timeOf(creation) }
  const refusedPart = await sendParts(`${base}/${id}`, { photo, from: offset, findQueued })
  if (refusedPart) return refusalOf(refusedPart, ownerId)
  // The same photo may have been queued again with a different count.
  const queued = await findQueued()
  if (!queued) return 'later'
  const query = queued.claimed === undefined ? '' : `?claimed_quantity=${queued.claimed}`
  const finish = await fetchJson(`${base}/${id}/finish${query}`, {})
  if (!finish.ok) return refusalOf(finish, ownerId)
  const confirmed: { sha256: string } = await finish.json()
  // If another photo was confirmed, this photo stays queued.
  return confirmed.sha256 === sha256 ? { at: timeOf(finish) } : 'later'
}

/** Sends the remaining parts. Null if all have arrived or the photo is withdrawn, otherwise the refusing response. */
async function sendParts(
  path: string,
  { photo, from, findQueued }: { photo: WaitingPhoto; from: number; findQueued: FindQueued },
): Promise<Response | null> {
  const { bytes, sha256 } = photo
  let offset = from
  for (let corrections = 0; offset < bytes.size && (await findQueued()); ) {
    notify({ kind: 'progress', sha256, sent: offset })
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const answer = await fetchInTime(path, { method: 'PATCH', headers, body: part })
    if (answer.ok) offset = ((await answer.json()) as Upload).offset
    else if (answer.status === 409 && answer.headers.has('upload-offset') && corrections++ < MAX_CORRECTIONS)
      offset = Number(answer.headers.get('upload-offset'))
    else return answer
  }
  notify({ kind: 'progress', sha256, sent: bytes.size })
  return null
}
