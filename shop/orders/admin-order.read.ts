/**
 * Internal notes and the names of acting staff. Kept out of `Order`, which customers' pages, API responses and emails
 * are built from. The caller has checked that the actor is an admin.
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

/** Full names of the people behind these orders' history entries, by entry id; entries of the system are left out. */
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
