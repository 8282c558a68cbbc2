import { createHmac, hkdfSync } from 'node:crypto'
import type { LinkSigner } from '#shop/files.ts'

/** Signs with a key of its own that is made from the shop's secret, so that a signature is good for nothing else. */
export function linkSigner(secret: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'signed links', 32))
  return { sign: (text) => createHmac('sha256', key).update(text).digest('base64url') }
}
