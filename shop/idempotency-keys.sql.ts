import type { Db, KeyClaim } from '#shop/ctx.ts'

/** Another request used the key. */
export class KeyTaken extends Error {}

/** Claims the key if the transaction commits. Waits for a concurrent claim; throws `KeyTaken` if that commits. */
export async function claimKey(db: Db, { now, ...claim }: KeyClaim): Promise<void> {
  const row = await db
    .insertInto('idempotencyKeys')
    .values({ ...claim, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!row) throw new KeyTaken()
}

export async function releaseKey(db: Db, { userId, key }: KeyClaim): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('userId', '=', userId).where('key', '=', key).execute()
}
