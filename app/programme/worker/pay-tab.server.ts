import type { PayTabProps, ShownPayment } from '#app/programme/worker/pay-tab.tsx'
import type { WorkerCtx } from '#app/request/guards.server.ts'
import { hasPassword } from '#infra/accounts/password.ts'
import { dayOf, monthOf, startOf } from '#shop/kernel/day.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { momentIn } from '#shop/kernel/time.ts'
import { listOwnQuestions, listPayments, payBalance, payEntries, payNow } from '#shop/programme/pay.read.ts'
import type { PayoutLine } from '#shop/programme/pay.ts'
import { type UpiAddress, upiAt } from '#shop/programme/upi.ts'
import { upiWaits } from '#shop/programme/upi-changes.read.ts'
import type { Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'

const YEAR_MS = 366 * DAY_MS

/** The data of the worker's own pay tab. */
export async function payTab({ db, actor, now }: WorkerCtx, language: Language): Promise<PayTabProps> {
  const since = new Date(now.getTime() - YEAR_MS)
  const [balance, soon, payments, questions, entries, worker, isByPassword, waits] = await Promise.all([
    payBalance(db, actor.id),
    payNow(db, actor.id, now),
    listPayments(db, actor.id),
    listOwnQuestions(db, actor.id),
    payEntries(db, actor.id, since, new Date(now.getTime() + DAY_MS)),
    findWorker(db, actor.id),
    actor.withPin ? false : hasPassword(db, actor.id),
    upiWaits(db, actor.id, now),
  ])
  return {
    now: soon,
    paid: balance.paid,
    payments: payments.map(shownPayment),
    questions: questions.map(({ id, question, answer }) => ({ id, question, answer })),
    months: monthsOf(entries.map(({ createdAt }) => createdAt)),
    me: worker && {
      phone: worker.phone ?? '',
      madeByConsent: worker.madeByConsentAt !== null,
    },
    upi: worker && {
      ...shownUpi(upiAt(worker, now), language),
      waits,
      proof: actor.withPin ? 'pin' : isByPassword ? 'password' : null,
    },
  }
}

function shownUpi({ upiId, isUpiRefused, upiChange }: UpiAddress, language: Language) {
  const from = upiChange && momentIn(language, upiChange.countsFrom)
  return { upiId, isUpiRefused, change: upiChange && from ? { upiId: upiChange.newUpiId, from } : null }
}

function shownPayment({
  id,
  payoutNumber,
  amount,
  state,
  paidAt,
  reference,
  confirmedAt,
}: PayoutLine): ShownPayment {
  const shown = state === 'dropped' ? 'waiting' : state
  return {
    id,
    number: payoutNumber,
    amount,
    state: shown,
    paidAt,
    reference,
    isConfirmed: confirmedAt !== null,
  }
}

/** The months with a ledger entry, newest first. */
function monthsOf(days: Date[]): { at: Date; key: string }[] {
  const firsts = [...new Set(days.map((day) => monthOf(dayOf(day))))].sort().reverse()
  return firsts.map((first) => ({ at: startOf(first), key: first.slice(0, 7) }))
}
