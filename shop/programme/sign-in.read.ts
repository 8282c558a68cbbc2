/** Cards and sign-in states for pages. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Ctx, Db, SealedFields } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import { hasPhone } from '#shop/customers/own-accounts.read.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { tokenHash } from '#shop/email-token.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { countRows } from '#shop/lists.read.ts'
import { hasWords } from '#shop/name-words.sql.ts'
import { isCardToken } from '#shop/programme/card-link.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { cardState, type KnownAccount, MAX_WRONG_PINS, type WorkerSignIn } from '#shop/programme/pin.ts'
import type { WorkerFilters } from '#shop/programme/task-filters.ts'
import type { Language } from '#shop/programme/worker.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

/**
 * Returns the token's card, or null if it is unknown or its key is no longer available. `mayJoin`: false for staff
 * and former workers.
 */
export async function openCard(
  { db, now, cardKeys }: Pick<Ctx, 'now' | 'cardKeys'> & { db: Db },
  token: string,
) {
  const row = await db
    .selectFrom('workerCards')
    .innerJoin('users', 'users.id', 'workerCards.userId')
    .innerJoin('workers', 'workers.userId', 'users.id')
    .select(['workerCards.id', 'users.id as userId', 'users.fullName', 'users.email'])
    .select(sealed('workers', 'phone').as('phone'))
    .select(['language', 'expiresAt', 'usedAt', 'replacedAt', 'staffRole', 'isWorker'])
    .where('tokenHash', '=', tokenHash(token))
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row || !isCardToken(cardKeys, row.id, token)) return null
  const { expiresAt, usedAt, replacedAt, staffRole, isWorker, language, ...card } = row
  const state = cardState({ expiresAt, usedAt, replacedAt }, now)
  return { ...card, language: language as Language, state, mayJoin: isWorker && staffRole === null }
}

/** Returns the workers among `accounts` whose sign-in is newer than the PIN. Their screens may stay stored. */
export async function listKnownWorkers(db: Db, accounts: readonly KnownAccount[]): Promise<string[]> {
  const ids = accounts.map(({ userId }) => userId)
  const times = accounts.map(({ signedInAt }) => signedInAt)
  const { rows } = await sql<{ userId: string }>`
    select known.user_id from unnest(${ids}::uuid[], ${times}::timestamptz[]) as known (user_id, signed_in_at)
      join worker_pins on worker_pins.user_id = known.user_id and worker_pins.set_at <= known.signed_in_at
      join users on users.id = known.user_id and is_worker and staff_role is null and deleted_at is null`.execute(
    db,
  )
  return rows.map(({ userId }) => userId)
}

/** Returns null for an unused card. `issuedByName`: CLOSED_ACCOUNT for a closed account. */
export async function findUsedCard(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('workerCards')
    .leftJoin('users', 'users.id', 'issuedBy')
    .select(['userId', 'usedAt', 'users.fullName as issuedByName'])
    .where('workerCards.id', '=', id)
    .executeTakeFirst()
  return row?.usedAt ? { ...row, usedAt: row.usedAt } : null
}

/** Returns the cards of one batch in this scope, by name. */
export async function listCards(db: Db, batchId: string, { scope, now }: { scope: GroupScope; now: Date }) {
  if (!isUuid(batchId)) return []
  const rows = await db
    .selectFrom('workerCards')
    .innerJoin('users', 'users.id', 'workerCards.userId')
    .innerJoin('workers', 'workers.userId', 'users.id')
    .leftJoin('shgGroups', 'shgGroups.id', 'workers.groupId')
    .select(['workerCards.id', 'users.fullName', 'shgGroups.name as groupName'])
    .select(sealed('workers', 'phone').as('phone'))
    .select(['expiresAt', 'usedAt', 'replacedAt', 'tokenHash'])
    .where('batchId', '=', batchId)
    .where(sql<boolean>`(${scope === null} or workers.group_id = any(${[...(scope ?? [])]}::uuid[]))`)
    .orderBy('users.fullName')
    .orderBy('workerCards.id')
    .execute()
  return rows.map(({ usedAt, replacedAt, ...card }) => ({
    ...card,
    state: cardState({ expiresAt: card.expiresAt, usedAt, replacedAt }, now),
  }))
}

/** `tokenHash`: the hash of the token in the card's link. */
export type ListedCard = Awaited<ReturnType<typeof listCards>>[number]

