import { randomUUID } from 'node:crypto'
import type { Ctx, Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { cardToken } from '#shop/programme/card-link.ts'
import { CARD_DAYS } from '#shop/programme/pin.ts'
import { insertCard } from '#shop/programme/sign-in.sql.ts'

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
