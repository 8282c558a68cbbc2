/** The only place that writes minimum wages and the states of groups. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { MinimumWageInput } from '#shop/programme/minimum-wage.ts'

/** The new wage's id; null when the state has one from that day. */
export async function insertMinimumWage(
  db: Db,
  wage: MinimumWageInput & { recordedBy: string; recordedAt: Date },
): Promise<string | null> {
  const row = await db
    .insertInto('minimumWages')
    .values({ ...wage, validFrom: sql<Date>`${wage.validFrom}::date` })
    .onConflict((conflict) => conflict.columns(['state', 'validFrom']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Removes a wage; what it was, or null when there is none. */
export async function deleteMinimumWage(db: Db, id: string) {
  if (!isUuid(id)) return null
  const removed = db.deleteFrom('minimumWages').where('id', '=', id)
  return (await removed.returning(['state', 'dailyAmount', 'hours', 'source']).executeTakeFirst()) ?? null
}

/** Sets a group's state; the one before as `before`, or null when there is no such group. */
export async function setGroupState(
  db: Db,
  groupId: string,
  state: string | null,
): Promise<{ name: string; before: string | null } | null> {
  if (!isUuid(groupId)) return null
  const group = db.selectFrom('shgGroups').select(['name', 'state']).where('id', '=', groupId).forUpdate()
  const found = await group.executeTakeFirst()
  if (!found) return null
  await db.updateTable('shgGroups').set({ state }).where('id', '=', groupId).execute()
  return { name: found.name, before: found.state }
}
