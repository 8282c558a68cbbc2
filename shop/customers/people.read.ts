import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import type { PeopleFilters, PeopleSearch } from '#shop/customers/people.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { countRows, olderThan } from '#shop/lists.read.ts'
import { hasWords } from '#shop/name-words.sql.ts'
import { REVENUE } from '#shop/revenue.read.ts'

const IS_COORDINATOR = sql<boolean>`exists (select from coordinator_groups where user_id = users.id)`

function selectPeople(db: Db) {
  return db
    .selectFrom('users')
    .select(['users.id', 'fullName', 'email', 'emailVerified', 'phoneNumber'])
    .select(['staffRole', 'isWorker', 'users.createdAt'])
    .select(IS_COORDINATOR.as('isCoordinator'))
    .select([
      sql<number>`(select count(*) from orders where orders.user_id = users.id)`.as('orders'),
      sql<Money>`(select coalesce(sum(${REVENUE}), 0)::bigint from orders where orders.user_id = users.id)`.as(
        'revenue',
      ),
    ])
    .where('users.deletedAt', 'is', null)
}

/** `email`: null for an account without an email. `revenue`: of the person's orders. */
export type ListedPerson = ReturnType<typeof toPerson>

function toPerson(row: Awaited<ReturnType<ReturnType<typeof selectPeople>['execute']>>[number]) {
  return { ...row, email: realEmail(row.email) }
}

const ORDER: Record<PeopleSearch['sort'], RawBuilder<unknown>> = {
  newest: sql`users.created_at desc`,
  oldest: sql`users.created_at`,
  name: sql`lower(users.full_name) collate "C"`,
}

export async function listPeople(db: Db, search: PeopleSearch, perPage: number) {
  const matches = conditions(search)
  const [rows, total] = await Promise.all([
    selectPeople(db)
      .where(matches)
      .orderBy(ORDER[search.sort])
      .orderBy('users.id')
      .limit(perPage)
      .offset((search.page - 1) * perPage)
      .execute(),
    countRows(db.selectFrom('users').where('users.deletedAt', 'is', null).where(matches)),
  ])
  return { people: rows.map(toPerson), total }
}

/** Returns matching accounts after `after`, newest first, for a file. */
export async function peopleAfter(db: Db, search: PeopleFilters, after: string | null, limit: number) {
  let query = selectPeople(db).where(conditions(search))
  if (after) query = query.where(olderThan('users', after))
  const rows = await query
    .orderBy('users.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPerson)
}

/** SQL condition: the text is the phone number in any notation, or words of the name or email. */
export function matchesPerson(text: string): RawBuilder<boolean> {
  const phone = phoneDigits(text)
  if (!phone) return hasWords(sql`(full_name || ' ' || email)`, text)
  return sql<boolean>`(phone_number is not null and right(regexp_replace(phone_number, '\\D', '', 'g'), 10) = ${phone})`
}

function conditions({ text, role }: PeopleFilters) {
  const byRole = {
    customer: sql<boolean>`staff_role is null and not is_worker and not ${IS_COORDINATOR}`,
    worker: sql<boolean>`is_worker`,
    coordinator: IS_COORDINATOR,
    staff: sql<boolean>`staff_role is not null`,
  }
  const matchesText = text ? matchesPerson(text) : sql<boolean>`true`
  return role ? sql<boolean>`${matchesText} and ${byRole[role]}` : matchesText
}

export async function findPerson(db: Db, id: string): Promise<ListedPerson | null> {
  if (!isUuid(id)) return null
  const row = await selectPeople(db).where('users.id', '=', id).executeTakeFirst()
  return row ? toPerson(row) : null
}
