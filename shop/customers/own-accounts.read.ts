/** Finds other accounts of the same person. They share a phone number or UPI ID. */
import { sql } from 'kysely'
import type { Ctx, Db, SealedFields } from '#shop/ctx.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

/** SQL condition on `workers`: the phone is one of these (ten digits). Compares the search index in the sealed text. */
export function hasPhone(fields: Pick<SealedFields, 'indexes'>, phones: readonly string[]) {
  const indexes = phones.flatMap((phone) => fields.indexes(phone))
  return sql<boolean>`split_part(workers.phone, ':', 3) = any(${indexes}::text[])`
}

/** Returns a number in one notation, for comparing. */
const samePhone = (phone: string) => phoneDigits(phone) ?? phone

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('workers', 'workers.userId', 'users.id')
    .select(['users.id', 'phoneNumber', sealed('workers', 'phone').as('phone')])
}

function phonesOf(account: { phoneNumber: string | null; phone: string | null }): string[] {
  return [account.phoneNumber, account.phone].flatMap((phone) => (phone ? [samePhone(phone)] : []))
}

/** Returns accounts with the actor's id, phone number or UPI ID, including a UPI ID that waits to take effect. */
export async function ownAccounts(
  db: Db,
  actorId: string,
  accounts: readonly { userId: string; upiId?: string | null }[],
): Promise<Set<string>> {
  const ids = [actorId, ...accounts.map(({ userId }) => userId)]
  const rows = await selectAccounts(db)
    .leftJoin('upiChanges', (join) =>
      join
        .onRef('upiChanges.userId', '=', 'users.id')
        .on('stoppedAt', 'is', null)
        .on('appliedAt', 'is', null),
    )
    .select([sealed('workers', 'upi_id').as('upiId'), sealed('upi_changes', 'new_upi_id').as('newUpiId')])
    .where(sql<boolean>`users.id = any(${ids}::uuid[])`)
    .execute()
  const marksOf = (userId: string) =>
    rows
      .filter(({ id }) => id === userId)
      .flatMap((row) => [...phonesOf(row), row.upiId?.toLowerCase(), row.newUpiId?.toLowerCase()])
  const own = new Set(marksOf(actorId).filter((mark) => mark !== undefined))
  const isOwn = ({ userId, upiId }: { userId: string; upiId?: string | null }) =>
    userId === actorId ||
    [...marksOf(userId), upiId?.toLowerCase()].some((mark) => mark !== undefined && own.has(mark))
  return new Set(accounts.filter(isOwn).map(({ userId }) => userId))
}

export async function isOwnAccount(db: Db, actorId: string, userId: string): Promise<boolean> {
  return (await ownAccounts(db, actorId, [{ userId }])).size > 0
}

/**
 * True if the actor or a member of staff has this phone, not counting the worker. Only owners may enter such a phone.
 * `userId`: the worker's account; null for a new worker.
 */
export async function isStaffPhone(
  db: Db,
  actor: Person,
  { phone, userId }: { phone: string; userId: string | null },
): Promise<boolean> {
  if (may(actor, 'roles')) return false
  const rows = await selectAccounts(db)
    .where((eb) => eb.or([eb('staffRole', 'is not', null), eb('users.id', '=', actor.id)]))
    .where('deletedAt', 'is', null)
    .execute()
  return rows.some((row) => row.id !== userId?.toLowerCase() && phonesOf(row).includes(samePhone(phone)))
}

/** True if the phone belongs to another worker. Only owners may enter such a phone for a member of staff. */
export async function isWorkerPhone(
  { actor, fields }: Pick<Ctx, 'actor' | 'fields'>,
  db: Db,
  { phone, userId }: { phone: string; userId: string },
): Promise<boolean> {
  if (may(actor, 'roles')) return false
  const worker = await db
    .selectFrom('workers')
    .innerJoin('users', 'users.id', 'workers.userId')
    .select('userId')
    .where(hasPhone(fields, [samePhone(phone)]))
    .where('isWorker', '=', true)
    .where('userId', '!=', userId)
    .executeTakeFirst()
  return worker !== undefined
}
