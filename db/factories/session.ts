import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'

/** Inserts a session that needs no renewal yet; returns its cookie as signed with `secret`. */
export async function makeSession(
  db: Db,
  userId: string,
  secret: string,
): Promise<{ name: string; value: string }> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 30 * DAY_MS)
  await db.insertInto('sessions').values({ id: randomUUID(), userId, token, expiresAt }).execute()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { name: 'better-auth.session_token', value: encodeURIComponent(`${token}.${signature}`) }
}
