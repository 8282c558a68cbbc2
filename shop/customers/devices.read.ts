import type { Db } from '#shop/ctx.ts'
import type { Device } from '#shop/customers/device.ts'

/** The account's current sessions, last used first. */
export async function listDevices(db: Db, userId: string, now: Date): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'createdAt as signedInAt', 'updatedAt as lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...row, userAgent: row.userAgent ?? '' }))
}
