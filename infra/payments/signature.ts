import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 in hex, as payment providers sign. */
export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** True when `signature` is ours for this text, compared in constant time. */
export function isSigned(secret: string, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(sign(secret, text)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
