import { recordChange } from '#shop/audit/audit.sql.ts'
import { listOwners } from '#shop/audit/staff.read.ts'
import type { Ctx, Db, FactorNews } from '#shop/ctx.ts'

const ACTIONS: Readonly<Record<FactorNews, string>> = {
  added: 'add factor',
  removed: 'remove factor',
  'recovery-used': 'use recovery code',
  'codes-renewed': 'renew recovery codes',
  reset: 'reset factors',
}

type FactorChange = {
  news: FactorNews
  /** The person whose factors changed. `actorId`: null for `resetFactorsByCommand`. */
  userId: string
  actorId: string | null
  before: object | null
  after: object | null
}

/** Records a change of factors and emails the person; after a recovery also all owners. */
export async function reportChange(
  { jobs, now }: Pick<Ctx, 'jobs' | 'now'>,
  db: Db,
  { news, userId, actorId, before: earlier, after: later }: FactorChange,
): Promise<void> {
  const action = ACTIONS[news]
  await recordChange(db, {
    actorId,
    action,
    entity: 'user',
    entityId: userId,
    before: earlier,
    after: later,
    now,
  })
  const isRecovery = news === 'reset' || news === 'recovery-used'
  const owners = isRecovery ? await listOwners(db) : []
  const recipients = new Set([userId, ...owners.map(({ id }) => id)])
  for (const recipientId of recipients)
    await jobs.send(db, { queue: 'factor-mail', data: { news, userId, recipientId } })
}
