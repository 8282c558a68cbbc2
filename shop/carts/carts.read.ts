import { sql } from 'kysely'
import { type Cart, EMPTY_CART, parseCart } from '#shop/carts/cart.ts'
import type { Db } from '#shop/ctx.ts'

/**
 * The account's cart, and the visitor's cart that this session has merged into it (null when none). `isStored`: the
 * account has a cart's row, empty or not; a closed one has none.
 */
export async function readAccountCart(
  db: Db,
  userId: string,
  sessionId: string | null = null,
): Promise<{ account: Cart; merged: Cart | null; isStored: boolean }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('carts', 'carts.userId', 'users.id')
    .leftJoin('cartJoins', (join) => join.on('cartJoins.sessionId', '=', sessionId))
    .select(['carts.lines', 'cartJoins.lines as merged'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const account = row?.lines ? parseCart(row.lines) : EMPTY_CART
  const merged = row?.merged ? parseCart(row.merged) : null
  return { account, merged, isStored: typeof row?.lines === 'string' }
}

/** A product, on sale or not. */
export type KnownProduct = { id: string; number: number; tastemakerPicks: number; isPick: boolean }

/** Products by catalogue number, on sale or not. */
export async function listKnownProducts(db: Db, numbers: Iterable<number>): Promise<KnownProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'number', 'tastemakerPicks', 'isPick'])
    .where('number', '=', sql<number>`any(${[...numbers]}::int[])`)
    .execute()
}

/** The catalogue numbers of these products, on sale or not; unknown ids are left out. */
export async function findNumbers(db: Db, ids: readonly string[]): Promise<{ id: string; number: number }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'number'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The account's serialized price snapshot (see price-snapshot.ts); '' when there is none. */
export async function readPriceSnapshot(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('carts').select('seen').where('userId', '=', userId).executeTakeFirst()
  return row?.seen ?? ''
}
