import { describe, expect, it } from 'vitest'
import { readFields } from '#app/kit/form-fields.ts'
import { makeUser } from '#db/factories/user.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { err } from '#shop/kernel/result.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { setRefundAccount, viewRefundAccount } from '#shop/orders/order-refund-account.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { refundAccountInput, refundAccountOrLaterInput } from '#shop/payments/input.ts'
import { payRefundManually, sendRefund } from '#shop/payments/pay-refunds.ts'
import { payoutText } from '#shop/payments/refund-account.ts'
import { refundAccountHints } from '#shop/payments/refund-accounts.read.ts'
import { resealRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { applyRetention } from '#shop/privacy/apply-retention.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { findWords } from '#tests/everything-about.ts'
import { rowOf, updateRows } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx, pool, moved } = shop
const { admin, orderProduct } = await story(shop)
const customer = await makeUser(db)
const stranger = await makeUser(db)

const UPI = { kind: 'upi', upi: 'nalini.q@okicici' } as const
const BANK = {
  kind: 'bank',
  holder: 'Nalini Qureshi',
  accountNumber: '112233994521',
  ifsc: 'SBIN0001234',
} as const

const makeDeliveredOrder = async () => (await orderProduct(customer, { status: 'delivered' })).orderId
const requestRefundOf = (orderId: string, account: typeof UPI | typeof BANK | null = null) =>
  requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '', account })
const setAccount = (orderId: string, account: typeof UPI | typeof BANK) =>
  setRefundAccount(ctx(customer), { orderId, account })
const hintOf = async (orderId: string) => (await refundAccountHints(db, [orderId])).get(orderId)
const viewAccount = (orderId: string) => viewRefundAccount(ctx(admin), orderId)

/** Approves a full refund and sends it. The refund of a cash order then waits for a manual payment. */
async function approve(orderId: string): Promise<string> {
  const { total } = await rowOf(db, 'orders', { id: orderId })
  const amount = total as never
  await decideRefund(ctx(admin), { orderId, decision: 'approve', amount, returned: [], answer: '' })
  const [refund] = await refundsOfOrder(db, orderId)
  if (!refund) throw new Error('no refund')
  await sendRefund(ctx(), refund.id)
  return refund.id
}

