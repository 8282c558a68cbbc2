import { createHash } from 'node:crypto'

/** An answer kept whole in memory: its headers (without encoding and length), and its body, compressed where it helps. */
export type CachedResponse = {
  headers: Record<string, string>
  etag: string
  identity: Buffer
  br?: Buffer | undefined
  gzip?: Buffer | undefined
}

/** The entity tag of a body: the same bytes have the same tag in every process. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
