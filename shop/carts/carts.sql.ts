import { type Cart, parseCart, serializeCart } from '#shop/carts/cart.ts'
import { removeOrdered } from '#shop/carts/merging.ts'
import type { Db } from '#shop/ctx.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/** Locks the account's cart; null when the account is closed. */
export async function lockCart(db: Db, userId: string, now: Date): Promise<Cart | null> {
  const select = () =>
    db.selectFrom('carts').select('lines').where('userId', '=', userId).forUpdate().executeTakeFirst()
  const row = (await select()) ?? ((await openCart(db, userId, now)) ? await select() : undefined)
  return row ? parseCart(row.lines) : null
}

async function openCart(db: Db, userId: string, now: Date): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!owner) return false
  await db
    .insertInto('carts')
    .values({ userId, updatedAt: now })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return true
}

/** Writes the account's cart. The caller holds the cart's lock. */
export async function writeAccountCart(db: Db, userId: string, cart: Cart, now: Date): Promise<void> {
  await db
    .updateTable('carts')
    .set({ lines: serializeCart(cart), updatedAt: now })
    .where('userId', '=', userId)
    .execute()
}

/** Returns the visitor's cart that this session has merged, or null. */
export async function mergedCart(db: Db, sessionId: string): Promise<Cart | null> {
  const query = db.selectFrom('cartJoins').select('lines').where('sessionId', '=', sessionId)
  const row = await query.executeTakeFirst()
  return row ? parseCart(row.lines) : null
}

/** Records the merged cart, unless the session has ended. */
export async function recordMerge(db: Db, sessionId: string, cart: Cart): Promise<void> {
  const lines = serializeCart(cart)
  await db
    .insertInto('cartJoins')
    .columns(['sessionId', 'lines'])
    .expression((eb) =>
      eb
        .selectFrom('sessions')
        .select(({ val }) => ['sessions.id', val(lines).as('lines')])
        .where('sessions.id', '=', sessionId),
    )
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ lines }))
    .execute()
}

/** Removes the ordered lines. Lines that were added in the meantime remain. */
export async function emptyCart(db: Db, userId: string, ordered: Cart, now: Date): Promise<void> {
  const row = await db
    .selectFrom('carts')
    .select('lines')
    .modifyFront(PREPARED)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.lines === '') return
  await writeAccountCart(db, userId, removeOrdered(parseCart(row.lines), ordered), now)
}

export async function deleteCart(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('carts').where('userId', '=', userId).execute()
}

export async function savePriceSnapshotOf(db: Db, userId: string, seen: string): Promise<void> {
  await db.updateTable('carts').set({ seen }).where('userId', '=', userId).execute()
}
