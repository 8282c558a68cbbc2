/**
 * What admins write about orders for each other, and who of them did what. None of it is part of an `Order`, which
 * customers' pages, answers and mails are made of. The caller has checked that an admin asks.
 */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'

/** The internal notes of these orders by the order's id; an order without notes is left out. */
export async function internalNotesOf(db: Db, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'internalNotes'])
    .where('id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('internalNotes', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, internalNotes }) => [id, internalNotes ?? '']))
}

/** The names behind the entries of these orders' histories, by the entry's id; what the program did itself is left out. */
export async function actorNamesOf(db: Db, orderIds: readonly string[]): Promise<Record<number, string>> {
  if (orderIds.length === 0) return {}
  const rows = await db
    .selectFrom('orderEvents')
    .innerJoin('users', 'users.id', 'orderEvents.actorId')
    .select(['orderEvents.id', 'users.fullName'])
    .where('orderId', '=', sql<string>`any(${orderIds}::uuid[])`)
    .execute()
  return Object.fromEntries(rows.map(({ id, fullName }) => [id, fullName]))
}
