/** Who is staff, and who owns the shop, by the database. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

const STAFF = sql<boolean>`(users.staff_role is not null
  or exists (select from coordinator_groups where coordinator_groups.user_id = users.id))`

/** The verified account with this id or address; null when there is none, or it is closed. Others are deleted in days. */
export async function findAccount(
  db: Db,
  by: { id: string } | { email: string },
): Promise<{ id: string; isStaff: boolean } | null> {
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

/** The owners, who are told of what matters in the audit log: today's admins. */
export async function listOwners(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('staffRole', '=', 'owner')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
}