describe('the account of a cash refund', () => {
  it('is stored encrypted, so that no table and no log contains more than its hint', async () => {
    const orderId = await makeDeliveredOrder()
    await requestRefundOf(orderId, BANK)
    expect(await hintOf(orderId)).toEqual({ kind: 'bank', hint: '…4521', givenAt: NOW, isSaved: true })
    expect(await findWords(db, ['112233994521', 'Qureshi', 'SBIN0001234'])).toEqual([])
    const { sealed } = await rowOf(db, 'refundAccounts', { orderId })
    expect(
      createEncrypter(['another secret of thirty-two characters']).open(
        sealed ?? '',
        `refund_accounts.sealed/${orderId}`,
      ),
    ).toBeNull()
  })

  it('is refused and reported if it was copied from another order, and left out of the customer’s data', async () => {
    const [own, other] = [await makeDeliveredOrder(), await makeDeliveredOrder()]
    await requestRefundOf(own, UPI)
    await requestRefundOf(other, BANK)
    await pool.query(
      'update refund_accounts set sealed = (select sealed from refund_accounts where order_id = $2) where order_id = $1',
      [own, other],
    )
    expect(await viewAccount(own)).toEqual(err('no_refund_account'))
    expect(await viewAccount(other)).toEqual({ ok: true, value: BANK })
    expect(moved).toEqual([`refund_accounts.sealed/${own}`])
    const { orders = [] } = await readPersonalData(db, ctx(), customer)
    const order = orders.find((row) => (row as { id: string }).id === own)
    expect(JSON.stringify(order)).not.toContain('112233994521')
    expect(await resealRefundAccounts(db, ctx().sealer)).toMatchObject({ unopened: 1 })
    await pool.query('delete from refund_accounts where order_id = $1', [own])
  })

  it('is shown in full to an admin, and each view is in the audit log', async () => {
    const orderId = await makeDeliveredOrder()
    await requestRefundOf(orderId, UPI)
    expect(await viewAccount(orderId)).toEqual({ ok: true, value: UPI })
    await viewAccount(orderId)
    const views = await db
      .selectFrom('auditLog')
      .select('actorId')
      .where('action', '=', 'refund account seen')
      .where('entityId', '=', orderId)
      .execute()
    expect(views).toEqual(Array(2).fill({ actorId: admin.id }))
  })

  it('can be entered and changed until the refund is paid, only by the customer', async () => {
    const orderId = await makeDeliveredOrder()
    expect(await setAccount(orderId, UPI)).toEqual(err('no_refund_to_pay'))
    await requestRefundOf(orderId)
    const refundId = await approve(orderId)
    expect(await viewAccount(orderId)).toEqual(err('no_refund_account'))
    const byStranger = await setRefundAccount(ctx(stranger), { orderId, account: BANK })
    expect(byStranger).toEqual(err('order_not_found'))
    expect(await setRefundAccount(ctx(), { orderId, account: BANK })).toMatchObject(err('signed_out'))
    expect((await setAccount(orderId, UPI)).ok).toBe(true)
    expect((await setAccount(orderId, BANK)).ok).toBe(true)
    expect(await viewAccount(orderId)).toEqual({ ok: true, value: BANK })
    await payRefundManually(ctx(admin), { refundId, reference: 'NEFT 1' })
    expect(await setAccount(orderId, UPI)).toEqual(err('no_refund_to_pay'))
  })

  it('is stored with the cancellation of a paid cash order, but not of an unpaid order', async () => {
    const paid = await makeDeliveredOrder()
    await updateRows(db, 'payments', { orderId: paid }, { capturedAt: NOW })
    await updateRows(db, 'orders', { id: paid }, { paymentStatus: 'paid' })
    await changeOrder(ctx(admin), { orderId: paid, status: 'processing' })
    expect((await cancelOrder(ctx(customer), { orderId: paid, details: '', account: UPI })).ok).toBe(true)
    expect(await hintOf(paid)).toMatchObject({ hint: 'na…@okicici' })
    const { orderId: unpaid } = await orderProduct(customer)
    await cancelOrder(ctx(customer), { orderId: unpaid, details: '', account: UPI })
    expect(await hintOf(unpaid)).toBeUndefined()
  })

  it('is deleted a week after the refund is paid, except for its hint', async () => {
    const owed = await makeDeliveredOrder()
    await requestRefundOf(owed, UPI)
    await approve(owed)
    const paid = await makeDeliveredOrder()
    await requestRefundOf(paid, BANK)
    await payRefundManually(ctx(admin), { refundId: await approve(paid), reference: 'NEFT 2' })
    const tidyAfter = (days: number) =>
      applyRetention(ctx(VISITOR, { now: new Date(NOW.getTime() + days * DAY_MS) }), ['refund-accounts'])
    await tidyAfter(7)
    expect(await viewAccount(paid)).toEqual({ ok: true, value: BANK })
    await tidyAfter(7.1)
    expect(await viewAccount(paid)).toEqual(err('no_refund_account'))
    expect(await hintOf(paid)).toMatchObject({ hint: '…4521', isSaved: false })
    expect(await viewAccount(owed)).toEqual({ ok: true, value: UPI })
  })

  it('is complete in the export of the customer’s data', async () => {
    const orderId = await makeDeliveredOrder()
    await requestRefundOf(orderId, BANK)
    const { orders = [] } = await readPersonalData(db, ctx(), customer)
    const order = (orders as { id: string; refund_account: unknown }[]).find(({ id }) => id === orderId)
    expect(order?.refund_account).toMatchObject({ accountNumber: BANK.accountNumber, holder: BANK.holder })
    expect(JSON.stringify(order)).not.toContain('sealed')
  })
})

