import { businessDaysFrom, type Day, dayInWords, dayOf } from '#shop/kernel/day.ts'
import { upiHint } from '#shop/kernel/text.ts'
import { type Refund, wasPaidByHand } from '#shop/payments/refund.ts'

export type RefundAccount =
  | { kind: 'upi'; upi: string }
  | { kind: 'bank'; holder: string; accountNumber: string; ifsc: string }

/** `isSaved`: whether the account is still saved. Once it is deleted, only the hint remains. */
export type RefundAccountHint = { kind: RefundAccount['kind']; hint: string; givenAt: Date; isSaved: boolean }

/** How long the account is kept after the order's last refund. */
export const REFUND_ACCOUNT_DAYS = 7

/** Returns 'na…@okicici' or '…4521'. */
export function accountHint(account: RefundAccount): string {
  if (account.kind === 'bank') return `…${account.accountNumber.slice(-4)}`
  return upiHint(account.upi)
}

/** Returns 'UPI na…@okicici' or 'the account …4521'. */
export function accountWords({ kind, hint }: Pick<RefundAccountHint, 'kind' | 'hint'>): string {
  return kind === 'upi' ? `UPI ${hint}` : `the account ${hint}`
}

export type Payout = {
  account: RefundAccountHint | null
  /** Working days in which a refund is paid. */
  days: number
}

/** True if staff pay the refund and need the customer's account. */
export function isPaidByHand({ status, isCash }: Pick<Refund, 'status' | 'isCash'>): boolean {
  return status === 'by_hand' || status === 'refused' || (status === 'requested' && isCash)
}

/** Returns the day by which the refund is paid, counted from approval or, if later, the entry of the account. */
export function payoutDay({ createdAt }: Pick<Refund, 'createdAt'>, { account, days }: Payout): Day {
  const from = account && account.givenAt > createdAt ? account.givenAt : createdAt
  return businessDaysFrom(dayOf(from), days)
}

/** Returns when and where the refund is or was paid. */
export function payoutText(refund: Omit<Refund, 'id' | 'orderId' | 'amount' | 'reason'>, payout: Payout) {
  const { account, days } = payout
  if (refund.doneAt) {
    const day = dayInWords(dayOf(refund.doneAt))
    if (!wasPaidByHand(refund))
      return `We sent it on ${day}, the way you paid. Banks usually show it 5 to 7 working days later.`
    const where = account ? ` to ${accountWords(account)}` : ''
    return `We paid it on ${day}${where}${refund.reference ? ` (reference ${refund.reference})` : ''}.`
  }
  const by = dayInWords(payoutDay(refund, payout))
  if (!isPaidByHand(refund)) return `It goes back the way you paid. We’ll send it by ${by}.`
  const start = refund.status === 'refused' ? 'The bank refused it. ' : ''
  if (account?.isSaved) return `${start}We’ll pay it to ${accountWords(account)} by ${by}.`
  return `${start}Please tell us a UPI ID or an account: we’ll pay it within ${days} working days of that.`
}
