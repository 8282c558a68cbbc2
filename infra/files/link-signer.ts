import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LinkSigner } from '#shop/files.ts'

/** Signs with a key derived from the shop's secret, so that a signature is valid for nothing else. */
export function linkSigner(secret: string): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'signed links', 32))
  const signature = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: (text) => signature(text).toString('base64url'),
    isProof: (text, proof) => {
      const given = Buffer.from(proof, 'base64url')
      const right = signature(text)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
