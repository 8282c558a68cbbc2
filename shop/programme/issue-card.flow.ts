import { randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { CARD_DAYS, CARDS_A_DAY } from '#shop/programme/pin.ts'
import { countCardsSince, insertCard, lockIssuer } from '#shop/programme/sign-in.sql.ts'

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

/** Makes a card for a worker whose account the caller holds; her earlier unused ones stop working. */
export async function issueCardTo(
  { links, now }: Pick<Ctx, 'links' | 'now'>,
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
    token: cardToken(links, id),
    issuedAt: now,
    expiresAt,
  })
}
