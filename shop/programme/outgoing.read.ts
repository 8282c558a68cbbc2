/** Sums of money that one person paid out or received, as payouts and refunds. */
import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { add, larger, type Money, NO_MONEY } from '#shop/kernel/money.ts'

/** Payments within this many days are added up for the two-person limit. */
const LIMIT_DAYS = 7

type Payments = {
  payerId: string | null
  payments: readonly { payeeId: string; amount: Money }[]
  at: Date
  /** Only payouts with a lower number are added. Null for refunds, to which all payouts are added. */
  payoutNumber: number | null
}

/** Adds unapproved payments of seven days to these payments. Returns the highest sum of the payer or one payee. */
export async function outgoingSum(db: Db, { payerId, payments, at, payoutNumber }: Payments): Promise<Money> {
  const payees = payments.map(({ payeeId }) => payeeId)
  const since = new Date(at.getTime() - LIMIT_DAYS * DAY_MS)
  const { rows } = await sql<{ payerId: string | null; payeeId: string; amount: Money }>`
    select payer_id, payee_id, sum(amount)::bigint as amount
    from (
      select created_by as payer_id, user_id as payee_id, amount, created_at
      from payout_lines join payouts on payouts.id = payout_id
      where state <> 'dropped' and approved_at is null
        and (${payoutNumber}::integer is null or number < ${payoutNumber}::integer)
      union all
      select actor_id, orders.user_id, amount, refunds.created_at
      from refunds join orders on orders.id = refunds.order_id
      where refunds.status <> 'refused' and actor_id <> orders.user_id and not exists (
        select from refund_agreements as agreement
        where agreement.order_id = orders.id and agreement.taken_at = refunds.created_at)
    ) as outgoing
    where created_at > ${since} and created_at <= ${at}
      and (payer_id = ${payerId}::uuid or payee_id = any(${payees}::uuid[]))
    group by payer_id, payee_id`.execute(db)
  const all = [...rows, ...payments.map((payment) => ({ ...payment, payerId }))]
  const sumOf = (part: typeof all) => add(NO_MONEY, ...part.map(({ amount }) => amount))
  return payees.reduce(
    (highest, id) => larger(highest, sumOf(all.filter(({ payeeId }) => payeeId === id))),
    sumOf(all.filter((payment) => payment.payerId === payerId)),
  )
}
