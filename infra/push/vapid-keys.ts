import { createECDH, hkdfSync } from 'node:crypto'

const CURVE = 'prime256v1'
/** The number of points of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 16 more than a key has, so that the remainder is as good as even. */
const SEED_BYTES = 48

export type VapidKeys = { publicKey: string; privateKey: string }

/** The shop's keys for web push, derived from its secret: the same in every process, and nothing to keep. In base64url. */
export function vapidKeys(secret: string): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'web push', SEED_BYTES)).toString('hex')
  const number = (BigInt(`0x${seed}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const keys = createECDH(CURVE)
  keys.setPrivateKey(privateKey)
  return { publicKey: keys.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** True for a point on the curve, uncompressed, in base64url. */
export function isPublicKey(key: string): boolean {
  try {
    const own = createECDH(CURVE)
    own.generateKeys()
    own.computeSecret(key, 'base64url')
    return true
  } catch {
    return false
  }
}
