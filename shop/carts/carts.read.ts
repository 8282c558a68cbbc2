import { sql } from 'kysely'
import { type Cart, EMPTY_CART, parseCart } from '#shop/carts/cart.ts'
import type { KnownProduct } from '#shop/carts/naming.ts'
import type { Db } from '#shop/ctx.ts'

/** The cart of an account, and what a session's browser has added to it so far. */
export async function readAccountCart(
  db: Db,
  userId: string,
  sessionId: string | null = null,
): Promise<{ account: Cart; joined: Cart | null }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('carts', 'carts.userId', 'users.id')
    .leftJoin('cartJoins', (join) => join.on('cartJoins.sessionId', '=', sessionId))
    .select(['carts.lines', 'cartJoins.lines as joined'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const account = row?.lines ? parseCart(row.lines) : EMPTY_CART
  return { account, joined: row?.joined ? parseCart(row.joined) : null }
}

/** Products by id or catalogue number, whether or not they are on sale. */
export async function listKnownProducts(
  db: Db,
  { ids = [], numbers = [] }: { ids?: string[]; numbers?: number[] },
): Promise<KnownProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'number', 'tastemakerPicks', 'isPick'])
    .where((eb) =>
      eb.or([
        eb('id', '=', sql<string>`any(${ids}::uuid[])`),
        eb('number', '=', sql<number>`any(${numbers}::int[])`),
      ]),
    )
    .execute()
}

/** What an account's customer saw of price and stock, as it was written; '' when there is nothing. */
export async function readPriceSnapshot(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom('carts').select('seen').where('userId', '=', userId).executeTakeFirst()
  return row?.seen ?? ''
}
