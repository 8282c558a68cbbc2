import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db, FactorNews } from '#shop/ctx.ts'
import { listOwners } from '#shop/factors/factors.read.ts'

const ACTIONS: Readonly<Record<FactorNews, string>> = {
  added: 'add factor',
  removed: 'remove factor',
  'recovery-used': 'use recovery code',
  'codes-renewed': 'renew recovery codes',
  reset: 'reset factors',
}

type Told = {
  news: FactorNews
  /** The account, and who changed it; null for the command on the machine. */
  userId: string
  actorId: string | null
  before: object | null
  after: object | null
}

/** Records a change of somebody's factors, and emails it to that person; the owners learn of recoveries, too. */
export async function reportChange(
  { jobs, now }: Pick<Ctx, 'jobs' | 'now'>,
  db: Db,
  { news, userId, actorId, before, after }: Told,
): Promise<void> {
  const action = ACTIONS[news]
  await recordChange(db, { actorId, action, entity: 'user', entityId: userId, before, after, now })
  const isRecovery = news === 'reset' || news === 'recovery-used'
  const owners = isRecovery ? await listOwners(db) : []
  const recipients = new Set([userId, ...owners.map(({ id }) => id)])
  for (const recipientId of recipients)
    await jobs.send(db, { queue: 'factor-mail', data: { news, userId, recipientId } })
}
