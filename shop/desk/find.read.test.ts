import { expect, it } from 'vitest'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { findAnything, findForStaff, isWholeNumber } from '#shop/desk/find.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { paise } from '#shop/kernel/money.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db, { fullName: 'Kaveri Iyengar', email: 'kaveri@example.test' })
const productId = await makeProduct(db, { name: 'Kodo Poha', slug: 'kodo-poha', barcode: '8901234567894' })
const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 1 }], {
  shippingAddress: { ...ADDRESS, fullName: 'José D’Souza', phone: '9731100220' },
  business: { name: 'Café Kāverī Foods', gstin: '29AAGCB7383J1Z4', address: null },
})
await changeOrder(ctx(admin), { orderId, status: 'shipped', trackingNumber: 'AWB-77001', carrier: 'DTDC' })
await makeCoupon(db, { code: 'KODO20' })
const message = { side: 'millet', name: 'Kaveri Iyengar', email: 'kaveri@example.test' } as const
await sendContactMessage(ctx(), { ...message, subject: 'other', message: 'Where is it?' })

const find = (text: string) => findAnything(db, text, NOW)
const orderOf = async (text: string) => (await find(text)).orders.map(({ id }) => id)

it.each([
  orderId,
  `#${orderId.slice(0, 8)}`,
  'kaveri iyen',
  'Iyengar, Kaveri',
  'k. iyengar',
  'iyen kav',
  'ri iyen',
  'i k',
  'IYENGAR  K',
  '97311 00220',
  '+91 97311-00220',
  '97311–00220',
  '97311\u201100220',
  'tel:+919731100220',
  '\u2068\u202a+91 97311 00220\u202c\u2069',
  '+91 (0) 97311 00220',
  '97311/00220',
  'K.Iyengar',
  'Iyengar,Kaveri',
  'k.i.',
  '\u200ekaveri@example.test\u200f',
  '०९७३११००२२०',
  'kaveri@example.test',
  'awb-77001',
  '*AWB-77001*\u200b',
  "jose d'souza",
  'D’Souza José',
  'Jose\u0301  dsouza',
  'cafe foods',
  'Café Kāverī',
  '29AAGCB7383J1Z4',
  '\u2068*29aagcb 7383 j1z4*\u2069',
])('findAnything finds the order by %s', async (text) => {
  expect(await orderOf(text)).toEqual([orderId])
})

it.each([
  orderId,
  `#${orderId.slice(0, 8)}`,
  '+91 97311-00220',
  '*awb-77001*',
  '29AAGCB7383J1Z4',
  '8901234567894',
])('%s is the complete number of one record', async (text) => {
  expect(isWholeNumber(text, await find(text))).toBe(true)
})

it.each(['souza', 'kodo', 'kodo-poha', 'KODO20', 'AWB-77', 'kaveri@example.test', orderId.slice(0, 9)])(
  '%s is a word or a part of a number, whose results are listed',
  async (text) => {
    const results = await find(text)
    expect(Object.values(results).flat()).not.toEqual([])
    expect(isWholeNumber(text, results)).toBe(false)
  },
)

it('findForStaff lets support find messages by text and an order by its number, and nothing else', async () => {
  const support = ctx(await makeUser(db, { staffRole: 'support' }))
  const results = await findForStaff(support, 'kaveri')
  expect(results).toMatchObject({ orders: [], people: [], products: [], coupons: [] })
  expect(results.messages).toHaveLength(1)
  for (const text of ['97311 00220', 'souza', 'cafe', '29AAGCB7383J1Z4'])
    expect((await findForStaff(support, text)).orders, text).toEqual([])
  expect((await findForStaff(support, orderId.slice(0, 7))).orders).toEqual([])
  for (const number of [`#${orderId.slice(0, 8)}`, orderId.toUpperCase()])
    expect((await findForStaff(support, number)).orders).toMatchObject([{ id: orderId }])
  const packer = ctx(await makeUser(db, { staffRole: 'packer' }))
  expect(Object.values(await findForStaff(packer, orderId)).flat()).toEqual([])
  expect((await findForStaff(ctx(admin), 'kaveri')).people).toHaveLength(1)
})

