import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sessionKeys } from '#infra/keys/key-ring.ts'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

/** Inserts a session that needs no renewal yet. Returns its cookie, signed with this AUTH_SECRET. */
export async function makeSession(
  db: Db,
  userId: string,
  secret: string,
  {
    factorAt = new Date(),
  }: {
    /** When the session proved the second factor; null: never. */
    factorAt?: Date | null
  } = {},
): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 30 * DAY_MS)
  await db.insertInto('sessions').values({ id: randomUUID(), userId, token, expiresAt, factorAt }).execute()
  const signature = createHmac('sha256', sessionKeys([secret])[0])
    .update(token)
    .digest('base64')
  return { name: 'better-auth.session_token', value: encodeURIComponent(`${token}.${signature}`) }
}
