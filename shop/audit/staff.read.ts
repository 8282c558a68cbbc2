/** Reads from the database who is staff, and who is an owner. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

const STAFF = sql<boolean>`(users.staff_role is not null
  or exists (select from coordinator_groups where coordinator_groups.user_id = users.id))`

/** Returns null if the account does not exist, is not verified or is closed. */
export async function findAccount(db: Db, by: { id: string } | { email: string }) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['email', by.email] as const)
  const row = await db
    .selectFrom('users')
    .select(['id', STAFF.as('isStaff')])
    .where(column, '=', value)
    .where('emailVerified', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Lists the recipients of alerts. */
export async function listOwners(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('staffRole', '=', 'owner')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}