it('findForStaff finds invoices and credit notes by their number, for staff who see the accounts', async () => {
  const { number } = must(await issueInvoice(ctx(), orderId))
  await issueCreditNote(ctx(), { orderId, cause: 'refund:test', amount: paise(100) })
  const accountant = ctx(await makeUser(db, { staffRole: 'accountant' }))
  for (const text of [number, number.toLowerCase(), number.replace('/', '-')]) {
    const results = await findForStaff(accountant, text)
    expect(results.documents).toMatchObject([{ number }])
    expect(isWholeNumber(text, results)).toBe(true)
  }
  const { documents } = await findForStaff(accountant, number.replace('INV', 'CRN'))
  expect(documents).toMatchObject([{ total: 100 }])
  const support = ctx(await makeUser(db, { staffRole: 'support' }))
  expect((await findForStaff(support, number)).documents).toEqual([])
})

it('findAnything finds people, products, messages and coupons', async () => {
  const results = await find('kaveri')
  expect(results.people.map(({ id }) => id)).toEqual([customer.id])
  expect(results.messages.map(({ name }) => name)).toEqual(['Kaveri Iyengar'])
  const [ticket] = results.messages.map((message) => message.ticket)
  expect((await find(`${ticket}`.toLowerCase())).messages).toHaveLength(1)
  for (const text of ['iyengar kaveri', 'k iyengar', 'example.test kaveri']) {
    expect((await find(text)).people.map(({ id }) => id)).toEqual([customer.id])
  }
  expect((await find('iyengar kaveri')).messages).toHaveLength(1)
  for (const text of ['kodo po', 'poha kodo', 'kodo-poha', '8901234567894']) {
    expect((await find(text)).products.map(({ id }) => id)).toEqual([productId])
  }
  expect((await find('kodo')).coupons.map(({ code }) => code)).toEqual(['KODO20'])
})

it('findAnything finds names that are written with initials and without blanks', async () => {
  const rao = await makeUser(db, { fullName: 'A.R.Rao', email: 'zz-rao@example.test' })
  const mixed = await makeUser(db, { fullName: 'Rao Anita R', email: 'zz-anita@example.test' })
  for (const text of ['A.Rao', 'A.R.', 'a r rao', 'Rao, A.R.'])
    expect(
      (await find(text)).people.map(({ id }) => id),
      text,
    ).toEqual(expect.arrayContaining([rao.id, mixed.id]))
  expect((await find('A.Raman')).people).toEqual([])
})

it.each([
  ['\u092b\u093c\u093f\u091c\u093c\u093e', '\u095e\u093f\u095b\u093e'],
  ['\u09b0\u09be\u09dc\u09be', '\u09b0\u09be\u09a1\u09bc\u09be'],
  ['ശ്രീ\u200dജ', 'ശ്രീജ'],
  ['Renée  O’Hara', "renee o'hara"],
  ['A\u0301nna\u00adbel', 'Ánnabel'],
])('findAnything finds %s by %s, and vice versa', async (fullName, other) => {
  for (const [name, text] of [
    [fullName, other],
    [other, fullName],
  ]) {
    const person = await makeUser(db, { fullName: `${name}` })
    expect((await find(`${text}`)).people.map(({ id }) => id)).toContain(person.id)
  }
})

it('findAnything matches a short word only at the beginning of a name', async () => {
  expect(await orderOf('iyengar v')).toEqual([])
  expect(await orderOf('iyengar raman')).toEqual([])
})

it.each(['', '   ', '\0', '%', '\ud800', "'; drop table users; --", 'x'.repeat(5000)])(
  'findAnything finds nothing for %j',
  async (text) => {
    const results = await find(text)
    expect(Object.values(results).flat()).toEqual([])
  },
)
