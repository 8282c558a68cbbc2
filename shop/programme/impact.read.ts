/** Public figures and groups of the programme. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

/** Returns groups with an approved task of a production batch by a consenting member. Never names people. */
export async function listMakers(db: Db, productId: string): Promise<{ name: string; place: string }[]> {
  return db
    .selectFrom('workLogs')
    .innerJoin('workers', 'workers.userId', 'workLogs.userId')
    .innerJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .select(['shgGroups.name', 'shgGroups.place'])
    .distinct()
    .where('productId', '=', productId)
    .where('batchCode', 'is not', null)
    .where('workLogs.state', 'in', ['approved', 'paid'])
    .where('madeByConsentAt', 'is not', null)
    .orderBy('shgGroups.name')
    .execute()
}

export type ProgrammeSums = { groups: number; workers: number; tasks: number; paid: Money }

export async function programmeSums(db: Db): Promise<ProgrammeSums> {
  const { rows } = await sql<ProgrammeSums>`
    select count(*)::int as tasks, count(distinct work_logs.user_id)::int as workers,
      count(distinct workers.group_id)::int as groups,
      coalesce(sum(payment_amount) filter (where work_logs.state = 'paid'), 0)::bigint as paid
    from work_logs left join workers on workers.user_id = work_logs.user_id
    where work_logs.state in ('approved', 'paid')`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('the sums have no row')
  return sums
}
