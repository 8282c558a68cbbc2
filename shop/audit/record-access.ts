import { isFresh, recordChange, recordLooks, recordSparsely } from '#shop/audit/audit.sql.ts'
import type { Audited } from '#shop/audit/change.ts'
import type { Ctx } from '#shop/ctx.ts'
import { type Actor, isSelf, type Person } from '#shop/kernel/actor.ts'
import { may, rolesOf } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh as hasFreshFactor } from '#shop/kernel/strength.ts'
import { transact } from '#shop/transaction.ts'

/** Repeated looks are recorded once per interval, so that the log stays readable. */
const MINUTES = 10

type Looking = Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>

/** Records that staff view a person's data. `personId`: its owner, whose own looks are not recorded. */
export async function recordLook(
  ctx: Looking,
  { entity, entityId, personId }: { entity: Audited; entityId: string; personId: string | null },
): Promise<void> {
  const { db, actor, now } = ctx
  if (!isStaff(actor) || (personId !== null && isSelf(actor, personId))) return
  const look = { actorId: actor.id, action: 'look', entity, entityId, now }
  if (await isFresh(db, look, MINUTES)) return
  await transact(ctx, (inside) => recordLooks(inside, { ...look, entityIds: [entityId] }, MINUTES))
}

/** For a page that shows several orders with addresses. */
export async function recordOrdersSeen(ctx: Looking, orderIds: readonly string[]): Promise<void> {
  const { actor, now } = ctx
  if (!isStaff(actor) || orderIds.length === 0) return
  const look = { actorId: actor.id, entity: 'order', entityIds: orderIds, now } as const
  await transact(ctx, (inside) => recordLooks(inside, look, MINUTES))
}

/** Records an export of personal data, with the names of its filters: their values may name people. */
export async function recordExport(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client' | 'config'>,
  list: string,
  params: URLSearchParams,
) {
  const { db, actor, now, client } = ctx
  if (!may(actor, 'exports')) return err('not_allowed')
  if (!hasFreshFactor(ctx)) return err('factor_stale')
  await recordChange(db, { ...entryOf(list, params), actorId: actor.id, action: 'export', now, client })
  return ok(null)
}

/** For a file without personal data: needs no second factor and causes no alert. */
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

/** Between equal entries of one person. */
const REFUSAL_MINUTES = 10

/** Per person, so that nobody can fill the log. */
const PER_HOUR = 60

/** Records a denied request of a signed-in person. `path`: route and ids only, since entries stay forever. */
export async function recordRefusal(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now' | 'client'>,
  { method, path }: { method: string; path: string },
): Promise<void> {
  const { db, actor, now } = ctx
  if (actor.kind === 'visitor') return
  const refusal = { actorId: actor.id, action: 'refused', entity: 'page', entityId: path, now } as const
  if (await isFresh(db, refusal, REFUSAL_MINUTES)) return
  const entry = { ...refusal, after: { method } }
  await transact(ctx, (inside) =>
    recordSparsely(inside, entry, { minutes: REFUSAL_MINUTES, perHour: PER_HOUR }),
  )
}

/** Admins and coordinators. A session by PIN has none of these rights. */
export function isStaff(actor: Actor): actor is Person {
  return actor.kind === 'person' && rolesOf(actor).length > 0
}
