/** Records what a payment provider or a courier transferred to the bank. */
import { findClosingTime } from '#shop/accounts/accounts.read.ts'
import {
  addToSettlement,
  insertSettlement,
  linkSettlement,
  receiveCash,
  type Settlement,
} from '#shop/accounts/accounts.sql.ts'
import { type PayoutLine, settlementsOf } from '#shop/accounts/payout-file.ts'
import { monthPeriod } from '#shop/accounts/period.ts'
import { bankDifference } from '#shop/accounts/remittance-file.ts'
import { findSettlement, sumWithCouriers } from '#shop/accounts/remittances.read.ts'
import { recordAction, recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { NO_MONEY } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { lockOrder } from '#shop/orders/orders.sql.ts'
import { mustConfirm, withSecondPerson } from '#shop/payments/second-person.flow.ts'
import { inTransaction } from '#shop/transaction.ts'

type Work = { db: Db; actorId: string; now: Date }

/** Inserts a transfer with its audit entry. Returns null if it is already recorded. */
async function insert({ db, actorId, now }: Work, settlement: Omit<Settlement, 'id'>, orders: number) {
  const id = await insertSettlement(db, { ...settlement, createdBy: actorId, createdAt: now })
  if (id === null) return null
  const entry = { action: 'record', entity: 'settlement', entityId: id, before: null, actorId, now } as const
  await recordChange(db, { ...entry, after: { ...settlement, orders } })
  return id
}

/** Inserts a courier's transfer, or adds orders that were left out. Null if another transfer has the reference. */
async function insertOrAdd(work: Work, settlement: Omit<Settlement, 'id'>, orders: number) {
  const earlier = await findSettlement(work.db, 'cod', settlement.reference)
  if (!earlier) return insert(work, settlement, orders)
  const { id, carrier, day } = earlier
  if (carrier !== settlement.carrier || day !== settlement.day) return null
  const sums = await addToSettlement(work.db, id, settlement)
  const { db, actorId, now } = work
  const { net, fee, tax } = earlier
  const entry = { action: 'add', entity: 'settlement', entityId: id, actorId, now } as const
  await recordChange(db, { ...entry, before: { net, fee, tax }, after: { ...sums, orders } })
  return id
}

/** `net`: what the bank statement shows. */
export type Remittance = Omit<Settlement, 'id' | 'provider' | 'writeOffReason'> & {
  orderIds: readonly string[]
}

/** Marks the cash of delivered orders as received, which makes the orders paid. Records all of them or none. */
export async function recordRemittance(ctx: Ctx, { orderIds, ...remittance }: Remittance) {
  const { actor, now } = ctx
  if (!may(actor, 'accounts.close')) return err('not_allowed')
  if (remittance.day > dayOf(now)) return err('day_to_come')
  return inTransaction(ctx, async (db) => {
    if (await findClosingTime(db, monthPeriod(remittance.day).from)) return err('day_in_closed_month')
    const wanted = [...new Set(orderIds)].toSorted()
    for (const orderId of wanted) await lockOrder(db, orderId)
    const { amount, since } = await sumWithCouriers(db, wanted)
    if (since && remittance.day < dayOf(since)) return err('day_before_order')
    const settlement = { ...remittance, provider: 'cod' } as const
    const settlementId = await insertOrAdd({ db, actorId: actor.id, now }, settlement, wanted.length)
    if (settlementId === null) return err('settlement_recorded')
    for (const orderId of wanted) {
      const receipt = { orderId, settlementId, capturedAt: startOf(remittance.day), now }
      if (!(await receiveCash(db, receipt))) return err('cash_received')
      const after = { payment: 'received' }
      await recordAction(db, ctx, 'cash received', 'order', orderId, { payment: 'collected' }, after)
    }
    if (amount < remittance.fee) return err('charges_above_cash')
    const message = bankDifference(remittance, amount)
    return message ? err('amount_in_bank_differs', { message }) : ok(null)
  })
}

/** Writes off the cash that a courier never transferred. The order is paid, and the amount is a bad debt. */
export async function writeOffCash(ctx: Ctx, { orderId, reason }: { orderId: string; reason: string }) {
  const { actor, now } = ctx
  if (!may(actor, 'accounts.close')) return err('not_allowed')
  return withSecondPerson(ctx, orderId, (refuseRefund) =>
    inTransaction(ctx, async (db) => {
      const order = await lockOrder(db, orderId)
      const { amount } = await sumWithCouriers(db, [orderId])
      if (!order || amount <= NO_MONEY) return err('cash_received')
      if (await mustConfirm(ctx, db, amount)) return err('factor_stale')
      const refusal = await refuseRefund(db, { kind: 'write_off', amount, returned: [] })
      if (refusal) return err(refusal)
      const [day, reference] = [dayOf(now), `WRITE-OFF-${orderId}`]
      const nothing = { net: NO_MONEY, fee: NO_MONEY, tax: NO_MONEY }
      const writeOff = { provider: 'cod', carrier: order.carrier ?? '', reference, day, ...nothing } as const
      const by = { db, actorId: actor.id, now }
      const settlementId = await insert(by, { ...writeOff, writeOffReason: reason }, 1)
      if (settlementId === null) return err('settlement_recorded')
      await receiveCash(db, { orderId, settlementId, capturedAt: now, now })
      await recordAction(db, ctx, 'write off cash', 'order', orderId, { payment: 'collected' }, { amount })
      return ok(null)
    }),
  )
}

/** Records the transfers of a provider's report; `day` is for lines without one. Returns how many are new. */
export async function recordSettlements(
  ctx: Ctx,
  { lines, day: reportDay }: { lines: readonly PayoutLine[]; day: Day | null },
) {
  const { actor, now, payments } = ctx
  if (!may(actor, 'accounts.close')) return err('not_allowed')
  const provider = payments.card?.provider ?? 'razorpay'
  return inTransaction(ctx, async (db) => {
    let recorded = 0
    for (const { id: reference, day: ownDay, fee, tax, net } of settlementsOf(lines)) {
      const day = ownDay ?? reportDay
      if (reference === '') continue
      if (day === null) return err('settlement_day_missing')
      if (tax > fee) return err('tax_above_fee')
      const earlier = await findSettlement(db, provider, reference)
      // A report of one day or type may contain only part of a transfer.
      if (earlier && (earlier.net !== net || earlier.fee !== fee || earlier.tax !== tax))
        return err('settlement_differs')
      const own = lines.filter(({ settlementId }) => settlementId === reference)
      const settlement = { provider, carrier: '', reference, day, net, fee, tax }
      const id = earlier?.id ?? (await insert({ db, actorId: actor.id, now }, settlement, own.length))
      if (id === null) return err('settlement_recorded')
      if (!earlier) recorded += 1
      const idsOf = (kind: 'payment' | 'refund') =>
        own.flatMap((line) => (line.kind === kind ? [line.id] : []))
      await linkSettlement(db, id, { payments: idsOf('payment'), refunds: idsOf('refund') })
    }
    return ok(recorded)
  })
}