describe('refundAccountInput', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const parsed = readFields(refundAccountInput, form)
    return parsed.ok ? parsed.value.account : parsed.problems
  }
  const bank = {
    accountKind: 'bank',
    holder: ' Nalini Qureshi ',
    accountNumber: '1122 3399 4521',
    accountNumberAgain: '112233994521',
    ifsc: 'sbin0001234',
  }

  const twice = (number: string) => ({ ...bank, accountNumber: number, accountNumberAgain: number })

  it('accepts spaces and typing errors in common notations, and normalizes IFSC and UPI ID', () => {
    expect(read(bank)).toEqual(BANK)
    expect(read({ ...bank, ifsc: 'SBIN O001-234' })).toEqual(BANK)
    expect(read({ accountKind: 'upi', upi: ' Nalini.Q@okICICI ' })).toEqual(UPI)
  })

  it.each([
    [twice(''), 'accountNumber', 'Please enter the account number'],
    [twice('12345678'), 'accountNumber', 'An account number has 9 to 18 digits'],
    [twice('1'.repeat(19)), 'accountNumber', 'An account number has 9 to 18 digits'],
    [twice('000000000'), 'accountNumber', 'An account number isn’t only zeros'],
    [{ ...bank, accountNumberAgain: '112233994522' }, 'accountNumberAgain', 'The two account numbers differ'],
    [{ ...bank, accountNumberAgain: '' }, 'accountNumberAgain', 'The two account numbers differ'],
    [{ ...bank, ifsc: '' }, 'ifsc', 'Please enter the IFSC'],
    [{ ...bank, ifsc: 'SBIN1001234' }, 'ifsc', 'The fifth character of an IFSC is a zero, like SBIN0001234'],
    [{ ...bank, ifsc: 'SBIN000123' }, 'ifsc', 'An IFSC has 11 letters and digits, like SBIN0001234'],
    [
      { ...bank, ifsc: '12340001234' },
      'ifsc',
      'An IFSC begins with the four letters of the bank, like SBIN0001234',
    ],
    [{ ...bank, ifsc: 'SBIN000.234' }, 'ifsc', 'An IFSC has letters and digits only, like SBIN0001234'],
    [{ ...bank, holder: '' }, 'holder', 'Please enter the account holder’s name'],
    [{ accountKind: 'upi', upi: ' ' }, 'upi', 'Please enter your UPI ID'],
    [
      { accountKind: 'upi', upi: 'nalini' },
      'upi',
      'The part from the @ on is missing. A UPI ID is like name@okhdfcbank',
    ],
    [
      { accountKind: 'upi', upi: 'Nalini@gmail.com' },
      'upi',
      'That looks like an email address. A UPI ID is like name@okhdfcbank',
    ],
    [
      { accountKind: 'upi', upi: '98450 12345' },
      'upi',
      'That is only a number. Please add what follows it in your UPI app, like @okhdfcbank',
    ],
    [
      { accountKind: 'upi', upi: 'nalini q@okicici' },
      'upi',
      'A UPI ID has no spaces. A UPI ID is like name@okhdfcbank',
    ],
    [{ accountKind: 'upi', upi: 'nalini@@okicici' }, 'upi', 'A UPI ID is like name@okhdfcbank'],
    [{ upi: 'nalini@okicici' }, 'accountKind', 'Please choose how we pay you'],
    [{ accountKind: 'later' }, 'accountKind', 'Please choose how we pay you'],
  ])('reports the problem at its field: %j', (fields, field, problem) => {
    expect(read(fields)).toEqual({ [field]: problem })
  })

  it('refundAccountOrLaterInput also accepts “later”', () => {
    expect(refundAccountOrLaterInput.parse({ accountKind: 'later' })).toEqual({ account: null })
  })
})

describe('payoutText', () => {
  const open = { provider: 'razorpay', failureReason: null, reference: null, doneAt: null, createdAt: NOW }
  const refund = { ...open, status: 'by_hand', isCash: true } as const
  const account = { kind: 'upi', hint: 'na…@okicici', givenAt: NOW, isSaved: true } as const

  it('promises a number of working days after the approval, without Sundays', () => {
    // 21 November 2026 is a Saturday.
    expect(payoutText(refund, { account, days: 7 })).toBe(
      'We’ll pay it to UPI na…@okicici by Monday 30 November.',
    )
    const requested = { ...open, status: 'requested', isCash: false } as const
    expect(payoutText(requested, { account: null, days: 7 })).toBe(
      'It goes back the way you paid. We’ll send it by Monday 30 November.',
    )
  })

  it('says when and where a refund was paid', () => {
    const done = { ...refund, status: 'done', reference: 'NEFT 1', doneAt: NOW } as const
    const deletedAccount = { ...account, isSaved: false }
    expect(payoutText(done, { account: deletedAccount, days: 7 })).toBe(
      'We paid it on Saturday 21 November to UPI na…@okicici (reference NEFT 1).',
    )
    expect(payoutText({ ...done, reference: null }, { account: null, days: 7 })).toBe(
      'We paid it on Saturday 21 November.',
    )
    expect(payoutText({ ...done, isCash: false }, { account: null, days: 7 })).toBe(
      'We sent it on Saturday 21 November, the way you paid. Banks usually show it 5 to 7 working days later.',
    )
    const refused = { ...refund, status: 'refused', isCash: false, failureReason: 'Closed account' } as const
    expect(payoutText(refused, { account, days: 7 })).toBe(
      'The bank refused it. We’ll pay it to UPI na…@okicici by Monday 30 November.',
    )
  })

  it('counts from the time when the account was entered, and promises no day without an account', () => {
    const newerAccount = { ...account, givenAt: new Date(NOW.getTime() + 3 * DAY_MS) }
    expect(payoutText(refund, { account: newerAccount, days: 7 })).toContain('by Wednesday 2 December.')
    expect(payoutText(refund, { account: null, days: 7 })).toBe(
      'Please tell us a UPI ID or an account: we’ll pay it within 7 working days of that.',
    )
  })
})
