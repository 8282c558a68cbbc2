/** The only place that writes minimum wages and the states of groups. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { MinimumWageInput } from '#shop/programme/minimum-wage.ts'

/** Returns the id, or null if the state has a wage from that day. */
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

/** Returns the deleted wage, or null. */
export async function deleteMinimumWage(db: Db, id: string) {
  if (!isUuid(id)) return null
  const removed = db.deleteFrom('minimumWages').where('id', '=', id)
  return (await removed.returning(['state', 'dailyAmount', 'hours', 'source']).executeTakeFirst()) ?? null
}

/** Returns the group's former state, or null without such a group. */
export async function setGroupState(db: Db, groupId: string, state: string | null) {
  if (!isUuid(groupId)) return null
  const group = db.selectFrom('shgGroups').select(['name', 'state']).where('id', '=', groupId).forUpdate()
  const found = await group.executeTakeFirst()
  if (!found) return null
  await db.updateTable('shgGroups').set({ state }).where('id', '=', groupId).execute()
  return { name: found.name, before: found.state }
}
