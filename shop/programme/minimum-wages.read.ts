import { sql } from 'kysely'
import type { Ctx, Db } from '#shop/ctx.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { highestMinimum, type Minimum, type MinimumWage } from '#shop/programme/minimum-wage.ts'

export async function listMinimumWages(db: Db): Promise<MinimumWage[]> {
  return db
    .selectFrom('minimumWages')
    .leftJoin('users', 'users.id', 'recordedBy')
    .select(['minimumWages.id', 'state', 'dailyAmount', 'hours', 'source', 'users.fullName as recordedBy'])
    .select(sql<Day>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom'))
    .orderBy('state')
    .orderBy('minimumWages.validFrom', 'desc')
    .execute()
}

export type GroupState = { id: string; name: string; place: string; state: string | null }

/** Lists groups with their state. Null means the seller's state. */
export async function listGroupStates(db: Db): Promise<GroupState[]> {
  return db.selectFrom('shgGroups').select(['id', 'name', 'place', 'state']).orderBy('name').execute()
}

/** Returns today's highest minimum of all groups' states. */
export async function readMinimum({ db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>): Promise<Minimum> {
  const [wages, groups] = await Promise.all([listMinimumWages(db), listGroupStates(db)])
  const states = new Set(groups.map(({ state }) => state ?? config.seller.state))
  return highestMinimum(wages, { states: [...states], day: dayOf(now), own: config.minHourlyRate })
}
