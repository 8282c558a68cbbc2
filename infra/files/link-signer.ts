import { createHmac, timingSafeEqual } from 'node:crypto'
import { type KeyRing, keysOf, type Purpose } from '#infra/keys/key-ring.ts'
import type { LinkSigner } from '#shop/files.ts'

export function linkSigner(ring: KeyRing, purpose: Purpose): LinkSigner {
  const keys = keysOf(ring, purpose)
  const signatures = (text: string) => keys.map((key) => createHmac('sha256', key).update(text).digest())
  return {
    sign: (text) => signatures(text)[0]?.toString('base64url') ?? '',
    signatures: (text) => signatures(text).map((signature) => signature.toString('base64url')),
    isProof: (text, proof) => {
      const given = Buffer.from(proof, 'base64url')
      return signatures(text).some((right) => given.length === right.length && timingSafeEqual(given, right))
    },
  }
}
