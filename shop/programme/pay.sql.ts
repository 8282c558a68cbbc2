/** The only place that writes the pay ledger, payouts and questions about pay. */
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Payouts, PayQuestions } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { ownAccounts } from '#shop/customers/own-accounts.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Money } from '#shop/kernel/money.ts'
import { countRows } from '#shop/lists.read.ts'
import { applyDueChanges } from '#shop/programme/upi-changes.sql.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'

type EarnedPay = { userId: string; workLogId: string; amount: Money; actorId: string; now: Date }

/** Inserts the entry for an approved task. A unique constraint allows only one per task. */
export async function insertEarnings(db: Db, { now, ...entry }: EarnedPay): Promise<void> {
  await db
    .insertInto('payEntries')
    .values({ ...entry, kind: 'earned', createdAt: now })
    .execute()
}

/**
 * Creates a payout of `workLogIds`, or of all approved work except the actor's own. Returns null if none is payable.
 * Locks the tasks, so that no concurrent payout pays them, too. Each line stores the current UPI ID.
 */
export async function insertPayout(
  db: Db,
  { workLogIds, actorId, now }: { workLogIds: readonly string[] | null; actorId: string; now: Date },
): Promise<{ payoutId: string; number: number } | null> {
  let query = db
    .selectFrom('workLogs')
    .select(['id', 'userId', 'paymentAmount'])
    .where('state', '=', 'approved')
    .where('payoutLineId', 'is', null)
  if (workLogIds) query = query.where('id', 'in', [...workLogIds])
  const payable = await query.orderBy('id').forUpdate().execute()
  const payees = payable.flatMap(({ userId }) => (userId ? [{ userId }] : []))
  const own = workLogIds ? new Set() : await ownAccounts(db, actorId, payees)
  const tasks = payable.filter(({ userId }) => userId && !own.has(userId))
  if (tasks.length === 0) return null
  await applyDueChanges(db, now)
  const payout = await db
    .insertInto('payouts')
    .values({ createdBy: actorId, createdAt: now })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  const ids = tasks.map((task) => task.id)
  // Reads and inserts separately: an encrypted address is bound to its row, so SQL cannot copy it.
  const earners = await sql<{ id: string; userId: string; amount: Money; upiId: string | null }>`
    select gen_random_uuid() as id, work_logs.user_id, sum(payment_amount)::bigint as amount,
      ${sealed('workers', 'upi_id')} as upi_id
    from work_logs left join workers on workers.user_id = work_logs.user_id
    where work_logs.id = any(${ids}::uuid[])
    group by work_logs.user_id, workers.user_id order by work_logs.user_id`.execute(db)
  const lines = earners.rows.map((line) => ({ payoutId: payout.id, ...line }))
  await db.insertInto('payoutLines').values(lines).execute()
  await sql`
    update work_logs set payout_line_id = lines.id, updated_at = ${now}
    from payout_lines lines where lines.payout_id = ${payout.id}::uuid and lines.user_id = work_logs.user_id
      and work_logs.id = any(${ids}::uuid[])`.execute(db)
  return { payoutId: payout.id, number: payout.number }
}

export type LockedLine = NonNullable<Awaited<ReturnType<typeof lockLine>>>

