import { expect, it } from 'vitest'
import { tallyXml, type Voucher } from '#shop/accounts/tally.ts'
import { receiptOf } from '#shop/accounts/tally-receipts.ts'
import { paise } from '#shop/kernel/money.ts'

const CARDS = {
  provider: 'razorpay',
  ...{ id: 's', carrier: '', reference: 'setl_1', day: '2026-11-21' },
  ...{ net: paise(97_640), fee: paise(2_360), tax: paise(360) },
} as const
const CONSUMERS = { name: null, gstin: null, amount: paise(60_000) }
const BUSINESS = { name: 'Mill & Co', gstin: '29AAACB1234C1ZB', amount: paise(40_000) }

const entriesOf = ({ entries }: Voucher) => entries.map(([{ name }, amount]) => [name, amount])

it('is a balanced receipt of the bank’s amount, the fee and the GST on it, from the buyers’ ledgers', async () => {
  const receipt = receiptOf({ ...CARDS, parties: [CONSUMERS, BUSINESS] })
  expect(entriesOf(receipt)).toEqual([
    ['Bank', -97_640],
    ['Payment gateway charges', -2_000],
    ['Input GST on charges', -360],
    ['Online customers', 60_000],
    ['Mill & Co (29AAACB1234C1ZB)', 40_000],
  ])
  async function* none() {}
  const xml: string[] = []
  for await (const piece of tallyXml(none(), [receipt])) xml.push(piece)
  expect(xml.join('')).toContain('<VOUCHER VCHTYPE="Receipt"')
  expect(xml.join('')).toContain('<DATE>20261121</DATE>')
})

it('has a courier’s charges, amounts that the shop cannot match, and refunds above the payments', () => {
  const cash = { ...CARDS, provider: 'cod', carrier: 'Delhivery', fee: paise(118), tax: paise(18) } as const
  expect(entriesOf(receiptOf({ ...cash, net: paise(60_100), parties: [CONSUMERS] }))).toEqual([
    ['Bank', -60_100],
    ['Courier charges', -100],
    ['Input GST on charges', -18],
    ['Online customers', 60_000],
    ['Settlement differences', 218],
  ])
  const back = { ...CARDS, fee: paise(0), tax: paise(0), net: paise(-500) }
  const paid = receiptOf({ ...back, parties: [{ ...CONSUMERS, amount: paise(-500) }] })
  expect(paid.type).toBe('Payment')
  expect(entriesOf(paid)).toEqual([
    ['Bank', 500],
    ['Online customers', -500],
  ])
})
