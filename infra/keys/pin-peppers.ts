import { createHmac } from 'node:crypto'
import { type KeyRing, keyOf } from '#infra/keys/key-ring.ts'
import type { PinPeppers } from '#shop/ctx.ts'

const ID_BYTES = 6

export function pinPeppers(ring: KeyRing): PinPeppers {
  const signature = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const byId = new Map(
    ring.map((secret) => {
      const id = keyOf(secret, 'pinKeyId').subarray(0, ID_BYTES).toString('base64url')
      return [id, keyOf(secret, 'pins')] as const
    }),
  )
  const [newest = ''] = byId.keys()
  return {
    newest,
    pepper: (id, text) => {
      const key = byId.get(id)
      return key ? signature(key, text) : null
    },
  }
}
