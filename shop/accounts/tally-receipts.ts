/** Transfers to the bank as Tally's receipts: bank and charges are debited, buyers credited. */
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import type { SettlementParties } from '#shop/accounts/remittances.read.ts'
import { type Entry, type Ledger, partyLedger, type Voucher } from '#shop/accounts/tally.ts'
import { add, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'

const BANK: Ledger = { name: 'Bank', group: 'Bank Accounts' }
const COURIER: Ledger = { name: 'Courier charges', group: 'Indirect Expenses' }
const GATEWAY: Ledger = { name: 'Payment gateway charges', group: 'Indirect Expenses' }
const GST: Ledger = { name: 'Input GST on charges', group: 'Duties & Taxes' }
/** For lines without a payment or refund of the shop. */
const UNMATCHED: Ledger = { name: 'Settlement differences', group: 'Suspense A/c' }

const BAD_DEBTS: Ledger = { name: 'Bad debts written off', group: 'Indirect Expenses' }

const debit = (ledger: Ledger, amount: Money): Entry => [ledger, subtract(NO_MONEY, amount)]

/** Returns a receipt; a payment voucher if refunds exceed payments; a journal for cash that was written off. */
export function receiptOf({ provider, carrier, reference, day, ...sums }: SettlementParties): Voucher {
  const { net, fee, tax, parties, writeOffReason } = sums
  const buyers = parties.map(
    ({ name, gstin, amount }): Entry => [partyLedger({ name: name ?? '', gstin }), amount],
  )
  const matched = add(NO_MONEY, ...buyers.map(([, amount]) => amount))
  const entries: Entry[] = [
    debit(BANK, net),
    debit(provider === 'cod' ? COURIER : GATEWAY, subtract(fee, tax)),
    debit(GST, tax),
    ...buyers,
    [writeOffReason ? BAD_DEBTS : UNMATCHED, subtract(add(net, fee), matched)],
  ]
  return {
    type: writeOffReason ? 'Journal' : net < 0 ? 'Payment' : 'Receipt',
    ...{ day, reference, number: reference, party: buyers[0]?.[0] ?? UNMATCHED },
    narration: `${carrier || PROVIDERS[provider]}, ${writeOffReason ?? `transfer ${reference}`}`,
    entries: entries.filter(([, amount]) => amount !== NO_MONEY),
  }
}
