import { sql } from 'kysely'
import { EMPTY_CART, parseCart } from '#shop/carts/cart.ts'
import type { Db } from '#shop/ctx.ts'
import { PREPARED } from '#shop/prepared-statement.ts'

/**
 * `seen`: the price snapshot, or ''. `merged`: the visitor's cart that this session merged. `isStored`: a cart exists.
 */
export async function readAccountCart(db: Db, userId: string, sessionId: string | null = null) {
  const { rows } = await sql<{ lines: string | null; seen: string | null; merged: string | null }>`${PREPARED}
    select carts.lines, carts.seen, cart_joins.lines as merged
    from users left join carts on carts.user_id = users.id
      left join cart_joins on cart_joins.session_id = ${sessionId}
    where users.id = ${userId}`.execute(db)
  const { lines = null, seen, merged } = rows[0] ?? {}
  return {
    account: lines ? parseCart(lines) : EMPTY_CART,
    seen: seen ?? '',
    merged: merged ? parseCart(merged) : null,
    isStored: lines !== null,
  }
}

export type KnownProduct = { id: string; number: number; tastemakerPicks: number; isPick: boolean }

/** Returns products by catalogue number, on sale or not. */
export async function listKnownProducts(db: Db, numbers: Iterable<number>): Promise<KnownProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'number', 'tastemakerPicks', 'isPick'])
    .where('number', '=', sql<number>`any(${[...numbers]}::int[])`)
    .execute()
}

/** Returns catalogue numbers of products, on sale or not. */
export async function findNumbers(db: Db, ids: readonly string[]): Promise<{ id: string; number: number }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'number'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}