/** Counts PINs whose hashes lack this prefix (`newestPinHash`). */
export async function countOldPins(db: Db, newest: string): Promise<number> {
  const pattern = `${newest.replace(/[\\%_]/g, '\\$&')}%`
  return countRows(db.selectFrom('workerPins').where('pinHash', 'not like', pattern))
}

type Row = Omit<WorkerSignIn, 'pin' | 'card' | 'hasEmail'> & {
  email: string
  wrongTries: number | null
  batchId: string | null
  expiresAt: Date | null
}

/** `text`: part of a name or group, or a complete phone number. */
export async function listWorkerSignIns(
  db: Db,
  fields: Pick<SealedFields, 'indexes'>,
  page: WorkerFilters & { groupId: string | null; offset: number; limit: number; now: Date },
): Promise<{ workers: WorkerSignIn[]; total: number }> {
  const { text, groupId, offset, limit, now } = page
  const phone = phoneDigits(text)
  const matches = sql`users.is_worker and users.deleted_at is null
    and (${groupId}::uuid is null or workers.group_id = ${groupId}::uuid) and (${text} = ''
    or ${hasWords(sql`concat_ws(' ', users.full_name, shg_groups.name)`, text)}
    or ${phone !== null && hasPhone(fields, [phone])})`
  const from = sql`users join workers on workers.user_id = users.id left join shg_groups on shg_groups.id = workers.group_id`
  const { rows } = await sql<Row>`
    select users.id as user_id, users.full_name, shg_groups.name as group_name, ${sealed('workers', 'phone')} as phone,
      users.email, users.staff_role is not null as is_staff, greatest(wrong_tries, wrong_tries_known) as wrong_tries,
      worker_cards.batch_id, worker_cards.expires_at,
      (select count(*)::int from worker_sessions where user_id = users.id and expires_at > ${now}) as phones,
      ${HAS_WORK} as has_work
    from ${from} left join worker_pins on worker_pins.user_id = users.id
      left join worker_cards on worker_cards.user_id = users.id and used_at is null and replaced_at is null
        and worker_cards.expires_at > ${now}
    where ${matches} order by users.full_name, users.id limit ${limit} offset ${offset}`.execute(db)
  const totals = await sql<{
    total: number
  }>`select count(*)::int as total from ${from} where ${matches}`.execute(db)
  const workers = rows.map(({ email, wrongTries, batchId, expiresAt, ...worker }) => ({
    ...worker,
    hasEmail: realEmail(email) !== null,
    pin:
      wrongTries === null
        ? ('none' as const)
        : wrongTries < MAX_WRONG_PINS
          ? ('set' as const)
          : ('locked' as const),
    card: batchId && expiresAt ? { batchId, expiresAt } : null,
  }))
  return { workers, total: totals.rows[0]?.total ?? 0 }
}

const HAS_WORK = sql<boolean>`(exists (select from work_logs where user_id = users.id and state <> 'withdrawn')
  or exists (select from pay_entries where user_id = users.id))`

/** True for a worker with pay, or with a task that is not withdrawn. */
export async function hasWork(db: Db, userId: string): Promise<boolean> {
  const user = db.selectFrom('users').select(HAS_WORK.as('hasWork')).where('id', '=', userId)
  return (await user.executeTakeFirst())?.hasWork ?? false
}

/** Returns enrolled workers with any of these numbers. */
export async function workersByPhone(
  db: Db,
  fields: Pick<SealedFields, 'indexes'>,
  phones: readonly string[],
): Promise<{ phone: string; fullName: string; groupId: string | null }[]> {
  if (phones.length === 0) return []
  const rows = await db
    .selectFrom('workers')
    .innerJoin('users', 'users.id', 'workers.userId')
    .select(['users.fullName', 'workers.groupId', sealed('workers', 'phone').as('phone')])
    .where(hasPhone(fields, phones))
    .where('users.isWorker', '=', true)
    .execute()
  return rows.flatMap(({ phone, ...worker }) => (phone === null ? [] : [{ phone, ...worker }]))
}

/** Returns workers whose cards were issued together. */
export async function workersOfBatch(db: Db, batchId: string) {
  return db
    .selectFrom('workerCards')
    .innerJoin('users', 'users.id', 'workerCards.userId')
    .innerJoin('workers', 'workers.userId', 'users.id')
    .select(['users.fullName', sealed('workers', 'phone').as('phone')])
    .where('batchId', '=', batchId)
    .execute()
}
