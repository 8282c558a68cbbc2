import { mayBeLater } from '#app/phone/may-be-later.ts'
import type { SendOutcome, WaitingPhoto } from '#app/phone/waiting-photo.ts'

/** Small enough to get through a bad network between two cuts. */
export const PART_BYTES = 128 * 1024
/** How often a part may be answered with another place to go on from, before it is left for later. */
const MOST_DETOURS = 20

type Upload = { id: string; offset: number; complete: boolean }
type Ask = (path: string, init: RequestInit) => Promise<Response>

/**
 * Sends one photo in parts, going on where an earlier try was cut off, and ends 'confirmed' only when the server has
 * named the photo's own SHA-256. `onSent` hears how many bytes have arrived.
 */
export async function sendPhoto(
  photo: WaitingPhoto,
  ask: Ask = (path, init) => fetch(path, init),
  onSent: (bytes: number) => void = () => {},
): Promise<SendOutcome> {
  const base = `/api/work-logs/${photo.workLogId}/photo-uploads`
  try {
    const begun = await ask(base, post({ sha256: photo.sha256, size: photo.bytes.size }))
    if (!begun.ok) return refusal(begun)
    const upload: Upload = await begun.json()
    if (upload.complete) return { kind: 'confirmed' }
    const cut = await sendParts(`${base}/${upload.id}`, upload.offset, photo.bytes, ask, onSent)
    if (cut) return cut
    const finished = await ask(`${base}/${upload.id}/finish`, post({}))
    if (!finished.ok) return refusal(finished)
    const { sha256 } = await finished.json()
    // Anything else would be somebody else's photo, or a damaged one: it stays here and is sent again.
    return sha256 === photo.sha256 ? { kind: 'confirmed' } : { kind: 'later' }
  } catch {
    // No network, or an answer that was cut off.
    return { kind: 'later' }
  }
}

/** Null when all parts have arrived. */
async function sendParts(
  path: string,
  from: number,
  bytes: Blob,
  ask: Ask,
  onSent: (bytes: number) => void,
): Promise<SendOutcome | null> {
  let offset = from
  for (let detours = 0; offset < bytes.size; ) {
    onSent(offset)
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    const answer = await ask(path, { method: 'PATCH', headers, body: part })
    if (answer.ok) offset = ((await answer.json()) as Upload).offset
    else if (answer.status === 409 && answer.headers.has('upload-offset') && detours++ < MOST_DETOURS)
      offset = Number(answer.headers.get('upload-offset'))
    else return refusal(answer)
  }
  onSent(bytes.size)
  return null
}

async function refusal(answer: Response): Promise<SendOutcome> {
  if (mayBeLater(answer)) return { kind: 'later' }
  const body = (await answer.json().catch(() => null)) as { error?: string } | null
  return { kind: 'refused', message: body?.error ?? 'Failed to send photo' }
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
