/** Changes of UPI IDs for pages and emails. The caller has checked the actor. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { GroupScope } from '#shop/programme/coordination.ts'
import { CARD_WATCH_MS, type UpiNotice } from '#shop/programme/upi.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

const WATCH = sql`${`${CARD_WATCH_MS / DAY_MS} days`}::interval`

/** How long a change is listed. */
const LISTED_MS = 30 * DAY_MS

/**
 * Returns changes about which a person must notify the worker, oldest first.
 * If a coordinator notified the worker but had also issued a recently used card, the coordinator may have made the
 * change. Admins (scope null) then see it too: until it counts, and a first UPI ID for seven days.
 */
export async function listUpiNotices(db: Db, scope: GroupScope, now: Date): Promise<UpiNotice[]> {
  const since = new Date(now.getTime() - LISTED_MS)
  const { rows } = await sql<UpiNotice>`
    select upi_changes.id, upi_changes.user_id, users.full_name as worker_name, shg_groups.name as group_name,
      ${sealed('upi_changes', 'tell_phone')} as phone, asker.full_name as asked_by_name, asked_at, counts_from, counts_from <= ${now} as is_over
    from upi_changes join users on users.id = upi_changes.user_id join workers on workers.user_id = users.id
      left join shg_groups on shg_groups.id = workers.group_id left join users asker on asker.id = asked_by
    where tell_by = 'person' and (told_at is null or (${scope === null}
        and (counts_from > ${now} or (counts_from = asked_at and asked_at > ${now}::timestamptz - ${WATCH}))
        and not exists (select from users teller where teller.id = told_by and teller.staff_role in ('owner', 'manager'))
        and exists (select from worker_cards card where card.user_id = upi_changes.user_id and card.issued_by = told_by
          and card.used_at > asked_at - ${WATCH} and card.used_at <= asked_at)))
      and stopped_at is null and asked_at > ${since}
      and (${scope === null} or workers.group_id = any(${[...(scope ?? [])]}::uuid[]))
    order by asked_at, upi_changes.id limit 200`.execute(db)
  return rows
}

/**
 * True if a new UPI ID must wait: one exists or was changed, or money was paid already. Also true if pay is
 * owed and a card was used in the last seven days, because another person may have used the card.
 */
export async function mustUpiWait(db: Db, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from workers where user_id = ${userId} and (upi_id is not null
      or exists (select from upi_changes change where change.user_id = workers.user_id
        and stopped_at is null)
      or exists (select from pay_entries paid where paid.user_id = workers.user_id and kind = 'paid')
      or (exists (select from work_logs task where task.user_id = workers.user_id and task.state = 'approved')
        and exists (select from worker_cards card where card.user_id = workers.user_id
          and used_at > ${now}::timestamptz - ${WATCH})))`.execute(db)
  return rows.length > 0
}

/** Returns null for an unknown or cancelled change. */
export async function findChange(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('upiChanges')
    .select(['userId', 'countsFrom', sealed('upi_changes', 'old_upi_id').as('oldUpiId')])
    .select(sealed('upi_changes', 'new_upi_id').as('newUpiId'))
    .where('id', '=', id)
    .where('stoppedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
