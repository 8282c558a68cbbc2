/** Signed URLs of photos, valid for half an hour to an hour. */
import type { LinkSigner } from '#shop/ctx.ts'

const STEP_SECONDS = 30 * 60

export type SignedPhotoUrl = { workLogId: string; photoId: string; until: number; proof: string }

/** Returns a URL that stays the same for half an hour, so that browsers can cache it. It works only with a session. */
export function photoPath(
  links: LinkSigner,
  { workLogId, photoId }: Pick<SignedPhotoUrl, 'workLogId' | 'photoId'>,
  now: Date,
): string {
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const until = (step + 2) * STEP_SECONDS
  const proof = links.sign(textOf({ workLogId, photoId, until }))
  return `/api/work-logs/${workLogId}/photos/${photoId}?until=${until}&proof=${proof}`
}

export function isValidPhotoUrl(links: LinkSigner, { proof, ...link }: SignedPhotoUrl, now: Date): boolean {
  return link.until * 1000 > now.getTime() && links.isProof(textOf(link), proof)
}

/** Returns the file key of a picture's small copy. */
export function smallKey(fileKey: string): string {
  return fileKey.replace(/\.webp$/, '-small.webp')
}

function textOf({ workLogId, photoId, until }: Omit<SignedPhotoUrl, 'proof'>): string {
  return `task photo ${workLogId} ${photoId} until ${until}`
}
