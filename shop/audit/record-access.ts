import { isRecent, recordChange, recordViews, recordWithinLimits } from '#shop/audit/audit.sql.ts'
import type { AuditEntity } from '#shop/audit/change.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Actor, isSelf, type Person } from '#shop/kernel/actor.ts'
import { may, rolesOf } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh as hasFreshFactor } from '#shop/kernel/strength.ts'
import { transact } from '#shop/transaction.ts'

/** Repeated views are recorded once per interval, so that the log stays readable. */
const VIEW_MINUTES = 10

type AccessCtx = Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>

/** Records that staff view a person's data. `personId`: that person, whose own views are not recorded. */
export async function recordView(
  ctx: AccessCtx,
  { entity, entityId, personId }: { entity: AuditEntity; entityId: string; personId: string | null },
): Promise<void> {
  const { db, actor, now } = ctx
  if (!isStaff(actor) || (personId !== null && isSelf(actor, personId))) return
  const view = { actorId: actor.id, action: 'look', entity, entityId, now }
  if (await isRecent(db, view, VIEW_MINUTES)) return
  await transact(ctx, (inside) => recordViews(inside, { ...view, entityIds: [entityId] }, VIEW_MINUTES))
}

/** Records views of several orders, for a page that shows their addresses. */
export async function recordOrderViews(ctx: AccessCtx, orderIds: readonly string[]): Promise<void> {
  const { actor, now } = ctx
  if (!isStaff(actor) || orderIds.length === 0) return
  const view = { actorId: actor.id, entity: 'order', entityIds: orderIds, now } as const
  await transact(ctx, (inside) => recordViews(inside, view, VIEW_MINUTES))
}

/**
 * Records an export of personal data. Of its filters, only the names are recorded, because the values may name
 * people.
 * `personId`: the only person in the export. The entries about that person then mention the export, too.
 */
export async function recordExport(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client' | 'config'>,
  list: string,
  params: URLSearchParams,
  personId: string | null = null,
) {
  const { db, actor, now, client } = ctx
  if (!may(actor, 'exports')) return err('not_allowed')
  if (!hasFreshFactor(ctx)) return err('factor_stale')
  await recordChange(db, { ...entryOf(list, params), actorId: actor.id, action: 'export', now, client })
  if (personId) {
    const entry = { entity: 'user', entityId: personId, before: null, after: { kind: list } } as const
    await recordChange(db, { ...entry, actorId: actor.id, action: 'download data', now, client })
  }
  return ok(null)
}

/** Records the download of a file without personal data, which needs no second factor and causes no alert. */
export async function recordDownload(
  { db, actor, now, client }: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  list: string,
  params: URLSearchParams,
): Promise<void> {
  if (actor.kind === 'visitor') return
  await recordChange(db, { ...entryOf(list, params), actorId: actor.id, action: 'download', now, client })
}

function entryOf(list: string, params: URLSearchParams) {
  const filters = [
    ...new Set([...params].filter(([, value]) => value !== '').map(([name]) => name.slice(0, 20))),
  ]
  const after = { name: list, filters: filters.slice(0, 20).toSorted().join(', ') }
  return { entity: 'export', entityId: list, before: null, after } as const
}

/** Minimum interval between equal refusals of one person. */
const REFUSAL_MINUTES = 10

/** Maximum entries of one person per hour, so that nobody can fill the log. */
const PER_HOUR = 60

/** Records a denied request of a signed-in person. `path`: route and ids only, since entries stay forever. */
export async function recordRefusal(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  { method, path }: { method: string; path: string },
): Promise<void> {
  const { db, actor, now } = ctx
  if (actor.kind === 'visitor') return
  const refusal = { actorId: actor.id, action: 'refused', entity: 'page', entityId: path, now } as const
  if (await isRecent(db, refusal, REFUSAL_MINUTES)) return
  const entry = { ...refusal, after: { method } }
  await transact(ctx, (inside) =>
    recordWithinLimits(inside, entry, { minutes: REFUSAL_MINUTES, perHour: PER_HOUR }),
  )
}

/** True for staff and coordinators. A person who signed in with a PIN has neither role. */
export function isStaff(actor: Actor): actor is Person {
  return actor.kind === 'person' && rolesOf(actor).length > 0
}