export async function lockLine(db: Db, id: string) {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('payoutLines')
    .select(['id', 'payoutId', 'userId', 'amount', 'state', 'confirmedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Serializes payments and refunds, so that each sees the references and amounts of the others. */
export async function lockOutgoing(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outgoing payments', 0))`.execute(db)
}

type Payment = { line: LockedLine; reference: string; actorId: string; now: Date }

/** Marks a line as paid and writes its ledger entries. Returns the ids of its tasks. */
export async function markLinePaid(db: Db, { line, reference, actorId, now }: Payment): Promise<string[]> {
  await db
    .updateTable('payoutLines')
    .set({ state: 'paid', reference, paidAt: now })
    .where('id', '=', line.id)
    .where('state', '=', 'waiting')
    .execute()
  return writeEntries(db, { line, kind: 'paid', note: null, actorId, now })
}

/** Marks a paid line as returned and writes its ledger entries. Returns the ids of its tasks. */
export async function returnLine(
  db: Db,
  { line, note, actorId, now }: { line: LockedLine; note: string; actorId: string; now: Date },
): Promise<string[]> {
  await db
    .updateTable('payoutLines')
    .set({ state: 'returned', closedNote: note })
    .where('id', '=', line.id)
    .execute()
  return writeEntries(db, { line, kind: 'reversed', note, actorId, now })
}

type LineEntries = {
  line: LockedLine
  kind: 'paid' | 'reversed'
  note: string | null
  actorId: string
  now: Date
}

async function writeEntries(db: Db, { line, kind, note, actorId, now }: LineEntries): Promise<string[]> {
  const { rows } = await sql<{ workLogId: string }>`
    insert into pay_entries (user_id, work_log_id, kind, amount, payout_line_id, actor_id, note, created_at)
    select user_id, id, ${kind}, payment_amount, ${line.id}::uuid, ${actorId}::uuid, ${note}::text, ${now}::timestamptz
    from work_logs where payout_line_id = ${line.id}::uuid order by id
    returning work_log_id`.execute(db)
  return rows.map((row) => row.workLogId)
}

/** Drops an unpaid line. The next payout includes its tasks. */
export async function deleteLine(db: Db, line: LockedLine, note: string, now: Date): Promise<void> {
  const set = { state: 'dropped', closedNote: note } as const
  await db.updateTable('payoutLines').set(set).where('id', '=', line.id).execute()
  await db
    .updateTable('workLogs')
    .set({ payoutLineId: null, updatedAt: now })
    .where('payoutLineId', '=', line.id)
    .execute()
}

/** Records when the worker confirmed the receipt. A repeated call keeps the first date. */
export async function confirmLine(db: Db, lineId: string, now: Date): Promise<void> {
  await db
    .updateTable('payoutLines')
    .set({ confirmedAt: now })
    .where('id', '=', lineId)
    .where('confirmedAt', 'is', null)
    .execute()
}

export async function insertQuestion(db: Db, question: Insertable<PayQuestions>): Promise<boolean> {
  const row = await db
    .insertInto('payQuestions')
    .values(question)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a worker's open questions. Locks the account, so that concurrent questions wait. */
export async function countUnanswered(db: Db, userId: string): Promise<number> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  return countRows(db.selectFrom('payQuestions').where('userId', '=', userId).where('answeredAt', 'is', null))
}

/** Leaves a question to the admins. Returns false if it is answered or already left to them. */
export async function leaveQuestion(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('payQuestions')
    .set({ forAdminsAt: now })
    .where('id', '=', id)
    .where('answeredAt', 'is', null)
    .where('forAdminsAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Answers a question. 'left to admins': only an admin may answer it. */
export async function answerQuestion(
  db: Db,
  id: string,
  { answer, by, now }: { answer: string; by: { id: string; forAllGroups: boolean }; now: Date },
): Promise<'done' | 'answered' | 'left to admins' | 'missing'> {
  if (!isUuid(id)) return 'missing'
  const done = await db
    .updateTable('payQuestions')
    .set({ answer, answeredBy: by.id, answeredAt: now })
    .where('id', '=', id)
    .where('answeredAt', 'is', null)
    .$if(!by.forAllGroups, (query) => query.where('forAdminsAt', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (done) return 'done'
  const row = await db.selectFrom('payQuestions').select('answeredAt').where('id', '=', id).executeTakeFirst()
  if (!row) return 'missing'
  return row.answeredAt ? 'answered' : 'left to admins'
}

/** Erases texts about a person's pay; the rows stay. */
export async function erasePayTexts(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('payQuestions')
    .set((eb) => ({
      question: '(removed)',
      answer: eb.case().when('answer', 'is', null).then(null).else('(removed)').end(),
    }))
    .where('userId', '=', userId)
    .execute()
  await db.updateTable('payoutLines').set({ closedNote: null }).where('userId', '=', userId).execute()
  const entries = db.updateTable('payEntries').where('userId', '=', userId).where('note', 'is not', null)
  await entries.set({ note: null }).execute()
}

/** Returns false if the payout does not exist. */
export async function lockPayout(db: Db, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const row = await db.selectFrom('payouts').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

export async function updatePayout(db: Db, id: string, set: Updateable<Payouts>): Promise<void> {
  await db.updateTable('payouts').set(set).where('id', '=', id).execute()
}
