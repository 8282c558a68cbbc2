import { randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { CARD_DAYS, CARDS_A_DAY } from '#shop/programme/pin.ts'
import { countCardsSince, insertCard, lockIssuer } from '#shop/programme/sign-in.sql.ts'
import { coordinatedBy } from '#shop/programme/workers.sql.ts'

/** False when a coordinator would have made more cards within a day than she may; admins have no limit. */
export async function mayIssueCards(
  { now }: Pick<Ctx, 'now'>,
  db: Db,
  actor: Person,
  cards: number,
): Promise<boolean> {
  if (may(actor, 'programme')) return true
  await lockIssuer(db, actor.id)
  const since = new Date(now.getTime() - DAY_MS)
  return (await countCardsSince(db, actor.id, since)) + cards <= CARDS_A_DAY
}

/** The groups that the actor coordinates, which stay so until the transaction ends; null: all. */
export async function heldScope(db: Db, actor: Person): Promise<GroupScope> {
  if (may(actor, 'programme')) return null
  return (await lockCustomer(db, actor.id)) ? coordinatedBy(db, actor.id) : []
}

/** Makes a card for a worker whose account the caller holds; her earlier unused ones stop working. */
export async function issueCardTo(
  { cardKeys, now }: Pick<Ctx, 'cardKeys' | 'now'>,
  db: Db,
  { userId, batchId, issuedBy }: { userId: string; batchId: string; issuedBy: string },
): Promise<void> {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + CARD_DAYS * DAY_MS)
  await insertCard(db, {
    id,
    userId,
    batchId,
    issuedBy,
    token: cardToken(cardKeys, id),
    issuedAt: now,
    expiresAt,
  })
}
